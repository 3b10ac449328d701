"""What may be edited: the card file that is vetted, or one block of a book; read again as it would be after an edit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from adjudicator.language.diagnostics import LanguageError, Messages
from adjudicator.language.files import contents
from adjudicator.language.loading import Loaded
from adjudicator.model.clauses import Clause
from adjudicator.model.places import Place
from adjudicator.records import dataclass
from adjudicator.resources import rulebase_folder
from adjudicator.vetting.opening import Opened, with_text
from adjudicator.vetting.repairing.editing import Edit, edited
from adjudicator.vetting.vetter import without_clauses


@dataclass(frozen=True)
class Source:
    """A text that may be edited, whose first line is line `first` of the file; `base` is the book without it."""

    file: str
    text: str
    first: int
    base: Loaded
    opened: Opened
    clause: Clause | None = None

    def after(self, edits: Iterable[Edit]) -> Opened | None:
        """The book with the edited text; None where it does not read."""
        try:
            text = edited(self.text, edits, self.first)
            subject = replace(self.opened.subject, file=self.file)
            read = with_text(subject, self.base, self.opened.off, text, Messages())
        except (LanguageError, ValueError):
            return None
        return read if self.clause is None else self._in_its_place(read, self.clause)

    def _in_its_place(self, read: Opened, old: Clause) -> Opened:
        """The clause where the book had it, on the authority it had there."""
        new = read.book.clauses.get(old.name)
        clauses = {}
        for name in self.opened.book.clauses:
            if name != old.name:
                clauses[name] = self.opened.book.clauses[name]
            elif new is not None:
                clauses[name] = replace(new, source=old.source, place=old.place)
        book = replace(read.book, clauses=clauses)
        assert read.whole is not None
        return replace(read, book=book, whole=Loaded(book, read.whole.phrasebook), subjects=frozenset((old.name,)), own="")


def source_of(opened: Opened, place: Place, clause: Clause | None) -> Source | None:
    """Where the clause (or the word declared here) may be edited; None where it may not."""
    if opened.base is None:
        return None
    if opened.subject.file:
        if place.file != opened.subject.file:
            return None
        return Source(opened.subject.file, opened.text, 1, opened.base, opened)
    if clause is None or clause.name not in opened.book.clauses:
        return None
    excerpt = _excerpt(clause)
    if excerpt is None:
        return None
    base = Loaded(without_clauses(opened.book, (clause.name,)), opened.base.phrasebook)
    return Source(clause.place.file, excerpt[0], excerpt[1], base, opened, clause)


def _excerpt(clause: Clause) -> tuple[str, int] | None:
    """The lines of a clause of a book, below the name of its card; and the number of the first."""
    lines = _lines(clause.place.file)
    at = clause.place.line - 1
    if not 0 <= at < len(lines) or lines[at].split()[:1] != ["clause"]:
        return None
    margin = len(lines[at]) - len(lines[at].lstrip())
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > margin):
        end += 1
    head = [f"card {clause.card}"] if clause.card else []
    return "\n".join([*head, *lines[at:end]]), clause.place.line - len(head)


def _lines(file: str) -> list[str]:
    for path in (Path(file), rulebase_folder().parent / file):
        try:
            return contents(path).decode("utf-8").split("\n")
        except OSError:
            continue
    return []
