"""Results as the JSON of the command line's contract (DESIGN section 6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.explaining.ordering import Telling
from adjudicator.model.outcomes import Answer, Beaten, Instance, Outcome, Resolution, Settlement, Step, Unheard
from adjudicator.model.situation import Expectation
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import plain
from adjudicator.rulings.camps import camps
from adjudicator.settling.support import deciding_resolutions, supporting_nodes

SCHEMA = 2


def settlements_json(settlements: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What `settle --json` prints: one shape, whatever the files hold."""
    return {"schema": SCHEMA, "settlements": list(settlements)}


def settlement_json(settlement: Settlement) -> dict[str, Any]:
    """The settlement of one scenario as one object."""
    return {
        "scenario": settlement.scenario,
        "rulebook": settlement.rulebook,
        "unheard": [_unheard(one) for one in settlement.unheard],
        "notes": list(settlement.notes),
        "questions": [answer_json(answer) for answer in settlement.answers],
    }


def _unheard(one: Unheard) -> dict[str, Any]:
    return {"says": one.says, "why": one.why, "nearest": one.nearest or None, "at": str(one.place) if one.place.line else None}


def answer_json(answer: Answer) -> dict[str, Any]:
    """One answered question."""
    found = {
        "ask": answer.ask,
        "status": answer.status,
        "outcomes": [outcome_json(outcome) for outcome in answer.outcomes],
        "conflict": [_clause(instance) for instance in answer.conflict],
        "expected": expected_json(answer.expected),
        "met": answer.met,
    }
    turning = camps(answer)
    if turning:
        found["readings"] = [{"reading": c.cause.what, "taken": _taken(c.taken), "answers": list(c.answers)} for c in turning]
    if answer.conflict_facts:
        found["conflict_facts"] = list(answer.conflict_facts)
    if answer.status == "impossible":
        found["conflict_minimal"] = answer.minimal
    if answer.note:
        found["note"] = answer.note
    return found


def outcome_head(outcome: Outcome) -> dict[str, Any]:
    """What an outcome is, what it rests on, and what it depends on. Where the book does not say, there is no answer, only what is taken."""
    value = plain(outcome.answer) if outcome.world.decided else None
    silent = outcome.grade == "silent"
    return {
        "answer": None if silent else value,
        "taken_as": value if silent else None,
        "grade": outcome.grade or None,
        "decided": outcome.world.decided,
        "probability": None if outcome.probability is None else f"{outcome.probability.numerator}/{outcome.probability.denominator}",
        "because_of": [{"cause": c.cause, "what": c.what, "who": c.who} for c in outcome.because_of],
        "when": [[{"cause": c.cause, "what": c.what, "taken": _taken(v)} for c, v in one] for one in outcome.when if one],
        **({"more_conditions": True} if outcome.more_conditions else {}),
        "taking": list(outcome.taking),
        **({"although": list(outcome.although)} if outcome.although else {}),
        **({"beyond": list(outcome.beyond)} if outcome.beyond else {}),
        **({"before": list(outcome.before.says)} if outcome.before else {}),
        "calls": [{"clause": c.clause, "what": c.what, "because": c.because, "without": c.without or None} for c in outcome.calls],
        "as_played": outcome.played,
        "why": outcome.why or None,
        "in_terms": outcome.world.terms or None,
        **({"circles": [{"clauses": list(one.clauses), "paradox": one.paradox} for one in outcome.circles]} if outcome.circles else {}),
    }


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """One outcome of a question."""
    return {
        **outcome_head(outcome),
        "decided_by": decided_by(outcome),
        **({"story": [_step(step) for step in outcome.world.steps]} if outcome.world.steps else {}),
        **({"loop": list(outcome.world.looped)} if outcome.world.looped else {}),
        **_shown_by_map(outcome),
    }


def _step(step: Step) -> dict[str, Any]:
    """One step of a story: what happened, what it changed and caused, by which clauses."""
    changed = [{"property": c.node[0], "of": [plain(arg) for arg in c.node[1]], "value": _taken(c.value),
                "by": sorted({i.clause.name for i in (*c.resolution.winners, *c.resolution.modifiers)}) if c.resolution else []}
               for c in step.changes]  # fmt: skip
    return {"step": step.number, "what": step.what, "event": step.event or None, "happened": step.happened, "turn": plain(step.who),
            "round": step.round, "changed": changed, "caused": list(step.caused)}  # fmt: skip


def _shown_by_map(outcome: Outcome) -> dict[str, Any]:
    """What a drawn map showed for the answer, in words; nothing where there was none."""
    words = [line for node in supporting_nodes(outcome.world) for line in outcome.world.resolutions[node].words]
    return {"map": list(dict.fromkeys(words))} if words else {}


def _taken(value: object) -> object:
    if value is UNDECIDED:
        return None
    return plain(value)  # type: ignore[arg-type]


def expected_json(expected: Expectation | None) -> object:
    """What the scenario expects, as a plain value."""
    if expected is None:
        return None
    if expected.status:
        return expected.status
    return plain(expected.answers[0]) if len(expected.answers) == 1 else [plain(v) for v in expected.answers]


def decided_by(outcome: Outcome) -> list[dict[str, Any]]:
    """The clauses that gave the answer, in the order in which explanations name them, with the rung and what they beat."""
    found: list[dict[str, Any]] = []
    telling = Telling(outcome.world)
    for resolution in deciding_resolutions(outcome):
        speaking = (*telling.first(resolution.winners), *resolution.modifiers)
        for instance in {i.clause.name: i for i in speaking}.values():
            entry = {
                **_clause(instance),
                "rung": resolution.rung,
                "warrant": _warrant(resolution, instance),
                "beat": _beat(resolution.beaten),
            }
            if entry not in found:
                found.append(entry)
    return found


def _warrant(resolution: Resolution, instance: Instance) -> str | None:
    """The statement by which a clause claims over what it beat, or that it is the keeper's call that it does, or that it speaks."""
    fallen = (b for b in (*resolution.beaten, *resolution.silenced) if b.by.clause.name == instance.clause.name)
    for warrant in (*(b.warrant for b in fallen), instance.clause.warrant()):
        if warrant.call:
            return "keeper's call"
        if warrant.by:
            return ", ".join(warrant.by)
    return None


def _beat(beaten: tuple[Beaten, ...]) -> list[dict[str, Any]]:
    return [_clause(b.instance) for b in {b.instance.clause.name: b for b in beaten}.values()]


def _clause(instance: Instance) -> dict[str, Any]:
    return {"clause": instance.clause.name, "cites": list(instance.clause.cites)}
