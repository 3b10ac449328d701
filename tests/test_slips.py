"""Slips at the command line: each is told in plain words, ends with the right status, and never with a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adjudicator.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
MAGNET = str(ROOT / "scenarios/house/39-magnet-and-plant.scenario")
CARD = "card PEBBLE is an object\n  clause {name}\n    for a wizard\n    the wizard carries this card\n"


def run(*args: str) -> Result:
    result = CliRunner().invoke(main, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


SLIPS = {
    ("settle", "--suppose", "=off", MAGNET): "nothing stands before the `=`",
    ("settle", "--suppose", "MONSTER MAGNET=-3", MAGNET): "`-3` is no Precedence Number for `MONSTER MAGNET`",
    ("settle", "--suppose", "HALO=94", MAGNET): "`HALO` is not on this table",
    ("explain", MAGNET, "9"): "has no question 9",
    ("explain", MAGNET, "²"): "no question of",
    ("explain", MAGNET, "zzz"): "it asks `whether Ann may take control of VARGA PLANT",
    ("vet", MAGNET, "--against", "house"): "holds no card and no rule",
    ("check", str(ROOT / "rulebase/house/39-precedence.rules")): "is a file, and a rulebook is a folder",
    ("compare", "hous", "spelfire"): "did you mean `spellfire`?",
    ("compare", "house", "e6", str(ROOT / "rulebase/house/39-precedence.rules")): "no scenario with a question",
    ("compare", "house", "e6", "no-such.scenario"): "there is no file or folder",
    ("precedents", " "): "say what is looked for",
}


@pytest.mark.parametrize("args", SLIPS, ids=lambda args: " ".join(Path(a).name for a in args))
def test_slips_are_bad_input_and_said_plainly(args: tuple[str, ...]) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert SLIPS[args] in result.output


def test_both_misspelt_books_are_named() -> None:
    assert "`house`" in run("compare", "hous", "spelfire").output


def test_a_number_is_supposed_where_its_card_lies() -> None:
    """The second scenario of the file has no VARGA PLANT on its table."""
    result = run("settle", "--brief", "--suppose", "VARGA PLANT=94", MAGNET)
    assert result.exit_code == 0


def test_a_picture_of_no_map_is_not_written(tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    assert "there is no map here" in run("settle", "--brief", MAGNET, "--svg", str(out)).output
    assert not out.exists()


def test_json_does_not_keep_the_page_from_being_written(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert run("settle", "--json", MAGNET, "--html", str(out)).exit_code == 0
    assert "MONSTER MAGNET" in out.read_text(encoding="utf-8")


def test_a_card_file_whose_claims_go_round(tmp_path: Path) -> None:
    file = tmp_path / "round.rules"
    more = "    overrides {}\n  clause {}\n    for a wizard\n    the wizard does not carry this card\n    overrides {}\n"
    file.write_text(CARD.format(name="one") + more.format("other", "other", "one"), encoding="utf-8")
    result = run("vet", str(file), "--against", "house")
    assert result.exit_code == 2
    assert "go round in a circle" in result.output and "other" in result.output


def test_a_card_that_nothing_says_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "new.rules"
    file.write_text(CARD.format(name="one").replace(" is an object", ""), encoding="utf-8")
    assert "nothing says what the card `PEBBLE` is" in run("vet", str(file), "--against", "house").output


NEW_MAGNET = """card MONSTER MAGNET is {}
  clause {}
    for a wizard
    the wizard may take control of VARGA PLANT with this card
"""


def _vet_magnet(folder: Path, kinds: str, clause: str, *more: str) -> Result:
    file = folder / "magnet.rules"
    file.write_text(NEW_MAGNET.format(kinds, clause), encoding="utf-8")
    return run("vet", str(file), "--against", "house", "--no-repairs", *more)


def test_a_new_version_says_again_what_the_card_is(tmp_path: Path) -> None:
    without, seen = ("--without", "MONSTER MAGNET"), tmp_path / "seen"
    assert '--without "MONSTER MAGNET"' in _vet_magnet(tmp_path, "an attack spell", "new").output
    assert "the old `MONSTER MAGNET` is an attack spell" in _vet_magnet(tmp_path, "an object", "new", *without).output
    assert "give the new one another name" in _vet_magnet(tmp_path, "an attack spell", "magnet-takes-any-monster", *without).output
    assert _vet_magnet(tmp_path, "an attack spell", "new", *without, "--exceptions", "--witnesses", str(seen)).exit_code == 0
    answers = {w.stem.partition("-")[0]: run("settle", "--brief", str(w)).output for w in sorted(seen.glob("*.scenario"))}
    assert "=> yes" in answers["V109"], "the new text is narrower than the plant's, as the old one was not"
    assert all("=> no" in told for code, told in answers.items() if code == "V110"), "what claims to go before everything does"


def test_a_moment_too_far_off_leaves_the_other_answers_alone(tmp_path: Path) -> None:
    file = tmp_path / "far.scenario"
    asked = "  ask the round\n  ask the round at the start of round 4\n  ask the round at the start of round 400\n"
    file.write_text(f"scenario Far off\n  uses house\n\n  wizards Ann, Bob\n\n  Ann's turn, round 3\n{asked}", encoding="utf-8")
    result = run("settle", "--json", str(file))
    answers = json.loads(result.output)["settlements"][0]["questions"]
    assert [answer["status"] for answer in answers] == ["forced", "forced", "limit"]
    assert [answer["outcomes"][0]["answer"] for answer in answers[:2]] == [3, 4]
    assert result.exit_code == 1


GROWING = """book growing
ladder
  rung explicit claim
kind player
property the joy of {player} is a whole number, default 0
property {player} is happy
clause joy-gives-joy
  for a player
  the joy of the player is the joy of the player plus 1
clause the-happy
  for a player
  the player is happy
  when the joy of the player is at least 3
"""


def test_a_number_that_grows_by_itself_ends_at_a_limit(tmp_path: Path) -> None:
    (tmp_path / "growing").mkdir()
    (tmp_path / "growing" / "book.rules").write_text(GROWING, encoding="utf-8")
    file = tmp_path / "joy.scenario"
    file.write_text("scenario Joy\n  uses growing\n  player Ann\n  ask the joy of Ann\n  ask whether Ann is happy\n", encoding="utf-8")
    result = run("settle", "--brief", str(file))
    assert result.exit_code == 1
    assert result.output.count("`the joy of Ann` rests on itself, and has come to nothing after 1,000 rounds") == 2
    assert run("check", str(tmp_path / "growing")).exit_code in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_full_disk_is_said(options: tuple[str, ...]) -> None:
    done = _shell(f'"{sys.executable}" -m adjudicator.cli.main settle {" ".join(options)} "{MAGNET}" > /dev/full')
    assert done.returncode == 2
    assert "the answer cannot be written" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="a shell of POSIX")
def test_nobody_listens() -> None:
    assert _shell(f'"{sys.executable}" -m adjudicator.cli.main settle "{MAGNET}" >&-').returncode == 0
    assert _shell(f'"{sys.executable}" -m adjudicator.cli.main settle --json "{MAGNET}" | true').stderr == ""


def _shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)  # noqa: S602


ON_AN_EDGE = """scenario Where she stands
  uses e6

  wizards Nell, Otto
  board
        A   B   C
      +---+---+---+
    1 |{}O |
      +---+---+---+
    N  Nell
    O  Otto

  ask whether Nell has LOS to Otto
"""


def test_who_is_drawn_on_an_edge_is_said(tmp_path: Path) -> None:
    (tmp_path / "edge.scenario").write_text(ON_AN_EDGE.format("   N     "), encoding="utf-8")
    result = run("settle", str(tmp_path / "edge.scenario"))
    assert result.exit_code == 2
    assert "`Nell` is drawn on the edge between two spaces, and a wizard stands in a space" in result.output
    (tmp_path / "space.scenario").write_text(ON_AN_EDGE.format(" N       "), encoding="utf-8")
    assert run("settle", str(tmp_path / "space.scenario")).exit_code == 0


def test_an_unknown_option_is_answered_with_those_there_are(tmp_path: Path) -> None:
    (tmp_path / "option.scenario").write_text(
        "scenario Faster\n  uses e8\n\n  wizards Nell, Otto\n  with option fast-lane\n  ask whether Nell has won\n", encoding="utf-8"
    )
    result = run("settle", str(tmp_path / "option.scenario"))
    assert result.exit_code == 2
    assert "the book's options are `deadly-treasures`" in result.output and "`extended-play`" in result.output


def test_a_spell_that_could_be_a_thing_is_read_as_the_spell_it_is(tmp_path: Path) -> None:
    (tmp_path / "use.scenario").write_text(
        "scenario Used on him\n  uses e8\n\n  wizards Nell, Otto\n  Otto has 15 life\n  Nell has LOS to Otto\n\n"
        "  Nell's turn, round 2\n    Nell uses FIREBALL on Otto\n\n  ask the life of Otto\n    expect 10\n",
        encoding="utf-8",
    )
    result = run("settle", str(tmp_path / "use.scenario"))
    assert result.exit_code == 0 and "as expected" in result.output
