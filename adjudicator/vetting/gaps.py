"""What a book leaves open: abilities nobody can use, decisions nobody makes, numbers nobody gives, words nobody defines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import book_folder
from adjudicator.model.clauses import DORMANT_STATUSES, Clause
from adjudicator.model.rulebook import Rulebook, properties_in
from adjudicator.model.values import AS_USUAL
from adjudicator.model.vocabulary import Event, Phrase, Property
from adjudicator.stage.naming import actors
from adjudicator.vetting.findings import Finding, Side, finding_id
from adjudicator.vetting.telling import Teller


class Gaps:
    """Looks for what no clause says; `own` are the files whose words have to be defined (all: None)."""

    def __init__(self, book: Rulebook, teller: Teller, subjects: frozenset[str] | None, own: frozenset[str] | None) -> None:
        self.book, self.teller, self.subjects, self.own = book, teller, subjects, own
        self.said = frozenset(book.clauses_about) | frozenset(book.definition_of)
        folder = book_folder(book.name, Messages()) if own is None else None
        self.home = folder.resolve() if folder is not None else None
        self.clockwork = frozenset(map(str, astuple(book.clock))) if book.clock is not None else frozenset()

    def findings(self) -> Iterator[Finding]:
        """All gaps, in the order of the book."""
        for event in self.book.events.values():
            if self._owned(event.place.file) and self._is_act(event) and not self._permitted(event):
                yield self._of_event(event)
        seen: set[str] = set()
        for clause in self.book.clauses.values():
            if (self.subjects is not None and clause.name not in self.subjects) or clause.status in DORMANT_STATUSES:
                continue
            for name in sorted(self._read(clause)):
                prop = self.book.properties.get(name)
                if prop is not None and name not in seen and self._is_gap(prop):
                    seen.add(name)
                    yield self._of_property(prop, clause)

    def _owned(self, file: str) -> bool:
        """Whether a word is to be looked at: one of the file that is vetted, or of the book itself and not of one that it extends."""
        if self.own is not None:
            return file in self.own
        return self.home is None or Path(file).resolve().parent == self.home

    def _read(self, clause: Clause) -> set[str]:
        used: set[str] = set()
        for sentence in (*clause.whens, *clause.unlesses):
            used |= properties_in(sentence)
        for conclusion in clause.conclusions:
            used |= properties_in(conclusion.value)
        return used

    def _is_act(self, event: Event) -> bool:
        """Whether somebody does it: it does not just happen, and the clock does not make it happen."""
        return bool(event.kinds) and event.kinds[0] in actors(self.book) and event.name not in self.clockwork

    def _permitted(self, event: Event) -> bool:
        """Whether the declaration (or one above it) or a clause permits it, a clause makes it happen, or (in a book) one is about it."""
        above = self.book.ancestors.get(event.name, frozenset())
        if any(k in self.book.events and self.book.events[k].default for k in above):
            return True
        if any(p.startswith("causes:") and p[7:].split("(")[0] == event.name for p in self.book.clauses_about):
            return True
        for clause, index in self.book.clauses_about.get("may", ()):
            if clause.kind_of(getattr(clause.conclusions[index].args[0], "name", "")) == "event" and self.own is not None:
                continue  # What a rule says of all events lifts its own ban; it does not give a new act.
            value = clause.conclusions[index].value
            if getattr(value, "value", None) not in ("may not", AS_USUAL):
                kinds = [clause.kind_of(getattr(a, "name", "")) for a in clause.conclusions[index].args]
                if any(k in above or event.name in self.book.ancestors.get(k, ()) for k in kinds):
                    return True
        return self.own is None and any(event.name == p.kind for c in self.book.clauses.values() for p in c.parameters)

    def _of_event(self, event: Event) -> Finding:
        phrase = event.phrases[0].text if event.phrases else event.name
        told = spoken(event.phrases[0]) if event.phrases else event.name
        side = Side(event.name, phrase, event.place)
        return self.teller.alone("V301", finding_id("V301", (event.name, phrase)), f"nobody may ever do this: {told}", (side,),
                                 "nothing says that it may normally happen, and no clause permits it")  # fmt: skip

    def _is_gap(self, prop: Property) -> bool:
        given = prop.name in self.said or f"decider:{prop.name}" in self.said or prop.name.startswith("role:")
        if given or prop.name in self.clockwork or prop.field or prop.state or self._is_seen(prop):
            return False
        if prop.type.base == "yes/no":
            return self.own is not None and prop.place.file in self.own
        return prop.default.undecided and not any(not d.undecided for _, d in prop.kind_defaults)

    def _is_seen(self, prop: Property) -> bool:
        """Whether the table reads it off: a drawn map answers it, or the declaration says where it comes from."""
        return bool(prop.input) or self.book.geometry is not None and prop.name in self.book.geometry.answered

    def _of_property(self, prop: Property, clause: Clause) -> Finding:
        phrase = prop.phrases[0].text
        sides = (self.teller.side(clause), Side(prop.name, phrase, prop.place))
        label = self.teller.label(clause)
        if prop.type.base == "yes/no":
            code, sentence, today = (
                "V304",
                f"{label} uses a word of its own, and nothing says when it is so: {spoken(prop.phrases[0])}",
                "no clause or definition says when it is so",
            )
        elif prop.type.is_number:
            code, sentence, today = (
                "V303",
                f"{label} needs a number that nobody gives: {spoken(prop.phrases[0])}",
                "it has no default, and no clause gives it",
            )
        else:
            code, sentence, today = (
                "V302",
                f"{label} needs a decision that nobody makes: {spoken(prop.phrases[0])}",
                "it has no default, no clause gives it, and nobody decides it",
            )
        return self.teller.alone(code, finding_id(code, (prop.name, phrase)), sentence, sides, today)


def spoken(phrase: Phrase) -> str:
    """A declared phrase as a player would say it: `{creature acrobat} turns` as `a creature turns`."""
    return " ".join(
        part if isinstance(part, str) else f"{'an' if part.kind[:1].lower() in 'aeiou' else 'a'} {part.kind}" for part in phrase.parts
    )
