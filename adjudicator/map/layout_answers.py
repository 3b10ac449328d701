"""What a drawn map answers about itself: what lies on which edge, which sector prints it, how a sector lies, what is marked."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.board.maps import Thing as Piece
from adjudicator.board.spots import EAST, NORTH, SOUTH, WEST, Spot, space_name
from adjudicator.language.wording import node_text
from adjudicator.map.steps import Found, where
from adjudicator.map.survey import Survey
from adjudicator.model.values import Ref


def position(survey: Survey, thing: Ref, space: Ref) -> Found:
    """Whether a thing stands in a space, where no fact says so or where it stands instead."""
    spot = survey.drawn_at(thing)
    return None if spot is None else (spot == survey.drawn.spots.get(space.name), where(survey, thing))


def stands_on(survey: Survey, thing: Ref, edge: Ref) -> Found:
    """The same of a thing and an edge."""
    spot = survey.drawn_at(thing)
    return None if spot is None or edge.name not in survey.drawn.edges else (spot == survey.drawn.spots[edge.name], where(survey, thing))


def corner(survey: Survey, sector: Ref) -> Found:
    """The space in the north-west corner of a sector, as it is drawn; facts say where else it lies."""
    known = survey.drawn.board.sectors.get(sector.name)
    return None if known is None else (Ref(space_name(known.corner)), [])


def turned(survey: Survey, sector: Ref) -> Found:
    """By how many quarters a sector is turned, as it is drawn."""
    known = survey.drawn.board.sectors.get(sector.name)
    return None if known is None else (Fraction(known.turned), [])


def printed(survey: Survey, thing: Ref, sector: Ref) -> Found:
    """Whether a thing is part of the print of a sector."""
    piece = survey.drawn.pieces.get(thing.name)
    return None if piece is None or sector.name not in survey.drawn.board.sectors else (sector.name in piece.printed, [])


def within(survey: Survey, thing: Ref, sector: Ref) -> Found:
    """Whether a space, or what stands somewhere, is in a sector, its border included."""
    spot, known = survey.positions.spot(thing.name), survey.board.sectors.get(sector.name)
    if spot is None or known is None:
        return None
    survey.rest_on_lie(sector.name)
    return known.holds(spot), where(survey, thing)


def on_the_join(survey: Survey, thing: Ref, one: Ref, other: Ref) -> Found:
    """Whether an edge, or what stands on it (or stood, before it was destroyed), lies between two sectors."""
    spot, sectors = survey.positions.spot(thing.name), survey.board.sectors
    if spot is None or one.name not in sectors or other.name not in sectors:
        return None
    survey.rest_on_lie(one.name)
    survey.rest_on_lie(other.name)
    found = spot.is_edge and one != other and sectors[one.name].holds(spot) and sectors[other.name].holds(spot)
    return found, where(survey, thing)


def other_drawing(survey: Survey, one: Ref, other: Ref) -> Found:
    """Whether two sectors print two things of one kind on one edge."""
    first, second = survey.drawn.pieces.get(one.name), survey.drawn.pieces.get(other.name)
    if first is None or second is None or not first.printed or not second.printed:
        return None
    here, there = survey.positions.spot(one.name), survey.positions.spot(other.name)
    for sector in (*first.printed, *second.printed):
        survey.rest_on_lie(sector)
    alike = first.kind == second.kind and first.printed != second.printed and here == there
    return here is not None and here.is_edge and alike, where(survey, one)


def lies_over(survey: Survey, layer: Ref, covered: Ref, observer: Ref | None = None) -> Found:
    """Whether one thing lies on the same edge as another, right before it; with an observer, on his side of it."""
    spot, other = survey.spot(layer), survey.spot(covered)
    if spot is None or other is None or not spot.is_edge:
        return None
    row = _row(survey, spot)
    beside = layer.name in row and covered.name in row and abs(row.index(layer.name) - row.index(covered.name)) == 1
    if observer is None or not beside:
        return beside, where(survey, layer)
    here = survey.space(observer)
    if here is None:
        return None
    before = here.x < spot.x if spot.upright else here.y < spot.y
    return before == (row.index(layer.name) < row.index(covered.name)), where(survey, layer, observer)


def faces(survey: Survey, thing: Ref) -> Found:
    """The space towards which a thing lies on its edge, where something else is on the other side of it there."""
    spot = survey.spot(thing)
    row = _row(survey, spot) if spot is not None and spot.is_edge else []
    if spot is None or len(row) < 2 or thing.name not in (row[0], row[-1]):
        return None
    first, last = (WEST, EAST) if spot.upright else (NORTH, SOUTH)
    space = spot.beside(first if thing.name == row[0] else last)
    return (Ref(space_name(space)), where(survey, thing)) if space in survey.board.spaces else None


def _row(survey: Survey, spot: Spot) -> list[str]:
    """The names of the things on an edge that are there still, in order."""
    pieces: list[Piece] = [piece for piece in survey.board.on(spot) if piece.called not in survey.drawn.edges]
    return [piece.called for piece in pieces if not survey.gone(Ref(piece.called))]


def marked(survey: Survey, thing: Ref) -> Found:
    """The space whose ground is marked with what is asked for, said as the book says it."""
    wanted = node_text(survey.world.book, survey.node, survey.world.table.all_things)
    found = [space for space, marks in survey.drawn.board.marks.items() if wanted in (mark.removeprefix("the ") for mark in marks)
             or wanted.removeprefix("the ") in (mark.removeprefix("the ") for mark in marks)]  # fmt: skip
    return (Ref(space_name(found[0])), [f"the ground of {space_name(found[0])} is marked so"]) if len(found) == 1 else None
