"""The candidates for a property instance in all worlds together (docs/meaning.md 1.3), each with the guard under which it speaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.engine.instances import equation, facts_matching, free_vars, kinds_of, occurs_bindable, unify
from adjudicator.engine.speaking import awake, instance_of, speakers_about
from adjudicator.engine.truth import Binding, fill
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, Literal, Occurs, Sentence, Var
from adjudicator.model.outcomes import Instance
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Drawn

if TYPE_CHECKING:
    from adjudicator.engine.guarded import Guarded, Partial

_SILENT = "silent"


class Rivals:
    """The clause instances that may speak of an instance in some world."""

    def __init__(self, guarded: Guarded) -> None:
        self.guarded = guarded
        self._known: dict[tuple[Any, ...], list[tuple[Instance, int]]] = {}

    def about(self, node: Node, fallback: bool, modifiers: bool) -> list[tuple[Instance, int]]:
        """The candidates and modifiers; those that no rung can tell apart are one, which speaks where any of them does."""
        key = (node, fallback, modifiers)
        circle = self.guarded.circle
        known = self._known.get(key)
        if known is None and circle is not None and key in circle.rivals:
            circle.touched += 1
            known = circle.rivals[key]
        if known is None:
            before = 0 if circle is None else circle.touched
            known = list(self._found(node, fallback, modifiers))
            (self._known if circle is None or circle.touched == before else circle.rivals)[key] = known
        return known

    def _found(self, node: Node, fallback: bool, modifiers: bool) -> Iterator[tuple[Instance, int]]:
        diagrams = self.guarded.diagrams
        prop = self.guarded.engine.book.properties.get(node[0].removeprefix("after:"))
        apart = modifiers or (prop is not None and prop.averages)
        alike: dict[tuple[Any, ...], tuple[Instance, int]] = {}
        world = self.guarded.nowhere
        for clause, index in speakers_about(world, node, fallback, modifiers):
            if not awake(world, clause):
                continue
            for binding in self._bindings(clause, index, node):
                bound = tuple(sorted(binding.items()))
                values = self._values(clause, index, node, binding)
                for value in diagrams.values(values):
                    if value == _SILENT:
                        continue
                    instance = Instance(clause, clause.conclusions[index], bound, value[0])
                    bearer = binding.get(clause.bearer) if clause.bearer else None
                    same: tuple[Any, ...] = (clause.name, index, bearer, type(value[0]), value[0])
                    if apart or isinstance(value[0], Drawn):
                        same = (*same, bound)
                    first, guard = alike.get(same, (instance, diagrams.no))
                    alike[same] = first, diagrams.either(guard, diagrams.where(values, value))
        yield from alike.values()

    def _values(self, clause: Clause, index: int, node: Node, binding: Binding) -> int:
        """What the clause concludes in this binding, and where it is silent."""

        def spoken(world: Partial) -> Any:
            instance = instance_of(world, clause, index, node, binding)
            return _SILENT if instance is None else (instance.value,)

        key = ("speaks:", clause.name, index, node, tuple(sorted(binding.items())))
        return self.guarded.case(key, lambda: self.guarded.unit(spoken), spoken)

    def _bindings(self, clause: Clause, index: int, node: Node) -> Iterator[Binding]:
        """The bindings in which all conditions may hold."""
        start = unify(clause, index, node)
        if start is None:
            return
        kinds = kinds_of(clause)
        if all(self.may_be(value, kinds[name]) for name, value in start.items()):
            yield from self.solve(clause.whens, start, kinds)

    def may_be(self, value: object, kind: str) -> bool:
        """Whether a thing is of a kind in some world."""
        return self.guarded.lifting.kind(value, kind) != self.guarded.diagrams.no

    def solve(self, conditions: tuple[Sentence, ...], binding: Binding, kinds: dict[str, str]) -> Iterator[Binding]:
        """As instances.solve, but for conditions that may be true."""
        waiting: list[Sentence] = []
        self.guarded.engine.clock.tick()
        for condition in conditions:
            if not free_vars(condition) <= binding.keys():
                waiting.append(condition)
            elif self.guarded.diagrams.where(self.guarded.lifting.truth(condition, binding), True) == self.guarded.diagrams.no:
                return
        if not waiting and all(name in binding for name in kinds):
            yield binding
            return
        yield from self._extended(tuple(waiting), binding, kinds)

    def _extended(self, waiting: tuple[Sentence, ...], binding: Binding, kinds: dict[str, str]) -> Iterator[Binding]:
        for condition in waiting:
            equated = equation(condition, binding)
            if equated is not None:
                name, term = equated
                rest = tuple(c for c in waiting if c is not condition)
                for value in self.guarded.diagrams.values(self.guarded.lifting.term(term, binding)):
                    if value is not UNDECIDED and self.may_be(value, kinds.get(name, "thing")):
                        yield from self.solve(rest, {**binding, name: value}, kinds)
                return
        for condition in waiting:
            found = self._found_at_once(condition, binding)
            if found is not None:
                rest = tuple(c for c in waiting if c is not condition)
                for longer in found:
                    if all(self.may_be(longer[n], kinds[n]) for n in longer if n not in binding and n in kinds):
                        yield from self.solve(rest, longer, kinds)
                return
        world = self.guarded.nowhere
        wanted = [name for name in kinds if name not in binding]
        open_ = [free_vars(condition) - binding.keys() for condition in waiting]
        name = min(wanted, key=lambda n: ({n} not in open_, len(world.rough_extent(kinds[n]))))
        for ref in world.rough_extent(kinds[name]):
            if self.may_be(ref, kinds[name]):
                yield from self.solve(waiting, {**binding, name: ref}, kinds)

    def _found_at_once(self, condition: Sentence, binding: Binding) -> list[Binding] | None:
        """The bindings that may make a condition true, where they need not be tried thing by thing."""
        world = self.guarded.nowhere
        if isinstance(condition, Occurs) and occurs_bindable(condition, binding):
            return [longer for ref in world.table.events(condition.event) for longer in self._filled(ref, condition, binding)]
        if not isinstance(condition, Apply) or not all(isinstance(arg, (Var, Literal)) for arg in condition.args):
            return None
        if world.only_facts(condition.property):
            return list(facts_matching(condition, world.table.true_facts(condition.property), binding))
        return None

    def _filled(self, event: Any, phrase: Occurs, binding: Binding) -> Iterator[Binding]:
        """The binding with the roles of an event; terms among the roles are not looked at here."""
        found = dict(binding)
        world = self.guarded.nowhere
        if all(fill(world, event, role, term, found) for role, term in phrase.roles if isinstance(term, Var)):
            yield found
