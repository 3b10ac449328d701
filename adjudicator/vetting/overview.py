"""What a keeper should know of a book first: its findings by the sections of its register, ordered by what hurts at the table,
one for one cause; and what stands in most of them."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages
from adjudicator.language.files import contents, leads_out
from adjudicator.language.loading import book_folder
from adjudicator.language.wording import called
from adjudicator.model.places import NOWHERE, Place
from adjudicator.model.rulebook import RegisterEntry, Rulebook
from adjudicator.records import dataclass
from adjudicator.stage.codes import ORDER, SEVERITIES
from adjudicator.vetting.checking import Check
from adjudicator.vetting.findings import Finding, Report
from adjudicator.vetting.noted import Finding as Noted

NO_SECTION = "no statement cited"
"""The section of what cites nothing that the register has."""

OTHERS = "rules beside the cards"
"""The section of what is about none of the cards that are vetted."""

READ = Path("reading", "contradictions.jsonl")
"""Where in the folder of a book its keepers list the contradictions that they have read in it (docs/reading.md)."""

RECORD_ONLY = "record only"
"""What a list of contradictions says of those on which no game turns."""

LISTED = ("V203", "V302", "V303")
"""The classes of words that do nothing and of words that nobody gives: each one list for the keeper of a book to go through."""

LISTS = ("declared", "settled", "open")
"""The codes of what the quick check lists of contradictions: each one list for the keeper of a book to go through."""

DECLARED, FOUND, TURNS, REST = range(4)
"""How much a finding hurts, before its severity is asked: a contradiction of the book that its keepers have read in it, too; one
between two of its statements that only the search has found; an answer that turns on an open or disputed ruling; everything else."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Statements of a book that cannot both be followed, as somebody has read them: the ids of the two sides, what the book does
    about it, and what the rules of today do."""

    sides: tuple[frozenset[str], frozenset[str]]
    book: str
    today: str


@dataclass(frozen=True)
class Item:
    """A finding of either part of `check`, ready to be counted. `short` names the sides and no more; `hurts` is its place among
    all, the least the worst; `changes` are the clauses and cards that stand in it, each with its place; `facts` is how much its
    situation takes, `cause` what it has in common with others where that is no clause, `rows` where it is
    counted in a table by sections (empty: in its sections), `sides` the statements that the quick check sets against each
    other in it.
    """

    code: str
    id: str
    severity: str
    sentence: str
    hurts: tuple[int, ...]
    sections: tuple[str, ...]
    short: str = ""
    clauses: tuple[str, ...] = ()
    changes: tuple[tuple[str, Place], ...] = ()
    facts: int = 0
    cause: str | None = None
    rows: tuple[str, ...] = ()
    sides: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Cause:
    """Findings of one class with one thing in common (empty where they have none): a clause on one side, a ruling on which they turn,
    a rank that decides, a statement that both sides carry, that they are words which do nothing or which nobody gives; the worst of
    them first."""

    items: tuple[Item, ...]
    common: str


@dataclass(frozen=True)
class Change:
    """Something that stands in many findings, where it stands, and the ids of those that nothing named before it stands in."""

    name: str
    place: Place
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A section of the register with its findings, the worst first. A finding between two sections stands in both."""

    name: str
    items: tuple[Item, ...]


def items_of(book: Rulebook, check: Check, report: Report, read: Sequence[Contradiction] = ()) -> list[Item]:
    """Everything found in a book, by what hurts."""
    items = [noted_item(book, finding) for finding in check.findings]
    items += [_found(book, finding, read) for finding in report.findings]
    return sorted(items, key=lambda item: (item.hurts, item.facts))


def items_by_card(report: Report, cards: Collection[str]) -> list[Item]:
    """What was found about some cards, by what hurts, in sections by the cards that it is about."""
    items = []
    for finding in report.findings:
        about = [name for name in dict.fromkeys(side.card for side in finding.sides) if name in cards]
        items.append(_item(finding, hurts(finding), tuple(about) or (OTHERS,)))
    return sorted(items, key=lambda item: (item.hurts, item.facts))


def by_hurt(findings: Iterable[Finding], read: Sequence[Contradiction] = ()) -> tuple[Finding, ...]:
    """The findings in the order of `items_of`."""
    return tuple(sorted(findings, key=lambda finding: (hurts(finding, read), len(finding.when))))


def hurts(finding: Finding, read: Sequence[Contradiction] = ()) -> tuple[int, ...]:
    """How much a finding hurts: whether its situation is in doubt (of what is DECLARED that says little), then which of DECLARED, FOUND,
    TURNS and REST it is, then its severity, then its class. What the ladder decides in a way that is worth no more than a note is
    never DECLARED."""
    if finding.severity in ("error", "warning") and any(one.book != RECORD_ONLY and meets(finding, one) for one in read):
        level = DECLARED
    elif finding.code == "V101" and _between_statements(finding):
        level = FOUND
    else:
        level = TURNS if finding.code == "V107" else REST
    doubted = bool(finding.doubt)
    return doubted and level != DECLARED, level, SEVERITIES.index(finding.severity), doubted, ORDER[finding.code]


def meets(finding: Finding, read: Contradiction) -> bool:
    """Whether a clash is that of two statements which somebody has read as contrary: each of its sides cites one of them."""
    if len(finding.sides) != 2 or finding.code >= "V200":
        return False
    one, other = (frozenset(side.cites) for side in finding.sides)
    first, second = read.sides
    return bool(one & first and other & second) or bool(one & second and other & first)


def tells(item: Item, read: Contradiction) -> bool:
    """Whether an item of the quick check sets the two sides of a contradiction against each other that somebody has read."""
    first, second = ([not side.isdisjoint(statements) for statements in item.sides] for side in read.sides)
    return any(one and other for i, one in enumerate(first) for j, other in enumerate(second) if i != j)


def _between_statements(finding: Finding) -> bool:
    """Whether the two sides of a clash rest on different statements of the register."""
    cites = [frozenset(side.cites) for side in finding.sides]
    return len(cites) == 2 and all(cites) and not cites[0] & cites[1]


def _found(book: Rulebook, finding: Finding, read: Sequence[Contradiction]) -> Item:
    cites = [i for side in finding.sides for i in side.cites]
    item = replace(_item(finding, hurts(finding, read), _sections(book, cites)), rows=_rows(book, cites))
    return replace(item, cause="") if finding.code in LISTED else item


def _item(finding: Finding, weight: tuple[int, ...], sections: tuple[str, ...]) -> Item:
    changes = {called(side.clause): side.place for side in finding.sides}
    changes |= {side.card: side.place for side in finding.sides if side.card}
    return Item(finding.code, finding.id, finding.severity, f"{finding.of_class.name}: {finding.sentence}", weight, sections,
                " against ".join(dict.fromkeys(finding.called(clause) for clause in finding.clauses)), finding.clauses,
                tuple(changes.items()), len(finding.when), _cause(finding))  # fmt: skip


def _cause(finding: Finding) -> str | None:
    """What a finding has in common with others where that is no clause: the ruling, the rung of ranks, the statement that both sides
    carry."""
    if finding.code == "V107":
        return next((side.reading for side in finding.sides if side.reading), None)
    if finding.code == "V108":
        return finding.rung
    cites = {side.cites for side in finding.sides}
    if len(finding.sides) == 2 and len(cites) == 1 and finding.sides[0].cites and finding.sides[0].clause != finding.sides[1].clause:
        return ", ".join(finding.sides[0].cites)
    return None


def noted_item(book: Rulebook, finding: Noted) -> Item:
    """A finding of the quick check."""
    cites = [*finding.cites, *(i for name in finding.clauses if name in book.clauses for i in book.clauses[name].cites)]
    changes = tuple((name, book.clauses[name].place if name in book.clauses else NOWHERE) for name in finding.clauses)
    return Item(finding.code, f"{finding.code} {finding.message}", finding.severity, finding.message,
                (False, REST, SEVERITIES.index(finding.severity), False, len(ORDER)), _sections(book, cites), finding.message,
                finding.clauses, changes, cause=finding.code if finding.code in LISTS else None, rows=_rows(book, cites),
                sides=finding.sides)  # fmt: skip


def _sections(book: Rulebook, cites: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(book.register[i].section for i in cites if i in book.register)) or (NO_SECTION,)


def _rows(book: Rulebook, cites: Iterable[str]) -> tuple[str, ...]:
    """The sections of the book's own register; what a book that it extends says (the cards of several books, say) is one row."""
    return tuple(dict.fromkeys(row_of(book, book.register[i]) for i in cites if i in book.register)) or (NO_SECTION,)


def row_of(book: Rulebook, entry: RegisterEntry) -> str:
    """The row in which a statement is counted: its section, where it is of the book's own register (of a copy, of any)."""
    other = entry.book not in ("", book.name) and any(one.book == book.name for one in book.register.values())
    return f"statements of {entry.book}" if other else entry.section


def causes_of(items: Sequence[Item]) -> list[Cause]:
    """The items, those with one cause together, by the worst of each; of those that hurt alike, the most frequent first."""
    often = Counter((item.code, name) for item in items for name in set(item.clauses))
    groups: dict[tuple[str, object, str], list[Item]] = defaultdict(list)
    for item in items:
        common = item.cause
        if common is None:
            common = max(item.clauses, key=lambda name: (often[item.code, name], name), default="")
        groups[item.code, item.hurts, common].append(item)
    causes = [Cause(tuple(group), common) for (_, _, common), group in groups.items()]
    return sorted(causes, key=lambda cause: (cause.items[0].hurts, -len(cause.items)))


def changes_of(items: Sequence[Item], most: int = 20) -> list[Change]:
    """What stands in most findings, then what stands in most of the others, and so on, as long as it is in more than one."""
    where: dict[str, Place] = {}
    holds: dict[str, dict[str, None]] = defaultdict(dict)
    for item in items:
        for name, place in item.changes:
            where.setdefault(name, place)
            holds[name][item.id] = None
    left = {item.id for item in items}
    found: list[Change] = []
    while holds and len(found) < most:
        counted = {name: [i for i in ids if i in left] for name, ids in holds.items()}
        name = max(counted, key=lambda name: len(counted[name]))
        if len(counted[name]) < 2:
            break
        found.append(Change(name, where[name], tuple(counted[name])))
        left -= set(counted[name])
        del holds[name]
    return found


def sections_of(items: Sequence[Item]) -> list[Section]:
    """The sections that have findings (those of a book that this one extends as one), by the worst in each, then by how many there are."""
    found: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        for name in item.rows or item.sections:
            found[name].append(item)
    sections = [Section(name, tuple(sorted(inside, key=lambda item: item.hurts))) for name, inside in found.items()]
    return sorted(sections, key=lambda section: (section.items[0].hurts, -len(section.items), section.name))


def read_contradictions(book: str) -> tuple[Contradiction, ...] | None:
    """The contradictions that the keepers of a book have read in it; None where there is no such list. Raises LanguageError."""
    folder = book_folder(book, Messages())
    if folder is None or not (folder / READ).is_file() or leads_out(folder / READ, folder):
        return None
    found = []
    try:
        lines = contents(folder / READ).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LanguageError([Diagnostic("reading", f"`{folder / READ}` cannot be read: {error}", Place("", 0))]) from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            found.append(_contradiction(line, Place(str(folder / READ), number)))
    return tuple(found)


def _contradiction(line: str, place: Place) -> Contradiction:
    try:
        said = json.loads(line)
        one, other = ([*said["a"]], [*said["b"]])
        texts = [*one, *other, said["book"], said["today"]]
    except (ValueError, KeyError, TypeError, RecursionError):
        texts = [None]
    if not all(isinstance(text, str) for text in texts):
        raise LanguageError([Diagnostic("reading", "a contradiction has two lists of statements, `a` and `b`, and says in `book` and "
                                        "`today` what the book and its rules do about it", place, line)])  # fmt: skip
    return Contradiction((frozenset(one), frozenset(other)), said["book"], said["today"])
