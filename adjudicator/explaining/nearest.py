"""The clauses that came nearest to speaking of an instance: how many of their conditions hold, and which is the first that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.engine.decisions import Fork
from adjudicator.engine.instances import free_vars, held_now, solve, unify
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.resolve import World
from adjudicator.engine.truth import Binding, truth, value_of
from adjudicator.explaining.demands import ANYTHING
from adjudicator.explaining.voicing import says_who
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Draw, Sentence, applying, in_binding
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Usual
from adjudicator.records import dataclass

ASLEEP = "it is not in force here"
LIFTED = "it does not apply here"
ELSEWHERE = "what happens here is not what it speaks of"


@dataclass(frozen=True, slots=True)
class Near:
    """A clause that did not speak of an instance: the condition that stopped it (an exception that holds, where `excepted`),
    whether that is not false but undecided, the binding up to there, how much of the clause held (0 to 1), and how many
    of its conditions it lacks."""

    clause: Clause
    index: int
    failing: str
    condition: Sentence | None
    binding: tuple[tuple[str, object], ...]
    held: float
    undecided: bool = False
    excepted: bool = False
    lacks: int = 1


def nearest(world: World, node: Node, fits: Callable[[object], bool], most: int) -> list[Near]:
    """The silent clauses about an instance whose value could be one that `fits`, the nearest first."""
    found: list[Near] = []
    for clause, index in world.book.clauses_about.get(node[0], ()):
        try:
            near = how_near(world, clause, index, node)
        except (Fork, LimitReached):
            continue
        if near is not None and _could_fit(world, clause, index, near, fits):
            found.append(near)
    here = [one for one in found if one.failing != ELSEWHERE] or found
    return sorted(here, key=lambda n: (n.lacks, -n.held, n.clause.name))[:most]


def _could_fit(world: World, clause: Clause, index: int, near: Near, fits: Callable[[object], bool]) -> bool:
    """Whether what the clause would say is asked for; where that cannot be worked out, it may be."""
    conclusion = clause.conclusions[index]
    if conclusion.form != "is" or isinstance(conclusion.value, Draw) or not free_vars(conclusion.value) <= dict(near.binding).keys():
        return True
    try:
        value = value_of(world, conclusion.value, dict(near.binding))  # type: ignore[arg-type]
    except (Fork, LimitReached):
        return True
    return value is UNDECIDED or not isinstance(value, Usual) and fits(value)


def how_near(world: World, clause: Clause, index: int, node: Node) -> Near | None:
    """Where a clause stopped; None where it speaks of the instance, or could never."""
    start = _unified(clause, index, node)
    kinds = {p.name: p.kind for p in clause.parameters}
    if start is None or not all(world.is_kind(value, kinds[name]) for name, value in start.items() if name in kinds):
        return None
    held, binding = 0, start
    whens, now = len(clause.whens) + 1, held_now(world, clause, index)
    if not world.engine.awake(world.situation, clause):
        lacks = 1 + _lacking(world, clause, 0, start)
        return Near(clause, index, ASLEEP, None, _items(start), 0.9 if lacks == 1 else 0.0, lacks=lacks)
    for condition in clause.whens:
        found = next(solve(world, clause.whens[: held + 1], start, _needed(clause, held + 1, start), (), now), None)
        if found is None:
            text = clause.when_texts[held] if held < len(clause.when_texts) else ELSEWHERE
            known = free_vars(condition) <= binding.keys()
            open_ = known and truth(world, condition, binding) is None
            return Near(clause, index, text, condition, _items(binding), held / whens, open_, lacks=_lacking(world, clause, held, binding))
        binding, held = found, held + 1
    for unless, text in zip(clause.unlesses, clause.unless_texts, strict=False):
        if free_vars(unless) <= binding.keys() and truth(world, unless, binding) is True:
            if (asked := applying(unless)) is not None:
                lifted = LIFTED + says_who(world.resolve(in_binding(asked, binding)))
                return Near(clause, index, lifted, None, _items(binding), (whens - 0.5) / whens)
            return Near(clause, index, text, unless, _items(binding), (whens - 0.5) / whens, excepted=True)
    return None


def _unified(clause: Clause, index: int, node: Node) -> Binding | None:
    """The binding that the places of an instance give, those aside in which anything may stand."""
    start = unify(clause, index, node)
    return None if start is None else {name: value for name, value in start.items() if value is not ANYTHING}


def _lacking(world: World, clause: Clause, held: int, binding: Binding) -> int:
    """How many conditions, from the first that fails, do not hold as far as the things are known that they speak of."""
    return sum(not (free_vars(one) <= binding.keys() and truth(world, one, binding) is True) for one in clause.whens[held:])


def _items(binding: Binding) -> tuple[tuple[str, object], ...]:
    return tuple(binding.items())


def _needed(clause: Clause, count: int, start: Binding) -> dict[str, str]:
    """The parameters that the first conditions speak of."""
    names = set(start).union(*_names(clause, count))
    return {p.name: p.kind for p in clause.parameters if p.name in names}


def _names(clause: Clause, count: int) -> Iterator[frozenset[str]]:
    return (free_vars(condition) for condition in clause.whens[:count])
