"""What to change: repairs of a finding, each tried out by editing the text, reading it and vetting it again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from adjudicator.engine.worlds import Ground
from adjudicator.model.clauses import Clause
from adjudicator.model.situation import Node
from adjudicator.stage.clashes import Side, candidates, is_side, worlds_at
from adjudicator.stage.witnesses import Witness
from adjudicator.vetting.findings import Finding, Repair
from adjudicator.vetting.opening import Opened
from adjudicator.vetting.repairing.changes import Change, Place, of_clash, place_of, settled
from adjudicator.vetting.repairing.mending import of_clause, of_word
from adjudicator.vetting.repairing.rereading import Scene, scene_of
from adjudicator.vetting.repairing.sources import Source, source_of
from adjudicator.vetting.repairing.trials import Outcome, Trials, no_worse
from adjudicator.vetting.single import Alone
from adjudicator.vetting.vetter import Vetter

if TYPE_CHECKING:
    from adjudicator.stage.clashes import Clash

CLASHES = ("V101", "V103", "V104", "V105", "V106", "V107", "V108", "V109", "V110")
WORDS = ("V301", "V302", "V303", "V304")
MOST = 6
"""Repairs shown of one finding."""
NARROWING = ("unless", "narrower")
"""Repairs after which a clause applies to less."""
OUT_OF_TIME = "there was no time left to try out what could be changed"


class Repairs:
    """Tries repairs of what was vetted, within a time of the processor; only what may be edited is changed (of a card file, all)."""

    def __init__(self, opened: Opened, vetter: Vetter, seconds: float = 20.0) -> None:
        self.opened, self.vetter, self.book = opened, vetter, opened.book
        self.trials = Trials(opened, vetter)
        self.until = time.process_time() + seconds
        self._matter: dict[str, list[tuple[int, Witness]]] = {}

    def all(self, findings: list[Finding]) -> Iterator[Finding]:
        """The findings with their repairs, as far as the time goes."""
        for finding in findings:
            if time.process_time() > self.until:
                yield replace(finding, note=OUT_OF_TIME)
            else:
                yield replace(finding, repairs=tuple(sorted(self.of(finding), key=_mends_most)))

    def of(self, finding: Finding) -> Iterator[Repair]:
        """The repairs of one finding that were seen to work."""
        shown: list[Change] = []
        for change in self.changes(finding):
            if len(shown) >= MOST or time.process_time() > self.until:
                return
            if any(change.text == c.text or change.kind == c.kind == "value" for c in shown):
                continue
            repair = self.tried(finding, change)
            if repair is not None:
                shown.append(change)
                yield repair

    # ---- what could be changed ----

    def changes(self, finding: Finding) -> Iterator[Change]:
        """Everything that comes into question, the plainest first."""
        if finding.code in WORDS:
            clause = self.book.clauses.get(finding.clauses[0])
            source = source_of(self.opened, finding.sides[-1].place, clause)
            if source is not None and source.clause is None:
                yield from of_word(self.book, source, finding, self._place(finding, 0) if clause is not None else None)
            return
        scene = scene_of(finding, self.opened.whole, self.vetter.engine) if self.opened.whole is not None else None
        places = [self._place(finding, number) for number in range(len(finding.sides))]
        if finding.code not in CLASHES:
            if places[0] is not None:
                yield from of_clause(places[0], finding, places[1] if len(places) > 1 else None, scene)
            return
        if len(finding.sides) == 1:
            yield from settled(places[0]) if places[0] is not None else ()
            return
        sides = [self._side(finding, number) for number in range(2)]
        clash = scene.clash(*sides) if scene is not None else None
        (one, i), (other, j) = sides
        self.trials.show(finding, (one.name, i), (other.name, j), scene)
        first, second = places
        ways = [of_clash(place, other, finding.code, scene, clash)
                for place, other in ((first, sides[1]), (second, sides[0])) if place is not None]  # fmt: skip
        if len(ways) == 2 and finding.clauses[0] != finding.clauses[1]:
            yield from _both(*map(list, ways))
        elif ways:
            yield from ways[0]

    def _side(self, finding: Finding, number: int) -> Side:
        """One of those concerned, with the conclusion that is."""
        side = finding.sides[number]
        clause = self.book.clauses[side.clause]
        return clause, next((i for i, c in enumerate(clause.conclusions) if c.text == side.says), 0)

    def _place(self, finding: Finding, number: int) -> Place | None:
        """Where one of those concerned may be edited; cards of a book are changed, not the rules that they meet."""
        clause = self.book.clauses.get(finding.clauses[number])
        if clause is None or (self.opened.subjects is not None and clause.name not in self.opened.subjects):
            return None
        source = self._source(clause)
        return place_of(self.book, source, self._side(finding, number)) if source is not None else None

    def _source(self, clause: Clause) -> Source | None:
        return source_of(self.opened, clause.place, clause)

    # ---- trying it ----

    def tried(self, finding: Finding, change: Change) -> Repair | None:
        """What comes of the change; None if it does not help, or does harm."""
        outcome = self.trials.of(change.source, change.edits)
        if outcome is None or not no_worse(finding, outcome):
            return None
        removed = finding.id in outcome.removed
        turned = finding.severity == "info" and any(set(f.clauses) == set(finding.clauses) for f in outcome.turned)
        if not removed and not turned:
            return None
        effect = self._effect(finding, change, outcome)
        if not effect:
            return None
        if not self._still_speaks(change, outcome):
            return None
        removes = (*((finding.id,) if removed else ()), *(i for i in outcome.removed if i != finding.id))
        return Repair(
            change.kind, change.clause, change.text, effect, removes, _told(finding, outcome.created), _told(finding, outcome.turned),
            change.source.file, change.edits,
        )  # fmt: skip

    def _still_speaks(self, change: Change, outcome: Outcome) -> bool:
        """Whether every conclusion of a narrowed clause that was seen to make a difference somewhere is seen to make one still, and an
        exception leaves it the plainest situation that it was for: no repair is told that makes a clause apply to nothing, nor one of
        which only the proof that it does is missing."""
        was, now = self.book.clauses.get(change.clause), outcome.opened.book.clauses.get(change.clause)
        if change.kind not in NARROWING or was is None or now is None or len(was.conclusions) != len(now.conclusions):
            return True
        after = Alone(outcome.vetter)
        return all(
            after.seen(now, place).matters and (change.kind != "unless" or _speaks(outcome.vetter, plainest, (now, place)))
            for place, plainest in self._mattering(was)
        )

    def _mattering(self, clause: Clause) -> list[tuple[int, Witness]]:
        """The conclusions of a clause without which something would be otherwise, before any change, each with the plainest situation in
        which it is drawn."""
        if clause.name not in self._matter:
            seen = [Alone(self.vetter).seen(clause, place) for place in range(len(clause.conclusions))]
            self._matter[clause.name] = [(i, one.applies) for i, one in enumerate(seen) if one.matters and one.applies is not None]
        return self._matter[clause.name]

    def _effect(self, finding: Finding, change: Change, outcome: Outcome) -> str:
        """What happens now in the situation of the finding; empty where the finding is not mended there."""
        if finding.code not in CLASHES:
            return PLAINLY.get(change.kind, ALONE.get(finding.code, "mended"))
        if change.kind in ("before", "settle", "chosen"):
            return {"before": "the order is given", "settle": "the question is settled", "chosen": "a player chooses"}[change.kind]
        now = self._clash(finding, outcome)
        if now is not None and now.winner:
            return f"{finding.called(now.winner)} wins, by {now.rung}"
        if change.kind in ("overrides", "yields", "number", "narrower"):
            return ""
        other = next((c for c in finding.clauses if c != change.clause), "")
        return f"no clash: there, only {finding.called(other)} speaks" if other else "no clash"

    def _clash(self, finding: Finding, outcome: Outcome) -> Clash | None:
        """The clash that the witness of the finding shows after the change."""
        whole, book = outcome.opened.whole, outcome.opened.book
        scene: Scene | None = scene_of(finding, whole, outcome.vetter.engine) if whole is not None else None
        if scene is None or any(name not in book.clauses for name in finding.clauses):
            return None
        first, second = ((book.clauses[c.name], i) for c, i in (self._side(finding, n) for n in range(2)))
        return scene.clash(first, second)


ALONE = {"V201": "it can apply", "V202": "it has an effect", "V203": "nothing changes but that there is less to read",
         "V204": "no circle any more"}  # fmt: skip
"""What comes of leaving something out."""
PLAINLY = {
    "value": "within what is allowed", "unless": "the clause is silent there", "permit": "it may be done",
    "state": "the table says", "default": "there is a value", "decide": "there is somebody to ask", "overrides": "it counts",
}  # fmt: skip
"""What comes of a change of a clause alone, by its kind."""


def _mends_most(repair: Repair) -> tuple[bool, bool, int]:
    """What makes nothing new before what does, what leaves the clause for all that it was for before what narrows it to a case, then what
    mends more findings; of alike ones, the plainest stays first."""
    return bool(repair.creates), repair.kind == "narrower", -len(repair.removes)


def _both(first: list[Change], second: list[Change]) -> Iterator[Change]:
    """The changes of two clauses that may both be edited: who is to win is said on the card that wins."""
    for kind in ("overrides", "before", "settle", "number", "unless", "narrower"):
        for changes in (first, second) if kind != "number" else (first,):
            yield from (c for c in changes if c.kind == kind)


def _told(finding: Finding, others: tuple[Finding, ...]) -> tuple[str, ...]:
    """Findings named by their class and by who else is concerned."""
    here = set(finding.clauses)
    return tuple(
        sorted(f"{f.code} with {next((c for c in f.clauses if c not in here), 'the same two')}" for f in others if f.severity != "info")
    )


def _speaks(vetter: Vetter, witness: Witness, side: Side) -> bool:
    """Whether the conclusion is drawn in the situation."""

    def drawn(ground: Ground, node: Node) -> bool | None:
        return any(is_side(i, side) for world in worlds_at(ground, node) for i in candidates(world.resolve(node))) or None

    return vetter.search.settled(witness.situation, witness.node, drawn) is not None
