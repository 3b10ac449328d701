"""What comes of the events of a moment does not come about where no story is told, and an answer that it would change says so (11.7)."""

from __future__ import annotations

from pathlib import Path

from test_exceptions import settled
from test_instead import BLOW, EVENTS

from adjudicator.report.standing import STATUS, standing

STINGS = """
event sting
  {wizard stung} is stung
  normally may

clause thorns-sting
  for a blow
  then the striker of the blow is stung
  when the blow happens
  and the target of the blow is made of stone

clause a-sting-costs-one
  for a sting
  then subtract 1 from the life of the stung of the sting
  when the sting happens
"""
STONE = "  Ann is made of stone\n"
STRUCK = "  Bob attacks Ann\n"


def _said(tmp_path: Path, told: str, rules: str = STINGS) -> list[str]:
    return [standing(one, one.outcomes[0]) for one in settled(tmp_path, EVENTS + rules, told).answers]


def test_what_would_come_of_it_is_named_where_it_would_change_the_answer(tmp_path: Path) -> None:
    stung, struck = _said(tmp_path, STONE + STRUCK + "  ask the life of Bob afterwards\n  ask the life of Ann afterwards\n")
    assert stung == "by default: nothing says otherwise; before Bob is stung: tell it as a story to know what comes of that"
    assert struck == STATUS["forced"]


def test_nothing_is_said_where_nothing_comes_of_it(tmp_path: Path) -> None:
    asked = "  ask the life of Bob afterwards\n"
    assert "before" not in _said(tmp_path, STRUCK + asked)[0]  # she is not made of stone
    assert "before" not in _said(tmp_path, STONE + "  proposed: Bob attacks Ann\n" + asked)[0]
    assert "before" not in _said(tmp_path, STONE + "  ask the life of Bob\n")[0]
    banned = STINGS + "\nclause nobody-is-stung\n  for a sting\n  the sting may not happen\n"
    assert "before" not in _said(tmp_path, STONE + STRUCK + asked, banned)[0]


def test_a_story_follows_it(tmp_path: Path) -> None:
    (found,) = settled(tmp_path, EVENTS + STINGS, STONE + BLOW.replace("Ann\n", "Ann\n", 1).replace("life of Ann", "life of Bob")).answers
    assert [one.answer for one in found.outcomes] == [14] and not found.outcomes[0].before


def test_what_is_asked_of_before_says_so(tmp_path: Path) -> None:
    said = _said(
        tmp_path,
        "  the life of Ann is 9\n" + STRUCK + "  ask the life of Ann\n  ask whether the life of Ann is 9\n  ask the life of Bob\n",
        "",
    )
    ask = "ask for that with `afterwards`, or tell it as a story"
    assert said[:2] == [f"before what is told to happen; afterwards the life of Ann is 7: {ask}"] * 2
    assert said[2] == "by default: nothing says otherwise"


def test_what_comes_of_it_changes_what_is_asked_of_before(tmp_path: Path) -> None:
    (stung,) = _said(tmp_path, STONE + STRUCK + "  ask the life of Bob\n")
    assert stung == "by default: nothing says otherwise; before Bob is stung: tell it as a story to know what comes of that"


def test_several_ways_are_compared_as_a_whole(tmp_path: Path) -> None:
    luck = "\nclause luck\n  for a wizard\n  the life of the wizard is random: 1 with chance 1/2, 9 with chance 1/2\n"
    (found,) = settled(tmp_path, EVENTS + STINGS + luck, STRUCK + "  ask the life of Bob\n").answers
    assert len(found.outcomes) == 2 and not any(one.before for one in found.outcomes)


SCORED = """
property the blows struck by {wizard} is a whole number, default 0

clause blows-are-counted
  for a wizard
  the blows struck by the wizard is the number of blows x such that (x has happened and the striker of x is the wizard)
"""


def test_what_is_counted_of_the_past_does_not_know_of_what_happens_now(tmp_path: Path) -> None:
    """How often Bob has struck, beside his blow: none yet, and once when the story is over."""
    asked = "  ask the blows struck by Bob\n  ask the blows struck by Bob afterwards\n"
    for said in _said(tmp_path, STRUCK + asked, SCORED):
        assert said.endswith("before Bob attacks Ann: tell it as a story to know what comes of that")
    assert "before" not in _said(tmp_path, "  ask the blows struck by Bob\n", SCORED)[0]
    assert "before" not in _said(tmp_path, STRUCK + "  ask the blows struck by Ann\n", SCORED)[0]


def test_whether_something_may_happen_is_asked_of_now(tmp_path: Path) -> None:
    """Whoever asks whether Bob may strike does not ask whether he may do so once more."""
    once = (
        SCORED
        + "\nclause only-once\n  for a blow\n  the blow may not happen\n  when the blows struck by the striker of the blow is at least 1\n"
    )
    assert "before" not in _said(tmp_path, STRUCK.rstrip("\n") + ", called the blow\n  ask whether the blow may happen\n", once)[0]
