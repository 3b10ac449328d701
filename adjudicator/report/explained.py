"""Explanations as data: the same content as on the terminal, for other programs (docs/explanations.md has the shape)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.explaining.accounts import Account
from adjudicator.explaining.explaining import Step
from adjudicator.explaining.retelling import Beat, Deed
from adjudicator.explaining.rungs import RungSays
from adjudicator.explaining.voicing import Loss, Reason
from adjudicator.explaining.whynot import Obstacle
from adjudicator.model.outcomes import Decision
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import plain
from adjudicator.report.argument import one_line
from adjudicator.report.as_json import outcome_head
from adjudicator.report.lines import branch_text


def account_json(account: Account) -> dict[str, object]:
    """One outcome with its story, its argument and what came near."""
    argument = account.argument
    return {
        **outcome_head(account.outcome),
        "line": one_line(argument),
        "steps": [_step(step) for step in argument.steps],
        "given": list(argument.given),
        "silences": list(argument.missing),
        "granted": list(argument.granted),
        "story": [_beat(beat) for beat in account.story],
        "story_left_out": account.left_out,
        "near": obstacles_json(account.obstacles),
    }


def _step(step: Step) -> dict[str, object]:
    return {
        "number": step.number,
        "says": step.says,
        "how": step.how,
        "by": [_reason(reason) for reason in step.reasons],
        "starting_from": step.starts or None,
        "given": list(step.given),
        "silences": list(step.missing),
        "map": list(step.words),
        "rests_on": list(step.uses),
        "branches": [_branch(decision) for decision in step.branches],
        "against": [_reason(reason) for reason in step.between],
        "beaten": [_loss(loss) for loss in step.losses],
        "rung": step.rung,
        "rungs": [_rung(rung) for rung in step.rungs],
        "not_needed": [_reason(reason) for reason in step.also],
    }


def _reason(reason: Reason) -> dict[str, object]:
    return {"clause": reason.clause, "cites": list(reason.cites), "words": list(reason.words), "says": reason.says,
            "status": reason.status, "at": reason.file or None}  # fmt: skip


def _loss(loss: Loss) -> dict[str, object]:
    return {**_reason(loss.loser), "beaten_by": loss.winner, "rung": loss.rung, "reason": loss.reason}


def _rung(rung: RungSays) -> dict[str, object]:
    value = None if rung.verdict in ("nothing", "chance", "unknown") or rung.value is UNDECIDED else plain(rung.value)
    return {"rung": rung.rung, "place": rung.place, "verdict": rung.verdict, "value": value, "reason": rung.reason or None}


def _branch(decision: Decision) -> dict[str, object]:
    chance = f"{decision.chance.numerator}/{decision.chance.denominator}" if decision.cause.cause == "chance" else None
    return {"cause": decision.cause.cause, "what": decision.cause.what, "who": decision.cause.who, "chance": chance,
            "says": branch_text(decision)}  # fmt: skip


def _beat(beat: Beat) -> dict[str, object]:
    return {"number": beat.number, "depth": beat.depth, "says": beat.says, "first_because": [_deed(deed) for deed in beat.first],
            "branches": [_branch(decision) for decision in beat.branches], "deeds": [_deed(deed) for deed in beat.deeds]}  # fmt: skip


def _deed(deed: Deed) -> dict[str, object]:
    return {"says": deed.says, "by": [_reason(reason) for reason in deed.reasons], "beaten": [_loss(loss) for loss in deed.losses]}


def obstacles_json(found: Iterable[Obstacle]) -> list[dict[str, object]]:
    """What stood in the way of another answer."""
    return [{"sort": one.sort, "says": one.says, "clause": _reason(one.clause) if one.clause else None, "would_say": one.would or None,
             "failing": one.failing or None, "undecided": one.undecided, "exception": one.excepted,
             "beaten": _loss(one.loss) if one.loss else None, "because": obstacles_json(one.deeper)} for one in found]  # fmt: skip
