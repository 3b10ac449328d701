"""Which event of the pool is next: the precedence graph of the moment (docs/meaning.md 11.3, 11.4)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from adjudicator.engine.judging import OrderJudge
from adjudicator.engine.resolve import World
from adjudicator.engine.speaking import instances
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import CHANCE, Literal
from adjudicator.model.graphs import components
from adjudicator.model.outcomes import Cause, Instance, Resolution
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value, show
from adjudicator.story.line import Announced, Line, Position


def due(line: Line) -> list[Announced]:
    """The events under which no other event of the pool stands, in the order announced."""
    below: set[str] = set()
    for announced in line.pool:
        above = announced.under
        while above is not None and above not in below:
            below.add(above)
            above = line.under.get(above)
    return [announced for announced in line.pool if announced.event not in below]


def told_before(first: Position, second: Position) -> bool | None:
    """Whether the first is told before the second; None where nothing tells."""
    for (group, place), (other_group, other_place) in zip(first, second, strict=False):
        if (group, place) != (other_group, other_place):
            return place < other_place if group == other_group else None
    return None if first == second else len(first) < len(second)


def next_event(world: World, events: list[Announced]) -> tuple[str, tuple[Resolution, ...]]:
    """The event that is next in this world, and what made it so; a branching where several are first."""
    graph: dict[str, list[str]] = {a.event: [] for a in events}
    reasons: list[Resolution] = []
    for a, b in combinations(events, 2):
        found = _clauses_say(world, a.event, b.event)
        earlier = found.value if found is not None and found.value is not UNDECIDED else told_before(a.position, b.position)
        if found is not None:
            reasons.append(found)
        if earlier is not None:
            one, other = (a.event, b.event) if earlier else (b.event, a.event)
            graph[one].append(other)
    first = _first(graph)
    if len(first) == 1:
        return first[0], tuple(r for r in reasons if any(arg.name == first[0] for arg in r.node[1] if isinstance(arg, Ref)))
    return _taken(world, first), tuple(reasons)


def _first(before: dict[str, list[str]]) -> list[str]:
    """The events before which no other comes; where all go round in circles, the circles before which nothing comes."""
    circles = components(before)
    circle_of = {event: number for number, circle in enumerate(circles) for event in circle}
    later = {circle_of[b] for a, after in before.items() for b in after if circle_of[a] != circle_of[b]}
    members = [circle for number, circle in enumerate(circles) if number not in later]
    alone = {name for group in members if len(group) == 1 for name in group}
    chosen = alone or set().union(*members)
    return [event for event in before if event in chosen]


def _clauses_say(world: World, a: str, b: str) -> Resolution | None:
    """What the clauses say of two events: the value is whether `a` comes before `b`; None where none speaks or nothing decides."""
    if "before" not in world.book.clauses_about:
        return None
    node: Node = ("before", (Ref(a), Ref(b)))
    speaking = _speaking(world, node, False) or _speaking(world, node, True)
    if not speaking:
        return None
    judge = OrderJudge(world, "before")
    end, compared = world.climbed(speaking, judge)
    values = {instance.value for instance in end.standing}
    if end.chance:
        half = [Fraction(1, 2)] * 2
        drawn = world.decisions.take(("chance rung", node), Cause("chance", world.text(node)), [True, False], half)
        return Resolution(node, drawn, "chosen", beaten=end.beaten, rung=end.rung, open_between=end.standing, contest=judge.contest)
    if len(values) > 1:
        return Resolution(node, UNDECIDED, "gap", beaten=end.beaten, rung=end.rung, open_between=end.standing, contest=judge.contest)
    return Resolution(node, values.pop(), "clauses", end.standing, end.beaten, end.rung, rests_on=compared, contest=judge.contest)


def _speaking(world: World, node: Node, fallback: bool) -> list[Instance]:
    mirrored: Node = ("before", (node[1][1], node[1][0]))
    denied = [_mirror(world, instance) for instance in instances(world, mirrored, fallback)]
    return [*instances(world, node, fallback), *denied]


def _mirror(world: World, instance: Instance) -> Instance:
    """`y comes before x` as what it says of x and y: that x does not come before y."""
    index = instance.clause.conclusions.index(instance.conclusion)
    clause = world.engine.mirrored(instance.clause, index, _mirrored)
    value = not instance.value if isinstance(instance.value, bool) else instance.value
    return replace(instance, clause=clause, conclusion=clause.conclusions[index], value=value)


def _mirrored(clause: Clause, index: int) -> Clause:
    conclusion = clause.conclusions[index]
    value = Literal(not conclusion.value.value) if isinstance(conclusion.value, Literal) else conclusion.value
    turned = replace(conclusion, args=(conclusion.args[1], conclusion.args[0]), value=value)
    return replace(clause, conclusions=(*clause.conclusions[:index], turned, *clause.conclusions[index + 1 :]))


def _taken(world: World, first: list[str]) -> str:
    """The one of several that this world takes: chosen by whoever decides, drawn by chance, or open."""
    who = {_decider(world, Ref(a), Ref(b)) for a, b in combinations(first, 2)}
    refs = [Ref(name) for name in first]
    names = [world.text(("before", (ref, ref))).split(" comes before ")[0] for ref in refs]
    what = f"which of {', '.join(names[:-1])} and {names[-1]} comes first"
    key = ("next", tuple(sorted(first)))
    decider = who.pop() if len(who) == 1 else None
    if decider == CHANCE:
        share = [Fraction(1, len(refs))] * len(refs)
        return world.decisions.take(key, Cause("chance", what), refs, share).name  # type: ignore[union-attr,arg-type]
    if decider is not None:
        return world.decisions.take(key, Cause("choice", what, show(decider)), refs).name  # type: ignore[union-attr,arg-type]
    return world.decisions.take(key, Cause("open", what), refs).name  # type: ignore[union-attr,arg-type]


def _decider(world: World, a: Ref, b: Ref) -> Value:
    """Who decides which of two comes first, said either way round; None where nobody does or the two ways differ."""
    if "decider:before" not in world.book.clauses_about:
        return None
    said = {world.value(("decider:before", pair)) for pair in ((a, b), (b, a))} - {UNDECIDED, None}
    return said.pop() if len(said) == 1 else None
