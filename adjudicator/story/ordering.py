"""Which event of the pool is next: the precedence graph of the moment (docs/meaning.md 11.3, 11.4)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from adjudicator.engine.judging import OrderJudge
from adjudicator.engine.resolve import World
from adjudicator.engine.speaking import instances
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import CHANCE, SAME_TIME, Literal
from adjudicator.model.graphs import cliques, components
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


def told_together(first: Position, second: Position) -> bool:
    """Whether the ways of two events part where they are told at the same time, as many answers leading from there to each."""
    for step, ((group, place), (other, other_place)) in enumerate(zip(first, second, strict=False)):
        if (group, place) != (other, other_place):
            answers = [sum(name[0] == "answer" for name, _ in position[step:]) for position in (first, second)]
            return (group[0], other[0]) == ("same time", "same time") and bool(group[1] == other[1]) and answers[0] == answers[1]
    return False


def next_events(world: World, line: Line) -> tuple[tuple[str, ...], tuple[Resolution, ...]]:
    """The event that is next in this world (or those at the same time), and what made it so; a branching where several are first."""
    events = due(line)
    graph: dict[str, list[str]] = {a.event: [] for a in events}
    reasons: list[Resolution] = []
    for a, b in combinations(events, 2):
        found = _clauses_say(world, a.event, b.event)
        earlier = found.value if found is not None and found.value is not UNDECIDED else told_before(a.position, b.position)
        if found is not None:
            reasons.append(found)
        if earlier is None:
            earlier = True if _waits(world, line, b, a) else False if _waits(world, line, a, b) else None
        if earlier is not None:
            one, other = (a.event, b.event) if earlier else (b.event, a.event)
            graph[one].append(other)
    first = _first(graph)
    if len(first) == 1:
        return (first[0],), tuple(r for r in reasons if any(arg.name == first[0] for arg in r.node[1] if isinstance(arg, Ref)))
    places = {a.event: a.position for a in events}
    at_once: dict[str, set[str]] = {name: set() for name in first}
    for one, other in combinations(first, 2):
        ordered = other in graph[one] or one in graph[other]
        if not ordered and _at_once(world, one, other, told_together(places[one], places[other])):
            at_once[one].add(other)
            at_once[other].add(one)
    taken = _taken(world, first, at_once)
    return tuple(a.event for a in events if a.event in taken), tuple(reasons)


def _at_once(world: World, a: str, b: str, told: bool) -> bool:
    """Whether two events that nothing orders happen at the same time: as a clause says, or as they are told, where nobody decides it."""
    who = _decider(world, Ref(a), Ref(b))
    return told if who is None else who == SAME_TIME


def _waits(world: World, line: Line, a: Announced, b: Announced) -> bool:
    """Whether `a` comes after `b`, since `b` stands under what `a` happens at the same time as."""
    places = {one.event: one.position for one in line.pool}
    above = line.under.get(b.event)
    while above is not None:
        if above in places and above != a.event:
            said = _clauses_say(world, a.event, above)
            ordered = said is not None and said.value is not UNDECIDED
            if not ordered and _at_once(world, a.event, above, told_together(a.position, places[above])):
                return True
        above = line.under.get(above)
    return False


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


def _taken(world: World, first: list[str], at_once: dict[str, set[str]]) -> set[str]:
    """The one of several that this world takes: chosen by whoever decides, drawn by chance; else open, those at the same time together."""
    who = {_decider(world, Ref(a), Ref(b)) for a, b in combinations(first, 2)}
    refs = [Ref(name) for name in first]
    names = [world.text(("before", (ref, ref))).split(" comes before ")[0] for ref in refs]
    what = f"which of {', '.join(names[:-1])} and {names[-1]} comes first"
    key = ("next", tuple(sorted(first)))
    decider = who.pop() if len(who) == 1 else None
    if decider == CHANCE:
        share = [Fraction(1, len(refs))] * len(refs)
        return {world.decisions.take(key, Cause("chance", what), refs, share).name}  # type: ignore[union-attr,arg-type]
    if decider is not None and decider != SAME_TIME:
        return {world.decisions.take(key, Cause("choice", what, show(decider)), refs).name}  # type: ignore[union-attr,arg-type]
    order = {name: place for place, name in enumerate(first)}
    groups = sorted(sorted(order[name] for name in group) for group in cliques(at_once))
    if len(groups) == 1:
        return set(first)
    together: list[Value] = [refs[group[0]] if len(group) == 1 else frozenset(refs[place] for place in group) for group in groups]
    taken = world.decisions.take(key, Cause("open", what), together)
    return {one.name for one in (taken if isinstance(taken, frozenset) else (taken,)) if isinstance(one, Ref)}


def _decider(world: World, a: Ref, b: Ref) -> Value:
    """Who decides which of two comes first, said either way round; None where nobody does or the two ways differ."""
    if "decider:before" not in world.book.clauses_about:
        return None
    said = {world.value(("decider:before", pair)) for pair in ((a, b), (b, a))} - {UNDECIDED, None}
    return said.pop() if len(said) == 1 else None
