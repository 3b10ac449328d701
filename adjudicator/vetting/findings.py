"""What was found: a class, who is concerned, who wins and why, a witness; with an id that its content gives it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from hashlib import sha256

from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Sentence, Term
from adjudicator.model.places import NOWHERE, Place
from adjudicator.model.rebuilding import stable
from adjudicator.records import dataclass
from adjudicator.stage.codes import BY_CODE, ORDER, SEVERITIES, Class
from adjudicator.vetting.repairing.editing import Edit


@dataclass(frozen=True, slots=True)
class Side:
    """One of those concerned: a clause with what it says, where, and on whose authority."""

    clause: str
    says: str
    place: Place = NOWHERE
    card: str = ""
    cites: tuple[str, ...] = ()
    status: str = "rule"
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that was tried: what to write, in which file and lines, and what came of it.

    `removes` are ids of findings that are there no more; `creates` says what is new, `turns` in what somebody else wins now.
    """

    kind: str
    clause: str
    text: str
    effect: str
    removes: tuple[str, ...] = ()
    creates: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    file: str = ""
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Finding:
    """One finding. `sentence` is for players; `when` are the facts of the witness; `witness` is a scenario file."""

    code: str
    id: str
    sentence: str
    sides: tuple[Side, ...]
    about: str = ""
    when: tuple[str, ...] = ()
    winner: str = ""
    rung: str = ""
    today: str = ""
    witness: str = ""
    given: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()
    note: str = ""
    doubt: str = ""
    """What speaks against the situation coming about at a table; empty where nothing does."""

    @property
    def of_class(self) -> Class:
        """Its class."""
        return BY_CODE[self.code]

    @property
    def severity(self) -> str:
        """How bad it is."""
        return self.of_class.severity

    @property
    def place(self) -> Place:
        """Where its first side stands."""
        return self.sides[0].place if self.sides else NOWHERE

    def called(self, clause: str) -> str:
        """How players call one of those concerned: by the card, where that tells it from the other."""
        cards = [side.card for side in self.sides]
        card = next((side.card for side in self.sides if side.clause == clause), "")
        return card if card and cards.count(card) == 1 else clause

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses concerned."""
        return tuple(side.clause for side in self.sides)


@dataclass(frozen=True)
class Report:
    """All that was found, worst first, and how far the search went."""

    book: str
    subject: str
    findings: tuple[Finding, ...]
    stage: str
    counts: dict[str, int] = field(default_factory=dict)
    silent: int = 0
    complete: bool = True
    seconds: dict[str, float] = field(default_factory=dict)
    stale: tuple[str, ...] = ()
    """Ids that were accepted, and that nothing found has."""
    unturned: tuple[str, ...] = ()
    """Open and disputed rulings on which nothing that was found turns."""
    stopped: str = ""
    """Where it is not complete: "interrupted while" what."""

    def by_reading(self) -> list[tuple[str, list[str]]]:
        """The open and disputed rulings on which answers turn, those that matter most first, each with the ids of its findings,
        that of the plainest first."""
        found: dict[str, list[str]] = {}
        for finding in sorted(self.findings, key=lambda f: (f.code != "V107", len(f.when))):
            if finding.code >= "V200":
                continue
            for name in dict.fromkeys(side.reading for side in finding.sides if side.reading):
                found.setdefault(name, []).append(finding.id)
        return sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))

    def by_class(self) -> dict[str, int]:
        """How many of each class, worst first."""
        found: dict[str, int] = {}
        for finding in self.findings:
            found[finding.code] = found.get(finding.code, 0) + 1
        return found


def worst_first(findings: list[Finding]) -> list[Finding]:
    """Errors before warnings before notes; what hardly comes about at a table after the rest; then in the order of the classes,
    then of the files."""
    return sorted(
        findings, key=lambda f: (SEVERITIES.index(f.severity), bool(f.doubt), ORDER[f.code], f.place.file, f.place.line, f.clauses, f.id)
    )


_AS_PRINTED = re.compile(r" \(\d+\)$")
"""What is printed on a card is named by its line, which is no part of its content."""


def content_of(clause: Clause) -> str:
    """All of a clause but where it stands and how its sentences are worded."""
    said = [(c.property, stable_all(c.args), c.form, stable(c.value)) for c in clause.conclusions]
    claims = [c.content for c in clause.claims]
    name = _AS_PRINTED.sub("", clause.name)
    return repr((name, clause.parameters, said, stable_all(clause.whens), stable_all(clause.unlesses), clause.status, clause.source,
                 clause.groups, claims, clause.bearer, clause.card, clause.number, clause.fallback, clause.reading, clause.option,
                 clause.before, clause.cites))  # fmt: skip


def stable_all(nodes: Iterable[Sentence | Term]) -> tuple[str, ...]:
    """Expressions as texts that are the same on every run."""
    return tuple(map(stable, nodes))


def digest_of(clause: Clause) -> str:
    """A digest of the content of a clause."""
    return sha256(content_of(clause).encode()).hexdigest()[:24]


def finding_id(code: str, digests: tuple[str, ...], about: str = "") -> str:
    """The id of a finding: it changes when the class or one of the sides does."""
    return f"{code}-{sha256(' '.join((code, about, *sorted(digests))).encode()).hexdigest()[:10]}"
