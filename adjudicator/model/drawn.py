"""A drawn map as a scenario brings it to the table: the board, and which thing of the table each thing on it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.board.maps import Board
from adjudicator.board.maps import Thing as Piece
from adjudicator.board.spots import Spot


@dataclass(frozen=True)
class DrawnBoard:
    """The board of a situation.

    `names`: the thing of the table that something on a spot is.  `spots`: where the map draws a thing of the table
    (a space, an edge, or for an end of wall a corner).  `pieces`: what it is on the board.  `kind`: the kind of its spaces.
    """

    board: Board
    names: Mapping[tuple[Spot, Piece], str] = field(default_factory=dict)
    spots: Mapping[str, Spot] = field(default_factory=dict)
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    corners: Mapping[Spot, str] = field(default_factory=dict)
