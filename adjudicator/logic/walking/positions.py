"""Where the things of a drawn map stand in a moment, and the board with them there (docs/meaning.md 12.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.board.changing import put, taken
from adjudicator.board.maps import Board
from adjudicator.board.maps import Thing as Piece
from adjudicator.board.spots import Spot, named_space
from adjudicator.model.values import Ref

if TYPE_CHECKING:
    from adjudicator.logic.walking.table import Table


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
