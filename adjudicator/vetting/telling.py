"""Findings in words that a player understands, and the witness as a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cached_property
from typing import Any

from adjudicator.engine.speakers import MODIFIERS
from adjudicator.language.wording import event_text, node_text, statement
from adjudicator.model.clauses import READING_STATUSES, Clause
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Drawn, Value
from adjudicator.stage.clashes import Clash
from adjudicator.stage.codes import BY_CODE
from adjudicator.stage.doubts import ONE_STATEMENT, OUT_OF_PLACE, doubt_of
from adjudicator.stage.stages import Stage
from adjudicator.stage.witnesses import Witness
from adjudicator.stage.writing import own_things, scenario_text
from adjudicator.story.retelling import event_of, in_order, is_event
from adjudicator.vetting.findings import Finding, Side

ClauseSide = tuple[Clause, int]
SHOWN_KINDS = 3
FEW = 8
"""A statement that more clauses than this cite is a general one."""
ITSELF = "a clause disagrees only with itself: with two things where the book may mean that there is one"
OWN = "\0"
"""What stands in a remembered witness for the blocks of the card file."""


def stage_text(book: Rulebook, stage: Stage, subjects: frozenset[str] | None) -> str:
    """How large the situations were, in words: how many of the kinds that the clauses speak of most, and how many events."""
    spoken: Counter[str] = Counter()
    for name, clause in book.clauses.items():
        if subjects is None or name in subjects:
            spoken.update(list(dict.fromkeys(p.kind for p in clause.parameters)))
    most = [k for k, _ in spoken.most_common() if k in book.kinds and not book.kinds[k].printed and book.kinds[k].plural
            and k not in ("thing", "event") and not book.is_a(k, "event") and k not in book.events][:SHOWN_KINDS]  # fmt: skip
    of_each = [f"{stage.things} {book.kinds[k].plural if stage.things > 1 else k}" for k in most]
    rest = f"{stage.things} of every other kind" if most else f"{stage.things} things of each kind"
    events = "1 event" if stage.events == 1 else f"{stage.events} events"
    return f"up to {', '.join([*of_each, rest])}{f' ({stage.total} in all)' if stage.total else ''}, and {events}"


class Teller:
    """Tells the findings of one rulebook; witnesses say that they use `uses`, with the blocks `own` of their own.

    `out_of_place` says of a situation whether something stands in it where nothing of its kind can.
    """

    def __init__(self, book: Rulebook, uses: str, own: str = "", off: tuple[str, ...] = (), on: tuple[str, ...] = (),
                 out_of_place: Callable[[Situation], bool] = lambda _: False) -> None:  # fmt: skip
        self.out_of_place = out_of_place
        self.book, self.uses, self.own = book, uses, own
        self.suppose = {**dict.fromkeys(off, False), **dict.fromkeys(on, True)}

    def side(self, clause: Clause, index: int = 0) -> Side:
        """A clause with what it says."""
        says = clause.conclusions[index].text if clause.conclusions else ""
        reading = clause.reading[0] if clause.reading else clause.name if clause.status in READING_STATUSES else ""
        return Side(clause.name, says, clause.place, clause.card, clause.cites, clause.status, reading)

    def label(self, clause: Clause) -> str:
        """How players call it: the card, else the clause."""
        return clause.card or clause.name

    def clash(self, identity: str, clash: Clash, first: ClauseSide, second: ClauseSide, witness: Witness, why: tuple[str, ...]) -> Finding:
        """Two clauses that say contrary things."""
        one, other = self.label(first[0]), self.label(second[0])
        things = witness.situation.things
        about = node_text(self.book, witness.node, things)
        what = about.removeprefix("no ruling on ").removeprefix("whether ")
        disagree = f"{one} and {other} disagree" if one != other else f"{one} disagrees with itself"
        if one == other and first[0].name != second[0].name:
            disagree = f"{first[0].name} and {second[0].name} ({one}) disagree"
        sentence = (
            f"{disagree}: {self.says(witness.node, clash.values[0], witness)}, or {self.says(witness.node, clash.values[1], witness)}?"
        )
        if first[0].conclusions[first[1]].form in MODIFIERS:
            sentence = f"{one} and {other} both change {what}, and it matters which comes first"
        return Finding(
            clash.code, identity, sentence, (self.side(*first), self.side(*second)), what, self.facts(witness), clash.winner, clash.rung,
            self.today(clash, why, witness), self.file(clash.code, identity, sentence, witness),
            tuple(node_text(self.book, node, things) for node in witness.given),
            doubt=self.doubt(witness) or self._of_one(first[0], second[0]),
        )  # fmt: skip

    def _of_one(self, first: Clause, second: Clause) -> str:
        """What speaks against two clauses being contrary: that they are one, or carry the same statement (not one that many cite)."""
        if first.name == second.name:
            return ITSELF
        cites = frozenset(first.cites)
        same = cites == frozenset(second.cites) and first.card == second.card
        return ONE_STATEMENT if same and 0 < self._carrying[cites] <= FEW else ""

    @cached_property
    def _carrying(self) -> Counter[frozenset[str]]:
        """How many clauses cite the same."""
        return Counter(frozenset(clause.cites) for clause in self.book.clauses.values() if clause.cites)

    def doubt(self, witness: Witness) -> str:
        """What speaks against the situation of a witness."""
        found = doubt_of(self.book, witness.situation, bool(witness.given))
        return found or (OUT_OF_PLACE if self.out_of_place(witness.situation) else "")

    def says(self, node: Node, value: Value, witness: Witness) -> str:
        """The instance with a value."""
        if value is UNDECIDED or isinstance(value, Drawn):
            return (
                f"{node_text(self.book, node, witness.situation.things)} is {'left to chance' if isinstance(value, Drawn) else 'undecided'}"
            )
        return statement(self.book, node, value, witness.situation.things)

    def today(self, clash: Clash, why: tuple[str, ...], witness: Witness) -> str:
        """What decides as things stand: who wins, why, and why nothing higher did."""
        if clash.first.conclusion.form in MODIFIERS:
            return f"nobody wins: {clash.reason}"
        above = "" if clash.code in ("V107", "V108", "V109", "V110") or not why else f". Nothing higher decides: {'; '.join(why)}"
        if not clash.winner:
            if clash.reason.startswith("it depends on"):
                return f"who wins {clash.reason.removeprefix('it ')}{above}"
            if clash.code == "V101" and why:
                return f"nobody wins: {'; '.join(why)}"
            lead = {"V101": "nobody wins", "V103": "neither wins", "V106": "neither wins"}.get(clash.code, "who wins is not known")
            return f"{lead}: {clash.reason}{above}"
        place = 0 if clash.winner == clash.first.clause.name else 1
        winner, loser = (clash.first, clash.second) if place == 0 else (clash.second, clash.first)
        name = winner.clause.card if winner.clause.card and winner.clause.card != loser.clause.card else winner.clause.name
        reason = clash.reason.replace("it claims to", f"{winner.clause.name} claims to", 1)
        reason = f"{reason.removesuffix(' it')} {loser.clause.name}" if reason.endswith(" it") else reason
        stands = _while_it_stands(winner.clause) if clash.code == "V107" else ""
        return f"{name} wins ({self.says(witness.node, clash.values[place], witness)}), by {clash.rung}: {reason}{stands}{above}"

    def facts(self, witness: Witness) -> tuple[str, ...]:
        """What the witness says, as sentences."""
        situation = witness.situation
        played = in_order(situation, [t for t in own_things(self.book, situation) if is_event(self.book, t)])
        spoken = {str(v) for fact in situation.facts.values() for v in (*fact.node[1], fact.value)}
        alike = Counter(thing.kinds for thing in played)
        called = [f", called the {t.name}" if t.name in spoken and alike[t.kinds] > 1 else "" for t in played]
        told = [event_text(self.book, event_of(self.book, t), dict(t.roles), "", situation.things) for t in played]
        events = [text + name for text, name in zip(told, called, strict=True)]
        facts = [statement(self.book, node, fact.value, situation.things) for node, fact in situation.facts.items()]
        return (*events, *facts, *(f"option {name} is in use" for name in situation.options))

    def file(self, code: str, identity: str, sentence: str, witness: Witness) -> str:
        """The witness as a scenario file."""
        notes = (f"{identity}: {BY_CODE[code].name}", sentence)
        situation = replace(witness.situation, suppose={**self.suppose, **witness.situation.suppose})
        return scenario_text(self.book, situation, witness.node, f"Witness {identity}", self.uses, notes, self.own)

    def alone(
        self, code: str, identity: str, sentence: str, sides: tuple[Side, ...], today: str, witness: Witness | None = None, winner: str = ""
    ) -> Finding:
        """A finding about one clause, or a clause and those that stand in its way."""
        if witness is None:
            return Finding(code, identity, sentence, sides, today=today, winner=winner)
        about = node_text(self.book, witness.node, witness.situation.things)
        return Finding(code, identity, sentence, sides, about, self.facts(witness), winner, "", today,
                       self.file(code, identity, sentence, witness), doubt=self.doubt(witness))  # fmt: skip

    # ---- for the memory ----

    def remembered(self, finding: Finding) -> dict[str, Any]:
        """A finding as plain data, without what may change though its content does not: places, repairs, the rest of the card file."""
        kept = asdict(finding)
        del kept["sides"], kept["repairs"]
        if self._block:
            kept["witness"] = finding.witness.replace(self._block, OWN, 1)
        return kept

    @property
    def _block(self) -> str:
        """The blocks of the card file, as a witness carries them along."""
        return self.own.strip("\n")

    def recalled(self, kept: dict[str, Any], sides: tuple[ClauseSide, ...]) -> Finding:
        """A finding from plain data."""
        witness = kept["witness"].replace(OWN, self._block, 1)
        again = {"sides": tuple(self.side(*s) for s in sides), "when": tuple(kept["when"]), "given": tuple(kept["given"])}
        return Finding(**{**kept, **again, "witness": witness})


def _while_it_stands(clause: Clause) -> str:
    """On what reading the clause wins."""
    if clause.reading is not None:
        return f"; as long as `{clause.reading[0]}` is read as `{clause.reading[1]}`"
    return f"; as long as {clause.name} stands, which is {clause.status}" if clause.status in READING_STATUSES else ""
