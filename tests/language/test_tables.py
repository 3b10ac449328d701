"""Tables of printed cards: what their columns mean, which printing a title means, and what is said of faulty ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator import LanguageError, load_rulebook, load_scenario, settle
from adjudicator.cli.main import main
from adjudicator.language.earlier import fetch_book
from adjudicator.language.formatting import format_text

BOOK = """book shelf
  title A shelf of toys

kind box
kind toy is a box
kind hat is a box

property the worth of {box} is a number, default 0
property the second worth of {box} is a number, default 0
property the label of {box} is a text, default none
property {box} is soft
property {box} has no colour

table toys
  from toys.csv
  says a list kept by hand
  title name
  printing year, no
  prefers 1999, 1998
  short old for 1997
  column kind
    Toy means this card is a toy
    Hat means this card is a hat
  column worth
    parts at /
    first {number} means the worth of this card is {number}
    second {number} means the second worth of this card is {number}
  column traits
    parts at commas
    soft means this card is soft
  column colour
    nothing means this card has no colour
  column name
    {text} means the label of this card is {text}
"""
ROWS = """name,year,no,kind,worth,traits,colour
Red Ball,1998,1,Toy,+3,"round, soft",red
Red Ball,1999,7,Toy,6/8,round,
Red Ball,1997,2,Hat,-2,,red
"Ball, the Big One",1999,8,Toy,+?,soft,blue
The Top,1999,9,Toy,+4,soft,blue
"""


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "shelf"
    folder.mkdir()
    (folder / "shelf.rules").write_text(BOOK, encoding="utf-8")
    (folder / "toys.csv").write_text(ROWS, encoding="utf-8")
    return folder


def answers(folder: Path, named: str, *asked: str) -> list[object]:
    path = folder / "one.scenario"
    questions = "\n".join(f"  ask {ask}" for ask in asked)
    path.write_text(f"scenario One\n  uses {folder}\n\n  box Crate\n  {named} is soft\n{questions}\n", encoding="utf-8")
    scenario, book = load_scenario(path)
    return [answer.outcomes[0].answer for answer in settle(book, scenario).answers]


def test_a_title_means_the_preferred_printing(shelf: Path) -> None:
    asked = ("the worth of Red Ball", "the second worth of Red Ball", "whether Red Ball has no colour", "the label of Red Ball",
             "whether Red Ball is a toy")  # fmt: skip
    assert answers(shelf, "Red Ball", *asked) == [6, 8, True, "Red Ball", True]


def test_another_printing_is_named_by_its_number_or_edition(shelf: Path) -> None:
    for named, worth in (("Red Ball #1/1998", 3), ("Red Ball #1", 3), ("Red Ball #old", -2), ("Red Ball #1997", -2)):
        assert answers(shelf, named, f"the worth of {named}", f"the second worth of {named}") == [worth, 0]


def test_a_comma_in_a_title_and_a_number_that_is_none(shelf: Path) -> None:
    assert answers(shelf, "Ball, the Big One", "the worth of Ball, the Big One") == [0]


def test_a_title_may_begin_with_an_article(shelf: Path) -> None:
    for named in ("The Top", "THE TOP", "The Top #9"):
        assert answers(shelf, named, f"the worth of {named}") == [4]


def test_what_the_scenario_puts_on_the_table_is_no_printed_card(shelf: Path) -> None:
    path = shelf / "own.scenario"
    path.write_text(f"scenario Own\n  uses {shelf}\n\n  box Red Ball\n  ask the worth of Red Ball\n", encoding="utf-8")
    scenario, book = load_scenario(path)
    assert settle(book, scenario).answers[0].outcomes[0].answer == 0 and "Red Ball" not in book.cards


def test_a_misspelt_title_is_met_with_the_nearest(shelf: Path) -> None:
    with pytest.raises(LanguageError) as caught:
        answers(shelf, "Red Bal", "the worth of Red Bal")
    assert any("did you mean the printed card `Red Ball`" in d.help for d in caught.value.diagnostics)


def test_nothing_is_read_of_tables_that_nobody_needs(shelf: Path) -> None:
    """A scenario that names no printed card does not even open the file."""
    load_rulebook(str(shelf))
    (shelf / "toys.csv").unlink()
    assert answers(shelf, "Crate", "the worth of Crate") == [0]


def test_layout_keeps_tables() -> None:
    assert format_text(BOOK) == BOOK


@pytest.mark.parametrize(("old", "new", "said"), [
    ("from toys.csv", "from toy.csv", "there is no file `toy.csv`"),
    ("title name", "says more", "does not say where its titles are"),
    ("short old for 1997", "short old", "does not say what it is short for"),
    ("soft means this card is soft", "soft is soft", "does not say what an entry means"),
    ("this card is soft", "this card is sotf", "no phrase says this"),
    ("the worth of this card is {number}", "this card is soft", "does not say where the number goes"),
    ("label of this card is {text}", "label of this card", "does not say where the text goes"),
    ("title name", "title nam", ""),
])  # fmt: skip
def test_faults_of_a_declaration_are_shown_at_their_place(shelf: Path, old: str, new: str, said: str) -> None:
    (shelf / "shelf.rules").write_text(BOOK.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LanguageError) as caught:
        load_rulebook(str(shelf)) if said else answers(shelf, "Red Ball", "the worth of Red Ball")
    wanted = said or "has no column `nam`"
    assert any(wanted in d.message and (d.place.line or not said) for d in caught.value.diagnostics), caught.value.diagnostics


def test_a_book_with_tables_is_kept_compiled(shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run takes it from the cache: what declares a table can be kept."""
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "kept"))
    book = load_rulebook(str(shelf))
    assert book.tables and fetch_book(book.digest) == book


def test_an_answer_that_turns_on_the_print_names_the_printing(shelf: Path) -> None:
    path = shelf / "why.scenario"
    path.write_text(f"scenario Why\n  uses {shelf}\n\n  box Crate\n  Red Ball #1 is soft\n  ask whether Red Ball #1 has no colour\n"
                    "  ask whether the worth of Red Ball #1 is at least 3\n", encoding="utf-8")  # fmt: skip
    shown = CliRunner().invoke(main, ["settle", str(path)]).output
    assert "(as printed: 1998 1, worth +3)" in " ".join(shown.split())
