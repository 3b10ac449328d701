"""The differences between two books that a search found: as text and as JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from textwrap import wrap

from adjudicator.comparing.contrasts import MEANS, Contrasts, Group, Told, groups
from adjudicator.comparing.duel import WHAT
from adjudicator.comparing.vocabularies import Apart

WIDTH = 110
SHOWN = 3
"""Differences of one group that are told in full; of the others only what they are about."""
HEADS = {
    "contrary": "Both books answer, and differ",
    "impossible": "One book rules the situation out",
    "open": "Both books answer, one leaves it open",
    "silence": "Only one book has a rule: what the other answers only holds until something is said",
    "causes": "The same answers for other causes",
    "clauses": "The same answer by other clauses",
}
SAMPLES = 6


LINES = 40
"""What a screen holds."""
SIZES = ((9, 5, 4), (7, 4, 3), (5, 3, 3), (4, 2, 2), (3, 2, 1), (2, 1, 1), (1, 1, 1))
"""How many groups of the first three classes that there are are told; the first that leaves the screen within LINES is taken."""


def screen(found: Contrasts) -> list[str]:
    """What a keeper reads first, in at most LINES lines: by class, the rules behind most differences with the plainest of each."""
    head = [f"{found.books[0]} and {found.books[1]}: {_differences(len(found.told))}"]
    foot = [*_words(found), *_searched(found)]
    classes = [what for what in WHAT if found.of(what)]
    body: list[str] = []
    for sizes in SIZES:
        body = [line for place, what in enumerate(classes) for line in _first(found, what, sizes[min(place, 2)])]
        if len(head) + len(body) + len(foot) <= LINES:
            break
    return [*head, *body, *foot]


def _first(found: Contrasts, what: str, most: int) -> Iterator[str]:
    """A class in short: of the rules behind most differences, the plainest one each."""
    inside, doubted = groups(found.of(what)), found.of(what, True)
    also = f", {len(doubted)} more in doubt" if doubted else ""
    yield f"{HEADS[what]} ({len(found.of(what))}{also})"
    for group in inside[:most]:
        more = f" (+{len(group.members) - 1} by the same rule)" if len(group.members) > 1 else ""
        yield from _clipped(f"  {group.members[0].sentence}{more}", "    ")
    if inside[most:]:
        yield f"    and {len(inside) - most} more rules: --what {what}"


def _words(found: Contrasts) -> Iterator[str]:
    """Only one book has the words: how many of each sort."""
    if found.apart:
        sides = [(apart.sort, *side) for apart in found.apart for side in zip(found.books, (apart.first, apart.second), strict=True)]
        told = [f"{len(names)} {sort} only in {book}" for sort, book, names in sides if names]
        yield from _clipped(f"Only one book has the words: {', '.join(told)}", "  ")


def _searched(found: Contrasts) -> Iterator[str]:
    if not found.complete:
        yield "not searched to the end: what is said here is not all"
    same = found.questions - found.differing - found.alike
    yield from _clipped(f"of {found.questions} matters that both can be asked about: {found.differing} differ, {found.alike} are said "
                        f"alike, {same} without a difference found with {found.stage}", "  ")  # fmt: skip
    if found.told:
        yield "in full: --what CLASS, --all; as files that can be settled: --witnesses FOLDER"


def lines_of(found: Contrasts, brief: bool = False, only: Collection[str] = WHAT) -> Iterator[str]:
    """The differences by class, then by the clause that is behind most of them, those in doubt last; what cannot be compared; how
    far the search went."""
    for what in (what for what in WHAT if what in only):
        told = found.of(what)
        if told:
            yield f"{HEADS[what]} ({_differences(len(told))})"
            for group in groups(told):
                yield ""
                yield from _group(found, group, brief)
            yield ""
    yield from _doubted(found, only)
    if len(only) == len(WHAT):
        yield from _apart(found)
    yield from _summary(found)


def _doubted(found: Contrasts, only: Collection[str]) -> Iterator[str]:
    """What is hardly a difference at a table, by what speaks against it."""
    left: dict[str, list[Told]] = {}
    for one in found.told:
        if one.doubt and one.what in only:
            left.setdefault(one.doubt, []).append(one)
    if left:
        yield "In doubt"
    for doubt, told in sorted(left.items(), key=lambda item: -len(item[1])):
        yield from _folded(f"  {doubt} ({_differences(len(told))}):", "    ")
        for one in told:
            yield from _folded(f"    {one.id}  {one.sentence}", "      ")
    if left:
        yield ""


def _clipped(text: str, indent: str) -> list[str]:
    """A text on at most two lines, cut where it is longer."""
    start = text[: len(text) - len(text.lstrip())]
    return wrap(text.lstrip(), WIDTH, initial_indent=start, subsequent_indent=indent, max_lines=2, placeholder=" ...",
                break_on_hyphens=False)  # fmt: skip


def _group(found: Contrasts, group: Group, brief: bool) -> Iterator[str]:
    """The clause behind them, then each difference with what the other book has there."""
    if group.clause:
        yield from _folded(f"  {found.books[group.side]}: {_clause(found, group.side, group.clause)}", "      ")
        known = found.clauses[group.side].get(group.clause)
        for words in known.words[:1] if known is not None else ():
            yield from _folded(f"    ({words})", "     ")
    shown = 1 if brief else SHOWN
    for one in group.members[:shown]:
        yield from _folded(f"    {one.sentence}", "      ")
        for side, names in enumerate(one.responsible):
            others = [name for name in names if (side, name) != (group.side, group.clause)]
            if others:
                told = "; ".join(_clause(found, side, name) for name in others)
                yield from _folded(f"      {found.books[side]}: {told}", "        ")
        yield f"      {one.id}"
    rest = group.members[shown:]
    if rest:
        yield from _folded(f"    and {len(rest)} more: {'; '.join(_short(group, rest))}", "      ")


def _short(group: Group, rest: Iterable[Told]) -> Iterator[str]:
    """What the other differences of a group are about, each matter once, and what the other book has there."""
    there: dict[str, list[str]] = {}
    for one in rest:
        there.setdefault(one.about, []).append(", ".join(one.responsible[1 - group.side]))
    for about, names in there.items():
        named = "; ".join(name for name in names if name)
        yield f"{about} ({named})" if named else about


def _clause(found: Contrasts, side: int, name: str) -> str:
    known = found.clauses[side].get(name)
    if known is None:
        return name
    cites = f" ({', '.join(known.cites)})" if known.cites else ""
    return f"{name}{cites}"


def _apart(found: Contrasts) -> Iterator[str]:
    """The words that only one of the books has, counted, with a few of each."""
    if not found.apart:
        return
    yield "What cannot be compared"
    for apart in found.apart:
        parts = [f"{len(names)} only in {book} ({_few(names)})"
                 for book, names in zip(found.books, (apart.first, apart.second), strict=True) if names]  # fmt: skip
        if apart.other:
            parts.append(f"{len(apart.other)} of another shape in each ({_few(apart.other)})")
        yield from _folded(f"  {apart.sort}: {'; '.join(parts)}", "    ")
    if found.unasked:
        count = len(found.unasked)
        what = "matter" if count == 1 else "matters"
        yield from _folded(f"  {count} {what} that no question can be asked about in a single moment: what an event causes, which roles, "
                           "kinds and copies it changes, who orders events", "    ")  # fmt: skip
    yield ""


def _few(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names[:SAMPLES]) + (", ..." if len(names) > SAMPLES else "")


def _summary(found: Contrasts) -> Iterator[str]:
    if not found.complete:
        yield "not searched to the end: what is said here is not all"
    counts = {what: count for what, count in found.counts().items() if count}
    for what, count in counts.items():
        yield f"{count:>6}  {MEANS[what]}"
    same = found.questions - found.differing - found.alike
    if found.differing:
        about = f"{found.differing} of the {found.questions} matters that both books can be asked about"
        yield f"{_differences(len(found.told))}, about {about}"
    if found.alike:
        yield f"{found.alike} of {found.questions}: both books say the same, so that no situation can tell them apart"
    if same or not found.questions:
        far = "" if found.complete else " so far"
        settled = f"{found.settled:,} situations settled under both"
        yield f"{same} of {found.questions}: no difference was found{far} with {found.stage} ({settled})"


def _differences(count: int) -> str:
    return "1 difference" if count == 1 else f"{count:,} differences"


def _folded(text: str, indent: str) -> Iterator[str]:
    start = text[: len(text) - len(text.lstrip())]
    yield from wrap(text.lstrip(), WIDTH, initial_indent=start, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def contrasts_json(found: Contrasts) -> dict[str, object]:
    """The differences as one object."""
    return {
        "schema": 1,
        "books": list(found.books),
        "complete": found.complete,
        "stage": found.stage,
        "questions": {"all": found.questions, "differing": found.differing, "alike": found.alike,
                      "no_difference_found": found.questions - found.differing - found.alike},
        "settled": found.settled,
        "counts": found.counts(),
        "groups": [
            {"what": what, "book": found.books[group.side] if group.clause else None, "clause": group.clause or None,
             "differences": [_told(found, one) for one in group.members]}
            for what in WHAT for group in groups([one for one in found.told if one.what == what])
        ],
        "cannot": [_apart_json(found, apart) for apart in found.apart],
        "unasked": list(found.unasked),
    }  # fmt: skip


def _told(found: Contrasts, one: Told) -> dict[str, object]:
    return {
        "id": one.id, "what": one.what, "about": one.property, "ask": one.ask, "sentence": one.sentence, "when": list(one.when),
        "given": list(one.given), "doubt": one.doubt or None, "witness": one.witness,
        "books": [
            {"book": book, "answer": answer, "clauses": [_named(found, side, name) for name in names]}
            for side, (book, answer, names) in enumerate(zip(found.books, one.answers, one.responsible, strict=True))
        ],
    }  # fmt: skip


def _named(found: Contrasts, side: int, name: str) -> dict[str, object]:
    known = found.clauses[side].get(name)
    if known is None:
        return {"clause": name}
    return {"clause": name, "says": known.says, "cites": list(known.cites), "words": list(known.words), "at": known.at or None}


def _apart_json(found: Contrasts, apart: Apart) -> dict[str, object]:
    one, two = found.books
    return {"sort": apart.sort, "only": {one: list(apart.first), two: list(apart.second)}, "other_shape": list(apart.other)}
