"""The sentences of a book: who listens, when to use them, examples that settle, and how they are found."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator import load_rulebook
from adjudicator.cli.main import main
from adjudicator.language.diagnostics import Messages, render
from adjudicator.language.loading import read_scenarios
from adjudicator.lexicon.entries import Entry, entries
from adjudicator.lexicon.examples import Shelf, made
from adjudicator.lexicon.search import Lexicon
from adjudicator.resources import scenarios_folder
from adjudicator.settling.settling import settle

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BOOKS = ("house", "wwrcc", "e6", "e8", "spellfire")


@pytest.fixture(autouse=True)
def picnic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with the small book of the picnic (tests/asking) in it."""
    shutil.copytree(HERE.parent / "asking" / "book", tmp_path / "picnic")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


@pytest.fixture
def lexicon(picnic: Path) -> Lexicon:
    book = load_rulebook("picnic")
    return Lexicon(book, tuple(entries(book)))


def _one(lexicon: Lexicon, sentence: str) -> Entry:
    return next(entry for entry in lexicon.entries if entry.sentence == sentence)


def test_who_listens(lexicon: Lexicon) -> None:
    def heard(sentence: str) -> set[str]:
        return {one.name for one in _one(lexicon, sentence).heard_by}

    assert heard("{guest} is asleep") == {"sleepers-do-not-toss"}
    assert heard("{guest} carries {basket}") == {"a-toss-spills"}
    assert heard("the hunger of {guest}") == {"soup-feeds", "happy-when-full"}
    assert heard("{guest agent} tosses {trick} at {guest target}") == {"soup-feeds", "sleepers-do-not-toss", "a-toss-spills"}
    assert heard("{guest agent} answers {event answered} with {trick means}") == {"soup-feeds"}
    assert _one(lexicon, "{guest} feels cold").unheard
    assert not _one(lexicon, "the round").unheard and _one(lexicon, "the round").others == ("the clock",)


def test_told_or_concluded(lexicon: Lexicon) -> None:
    assert _one(lexicon, "{guest} is asleep").told == "one tells it"
    assert _one(lexicon, "{guest} is happy").told == "the rules conclude it"
    assert _one(lexicon, "the hunger of {guest}").told == "the rules conclude it, or it must be told"
    assert [one.name for one in _one(lexicon, "{basket} is spilled by {event}").concluded_by] == ["a-toss-spills"]


def test_the_line_of_use(lexicon: Lexicon) -> None:
    assert _one(lexicon, "the hunger of {guest}").use == "how hungry somebody is; after what happens, ask it `afterwards`"
    assert _one(lexicon, "{guest} is asleep").use == "he snores"
    assert _one(lexicon, "{guest} feels cold").use == "so or not, of guest; no rule listens to it"
    assert _one(lexicon, "{guest} is happy").use.startswith("so or not, of guest; to be asked for")
    assert _one(lexicon, "{guest} is asleep").theme == "How the guests are"


@pytest.mark.parametrize(("words", "first"), [
    ("carry", "{guest} carries {basket}"), ("carrying baskets", "{guest} carries {basket}"), ("hungr", "the hunger of {guest}"),
    ("hungry somebody", "the hunger of {guest}"), ("snores", "{guest} is asleep"), ("slep", "{guest} is asleep"),
    ("tossing", "{guest agent} tosses {trick} at {guest target}"), ("answer", "{guest agent} answers {event answered} with {trick means}"),
])  # fmt: skip
def test_words_find_a_sentence(words: str, first: str, lexicon: Lexicon) -> None:
    assert lexicon.find(words)[0].sentence == first


def test_what_stands_nowhere_is_not_found(lexicon: Lexicon) -> None:
    assert lexicon.find("xylophone") == []
    assert CliRunner().invoke(main, ["words", "picnic", "xylophone"]).exit_code == 1


def test_near_sentences_and_how_they_differ() -> None:
    book = load_rulebook("e6")
    lexicon = Lexicon(book, tuple(entries(book)))
    near = lexicon.near(_one(lexicon, "{creature} is trying to leave towards {thing}")) + lexicon.near(_one(lexicon, "{creature} is dead"))
    assert near and all(difference for _, difference in near)


def test_the_command(picnic: Path) -> None:
    result = CliRunner().invoke(main, ["words", "picnic", "hunger"])
    assert result.exit_code == 0
    golden = HERE / "hunger.txt"
    if os.environ.get("UPDATE"):
        golden.write_text(result.output, encoding="utf-8")
    assert result.output == golden.read_text(encoding="utf-8")
    everything = CliRunner().invoke(main, ["words", "picnic"]).output
    assert "How the guests are" in everything and "{guest} feels cold  yes or no; heard by no rule" in everything
    assert "carries" not in CliRunner().invoke(main, ["words", "picnic", "--unheard"]).output
    assert "tosses" in CliRunner().invoke(main, ["words", "picnic", "--in", "what happens"]).output


def test_the_sentences_of_some_kinds(picnic: Path) -> None:
    """Those with a place for each of them; a word that is no kind is told so, with the one that is nearest."""
    both = CliRunner().invoke(main, ["words", "picnic", "--of", "guests, basket"]).output
    assert "{guest} carries {basket}" in both and "asleep" not in both and "of guests, basket" in both
    assert "{guest} is asleep" in CliRunner().invoke(main, ["words", "picnic", "--of", "guest"]).output
    wrong = CliRunner().invoke(main, ["words", "picnic", "--of", "gust, fork"])
    assert wrong.exit_code == 2 and "no kind `gust`" in wrong.stderr and "`guest`" in wrong.stderr and "no kind `fork`" in wrong.stderr


def test_of_some_things_the_usual_comes_first() -> None:
    book = load_rulebook("e6")
    of_both = Lexicon(book, tuple(entries(book))).of([("wizard",), ("treasure",)])
    places = [next(i for i, one in enumerate(of_both) if words in one.sentence) for words in ("carries", "brought home", "is kept in")]
    assert places == sorted(places) and places[0] == 0


def test_the_same_as_data(picnic: Path) -> None:
    data = json.loads(CliRunner().invoke(main, ["words", "picnic", "asleep", "--json"]).output)
    (found,) = data["sentences"]
    assert data["schema"] == 1 and data["rulebook"] == "picnic" and found["heard"] is True
    assert found["heard_by"] == [{"clause": "sleepers-do-not-toss", "cites": [], "says": ""}]
    assert {"sentence", "also", "form", "values", "told", "use", "theme", "sections", "heard", "heard_by", "also_heard_by", "concluded_by",
            "example", "shown_in", "near"} == set(found)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_every_example_can_be_read_and_settled(name: str, picnic: Path) -> None:
    book, messages = load_rulebook(name), Messages()
    every = entries(book)
    file = picnic / "examples.scenario"
    file.write_text("\n".join(made(book, entry.owner) for entry in every), encoding="utf-8")
    found = read_scenarios(file, messages)
    assert not messages.errors, "\n".join(render(error) for error in messages.errors[:3])
    assert len(found) == len(every)
    for scenario, _ in random.Random(os.environ.get("ADJUDICATOR_SAMPLE")).sample(found, 12):
        (answer,) = settle(book, scenario).answers
        assert answer.status in ("forced", "several", "undecided"), scenario.title


@pytest.mark.parametrize("name", ["e6"])
def test_examples_from_the_scenarios_that_come_along(name: str) -> None:
    book = load_rulebook(name)
    shelf = Shelf(book, scenarios_folder())
    shown = [found for entry in entries(book) if (found := shelf.shown(entry.owner)) is not None]
    assert len(shown) > 50
    for one in shown[:20]:
        assert one.text in Path(one.file).read_text(encoding="utf-8").replace("  ", " ")
