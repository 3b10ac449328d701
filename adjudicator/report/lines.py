"""Words and lines that all terminal reports share: decisions and causes in words, what has been said already."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace

from rich.console import Console

from adjudicator.explaining.retelling import Beat
from adjudicator.explaining.voicing import MAP, Reason
from adjudicator.language.wording import called
from adjudicator.model.outcomes import NOT_TOLD, Cause, Decision
from adjudicator.model.values import show
from adjudicator.records import dataclass
from adjudicator.report.wrapping import put

CAUSES = {
    "unknown": "it is not known: {what}",
    NOT_TOLD: "nobody said: {what}",
    "circle": "nothing says which way it goes: {what}",
    "open": "no rung of the ladder decides about {what}",
    "choice": "{who} chooses {what}",
    "chance": "chance decides {what}",
    "reading": "a ruling that can be read both ways: {what}",
}


@dataclass
class Said:
    """What has been said already, so that it is said once: the register's words, and the story told last."""

    words: set[str] = field(default_factory=set)
    story: tuple[Beat, ...] = ()

    def new(self, words: Iterable[str]) -> list[str]:
        """Of these words those that have not been said; from now on they have."""
        found = [one for one in dict.fromkeys(words) if one not in self.words]
        self.words.update(found)
        return found


def decision_text(cause: Cause, taken: object) -> str:
    """One branch taken, as a condition: `Bob chooses East for ...`, `the ruling ... holds`."""
    match cause.cause:
        case "not told":
            return f"{decision_text(replace(cause, cause='unknown'), taken)} (nobody said)"
        case "unknown" if isinstance(taken, bool):
            return cause.what if taken else f"it is not so that {cause.what}"
        case "unknown" if isinstance(taken, str) and " is " in taken:  # a condition, not a value: values are single words
            return taken
        case "reading" if isinstance(taken, bool):
            return f"the ruling {cause.what} {'holds' if taken else 'does not hold'}"
        case "reading":
            readers = cause.readers(str(taken))
            return f"{cause.what} is read as {taken}" + (f" (as {' and '.join(readers)} would have it)" if readers else "")
        case "circle":
            circle = cause.what.partition(": ")[0]
            return (
                f"{taken} ({circle} goes one way)"
                if circle.startswith("the circle")
                else f"{taken} (taken so: {circle} can be no way at all)"
            )
        case "choice":
            return f"{cause.who} chooses {show(taken)} for {cause.what}"  # type: ignore[arg-type]
        case "open":
            return f"{cause.what} (which no rung of the ladder decides) is {_taken(taken)}"
    return f"{cause.what} is {_taken(taken)}"


def branch_text(decision: Decision) -> str:
    """The branch that a world has taken, with its chance."""
    if decision.key[0] == "number":
        told = str(decision.key[1]) if decision.taken is True else f"it is not so that {decision.key[1]}"
        return told + (" (nobody said)" if decision.cause.cause == NOT_TOLD else "")
    chance = f", with chance {decision.chance}" if decision.cause.cause == "chance" else ""
    return decision_text(decision.cause, decision.taken) + chance


def _taken(value: object) -> str:
    return show(value)  # type: ignore[arg-type]


def cause_text(cause: Cause) -> str:
    """A cause of branching in words."""
    return CAUSES[cause.cause].format(what=cause.what, who=cause.who or "somebody")


def speaker(reason: Reason) -> str:
    """What speaks: a clause by its name, or the map."""
    return "the map" if reason.status == MAP else called(reason.clause)


def standing(reason: Reason) -> str:
    """How a clause stands, where it is more or less than a plain rule: ` [ruling]`."""
    return f" [{reason.status}]" if reason.status not in ("rule", "effect", MAP) else ""


def quoted(reason: Reason, full: bool = False) -> tuple[str, ...]:
    """The register's words that go with it. A map cites all by which it ever answers such a question: of several, not all matter here."""
    return () if reason.status == MAP and len(reason.words) > 1 and not full else reason.words


def line(console: Console, indent: int, text: str, style: str) -> None:
    """A line of one style at an indent."""
    put(console, indent, (text, style))
