"""What is mostly said of things, counted over the scenarios of a book, is shown where a sentence is not understood."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from sampling import sample

from adjudicator.cli.main import main
from adjudicator.language.loading import load_rulebook
from adjudicator.language.usage import likelihood, sayable, told_in_words, usage, wordings
from adjudicator.lexicon.counting import counted

BOOKS = ("e6", "e8", "house", "spellfire", "wwrcc")
MOST_SAID = 30
"""So many of what is said most often have to be about as often said as was counted last."""


def _told(folder: Path, book: str, *lines: str) -> str:
    file = folder / "a.scenario"
    file.write_text("".join([f"scenario A\n  uses {book}\n", *(f"  {line}\n" for line in lines)]), encoding="utf-8")
    return CliRunner().invoke(main, ["settle", str(file), "--brief"]).output


@pytest.mark.slow
@pytest.mark.parametrize("book", sample(BOOKS, 3))
def test_the_counts_are_not_far_off(book: str) -> None:
    """Where they are: `python -m adjudicator.lexicon.counting` counts anew."""
    now = {(use.said, use.of): use.times for use in counted(book)[0]}
    most = sorted(usage(book), key=lambda use: -use.times)[:MOST_SAID]
    assert len(most) == MOST_SAID
    assert [use for use in most if not 0.7 * use.times <= now.get((use.said, use.of), 0) <= 1.4 * use.times] == []


def test_a_book_without_a_count_has_none() -> None:
    assert usage("no-such-book") == ()


def test_what_is_said_of_things_is_said_of_all_of_them() -> None:
    """A wizard carries a treasure; he has a life, but not together with it."""
    book = load_rulebook("e6")
    both = sayable(book, [("wizard",), ("treasure",)])
    alone = sayable(book, [("wizard",)])
    assert "creature carries possession" in both and "the life of opponent" not in both
    assert alone["the life of opponent"].times > 100 and not alone["the life of opponent"].beside


def test_what_is_told_in_such_words_goes_first() -> None:
    """Of what can be said of a wizard, lost turns are told of with `turns`; a word that nobody uses changes nothing."""
    book = load_rulebook("e6")
    of_one = sayable(book, [("wizard",)])

    def ranked(words: str) -> list[str]:
        return sorted(of_one, key=lambda name: -likelihood(book, name, of_one[name], told_in_words(words)))

    where = {words: ranked(words).index("creature is on a lost turn") for words in ("", "she lost her turn", "she lost a race")}
    assert where["she lost her turn"] < where["she lost a race"] < where[""]
    assert ranked("zymurgical") == ranked("")
    assert wordings("no-such-book").tellings == 0


def test_it_is_shown_behind_the_nearest(tmp_path: Path) -> None:
    """Words that are near to nothing: what is said of a wizard and a treasure is that he carries it."""
    shown = _told(tmp_path, "e6", "wizards Ann, Bob", "treasure Chest", "Bob is walking around with Chest", "ask whether Bob carries Chest")
    nearest, mostly = (shown.index(words) for words in ("the nearest sentences are", "mostly said of Bob and Chest is"))
    assert nearest < mostly < shown.index("Bob carries Chest")


def test_nothing_is_said_twice_or_made_up(tmp_path: Path) -> None:
    """What stands among the nearest is not shown again, and no number is invented of what nobody counted."""
    shown = _told(tmp_path, "wwrcc", "wizards Ann, Bob", "Ann has been slowed down", "ask whether Ann is under SLOW")
    help = shown.partition("help:")[2]
    lines = [line.strip() for line in help.splitlines() if line.startswith("    ")]
    assert "Ann is under SLOW" in lines and len(lines) == len(set(lines))
    assert not any(character.isdigit() for line in lines for character in line)


def test_a_word_that_is_no_value_may_be_another_sentence(tmp_path: Path) -> None:
    """`slowed` is spelt like `cloned`, which is a value: the sentence of the card is shown."""
    shown = _told(tmp_path, "wwrcc", "wizards Ann, Bob", "Ann has been slowed down", "ask whether Ann is under SLOW")
    assert "Ann is under SLOW" in shown


def test_what_is_gone_is_not_what_is_left(tmp_path: Path) -> None:
    """Who has lost four lives does not have four: the number stays open, but where a sentence tells how many are lost."""
    shown = _told(tmp_path, "e8", "wizards Ann, Bob", "Bob has lost 4 lives", "ask the life of Bob")
    assert "the life of Bob is {what is left}" in shown and "the life of Bob is 4" not in shown
    assert "the life that Bob loses is 4" in shown
    kept = _told(tmp_path, "e8", "wizards Ann, Bob", "Bob clings to 4 lives", "ask the life of Bob")
    assert "the life of Bob is 4" in kept and "what is left" not in kept
