"""An edit tried out: the edited text read and vetted again, and what is found now held against what was found before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from adjudicator.entailment.entailment import Entailment
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass
from adjudicator.stage.codes import SEVERITIES
from adjudicator.vetting.checking import claim_circles
from adjudicator.vetting.findings import Finding
from adjudicator.vetting.gaps import Gaps
from adjudicator.vetting.memory import Memory
from adjudicator.vetting.opening import Opened
from adjudicator.vetting.pairs import Pair
from adjudicator.vetting.readings import without_repeats
from adjudicator.vetting.repairing.editing import Edit
from adjudicator.vetting.repairing.rereading import Scene, scene_of
from adjudicator.vetting.repairing.sources import Source
from adjudicator.vetting.single import Alone
from adjudicator.vetting.vetter import Vetter

IDLE = ("V201", "V202", "V203")
"""Words on a card that do nothing: no repair may make them so."""
Concerned = tuple[str, ...]
Concern = tuple[str, int]
"""A clause and the number of one of its conclusions."""


@dataclass(frozen=True)
class Outcome:
    """What came of an edit: the vetter of the edited book, which ids are gone, what is new, what is won by somebody else."""

    opened: Opened
    vetter: Vetter
    removed: tuple[str, ...]
    created: tuple[Finding, ...]
    turned: tuple[Finding, ...]


class Trials:
    """Tries edits of what was vetted."""

    def __init__(self, opened: Opened, vetter: Vetter) -> None:
        self.opened, self.vetter = opened, vetter
        self._before: dict[frozenset[str] | None, list[Finding]] = {}
        self._shown: dict[tuple[Concern, Concern], tuple[Finding, Scene]] = {}

    def of(self, source: Source, edits: Iterable[Edit]) -> Outcome | None:
        """What comes of the edits; None where they do not read, or make claims go round in a circle."""
        after = source.after(edits)
        if after is None or (_claims(after.book) != _claims(self.opened.book) and claim_circles(after.book)):
            return None
        scope = None if source.clause is None else frozenset((source.clause.name,))
        vetter = self._vetter(after)
        was, now = _by_concerned(self.before(scope)), _by_concerned(self.found(after, vetter))
        removed = [f.id for key, fs in was.items() for f in fs if f.code not in {n.code for n in now.get(key, ())}]
        created, turned = [], []
        for key, findings in now.items():
            for finding in findings:
                same = [f for f in was.get(key, ()) if f.code == finding.code]
                if not same:
                    created.append(finding)
                elif all(f.winner != finding.winner for f in same):
                    turned.append(finding)
        return Outcome(after, vetter, tuple(removed), tuple(created), tuple(turned))

    def before(self, scope: frozenset[str] | None) -> list[Finding]:
        """What was found before any edit: about these clauses (all that was vetted: None)."""
        if scope not in self._before:
            opened = self.opened if scope is None else replace(self.opened, subjects=scope)
            self._before[scope] = self.found(opened, self._vetter(opened))
        return self._before[scope]

    def found(self, opened: Opened, vetter: Vetter) -> list[Finding]:
        """Everything there is to find."""
        own = frozenset((opened.subject.file,)) if self.opened.subject.file else frozenset()
        findings = list(Gaps(opened.book, vetter.teller, opened.subjects, own).findings())
        findings += (f for pair in vetter.pairs(opened.subjects) if (f := self._clash(opened, vetter, pair)) is not None)
        alone = Alone(vetter)
        for name, clause in opened.book.clauses.items():
            if opened.subjects is None or name in opened.subjects:
                findings += alone.findings(clause)
        return without_repeats(findings)

    def _clash(self, opened: Opened, vetter: Vetter, pair: Pair) -> Finding | None:
        """The clash of a pair: as it was, where its witness still shows it, else as a new search finds it."""
        finding, scene = self._shown.get((pair.first, pair.second), (None, None))
        if finding is not None and scene is not None:
            now = replace(scene, engine=vetter.engine).clash(*vetter.clauses_of(pair))
            if now is not None and (now.code, now.winner) == (finding.code, finding.winner):
                return finding
        finding = vetter.clash(pair)
        if finding is not None and opened.whole is not None:
            self.show(finding, pair.first, pair.second, scene_of(finding, opened.whole, vetter.engine))
        return finding

    def show(self, finding: Finding, first: Concern, second: Concern, scene: Scene | None) -> None:
        """Keep the witness of a clash, so that it need not be searched for again, nor be missed by a shorter search."""
        if scene is not None:
            self._shown.setdefault((first, second), (finding, scene))

    def _vetter(self, opened: Opened) -> Vetter:
        vetter = Vetter(opened.book, self.opened.subject.wishes, Memory(off=True), self.vetter.uses, opened.own, opened.off, opened.printed)
        vetter.engine.__dict__["entailment"] = Entailment(opened.book, self.vetter.engine.entailment.store)
        return vetter


def _by_concerned(findings: list[Finding]) -> dict[Concerned, list[Finding]]:
    """The findings by those concerned."""
    found: dict[Concerned, list[Finding]] = defaultdict(list)
    for finding in findings:
        found[tuple(sorted(finding.clauses))].append(finding)
    return found


def _claims(book: Rulebook) -> list[tuple[str, list[object]]]:
    return [(c.name, [k.content for k in c.claims]) for c in book.clauses.values() if c.claims]


def no_worse(finding: Finding, outcome: Outcome) -> bool:
    """Whether what an edit creates is milder than what it was meant to repair, and leaves no words that do nothing."""
    limit = SEVERITIES.index(finding.severity)
    for new in outcome.created:
        if new.severity == "info":
            continue
        if new.code in IDLE:
            return False
        same = set(new.clauses) == set(finding.clauses) and new.code > finding.code
        if SEVERITIES.index(new.severity) <= limit and not same:
            return False
    return True
