"""A scenario that was read before is taken over as it was read, unless its text or its rulebook has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.language import loading, read_before
from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import read_scenarios
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.resources import scenarios_folder

BOOK = """book shelf
  title A shelf of toys

kind box
property the worth of {box} is a number, default 0
property {box} is soft

clause plain
  the worth of every box is 2
"""
ASKED = """scenario Soft
  uses shelf
  boxes Red, Blue
  Red is soft
  unknown: Blue is soft
  ask the worth of Red
    expect 2
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path / "cache"))
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "shelf.rules").write_text(
        BOOK.replace("the worth of every box is 2", "for a box b\n  the worth of b is 2"), encoding="utf-8"
    )
    path = tmp_path / "one.scenario"
    path.write_text(ASKED, encoding="utf-8")
    return path


def read(path: Path) -> list[tuple[Scenario, Rulebook]]:
    messages = Messages()
    found = read_scenarios(path, messages, again=True)
    assert not messages.found, messages.found
    return found


def kept(path: Path) -> bool:
    """Whether a reading of the file as it is now is kept."""
    return read_before.fetch(str(path), path.read_text(encoding="utf-8")) is not None


def taken_over(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Scenario, Rulebook]]:
    """What is read of the file where its lines must not be looked at."""
    with monkeypatch.context() as patch:
        patch.setattr(loading, "parse_layout", None)
        return read(path)


def test_taken_over_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = read(file)
    assert kept(file) and taken_over(file, monkeypatch) == first


def test_another_text_is_read(file: Path) -> None:
    read(file)
    file.write_text(ASKED.replace("Red is soft", "Blue is soft").replace("unknown: Blue", "unknown: Red"), encoding="utf-8")
    assert not kept(file)
    [(scenario, _)] = read(file)
    assert [fact.unknown for fact in scenario.situation.facts.values()] == [False, True]


def test_another_rulebook_is_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [(_, before)] = read(file)
    rules = file.parent / "shelf" / "shelf.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("is 2", "is 3"), encoding="utf-8")
    with pytest.raises(TypeError):  # the lines are looked at again
        taken_over(file, monkeypatch)
    [(_, after)] = read(file)
    assert before.digest != after.digest
    assert taken_over(file, monkeypatch)[0][1].digest == after.digest


@pytest.mark.parametrize("more", ["clause mine\n  for a box b\n  b is soft\n", "scenario Wrong\n  uses shelf\n  Nobody is soft\n"])
def test_own_rules_and_what_is_wrong_are_read_each_time(file: Path, more: str) -> None:
    file.write_text(f"{ASKED}\n{more}", encoding="utf-8")
    read_scenarios(file, Messages(), again=True)
    assert not kept(file)


def test_whoever_does_not_ask_for_it_keeps_nothing(file: Path) -> None:
    read_scenarios(file, Messages())
    assert not kept(file)


@pytest.mark.parametrize("name", ["01-cursed-object", "99-deaths-and-their-heirs-as-they-happen", "147-lines-that-are-blocked-or-in-doubt"])
def test_scenarios_of_house(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = scenarios_folder() / "house" / f"{name}.scenario"
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path))
    first = read(path)
    again = taken_over(path, monkeypatch)
    assert again == first
    for (one, _), (other, _) in zip(first, again, strict=True):
        assert list(one.situation.facts.items()) == list(other.situation.facts.items())
        assert list(one.situation.things) == list(other.situation.things)
