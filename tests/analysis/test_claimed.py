"""What `check` says of the upper rungs: calls, contradictions that nothing meets, claims in a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.language.loading import load_rulebook
from adjudicator.vetting.checking import check

BOOK = """book small
  register register.jsonl

kind wizard
property the mood of {wizard} is one of red, green, blue, grey
property {wizard} is glad

ladder
  cites small-1
  rung explicit claim

clause first
  cites small-1
  for a wizard
  the mood of the wizard is red
  overrides second by small-1

clause second
  cites small-2
  for a wizard
  the mood of the wizard is green
  overrides third, keeper's call, because "no statement says so"

clause third
  cites small-3
  for a wizard
  the mood of the wizard is blue

clause fourth
  cites small-4
  for a wizard
  the wizard is glad
  when the mood of the wizard is red, keeper's call, because "red is for joy"
  fallback by small-4
"""
REGISTER = "".join(f'{{"id": "small-{n}", "section": "1", "says": "It is so.", "stands": "encoded"}}\n' for n in range(1, 6))


def found(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> dict[str, list[str]]:
    """The messages of the quick check by their codes."""
    (folder / "small").mkdir()
    (folder / "small/small.rules").write_text(text, encoding="utf-8")
    (folder / "small/register.jsonl").write_text(REGISTER, encoding="utf-8")
    monkeypatch.chdir(folder)
    said: dict[str, list[str]] = {}
    for finding in check(load_rulebook("small")).findings:
        said.setdefault(finding.code, []).append(finding.message)
    return said


def test_every_call_is_listed_with_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = found(tmp_path, monkeypatch, BOOK)
    assert said["call"] == ["second, overrides third: no statement says so", "fourth, the mood of the wizard is red: red is for joy"]


def test_claims_in_a_row_are_listed_where_nothing_is_between_their_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_the_book = BOOK.replace('third, keeper\'s call, because "no statement says so"', "third by small-2")
    (message,) = found(tmp_path, monkeypatch, by_the_book)["claims"]
    assert message.startswith("first goes before second, and that before third, but nothing says")


def test_ends_that_a_claim_connects_are_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connected = BOOK.replace('third, keeper\'s call, because "no statement says so"', "third by small-2")
    assert "claims" not in found(tmp_path, monkeypatch, connected.replace("second by small-1", "second, third by small-1"))


DECLARED = 'contradiction small-1, {other}, played small-1, because "it comes first"\n'


@pytest.mark.parametrize(("other", "wanted"), [
    ("small-3", []),
    ("small-2", ["small-1 or small-2 can never be met: none of their clauses can say contrary things of one matter"]),
    ("small-4", ["small-1 or small-4 can never be met: none of their clauses can say contrary things of one matter"]),
    ("small-5", ["small-1 or small-5 can never be met: no clause carries small-5 alone"]),
])  # fmt: skip
def test_a_contradiction_that_nothing_meets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str, wanted: list[str]) -> None:
    """The claim of the first over the second goes before, the fourth is about something else, no clause cites the fifth."""
    said = found(tmp_path, monkeypatch, f"{BOOK}\n{DECLARED.format(other=other)}")
    assert said.get("contradiction", []) == wanted


def test_what_is_declared_is_listed_with_the_side_that_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = found(tmp_path, monkeypatch, f"{BOOK}\n{DECLARED.format(other='small-3')}")
    assert said["declared"] == ["small-1 against small-3: they cannot both be followed, and small-1 is played: it comes first"]


def test_a_clause_that_cites_both_sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = BOOK.replace("cites small-4", "cites small-1, small-3")
    said = found(tmp_path, monkeypatch, f"{both}\n{DECLARED.format(other='small-3')}")
    assert said["contradiction"] == ["fourth cites both sides of the contradiction small-1 or small-3, and so stands on neither"]


SETTLED = 'contradiction {one}, {other}, settled by {by}, because "it says so"\n'


def test_what_settles_a_contradiction_is_listed_with_the_claims_that_statements_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = found(tmp_path, monkeypatch, f"{BOOK}\n{SETTLED.format(one='small-1', other='small-3', by='small-3')}")
    assert said["settled"] == [
        "small-1 against small-3: small-3 settles it in its own words: it says so",
        "small-1 goes before small-2: first overrides second",
    ]
    assert "contradiction" not in said


def test_an_exception_is_settled_by_its_statement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = found(tmp_path, monkeypatch, BOOK + LIFTED)
    assert "small-4 goes before small-1: by jokes, no-throws-at-the-glad does not always apply" in said["settled"]


@pytest.mark.parametrize(("one", "by", "wanted"), [
    ("small-1", "small-2", "small-1 or small-2 is settled by small-2, and first goes before second all the same"),
    ("small-5", "small-5", "small-5 or small-2 is settled by small-5, and nothing in the rules carries it"),
])  # fmt: skip
def test_a_settlement_that_the_rules_do_not_follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, one: str, by: str, wanted: str) -> None:
    said = found(tmp_path, monkeypatch, f"{BOOK}\n{SETTLED.format(one=one, other='small-2', by=by)}")
    assert said["contradiction"] == [wanted]


def test_what_a_reading_or_an_open_clause_leaves_open_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = 'contradiction small-1, small-{n}, left open by {name}, because "nobody knows"\n'
    moods = "\nreading moods\n  cites small-4\n  either red\n  or blue\n\n"
    opened = BOOK.replace("clause third\n  cites small-3\n", "clause third\n  cites small-3\n  status open\n")
    text = opened + moods + left.format(n=2, name="moods") + "\n" + left.format(n=3, name="third")
    assert found(tmp_path, monkeypatch, text)["open"] == [
        "small-1 against small-2: `moods` leaves it open: nobody knows",
        "small-1 against small-3: `third` leaves it open: nobody knows",
    ]


EVENTS = """
event throw
  {wizard thrower} throws at {wizard target}
  normally may

event jump
  {wizard jumper} jumps
  normally may not

clause no-throws-at-the-glad
  cites small-1
  for a throw
  the throw may not happen
  when the target of the throw is glad

clause no-throws-by-the-glad
  cites small-2
  for a throw
  the throw may not happen
  when the thrower of the throw is glad

clause no-jumps
  cites small-3
  for a jump
  the jump may not happen

clause jokes
  cites small-4
  for a throw
  the throw may happen
  when the mood of the target of the throw is blue
  overrides no-throws-at-the-glad by small-4
"""
LIFTED = EVENTS.replace("  the throw may happen\n", "  no-throws-at-the-glad does not apply to the throw\n").replace(
    "  overrides no-throws-at-the-glad by small-4\n", ""
)
SPRINGS = "\nclause springs\n  cites small-5\n  for a jump\n  no-jumps does not apply to the jump\n  when the jumper of the jump is glad\n"


def test_a_may_that_fights_bans_it_does_not_mention(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told what it fights, and how to lift the one ban alone; an exception fights nothing."""
    (message,) = found(tmp_path, monkeypatch, BOOK + EVENTS)["may"]
    assert message.startswith("jokes says may over no-throws-at-the-glad, and so fights no-throws-by-the-glad, too")
    assert "`no-throws-at-the-glad does not apply to ...`" in message


def test_an_exception_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "may" not in found(tmp_path, monkeypatch, BOOK + LIFTED)


def test_an_exception_that_helps_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Meaning 3.4: what normally may not happen needs a `may`."""
    (message,) = found(tmp_path, monkeypatch, BOOK + LIFTED + SPRINGS)["may"]
    assert message == "springs lifts no-jumps, and jump normally may not happen all the same: only `may` permits it"
