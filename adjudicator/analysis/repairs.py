"""What to change: repairs of a clash, each tried out by vetting the changed clause again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from adjudicator.analysis.clashes import clash_on
from adjudicator.analysis.findings import Finding, Repair, digest_of
from adjudicator.analysis.memory import Memory
from adjudicator.analysis.pairs import Pair
from adjudicator.analysis.phrasing import sentence_text, tidy
from adjudicator.analysis.vetter import Vetter
from adjudicator.logic.entailing.entailment import Entailment
from adjudicator.logic.entailing.rewriting import substitute
from adjudicator.logic.walking.speakers import MODIFIERS
from adjudicator.model.clauses import Claim, Clause
from adjudicator.model.expressions import Apply, Compare, Sentence, Term, Var, conjuncts, free_variables
from adjudicator.model.ladder import Rung
from adjudicator.model.rulebook import Rulebook

CLASHES = ("V101", "V103", "V104", "V105", "V106", "V107", "V108")
MOST_CONDITIONS = 2


@dataclass(frozen=True)
class Change:
    """One way to change a clause."""

    kind: str
    text: str
    clause: Clause


class Repairs:
    """Tries repairs of the clauses that may be edited (`subjects`; all: None), within a time."""

    def __init__(self, vetter: Vetter, findings: list[Finding], subjects: frozenset[str] | None, seconds: float = 20.0) -> None:
        self.vetter, self.findings, self.subjects = vetter, findings, subjects
        self.until = time.monotonic() + seconds
        self._pairs: dict[str, set[Pair]] = {}
        self._results: dict[str, tuple[tuple[str, ...], tuple[str, ...], dict[tuple, Finding | None]]] = {}

    def all(self) -> list[Finding]:
        """The findings with their repairs, as far as the time goes; worst first."""
        done = []
        for finding in self.findings:
            if finding.code in CLASHES and len(set(finding.clauses)) == 2 and time.monotonic() < self.until:
                finding = replace(finding, repairs=tuple(self.of(finding)))
            done.append(finding)
        return done

    def of(self, finding: Finding) -> Iterator[Repair]:
        """The repairs of one clash that were seen to work."""
        names = finding.clauses
        editable = [n for n in names if self.subjects is None or n in self.subjects]
        for name in editable[:1] if self.subjects is not None or len(editable) < 2 else editable[1:]:
            clause = self.vetter.book.clauses[name]
            other = self.vetter.book.clauses[names[0] if name == names[1] else names[1]]
            for change in self.changes(finding, clause, other):
                if time.monotonic() > self.until:
                    return
                repair = self.tried(finding, change, other)
                if repair is not None:
                    yield repair

    # ---- what could be changed ----

    def changes(self, finding: Finding, clause: Clause, other: Clause) -> Iterator[Change]:
        """Ways to change the clause so that it wins, loses, or does not meet the other."""
        where = f"{clause.card or clause.name}: " if finding.clauses[0] != finding.clauses[1] else ""
        if clause.conclusions[0].form in MODIFIERS:
            before = replace(clause, before=(*clause.before, other.name))
            yield Change("before", f"{where}add `applies before {other.name}`", before)
            return
        for verb, words in (("overrides", "overrides"), ("yields", "yields to")):
            claim = Claim(verb, other.name)
            yield Change(verb, f"{where}add `{words} {other.name}`", replace(clause, claims=(*clause.claims, claim)))
        for sentence in self.sayable(finding, clause, other)[:MOST_CONDITIONS]:
            text = tidy(sentence_text(self.vetter.book, sentence))
            if text:
                yield Change(
                    "unless",
                    f"{where}add `unless {text}`",
                    replace(clause, unlesses=(*clause.unlesses, sentence), unless_texts=(*clause.unless_texts, text)),
                )
        conditions = self.sayable(finding, clause, other)
        texts = [tidy(sentence_text(self.vetter.book, s)) for s in conditions]
        if conditions and all(texts) and len(conditions) == len(self._conditions(other)):
            lead = "and" if clause.whens else "when"
            text = f" {lead} ".join(texts) if lead == "and" else " and ".join(texts)
            yield Change(
                "narrower",
                f"{where}add `{lead} {text}`",
                replace(clause, whens=(*clause.whens, *conditions), when_texts=(*clause.when_texts, *texts)),
            )
        yield from self.numbers(finding, clause, other, where)

    def _conditions(self, clause: Clause) -> list[Sentence]:
        """The conditions of a clause, but for those that only say who is who in an event."""
        parts = [part for when in clause.whens for part in conjuncts(when)]
        return [p for p in parts if not _says_who(p)]

    def sayable(self, finding: Finding, clause: Clause, other: Clause) -> list[Sentence]:
        """The other's conditions, said of what this clause speaks of."""
        pair = self._pair(finding)
        if pair is None:
            return []
        index, second = (pair.first[1], pair.second[1]) if pair.first[0] == clause.name else (pair.second[1], pair.first[1])
        terms = _terms(other, second, clause, index)
        said = []
        for part in self._conditions(other):
            if free_variables(part) <= terms.keys():
                changed = substitute(part, terms)
                if changed not in clause.whens and changed not in clause.unlesses:
                    said.append(changed)
        return said

    def numbers(self, finding: Finding, clause: Clause, other: Clause, where: str) -> Iterator[Change]:
        """Free Precedence Numbers that make the clause win or lose, with their range, where the numbers are asked at all."""
        if finding.code not in ("V101", "V103", "V104", "V105"):
            return
        rung = next((r for r in self.vetter.book.ladder.rungs if r.numbered and len(r.keys) == 1), None)
        theirs = number_of(self.vetter.book, other, rung) if rung is not None else None
        if rung is None or theirs is None:
            return
        taken = taken_numbers(self.vetter.book)
        lowest = rung.keys[0].lowest
        for wins in (True, False):
            below = wins == lowest
            free = [n for n in (range(theirs - 1, -1, -1) if below else range(theirs + 1, theirs + 1000)) if n not in taken]
            if free:
                low, high = (0, theirs - 1) if below else (theirs + 1, None)
                span = f"any free number from {low} to {high}" if high is not None else f"any free number from {low}"
                yield Change("number", f"{where}Precedence Number {free[0]} ({span})", replace(clause, number=free[0]))

    # ---- trying it ----

    def tried(self, finding: Finding, change: Change, other: Clause) -> Repair | None:
        """What comes of the change; None if it does not help."""
        pair = self._pair(finding)
        if pair is None:
            return None
        name = change.clause.name
        vetter = self.changed(change.clause)
        before = self._of(name)
        pairs = {p for p in vetter.pairs(frozenset((name,))) if name in (p.first[0], p.second[0])}
        here = {f.id: p for f in self.findings if f.code in CLASHES and (p := self._pair(f)) is not None and name in f.clauses}
        now = vetter.clash(pair) if pair in pairs else None
        milder = change.kind == "number" and now is not None and now.code == "V105"
        if now is not None and (now.code == finding.code or change.kind == "unless") and not milder:
            return None
        removes, creates = [], []
        for f in self.findings:
            if f.id in here and f.id != finding.id:
                again = vetter.clash(here[f.id]) if here[f.id] in pairs else None
                if again is None:
                    removes.append(f.id)
        for new in pairs - before:
            found = vetter.clash(new)
            if found is not None:
                creates.append(f"{found.code} with {next((c for c in found.clauses if c != name), name)}")
        effect = self._effect(change, vetter, pair, now, other)
        if creates:
            effect += f"; but new: {', '.join(sorted(creates))}"
        if removes:
            effect += f"; also removes {len(removes)} more"
        return Repair(change.kind, name, change.text, effect, (finding.id, *removes), tuple(sorted(creates)))

    def _effect(self, change: Change, vetter: Vetter, pair: Pair, now: Finding | None, other: Clause) -> str:
        if now is not None:
            return f"{now.winner} wins by number" if now.winner and now.code == "V105" else now.of_class.name
        if change.kind == "before":
            return "the order is given"
        found = vetter.search.clash(*vetter.clauses_of(pair), wanted=lambda c: True)
        if found is None:
            return "no clash"
        first, second = vetter.clauses_of(pair)
        clash = vetter.search.settled(found[0].situation, found[0].node, lambda ground, node: clash_on(ground, node, first, second))
        return f"{clash.winner} wins, by {clash.rung}" if clash is not None and clash.winner else "no clash"

    def changed(self, clause: Clause) -> Vetter:
        """A vetter of the book with the clause changed; what the vocabulary alone decides is taken along."""
        book = self.vetter.book
        digest = f"{book.digest} {digest_of(clause)}"
        made = replace(book, clauses={**book.clauses, clause.name: clause}, digest=digest)
        for name in ("ancestors", "descendants"):
            if name in book.__dict__:
                made.__dict__[name] = book.__dict__[name]
        vetter = Vetter(made, self.vetter.wishes, Memory(), self.vetter.uses, self.vetter.own, self.vetter.off)
        vetter.engine.__dict__["entailment"] = Entailment(made, self.vetter.engine.entailment.store)
        return vetter

    def _of(self, name: str) -> set[Pair]:
        """The pairs of a clause as it stands."""
        if name not in self._pairs:
            quiet = Vetter(self.vetter.book, self.vetter.wishes, Memory())
            quiet.__dict__["engine"] = self.vetter.engine
            self._pairs[name] = set(quiet.pairs(frozenset((name,))))
        return self._pairs[name]

    def _pair(self, finding: Finding) -> Pair | None:
        """The pair that a finding is about."""
        if len(finding.clauses) != 2:
            return None
        for pair in sorted(self._of(finding.clauses[0])):
            if {pair.first[0], pair.second[0]} == set(finding.clauses):
                return pair
        return None


def _says_who(part: Sentence) -> bool:
    """`the agent of the deed is the actor`: who is who, no condition."""
    if not isinstance(part, Compare) or part.op != "=":
        return False
    sides = (part.left, part.right)
    return any(isinstance(s, Var) for s in sides) and any(isinstance(s, Apply) and s.property.startswith("role:") for s in sides)


def _terms(other: Clause, second: int, clause: Clause, index: int) -> dict[str, Term]:
    """For the variables of the other clause, what this clause calls the same things."""
    terms: dict[str, Term] = {}
    for theirs, ours in zip(other.conclusions[second].args, clause.conclusions[index].args, strict=True):
        if isinstance(theirs, Var):
            terms[theirs.name] = ours
    for _ in range(2):
        for part in (p for when in other.whens for p in conjuncts(when) if _says_who(p)):
            for one, role in ((part.left, part.right), (part.right, part.left)):
                if isinstance(one, Var) and one.name not in terms and isinstance(role, Apply) and free_variables(role) <= terms.keys():
                    terms[one.name] = _called(clause, substitute(role, terms))
    return terms


def _called(clause: Clause, role: Term) -> Term:
    """The variable by which the clause itself calls who plays the role, if it has one."""
    for part in (p for when in clause.whens for p in conjuncts(when) if _says_who(p)):
        for one, other in ((part.left, part.right), (part.right, part.left)):
            if isinstance(one, Var) and other == role:
                return one
    return role


def number_of(book: Rulebook, clause: Clause, rung: Rung) -> int | None:
    """The Precedence Number that speaks for a clause, where it is on record."""
    if clause.number is not None:
        return clause.number
    if clause.bearer:
        return next((n for card, n in _printed_numbers(book, rung) if card == clause.card), None)
    source = book.sources.get(clause.source)
    return source.number if source is not None and source.number is not None else rung.otherwise


def _printed_numbers(book: Rulebook, rung: Rung) -> Iterator[tuple[str, int]]:
    """The numbers that clauses give outright, with the card that says so."""
    term = rung.keys[0].term
    for clause, index in book.clauses_about.get(term.property if isinstance(term, Apply) else "", ()):
        value = getattr(clause.conclusions[index].value, "value", None)
        if isinstance(value, Fraction) and value.denominator == 1:
            yield clause.card, int(value)


def taken_numbers(book: Rulebook) -> frozenset[int]:
    """Every Precedence Number that something in the book has."""
    found = {c.number for c in book.clauses.values()}
    for rung in book.ladder.rungs:
        if rung.numbered and len(rung.keys) == 1:
            found |= {rung.otherwise, *(s.number for s in book.sources.values()), *(n for _, n in _printed_numbers(book, rung))}
    return frozenset(n for n in found if n is not None)
