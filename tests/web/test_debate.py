"""A debate as text: picked sentences become lines of it, at the place where a scenario tells such things."""

from __future__ import annotations

import pytest

from adjudicator.language.loading import load_rulebook
from adjudicator.report.html.elements import fragment
from adjudicator.web import answers, debate, sentences, sheet, telling

HOUSE = load_rulebook("house")
LEXICON = sentences.lexicon_of(HOUSE)

TWO = """scenario One
  uses house

  wizards Ann, Bob
  the life of Bob is 4

  ask the life of Bob

scenario Two
  uses house

  wizards Cid

  ask the life of Cid
"""


def test_what_is_begun_can_be_settled_at_once() -> None:
    heard = debate.hear(debate.begun(HOUSE), "begun.scenario")
    assert not heard.messages and len(heard.settled) == 1
    assert not heard.settled[0].settlement.answers


def test_a_fault_is_a_message_with_its_line() -> None:
    heard = debate.hear("scenario Wrong\n  uses house\n\n  Ann floats upwards\n\n  ask the life of Ann\n", "wrong.scenario")
    assert not heard.settled
    assert 4 in {message.place.line for message in heard.messages}


@pytest.mark.parametrize("text", ["", "scenario", "  uses house", "\0", "scenario X\n  uses nobook\n  ask what\n", "x" * 300_000])
def test_no_text_is_too_odd(text: str) -> None:
    heard = debate.hear(text, "odd.scenario")
    assert heard.messages and not heard.settled


def test_a_line_goes_into_the_scenario_where_the_writer_is() -> None:
    before, own, behind = debate.scenario_at(TWO, 10)
    assert own.startswith("scenario Two") and before.startswith("scenario One") and not behind
    before, own, behind = debate.scenario_at(TWO, 2)
    assert not before and "scenario Two" not in own and behind.startswith("scenario Two")


def test_facts_and_events_stand_before_questions() -> None:
    _, own, _ = debate.scenario_at(TWO, 1)
    lines = debate.with_line(debate.with_line(own, "Ann carries PEARL", debate.FACT), "the life of Ann", debate.QUESTION).split("\n")
    assert lines.index("  Ann carries PEARL") < lines.index("  ask the life of Bob") < lines.index("  ask the life of Ann")


def test_a_line_is_one_line() -> None:
    with pytest.raises(ValueError, match="one line"):
        debate.with_line(TWO, "Ann carries PEARL\nregister /etc/passwd", debate.FACT)


def test_whoever_is_named_first_comes_to_the_table() -> None:
    _, own, _ = debate.scenario_at(TWO, 1)
    pick = next(pick for pick in sentences.picks(LEXICON, "casts at") if pick.shown.endswith("at [target]"))
    filled = {"agent": "Dora", "spell": "FIREBALL", "target": "Bob"}
    made = sentences.put_into(own, HOUSE, pick.key, filled, debate.EVENT, debate.table_of(own, "x.scenario"))
    assert "wizards Ann, Bob, Dora" in made and "  Dora casts FIREBALL at Bob" in made
    assert not debate.hear(made, "x.scenario").messages


def test_every_slot_has_to_be_filled() -> None:
    pick = next(pick for pick in sentences.picks(LEXICON, "casts at") if pick.shown.endswith("at [target]"))
    with pytest.raises(ValueError, match="target"):
        sentences.put_into(TWO, HOUSE, pick.key, {"agent": "Ann", "spell": "FIREBALL"}, debate.EVENT, {})


def test_most_sentences_can_be_asked() -> None:
    """Of a sample of the book's sentences: filled with things that fit, each can be read as a question."""
    begun = debate.begun(HOUSE)
    table, understood, tried = debate.table_of(begun, "asked.scenario"), 0, 0
    for key in [f"{name}#0" for name in (*list(HOUSE.properties)[::11], *list(HOUSE.events)[::7])]:
        found = sentences.gaps(HOUSE, key, table)
        filled = {gap.role: (*gap.here, *gap.known, "2" if "number" in gap.label else f"New{n}")[0] for n, gap in enumerate(found)}
        made = sentences.put_into(begun, HOUSE, key, filled, sentences.pick_of(HOUSE, key).sorts[-1], table)
        tried, understood = tried + 1, understood + (not debate.hear(made, "asked.scenario").messages)
    assert tried > 80 and understood >= tried * 0.8, f"{understood} of {tried}"


def test_what_is_not_understood_seats_nobody() -> None:
    loaded = telling.opened("house")
    told = telling.say(loaded, debate.begun(HOUSE, named=False), "Ann hums at Far; Bob has 4 life; the life of Bob?")
    assert told.rest == ("Ann hums at Far",) and told.faults
    assert "wizard Bob\n" in told.scenario and "-- not understood: Ann hums at Far\n" in told.scenario
    assert not debate.hear(told.scenario, "x.scenario").messages


def test_an_answer_is_put_below_what_it_answers() -> None:
    begun = "scenario X\n  uses house\n\n  wizards Ann, Bob\n  Ann casts FIREBALL at Bob\n\n  ask the life of Bob afterwards\n"
    told = telling.say(telling.opened("house"), begun, "Bob answers with FULL SHIELD")
    assert "    Ann casts FIREBALL at Bob\n      Bob answers with FULL SHIELD\n" in told.scenario


def test_a_moment_is_put_in_order() -> None:
    text = "scenario X\n  uses house\n\n  wizards Ann, Bob\n  Ann casts FIREBALL at Bob\n    Bob answers with FULL SHIELD\n"
    text += "  Bob has 4 life\n  Bob casts SPEED at Bob\n\n  ask the life of Bob afterwards\n"
    made = telling.in_order(telling.opened("house"), text)
    story = "  Bob has 4 life\n  Ann's turn, round 3\n    Ann casts FIREBALL at Bob\n"
    story += "      Bob answers with FULL SHIELD\n    Bob casts SPEED at Bob\n"
    assert story in made and made.endswith("  ask the life of Bob\n")
    again = debate.hear(made, "x.scenario")
    assert not again.messages and not debate.at_once(again.settled[0])


def test_every_line_that_says_something_is_a_row() -> None:
    found = sheet.rows(TWO + "  board\n      +---+\n    1 | A |\n      +---+\n    A  Cid\n", HOUSE)
    assert [row.sort for row in found].count("title") == 2 and [row.sort for row in found].count("asked") == 2
    assert [row.text for row in found if row.sort == "board"] == ["a map of 4 lines"]
    assert all(TWO.split("\n")[row.line - 1].strip().endswith(row.text) for row in found if row.sort in ("told", "asked", "there"))


def test_only_books_of_the_rulebase_are_opened() -> None:
    assert debate.only_books(TWO)
    assert not debate.only_books("scenario X\n  uses ../../etc\n")


def test_what_is_not_carried_over_stands_beside_the_answer() -> None:
    lost = f"{telling.LOST}sadly (of: Bob is sadly dead)"
    text = f"scenario Our debate\n  uses house\n  {lost}\n\n  wizard Bob\n  Bob is dead\n\n  ask whether Bob is dead\n"
    shown = fragment(*answers.answers(debate.hear(text, "debate.scenario"), (), telling.lost_in(text)))
    assert "Not carried over" in shown and "sadly (of: Bob is sadly dead)" in shown


def test_then_is_nobody() -> None:
    loaded = telling.opened("house")
    said = telling.say(loaded, debate.begun(loaded.book, named=False), "Cid casts FIREBALL at Dora. Then Dora frobs him.")
    assert "Then" not in telling._told_again(loaded, said.scenario).people


def test_what_no_rule_is_behind_settles_nothing() -> None:
    text = "scenario Our debate\n  uses house\n\n  wizards Ann, Bob\n\n  ask whether Bob is dead\n"
    heard = debate.hear(text, "debate.scenario")
    shown = fragment(*answers.answers(heard), answers.brief(heard))
    assert "not settled" in shown
    assert "not settled" not in fragment(*answers.answers(debate.hear(text + "    expect no by default\n", "debate.scenario")))


def test_a_ruling_is_opened_alone_with_what_its_file_declares() -> None:
    """Not the remark at the head of the file, and none of the other scenarios; the line is where it stands there."""
    remarked = f"-- A remark\n\n{TWO}"
    at = next(number for number, line in enumerate(remarked.split("\n"), 1) if number > 6 and line.startswith("scenario")) + 1
    shown, line = debate.alone(remarked, at)
    assert shown.startswith("scenario") and shown.count("scenario ") == 1
    assert shown.split("\n")[line - 1] == remarked.split("\n")[at - 1]
    declared = f"-- A remark\nkind lamp\n\n{TWO}"
    shown, line = debate.alone(declared, at + 1)
    assert "kind lamp" in shown and shown.split("\n")[line - 1] == declared.split("\n")[at]
