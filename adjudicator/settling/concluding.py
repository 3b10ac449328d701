"""Which clauses could conclude something of a property instance, by the kinds of its things as they are (docs/meaning.md 14)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.decisions import Fork
from adjudicator.engine.instances import unify
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.resolve import World
from adjudicator.engine.speaking import awake
from adjudicator.engine.truth import Binding
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, Compare, Literal, Var, conjuncts
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref


def could_conclude(world: World, node: Node) -> bool:
    """Whether some clause in force concludes something that fits the instance; of a state, also what an event makes of it."""
    return any(in_force(world, clause) for clause, _ in fitting(world, node))


def asleep(world: World, node: Node) -> list[Clause]:
    """The clauses that fit the instance, and are not in force: an option not in use, a suggestion, another reading."""
    return [clause for clause, _ in fitting(world, node) if not in_force(world, clause)]


def fitting(world: World, node: Node) -> Iterator[tuple[Clause, int]]:
    """The clauses, with the index of the conclusion, that conclude something of such an instance."""
    name, args = node
    for about in (name, f"after:{name}", f"decider:{name}"):
        for clause, index in world.book.clauses_about.get(about, ()):
            if _fits(world, clause, index, node):
                yield clause, index


def is_input(book: Rulebook, name: str) -> bool:
    """Whether a property is one that the table tells, or a card shows, or the map: no clause works it out."""
    about = (one for family in (name, f"after:{name}", f"decider:{name}") for one in book.clauses_about.get(family, ()))
    if is_shown(book, name):
        return True
    return name in book.properties and name not in book.definition_of and all(_printed(clause) for clause, _ in about)


def is_told(book: Rulebook, name: str) -> bool:
    """Whether a property is told or no: no clause concludes it, though an event may change it."""
    plain = name in book.properties and name not in book.definition_of and not is_shown(book, name)
    return plain and all(_printed(clause) for clause, _ in book.clauses_about.get(name, ()))


def is_shown(book: Rulebook, name: str) -> bool:
    """Whether a drawn map answers a property."""
    return book.geometry is not None and name in book.geometry.answered


def _printed(clause: Clause) -> bool:
    return bool(clause.card) and not clause.whens and not clause.unlesses


def in_force(world: World, clause: Clause) -> bool:
    """Whether a clause is awake, and of no reading but the one that is chosen."""
    if not awake(world, clause):
        return False
    chosen = world.situation.readings.get(clause.reading[0]) if clause.reading else None
    return chosen is None or clause.reading is None or chosen == clause.reading[1]


def _fits(world: World, clause: Clause, index: int, node: Node) -> bool:
    binding = unify(clause, index, node)
    if binding is None:
        return False
    kinds = {p.name: p.kind for p in clause.parameters}
    try:
        if not all(_may_be(world, value, kinds[name]) for name, value in binding.items() if name in kinds):
            return False
        for condition in clause.whens:
            for part in conjuncts(condition):
                if not _kinds_fit(world, part, binding, kinds):
                    return False
    except (Fork, LimitReached):
        return True
    return True


def _kinds_fit(world: World, part: object, binding: Binding, kinds: dict[str, str]) -> bool:
    """Whether a condition that only says what sort of thing something is, or who plays a role, can hold."""
    match part:
        case Compare("=", Apply(role, (Var(event),)), filler) if role.startswith("role:") and event in binding:
            who = world.table.role(binding[event], role[5:])  # type: ignore[arg-type]
            if isinstance(filler, Literal):
                return who == filler.value
            if isinstance(filler, Var):
                if filler.name in binding:
                    return binding[filler.name] == who
                binding[filler.name] = who
                return who is None or _may_be(world, who, kinds.get(filler.name, "thing"))
        case Apply(name, (Var(var),)) if name.startswith("kind:") and var in binding:
            return _may_be(world, binding[var], name[5:])
    return True


def _may_be(world: World, value: object, kind: str) -> bool:
    """Whether a thing is of a kind in this situation; what is not known may be."""
    return not isinstance(value, Ref) or world.kind_truth(value, kind) is not False
