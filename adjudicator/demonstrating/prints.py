"""What a change of a book can be noticed by: the answers to a question, what each rests on, and the rung that decided it."""

from __future__ import annotations

from adjudicator.model.outcomes import Answer, Outcome
from adjudicator.model.values import show
from adjudicator.settling.support import deciding_resolutions


def fingerprint(answer: Answer) -> str:
    """All of an answer that a table could tell from another: status, outcomes, causes, chances, rungs, and whether clauses give it."""
    return "\n".join([answer.status, *sorted(map(_outcome, answer.outcomes))])


def _outcome(outcome: Outcome) -> str:
    value = show(outcome.answer) if outcome.world.decided else "undecided"
    chance = "" if outcome.probability is None else str(outcome.probability)
    causes = sorted(f"{cause.cause}: {cause.what}" + (f" ({cause.who})" if cause.who else "") for cause in outcome.because_of)
    return "; ".join([value, chance, *causes, rests(outcome), *_rungs(outcome)])


def rests(outcome: Outcome) -> str:
    """Whether clauses give an answer, or the scenario; what neither does is nobody's ruling, whatever stands in its place."""
    if deciding_resolutions(outcome):
        return "ruled"
    resolutions = (outcome.world.resolutions.get(node) for node in outcome.world.root)
    return "given" if any(resolution is not None and resolution.how == "given" for resolution in resolutions) else "by default"


def _rungs(outcome: Outcome) -> list[str]:
    return sorted({f"by {resolution.rung}" for resolution in deciding_resolutions(outcome) if resolution.rung is not None})


def difference(before: str, after: str) -> str:
    """In a word or two, what two fingerprints differ in."""
    if after in ("limit", "cannot be told"):
        return after
    first, second = ([line.split("; ") for line in text.split("\n")[1:]] for text in (before, after))
    if before.split("\n")[0] != after.split("\n")[0] or [line[0] for line in first] != [line[0] for line in second]:
        return "answer"
    if [line[1] for line in first] != [line[1] for line in second]:
        return "chance"
    if [[part for part in line if part.startswith("by ")] for line in first] != [
        [part for part in line if part.startswith("by ")] for line in second
    ]:
        return "rung"
    return "grade" if any(("ruled" in a) != ("ruled" in b) for a, b in zip(first, second, strict=True)) else "cause"
