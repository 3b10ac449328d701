"""Clause instances: every binding under which a clause speaks about a property instance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from adjudicator.engine.decisions import Fork
from adjudicator.engine.truth import Binding, matching_events, truth, value_of
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import (
    EFFECTS,
    Apply,
    Compare,
    Literal,
    Not,
    Occurs,
    Sentence,
    Term,
    Var,
    free_variables,
    in_binding,
    walk,
)
from adjudicator.model.outcomes import Instance
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World


def bindings(world: World, clause: Clause, index: int, node: Node, fixed: Binding) -> Iterator[Binding]:
    """The bindings in which conclusion `index` is about this instance, all conditions hold, and some variables are what is `fixed`."""
    start = unify(clause, index, node)
    if start is None or any(start.get(name, value) != value for name, value in fixed.items()):
        return
    start |= fixed
    kinds = kinds_of(clause)
    if clause.conclusions[index].property.startswith(EFFECTS):
        start = brought_along(world, clause) | start
    if not all(name in start or world.rough_extent(kind) for name, kind in kinds.items()):
        return  # there is nothing that one of its parameters could be, so no instance of it rests on what the others are
    for name, value in start.items():
        if not world.is_kind(value, kinds[name]):
            return
    world.note("body", clause.name)
    if world.engine.trace is not None:
        world.engine.trace.considered[clause.name] = None
    yield from solve(world, clause.whens, start, kinds, clause.unlesses, held_now(world, clause, index))


def brought_along(world: World, clause: Clause) -> Binding:
    """Cards that an effect calls by their name (`then the sailor is under PIPPIN`) and no condition does: the printed ones, where
    none is on the table."""
    cards = _named_in_effects(clause, world.book)
    return {name: Ref(kind) for name, kind in cards.items() if not world.table.extent(kind)} if cards else {}


def held_now(world: World, clause: Clause, index: int) -> frozenset[str]:
    """The parameters of a clause that mean no event of an earlier tree; none where no story is told."""
    return frozenset() if world.table.happening is None else world.engine.held(clause, index)


def unify(clause: Clause, index: int, node: Node) -> Binding | None:
    """The binding that the conclusion's places give, None where they do not match."""
    binding: Binding = {}
    for arg, value in zip(clause.conclusions[index].args, node[1], strict=True):
        if isinstance(arg, Var):
            if arg.name in binding and binding[arg.name] != value:
                return None
            binding[arg.name] = value
        elif isinstance(arg, Literal) and arg.value != value:
            return None
    return binding


def solve(
    world: World, conditions: tuple[Sentence, ...], binding: Binding, kinds: dict[str, str], unlesses: tuple[Sentence, ...] = (),
    held: frozenset[str] = frozenset()
) -> Iterator[Binding]:  # fmt: skip
    """Extend the binding to all variables so that every condition is true, those that are `held` meaning no event of an earlier tree.

    A branching is met only if no other condition fails without it, and none of the exceptions `unlesses` holds.
    """
    if held and any(world.table.is_earlier(binding[name]) for name in held if name in binding):
        return
    waiting: list[Sentence] = []
    open_: Fork | None = None
    world.engine.clock.tick()
    for condition in conditions:
        if free_vars(condition) <= binding.keys():
            try:
                holds = truth(world, condition, binding)
            except Fork as fork:
                open_ = open_ or fork
                continue
            if holds is not True:
                keeps_out(world, condition)
                return
        else:
            waiting.append(condition)
    if open_ is not None:
        one_holds(world, tuple(unless for unless in unlesses if free_vars(unless) <= binding.keys()), binding, open_)
        return
    if not waiting and all(name in binding for name in kinds):
        yield binding
        return
    yield from _extend(world, tuple(waiting), binding, kinds, unlesses, held)


def keeps_out(world: World, condition: Sentence) -> None:
    """Take down that a condition did not hold, or an exception did, where somebody wants to know (engine/trace.py)."""
    if world.engine.trace is not None:
        world.engine.trace.kept_out[id(condition)] = condition


def one_holds(world: World, unlesses: tuple[Sentence, ...], binding: Binding, open_: Fork | None = None) -> bool:
    """Whether one of these exceptions holds. Raises Fork (`open_` before others) where none does without a branching."""
    for unless in unlesses:
        try:
            holds = truth(world, unless, binding)
        except Fork as fork:
            open_ = open_ or fork
            continue
        if holds is True:
            keeps_out(world, unless)
            return True
    if open_ is not None:
        raise open_
    return False


def _extend(
    world: World, waiting: tuple[Sentence, ...], binding: Binding, kinds: dict[str, str], unlesses: tuple[Sentence, ...],
    held: frozenset[str]
) -> Iterator[Binding]:  # fmt: skip
    """Bind one more variable, by the condition that leaves fewest choices (that two are not the same leaves nearly all)."""
    for condition in waiting:
        equated = equation(condition, binding)
        if equated is not None:
            keeps_out(world, condition)
            name, term = equated
            value = value_of(world, term, binding)
            if value is not UNDECIDED and world.is_kind(value, kinds.get(name, "thing")):
                rest = tuple(c for c in waiting if c is not condition)
                yield from solve(world, rest, {**binding, name: value}, kinds, unlesses, held)
            return
    for condition in waiting:
        if isinstance(condition, Occurs) and occurs_bindable(condition, binding):
            keeps_out(world, condition)
            rest = tuple(c for c in waiting if c is not condition)
            for found in matching_events(world, condition.event, condition.roles, binding):
                if all(world.is_kind(found[n], kinds[n]) for n in found if n not in binding and n in kinds):
                    yield from solve(world, rest, found, kinds, unlesses, held)
            return
    for condition in waiting:
        if isinstance(condition, Apply) and _listed(world, condition):
            keeps_out(world, condition)
            rest = tuple(c for c in waiting if c is not condition)
            for found in _from_facts(world, condition, binding):
                if all(world.is_kind(found[n], kinds[n]) for n in found if n not in binding and n in kinds):
                    yield from solve(world, rest, found, kinds, unlesses, held)
            return
    for condition in waiting:
        near = _near(world, condition, binding)
        if near is not None:
            keeps_out(world, condition)
            name, refs = near
            for ref in world.rough_extent(kinds.get(name, "thing")):
                if ref in refs and world.is_kind(ref, kinds.get(name, "thing")):
                    yield from solve(world, waiting, {**binding, name: ref}, kinds, unlesses, held)
            return
    wanted = [name for name in kinds if name not in binding]
    open_ = [free_vars(condition) - binding.keys() for condition in waiting]
    telling = [left for left, condition in zip(open_, waiting, strict=True) if not isinstance(condition, Not)]
    name = min(wanted, key=lambda n: ({n} not in telling, {n} not in open_, len(world.rough_extent(kinds[n]))))
    for ref in world.extent(kinds[name]):
        yield from solve(world, waiting, {**binding, name: ref}, kinds, unlesses, held)


def mentioned_by(instance: Instance, name: str) -> list[Node]:
    """The instances of a property that the conditions and the value of a clause instance name by its own variables."""
    binding = dict(instance.binding)
    expressions: tuple[Sentence | Term, ...] = (*instance.clause.whens, instance.conclusion.value)
    parts = (part for expression in expressions for part in walk(expression))
    asked = [part for part in parts if isinstance(part, Apply) and part.property == name]
    named = [part for part in asked if all(isinstance(a, Literal) or isinstance(a, Var) and a.name in binding for a in part.args)]
    return [in_binding(part, binding) for part in named]


def _listed(world: World, condition: Apply) -> bool:
    """Whether it is known of a yes/no relation where it is so, without asking instance by instance."""
    return all(isinstance(arg, (Var, Literal)) for arg in condition.args) and true_instances(world, condition.property) is not None


def _near(world: World, condition: Sentence, binding: Binding) -> tuple[str, set[Value]] | None:
    """The one variable that a relation of things in one space still leaves open, and all that it can be; None where the map
    and the facts do not say."""
    if not isinstance(condition, Apply) or len(condition.args) != 2 or condition.property in world.table.with_unknown_facts:
        return None
    world.note("says", condition.property)
    if condition.property not in world.engine.plain_relations:
        return None
    open_ = [arg for arg in condition.args if isinstance(arg, Var) and arg.name not in binding]
    if len(open_) != 1:
        return None
    place = 0 if condition.args[0] is open_[0] else 1
    known = condition.args[1 - place]
    if not isinstance(known, (Var, Literal)):
        return None
    value = binding[known.name] if isinstance(known, Var) else known.value
    refs = _nearby(world, condition.property, value)
    if refs is None:
        return None
    if world.engine.trace is not None:
        world.engine.trace.listed[condition.property] = None
    return open_[0].name, refs | {args[place] for args in world.table.true_facts(condition.property) if args[1 - place] == value}


def _nearby(world: World, name: str, value: Value) -> set[Value] | None:
    if not world.table.map_answers(name):
        return None
    from adjudicator.map.geometry import nearby

    return nearby(world, name, value)


def _shown(world: World, name: str) -> Iterable[tuple[Value, ...]] | None:
    if not world.table.map_answers(name):
        return None
    from adjudicator.map.geometry import listed

    return listed(world, name)


def true_instances(world: World, name: str) -> list[tuple[Value, ...]] | None:
    """Where a yes/no property is so, if the scenario says that of every instance, or the map can list them; else None."""
    if world.only_facts(name):
        return world.table.true_facts(name)
    if name not in world.engine.plain_relations or name in world.table.with_unknown_facts:
        return None
    shown = _shown(world, name)
    if shown is None:
        return None
    return [args for args in dict.fromkeys((*world.table.true_facts(name), *shown)) if world.value((name, args)) is True]


def _from_facts(world: World, condition: Apply, binding: Binding) -> Iterator[Binding]:
    """The bindings that make the condition one of the facts."""
    if world.engine.trace is not None:
        world.engine.trace.listed[condition.property] = None
    yield from facts_matching(condition, true_instances(world, condition.property) or (), binding)


def facts_matching(condition: Apply, instances: Iterable[tuple[Value, ...]], binding: Binding) -> Iterator[Binding]:
    """The bindings that make the condition one of these instances."""
    for values in instances:
        found = dict(binding)
        for arg, value in zip(condition.args, values, strict=True):
            if isinstance(arg, Var):
                if found.setdefault(arg.name, value) != value:
                    break
            elif not isinstance(arg, Literal) or arg.value != value:
                break
        else:
            yield found


def equation(condition: Sentence, binding: Binding) -> tuple[str, Term] | None:
    """`x is T` where T is known and x is not: the cheapest way to bind x."""
    if isinstance(condition, Compare) and condition.op == "=":
        for var, term in ((condition.left, condition.right), (condition.right, condition.left)):
            permission = isinstance(term, Apply) and term.property == "may"
            if isinstance(var, Var) and var.name not in binding and not permission and free_vars(term) <= binding.keys():
                return var.name, term
    return None


def occurs_bindable(condition: Occurs, binding: Binding) -> bool:
    return all(isinstance(term, Var) or free_vars(term) <= binding.keys() for _, term in condition.roles)


_KINDS: dict[int, tuple[Clause, dict[str, str]]] = {}


def kinds_of(clause: Clause) -> dict[str, str]:
    """The kinds of a clause's parameters by name, remembered by identity; not to be changed."""
    known = _KINDS.get(id(clause))
    if known is None or known[0] is not clause:
        if len(_KINDS) > 100_000:
            _KINDS.clear()
        known = _KINDS[id(clause)] = (clause, {p.name: p.kind for p in clause.parameters})
    return known[1]


_NAMED: dict[int, tuple[Clause, dict[str, str]]] = {}


def _named_in_effects(clause: Clause, book: Rulebook) -> dict[str, str]:
    """The parameters that stand for a card by its name, in no condition; remembered by identity."""
    known = _NAMED.get(id(clause))
    if known is None or known[0] is not clause:
        if len(_NAMED) > 100_000:
            _NAMED.clear()
        named = {name: kind for name, kind in kinds_of(clause).items() if "@" in name and kind in book.cards}
        asked = frozenset[str]().union(*map(free_vars, clause.whens)) if named else frozenset()
        known = _NAMED[id(clause)] = (clause, {name: kind for name, kind in named.items() if name not in asked})
    return known[1]


_FREE: dict[int, tuple[object, frozenset[str]]] = {}


def free_vars(sentence: Sentence | Term) -> frozenset[str]:
    """`free_variables`, remembered by identity: clauses are asked again and again."""
    known = _FREE.get(id(sentence))
    if known is None or known[0] is not sentence:
        if len(_FREE) > 200_000:
            _FREE.clear()
        known = _FREE[id(sentence)] = (sentence, free_variables(sentence))
    return known[1]
