"""`check`: what is wrong with a rulebook as it stands: circles of precedence, and how much of the register it covers."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from adjudicator.language.diagnostics import Diagnostic, LanguageError
from adjudicator.language.files import source_line
from adjudicator.model.places import NOWHERE
from adjudicator.model.rulebook import RegisterEntry, Rulebook
from adjudicator.precedence.claims import claims_of
from adjudicator.precedence.specificity import Entails
from adjudicator.records import dataclass
from adjudicator.vetting.claimed import claims_in_a_row, contradiction_findings, declared_contradictions, keepers_calls
from adjudicator.vetting.lifting import fighting_permissions, idle_exceptions
from adjudicator.vetting.noted import Finding
from adjudicator.vetting.settled import recorded_contradictions, settled_by_clauses, untrue_settlements


@dataclass(frozen=True, slots=True)
class Coverage:
    """How the entries of the register stand, and which claims about that are untrue."""

    total: int
    stands: tuple[tuple[str, int], ...]
    cited: int


@dataclass(frozen=True)
class Check:
    """The result of checking one book."""

    book: str
    counts: tuple[tuple[str, int], ...]
    coverage: Coverage
    findings: tuple[Finding, ...]


def check(book: Rulebook, entails: Entails | None = None) -> Check:
    """Everything `check` looks at; with `entails` also circles of computed specificity."""
    findings = [*claim_circles(book), *register_findings(book)]
    if entails is not None:
        findings += [f for f in _graph_circles(book, entails) if f.clauses not in {g.clauses for g in findings}]
    findings += _ladder_findings(book)
    findings += [
        *contradiction_findings(book),
        *declared_contradictions(book),
        *untrue_settlements(book, cited_ids(book)),
        *recorded_contradictions(book),
        *settled_by_clauses(book),
        *claims_in_a_row(book),
        *fighting_permissions(book),
        *idle_exceptions(book),
        *keepers_calls(book),
    ]
    counts = (("kinds", len(book.kinds) - len(book.cards)), ("properties", len(book.properties)), ("events", len(book.events)),
              ("cards", len(book.cards)), ("clauses", len(book.clauses)), ("readings", len(book.readings)),
              ("rungs", len(book.ladder.rungs)))  # fmt: skip
    return Check(book.name, counts, coverage(book), tuple(findings))


OPEN_THE_CIRCLE = "take one of the `overrides` or `yields to` lines away"


def claim_circles(book: Rulebook) -> list[Finding]:
    """Clauses that claim precedence over each other in a circle."""
    found = []
    for circle in claims_of(book).cycles():
        shown = " overrides ".join([*circle, circle[0]])
        found.append(Finding("cycle", f"these claims go round in a circle: {shown}", book.clauses[circle[0]].place, tuple(circle)))
    return found


def refuse_circles(book: Rulebook) -> None:
    """A rulebook whose claims go round in a circle cannot settle anything. Raises LanguageError."""
    found = claim_circles(book)
    if found:
        raise LanguageError([Diagnostic(f.code, f.message, f.place, source_line(f.place), OPEN_THE_CIRCLE) for f in found])


def _graph_circles(book: Rulebook, entails: Entails) -> list[Finding]:
    from adjudicator.precedence.graph import cycles, graph_of_book

    found = []
    for rung, circles in cycles(graph_of_book(book, entails)).items():
        for circle in circles:
            shown = " before ".join([*circle, circle[0]])
            place = book.clauses[circle[0]].place
            found.append(Finding("cycle", f'the rung "{rung}" goes round in a circle: {shown}', place, tuple(circle)))
    return found


def _ladder_findings(book: Rulebook) -> list[Finding]:
    titles = Counter(rung.title for rung in book.ladder.rungs)
    found = [Finding("ladder", f"the rung `{title}` stands on the ladder {count} times", book.ladder.place)
             for title, count in titles.items() if count > 1]  # fmt: skip
    if not book.ladder.rungs and book.clauses:
        found.append(Finding("ladder", "this book has no ladder: every conflict stays open", NOWHERE, severity="warning"))
    return found


def cited_ids(book: Rulebook) -> set[str]:
    """Every register id that something in the book cites."""
    tables = (book.clauses, book.definitions, book.invariants, book.options, book.readings, book.formats, book.cards)
    cited = {i for table in tables for thing in table.values() for i in thing.cites}
    return cited | set(book.ladder.cites) | _cited_by_maps(book)


def _cited_by_maps(book: Rulebook) -> set[str]:
    """The ids that the `geometry` block cites, and those of its settings."""
    geometry = book.geometry
    if geometry is None:
        return set()
    return {*geometry.cites, *(i for setting in (*geometry.answers, *geometry.tells) for i in setting.cites)}


def coverage(book: Rulebook) -> Coverage:
    """How the register's entries stand, counted."""
    own = own_register(book)
    stands = Counter(entry.stands for entry in own.values())
    return Coverage(len(own), tuple(sorted(stands.items())), len(cited_ids(book) & own.keys()))


def own_register(book: Rulebook) -> dict[str, RegisterEntry]:
    """The entries of the book's own register, without those of the books it extends."""
    return {entry.id: entry for entry in book.register.values() if entry.book == book.name}


def register_findings(book: Rulebook) -> list[Finding]:
    """Entries whose standing is not true."""
    cited = cited_ids(book)
    found = []
    for entry in own_register(book).values():
        if entry.stands == "encoded" and entry.id not in cited:
            found.append(Finding("register", f"{entry.id} is said to be encoded, but no clause cites it", cites=(entry.id,)))
        elif entry.stands in ("waiting", "left out") and entry.id in cited:
            found.append(Finding("register", f"{entry.id} is said to be {entry.stands}, but a clause cites it", cites=(entry.id,)))
        elif entry.stands == "merged" and entry.into not in book.register:
            found.append(Finding("register", f"{entry.id} is merged into `{entry.into}`, which is not in the register", cites=(entry.id,)))
        elif entry.stands == "left out" and not entry.why:
            found.append(Finding("register", f"{entry.id} is left out without a reason", cites=(entry.id,)))
    return found + [_reworded(book, entry) for entry in own_register(book).values() if entry.read not in ("", mark_of(entry))]


def mark_of(entry: RegisterEntry) -> str:
    """The mark of the words of a statement: eight digits that are others when the words are."""
    return sha256(entry.says.encode()).hexdigest()[:8]


def _reworded(book: Rulebook, entry: RegisterEntry) -> Finding:
    """A statement whose words are not those that its clauses were read against."""
    clauses = tuple(clause.name for clause in book.clauses.values() if entry.id in clause.cites)
    whose = f"its clauses ({', '.join(clauses)}) were" if clauses else "it was"
    told = f'the words of {entry.id} are others than when {whose} read against them; read again, and write "read": "{mark_of(entry)}" there'
    return Finding("register", told, clauses=clauses, severity="warning", cites=(entry.id,))
