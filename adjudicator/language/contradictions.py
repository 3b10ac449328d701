"""Contradictions of the book: `contradiction A, B, played A, because "..."`, or `settled by A`, or `left open by READING`."""

from __future__ import annotations

import re

from adjudicator.language.diagnostics import Messages, did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.layout import Line
from adjudicator.model.clauses import READING_STATUSES
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.vocabulary import Contradiction, Reading, Recorded

_WHOLE = re.compile(
    r"""^(?P<first>[^,]+), (?P<second>[^,]+), (?P<how>played|settled by|left open by) (?P<who>[^,]+), because "(?P<why>[^"]+)"$"""
)
HELP = (
    'write `contradiction ID, ID, played ID, because "the reason"`, statements that say the same joined by `and`; `settled by ID` where '
    "that statement is the exception in its own words, `left open by NAME` where a reading or an open clause follows both"
)


def declare_contradiction(draft: Draft, block: Line) -> None:
    """Two statements that cannot both be followed, and which of them is played (then it is a reading, too, of their names), which of
    them settles it in its own words, or which reading or open clause follows both."""
    said = _WHOLE.match(block.text)
    if said is None:
        draft.error("contradiction", "this does not say which statements contradict each other, and which is played", block, HELP)
        return
    first, second = (tuple(one.strip() for one in said[side].split(" and ")) for side in ("first", "second"))
    how, who = said["how"], said["who"]
    stands = who if how == "left open by" else next((side[0] for side in (first, second) if who in side), "")
    if not stands or set(first) & set(second):
        does = "is played" if how == "played" else "settles it"
        wrong = f"the statement that {does} is on neither side" if not stands else "a statement cannot contradict itself"
        draft.error("contradiction", wrong, block, HELP)
        return
    name = f"{first[0]} or {second[0]}"
    if how != "played":
        by, ruling = (who, "") if how == "settled by" else ("", who)
        draft.add(draft.recorded, name, Recorded(name, (first, second), by, ruling, said["why"], block.place),
                  "contradiction", block.place)  # fmt: skip
        return
    cites = (*first, *second)
    draft.add(draft.contradictions, name, Contradiction(name, (first, second), stands, said["why"], block.place),
              "contradiction", block.place)  # fmt: skip
    draft.add(draft.readings, name, Reading(name, (stands, second[0] if stands == first[0] else first[0]), cites, "", block.place),
              "contradiction", block.place)  # fmt: skip


def check_contradictions(book: Rulebook, messages: Messages) -> None:
    """Every statement that is said to contradict another is in the register, where there is one; what leaves it open is open."""
    declared: list[Contradiction | Recorded] = [*book.contradictions.values(), *book.recorded.values()]
    for one in declared:
        for cited in (cited for side in one.sides for cited in side):
            if book.register and cited not in book.register:
                messages.add("cite", f"the register has no `{cited}`", one.place, did_you_mean(cited, book.register))
    rulings = [*book.readings, *(clause.name for clause in book.clauses.values() if clause.status in READING_STATUSES)]
    for left in book.recorded.values():
        if left.ruling and left.ruling not in rulings:
            messages.add("name", f"no reading, and no open or disputed clause, is called `{left.ruling}`", left.place,
                         did_you_mean(left.ruling, rulings) or "declare it with `reading NAME`, or by `status open`")  # fmt: skip
