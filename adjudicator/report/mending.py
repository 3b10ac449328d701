"""An impossible situation in a player's words: what cannot all be so, and what would mend it; and the same as data."""

from __future__ import annotations

from rich.console import Console

from adjudicator.language.wording import node_text, statement
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Situation
from adjudicator.model.values import plain, show
from adjudicator.report.changes import change_data
from adjudicator.report.lines import line
from adjudicator.settling.changing.saying import clause_text, condition
from adjudicator.settling.mending.impossible import Conflict, Impossible, Repair

MOST = 6


def impossible(console: Console, found: Impossible, book: Rulebook, situation: Situation, most: int | None = MOST) -> None:
    """All smallest conflicts and repairs, `most` of each."""
    for position, conflict in enumerate(found.conflicts[:most]):
        line(console, 3, "these cannot all be so:" if position == 0 else "nor can all of these:", "bold")
        for said in conflict_lines(conflict, book, situation):
            line(console, 5, f"- {said}", "")
        for given in conflict.given:
            line(console, 5, given, "dim")
    _more(console, len(found.conflicts), most, "sets that cannot all be so")
    line(console, 3, _mending(found), "bold")
    for repair in found.repairs[:most]:
        line(console, 5, f"- {repair_text(repair, book, situation)}", "green")
    _more(console, len(found.repairs), most, "ways to mend it")
    if not found.complete:
        line(console, 3, f"there may be more: {found.tried:,} settlings were made", "dim")


def _mending(found: Impossible) -> str:
    if found.repairs:
        return "any one of these would mend it:" if len(found.repairs) > 1 else "this would mend it:"
    return "nothing that is said here, and no clause left out, would mend it" if found.complete else "nothing that would mend it was found"


def _more(console: Console, count: int, most: int | None, what: str) -> None:
    if most is not None and count > most:
        line(console, 5, f"... and {count - most} more {what}", "dim")


def conflict_lines(conflict: Conflict, book: Rulebook, situation: Situation) -> list[str]:
    """What cannot all be so, one by one."""
    facts = [statement(book, node, situation.facts[node].value, situation.things) for node in conflict.facts]
    return [*facts, *(f"{clause_text(book, name)} holds" for name in conflict.clauses)] or ["what always holds, whatever else is said"]


def repair_text(repair: Repair, book: Rulebook, situation: Situation) -> str:
    """A repair: `Bob does not carry HAT`, `the side of DOOR is East or West instead of North`."""
    if len(repair.instead) > 1:
        change = repair.changes[0]
        node = change.node
        several = " or ".join(show(value) for value in repair.instead)
        return f"{node_text(book, node, situation.things)} is {several} instead of {show(change.before)}"  # type: ignore[arg-type]
    said = [condition(book, situation, change) for change in repair.changes]
    said += [f"{node_text(book, node, situation.things)} is another number" for node in repair.some]
    return " and ".join(said)


def impossible_data(found: Impossible, book: Rulebook, situation: Situation) -> dict[str, object]:
    """The same as plain data."""
    return {
        "conflicts": [
            {"facts": [statement(book, node, situation.facts[node].value, situation.things) for node in c.facts],
             "clauses": [{"clause": name, "cites": list(book.clauses[name].cites)} for name in c.clauses], "given": list(c.given)}
            for c in found.conflicts
        ],
        "repairs": [{"if": repair_text(r, book, situation), "changes": [change_data(c, book, situation) for c in r.changes],
                     "instead": [plain(value) for value in r.instead]} for r in found.repairs],
        "complete": found.complete,
        "tried": found.tried,
    }  # fmt: skip
