"""What would change an answer, as text and as data."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Situation
from adjudicator.model.values import Ref
from adjudicator.report.lines import line
from adjudicator.report.wrapping import put
from adjudicator.settling.changing.change import GROUPS, OUT, SORTS, Change, Changes, Flip, Tried
from adjudicator.settling.changing.saying import clause_text, condition

MOST_ANSWERS = 4


def changes(console: Console, found: Changes, book: Rulebook, situation: Situation, most: int | None = None) -> None:
    """What would change the answer: the first `most`, some of the table, of what is agreed and of the rules; or all of it.

    With all of it goes how far was looked.
    """
    shown = best(found.flips, most) if most is not None else _in_order(found.flips)
    rows = [_row(flip, book, situation) for flip in shown] if most is not None else _rows(shown, book, situation)
    for position, row in enumerate(rows):
        put(console, 3, row, head=(("else    " if position == 0 else " " * 8, "bold"),))
    if most is None and not rows and found.tried:
        put(console, 3, "nothing was found that makes it otherwise", head=(("else    ", "bold"),))
    if most is None:
        line(console, 11, how_far(found), "dim")


def best(flips: Iterable[Flip], most: int) -> list[Flip]:
    """The first flips: smaller sets first; then one of the table, one of what is agreed, one of the rules, and again."""
    rows: dict[tuple[int, int], list[Flip]] = {}
    for flip in _in_order(flips):
        rows.setdefault((len(flip.changes), _group(flip)), []).append(flip)
    places = ((size, place, group, flip) for (size, group), row in rows.items() for place, flip in enumerate(row))
    turns = sorted(places, key=lambda t: t[:3])
    return sorted((flip for *_, flip in turns[:most]), key=lambda f: (len(f.changes), _group(f)))


def _in_order(flips: Iterable[Flip]) -> list[Flip]:
    """Smaller sets first, then what a table checks first; answers before none. What says the same as another is left out."""
    flips = list(flips)
    kept = [flip for flip in flips if not any(_says_it_already(other, flip) for other in flips)]
    return sorted(kept, key=lambda f: (len(f.changes), _group(f), f.answers == ("undecided",), max(SORTS.index(c.sort) for c in f.changes)))


def _says_it_already(one: Flip, other: Flip) -> bool:
    """That a fact is denied says, for players, that it is not said; that it is not said of a thing, that it is not there."""
    if one is other or len(one.changes) != 1 or len(other.changes) != 1 or one.answers != other.answers:
        return False
    a, b = one.changes[0], other.changes[0]
    if a.sort != "fact":
        return False
    if b.sort == "fact":
        return a.what == b.what and b.value is OUT and isinstance(a.value, bool)
    return b.sort == "thing" and Ref(str(b.what)) in (*a.node[1], a.before)


def _group(flip: Flip) -> int:
    return max(next(n for n, group in enumerate(GROUPS) if change.sort in group) for change in flip.changes)


def _rows(flips: list[Flip], book: Rulebook, situation: Situation) -> list[str]:
    """A line for each flip; clauses of which each alone leads to the same go together on one line."""
    together: dict[object, list[Flip]] = {}
    for flip in flips:
        together.setdefault(("fold", flip.answers) if _folds(flip) else flip, []).append(flip)
    rows: list[str] = []
    for group in together.values():
        if len(group) < 3:
            rows += [_row(flip, book, situation) for flip in group]
            continue
        names = "; ".join(clause_text(book, str(flip.changes[0].what)) for flip in group)
        rows.append(f"if any one of these does not hold, {_then(group[0].answers)}: {names}")
    return rows


def _folds(flip: Flip) -> bool:
    (first, *more) = flip.changes
    return not more and first.sort in ("ruling", "clause") and first.value is False


def _row(flip: Flip, book: Rulebook, situation: Situation) -> str:
    return f"if {in_words(flip, book, situation)}, {_then(flip.answers)}"


def in_words(flip: Flip, book: Rulebook, situation: Situation) -> str:
    """The changes as one condition."""
    return " and ".join(condition(book, situation, change) for change in flip.changes)


def _then(answers: tuple[str, ...]) -> str:
    few = answers if len(answers) <= MOST_ANSWERS else (f"one of {len(answers)} answers",)
    return f"it is {' or '.join(few)}"


def how_far(found: Changes) -> str:
    """How many changes were tried: `all 83 single changes that can matter were tried; of 412 pairs the first 200`."""
    if not found.tried:
        return "nothing that could be otherwise was looked at"
    return "; ".join(_tried(tried) for tried in found.tried)


def _tried(tried: Tried) -> str:
    one, many = {1: ("single change", "single changes"), 2: ("pair", "pairs"), 3: ("set of three", "sets of three")}.get(
        tried.size, (f"set of {tried.size}", f"sets of {tried.size}"))  # fmt: skip
    given_up = f", {tried.given_up:,} of them given up, being too much work" if tried.given_up else ""
    if tried.tried < tried.possible:
        return f"of the {tried.possible:,} {many} that can matter, the first {tried.tried:,} were tried{given_up}"
    if tried.possible == 1:
        return f"the one {one} that can matter was tried" + (", and given up, being too much work" if tried.given_up else "")
    return f"all {tried.possible:,} {many} that can matter were tried{given_up}"


def changes_data(found: Changes, book: Rulebook, situation: Situation) -> dict[str, object]:
    """The same as plain data."""
    return {
        "today": list(found.today),
        "sets": [
            {"changes": [change_data(change, book, situation) for change in flip.changes], "answers": list(flip.answers)}
            for flip in sorted(found.flips, key=lambda f: (len(f.changes), _group(f)))
        ],
        "tried": [{"size": t.size, "tried": t.tried, "possible": t.possible, "given_up": t.given_up} for t in found.tried],
    }  # fmt: skip


def change_data(change: Change, book: Rulebook, situation: Situation) -> dict[str, object]:
    """One change as plain data: its sort, and as a condition."""
    return {"sort": change.sort, "if": condition(book, situation, change)}
