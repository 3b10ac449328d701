"""A fact told in one's own words, in a scenario file and on the page: some hundreds of them, and those of synonyms.jsonl on the page.

facts.jsonl has the form of synonyms.jsonl (see test_synonyms.py): twice sixty, thirty, sixty more and four times forty, all written from
the source books before the words of the rulebooks were looked at. Three of the first sixty, six of the second and six of the thirty were
replaced, since the book has no such fact or nothing follows from it, and so were seven of the sixty more before any was tried, four of
the first forty, three of the second, six of the third and eight of the fourth (whose themes were drawn by lot from the registers, eight a
book); of the eight four had been tried: two are options and no sentences, of one nothing follows, and one had been told before. Twenty of
each of the first two sixties, all thirty and all the forties were kept back when the program was mended for the others (those of the
sixties and the thirty were looked at on the morning of 29 November, the third forty as soon as it had been tried); of three of the second
sixty, and of one of the sixty more, the right sentence was put down anew when they were looked at. `first` is what became of each in a
scenario file before anything was changed for them (the thirty and the forties: after all was mended for the others), `page first` what
became of it said on the page, `now` and `page now` stand where it is still no other. On the page a fact may be told as a deed; then it is
asked of the time after it; or a question for leave is put on the page as well; or what is answered is what the right sentence, said
there, is answered.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from test_synonyms import SITUATIONS, answers, became

from adjudicator.cli.main import main
from adjudicator.language.loading import Loaded
from adjudicator.report.standing import IF_SO, STATUS
from adjudicator.web.telling import opened, say, still_open

LINES = (Path(__file__).resolve().parent / "facts.jsonl").read_text(encoding="utf-8").splitlines()
FACTS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@cache
def _book(name: str) -> Loaded:
    return opened(name)


def _table(one: dict[str, Any], *facts: str) -> str:
    """A scenario with the table of a situation."""
    events = [line for line in one["table"] if "called" in line]
    rest = [line for line in one["table"] if line not in events]
    lines = [*rest, *([one["before"]] if "before" in one else []), *facts, *events]
    return "".join([f"scenario A word\n  uses {one['book']}\n", *(f"  {line}\n" for line in lines)])


def _answers(folder: Path, scenario: str, ask: str) -> list[str]:
    """The answers to the question, with their grades; empty where it cannot be settled. (What is taken for granted is no grade.)"""
    file = folder / "a.scenario"
    file.write_text(f"{scenario.rstrip()}\n\n  ask {ask}\n", encoding="utf-8")
    found = answers(CliRunner().invoke(main, ["settle", str(file), "--brief"]).output)
    return [line.replace(IF_SO, STATUS["forced"]) for line in found]


def _values(found: list[str]) -> list[str]:
    return [line.partition("(")[0].strip() for line in found]


def on_the_page(folder: Path, one: dict[str, Any]) -> str:
    """What becomes of it when it is said on the page."""
    loaded, table = _book(one["book"]), _table(one)
    right = _answers(folder, _table(one, one["right"]), one["ask"])
    assert right
    heard = say(loaded, table, f"{one['said'][0].upper()}{one['said'][1:]}.")
    if heard.rest:
        near = [sentence for kept in still_open(loaded, heard.scenario) for sentence in kept.near]
        return "right" if one["right"] in near or any(_said_alike(folder, one, sentence, right) for sentence in near) else "refused"
    found = _answers(folder, heard.scenario, one["ask"])
    added = {*heard.scenario.splitlines()} - {*table.splitlines()}
    if found == right or not added and _values(found) == _values(right):
        return "understood"
    later = _answers(folder, heard.scenario, f"{one['ask']} afterwards")
    if added and _values(later) == _values(right):
        return "understood"
    as_right = say(loaded, table, f"{one['right'][0].upper()}{one['right'][1:]}.")
    alike = not as_right.rest and {*as_right.scenario.splitlines()} - {*table.splitlines()}
    if added and alike and found and found == _answers(folder, as_right.scenario, one["ask"]):
        return "understood"
    return "understood" if added and _asked_for_leave(folder, one, heard.scenario) == _values(right)[-1:] else "swallowed"


def _asked_for_leave(folder: Path, one: dict[str, Any], scenario: str) -> list[str]:
    """The answer where the question is for leave, and is put on the page, too; there it is asked of what would be done next."""
    match = re.fullmatch(r"whether (\w+) may (.+)", one["ask"])
    if match is None:
        return []
    (folder / "b.scenario").write_text(say(_book(one["book"]), scenario, f"May {match[1]} {match[2]}?").scenario, encoding="utf-8")
    return _values(answers(CliRunner().invoke(main, ["settle", str(folder / "b.scenario"), "--brief"]).output))[-1:]


def _said_alike(folder: Path, one: dict[str, Any], sentence: str, right: list[str]) -> bool:
    """Whether a sentence that is offered is read, and answered as the right one is."""
    heard = say(_book(one["book"]), _table(one), f"{sentence[0].upper()}{sentence[1:]}.")
    return not heard.rest and _answers(folder, heard.scenario, one["ask"]) == right


def _id(one: dict[str, Any]) -> str:
    return f"{one['n']}-{one['book']}"


@pytest.mark.parametrize("one", FACTS, ids=_id)
def test_in_a_file(one: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert became(tmp_path, one) in ([one["now"]] if "now" in one else ["understood", "right"])


@pytest.mark.parametrize("one", [*SITUATIONS, *FACTS], ids=_id)
def test_on_the_page(one: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert on_the_page(tmp_path, one) in [*([one["page now"]] if "page now" in one else []), "understood", "right"]


def test_what_became_of_them() -> None:
    """The figures of docs/trust.md."""
    assert _figures(FACTS[:60]) == {
        "first": {"understood": 16, "right": 20, "refused": 23, "swallowed": 1},
        "page first": {"understood": 36, "right": 11, "refused": 11, "swallowed": 2},
        "there now": (59, 59),
        "there now, kept back": (19, 19),
    }
    assert _figures(FACTS[60:120]) == {
        "first": {"understood": 4, "right": 32, "refused": 23, "swallowed": 1},
        "page first": {"understood": 16, "right": 16, "refused": 23, "swallowed": 5},
        "there now": (55, 54),
        "there now, kept back": (17, 16),
    }
    assert _figures(FACTS[120:150], 30) == {
        "first": {"understood": 5, "right": 14, "refused": 10, "swallowed": 1},
        "page first": {"understood": 13, "right": 7, "refused": 7, "swallowed": 3},
        "there now": (25, 21),
        "there now, kept back": (25, 21),
    }
    assert _figures(FACTS[150:210], 0) == {
        "first": {"understood": 8, "right": 30, "refused": 20, "swallowed": 2},
        "page first": {"understood": 28, "right": 11, "refused": 16, "swallowed": 5},
        "there now": (50, 48),
        "there now, kept back": (0, 0),
    }
    assert _figures(FACTS[210:250], 40) == {
        "first": {"understood": 3, "right": 22, "refused": 15},
        "page first": {"understood": 12, "right": 10, "refused": 15, "swallowed": 3},
        "there now": (32, 28),
        "there now, kept back": (32, 28),
    }
    assert _figures(FACTS[250:290], 40) == {
        "first": {"understood": 7, "right": 23, "refused": 8, "swallowed": 2},
        "page first": {"understood": 16, "right": 8, "refused": 11, "swallowed": 5},
        "there now": (32, 29),
        "there now, kept back": (32, 29),
    }
    assert _figures(FACTS[290:330], 40) == {
        "first": {"understood": 4, "right": 24, "refused": 11, "swallowed": 1},
        "page first": {"understood": 7, "right": 12, "refused": 15, "swallowed": 6},
        "there now": (35, 33),
        "there now, kept back": (35, 33),
    }
    assert _figures(FACTS[330:370], 40) == {
        "first": {"understood": 5, "right": 22, "refused": 10, "swallowed": 3},
        "page first": {"understood": 7, "right": 16, "refused": 13, "swallowed": 4},
        "there now": (27, 23),
        "there now, kept back": (27, 23),
    }
    assert Counter(one["page first"] for one in SITUATIONS) == {"understood": 37, "right": 29, "refused": 47, "swallowed": 7}


def _figures(facts: list[dict[str, Any]], back: int = 20) -> dict[str, Any]:
    kept = [one for one in facts if one.get("kept") == "back"]
    assert len(kept) == back
    return {
        "first": Counter(one["first"] for one in facts),
        "page first": Counter(one["page first"] for one in facts),
        "there now": (sum("now" not in one for one in facts), sum("page now" not in one for one in facts)),
        "there now, kept back": (sum("now" not in one for one in kept), sum("page now" not in one for one in kept)),
    }
