"""Contradictions of the book: `contradiction A, B, played A, because "..."`."""

from __future__ import annotations

import re

from adjudicator.language.diagnostics import Messages, did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.layout import Line
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.vocabulary import Contradiction, Reading

_WHOLE = re.compile(r"""^(?P<first>[^,]+), (?P<second>[^,]+), played (?P<played>[^,]+), because "(?P<why>[^"]+)"$""")
HELP = 'write `contradiction ID, ID, played ID, because "the reason"`, statements that say the same joined by `and`'


def declare_contradiction(draft: Draft, block: Line) -> None:
    """Two statements that cannot both be followed, and which of them is played. It is a reading, too, of their names."""
    said = _WHOLE.match(block.text)
    if said is None:
        draft.error("contradiction", "this does not say which statements contradict each other, and which is played", block, HELP)
        return
    first, second = (tuple(one.strip() for one in said[side].split(" and ")) for side in ("first", "second"))
    played = next((side[0] for side in (first, second) if said["played"] in side), "")
    if not played or set(first) & set(second):
        wrong = "the statement that is played is on neither side" if not played else "a statement cannot contradict itself"
        draft.error("contradiction", wrong, block, HELP)
        return
    name = f"{first[0]} or {second[0]}"
    cites = (*first, *second)
    draft.add(draft.contradictions, name, Contradiction(name, (first, second), played, said["why"], block.place),
              "contradiction", block.place)  # fmt: skip
    draft.add(draft.readings, name, Reading(name, (played, second[0] if played == first[0] else first[0]), cites, "", block.place),
              "contradiction", block.place)  # fmt: skip


def check_contradictions(book: Rulebook, messages: Messages) -> None:
    """Every statement that is said to contradict another is in the register, where there is one."""
    for one in book.contradictions.values():
        for cited in (cited for side in one.sides for cited in side):
            if book.register and cited not in book.register:
                messages.add("cite", f"the register has no `{cited}`", one.place, did_you_mean(cited, book.register))
