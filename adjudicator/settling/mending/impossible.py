"""Why a situation is impossible: every smallest set of facts and clauses that cannot be together, and every smallest repair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, product

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.resolve import World as WorldNow
from adjudicator.engine.truth import truth
from adjudicator.engine.worlds import Broken, Worlds
from adjudicator.model.outcomes import World
from adjudicator.model.situation import Node, Question, Situation
from adjudicator.model.values import Value, show
from adjudicator.records import dataclass
from adjudicator.settling.changing.applying import changed
from adjudicator.settling.changing.change import Change
from adjudicator.settling.changing.values import others
from adjudicator.settling.mending.hitting import Asked, all_conflicts, smallest
from adjudicator.settling.mending.loosening import MOST_WORLDS, Element, elements_of, in_order, loosened, touched, worlds_of

SECONDS = 4.0
"""For finding what cannot be together, and as much again for all of it with what would mend it."""
MOST_WORDS = 6
"""Ways to mend one fact that are named."""
MOST_NUMBERS = 60
"""Sets of numbers that are tried to mend facts about numbers."""
MOST_WAYS = 300
"""Ways in which what is open in a broken world is followed, to say what always holds."""
Said = tuple[str, str]
Conflicting = Callable[[frozenset[Element]], bool | None]
"""An invariant by its name, and the things of which it is said."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts and clauses of which at least one cannot stand, given what always holds (`given`, in words).

    `minimal`: that without any one of them the rest can stand has been shown for each.
    """

    facts: tuple[Node, ...]
    clauses: tuple[str, ...]
    given: tuple[str, ...]
    minimal: bool = True


@dataclass(frozen=True, slots=True)
class Repair:
    """Changes that, made together, make the situation possible; none of them can be spared.

    `instead` are, for a single fact, all the values that would do, as far as they can be listed; `some` are instances
    for which another value would do that was not found (a number that is nowhere near).
    """

    changes: tuple[Change, ...]
    instead: tuple[Value, ...] = ()
    some: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Impossible:
    """All that is wrong with a situation. `complete` tells whether these are all conflicts and repairs there are."""

    conflicts: tuple[Conflict, ...]
    repairs: tuple[Repair, ...]
    complete: bool
    tried: int


def why_impossible(engine: Engine, situation: Situation, question: Question, most: int = 300) -> Impossible:
    """All minimal conflicts and repairs of an impossible situation; `most` settlings at most."""
    with engine.clock.within(SECONDS):
        elements, sure, found = _why_impossible(engine, situation, question, most)
    with engine.clock.within(SECONDS):  # however long they were sought, what is found is told in full
        return replace(found, conflicts=tuple(_conflict(engine, situation, question, elements, part) for part in sure))


def _why_impossible(
    engine: Engine, situation: Situation, question: Question, most: int
) -> tuple[list[Element], list[frozenset[Element]], Impossible]:
    elements, new, count = elements_of(engine, situation, question), [], 0
    while True:
        found = all_conflicts(elements, _asker(engine, situation, question, elements), most - count)
        count += found.asked
        beyond = {part: _beyond(engine, situation, question, elements, part) for part in found.conflicts}
        new = [element for more in beyond.values() for element in more or ()]
        if not new or not found.complete:
            break
        elements = in_order(situation, [*elements, *new])
    sure = [part for part in found.conflicts if beyond[part] == []]
    tried = [_repair(engine, situation, question, elements, part) for part in found.repairs]
    repairs = tuple(repair for repair in tried if repair is not None)
    complete = found.complete and len(sure) == len(found.conflicts) and len(repairs) == len(tried)
    return elements, sure, Impossible((), repairs, complete, count)


def _beyond(
    engine: Engine, situation: Situation, question: Question, elements: list[Element], part: frozenset[Element]
) -> list[Element] | None:
    """What else is looked at when all but a conflict is taken back; None where it is not impossible then, or that cannot be told.

    Where nothing is, for any conflict, nothing else can be part of a repair: as long as the rest is not looked at, it
    can be what it likes, and some conflict stays.
    """
    out = [e for e in elements if e not in part]
    worlds, trace = worlds_of(engine, loosened(situation, out), question, 1)
    if worlds is None or worlds.possible:
        return None
    return [element for element in touched(engine.book, situation, trace) if element not in elements]


def one_conflict(engine: Engine, situation: Situation, question: Question) -> Conflict:
    """One minimal conflict: as little as possible of what the scenario says and the clauses do.

    Where there is no time to find any, it is empty and not minimal.
    """
    with engine.clock.within(SECONDS):
        elements = elements_of(engine, situation, question)
        while True:
            ask = Asked(_asker(engine, situation, question, elements), 2 * len(elements) + 1)
            part = smallest(frozenset(elements), elements, ask)
            new = _beyond(engine, situation, question, elements, part)
            if new is None:
                return Conflict((), (), (), False)
            if not new:
                break
            elements = in_order(situation, [*elements, *new])
    return replace(_conflict(engine, situation, question, elements, part), minimal=ask.sure)


def _asker(engine: Engine, situation: Situation, question: Question, elements: list[Element]) -> Conflicting:
    def conflicting(part: frozenset[Element]) -> bool | None:
        worlds = _without(engine, situation, question, [e for e in elements if e not in part], enough=1)
        return None if worlds is None else not worlds.possible

    return conflicting


def _without(engine: Engine, situation: Situation, question: Question, out: list[Element], enough: int = MOST_WORLDS) -> Worlds | None:
    return worlds_of(engine, loosened(situation, out), question, enough)[0]


# ---- conflicts ----


def _conflict(engine: Engine, situation: Situation, question: Question, elements: list[Element], part: frozenset[Element]) -> Conflict:
    worlds = _without(engine, situation, question, [e for e in elements if e not in part])
    facts = tuple(e for e in elements if e in part and not isinstance(e, str))
    clauses = tuple(e for e in elements if e in part and isinstance(e, str))
    return Conflict(facts, clauses, given(worlds.broken if worlds is not None else []))


def given(broken: list[Broken]) -> tuple[str, ...]:
    """The invariants, each with things of which it is said, of which each of these worlds breaks one: no more of them than needed.

    Where there is no time to follow what is open in these worlds, there may be more.
    """
    if not broken:
        return ()
    found = {(one.invariant.name, str(one.binding)): one for one in broken}
    with broken[0].world.engine.clock.within(SECONDS / 4):
        chosen = _covering([names for one in broken for names in _breaks(one, found)])
    return tuple(_as_always(found[name]) for name in sorted(chosen))


def _breaks(one: Broken, found: dict[Said, Broken]) -> Iterator[frozenset[Said]]:
    """Which of the invariants that are broken somewhere this world breaks, for each way in which it can go on."""
    own, clock = frozenset({(one.invariant.name, str(one.binding))}), one.world.engine.clock
    waiting, count = [(one.decisions, tuple(one.world.path))], 0
    while waiting:
        decisions, path = waiting.pop()
        count += 1
        if one.world.table.happening is not None or clock.over or count > MOST_WAYS:  # what is said of events is asked in their own moments
            yield own
            continue
        world = WorldNow(one.world.engine, one.world.table, Decisions(decisions), list(path), {})
        try:
            yield own | {name for name, other in found.items() if name not in own and _is_broken(world, other)}
        except Fork as fork:
            for decision in fork.alternatives:
                more = () if fork.condition is None else ((fork.condition, decision.taken is True),)
                waiting.append(((*decisions, decision), (*path, *more)))


def _is_broken(world: WorldNow, other: Broken) -> bool:
    binding = dict(other.binding)
    try:
        return truth(world, other.invariant.when, binding) is True and truth(world, other.invariant.always, binding) is False
    except (LimitReached, RuleFault):
        return False


def _covering(worlds: list[frozenset[Said]]) -> set[Said]:
    """Of each world one, those first that are in most; then without any that can be spared."""
    chosen: list[Said] = []
    left = worlds
    while left:
        often = Counter(name for world in left for name in world)
        chosen.append(min(often, key=lambda name: (-often[name], name)))
        left = [world for world in left if chosen[-1] not in world]
    for name in chosen[::-1]:
        rest = {other for other in chosen if other != name}
        if all(world & rest for world in worlds):
            chosen.remove(name)
    return set(chosen)


def _as_always(one: Broken) -> str:
    things = ", ".join(f"the {name} is {show(value)}" for name, value in one.binding)
    cites = f" ({', '.join(one.invariant.cites)})" if one.invariant.cites else ""
    return f"given that always {one.invariant.text}{cites}" + (f", where {things}" if things else "")


# ---- repairs ----


def _repair(engine: Engine, situation: Situation, question: Question, elements: list[Element], part: frozenset[Element]) -> Repair | None:
    """The facts of the part with values that are possible, the clauses of the part off; each tried by settling."""
    out = [e for e in elements if e in part]
    worlds = _without(engine, situation, question, out)
    if worlds is None or not worlds.possible:
        return None  # there was no time to see again what has been seen before
    clauses = [Change("clause", name, False, True) for name in out if isinstance(name, str)]
    nodes = [e for e in out if not isinstance(e, str)]
    taken = _taken(situation, nodes, worlds.possible)
    numbers = [node for node in nodes if isinstance(situation.facts[node].value, Fraction)]
    for values in _numbers(engine, situation, question, numbers):
        facts = [Change("fact", node, values.get(node, taken.get(node)), situation.facts[node].value) for node in nodes]
        changes = tuple(chain(facts, clauses))
        again, _ = worlds_of(engine, changed(situation, changes), question)
        if again is not None and again.possible:
            return Repair(changes, _instead(situation, nodes[0], worlds.possible) if len(changes) == 1 == len(nodes) else ())
    rest = (Change("fact", node, taken[node], situation.facts[node].value) for node in nodes if node not in numbers)
    return Repair((*rest, *clauses), some=tuple(numbers))


def _taken(situation: Situation, nodes: list[Node], possible: list[World]) -> dict[Node, Value]:
    """What the instances are in the first possible world; where nothing there asks for one, what the scenario says."""
    return {node: _in(possible[0], node, situation.facts[node].value) for node in nodes}


def _in(world: World, node: Node, value: Value) -> Value:
    decision = next((d for d in world.decisions if d.key[:2] == ("unknown", node)), None)
    return decision.taken if decision is not None else value


def _instead(situation: Situation, node: Node, possible: list[World]) -> tuple[Value, ...]:
    was = situation.facts[node].value
    found = dict.fromkeys(_in(world, node, was) for world in possible)
    return tuple(value for value in found if value != was)[:MOST_WORDS]


def _numbers(engine: Engine, situation: Situation, question: Question, nodes: list[Node]) -> Iterator[dict[Node, Value]]:
    """Numbers for these instances, the nearest to what they are first."""
    if not nodes:
        yield {}
        return
    apart = worlds_of(engine, situation, question)[1].apart
    near = [others(engine.book, situation, node, situation.facts[node].value, apart) for node in nodes]
    for count, values in enumerate(product(*near)):
        if count == MOST_NUMBERS:
            return
        yield dict(zip(nodes, values, strict=True))
