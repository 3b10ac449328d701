"""How an answer is shown: the deciding statement first, what is lacking, what is near; and how lines are left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.language.loading import load_rulebook
from adjudicator.model.rulebook import RegisterEntry
from adjudicator.report.html.elements import fragment
from adjudicator.report.text import plain_question
from adjudicator.web import answers, debate, moving, nearest, telling

ROOT = Path(__file__).resolve().parent.parent.parent
HOUSE = load_rulebook("house")
HEAD = "scenario Our debate\n  uses house\n\n"


def shown(text: str, near: list[RegisterEntry] | None = None) -> str:
    """What the page shows of a text, without its folds."""
    beside = answers.Beside(text, near=None if near is None else lambda one, ask: near)
    made = fragment(*answers.answers(debate.hear(text, "debate.scenario"), (), (), beside))
    while (folded := re.sub(r"<details(?:(?!<details).)*?</details>", "", made, flags=re.DOTALL)) != made:
        made = folded
    return made


def statement(id: str) -> str:
    """What the register says under an id, as HTML writes it."""
    return HOUSE.register[id].says.replace("&", "&amp;")


BLAST = f"""{HEAD}  wizards Vera, Jonas
  Vera's turn, round 3
    Vera casts LIGHTNING BLAST at Jonas
      Jonas answers with FULL REFLECTION
    proposed: Vera walks 1 spaces

  ask whether Vera may walk 1 spaces
"""
SHIELDED = f"""{HEAD}  wizards Ann, Bob
  Ann's turn, round 3
    Ann casts FIREBALL at Bob
      Bob answers with FULL SHIELD

  ask the life of Bob
"""
TWO_TURNS = f"""{HEAD}  wizards Vera, Jonas
  Vera's turn, round 3
    Vera casts LIGHTNING BLAST at Jonas
  Jonas's turn
    Jonas casts SPEED at Jonas
"""
TWO_ATTACKS = f"""{HEAD}  wizards Ann, Bob
  Bob has 4 life
  Ann's turn, round 3
    Ann casts FIREBALL at Bob
    Ann casts LIGHTNING BLAST at Bob
    Bob answers with FULL SHIELD

  ask the life of Bob
"""


def test_the_statement_that_prevailed_stands_first() -> None:
    """Not the one that counts spaces, behind which it is folded, and none of the talk of rungs; beside it why the turn is lost."""
    came = shown(BLAST)
    assert came.index('class="answer">no<') < came.index(f'<blockquote class="deciding"><p>{statement("house-45-22")}</p>')
    assert came.count("<blockquote") == 2 and "three spaces" not in came and "rung" not in came
    assert came.index(statement("house-45-22")) < came.index('class="deciding behind"')


def test_a_ruling_is_decided_by_the_statement_that_it_names() -> None:
    """Of the two statements that the clause cites, whichever of them the ruling names."""
    first, second = (shown(f"{BLAST}    expect no by {id}\n") for id in ("house-45-22", "house-45-26"))
    assert statement("house-45-22") in first and statement("house-45-26") not in first
    assert statement("house-45-26") in second and statement("house-45-22") not in second


def test_a_number_is_decided_by_the_card_that_makes_it_what_it_is() -> None:
    """That damage is taken off somebody's life everybody knows; how much a stone stops is what was asked."""
    told = "  wizards Ann, Bob\n  Bob has 4 life\n  Bob carries SOULSTONE\n  Ann's turn, round 3\n    Ann casts FIREBALL at Bob\n"
    came = shown(f"{HEAD}{told}\n  ask the life of Bob\n")
    assert 'class="answer">2<' in came and statement("card-soulstone-ww-1") in came and statement("e6-cards-36") not in came


def test_what_was_stopped_is_decided_by_what_stopped_it() -> None:
    told = (
        "  wizards Ann, Bob\n  Bob has 4 life\n  Ann's turn, round 3\n    Ann casts FIREBALL at Bob\n      Bob answers with FULL SHIELD\n"
    )
    came = shown(f"{HEAD}{told}\n  ask the life of Bob\n", [])
    assert 'class="answer">4<' in came and statement("card-full-shield-ww-1") in came
    assert "no rule gives it" not in came and "not settled" not in came


def test_what_stopped_it_is_found_on_every_way_there() -> None:
    """A blast costs a turn where it strikes or harm gets through: neither, for the shield; only the first way fails for something else."""
    told = "  wizards Ann, Bob\n  Ann's turn, round 3\n    Ann casts LIGHTNING BLAST at Bob, the strength of the cast is 4\n"
    told += "      Bob answers with FULL SHIELD\n"
    came = shown(f"{HEAD}{told}\n  ask whether Bob loses a turn\n", [])
    assert 'class="answer">no<' in came and statement("card-full-shield-ww-1") in came and "no rule gives it" not in came


def test_what_no_rule_gives_shows_the_rule_that_would_and_what_it_lacks() -> None:
    text = f"{HEAD}  wizards Marek, Pia\n  Marek carries GOLDEN EGG\n\n  ask which wizards x such that x is the heir of GOLDEN EGG\n"
    near = [HOUSE.register[id] for id in ("house-26-01", "house-15-01")]
    came = shown(text, near)
    assert "no rule gives it" in came and "Nothing in the book was found" not in came
    assert came.index("The rule that would:") < came.index("<blockquote") < came.index("— but ") < came.index('class="answer"')


def test_beside_the_rule_that_would_stands_what_holds_else() -> None:
    text = f"{HEAD}  wizards Marek, Pia\n  Marek carries GOLDEN EGG\n\n  ask which wizards x such that x is the heir of GOLDEN EGG\n"
    first, other, elsewhere = (HOUSE.register[id] for id in ("house-26-01", "house-26-06", "house-15-01"))
    came = shown(text, [first, elsewhere, HOUSE.register["house-26-03"], other])
    assert came.index(statement(first.id)) < came.index("Beside it the book says:") < came.index(statement(other.id))
    assert "Beside it" not in shown(text, [first, elsewhere, HOUSE.register["house-26-03"]])
    assert "which of the wizards is the heir of GOLDEN EGG?" in came and "such that" not in came.partition("How it was")[0]


def test_what_only_comes_near_in_writing_is_not_the_rule_that_would() -> None:
    """A clause may lack little and speak of something else: it has to be near in words to what was said."""
    text = f"{HEAD}  wizards Marek, Pia\n  Marek carries GOLDEN EGG\n\n  ask which wizards x such that x is the heir of GOLDEN EGG\n"
    came = shown(text, [HOUSE.register["house-45-22"]])
    assert "The rule that would:" not in came and "What the book says near to it" in came and statement("house-45-22") in came


def test_only_where_nothing_is_near_nothing_was_found() -> None:
    text = f"{HEAD}  wizards Ann, Bob\n\n  ask whether Bob is dead\n"
    assert "Nothing in the book was found that decides this" in shown(text, [])
    assert "Nothing in the book was found" not in shown(text, [HOUSE.register["house-26-01"]])


def test_what_nothing_forbids_is_said_so() -> None:
    play = "scenario X\n  uses spellfire\n\n  players Ann, Bob\n  proposed: Ann {}s {}\n\n  ask whether Ann may {} {}\n"
    near = [load_rulebook("spellfire").register["spellfire-event-pause-02"]]
    came = shown(play.format("play", "CATACLYSM!", "play", "CATACLYSM!"), near)
    assert "no rule forbids it" in came and "no rule gives it" not in came
    silent = shown(play.format("discard", "CALM", "discard", "CALM"), near)
    assert silent.index("the book does not say") < silent.index("What the book says near to it") < silent.index("<blockquote")


def test_an_answer_names_what_it_answers_and_nothing_is_lost() -> None:
    said = "Vera casts LIGHTNING BLAST at Jonas. Jonas answers the LIGHTNING BLAST with FULL REFLECTION sadly."
    loaded = telling.opened("house")
    first, second = (f"{one}." for one in said.removesuffix(".").split(". "))
    text = telling.say(loaded, debate.begun(HOUSE, named=False), first).scenario
    assert telling.lost_in(telling.say(loaded, text, second.replace(" sadly", "")).scenario) == []
    assert not any("LIGHTNING" in one.partition(" (of:")[0] for one in telling.lost_in(telling.say(loaded, text, second).scenario))


@pytest.mark.parametrize(("line", "gone", "kept"), [
    ("  Jonas's turn", ("Jonas's turn",), 1),
    ("    Vera casts LIGHTNING BLAST at Jonas", ("Vera casts LIGHTNING BLAST at Jonas",), 0),
    ("  wizards Vera, Jonas", ("wizards Vera, Jonas",), 0),
])  # fmt: skip
def test_what_is_left_out_is_said(line: str, gone: tuple[str, ...], kept: int) -> None:
    text = TWO_TURNS
    left = moving.left_out(text, text.split("\n").index(line) + 1, "debate.scenario")
    assert (left.out, left.kept) == (gone, kept)
    assert [one for one in text.split("\n") if one not in left.text.split("\n")] == [line]


def test_the_only_turn_that_is_left_out_leaves_a_moment() -> None:
    text = SHIELDED
    left = moving.left_out(text, 5, "debate.scenario")
    assert "\n  Ann casts FIREBALL at Bob\n    Bob answers with FULL SHIELD\n" in left.text and left.kept == 2
    assert "2 lines" in left.says and not debate.hear(left.text, "debate.scenario").messages


def test_what_cannot_stand_alone_goes_and_is_counted() -> None:
    text = SHIELDED
    left = moving.left_out(text, 6, "debate.scenario")
    assert left.says == "Taken out: 2 lines: “Ann casts FIREBALL at Bob”; “Bob answers with FULL SHIELD”."
    assert "FULL SHIELD" not in left.text
    assert moving.left_out(text, 99, "debate.scenario").text == text


def test_an_answer_has_the_events_before_it_to_answer() -> None:
    text = TWO_ATTACKS
    found = moving.could_answer(text, 9, "debate.scenario")
    assert found == [(8, "Ann casts LIGHTNING BLAST at Bob"), (7, "Ann casts FIREBALL at Bob")]
    made = moving.below(text, 9, 7)
    assert "Ann casts FIREBALL at Bob\n      Bob answers with FULL SHIELD\n    Ann casts LIGHTNING BLAST at Bob\n" in made
    assert not debate.hear(made, "debate.scenario").messages
    beside = answers.Beside(text, {9: found})
    told = "".join(answers.message(debate.hear(text, "debate.scenario").messages[0], beside).itertext())
    assert "It is not said what this answers" in told and "line 9" not in told and "FIREBALL" in told


def test_what_answers_nothing_that_was_told_says_so_without_line_numbers() -> None:
    text = HEAD + "  wizards Ann, Bob\n  Bob's turn, round 3\n    Bob answers with FULL SHIELD\n\n  ask the life of Bob\n"
    messages = debate.hear(text, "debate.scenario").messages
    told = "".join("".join(answers.message(one, answers.Beside(text)).itertext()) for one in messages)
    assert "It is not said what this answers: “Bob answers with FULL SHIELD”" in told and "line" not in told and "further in" not in told


def test_rulings_that_were_shown_keep_their_places(tmp_path: Path) -> None:
    shelf = nearest.shelf_of("house", tmp_path)
    text = HEAD + "  wizards Ann, Bob\n  -- not understood: Ann's TROLL gets all of Bob's stuff when he is dead\n"

    def listed(text: str, shown: list[str]) -> list[str]:
        found = nearest.like_this(shelf, HOUSE, text, tmp_path, shown)
        assert found is not None
        return [link.get("href", "") for link in found.iter("a") if link.get("class") == "ruling"]

    first = listed(text, [])
    assert len(first) > 1 and listed(text, first[::-1]) == first[::-1]
    other = HEAD + "  wizards Ann, Bob\n\n  ask whether Ann may take control of VARGA PLANT with MONSTER MAGNET\n"
    then = listed(other, first)
    assert then[-len(first) :] == first and len(then) > len(first) and then[0] not in first
    assert listed(other, [*first, "/debate?ruling=nowhere&at=3", "nonsense"]) == then


def test_a_question_of_several_is_asked_in_people_s_words() -> None:
    assert plain_question("which guests x such that x is served") == "which of the guests is served?"
    twice = "which guests x such that x is served and x is armed"
    assert plain_question(twice) == f"{twice}?" and plain_question("whether Ann is served") == "Ann is served?"
