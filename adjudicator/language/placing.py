"""The drawn map of a scenario: read, and what stands on it brought to the table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.board.drawing import read_drawing
from adjudicator.board.faults import DrawingError
from adjudicator.board.laying import apart
from adjudicator.board.maps import Board, Table
from adjudicator.board.maps import Thing as Piece
from adjudicator.board.spots import HEADING_NAMES, Spot, shift, space_name, turn_about
from adjudicator.board.words import place
from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.files import is_file, leads_out, read_source
from adjudicator.language.introducing import meant_kind
from adjudicator.language.layout import Line
from adjudicator.language.scope import words_of
from adjudicator.language.words import opens_name, with_article
from adjudicator.model.drawn import DrawnBoard
from adjudicator.model.places import Place
from adjudicator.model.situation import Fact, Thing
from adjudicator.model.values import Ref

if TYPE_CHECKING:
    from adjudicator.language.scenarios import ScenarioReader

_ENDS = re.compile(r"[A-Z]+\d+")
_ON_THE_LINE = re.compile(r"(?:\bthe (?:line|border|edge)|[A-Z]{2,}) between ([A-Z]+\d+) and ([A-Z]+\d+)(?![\w-])")
"""How somebody speaks of the line between two spaces, or of a card there: `builds PIPPIN between B1 and A1`."""
_AT_THE_SIDE = re.compile(r"\bthe (north|east|south|west)(?:ern)? (?:side|edge|border) of ([A-Z]+\d+)(?![\w-])")
_NUMERALS = ("", "second ", "third ", "fourth ", "fifth ")


def _turned_about(name: str) -> str:
    """`the line between B1 and A1` for `the line between A1 and B1`; what is at one side of a space, as it is."""
    return re.sub(r"between (\S+) and (\S+)$", r"between \2 and \1", name)


def drawn_board(reader: ScenarioReader, block: Line) -> DrawnBoard | None:
    """The map of a scenario, if it has one; the things on it come to the table, unless they are there."""
    lines = (*block.all("drawing"), *block.all("drawing_file"))
    if not lines:
        return None
    for line in lines[1:]:
        reader.messages.add("map", "a scenario has one map", line.place, "draw everything on one map; it may have several sectors")
    found = _text(reader, lines[0])
    if found is None:
        return None
    text, file, start = found
    try:
        board = read_drawing(text)
    except DrawingError as error:
        for fault in error.faults:
            if fault.line + start < 1 or not text.strip():
                reader.messages.add("map", "there is no map below this line", lines[0].place, fault.help)
                continue
            reader.messages.add("map", fault.message, Place(file, start + fault.line, fault.column, fault.width), fault.help)
        return None
    return _Setter(reader, board, text, file, start, lines[0]).drawn(_words(block))


def _text(reader: ScenarioReader, line: Line) -> tuple[str, str, int] | None:
    """The text of the map, its file, and the number of the line before it."""
    if line.form == "drawing":
        return "\n".join(part.text for part in line.lines), line.place.file, line.place.line
    folder = Path(line.place.file).parent
    path = folder / line.text
    if leads_out(path, folder):
        reader.messages.add("map", "this leads out of the folder of the scenario", line.place,
                            "put the map into it, beside the scenario file")  # fmt: skip
        return None
    if not is_file(path):
        reader.messages.add("map", f"there is no map `{line.text}`", line.place,
                            "a map is a text file; its name is as seen from the scenario file")  # fmt: skip
        return None
    text = read_source(path, reader.messages, str(path))
    return None if text is None else (text, str(path), 0)


def _words(line: Line) -> str:
    """All that is written in a block, line by line."""
    return "\n".join((line.text, *(_words(below) for below in line.lines)))


class _Setter:
    """Puts what a board shows onto the table of a scenario."""

    def __init__(self, reader: ScenarioReader, board: Board, text: str, file: str, start: int, line: Line) -> None:
        self.reader, self.book, self.board = reader, reader.book, apart(board)
        self.text, self.file, self.start, self.line = text, file, start, line
        self.spots: dict[str, Spot] = {}
        self.pieces: dict[str, Piece] = {}
        self.told: set[str] = set()
        self.nicknames: dict[Spot, str] = {}

    def drawn(self, said: str) -> DrawnBoard:
        """The board with the names of its things; of its edges, those come to the table that are spoken of in what is `said`."""
        geometry = self.book.geometry
        kinds = dict(geometry.kinds) if geometry is not None else {}
        ground = grounds(self.board)
        if kinds.get("spaces"):
            for spot in _in_order(ground.spaces):
                self._name(space_name(spot), kinds["spaces"], spot)
        if kinds.get("sectors"):
            for name in self.board.sectors:
                self._sector(name, kinds["sectors"])
        for name in self.board.ways:
            if name not in self.reader.things:
                self._fault(name, f"`{name}` joins edges of the map and is not on the table",
                            "say what it is, on a line above the map: `KIND NAME`")  # fmt: skip
        things = {
            spot: tuple(
                self._piece(spot, piece)
                for piece in (self._somebodys(spot, piece, kinds.get("spaces", "")) for piece in self.board.on(spot))
                if not self._is_ground(spot, piece, kinds.get("spaces", ""))
            )
            for spot in _in_order(self.board.things)
        }
        for spot, pieces in things.items():
            for piece in pieces:
                if piece.called and not piece.name:
                    self._also(piece.called, self._by_nicknames(spot, piece.called))
        board = replace(self.board, things=Table(things))
        nubbins = self._nubbins(kinds["nubbins"]) if kinds.get("nubbins") else {}
        edges = self._edges(kinds["edges"], ground, said) if kinds.get("edges") else frozenset()
        return DrawnBoard(board, self.spots, self.pieces, nubbins, edges, kinds.get("edges", ""))

    def _somebodys(self, spot: Spot, piece: Piece, ground: str) -> Piece:
        """`Ann's nook`, `the nook of Ann`: a thing of that kind, which is hers from the start; or what is told to be it."""
        if piece.kind or piece.name in self.reader.things:
            return piece
        for text in (piece.name, f"the {piece.name}"):
            for kind, node, around in self.reader._belongings(text):
                if around != "{}":
                    continue
                if isinstance(known := self.reader.told.get(node), Ref):
                    return replace(piece, name=known.name)
                name = space_name(spot) if spot.is_space and ground and self.book.is_a(kind, ground) else piece.name.removeprefix("the ")
                self.reader._add_fact(Fact(node, Ref(name), False, text, self.line.place), self.line)
                return replace(piece, kind=kind)
        return piece

    def _is_ground(self, spot: Spot, piece: Piece, kind: str) -> bool:
        """Whether what stands there is a kind of space, and so the space itself: then that is of this kind, and called so, too."""
        name, things, own = space_name(spot), self.reader.things, piece.name.removeprefix("the ")
        if kind and spot.is_space and own in things and any(self.book.is_a(one, kind) for one in things[own].kinds):
            self._fault(own, f"`{own}` is on the table as a {kind} of its own, beside the one that is drawn here",
                        f"leave out the line that puts it on the table, and say here `a {things[own].kinds[0]} called {own}`")  # fmt: skip
        if not (kind and spot.is_space and piece.kind in self.book.kinds and self.book.is_a(piece.kind, kind)) or own in things:
            return False
        things[name] = replace(things[name], kinds=(*things[name].kinds, piece.kind))
        if own:
            things.by_words[words_of(own)] = name
            self.nicknames[spot] = own
        return True

    def _by_nicknames(self, spot: Spot, name: str) -> list[str]:
        """The names of what is called by its place on an edge, with what the spaces beside it are called."""
        names = [name]
        for side in self.board.beside(spot) if spot.is_edge else ():
            if own := self.nicknames.get(side.space):
                names += [re.sub(rf"\b{space_name(side.space)}\b", own.replace("\\", r"\\"), one) for one in names]
        return names[1:]

    def _nubbins(self, kind: str) -> dict[tuple[Spot, str], str]:
        found = {}
        for corner in _in_order(self.board.nubbins):
            for numeral, sector in zip(_NUMERALS, self.board.nubbins[corner] or ("",), strict=False):
                name = found[corner, sector] = f"{numeral}{kind} {place(self.board, corner)}"
                self._name(name, kind, corner)
        return found

    def _edges(self, kind: str, ground: Board, said: str) -> frozenset[str]:
        found, spoken_of = set(), {frozenset(ends) for ends in _ON_THE_LINE.findall(said)}
        at_sides = set(_AT_THE_SIDE.findall(said))
        named: list[Spot] = []
        for edge in ground.edges():
            own = self.board if self.board.beside(edge) else ground
            name = f"{kind} {place(own, edge)}"
            found.add(name)
            sides = [(HEADING_NAMES[side.heading], space_name(side.space)) for side in own.beside(edge)]
            others = [
                *self._by_nicknames(edge, name),
                *(f"{kind} at the {way} side of {space}" for way, space in sides),
                _turned_about(name),
            ]
            spoken = not at_sides.isdisjoint(sides) or frozenset(_ENDS.findall(place(own, edge))) in spoken_of
            if spoken or any(one in said for one in (name, *others)):
                self._name(name, kind, edge)
                self._also(name, others)
                named.append(edge)
            else:
                self.spots.setdefault(name, edge)
        if self.book.geometry is not None and "borne" in self.book.geometry.properties:
            ends = {end for line in named for end in self._ends(line, ground, said)}
            for end in _in_order(ends & set(ground.edges()) - set(named)):
                name = f"{kind} {place(self.board if self.board.beside(end) else ground, end)}"
                self._name(name, kind, end)
                self._also(name, self._by_nicknames(end, name))
        return frozenset(found)

    def _ends(self, edge: Spot, ground: Board, said: str) -> set[Spot]:
        """Where a line may come if its sector is turned, changes places with another, or is moved to a place that is spoken of."""
        found, named = set(), set(_ENDS.findall(said))
        for name in self.board.sectors_at(edge):
            sector = self.board.sectors[name]
            free = {s for s in ground.spaces if ground.sector_of(s) in (None, name)}
            size = sector.columns, sector.rows
            corners = {other.corner for other in self.board.sectors.values() if (other.columns, other.rows) == size}
            corners |= {s for s in free if space_name(s) in named and set(replace(sector, corner=s).spaces()) <= free}
            turns = [turn_about(sector.middle, quarters) for quarters in range(4) if sector.columns == sector.rows or not quarters % 2]
            shifts = [shift(corner.x - sector.corner.x, corner.y - sector.corner.y) for corner in corners]
            found |= {move.spot(turn.spot(edge)) for turn in turns for move in shifts}
        return found

    def _also(self, name: str, others: Iterable[str]) -> None:
        for other in others:
            self.reader.things.by_words.setdefault(words_of(other), name)

    def _sector(self, name: str, kind: str) -> None:
        """A sector is a thing of the table; the scenario may have put it there already."""
        known = self.reader.things.get(name)
        if known is None:
            self.reader.things[name] = Thing(name, (kind,), place=self.line.place)
        elif not any(self.book.is_a(one, kind) for one in known.kinds):
            self._fault(name, f"`{name}` is on the table and is no {kind}", "give the sector another name")

    def _piece(self, spot: Spot, piece: Piece) -> Piece:
        """The piece, called by its name; its thing comes to the table."""
        word = piece.kind
        piece = replace(piece, kind=meant_kind(self.reader, word)) if word else piece
        if piece.kind and piece.kind not in self.book.kinds:
            self._fault(piece.kind, f"there is no kind `{piece.kind}`", did_you_mean(piece.kind, self.book.kinds)
                        or "a sign means `a KIND` of the rulebook, or a name; walls are `| a KIND`")  # fmt: skip
            return piece
        name = self._free(spot, piece)
        things = self.reader.things
        if not piece.kind and name not in things:
            if name not in self.book.cards:
                self._fault(name, f"`{name}` stands on the map and is not on the table",
                            f"say what it is: below the map `a KIND called {name}`"
                            + (f", or on a line above it `KIND {name}`" if opens_name(name) else ""))  # fmt: skip
                return piece
            things[name] = Thing(name, (name,), place=self.line.place)
        elif name not in things:
            things[name] = Thing(name, (piece.kind,), place=self.line.place)
        elif piece.kind and not any(self.book.is_a(kind, piece.kind) for kind in things[name].kinds):
            things[name] = replace(things[name], kinds=(*things[name].kinds, piece.kind))
        if spot.is_space and name in self.spots and self.spots[name] != spot:
            self._fault(name, f"`{name}` stands in two places of the map", "give one of them another name")
        if not piece.name and name not in self.pieces:
            things.drawn.setdefault(piece.kind, []).append(name)
        if word != piece.kind and not piece.name:  # `a stone block`, of a card of that name: also called so as it was said
            things.by_words.setdefault(words_of(name.replace(piece.kind, word, 1)), name)
        self._fits(spot, name, things[name])
        called = replace(piece, called=name)
        self.spots.setdefault(name, spot)
        self.pieces.setdefault(name, called)
        return called

    def _fits(self, spot: Spot, name: str, thing: Thing) -> None:
        """Report what stands in spaces and is drawn on an edge, and the other way round; a printed card may make either."""
        told = self.book.geometry.properties if self.book.geometry is not None else {}
        edge, inside = (self.book.properties[told[word]].kinds[0] if word in told else "" for word in ("stands on", "position"))
        if (
            not edge
            or self.book.is_a(inside, edge)
            or any(self.book.kinds[kind].printed or (kind != edge and self.book.is_a(edge, kind)) for kind in thing.kinds)
        ):
            return
        if any(side.edge == spot for side in self.board.joins):  # a way from one edge to another, whatever its kind
            return
        on_edges, what = any(self.book.is_a(kind, edge) for kind in thing.kinds), with_article(thing.kinds[0])
        if spot.is_space and on_edges:
            self._fault(name, f"`{name}` is drawn in the middle of a space, and {what} stands on an edge",
                        "put its sign on the line between two spaces; corners are four columns apart")  # fmt: skip
        elif not spot.is_space and not on_edges:
            self._fault(name, f"`{name}` is drawn on the edge between two spaces, and {what} stands in a space",
                        "put its sign in the middle of a space; corners are four columns apart")  # fmt: skip

    def _free(self, spot: Spot, piece: Piece) -> str:
        """The name of the thing: its own, or by its kind and place; the second of its kind there, or what a second sector
        prints of it, is the second."""
        own = piece.name.removeprefix("the ")
        if own and not (len(piece.printed) == 1 and own in self.pieces and self.pieces[own].printed != piece.printed):
            return own
        plain = own or f"{piece.kind} {place(self.board, spot)}"
        return next((name for name in (numeral + plain for numeral in _NUMERALS) if name not in self.pieces), plain)

    def _name(self, name: str, kind: str, spot: Spot) -> None:
        known = self.reader.things.get(name)
        if known is not None and known.place.line:
            self.reader.messages.add("twice", f"`{name}` is on the table twice", known.place,
                                     "the map has a space of that name; give this another one")  # fmt: skip
            return
        self.reader.things[name] = replace(known, kinds=(*known.kinds, kind)) if known else Thing(name, (kind,), place=self.line.place)
        self.spots[name] = spot

    def _fault(self, word: str, message: str, help: str) -> None:
        """Report what a line below the map says, at its last mention there; each fault once."""
        if message in self.told:
            return
        self.told.add(message)
        found = self.line.place
        for number, line in enumerate(self.text.split("\n"), 1):
            for match in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", line):
                found = Place(self.file, self.start + number, match.start() + 1, len(word))
        self.reader.messages.add("map", message, found, help)


def grounds(board: Board) -> Board:
    """The spaces of a map and of its room, empty."""
    spaces = set(board.spaces)
    for first, last in board.room:
        spaces |= {Spot(x, y) for x in range(first.x, last.x + 1, 2) for y in range(first.y, last.y + 1, 2)}
    return Board(frozenset(spaces))


def _in_order(spots: Iterable[Spot]) -> list[Spot]:
    return sorted(spots, key=lambda spot: (spot.y, spot.x))
