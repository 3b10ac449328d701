"""Rulings as text: what comes out differently from what was ruled, and rulings that were found."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from adjudicator import VERSION
from adjudicator.report.lines import line
from adjudicator.report.text import question_text
from adjudicator.report.wrapping import blank, put, unbroken
from adjudicator.rulings.precedents import Precedent
from adjudicator.rulings.regress import Checked, Unsettled
from adjudicator.rulings.since import changed_since

WHAT = {
    "answer": "comes out differently",
    "clauses": "the same answer, by other clauses",
    "expected": "not what is expected",
    "limit": "not decided within the limits",
}


def difference(console: Console, found: Checked | Unsettled, said: frozenset[str] = frozenset()) -> None:
    """One question that comes out differently, with the clauses that made it so; what was `said` of others is not said again."""
    if isinstance(found, Unsettled):
        put(console, 0, (found.file, "bold"), f": {found.title}" if found.title else "")
        line(console, 3, f"cannot be settled any more{', for the same reason' if found.why in said else f': {found.why}'}", "bold red")
        return
    place = f"{found.scenario.file}:{found.question.place.line}"
    put(console, 0, (place, "bold"), f": {found.scenario.title}")
    line(console, 3, question_text(found.question.text), "bold")
    line(console, 3, WHAT[found.what], "bold red" if found.what != "clauses" else "yellow")
    before = found.question.ruled
    if before is not None:
        line(console, 5, f"{before.date}  {before.answer}{_by(before.clauses)}", "")
    elif found.question.expected is not None:
        line(console, 5, f"expected    {found.question.expected.text}", "")
    line(console, 5, f"today       {found.today.answer}{_by(found.today.clauses)}", "")
    for why in found.why:
        line(console, 5, why, "cyan")
    if before is not None and before.version not in ("", VERSION):
        line(console, 5, f"recorded with version {before.version}; this is {VERSION}", "cyan")


def _by(clauses: tuple[str, ...]) -> str:
    return f"  by {', '.join(clauses)}" if clauses else ""


def summary(console: Console, found: Iterable[Checked | Unsettled], folder: str, seconds: float) -> None:
    """How many questions were compared with what, and how many differ."""
    found = list(found)
    checked = [c for c in found if isinstance(c, Checked)]
    ruled = sum(c.question.ruled is not None for c in checked)
    expected = sum(c.question.ruled is None and c.question.expected is not None for c in checked)
    many = "1 question" if len(checked) == 1 else f"{len(checked)} questions"
    unbroken(console, f"{folder}: {many} in {seconds:.0f} s: {ruled} with a ruling, {expected} with only an expectation, "
                      f"{len(checked) - ruled - expected} with neither")  # fmt: skip
    counts = {what: sum(c.what == what for c in checked) for what in WHAT}
    counts["cannot be settled any more"] = len(found) - len(checked)
    said = [f"{count} {_counted(WHAT.get(what, what), count)}" for what, count in counts.items() if count]
    unbroken(console, "; ".join(said) or "nothing comes out differently")
    for version, titles in changed_since(found).items():
        line(console, 0, f"what has changed in the program since {version} (docs/CHANGES.md):", "bold")
        for title in titles:
            line(console, 2, title, "")


def _counted(what: str, count: int) -> str:
    """`1 comes out differently`, `7 come out differently`, `3 with the same answer by other clauses`."""
    what = what.replace("the same answer, by", "with the same answer by")
    return what if count == 1 else what.replace("comes out", "come out")


def regress_json(found: Iterable[Checked | Unsettled], folder: str) -> dict[str, object]:
    """The differences as one object."""
    found = list(found)
    checked = [c for c in found if isinstance(c, Checked)]
    return {
        "schema": 1,
        "folder": folder,
        "questions": len(checked),
        "ruled": sum(c.question.ruled is not None for c in checked),
        "expected": sum(c.question.expected is not None for c in checked),
        "differences": [_checked(c) for c in checked if c.differs],
        "since": {version: list(titles) for version, titles in changed_since(found).items()},
        "unsettled": [{"file": u.file, "scenario": u.title or None, "why": u.why} for u in found if isinstance(u, Unsettled)],
    }


def _checked(found: Checked) -> dict[str, object]:
    before, expected = found.question.ruled, found.question.expected
    return {
        "file": found.scenario.file,
        "line": found.question.place.line,
        "scenario": found.scenario.title,
        "ask": found.question.text,
        "what": found.what,
        "ruled": None
        if before is None
        else {"answer": before.answer, "date": before.date, "version": before.version or None, "clauses": list(before.clauses)},
        "expected": None if expected is None else expected.text,
        "today": {"answer": found.today.answer if found.today.decided else None, "clauses": list(found.today.clauses)},
        "why": list(found.why),
    }


def precedent(console: Console, found: Precedent) -> None:
    """One ruling that was found."""
    put(console, 0, (f"{found.file}:{found.line}", "bold"), f": {found.title}", (f"  ({found.book})", "dim"))
    line(console, 3, question_text(found.ask), "bold")
    if found.ruled:
        put(console, 3, ("ruled     ", "green"), found.ruled)
    if found.expected:
        put(console, 3, ("expected  ", "green"), found.expected)
    blank(console)


def precedents_json(found: Iterable[Precedent], words: str) -> dict[str, object]:
    """The rulings that were found as one object."""
    rows = [
        {"file": p.file, "line": p.line, "scenario": p.title, "rulebook": p.book, "ask": p.ask, "expected": p.expected or None,
         "ruled": p.ruled or None, "found_in": p.about}
        for p in found
    ]  # fmt: skip
    return {"schema": 1, "words": words, "precedents": rows}
