"""Open and disputed rulings: a situation in which the answer is one thing in one reading and another in the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.engine.limits import LimitReached
from adjudicator.engine.worlds import Ground
from adjudicator.model.clauses import READING_STATUSES, Clause
from adjudicator.model.expressions import EVENTFUL
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import Value
from adjudicator.stage.clashes import worlds
from adjudicator.stage.witnesses import Witness, applying
from adjudicator.vetting.findings import Finding, digest_of, finding_id
from adjudicator.vetting.vetter import Vetter

Answers = tuple[tuple[str, tuple[Value, ...]], ...]
"""For each way to read it, in words, the values that the instance can have."""

MANY = 1_000
UNASKED = ("after:role:", "after:kind:", *EVENTFUL)
"""What a scenario of one moment has no question for, so that no witness could show it."""


def turning(vetter: Vetter, clause: Clause) -> Iterator[Finding]:
    """Where the answer turns on the reading that the clause rests on: one situation for each of its conclusions, at most."""
    if clause.reading is None and clause.status not in READING_STATUSES:
        return
    for index, conclusion in enumerate(clause.conclusions):
        if conclusion.property.startswith(UNASKED) or conclusion.property == "decider:before":
            continue
        found = _witness(vetter, clause, index)
        if found is not None:
            yield _told(vetter, clause, index, *found)


def _witness(vetter: Vetter, clause: Clause, index: int) -> tuple[Witness, Answers] | None:
    """A smallest situation, if possible one in which nothing else is open."""
    for most in (1, MANY):

        def look(ground: Ground, node: Node, most: int = most) -> Answers | None:
            answers = answers_of(vetter, clause, ground.table.situation, node)
            turns = len({repr(values) for _, values in answers}) > 1
            return answers if turns and all(len(values) <= most for _, values in answers) else None

        achiever = vetter.search.achiever()
        found = vetter.search.first(applying(achiever, (clause, index)), achiever, look)
        if found is not None:
            small = vetter.search.shrunk(found[0], look)
            answers = vetter.search.settled(small.situation, small.node, look)
            return (small, answers) if answers else None
    return None


def answers_of(vetter: Vetter, clause: Clause, situation: Situation, node: Node) -> Answers:
    """What the instance is in each way to read the clause. Raises LimitReached."""
    found = []
    for words, read in _ways(vetter.book, clause, situation):
        values = {repr(v): v for w in worlds(Ground(vetter.engine, read), node) for v in (w.told(node),)}
        if not values:
            raise LimitReached("no possible world")
        found.append((words, tuple(values[key] for key in sorted(values))))
    return tuple(found)


def _ways(book: Rulebook, clause: Clause, situation: Situation) -> Iterator[tuple[str, Situation]]:
    if clause.reading is not None:
        name = clause.reading[0]
        for alternative in book.readings[name].alternatives:
            yield f"`{alternative}`", replace(situation, readings={**situation.readings, name: alternative})
        return
    for on, words in ((True, f"with `{clause.name}`"), (False, "without")):
        yield words, replace(situation, suppose={**situation.suppose, clause.name: on})


def _told(vetter: Vetter, clause: Clause, index: int, witness: Witness, answers: Answers) -> Finding:
    teller = vetter.teller
    said = [f"{' or '.join(teller.says(witness.node, v, witness) for v in values)} ({words})" for words, values in answers]
    side = teller.side(clause, index)
    identity = finding_id("V107", (digest_of(clause),), f"turns {index}")
    what = f"the reading `{side.reading}` is open" if clause.reading else f"`{clause.name}` is {clause.status}"
    sentence = f"{teller.label(clause)}: {what}, and the answer turns on it: {', or '.join(said)}"
    return teller.alone("V107", identity, sentence, (side,), "both readings stand; nobody has decided", witness)


def without_repeats(findings: list[Finding]) -> list[Finding]:
    """The findings without what another says already: that an answer turns on a reading, where the clause's clash says so, too, or
    another clause of the same reading in the same situation."""
    said = {(s.clause, s.says) for f in findings if f.code == "V107" and len(f.sides) > 1 for s in f.sides}
    seen: set[tuple[object, ...]] = set()
    kept = []
    for finding in findings:
        if finding.code == "V107" and len(finding.sides) == 1:
            side = finding.sides[0]
            key = (side.reading, finding.about, finding.when)
            if (side.clause, side.says) in said or key in seen:
                continue
            seen.add(key)
        kept.append(finding)
    return kept


def unturned(vetter: Vetter, clauses: list[str], findings: list[Finding]) -> tuple[str, ...]:
    """The readings that these clauses rest on and no finding turns on."""
    said = [vetter.teller.side(vetter.book.clauses[name]).reading for name in clauses]
    seen = {side.reading for finding in findings if finding.code < "V200" for side in finding.sides}
    return tuple(sorted({name for name in said if name} - seen))
