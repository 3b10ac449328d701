"""A comparison of two rulebooks as text and as JSON."""

from __future__ import annotations

from rich.console import Console

from adjudicator.comparing.two_books import Compared, Side, groups
from adjudicator.report.lines import cause_text, line
from adjudicator.report.text import question_text
from adjudicator.report.wrapping import blank, put, unbroken

HEADS = {
    "answer": "Other answers",
    "silence": "Other answers, but one of the books says nothing of the matter: its answer only holds until something is said",
    "causes": "The same answer for other causes",
    "clauses": "The same answer by other clauses",
    "limit": "Not decided within the limits",
}
SHORT = ("clauses",)
"""Kinds of difference of which only the clauses and the questions are listed."""


def comparison(console: Console, found: list[Compared], books: tuple[str, str]) -> None:
    """The differences by the clauses responsible, what cannot be compared, and the counts."""
    for what, head in HEADS.items():
        chosen = [one for one in found if one.what == what]
        if chosen:
            line(console, 0, f"{head} ({_questions(len(chosen))})", "bold underline")
            for (one, two), members in groups(chosen).items():
                _group(console, books, (one, two), members, what in SHORT)
            blank(console)
    _cannot(console, [one for one in found if one.what == "cannot"])
    _counts(console, found)


def _group(console: Console, books: tuple[str, str], clauses: tuple[tuple[str, ...], tuple[str, ...]],
           members: list[Compared], short: bool) -> None:  # fmt: skip
    blank(console)
    for book, names in zip(books, clauses, strict=True):
        put(console, 2, (f"{book}: ", "bold"), (", ".join(names) or "no clause of its own", "cyan"))
    for one in members:
        if short:
            put(console, 4, (f"{one.file}:{one.line} ", "dim"), f"{question_text(one.ask)} {_answer(one.sides[0])}")
            continue
        put(console, 4, (f"{one.file}:{one.line} ", "dim"), one.title)
        line(console, 6, question_text(one.ask), "")
        for side in one.sides:
            causes = "".join(f"\n  {cause_text(cause)}" for cause in (side.ruled.causes if side.ruled else ()))
            put(console, 8, (f"{side.book}: ", "bold"), (_answer(side), "bold green"), (causes, "yellow"))


def _answer(side: Side) -> str:
    return side.ruled.answer if side.ruled is not None else ""


def _cannot(console: Console, found: list[Compared]) -> None:
    """Which questions one of the books cannot express; a situation that it cannot express is said once."""
    if not found:
        return
    line(console, 0, f"What cannot be compared ({_questions(len(found))})", "bold underline")
    said: set[tuple[str, str, str, str]] = set()
    for one in found:
        first, second = one.sides
        alike = first.cannot == second.cannot and first.whole == second.whole
        for side in one.sides[:1] if alike else one.sides:
            book = f"{first.book} and {second.book}" if alike else side.book
            key = (one.file, one.title, book, "" if side.whole else one.ask)
            if side.cannot and key not in said:
                said.add(key)
                what = one.title if side.whole else question_text(one.ask)
                put(console, 2, (f"{one.file}:{one.line} ", "dim"), what, (f" {book}: {side.cannot}", "yellow"))
    blank(console)


def _counts(console: Console, found: list[Compared]) -> None:
    counts = {what: sum(one.what == what for one in found) for what in ("same", *HEADS, "cannot")}
    named = {"same": "the same altogether", "answer": "answered differently", "silence": "differing where one book is silent",
             "causes": "the same for other causes", "clauses": "the same by other clauses", "limit": "not decided within the limits",
             "cannot": "not to be compared"}  # fmt: skip
    unbroken(console, f"{_questions(len(found))}: " + ", ".join(f"{n} {named[what]}" for what, n in counts.items() if n))


def _questions(count: int) -> str:
    return "1 question" if count == 1 else f"{count} questions"


def comparison_json(found: list[Compared], books: tuple[str, str]) -> dict[str, object]:
    """The comparison as one object."""
    return {
        "schema": 1,
        "books": list(books),
        "counts": {what: sum(one.what == what for one in found) for what in ("same", *HEADS, "cannot")},
        "groups": [
            {"what": what, "clauses": {book: list(names) for book, names in zip(books, clauses, strict=True)},
             "questions": [_question(one) for one in members]}
            for what in HEADS for clauses, members in groups([one for one in found if one.what == what]).items()
        ],
        "same": [_question(one) for one in found if one.what == "same"],
        "cannot": [_question(one) for one in found if one.what == "cannot"],
    }  # fmt: skip


def _question(one: Compared) -> dict[str, object]:
    return {
        "file": one.file,
        "line": one.line,
        "scenario": one.title,
        "ask": one.ask,
        "written_for": one.home,
        "expected_there": one.expected or None,
        "books": [_side(side) for side in one.sides],
    }


def _side(side: Side) -> dict[str, object]:
    if side.ruled is None:
        return {"book": side.book, "cannot": side.cannot}
    ruled = side.ruled
    return {
        "book": side.book,
        "answer": ruled.answer if ruled.decided else None,
        "clauses": list(ruled.clauses),
        "because_of": [{"cause": c.cause, "what": c.what, "who": c.who} for c in ruled.causes],
    }
