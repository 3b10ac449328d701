"""What an answer rests on, in words: forced, by default, or that the book does not say (docs/meaning.md 14)."""

from __future__ import annotations

from adjudicator.explaining.whynot import Obstacle
from adjudicator.language.wording import called
from adjudicator.model.expressions import APPLIES
from adjudicator.model.outcomes import NOT_FOLLOWED, NOT_TOLD, Answer, Outcome, Pending
from adjudicator.model.values import show
from adjudicator.report.whynot import headline, stopped_by
from adjudicator.settling.grades import DEFAULT, SILENT, SURE

STATUS = {
    "forced": "forced: it cannot come out otherwise",
    "several": "several outcomes are consistent",
    "undecided": "neither the scenario nor the rulebook says enough",
    "impossible": "this situation cannot be",
    "limit": "not decided within the limits",
}
IF_SO = "forced by what is told and what is taken for granted"
"""Of an answer that is forced, where another value of something that it takes for granted would make it another."""
PARADOX = "is a paradox, which can be no way at all"
NO_ANSWER = {
    "circle": f"it {PARADOX}", "arithmetic": "it comes to no one value", "not told": "nobody said",
    "gap": STATUS["undecided"],
}  # fmt: skip
"""Why nothing is decided."""
DOES_NOT_SAY = "the book does not say"
BY_DEFAULT = "by default: nothing says otherwise"
AS_FAR_AS = "as far as it was found out: the note tells what nobody said"
"""Where what nobody said, and the answer may turn on, was too much to follow."""
NOBODY_SAID = {True: "by default: nobody said so", False: "by default: nobody said otherwise"}
"""Of what is told or no: where the answer is no, and where it is another."""


def value_of(outcome: Outcome) -> str:
    """The answer as a player would write it; that the book does not say, where it does not."""
    if not outcome.world.decided:
        return f"undecided: {outcome.world.terms}" if outcome.world.terms else "undecided"
    return DOES_NOT_SAY if outcome.grade == SILENT else show(outcome.answer)


def as_played(answer: Answer, outcome: Outcome) -> str:
    """Of an answer that turns on a contradiction of the book, whether this is how it is played."""
    if all(one.played for one in answer.outcomes):
        return ""
    return "as played" if outcome.played else "not as played"


def standing(answer: Answer, outcome: Outcome) -> str:
    """How firm the answer is. Forced is only what a clause or the scenario itself says; empty where there is nothing to add.

    Only what takes nothing for granted is said to be one that cannot come out otherwise. Nothing is forced that rests on what is told and
    may not be, that leaves aside a card of which the book does not say what it does, or that would be another if what comes of a moment
    were followed: then it says so.
    """
    rests = _rests_on(answer, outcome)
    if not outcome.although and not outcome.before and not outcome.beyond:
        return rests
    beyond = [f"leaving aside what the book does not say of {' and '.join(outcome.beyond)}"] if outcome.beyond else []
    although = [f"as it is told, although {' and '.join(outcome.although)}"] if outcome.although else []
    before = [before_it(outcome.before)] if outcome.before else []
    return "; ".join((*([rests] if rests and rests not in (STATUS["forced"], IF_SO) else []), *although, *beyond, *before))


def before_it(pending: Pending) -> str:
    """That an answer is as it is before something has come about, and how to ask for what is so then."""
    says = " and ".join(pending.says)
    if pending.story:
        return f"before {says}: tell it as a story to know what comes of that"
    return f"before what is told to happen; afterwards {says}: ask for that with `afterwards`, or tell it as a story"


def _rests_on(answer: Answer, outcome: Outcome) -> str:
    if not outcome.world.decided and outcome.circles and outcome.why == "circle" and answer.status == "undecided":
        return _paradoxes(outcome)
    if not outcome.world.decided:
        return NO_ANSWER.get(outcome.why, STATUS["undecided"]) if answer.status == "undecided" or outcome.why == "not told" else ""
    if outcome.grade == SILENT:
        return f"taken as {show(outcome.answer)}"
    if outcome.grade == DEFAULT:
        unsaid = {NOT_TOLD: NOBODY_SAID[outcome.answer is False], NOT_FOLLOWED: AS_FAR_AS}
        return unsaid.get(outcome.why) or lifting(outcome) or BY_DEFAULT
    sure = answer.status == "forced" and outcome.grade in SURE
    return (IF_SO if outcome.taking else STATUS["forced"]) if sure else ""


def _paradoxes(outcome: Outcome) -> str:
    """The clauses that leave it without a value."""
    return "; ".join(f"it {PARADOX}: {', '.join(one.clauses)}" for one in outcome.circles if one.paradox)


def lifting(outcome: Outcome) -> str:
    """Which exceptions hold against the clauses that would have said otherwise; empty where there are none."""
    known = outcome.world.resolutions
    lifted = (node for one in outcome.world.root if one in known for node in known[one].lifted)
    by = [(winner.clause, node[0].removeprefix(APPLIES)) for node in lifted if node in known for winner in known[node].winners]
    said = dict.fromkeys(f"{clause.cites[0] if clause.cites else called(clause.name)} lifts {called(name)}" for clause, name in by)
    return f"by default: {' and '.join(said)}; nothing else says otherwise" if said else ""


def nearest(obstacle: Obstacle) -> str:
    """The clause that came nearest to saying otherwise, and the first of its conditions that fails, in one line."""
    stopped = stopped_by(obstacle)
    return headline(obstacle) + (f", {stopped}" if stopped else "")
