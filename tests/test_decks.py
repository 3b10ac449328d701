"""Decks: lists as people keep them, whole ones legal and not, and what mends them."""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.cli.main import main
from adjudicator.decks.limits import Load
from adjudicator.decks.reading import read_lines
from adjudicator.decks.repairs import smallest_repairs

ROOT = Path(__file__).resolve().parent.parent
DECKS = sorted((ROOT / "tests/decks").iterdir())
PRINTINGS = ROOT / "rulebase/spellfire/cards/printings.csv"


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, list(args))
    assert "Traceback" not in result.output
    return result


def header(file: Path) -> dict[str, str]:
    """What the comments at the top of a deck expect of it."""
    lines = re.findall(r"^-- (\S[^:\n]*)(?:: (.*))?$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {key: value or "yes" for key, value in lines}


def checked(file: Path, *more: str) -> tuple[int, dict]:
    expected = header(file)
    formats = [part for name in expected.get("format", "").split(",") if name for part in ("--format", name.strip())]
    book = ["--book", expected["book"]] if "book" in expected else []
    result = run("deck", str(file), *formats, *book, "--json", *more)
    assert result.stdout, result.output
    return result.exit_code, json.loads(result.stdout)


@pytest.mark.parametrize("file", DECKS, ids=lambda f: f.stem)
def test_whole_decks(file: Path) -> None:
    """Each deck breaks the limits that its first lines name and no others, and so many cards mend it."""
    expected, (status, found) = header(file), checked(file)
    if "legal" in expected:
        assert (status, found["legal"], found["broken"]) == (0, True, [])
    if "broken" in expected:
        assert (status, found["legal"]) == (1, False)
        wanted = {one.strip() for one in expected["broken"].split(",")}
        cited = [set(broken["cites"]) for broken in found["broken"]]
        assert all(cites & wanted for cites in cited), cited
        assert all(any(one in cites for cites in cited) for one in wanted), cited
    if "take out" in expected:
        assert found["take_out"]["count"] == int(expected["take out"])
        assert all(broken["too_few"] is not None for broken in found["take_out"]["then_broken"])
    if "levels" in expected:
        levels = next(q for q in found["questions"] if "levels" in q["ask"])
        assert [o["answer"] for o in levels["outcomes"]] == [int(expected["levels"])]


def test_twenty_decks_at_least() -> None:
    assert len(DECKS) >= 20
    legal = sum("legal" in header(file) for file in DECKS)
    assert 8 <= legal <= len(DECKS) - 8


def test_the_counts_are_those_of_the_table() -> None:
    """The levels and the number of cards, counted here from the table by hand."""
    file = ROOT / "tests/decks/55-table.csv"
    rows = list(csv.DictReader(line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("--")))
    table = {(row["set"], row["number"], row["title"]): row for row in csv.DictReader(PRINTINGS.open(encoding="utf-8"))}
    types = {"Hero", "Wizard", "Cleric", "Monster", "Psionicist", "Thief", "Regent"}
    champions = [table[row["set"], row["number"], row["name"]] for row in rows]
    champions = [row for row in champions if row["type"] in types]
    _, found = checked(file)
    answers = {q["ask"]: q["outcomes"][0]["answer"] for q in found["questions"]}
    assert answers["the number of cards in the deck"] == len(rows) == 55
    assert answers["the champions of the deck"] == len(champions)
    assert answers["the counted levels of the deck"] == sum(int(row["level_or_bonus"]) for row in champions)


def test_what_goes_in_every_way_is_told_once() -> None:
    """One realm and one rule card too many, whichever champions go: each of the realms is named once below the head."""
    told = run("deck", str(ROOT / "tests/decks/75-over.deck"), "--format", "75").output.partition("The fewest to take out: 4 cards")[2]
    assert told.count("in any case any 1 of Urik") == told.count("Urik") == 1


def test_a_heading_that_no_book_has(tmp_path: Path) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("Heros (7)\nWar Party\n", encoding="utf-8")
    result = run("deck", str(deck), "--format", "55")
    assert result.exit_code == 2 and "if this is a heading, end it with a colon: `Heros (7):`" in result.output


def test_headings_choose_between_cards_of_one_title(tmp_path: Path) -> None:
    """A title with several icons is the card that stands below a heading of its kind."""
    for heading, number in (("Allies", 3), ("Monsters", 7)):
        deck = tmp_path / "deck.txt"
        deck.write_text(f"{heading}\nMind Flayer\n", encoding="utf-8")
        _, found = checked_with(deck, "55")
        assert found["cards"][0]["printing"] is not None
        scenario = tmp_path / "one.scenario"
        said = "/".join((found["cards"][0]["printing"]["number"], {"Allies": "Ally", "Monsters": "Monster"}[heading]))
        scenario.write_text(f"scenario One\n  uses spellfire\n\n  players Ann\n  Mind Flayer #{said} belongs to Ann\n\n"
                            f"  ask the icon number of Mind Flayer #{said}\n    expect {number}\n", encoding="utf-8")  # fmt: skip
        assert run("settle", str(scenario)).exit_code == 0


def checked_with(file: Path, *formats: str) -> tuple[int, dict]:
    result = run("deck", str(file), "--format", ",".join(formats), "--json")
    return result.exit_code, json.loads(result.stdout)


def test_unknown_cards_are_all_reported_with_the_nearest(tmp_path: Path) -> None:
    deck = tmp_path / "slips.txt"
    deck.write_text("1 Elminster the Mag\n2 Waterdep\n1 War Party #999/4th\n1 War Party\n", encoding="utf-8")
    result = run("deck", str(deck), "--format", "55")
    assert result.exit_code == 2 and result.stdout == ""
    for place, near in (("slips.txt:1:3", "Elminster the Mage"), ("slips.txt:2:3", "Waterdeep"), ("slips.txt:3:3", "War Party #")):
        assert place in result.stderr and near in result.stderr
    assert "3 errors" in result.stderr


@pytest.mark.parametrize(("args", "said"), [
    (("--format", "no-99s"), "did you mean `no-9s`"), ((), "formats are balance"), (("--format", "55,no-11s"), "no deck format `no-11s`"),
    (("--format", "55,75"), "`55` and `75` do not go together"), (("--format", "55,sideboard", "--cards", "nowhere.csv"), "nowhere.csv"),
    (("--book", "wwrcc"), "says nothing of deck lists"), (("--format", "55", "--cards", "nowhere.csv"), "there is no file `nowhere.csv`"),
])  # fmt: skip
def test_what_cannot_be_used_is_said(args: tuple[str, ...], said: str) -> None:
    result = run("deck", str(ROOT / "tests/decks/one-card.deck"), *args)
    assert result.exit_code == 2 and said in result.stderr


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    """`--cards` adds cards (CSV or JSON), takes the place of titles that the book has, and replaces a table by name."""
    mine = tmp_path / "mine.csv"
    mine.write_text("set,number,title,type,level_or_bonus\nHome,1,Big Boy,Hero,6/8\nHome,2,Waterdeep,Hero,9\n", encoding="utf-8")
    same = tmp_path / "mine.json"
    rows = [{"set": "Home", "number": 1, "title": "Big Boy", "type": "Hero", "level_or_bonus": "6/8"},
            {"set": "Home", "number": 2, "title": "Waterdeep", "type": "Hero", "level_or_bonus": 9}]  # fmt: skip
    same.write_text(json.dumps(rows), encoding="utf-8")
    deck = tmp_path / "deck.txt"
    deck.write_text("Big Boy\nWaterdeep\n", encoding="utf-8")
    for table in (mine, same):
        found = json.loads(run("deck", str(deck), "--format", "55", "--cards", str(table), "--json").stdout)
        assert next(q for q in found["questions"] if "levels" in q["ask"])["outcomes"][0]["answer"] == 15
    deck.write_text("Big Boy\nElminster the Mage\n", encoding="utf-8")
    assert run("deck", str(deck), "--format", "55", "--cards", str(mine)).exit_code == 1
    assert "no card `Elminster the Mage`" in run("deck", str(deck), "--format", "55", "--cards", f"printings={mine}").stderr


def test_text_shows_the_statement_the_cards_and_the_repair() -> None:
    text = run("deck", str(ROOT / "tests/decks/two-of-a-champion.deck"), "--format", "55").stdout
    order = ["not legal: one limit is broken", "spellfire-the-deck-02", "individual card at most once", "Elminster the Mage",
             "The fewest to take out: 1 card", "any 1 of"]  # fmt: skip
    places = [text.index(part) for part in order]
    assert places == sorted(places)


# ---- how lists are written ----


@pytest.mark.parametrize(("written", "count", "card"), [
    ("3 Card Name", 3, "Card Name"), ("3x Card Name", 3, "Card Name"), ("Card Name x3", 3, "Card Name"), ("Card Name *3", 3, "Card Name"),
    ("Card Name", 1, "Card Name"), ("- Card Name", 1, "Card Name"), ("2 Card Name -- why", 2, "Card Name"),
    ("Card Name #123/400 1st", 1, "Card Name #123/400 1st"), ("1 Name, of Names", 1, "Name, of Names"),
])  # fmt: skip
def test_lines(written: str, count: int, card: str) -> None:
    (line,) = read_lines(written, "list")
    assert (line.count, line.card) == (count, card)


def test_headings_comments_and_marks() -> None:
    text = "# my deck\n// old\n[Side Board]\n1 One\n== Two ==\n1 Three\nDungeon (1)\n1 Four (free)\nFives:\n1 Six (part 7)\n"
    lines = list(read_lines(text, "list", ["dungeon"], ["free"]))
    assert [(one.heading, one.card, one.marks, one.place.line) for one in lines] == [
        ("side board", "One", (), 4), ("two", "Three", (), 6), ("dungeon", "Four", ("free",), 8), ("fives", "Six (part 7)", (), 10),
    ]  # fmt: skip


# ---- the fewest cards to take out ----


@settings(max_examples=150, deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 4), min_size=1), min_size=1, max_size=4), st.data())
def test_repairs_are_the_fewest(loads: list[dict[str, int]], data: st.DataObject) -> None:
    """Against trying all sets: as few cards, and every way that is told is enough."""
    needs = [Fraction(data.draw(st.integers(1, sum(weights.values())))) for weights in loads]
    made = [Load({k: Fraction(v) for k, v in one.items()}, need) for one, need in zip(loads, needs, strict=True)]

    def enough(taken: tuple[str, ...]) -> bool:
        return all(sum(load.weights.get(name, Fraction(0)) for name in taken) >= (load.need or 0) for load in made)

    fewest = next(n for n in range(7) if any(enough(taken) for taken in combinations("abcdef", n)))
    found = smallest_repairs(made, "abcdef")
    assert found.ways and all(way.count == fewest and enough(way.example) for way in found.ways)


def test_what_a_book_leaves_open_is_open() -> None:
    """Two percent of which total: a deck that keeps the one and breaks the other is neither in balance nor out of it."""
    text = run("deck", str(ROOT / "tests/decks/house-one-sudden-win.deck"), "--format", "sudden-wins")
    assert text.exit_code == 1 and "it is open whether the deck is in balance" in text.stdout
    status, found = checked(ROOT / "tests/decks/house-one-sudden-win.deck")
    assert (status, found["legal"]) == (1, None)
    causes = {because["cause"] for outcome in found["questions"][0]["outcomes"] for because in outcome["because_of"]}
    assert causes == {"reading"}
