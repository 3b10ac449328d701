"""What would change an answer, as text and as data."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from adjudicator.adjudication.changing.change import AGREED, RULES, TABLE, Change, Changes, Flip, Tried
from adjudicator.adjudication.changing.saying import condition
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Situation
from adjudicator.report.text import block, line

MOST_ANSWERS = 4


def changes(console: Console, found: Changes, book: Rulebook, situation: Situation, most: int | None = None) -> None:
    """What would change the answer, the first `most` (one of each sort at least); all, with how far was looked, where that is None."""
    shown = best(found.flips, most)
    for position, flip in enumerate(shown):
        head = "else    " if position == 0 else "        "
        block(console, 3, Text.assemble((head, "bold"), f"if {in_words(flip, book, situation)}, {_then(flip)}"))
    if most is None:
        line(console, 11, how_far(found), "dim")


def best(flips: tuple[Flip, ...], most: int | None) -> list[Flip]:
    """The first flips: the smaller sets first; of the table, of what is agreed and of the rules in turn where not all are wanted."""
    ordered = sorted(flips, key=lambda f: (len(f.changes), f.answers == ("undecided",)))
    if most is None:
        return ordered
    rows: dict[int, list[Flip]] = {}
    for flip in ordered:
        rows.setdefault(_group(flip), []).append(flip)
    turns = sorted(((place, group, flip) for group, row in rows.items() for place, flip in enumerate(row)), key=lambda t: t[:2])
    chosen = [flip for _, _, flip in turns[:most]]
    return sorted(chosen, key=lambda f: (len(f.changes), _group(f)))


def _group(flip: Flip) -> int:
    return max(next(n for n, group in enumerate((TABLE, AGREED, RULES)) if change.sort in group) for change in flip.changes)


def in_words(flip: Flip, book: Rulebook, situation: Situation) -> str:
    """The changes as one condition."""
    return " and ".join(condition(book, situation, change) for change in flip.changes)


def _then(flip: Flip) -> str:
    few = flip.answers if len(flip.answers) <= MOST_ANSWERS else (f"one of {len(flip.answers)} answers",)
    return f"it is {' or '.join(few)}"


def how_far(found: Changes) -> str:
    """How many changes were tried: `all 83 single changes that can matter were tried; of 412 pairs the first 200`."""
    return "; ".join(_tried(tried) for tried in found.tried) or "nothing that could be changed matters"


def _tried(tried: Tried) -> str:
    name = {1: "single change", 2: "pair", 3: "set of three"}.get(tried.size, f"set of {tried.size}")
    many = name.replace("set of", "sets of") if "set of" in name else name + "s"
    if tried.tried < tried.possible:
        return f"of {tried.possible:,} {many} that can matter, the first {tried.tried:,} were tried"
    if tried.possible == 1:
        return f"the one {name} that can matter was tried"
    return f"all {tried.possible:,} {many} that can matter were tried"


def changes_data(found: Changes, book: Rulebook, situation: Situation) -> dict:
    """The same as plain data."""
    return {
        "today": list(found.today),
        "flips": [
            {"changes": [_change(change, book, situation) for change in flip.changes], "answers": list(flip.answers)}
            for flip in best(found.flips, None)
        ],
        "tried": [{"size": t.size, "tried": t.tried, "possible": t.possible} for t in found.tried],
    }  # fmt: skip


def _change(change: Change, book: Rulebook, situation: Situation) -> dict:
    return {"sort": change.sort, "if": condition(book, situation, change)}
