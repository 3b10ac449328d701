"""How the sectors of a map lie: turned and moved as wholes, with all that their print shows, and joined edges after it.

What is not printed keeps its place; where it should go along, the caller says where it is now.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from adjudicator.board.joins import Joins, opposite, outer_sides
from adjudicator.board.maps import Board, BoardError, Sector, Side, Table, Thing
from adjudicator.board.rearranging import Going, rearranged
from adjudicator.board.spots import Motion, Spot, back, shift, turn_about
from adjudicator.records import dataclass

STAY = Going(along=lambda what, place: isinstance(what, Thing) and bool(what.printed), keeps=lambda seam: "")


@dataclass(frozen=True, slots=True, order=True)
class Lie:
    """How a sector lies: the space in its north-west corner, and its quarter turns clockwise (0 to 3)."""

    corner: Spot
    turned: int = 0


def lie_of(sector: Sector) -> Lie:
    """How a sector lies now."""
    return Lie(sector.corner, sector.turned)


def motion_to(sector: Sector, lie: Lie) -> Motion:
    """The motion that carries a sector to where and how it should lie; may carry it off the map."""
    turn = turn_about(sector.middle, lie.turned - sector.turned)
    spaces = [turn.spot(space) for space in sector.spaces()]
    x, y = min(space.x for space in spaces), min(space.y for space in spaces)
    return shift(lie.corner.x - x, lie.corner.y - y).after(turn)


def laid_out(board: Board, lies: Mapping[str, Lie]) -> Board:
    """The map with these sectors lying so.  What is not printed stays, or is gone where there is no space any more.

    Edges that are joined specially stay joined where both are still at the rim; if the others are joined with the opposite
    ones, so they are again.  Raises BoardError when sectors would lie on each other, beside the map's north-west corner,
    or turned by a quarter without being square.
    """
    for name, lie in lies.items():
        sector = board.sectors[name]
        if (lie.turned - sector.turned) % 2 and sector.columns != sector.rows:
            raise BoardError(f"the sector {name} is not square and cannot be turned by a quarter")
    motions = {name: motion_to(board.sectors[name], lie) for name, lie in lies.items() if lie != lie_of(board.sectors[name])}
    if not motions:
        return board
    spaces = _spaces(board, motions)
    after = rearranged(_without_the_homeless(board, spaces), motions, STAY)
    joins = board.joins if spaces == board.spaces else Table(rejoined(board, after))
    ways = {name: tuple(side for side in sides if side in joins) for name, sides in board.ways.items()}
    return replace(after, joins=joins, ways=Table(ways), room=board.room)


def without_ways(board: Board, names: Iterable[str]) -> Board:
    """The map without what joins some edges; they are joined with the opposite ones, if the others at the rim are."""
    gone = set(names)
    sides = {side for name in gone for side in board.ways.get(name, ())}
    if not sides:
        return board
    ways = {name: own for name, own in board.ways.items() if name not in gone}
    return replace(board, joins=Table(rejoined(board, board, sides)), ways=Table(ways))


def _spaces(board: Board, motions: Mapping[str, Motion]) -> frozenset[Spot]:
    old = {space for name in motions for space in board.sectors[name].spaces()}
    return (board.spaces - old) | {motion.spot(space) for name, motion in motions.items() for space in board.sectors[name].spaces()}


def _without_the_homeless(board: Board, spaces: frozenset[Spot]) -> Board:
    """The map without what is not printed and would stay where there will be no space."""
    found = {}
    for spot, things in board.things.items():
        if spot.is_space and spot not in spaces:
            things = tuple(thing for thing in things if thing.printed)
        found[spot] = things
    return replace(board, things=Table[Spot, tuple[Thing, ...]]().with_(found))


def rejoined(before: Board, after: Board, without: Collection[Side] = ()) -> Joins:
    """How the sides of a map are joined whose outline has changed, or of which some are not joined specially any more."""
    natural = opposite(before)
    named = {side for sides in before.ways.values() for side in sides}
    special = {side: arrival for side, arrival in before.joins.items() if natural.get(side) != arrival or side in named}
    rim = set(outer_sides(after))
    found = {side: arrival for side, arrival in special.items() if {side, Side(arrival.space, back(arrival.heading))} <= rim}
    found = {side: arrival for side, arrival in found.items() if side not in without}
    if len(special) < len(before.joins):
        found |= opposite(after, [side for side in rim if side not in found])
    return found


def apart(board: Board) -> Board:
    """The map with what several sectors print on their border as one thing of each of them."""
    changes = {}
    for spot, things in board.things.items():
        if spot.is_edge and any(len(thing.printed) > 1 for thing in things):
            changes[spot] = tuple(replace(thing, printed=names) for thing in things for names in _each(thing))
    return replace(board, things=board.things.with_(changes)) if changes else board


def _each(thing: Thing) -> Iterable[tuple[str, ...]]:
    return [(name,) for name in thing.printed] or [()]


def united(board: Board) -> Board:
    """The map as it is drawn: what several sectors print on an edge as one thing, and nothing `called`."""
    found = {}
    for spot, things in board.things.items():
        alike: dict[tuple[str, str, bool], Thing] = {}
        kept: list[Thing | tuple[str, str, bool]] = []
        for thing in things:
            key = (thing.kind, thing.name, bool(thing.printed))
            if not thing.printed or not spot.is_edge:
                kept.append(replace(thing, called=""))
                continue
            if key not in alike:
                kept.append(key)
            names = {*thing.printed, *(alike[key].printed if key in alike else ())}
            alike[key] = replace(thing, called="", printed=tuple(sorted(names)))
        found[spot] = tuple(alike[one] if isinstance(one, tuple) else one for one in kept)
    return replace(board, things=Table(found))
