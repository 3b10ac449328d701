"""What a picture shows besides the map: asked lines of sight, distances, reachable spaces, and how things look."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from adjudicator.board.eyes import Point, Sight
from adjudicator.board.maps import Board, Thing
from adjudicator.board.spots import Spot
from adjudicator.board.words import sight_words


def _solid(thing: Thing) -> bool:
    return not thing.name and thing.kind == "wall"


@dataclass(frozen=True)
class Shown:
    """What to draw over a map.

    `sights`: lines of sight, green where clear, red up to the place where they are blocked.  `numbers`: a number for
    spaces, as distances are.  `shaded`: spaces to shade, as those that can be reached.  `solid(thing)`: is this thing
    on an edge drawn as a wall without a name?
    """

    sights: tuple[Sight, ...] = ()
    numbers: Mapping[Spot, Fraction] = field(default_factory=dict)
    shaded: frozenset[Spot] = frozenset()
    solid: Callable[[Thing], bool] = _solid


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line to draw: whether it is clear, its pieces, where it stops if it is not, and what there is to say of it."""

    clear: bool
    pieces: tuple[tuple[Point, Point], ...]
    stop: Point | None
    words: str


def strokes(board: Board, sights: tuple[Sight, ...]) -> list[Stroke]:
    """The line of every sight; of one that is blocked every way, the line straight on the drawing."""
    found = []
    for sight in sights:
        words = "; ".join(sight_words(board, sight))
        if sight.line is not None:
            found.append(Stroke(True, sight.line.pieces, None, words))
        elif sight.blocked:
            first = sight.blocked[0]
            found.append(Stroke(False, first.line.pieces, first.at, words))
    return found
