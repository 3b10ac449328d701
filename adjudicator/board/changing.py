"""Changes of a map, one at a time: each makes another map, the old one stays as it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from adjudicator.board.joins import partner
from adjudicator.board.maps import Board, BoardError, Table, Thing
from adjudicator.board.spots import Spot, space_name


def put(board: Board, spot: Spot, thing: Thing, first: bool = False) -> Board:
    """The map with a thing more on a space or an edge, behind the others there, or before them.

    On an edge "before" is its north or west side.  Raises BoardError when the map has no such place.
    """
    _check(board, spot)
    others = board.on(spot)
    return replace(board, things=board.things.with_({spot: (thing, *others) if first else (*others, thing)}))


def taken(board: Board, spot: Spot, thing: Thing, both: bool = False) -> Board:
    """The map without a thing; what the print shows on an edge is kept in mind as gone.

    `both`: what is alike on the edge that this one is joined with is the same thing, and is taken with it.
    Raises BoardError when the thing is not there.
    """
    other = partner(board, spot) if both and spot.is_edge else None
    if other is not None:
        alike = [one for one in board.on(other) if (one.kind, one.name) == (thing.kind, thing.name)]
        board = taken(board, other, alike[0]) if alike else board
    others = list(board.on(spot))
    if thing not in others:
        raise BoardError(f"{thing} is not where it should be taken from")
    others.remove(thing)
    changed = replace(board, things=board.things.with_({spot: tuple(others)}))
    if not thing.printed or not spot.is_edge:
        return changed
    return replace(changed, gone=board.gone.with_({spot: (*board.gone.get(spot, ()), thing)}))


def restored(board: Board, edge: Spot) -> Board:
    """The map with everything that was printed on an edge there again."""
    things = (*board.on(edge), *board.gone.get(edge, ()))
    return replace(board, things=board.things.with_({edge: things}), gone=board.gone.with_({edge: None}))


def moved(board: Board, thing: Thing, start: Spot, end: Spot) -> Board:
    """The map with a thing somewhere else."""
    return put(taken(board, start, thing), end, thing)


def changed(board: Board, spot: Spot, old: Thing, new: Thing) -> Board:
    """The map with one thing in the place of another, as a door that is open in the place of one that is not."""
    things = list(board.on(spot))
    if old not in things:
        raise BoardError(f"{old} is not where it should be changed")
    things[things.index(old)] = new
    return replace(board, things=board.things.with_({spot: tuple(things)}))


def standing(board: Board, where: Mapping[Thing, Spot], instead_of: Iterable[Thing] = ()) -> Board:
    """The map with these things where they stand now, and nowhere else; and without some other things in its spaces.

    For a caller that keeps the places of its things elsewhere.  Raises BoardError when the map has no such place.
    """
    lifted = {*where, *instead_of}
    found: dict[Spot, tuple[Thing, ...]] = {}
    for spot, things in board.things.items():
        found[spot] = tuple(thing for thing in things if thing not in lifted)
    for thing, spot in where.items():
        _check(board, spot)
        found[spot] = (*found.get(spot, ()), thing)
    return replace(board, things=Table[Spot, tuple[Thing, ...]]().with_(found))


def marked(board: Board, space: Spot, marks: Iterable[str]) -> Board:
    """The map with these marks on the ground of a space, and no others."""
    _check(board, space)
    return replace(board, marks=board.marks.with_({space: tuple(marks)}))


def marks_swapped(board: Board, one: Spot, other: Spot) -> Board:
    """The map with the marks of two spaces in each other's place."""
    _check(board, one)
    _check(board, other)
    marks = board.marks
    return replace(board, marks=marks.with_({one: marks.get(other, ()), other: marks.get(one, ())}))


def _check(board: Board, spot: Spot) -> None:
    known = spot in board.spaces if spot.is_space else spot.is_edge and bool(board.beside(spot))
    if not known:
        raise BoardError(f"the map has no {space_name(spot)}" if spot.is_space else "the map has no such edge")
