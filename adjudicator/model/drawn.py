"""A drawn map as a scenario brings it to the table: the board, and which thing of the table each thing on it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from adjudicator.records import dataclass

if TYPE_CHECKING:
    from adjudicator.board.maps import Board
    from adjudicator.board.maps import Thing as Piece
    from adjudicator.board.spots import Spot


@dataclass(frozen=True)
class DrawnBoard:
    """The board of a situation.

    Every piece on it is `called` by the name of its thing of the table; what several sectors print on their border is a
    piece of each.  `spots`: where the map draws a thing of the table (a space, an edge, or for an end of wall a corner),
    spaces and edges of the map and of its room included.  `pieces`: what it is on the board.  `nubbins`: the names of
    the ends of wall by their corner and the sector that prints them ("": none).  `kind`: the kind of its edges.
    """

    board: Board
    spots: Mapping[str, Spot] = field(default_factory=dict)
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    nubbins: Mapping[tuple[Spot, str], str] = field(default_factory=dict)
    edges: frozenset[str] = frozenset()
    kind: str = ""
    laid: dict[object, object] = field(default_factory=dict, compare=False)
