"""Geometry in words: names of places, and what stops a line."""

from __future__ import annotations

from adjudicator.board.eyes import (
    CROSSES,
    ENTERS,
    GRAZES,
    LEAVES,
    NUBBIN,
    PARTING,
    RIM,
    STRAYS,
    THROUGH,
    TOUCHES,
    WITHIN,
    Blocked,
    Line,
    Met,
    Sight,
)
from adjudicator.board.maps import Board, Thing
from adjudicator.board.moving import Walked
from adjudicator.board.spots import HEADING_NAMES, Spot, space_name


def spot_phrase(board: Board, spot: Spot) -> str:
    """A place as a drawing names it: B2, north of B2, north-west of B2."""
    if spot.is_space:
        return space_name(spot)
    if spot.is_edge:
        side = board.beside(spot)[-1]
        return f"{HEADING_NAMES[side.heading]} of {space_name(side.space)}"
    for way, dx, dy in (("north-west", 1, 1), ("north-east", -1, 1), ("south-west", 1, -1), ("south-east", -1, -1)):
        space = Spot(spot.x + dx, spot.y + dy)
        if space in board.spaces:
            return f"{way} of {space_name(space)}"
    return f"the corner {spot.x // 2}, {spot.y // 2}"


def place(board: Board, spot: Spot) -> str:
    """Where something is, to follow a noun: in B2, between B2 and C2, at the north side of B2, at the corner of B2, C2, ..."""
    if spot.is_space:
        return f"in {space_name(spot)}"
    if spot.is_edge:
        sides = board.beside(spot)
        if len(sides) == 2:
            first, second = sorted((side.space for side in sides), key=lambda s: (s.y, s.x))
            return f"between {space_name(first)} and {space_name(second)}"
        return f"at the {HEADING_NAMES[sides[0].heading]} side of {space_name(sides[0].space)}"
    around = [Spot(spot.x + dx, spot.y + dy) for dy in (-1, 1) for dx in (-1, 1)]
    return "at the corner of " + listed([space_name(space) for space in around if space in board.spaces])


def listed(words: list[str]) -> str:
    """One, one and two, one, two and three."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def called(thing: Thing | None) -> str:
    """A thing by its name, or as the one of its kind."""
    return "something" if thing is None else str(thing)


def met_words(board: Board, met: Met) -> str:
    """What a line does there, without its subject: "crosses the wall between C3 and C4"."""
    there, thing = place(board, met.place), called(met.thing)
    if met.how == TOUCHES and met.edge is not None:
        return f"touches the end of {thing} {place(board, met.edge)}"
    return {
        CROSSES: f"crosses {thing} {there}",
        NUBBIN: f"touches the end of wall printed {there}",
        RIM: f"leaves the map {there}",
        PARTING: f"goes exactly through {there.removeprefix('at ')}, where joined edges part",
        STRAYS: f"is led elsewhere by joined edges before it comes to {spot_phrase(board, met.place)}",
        LEAVES: f"begins {there} with {thing}",
        ENTERS: f"ends {there} with {thing}",
        WITHIN: f"lies {there} with {thing}",
        THROUGH: f"runs through {space_name(met.place)} with {thing}",
        GRAZES: f"touches a corner of {space_name(met.place)} with {thing}",
    }.get(met.how, "is clear")


def line_words(board: Board, line: Line) -> str:
    """The line by its ends and the joined edges it goes through."""
    words = f"the line from {space_name(line.source)} to {_end(board, line.target)}"
    ways = [f"out {place(board, out)} and in {place(board, into)}" for out, into in line.joins]
    return f"{words}, {', then '.join(ways)}," if ways else words


def _end(board: Board, target: Spot) -> str:
    if target.is_space:
        return space_name(target)
    where = place(board, target)
    return "the middle of " + (where.removeprefix("at ") if where.startswith("at ") else f"the edge {where}")


def blocked_words(board: Board, blocked: Blocked) -> str:
    """The whole sentence: "the line from B2 to D5 touches the end of the wall between C3 and C4"."""
    return f"{line_words(board, blocked.line)} {met_words(board, blocked.by)}"


def _seen_past(board: Board, met: Met) -> str:
    if met.how == NUBBIN:
        return f"the end of wall printed {place(board, met.place)}"
    return f"{called(met.thing)} {place(board, met.edge or met.place)}"


def sight_words(board: Board, sight: Sight) -> list[str]:
    """Why there is a line of sight, or what stops each line there could be, as far as that was asked for."""
    if sight.line is None:
        words = [blocked_words(board, blocked) for blocked in sight.blocked]
        return [*words, "no line through joined edges is clear"] if sight.others and len(words) == 1 else words
    said = f"{line_words(board, sight.line)} is clear"
    if sight.line.past:
        said += ", past " + listed([_seen_past(board, met) for met in sight.line.past])
    return [said]


def walked_words(board: Board, walk: Walked) -> str:
    """A way that is drawn, in words: "from A1 by A2 to B2", with what it takes where that is known."""
    way = walk.way
    by = f" by {', '.join(space_name(space) for space in way[1:-1])}" if 2 < len(way) <= 12 else ""
    cost = dict(walk.costs).get(way[-1])
    return f"from {space_name(way[0])}{by} to {spot_phrase(board, way[-1])}" + (f": {cost}" if cost is not None else "")
