"""What a drawn map answers where nothing else speaks (docs/meaning.md 12).

Geometry asks the clauses, through the world, what blocks and what lets pass; its
answer rests on all the instances it asked.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from adjudicator.board.eyes import Eyes, Line
from adjudicator.board.places import edges_around, next_to, steps_between, steps_from, touching
from adjudicator.board.sight import View
from adjudicator.board.spots import HEADINGS, Spot, space_name
from adjudicator.board.words import line_words, place
from adjudicator.map import driving, layout_answers, movement
from adjudicator.map.asked import World
from adjudicator.map.steps import Found, where
from adjudicator.map.survey import Survey
from adjudicator.model.mapwords import MAP_WORDS
from adjudicator.model.outcomes import Resolution
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Geometry

LYING = frozenset(("corner", "turned", "printed", "drawn"))
"""What is answered even where there is no telling how the sectors lie."""

EVERYWHERE = frozenset(word for word, how in MAP_WORDS.items() if "stops" in how.needs)
"""Answers that rest on the whole map: walks may lead anywhere."""


def listed(world: World, name: str) -> list[tuple[Ref, ...]] | None:
    """The instances of a property that the map answers that are so, where it can list them."""
    setting = world.book.geometry.answered.get(name) if world.book.geometry is not None else None
    return list(world.table.positions.drawn_twice) if setting is not None and setting.key == "other drawing" else None


IN_ONE_SPACE = ("position", "same space", "shares", "inside")
"""The settings whose properties are true of things in one space only, as far as the map answers."""


def nearby(world: World, name: str, thing: Value) -> set[Value] | None:
    """What such a property can be true of besides this thing, as far as the map answers; None for other properties."""
    geometry = world.book.geometry
    if geometry is None or geometry.answered[name].key not in IN_ONE_SPACE or not isinstance(thing, Ref):
        return None
    survey = Survey(world, geometry, (name, ()))
    space = survey.space(thing)
    if survey.positions.fault or space is None:
        return None if survey.positions.fault else set()
    return {Ref(space_name(space)), *(survey.called(piece, space) for piece in survey.board.on(space))}


def answer(world: World, node: Node) -> Resolution | None:
    """The map's answer, resting on what was asked for it; None where it has none, as for things that are not on it.

    Directions are asked after other things, and a number last, wherever they stand in the phrase.
    """
    geometry = world.book.geometry
    assert geometry is not None
    if not all(isinstance(arg, (Ref, Fraction)) for arg in node[1]):
        return None
    survey, key = Survey(world, geometry, node), geometry.answered[node[0]].key
    if survey.positions.fault and key not in LYING:
        return Resolution(node, UNDECIDED, "geometry", words=(survey.positions.fault,))
    with world.reading() as read:
        survey.without_gone_ways()
        found = _ANSWERS[key](survey, *_in_order(geometry, node[1]))
        if found is not None and key in EVERYWHERE:
            survey.rest_on_all()
    if found is None:
        return None
    value, words = found
    return Resolution(node, value, "geometry", rests_on=tuple(n for n in read if n != node), words=tuple(words),
                      sight=survey.seen, walked=survey.walked)  # fmt: skip


def _in_order(geometry: Geometry, args: tuple[Value, ...]) -> list[Value]:
    """Things first, then directions, then numbers."""
    return sorted(args, key=lambda arg: 2 if not isinstance(arg, Ref) else int(arg.name in geometry.directions))


def _drawn(survey: Survey, thing: Ref) -> Found:
    known = thing.name in survey.drawn.spots or survey.positions.moved.get(thing.name) is not None
    return (True, where(survey, thing)) if known else None


def _sight(survey: Survey, observer: Ref, target: Ref) -> Found:
    found = survey.sight(observer, target)
    return None if found is None else (UNDECIDED if found[0] is None else found[0], found[1])


def _blocked(survey: Survey, observer: Ref, target: Ref) -> Found:
    found = survey.sight(observer, target)
    return None if found is None else (UNDECIDED if found[0] is None else not found[0], found[1])


def _line(survey: Survey, observer: Ref, target: Ref) -> Found:
    start, end = survey.space(observer), survey.spot(target)
    if start is None or end is None or end.is_corner:
        return None
    if survey.geometry.properties.get("blocked") and (found := survey.sight(observer, target)) is not None and found[0] is None:
        return UNDECIDED, found[1]  # a line of which nobody knows whether it is blocked makes no sight
    line = _straight(survey, start, end)
    runs = [] if line is None or len(line.spaces) < 2 else [_runs(survey, line)]
    return True, [*where(survey, observer, target), *runs]


def _straight(survey: Survey, start: Spot, end: Spot) -> Line | None:
    """The line from a space to a space or an edge, whatever is in its way."""
    return View(survey.board, Eyes(on_edge=lambda *_: False, nubbin=lambda *_: False)).see(start, end).line


def _runs(survey: Survey, line: Line) -> str:
    return f"{line_words(survey.board, line)} runs through {', '.join(space_name(one) for one in line.spaces)}"


def _through(survey: Survey, observer: Ref, target: Ref, passed: Ref) -> Found:
    start, end, space = survey.space(observer), survey.spot(target), survey.space(passed)
    if start is None or end is None or end.is_corner or space is None:
        return None
    line = _straight(survey, start, end)
    return None if line is None else (space in line.spaces[1:], [_runs(survey, line), *where(survey, passed)])


def _same(survey: Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.space(one), survey.space(other)
    return None if here is None or there is None else (here == there, where(survey, one, other))


def _shares(survey: Survey, one: Ref, other: Ref) -> Found:
    return _same(survey, one, other) if one != other else None


def _next(survey: Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.space(one), survey.space(other)
    return None if here is None or there is None else (next_to(survey.board, here, there), where(survey, one, other))


def _touching(survey: Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.space(one), survey.space(other)
    return None if here is None or there is None else (touching(survey.board, here, there), where(survey, one, other))


def _borders(survey: Survey, thing: Ref, other: Ref) -> Found:
    edge, space = survey.spot(thing), survey.space(other)
    if edge is None or space is None or edge.is_corner:
        return None
    return edge.is_edge and edge in edges_around(survey.board, space), where(survey, thing, other)


def _inside(survey: Survey, thing: Ref, holder: Ref) -> Found:
    kind, table = survey.geometry.kind("holders"), survey.world.table
    if thing == holder or kind and kind not in table.declared_kinds(holder):
        return None
    return _same(survey, thing, holder)


def _holds_up(survey: Survey, thing: Ref, nubbin: Ref) -> Found:
    edge, corners = survey.spot(thing), survey.positions.corners(nubbin.name)
    if edge is None or not corners or survey.gone(nubbin):
        return None
    return any(edge == corner.beside(heading) for corner in corners for heading in HEADINGS), where(survey, thing, nubbin)


def _side(survey: Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.space(one), survey.space(other)
    if here is None or there is None:
        return None
    return any(not step.joined for step in steps_between(survey.board, here, there)), where(survey, one, other)


def _joined(survey: Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.space(one), survey.space(other)
    if here is None or there is None:
        return None
    steps = [step for step in steps_between(survey.board, here, there) if step.joined]
    ways = [f"out {place(survey.board, step.edges[0])} one comes in {place(survey.board, step.edges[1])}" for step in steps[:1]]
    return bool(steps), [*ways, *where(survey, one, other)]


def _across(survey: Survey, one: Ref) -> Found:
    """The space that joined edges lead to from this one, if that is one space only."""
    here = survey.space(one)
    if here is None:
        return None
    steps = {step.space: step for step in steps_from(survey.board, here) if step.joined}
    if len(steps) != 1:
        return None
    ((space, step),) = steps.items()
    return Ref(space_name(space)), [f"out {place(survey.board, step.edges[0])} one comes in {place(survey.board, step.edges[1])}"]


def _clear(survey: Survey, one: Ref, other: Ref) -> Found:
    """Whether the line between two things is clear for anybody: nothing is seen past on it."""
    found = survey.sight(one, other, anybody=True)
    return None if found is None else (UNDECIDED if found[0] is None else found[0], found[1])


def _last_before(survey: Survey, one: Ref, other: Ref) -> Found:
    """The last space before the other's on the line there; before an edge, the space at it."""
    start, end = survey.space(one), survey.spot(other)
    if start is None or end is None or end.is_corner:
        return None
    line = _straight(survey, start, end)
    if line is None:
        return None
    space = line.spaces[-1] if end.is_edge else line.spaces[max(len(line.spaces) - 2, 0)]
    return Ref(space_name(space)), [_runs(survey, line)]


_ANSWERS: dict[str, Callable[..., Found]] = {
    "position": layout_answers.position, "drawn": _drawn, "sight": _sight, "blocked": _blocked, "line": _line, "clear": _clear,
    "through": _through, "last before": _last_before, "same space": _same, "shares": _shares, "next to": _next, "at a corner": _touching,
    "borders": _borders, "inside": _inside, "holds up": _holds_up, "side in common": _side, "joined": _joined, "across": _across,
    "distance": movement.distance, "within": movement.within, "towards": movement.towards, "way on": movement.way_on,
    "walled in": movement.walled_in, "dead end": movement.in_a_dead_end, "reach": movement.reach, "points to": movement.points_to,
    "over": movement.over,
    "direction": driving.direction, "beyond": driving.beyond, "loop": driving.loop, "driven": driving.driven,
    "stands on": layout_answers.stands_on, "corner": layout_answers.corner, "turned": layout_answers.turned,
    "printed": layout_answers.printed, "in sector": layout_answers.within, "on the join": layout_answers.on_the_join,
    "other drawing": layout_answers.other_drawing, "lies over": layout_answers.lies_over, "faces": layout_answers.faces,
    "marked": layout_answers.marked, "spaces driven": driving.spaces_driven, "first free": driving.first_free,
    "pushed": driving.push, "strays": driving.stray,
}  # fmt: skip
