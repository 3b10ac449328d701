"""What a drawn map answers where nothing else speaks (docs/meaning.md 12).

Geometry asks the clauses, through the world, what blocks and what lets pass; its
answer rests on all the instances it asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from adjudicator.board.changing import put, taken
from adjudicator.board.distance import Measure, distance, nearer
from adjudicator.board.eyes import CROSSES, NUBBIN, TOUCHES, Eyes, Line, Met, Sight
from adjudicator.board.maps import Board, Crossing
from adjudicator.board.maps import Thing as Piece
from adjudicator.board.places import Open, always, closed_in, edges_around, next_to, steps_between, steps_from, touching
from adjudicator.board.sight import View
from adjudicator.board.spots import HEADINGS, Spot, named_space
from adjudicator.board.words import line_words, place, sight_words, space_name, spot_phrase
from adjudicator.logic.undecided import UNDECIDED
from adjudicator.model.outcomes import Resolution
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Geometry

if TYPE_CHECKING:
    from adjudicator.logic.walking.resolve import World
    from adjudicator.logic.walking.table import Table

T = TypeVar("T")
Found = tuple[Value, list[str]] | None
"""An answer with its words; None where geometry has nothing to say."""


def answers(world: World, name: str) -> bool:
    """Whether the map of the situation, if there is one, answers this property."""
    geometry = world.book.geometry
    return world.situation.board is not None and geometry is not None and name in geometry.answered


def answer(world: World, node: Node) -> Resolution | None:
    """The map's answer, resting on what was asked for it; None where it has none, as for things that are not on it."""
    geometry = world.book.geometry
    assert geometry is not None
    if not all(isinstance(arg, Ref) for arg in node[1]):
        return None
    survey = _Survey(world, geometry)
    world._reading.append({})
    try:
        found = _ANSWERS[geometry.answered[node[0]].key](survey, *node[1])
    finally:
        read = world._reading.pop()
    if found is None:
        return None
    value, words = found
    return Resolution(node, value, "geometry", rests_on=tuple(n for n in read if n != node), words=tuple(words), sight=survey.seen)


@dataclass(frozen=True)
class Positions:
    """Where the things of a moment stand that do not stand where the map draws them, and the board with them there."""

    board: Board
    moved: dict[str, Spot | None]


def positions(table: Table) -> Positions:
    """What the facts of the moment say of where things stand."""
    drawn, geometry = table.situation.board, table.book.geometry
    assert drawn is not None
    name = geometry.properties.get("position", "") if geometry is not None else ""
    moved: dict[str, Spot | None] = {}
    facts = [(node[1], fact) for node, fact in table.situation.facts.items() if node[0] == name and not fact.unknown]
    for args, fact in sorted(facts, key=lambda one: one[1].step):
        spot = named_space(args[1].name) if isinstance(args[1], Ref) else None
        if spot not in drawn.board.spaces or not isinstance(args[0], Ref):
            continue
        if fact.value is True:
            moved[args[0].name] = spot
        elif drawn.spots.get(args[0].name) == spot:
            moved.setdefault(args[0].name, None)
    board = drawn.board
    for name, spot in moved.items():
        piece, start = drawn.pieces.get(name, Piece("", name)), drawn.spots.get(name)
        if start is not None and piece in board.on(start):
            board = taken(board, start, piece)
        if spot is not None:
            board = put(board, spot, Piece(piece.kind, name))
    return Positions(board, moved)


class _Survey:
    """One question put to the map in one world."""

    def __init__(self, world: World, geometry: Geometry) -> None:
        self.world, self.geometry = world, geometry
        drawn = world.situation.board
        assert drawn is not None
        self.drawn, self.positions = drawn, world.table.positions
        self.board = self.positions.board
        self.seen: Sight | None = None

    # ---- where things are ----

    def spot(self, thing: Ref) -> Spot | None:
        """Where a thing is: the space the facts put it in, else where it is drawn; nowhere when it is gone."""
        if self.gone(thing):
            return None
        if thing.name in self.positions.moved:
            spot = self.positions.moved[thing.name]
            if spot is not None:
                self.world.value((self.geometry.properties["position"], (thing, Ref(space_name(spot)))))
            return spot
        return self.drawn.spots.get(thing.name)

    def gone(self, thing: Ref) -> bool:
        """Whether a thing that the map draws is there no more."""
        name = self.geometry.properties.get("gone")
        if name is None or thing.name not in self.drawn.spots:
            return False
        kind = self.world.book.properties[name].kinds[0]
        return self.world.is_kind(thing, kind) and self.world.value((name, (thing,))) is True

    def space(self, thing: Ref) -> Spot | None:
        """The same, where it is in a space."""
        spot = self.spot(thing)
        return spot if spot is not None and spot.is_space else None

    def called(self, piece: Piece, spot: Spot) -> Ref:
        """The thing of the table that something on the board is."""
        return Ref(self.drawn.names.get((spot, piece), piece.name))

    def is_space(self, thing: Ref) -> bool:
        """Whether this is a space of the map itself."""
        spot = self.drawn.spots.get(thing.name)
        return spot is not None and spot.is_space and thing.name == space_name(spot)

    # ---- sight ----

    def sight(self, observer: Ref, target: Ref) -> tuple[bool | None, list[str]] | None:
        """Whether one is seen from where the other is; None of it where what blocks is undecided and matters."""
        start, end = self.space(observer), self.spot(target)
        if start is None or end is None or end.is_corner:
            return None
        strict, doubt = self._see(observer, target, start, end, True)
        self.seen = strict
        if not doubt or strict.clear:
            return strict.clear, sight_words(self.board, strict)
        kind, _ = self._see(observer, target, start, end, False)
        return (None if kind.clear else False), sight_words(self.board, strict)

    def _see(self, observer: Ref, target: Ref, start: Spot, end: Spot, doubtful: bool) -> tuple[Sight, bool]:
        """The line of sight, if what is undecided blocks (or not), and whether anything was."""
        blocks, doubt = self.geometry.properties.get("blocks"), []

        def stops(thing: Ref) -> bool:
            if blocks is None or thing in (observer, target) or self.gone(thing):
                return blocks is None and not self.gone(thing)
            places = len(self.world.book.properties[blocks].roles)
            value = self.world.value((blocks, (thing, observer)[:places]))
            if value is UNDECIDED:
                doubt.append(thing)
                return doubtful
            return value is True

        eyes = Eyes(
            on_edge=lambda piece, edge: stops(self.called(piece, edge)),
            in_space=lambda piece, space, how: blocks is not None and stops(self.called(piece, space)),
            nubbin=lambda corner: corner not in self.drawn.corners or stops(Ref(self.drawn.corners[corner])),
            past=self._past(observer),
        )
        piece = self.drawn.pieces.get(target.name) if end.is_edge else None
        return View(self.board, eyes).see(start, end, piece), bool(doubt)

    def _past(self, observer: Ref) -> Callable[[tuple[Met, ...]], bool] | None:
        """How much the observer sees past: so many things on edges, one after another."""
        name = self.geometry.properties.get("looks past")
        if name is None:
            return None
        number = self.world.value((name, (observer,)))
        if not isinstance(number, Fraction) or number < 1:
            return None
        return lambda met: len(met) <= number and all(one.how in (CROSSES, TOUCHES, NUBBIN) for one in met)

    # ---- movement ----

    def walked(self, work: Callable[[Open], T], *apart: Ref) -> T | None:
        """What comes of it for one who walks; None where it matters whether something undecided stops him.

        What is `apart` stops nobody: the one who walks, and what he walks to.
        """
        stops, doubt = self.geometry.properties.get("stops"), []
        if stops is None:
            return work(always)

        def opener(doubtful: bool) -> Open:
            def stopped(thing: Ref) -> bool:
                value = self.world.value((stops, (thing,))) if thing not in apart and not self.gone(thing) else False
                doubt.append(thing) if value is UNDECIDED else None
                return doubtful if value is UNDECIDED else value is True

            def open(crossing: Crossing) -> bool:
                met = [*self.board.met(crossing), *((piece, crossing.space) for piece in self.board.on(crossing.space))]
                return not any(stopped(self.called(piece, spot)) for piece, spot in met)

            return open

        strict = work(opener(True))
        return strict if not doubt or work(opener(False)) == strict else None


def _where(survey: _Survey, *things: Ref) -> list[str]:
    """Where things are, as a sentence."""
    found = []
    for thing in things:
        spot = survey.spot(thing)
        if spot is not None and not survey.is_space(thing) and place(survey.board, spot) not in thing.name:
            name = f"the {thing.name}" if thing.name[:1].islower() else thing.name
            found.append(f"{name} is {place(survey.board, spot)}")
    return [" and ".join(found)] if found else []


def _position(survey: _Survey, thing: Ref, space: Ref) -> Found:
    if thing.name in survey.positions.moved or thing.name not in survey.drawn.spots or survey.is_space(thing):
        return None
    return survey.drawn.spots[thing.name] == survey.drawn.spots.get(space.name, ()), _where(survey, thing)


def _drawn(survey: _Survey, thing: Ref) -> Found:
    return (True, _where(survey, thing)) if thing.name in survey.drawn.spots else None


def _sight(survey: _Survey, observer: Ref, target: Ref) -> Found:
    found = survey.sight(observer, target)
    return None if found is None else (UNDECIDED if found[0] is None else found[0], found[1])


def _blocked(survey: _Survey, observer: Ref, target: Ref) -> Found:
    found = survey.sight(observer, target)
    return None if found is None else (UNDECIDED if found[0] is None else not found[0], found[1])


def _line(survey: _Survey, observer: Ref, target: Ref) -> Found:
    start, end = survey.space(observer), survey.spot(target)
    if start is None or end is None or end.is_corner:
        return None
    if survey.geometry.properties.get("blocked") and (found := survey.sight(observer, target)) is not None and found[0] is None:
        return UNDECIDED, found[1]  # a line of which nobody knows whether it is blocked makes no sight
    line = _straight(survey, start, end)
    runs = [] if line is None or len(line.spaces) < 2 else [_runs(survey, line)]
    return True, [*_where(survey, observer, target), *runs]


def _straight(survey: _Survey, start: Spot, end: Spot) -> Line | None:
    """The line from a space to a space or an edge, whatever is in its way."""
    return View(survey.board, Eyes(on_edge=lambda *_: False, nubbin=lambda *_: False)).see(start, end).line


def _runs(survey: _Survey, line: Line) -> str:
    return f"{line_words(survey.board, line)} runs through {', '.join(space_name(one) for one in line.spaces)}"


def _through(survey: _Survey, observer: Ref, target: Ref, passed: Ref) -> Found:
    start, end, space = survey.space(observer), survey.spot(target), survey.space(passed)
    if start is None or end is None or end.is_corner or space is None:
        return None
    line = _straight(survey, start, end)
    return None if line is None else (space in line.spaces[1:], [_runs(survey, line), *_where(survey, passed)])


def _same(survey: _Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.space(one), survey.space(other)
    return None if here is None or there is None else (here == there, _where(survey, one, other))


def _shares(survey: _Survey, one: Ref, other: Ref) -> Found:
    return _same(survey, one, other) if one != other else None


def _next(survey: _Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.space(one), survey.space(other)
    return None if here is None or there is None else (next_to(survey.board, here, there), _where(survey, one, other))


def _touching(survey: _Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.space(one), survey.space(other)
    return None if here is None or there is None else (touching(survey.board, here, there), _where(survey, one, other))


def _borders(survey: _Survey, thing: Ref, other: Ref) -> Found:
    edge, space = survey.spot(thing), survey.space(other)
    if edge is None or space is None or edge.is_corner:
        return None
    return edge.is_edge and edge in edges_around(survey.board, space), _where(survey, thing, other)


def _inside(survey: _Survey, thing: Ref, holder: Ref) -> Found:
    kind, table = survey.geometry.kind("holders"), survey.world.table
    if thing == holder or kind and kind not in table.declared_kinds(holder):
        return None
    return _same(survey, thing, holder)


def _holds_up(survey: _Survey, thing: Ref, nubbin: Ref) -> Found:
    edge, corner = survey.spot(thing), survey.spot(nubbin)
    if edge is None or corner is None or not corner.is_corner:
        return None
    return edge in [corner.beside(heading) for heading in HEADINGS], _where(survey, thing, nubbin)


def _side(survey: _Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.space(one), survey.space(other)
    if here is None or there is None:
        return None
    return any(not step.joined for step in steps_between(survey.board, here, there)), _where(survey, one, other)


def _joined(survey: _Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.space(one), survey.space(other)
    if here is None or there is None:
        return None
    steps = [step for step in steps_between(survey.board, here, there) if step.joined]
    ways = [f"out {place(survey.board, step.edges[0])} one comes in {place(survey.board, step.edges[1])}" for step in steps[:1]]
    return bool(steps), [*ways, *_where(survey, one, other)]


def _across(survey: _Survey, one: Ref) -> Found:
    """The space that joined edges lead to from this one, if that is one space only."""
    here = survey.space(one)
    if here is None:
        return None
    steps = {step.space: step for step in steps_from(survey.board, here) if step.joined}
    if len(steps) != 1:
        return None
    ((space, step),) = steps.items()
    return Ref(space_name(space)), [f"out {place(survey.board, step.edges[0])} one comes in {place(survey.board, step.edges[1])}"]


def _towards(survey: _Survey, one: Ref, goal: Ref) -> Found:
    """The space next to the first on the shortest way to the second; undecided where several are as near."""
    here, there = survey.space(one), survey.space(goal)
    if here is None or there is None or here == there:
        return None
    steps = survey.walked(lambda open: {step.space for step in nearer(survey.board, here, there, Measure(open=open))}, one, goal)
    if steps is None or len(steps) != 1:
        return (UNDECIDED, []) if steps != set() else None
    (space,) = steps
    return Ref(space_name(space)), [f"from {space_name(here)} the way to {space_name(there)} leads by {space_name(space)}"]


def _way_on(survey: _Survey, space: Ref, walker: Ref) -> Found:
    here, there = survey.space(walker), survey.space(space)
    if here is None or there is None:
        return None
    ways = survey.walked(lambda open: next_to(survey.board, here, there, open), walker)
    return UNDECIDED if ways is None else ways, _where(survey, walker)


def _walled_in(survey: _Survey, walker: Ref) -> Found:
    here = survey.space(walker)
    if here is None:
        return None
    found = survey.walked(lambda open: closed_in(survey.board, here, open), walker)
    return UNDECIDED if found is None else found, _where(survey, walker)


def _distance(survey: _Survey, one: Ref, other: Ref) -> Found:
    here, there = survey.spot(one), survey.spot(other)
    if here is None or there is None or here.is_corner or there.is_corner or not (here.is_space or there.is_space):
        return None
    if not here.is_space:
        here, there = there, here
    found = survey.walked(lambda open: [distance(survey.board, here, there, Measure(open=open))], one, other)
    if found is None:
        return UNDECIDED, []
    steps = found[0]
    if steps is None:
        return None
    ends = f"from {space_name(here)} to {spot_phrase(survey.board, there)}"
    return steps, [f"{ends} it is {steps} {'step' if steps <= 1 else 'steps'}"]


_ANSWERS: dict[str, Callable[..., Found]] = {
    "position": _position, "drawn": _drawn, "sight": _sight, "blocked": _blocked, "line": _line, "through": _through,
    "same space": _same, "shares": _shares, "next to": _next, "at a corner": _touching, "borders": _borders, "inside": _inside,
    "holds up": _holds_up, "distance": _distance, "side in common": _side, "joined": _joined, "across": _across,
    "towards": _towards, "way on": _way_on, "walled in": _walled_in,
}  # fmt: skip
