"""What a picture shows besides the map: asked lines of sight, ways, distances, reachable spaces, and how things look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from itertools import pairwise

from adjudicator.board.eyes import Point, Sight
from adjudicator.board.maps import Board, Thing
from adjudicator.board.moving import Walked
from adjudicator.board.places import steps_between
from adjudicator.board.spots import Spot
from adjudicator.board.tracing import point
from adjudicator.board.words import sight_words, walked_words
from adjudicator.records import dataclass

MOST_WAYS = 3
"""From one space no more ways than this are drawn of one who can choose where he goes: of more, only where they lead is shown."""


def _solid(thing: Thing) -> bool:
    return not thing.name and thing.kind == "wall"


@dataclass(frozen=True)
class Shown:
    """What to draw over a map.

    `sights`: lines of sight, green where clear, red up to the place where they are blocked.  `walks`: ways of those who
    walk or are driven, with what it takes to come to the spaces in question.  `numbers`: a number for
    spaces, as distances are.  `shaded`: spaces to shade, as those that can be reached.  `solid(thing)`: is this thing
    on an edge drawn as a wall without a name?  `caption`: which moment this is; empty where there is one only.
    """

    sights: tuple[Sight, ...] = ()
    numbers: Mapping[Spot, Fraction] = field(default_factory=dict)
    shaded: frozenset[Spot] = frozenset()
    solid: Callable[[Thing], bool] = _solid
    walks: tuple[Walked, ...] = ()
    caption: str = ""

    def at_spaces(self) -> dict[Spot, Fraction]:
        """The numbers at spaces and edges: those given, and what the walks take; the least where there are several."""
        found = dict(self.numbers)
        for walk in self.walks:
            for spot, cost in walk.costs:
                if spot not in self.numbers:
                    found[spot] = min(found.get(spot, cost), cost)
        return found

    def in_shade(self) -> frozenset[Spot]:
        """The spaces to shade: those given, and those that a walk says one can come to."""
        return self.shaded | {spot for walk in self.walks if len(walk.costs) > 1 for spot, _ in walk.costs if spot.is_space}


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line to draw: whether it is clear, its pieces, where it stops if it is not, what there is to say of it, and where it
    would have gone on to, where that is straight on the drawing."""

    clear: bool
    pieces: tuple[tuple[Point, Point], ...]
    stop: Point | None
    words: str
    rest: tuple[Point, Point] | None = None


def strokes(board: Board, sights: tuple[Sight, ...]) -> list[Stroke]:
    """The line of every sight; of one that is blocked every way, the line straight on the drawing."""
    found = []
    for sight in sights:
        words = "; ".join(sight_words(board, sight))
        if sight.line is not None:
            found.append(Stroke(True, sight.line.pieces, None, words))
        elif sight.blocked:
            first = sight.blocked[0]
            rest = None if first.line.joins or len(first.line.pieces) > 1 else (first.at, point(sight.target))
            found.append(Stroke(False, first.line.pieces, first.at, words, rest))
    return found


@dataclass(frozen=True, slots=True)
class Trail:
    """One way to draw: its pieces, broken where it goes through joined edges or a warp, and what there is to say of it."""

    pieces: tuple[tuple[Point, ...], ...]
    arrives: bool
    words: str


def trails(board: Board, walks: Iterable[Walked]) -> list[Trail]:
    """The ways of those who walk, but not of one who can go many ways."""
    moving = list({walk.way: walk for walk in sorted(walks, key=lambda walk: bool(walk.costs)) if len(walk.way) > 1}.values())
    among = [walk for walk in moving if len(walk.costs) > 1]
    crowded = {walk.way[0] for walk in among if sum(other.way[0] == walk.way[0] for other in among) > MOST_WAYS}
    few = [walk for walk in moving if walk not in among or walk.way[0] not in crowded]
    return [Trail(_pieces(board, walk.way), walk.arrives, walked_words(board, walk)) for walk in few]


def _pieces(board: Board, way: tuple[Spot, ...]) -> tuple[tuple[Point, ...], ...]:
    """A way as lines of points: out to a joined edge and in again from the other; broken where a warp is gone through."""
    pieces: list[list[Point]] = [[point(way[0])]]
    for here, there in pairwise(way):
        crossings = steps_between(board, here, there) if there.is_space else []
        plain = not there.is_space or any(not crossing.joined for crossing in crossings)
        if crossings and not plain:
            pieces[-1].append(point(crossings[0].edges[0]))
            pieces.append([point(crossings[0].edges[1])])
        elif not plain:
            pieces.append([])
        pieces[-1].append(point(there))
    return tuple(tuple(piece) for piece in pieces if len(piece) > 1)
