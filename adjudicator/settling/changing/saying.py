"""Changes in words: what follows `if`, in the phrases of the rulebook."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.engine.trace import Holder
from adjudicator.language.wording import event_denied, named, node_text, statement
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import Value, show
from adjudicator.settling.changing.change import OUT, Change, Left, Numbers, SaidAt, Swapped


def condition(book: Rulebook, situation: Situation, change: Change) -> str:
    """The change as a condition: `the age of Bob is 5 instead of 4`, `Ann does not sell SWAN to Bob`."""
    what, value, things = change.what, change.value, situation.things
    match change.sort:
        case "fact" | "unsaid":
            return _fact(book, situation, change.node, change)
        case "said" if isinstance(what, SaidAt):
            return _fact(book, situation, what.node, change)
        case "event":
            thing = things[str(what)]
            event = next((book.events[kind] for kind in thing.kinds if kind in book.events), None)
            if event is None:
                return f"{named(book, str(what), things)} does not happen"
            return event_denied(book, event, dict(thing.roles), things)
        case "thing":
            return f"{named(book, str(what), things)} is not on the table"
        case "option":
            return f"the option {what} is {'in use' if value else 'not in use'}"
        case "reading":
            return f"{what} is read as {value}, not as {change.before}"
        case "ruling" | "clause":
            return f"{clause_text(book, str(what))} {'holds' if value else 'does not hold'}"
        case "number":
            return f"{holder(book, situation, change.holder)} is {_shown(value)} instead of {_shown(change.before)}"
        case "swap" if isinstance(what, Swapped):
            return f"{holder(book, situation, what.first)} and {holder(book, situation, what.second)} are swapped"
    raise ValueError(f"no such change: {change.sort}")


def _fact(book: Rulebook, situation: Situation, node: Node, change: Change) -> str:
    things, value, before = situation.things, change.value, change.before
    if value is OUT:
        if before is True:
            return f"nothing is said of whether {statement(book, node, True, things)}"
        return f"nothing is said of {node_text(book, node, things)}" if not isinstance(before, bool) else (
            f"nothing denies that {statement(book, node, True, things)}")  # fmt: skip
    said = statement(book, node, value, things)
    return said if isinstance(value, bool) or before is OUT else f"{said} instead of {_was(book, situation, node, before)}"


def _shown(value: Value | Left | Numbers) -> str:
    return value.value if isinstance(value, Left) else f"{value.first} and {value.second}" if isinstance(value, Numbers) else show(value)


def _was(book: Rulebook, situation: Situation, node: Node, before: Value | Left | Numbers) -> str:
    return _shown(before) if isinstance(before, (Fraction, str)) or before is None else named(book, _shown(before), situation.things)


def clause_text(book: Rulebook, name: str) -> str:
    """`the suggestion x (house-01-02)`: what is no plain rule is called by its status."""
    clause = book.clauses[name]
    status = {"disputed": "disputed ruling", "open": "open ruling", "overruled": "overruled ruling", "optional": "optional rule"}.get(
        clause.status, clause.status if clause.status in ("ruling", "suggestion", "consensus") else "clause")  # fmt: skip
    return f"the {status} {name}" + (f" ({', '.join(clause.cites)})" if clause.cites else "")


def holder(book: Rulebook, situation: Situation, what: Holder) -> str:
    """What holds a Precedence Number: `the precedence number of CARD`, `the number of the clause x`."""
    return f"the number of the clause {what}" if isinstance(what, str) else node_text(book, what, situation.things)
