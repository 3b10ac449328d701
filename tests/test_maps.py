"""Drawn maps in scenarios: what they answer, where they stand in a file, and how they are shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import main
from adjudicator.desk.settling import open_files, settle_all
from adjudicator.language.diagnostics import LanguageError
from adjudicator.language.drawings import drawn_lines
from adjudicator.language.formatting import format_text
from adjudicator.language.loading import load_rulebook
from adjudicator.model.values import show
from adjudicator.vetting.checking import cited_ids

HERE = Path(__file__).resolve().parent / "maps"
MAZE, WALKS = str(HERE / "maze.scenario"), str(HERE / "walks.scenario")


@pytest.mark.parametrize("path,index", [*((MAZE, index) for index in range(6)), *((WALKS, index) for index in range(4))])
def test_the_map_answers_where_nothing_else_speaks(path: str, index: int) -> None:
    (settled,) = settle_all(open_files((path,))[index : index + 1])
    for answer in settled.settlement.answers:
        got = [show(o.answer) if o.world.decided else "undecided" for o in answer.outcomes]
        assert answer.met, f"{settled.scenario.title}: {answer.ask}: {answer.status} {got}, not {answer.expected}"


def test_a_map_is_no_comment_and_ends_where_the_scenario_goes_on() -> None:
    lines = ["scenario S", "  board  -- of mine", "", "    +---+", "    | A |", "    +---+", "", "  ask x", "board", "  +--"]
    assert drawn_lines(lines) == {2: range(2, 6)}


@pytest.mark.parametrize("drawn", ["HEARTH", "a home base called HEARTH"])
def test_a_space_that_is_drawn_is_no_other_than_the_one_on_the_table(tmp_path: Path, drawn: str) -> None:
    """Told twice, a home base was a second place beside the drawn one, and who came to the drawn one was not at home."""
    told = tmp_path / "home.scenario"
    board = f"  board\n        A\n      +---+\n    1 | h |\n      +---+\n    h  {drawn}\n"
    told.write_text(f"scenario S\n  uses e6\n\n  wizards Ann, Bob\n  home base HEARTH\n{board}\n  ask where Ann is\n", encoding="utf-8")
    with pytest.raises(LanguageError, match="`HEARTH` is on the table as a space of its own"):
        open_files((str(told),))


def test_formatting_moves_a_map_and_keeps_its_shape() -> None:
    once = format_text("scenario S\n uses it\n\n board\n         A\n       +---+\n     1 | A |\n       +---+\n      A   Ann\n\n ask   x\n")
    assert once == "scenario S\n  uses it\n\n  board\n        A\n      +---+\n    1 | A |\n      +---+\n     A   Ann\n\n  ask x\n"
    assert format_text(once) == once


def test_the_map_is_shown_with_the_lines_that_were_followed(tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    result = CliRunner().invoke(main, ["settle", MAZE, "--svg", str(picture), "--html", str(tmp_path / "page.html")], env={"NO_COLOR": "1"})
    assert "┌───" in result.output
    assert "because the line from A1 to C1 runs through B1 with the shrub" in result.output
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "map-2.svg").exists()
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_picture_for_every_moment_in_which_the_map_looks_otherwise(tmp_path: Path) -> None:
    story = tmp_path / "story.scenario"
    story.write_text(STORY.replace("BOOK", str(HERE / "maze")), encoding="utf-8")
    picture = tmp_path / "map.svg"
    result = CliRunner().invoke(main, ["settle", str(story), "--svg", str(picture)], env={"NO_COLOR": "1"})
    assert result.output.count("The map ") == 2, result.output
    assert "The map at the start" in result.output and "The map at the end" in result.output
    assert "The map at the start" in picture.read_text(encoding="utf-8")
    last = (tmp_path / "map-2.svg").read_text(encoding="utf-8")
    assert "The map at the end" in last and "the line from B1 to C1 is clear" in last


STORY = """scenario A step
  uses BOOK

  walkers Ann, Bob
  board
        A   B   C
      +---+---+---+
    1 | A |     B |
      +---+---+---+
    A  Ann
    B  Bob

  in order
    Ann steps to B1

  ask whether Ann sees Bob at the start
    expect no
  ask whether Ann sees Bob
    expect yes
"""


def test_what_the_map_shows_is_in_the_explanation_and_in_the_data() -> None:
    result = CliRunner().invoke(main, ["explain", MAZE, "Ann sees Bob at the start"], env={"NO_COLOR": "1"})
    assert "✗ the line from A1 to B1 crosses the wall between A1 and B1" in result.output
    result = CliRunner().invoke(main, ["settle", MAZE, "--json"])
    first = json.loads(result.output)["settlements"][0]["questions"][0]["outcomes"][0]
    assert first["map"] == ["the line from A1 to C1 runs through B1 with the shrub"]


def test_what_only_the_geometry_block_cites_is_cited() -> None:
    book = load_rulebook("e6")
    assert book.geometry is not None
    assert {i for setting in book.geometry.answers for i in setting.cites} <= cited_ids(book)


TINY = """book tiny
  title Tiny

kind room
kind line
kind piece
kind walker is a piece
kind barrier is a piece
kind wall is a barrier
kind gate is a barrier
property {piece} is in {room}
  state
property {barrier} stands on {line}
  state
geometry
  spaces room
  edges line
  position {piece} is in {room}
  stands on {barrier} stands on {line}
"""


@pytest.mark.parametrize("row,said", [
    ("1 | A   B g C |", ""),
    ("1 | A B   g C |", "`Bob` is drawn on the edge between two spaces, and a walker stands in a space"),
    ("1 | A   B   g C", "`gate in C1` is drawn in the middle of a space, and a gate stands on an edge"),
])  # fmt: skip
def test_what_is_drawn_where_it_cannot_stand(row: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "tiny.rules").write_text(TINY, encoding="utf-8")
    board = ["    A   B   C", "  +---+---+---+", row, "  +---+---+---+", "A  Ann", "B  Bob", "C  Cid", "g  a gate"]
    head = ["scenario Tiny", "  uses ./tiny", "", "  walkers Ann, Bob, Cid", "  board"]
    told = [*head, *("    " + line for line in board), "", "  ask whether Ann is in A1", ""]
    (tmp_path / "told.scenario").write_text("\n".join(told), encoding="utf-8")
    found = CliRunner().invoke(main, ["settle", str(tmp_path / "told.scenario")])
    assert (found.exit_code == 0) == (not said), found.output
    assert said in found.output


def test_an_end_of_wall_that_nothing_holds_up_is_drawn_no_longer() -> None:
    telling = Path(__file__).resolve().parent / "tellings/fresh/e8/m02-the-last-stub.scenario"
    shown = CliRunner().invoke(main, ["settle", str(telling)], env={"NO_COLOR": "1"}).output
    before, _, after = shown.partition("The map at the end")
    assert "●" in before and "●" not in after, shown
