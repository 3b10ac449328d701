"""The lines below a drawn map: what its signs mean, its sectors, its joined edges.

B  a bush                    every B is one; also: an oak, Ann, a door called OAK DOOR
w  IVY, a wall               several things, from north to south or from west to east
h  mark the home of Ann      something marked on the ground
g  a gate, joined            the two edges with this sign are joined with each other
sector Red A1-E5
joins opposite
join north of A1-E1 with south of F5-J5
at B2  a bush, Ann           a place without a sign, where it gets crowded
gone east of B2  a wall      what the print shows and is there no more
room A1-J10                  where sectors may come to lie
"""

from __future__ import annotations

import re
from dataclasses import field

from adjudicator.board.faults import Fault, Slip
from adjudicator.board.grid import RESERVED, UPRIGHT
from adjudicator.board.maps import LONGEST, Sector, Side, Thing
from adjudicator.board.spots import HEADING_NAMES, Spot, named_space
from adjudicator.records import dataclass

CORNER_WAYS = {"north-west": (-1, -1), "north-east": (1, -1), "south-west": (-1, 1), "south-east": (1, 1)}
SPOT = rf"(?:(?P<way>{'|'.join((*CORNER_WAYS, *HEADING_NAMES))}) of )?(?P<space>\w+)"

_MEANS = re.compile(r"\s*(?P<sign>\S)(?:\s*[:=]|\s+(?:is|-))?(?:\s+|$)")
"""How a line that explains a sign begins: `B  a bush`, `B = a bush`, `B: a bush`, `B is a bush`."""

Stretch = tuple[int, int, int]
"""Where something stands: its line and column, both from 0, and how wide it is."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing a line speaks of: its kind and name, or what is marked; `printed` is None where the line does not say."""

    kind: str = ""
    name: str = ""
    mark: str = ""
    joined: bool = False
    printed: tuple[str, ...] | None = None

    def thing(self, otherwise: tuple[str, ...]) -> Thing:
        """The thing; `otherwise` are the sectors that show it where the line does not say."""
        return Thing(self.kind, self.name, otherwise if self.printed is None else self.printed)


@dataclass(frozen=True, slots=True)
class Run:
    """A `join`: two runs of sides, whether they are mirrored (None: the order of the spaces says), and what joins them."""

    one: tuple[Side, ...] | str
    other: tuple[Side, ...] | str
    headings: tuple[int, int]
    mirrored: bool
    place: Stretch
    name: str = ""


@dataclass
class Legend:
    """What the lines below a map say; `places` tells where signs and sectors are explained."""

    signs: dict[str, tuple[Item, ...]] = field(default_factory=dict)
    places: dict[str, Stretch] = field(default_factory=dict)
    sectors: dict[str, Sector] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)
    opposite: bool = False
    at: list[tuple[Spot, tuple[Item, ...], Stretch]] = field(default_factory=list)
    gone: list[tuple[Spot, tuple[Item, ...], Stretch]] = field(default_factory=list)
    printed: list[tuple[Spot, tuple[str, ...], Stretch]] = field(default_factory=list)
    room: list[tuple[Spot, Spot]] = field(default_factory=list)


def read_legend(lines: list[str], first: int, faults: list[Fault]) -> Legend:
    """Read the lines from the `first` on, without their comments; faults found are added."""
    legend = Legend()
    for number in range(first, len(lines)):
        line = lines[number]
        if not line.strip() or line.strip().startswith("--"):
            continue
        try:
            _read_line(legend, re.sub(r"\s--.*", "", line).rstrip(), number)
        except Slip as slip:
            faults.append(slip.at(number + 1))
    return legend


def _read_line(legend: Legend, line: str, number: int) -> None:
    start = len(line) - len(line.lstrip())
    word = line.split()[0]
    rest = line[start + len(word) :]
    at = len(line) - len(rest.lstrip())
    if (means := _MEANS.match(line)) is not None:
        _sign(legend, means["sign"], line, start, means.end(), number)
    elif word in DIRECTIVES:
        DIRECTIVES[word](legend, line, at, number)
    else:
        known = ", ".join(sorted(DIRECTIVES))
        raise Slip(
            f"`{word}` is no sign of one letter, and no such line is known here",
            start,
            len(word),
            f"lines begin with a sign or one of {known}",
        )


def _sign(legend: Legend, sign: str, line: str, start: int, at: int, number: int) -> None:
    if sign in RESERVED - set(UPRIGHT):
        raise Slip(f"`{sign}` always means the same in a map", start, 1, "use a letter or digit; | says what walls are")
    if sign in legend.signs:
        raise Slip(f"`{sign}` is explained twice", start, 1, f"the first time in line {legend.places[sign][0] + 1}")
    legend.signs[sign], legend.places[sign] = (), (number, start, 1)
    legend.signs[sign] = read_items(line, at)


def read_items(line: str, at: int) -> tuple[Item, ...]:
    """The things named in a line from column `at` on, in order."""
    if not line[at:].strip():
        raise Slip("nothing is said of it", max(0, at - 1), 1, "say what it is: a bush, Ann, mark the home of Ann")
    found = []
    for part in line[at:].split(","):
        found.append(_item(part.strip(), at + len(part) - len(part.lstrip())))
        at += len(part) + 1
    return tuple(found)


def _item(text: str, at: int) -> Item:
    if not text:
        raise Slip("something is missing beside this comma", max(0, at - 1), 1)
    if text == "joined":
        return Item(joined=True)
    if text.startswith("mark "):
        return Item(mark=text[5:].strip())
    printed = None
    bracket = re.search(r"\s*\[([^\]]*)\]$", text)
    if bracket:
        printed = tuple(sorted(name.strip() for name in bracket[1].split("+"))) if bracket[1] != "new" else ()
        text = text[: bracket.start()]
    match = re.fullmatch(r"an? (?P<kind>.+?)(?: called (?P<name>.+))?", text)
    if match:
        return Item(kind=match["kind"], name=match["name"] or "", printed=printed)
    return Item(name=text, printed=printed)


def read_spot(text: str, at: int) -> Spot:
    """A space (B2), one of its edges (north of B2) or corners (north-west of B2)."""
    match = re.fullmatch(SPOT, text)
    space = named_space(match["space"]) if match else None
    if match is None or space is None:
        raise Slip(f"`{text}` is no place of a map", at, len(text), "places are called B2, north of B2, north-west of B2")
    way = match["way"]
    if way in CORNER_WAYS:
        dx, dy = CORNER_WAYS[way]
        return Spot(space.x + dx, space.y + dy)
    return space if way is None else space.beside(HEADING_NAMES.index(way))


def _placed(line: str, at: int, number: int) -> tuple[Spot, int, Stretch]:
    """The place named at column `at`, the column where the rest of the line begins, and where the name stands."""
    match = re.match(SPOT, line[at:])
    if match is None:
        raise Slip("a place is missing here", at, max(1, len(line) - at), "places are called B2, north of B2")
    rest = line[at + match.end() :]
    return read_spot(match[0], at), len(line) - len(rest.lstrip()), (number, at, match.end())


def _at(legend: Legend, line: str, at: int, number: int) -> None:
    spot, after, where = _placed(line, at, number)
    legend.at.append((spot, read_items(line, after), where))


def _gone(legend: Legend, line: str, at: int, number: int) -> None:
    spot, after, where = _placed(line, at, number)
    if not spot.is_edge:
        raise Slip("only what was printed on an edge can be gone", at, where[2])
    legend.gone.append((spot, read_items(line, after), where))


def _printed(legend: Legend, line: str, at: int, number: int) -> None:
    spot, after, where = _placed(line, at, number)
    item = _item("x " + line[after:], after)
    if not spot.is_corner or item.printed is None:
        raise Slip("here stand a corner and the sectors that show its nubbin", at, len(line) - at, "as in north-west of B2 [Red+Blue]")
    legend.printed.append((spot, item.printed, where))


def _sector(legend: Legend, line: str, at: int, number: int) -> None:
    match = re.fullmatch(r"(?P<name>.+?)\s+(?P<first>\w+)\s*-\s*(?P<last>\w+)(?:\s+turned (?P<turned>[0-3]))?", line[at:])
    first, last = (named_space(match["first"]), named_space(match["last"])) if match else (None, None)
    if match is None or first is None or last is None or last < first or last.y < first.y:
        raise Slip("a sector has a name and two spaces, its first and its last", at, max(1, len(line) - at), "as in sector Red A1-E5")
    if match["name"] in legend.sectors:
        raise Slip(f"there are two sectors {match['name']}", at, len(match["name"]))
    size = ((last.x - first.x) // 2 + 1, (last.y - first.y) // 2 + 1)
    legend.sectors[match["name"]] = Sector(first, *size, int(match["turned"] or 0))
    legend.places["sector " + match["name"]] = (number, at, len(match["name"]))


def _joins(legend: Legend, line: str, at: int, number: int) -> None:
    if line[at:].strip() != "opposite":
        raise Slip(
            "here only `opposite` can stand", at, max(1, len(line) - at), "or a line such as join north of A1-E1 with south of F5-J5"
        )
    legend.opposite = True


def _join(legend: Legend, line: str, at: int, number: int) -> None:
    ways = "|".join(HEADING_NAMES)
    pattern = rf"(?P<a>{ways}) of (?P<one>.+?) with (?P<b>{ways}) of (?P<other>.+?)(?P<mirrored>,? mirrored)?"
    pattern += r"(?: as (?P<name>.+))?"
    match = re.fullmatch(pattern, line[at:])
    if match is None:
        raise Slip("this says not which edges are joined", at, max(1, len(line) - at), "as in join north of A1-E1 with south of F5-J5")
    headings = (HEADING_NAMES.index(match["a"]), HEADING_NAMES.index(match["b"]))
    one = _run(match["one"], headings[0], at + match.start("one"))
    other = _run(match["other"], headings[1], at + match.start("other"))
    legend.runs.append(Run(one, other, headings, match["mirrored"] is not None, (number, at, len(line) - at), match["name"] or ""))


def _run(text: str, heading: int, at: int) -> tuple[Side, ...] | str:
    """The sides of a run of spaces, or the name of a sector."""
    first, dash, last = text.partition("-")
    start, end = named_space(first), named_space(last if dash else first)
    if start is None or end is None:
        return text.strip()
    if start.x != end.x and start.y != end.y or (start.y if heading % 2 == 0 else start.x) != (end.y if heading % 2 == 0 else end.x):
        raise Slip(f"{text} is not a straight run along its {HEADING_NAMES[heading]} side", at, len(text))
    step = ((end.x > start.x) - (end.x < start.x), (end.y > start.y) - (end.y < start.y))
    count = max(abs(end.x - start.x), abs(end.y - start.y)) // 2 + 1
    return tuple(Side(Spot(start.x + 2 * step[0] * i, start.y + 2 * step[1] * i), heading) for i in range(count))


def _room(legend: Legend, line: str, at: int, number: int) -> None:
    first, _, last = line[at:].partition("-")
    start, end = named_space(first), named_space(last)
    if start is None or end is None or end.x < start.x or end.y < start.y:
        raise Slip("room has two spaces, its first and its last", at, max(1, len(line) - at), "as in room A1-J10")
    if max(end) > 2 * LONGEST:
        raise Slip(f"a map has at most {LONGEST} by {LONGEST} spaces", at, len(line) - at)
    legend.room.append((start, end))


DIRECTIVES = {"at": _at, "gone": _gone, "printed": _printed, "sector": _sector, "joins": _joins, "join": _join, "room": _room}
