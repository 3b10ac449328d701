"""The board drawn by tapping: each tap changes the map that stands in the text, and the text alone says what the map is.

A map is read by the reader of scenarios and written by the printer of the program, so that whatever the language can
draw stays on it; only comments inside the map are lost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adjudicator.board.drawing import read_drawing
from adjudicator.board.faults import DrawingError
from adjudicator.board.joins import joined, opposite, outer_sides
from adjudicator.board.maps import Board, BoardError, Sector, Table, Thing
from adjudicator.board.printing import drawn
from adjudicator.board.spots import Spot, space_at, space_name
from adjudicator.board.words import place
from adjudicator.language.drawings import drawn_lines
from adjudicator.language.words import opens_name
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

LARGEST = 24
"""Spaces from side to side of a map that is drawn by tapping; larger ones are drawn in the text."""
WALL = "wall"
"""What `---` and `|` are where a map says nothing else."""


class CannotDraw(Exception):
    """Why a tap changes nothing, in words for whoever tapped."""


@dataclass(frozen=True)
class Drawn:
    """A map in the text of a scenario: the line `board` and those below it, as indexes, and the map."""

    first: int
    end: int
    board: Board


@dataclass(frozen=True)
class Tap:
    """What is tapped with which tool; `what` is the name or kind that is put there, or another spot."""

    tool: str
    spot: Spot | None = None
    what: str = ""


def board_in(scenario: str) -> Drawn | None:
    """The map of one scenario; None where there is none. Raises CannotDraw where it cannot be read."""
    lines = scenario.split("\n")
    for number, below in drawn_lines(lines).items():
        text = "\n".join(lines[below.start : below.stop])
        try:
            return Drawn(number - 1, below.stop, read_drawing(text))
        except DrawingError as error:
            fault = error.faults[0]
            raise CannotDraw(f"line {number + fault.line} of the map: {fault.message}") from None
    if any(line.strip().startswith("board from ") for line in lines):
        raise CannotDraw("this map stands in a file of its own: change it there")
    return None


def empty(columns: int, rows: int) -> Board:
    """A room with walls around it."""
    spaces = frozenset(space_at(x, y) for x in range(columns) for y in range(rows))
    board = Board(spaces)
    return replace(board, things=Table({side.edge: (Thing(WALL),) for side in outer_sides(board)}))


def tapped(scenario: str, tap: Tap, book: Rulebook, known: frozenset[str]) -> str:
    """The scenario with its map as it is after a tap; `known` are the names on the table. Raises CannotDraw with the reason."""
    there = board_in(scenario)
    if tap.tool == "begin":
        if there is not None:
            raise CannotDraw("there is a map already")
        columns, _, rows = tap.what.partition("x")
        return with_board(scenario, None, empty(_size(columns), _size(rows)))
    if there is None:
        raise CannotDraw("there is no map yet")
    if tap.tool == "remove":
        lines = scenario.split("\n")
        return "\n".join([*lines[: there.first], *lines[there.end :]])
    if tap.tool not in TOOLS:
        raise CannotDraw("there is no such tool")
    try:
        return with_board(scenario, there, TOOLS[tap.tool](there.board, tap, book, known))
    except (BoardError, DrawingError) as error:
        raise CannotDraw(str(error)) from None


def with_board(scenario: str, there: Drawn | None, board: Board) -> str:
    """The scenario with this map instead of the one there; a new one stands before what is told."""
    lines = scenario.rstrip().split("\n")
    new = ["  board", *(f"    {line}".rstrip() for line in drawn(board).rstrip().split("\n"))]
    new = [line for line in new if line.strip()]
    if there is not None:
        return "\n".join([*lines[: there.first], *new, *lines[there.end :]]) + "\n"
    at = next((i for i, line in enumerate(lines) if line.lstrip().startswith("uses ")), 0) + 1
    while at < len(lines) and not lines[at].strip():
        at += 1
    if at < len(lines) and not lines[at].lstrip().startswith(("ask ", "proposed:")):
        at += 1
    return "\n".join([*lines[:at], *new, *lines[at:]]) + "\n"


def _size(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= LARGEST:
        raise CannotDraw(f"a map drawn here has 1 to {LARGEST} spaces from side to side")
    return int(text)


# ---- the tools ----


def _spot_of(board: Board, tap: Tap) -> Spot:
    spot = tap.spot
    if spot is None or spot.is_corner or not (spot in board.spaces or spot.is_edge and board.beside(spot)):
        raise CannotDraw("the map has no such place")
    return spot


def _wall(board: Board, tap: Tap, book: Rulebook, known: frozenset[str]) -> Board:
    """A wall put on an edge, or taken away."""
    spot = _spot_of(board, tap)
    if not spot.is_edge:
        raise CannotDraw("a wall stands on an edge: tap between two spaces")
    here = board.on(spot)
    walls = tuple(thing for thing in here if thing.kind == WALL and not thing.name)
    left = tuple(thing for thing in here if thing not in walls)
    new = left if walls else (*here, Thing(WALL, "", board.sectors_at(spot)))
    return replace(board, things=board.things.with_({spot: new}))


def _end(board: Board, tap: Tap, book: Rulebook, known: frozenset[str]) -> Board:
    """An end of wall (a nubbin) printed at a corner, or taken away."""
    spot = tap.spot
    if not has_ends(book):
        raise CannotDraw("this book knows no ends of walls")
    if spot is None or not spot.is_corner or not _around(spot) & board.spaces:
        raise CannotDraw("an end of wall stands at a corner: tap where spaces meet")
    others = {corner: names for corner, names in board.nubbins.items() if corner != spot}
    return replace(board, nubbins=Table(others if spot in board.nubbins else {**others, spot: board.sectors_at(spot)}))


def has_ends(book: Rulebook) -> bool:
    """Whether a book says what the ends of walls at corners are."""
    return book.geometry is not None and "nubbins" in dict(book.geometry.kinds)


def _around(corner: Spot) -> set[Spot]:
    """Where the spaces around a corner are."""
    return {Spot(corner.x + i, corner.y + j) for i in (-1, 1) for j in (-1, 1)}


def _put(board: Board, tap: Tap, book: Rulebook, known: frozenset[str]) -> Board:
    """Something put on a space or an edge; what has a name leaves the place where it was."""
    spot, thing = _spot_of(board, tap), _thing(tap.what, book, known)
    if thing.name:
        board = _without(board, thing.name)
    elif thing in board.on(spot):
        left = tuple(one for one in board.on(spot) if one != thing)
        return replace(board, things=board.things.with_({spot: left}))
    if thing.kind and spot.is_edge and not thing.name:
        thing = replace(thing, printed=board.sectors_at(spot))
    here = tuple(one for one in board.on(spot) if not (spot.is_edge and one.kind == WALL and not one.name))
    return replace(board, things=board.things.with_({spot: (*here, thing)}))


def _thing(what: str, book: Rulebook, known: frozenset[str]) -> Thing:
    words = " ".join(what.split())
    words = words.removeprefix("a ").removeprefix("an ")
    kind, called, name = words.partition(" called ")
    if called and kind in book.kinds and opens_name(name):
        return Thing(kind, name)
    if words in known or words in book.cards:
        return Thing("", words)
    if words in book.kinds:
        return Thing(words)
    raise CannotDraw(f"`{words}` is neither on the table nor a kind of thing" if words else "say first what is put there")


def _without(board: Board, name: str) -> Board:
    changes = {spot: tuple(one for one in things if one.name != name) for spot, things in board.things.items()}
    return replace(board, things=board.things.with_(changes))


def _clear(board: Board, tap: Tap, book: Rulebook, known: frozenset[str]) -> Board:
    """Nothing is left where it is tapped."""
    spot = _spot_of(board, tap)
    return replace(board, things=board.things.with_({spot: None}), marks=board.marks.with_({spot: None}))


def _space(board: Board, tap: Tap, book: Rulebook, known: frozenset[str]) -> Board:
    """A space taken out of the map, or put in again."""
    spot = tap.spot
    if spot is None or not spot.is_space or not (0 < spot.x < 2 * LARGEST and 0 < spot.y < 2 * LARGEST):
        raise CannotDraw("tap a space")
    if any(sector.holds(spot) for sector in board.sectors.values()) and spot in board.spaces:
        raise CannotDraw("this space belongs to a sector")
    return _on(board, board.spaces ^ {spot})


def _on(board: Board, spaces: frozenset[Spot]) -> Board:
    """The map with these spaces and what is left of it on them."""
    if not spaces:
        raise CannotDraw("a map has one space at least")
    bare = Board(spaces)
    kept = {spot: on for spot, on in board.things.items() if spot in spaces or spot.is_edge and bare.beside(spot)}
    rest = {spot: marks for spot, marks in board.marks.items() if spot in spaces}
    nubbins = {spot: names for spot, names in board.nubbins.items() if _around(spot) & spaces}
    gone = {spot: on for spot, on in board.gone.items() if spot in kept or bare.beside(spot)}
    sectors = {name: sector for name, sector in board.sectors.items() if spaces.issuperset(sector.spaces())}
    plain = replace(bare, things=Table(kept), marks=Table(rest), nubbins=Table(nubbins), gone=Table(gone), sectors=Table(sectors))
    return joined(plain, opposite(plain)) if board.joins and not board.ways else plain


def _sector(board: Board, tap: Tap, book: Rulebook, known: frozenset[str]) -> Board:
    """A sector from one space to another (`what`: its name and the other space); one that is there by this name goes."""
    name, _, other = tap.what.rpartition(" ")
    spot, last = _spot_of(board, tap), _spot(other)
    if last is None or not spot.is_space or last not in board.spaces:
        raise CannotDraw("a sector goes from one space to another: tap both")
    if not name or not name.replace("-", "").isalnum():
        raise CannotDraw("a sector has a name of one word")
    corner = Spot(min(spot.x, last.x), min(spot.y, last.y))
    sector = Sector(corner, abs(spot.x - last.x) // 2 + 1, abs(spot.y - last.y) // 2 + 1)
    others = {key: one for key, one in board.sectors.items() if key != name}
    if any(space in one.spaces() for one in others.values() for space in sector.spaces()):
        raise CannotDraw("a space is in one sector only")
    if not board.spaces.issuperset(sector.spaces()):
        raise CannotDraw("not all of these are spaces of the map")
    made = replace(board, sectors=Table({**others, name: sector}))
    things = {at: tuple(_printed(made, at, one) for one in on) for at, on in made.things.items()}
    return replace(made, things=Table(things))


def _printed(board: Board, spot: Spot, thing: Thing) -> Thing:
    """A wall or the like without a name belongs to the print of the sectors on whose border it stands."""
    return replace(thing, printed=board.sectors_at(spot)) if spot.is_edge and thing.kind and not thing.name else thing


def _unsector(board: Board, tap: Tap, book: Rulebook, known: frozenset[str]) -> Board:
    made = replace(board, sectors=board.sectors.with_({tap.what: None}))
    return replace(made, things=Table({at: tuple(_printed(made, at, one) for one in on) for at, on in made.things.items()}))


def _wider(board: Board, tap: Tap, book: Rulebook, known: frozenset[str]) -> Board:
    """A column or a row more, or less, at the east or south side, with the wall around it."""
    columns, rows = (
        board.columns + (tap.what == "column") - (tap.what == "-column"),
        board.rows + (tap.what == "row") - (tap.what == "-row"),
    )
    _size(str(columns)), _size(str(rows))
    spaces = frozenset(s for s in board.spaces if s.x < 2 * columns and s.y < 2 * rows)
    spaces |= {space_at(x, y) for x in range(columns) for y in range(rows) if x >= board.columns or y >= board.rows}
    walls = {side.edge for side in outer_sides(board) if board.on(side.edge) == (Thing(WALL, "", board.sectors_at(side.edge)),)}
    made = _on(replace(board, things=board.things.with_(dict.fromkeys(walls))), spaces)
    if not walls:
        return made
    rim = {side.edge: (Thing(WALL, "", made.sectors_at(side.edge)),) for side in outer_sides(made) if not made.on(side.edge)}
    return replace(made, things=made.things.with_(rim))


def _wrap(board: Board, tap: Tap, book: Rulebook, known: frozenset[str]) -> Board:
    """Who leaves the map comes in on the other side (the walls at the rim go), or does not (they come)."""
    rim = {side.edge for side in outer_sides(board)}
    if board.joins:
        plain = replace(board, joins=Table(), ways=Table())
        walls = {edge: (Thing(WALL, "", board.sectors_at(edge)),) for edge in rim if not board.on(edge)}
        return replace(plain, things=plain.things.with_(walls))
    gone = {edge: tuple(one for one in board.on(edge) if one.kind != WALL) for edge in rim}
    plain = replace(board, things=board.things.with_(gone))
    return joined(plain, opposite(plain))


TOOLS: dict[str, Callable[[Board, Tap, Rulebook, frozenset[str]], Board]] = {
    "wall": _wall, "end": _end,
    "put": _put, "clear": _clear, "space": _space, "sector": _sector, "unsector": _unsector, "size": _wider, "wrap": _wrap,
}  # fmt: skip


def _spot(text: str) -> Spot | None:
    """A spot as the page calls it: `3,5`."""
    x, _, y = text.partition(",")
    return Spot(int(x), int(y)) if x.isdecimal() and y.isdecimal() and max(len(x), len(y)) < 4 else None


def tap_of(tool: str, spot: str, what: str) -> Tap:
    """A tap as the page sends it."""
    return Tap(tool, _spot(spot), what.strip()[:200])


# ---- how it is shown ----


@dataclass(frozen=True)
class Cell:
    """A place to tap: where it stands in the grid, how it is read out, what is seen on it."""

    spot: str
    form: str
    label: str
    shown: str
    sort: str
    sector: str = ""
    """The first letter of its sector, so that sectors can be told apart without colours."""


def cells(board: Board) -> list[Cell]:
    """Every place of the map and of the frame around it, from north-west to south-east."""
    found = []
    for y in range(2 * board.rows + 1):
        for x in range(2 * board.columns + 1):
            spot = Spot(x, y)
            if spot.is_corner:
                found.append(_corner_cell(board, spot))
            elif spot.is_space:
                found.append(_space_cell(board, spot))
            else:
                found.append(_edge_cell(board, spot))
    return found


def _space_cell(board: Board, spot: Spot) -> Cell:
    if spot not in board.spaces:
        return Cell(f"{spot.x},{spot.y}", "hole", f"no space at {space_name(spot)}", "", "")
    things, marks = board.on(spot), board.marks.get(spot, ())
    said = [str(thing) for thing in things] + [f"marked {mark}" for mark in marks]
    sector = board.sector_of(spot)
    label = f"{space_name(spot)}{f', in sector {sector}' if sector else ''}: {', '.join(said) or 'empty'}"
    return Cell(f"{spot.x},{spot.y}", "space", label, " ".join(_short(thing) for thing in things), _tint(sector), (sector or "")[:1])


COLOURS = ("red", "blue", "green", "yellow", "white", "black")
"""Sectors called after a colour are shown in it; the others alike."""


def _tint(sector: str | None) -> str:
    if not sector:
        return ""
    return f"sector {sector.lower()}" if sector.lower() in COLOURS else "sector"


def _corner_cell(board: Board, spot: Spot) -> Cell:
    if not _around(spot) & board.spaces:
        return Cell("", "corner", "", "", "")
    said, sort = ("an end of wall", "nubbin") if spot in board.nubbins else ("nothing", "")
    return Cell(f"{spot.x},{spot.y}", "corner", f"{said} {place(board, spot)}", "", sort)


def _edge_cell(board: Board, spot: Spot) -> Cell:
    way = "upright" if spot.upright else "level"
    if not board.beside(spot):
        return Cell("", way + " none", "", "", "")
    things = board.on(spot)
    sort = "" if not things else "wall" if all(thing.kind == WALL and not thing.name for thing in things) else "else"
    label = f"{', '.join(str(thing) for thing in things) or 'open'} {place(board, spot)}"
    return Cell(f"{spot.x},{spot.y}", way, label, " ".join(_short(thing) for thing in things) if sort == "else" else "", sort)


def _short(thing: Thing) -> str:
    """A name or kind as it fits on a space."""
    words = (thing.name or thing.kind).split()
    return words[0][:6] if len(words) == 1 else "".join(word[0] for word in words[:4])


def edge_kinds(book: Rulebook) -> list[str]:
    """What may stand on an edge, as the book has it; walls have a tool of their own."""
    stands = book.geometry.properties.get("stands on", "") if book.geometry else ""
    kind = book.properties[stands].phrases[0].slots[0].kind if stands in book.properties else ""
    found = {name for name in (kind, *book.descendants.get(kind, ())) if name in book.kinds and not book.kinds[name].printed}
    return sorted(found - {WALL, kind}, key=lambda name: (len(name.split()), name))


def space_kinds(book: Rulebook) -> list[str]:
    """What may stand on a space: the kinds of things that nothing else is a kind of, but for what only play brings about."""
    return sorted(name for name, kind in book.kinds.items() if not kind.printed and name != "thing" and not book.is_a(name, "event"))
