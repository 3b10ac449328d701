"""What a file names lies in the folder of that file; a rulebook is a folder in which rules lie."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.language.diagnostics import Messages, render
from adjudicator.language.loading import load, read_scenarios

BOOK = Path(__file__).resolve().parents[1] / "language" / "book"
SECRET = "a-line-that-nobody-is-to-see\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "secret").write_text(SECRET, encoding="utf-8")
    (tmp_path / "secret.map").write_text(SECRET, encoding="utf-8")
    folder = tmp_path / "here"
    shutil.copytree(BOOK, folder / "book")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("ADJUDICATOR_CACHE", "")
    return folder


def said(messages: Messages) -> str:
    assert messages.errors
    text = "\n".join(render(diagnostic) for diagnostic in messages.found)
    assert SECRET.strip() not in text
    return text


@pytest.mark.parametrize("path", ["../../secret", "../../../../../../../../etc/passwd", "/etc/passwd", "link", "folder/secret"])
def test_a_register_stays_in_its_book(here: Path, path: str) -> None:
    (here / "book" / "link").symlink_to(here.parent / "secret")
    (here / "book" / "folder").symlink_to(here.parent)
    rules = here / "book" / "orchard.rules"
    rules.write_text(rules.read_text(encoding="utf-8").replace("register register.jsonl", f"register {path}"), encoding="utf-8")
    messages = Messages()
    load("book", messages)
    text = said(messages)
    assert "leads out of the folder" in text and "root:" not in text


@pytest.mark.parametrize("path", ["../secret.map", "/etc/passwd", "link"])
def test_a_map_stays_beside_its_scenario(here: Path, path: str) -> None:
    (here / "link").symlink_to(here.parent / "secret.map")
    (here / "x.scenario").write_text(f"scenario X\n  uses book\n  board from {path}\n  ask the round\n", encoding="utf-8")
    messages = Messages()
    read_scenarios(Path("x.scenario"), messages)
    assert "leads out of the folder" in said(messages)


def test_no_rules_are_read_through_a_link_that_leads_out(here: Path) -> None:
    (here / "book" / "more.rules").symlink_to(here.parent / "secret")
    messages = Messages()
    load("book", messages)
    assert "leads out of the rulebook" in said(messages)


@pytest.mark.parametrize("name", [".", "..", "./", "../..", "/", "x" * 400, "a\\b", "~"])
def test_a_folder_without_rules_is_no_rulebook(here: Path, name: str) -> None:
    (here / "x.scenario").write_text(f"scenario X\n  uses {name}\n  ask the round\n", encoding="utf-8")
    messages = Messages()
    assert read_scenarios(Path("x.scenario"), messages) == []
    assert "rulebook" in said(messages) and len(messages.errors) == 1


def test_the_whole_rulebase_is_no_rulebook() -> None:
    for name in (".", "..", "../rulebase"):
        messages = Messages()
        assert load(name, messages) is None
        assert "rulebook" in said(messages) and len(messages.errors) == 1


@pytest.mark.parametrize("name", ["..", "../..", "."])
def test_a_book_extends_only_a_rulebook(here: Path, name: str) -> None:
    (here / "more").mkdir()
    (here / "more" / "more.rules").write_text(f"book more\n  extends {name}\n", encoding="utf-8")
    messages = Messages()
    assert load("more", messages) is None
    assert said(messages)


def test_a_scenario_in_the_folder_of_its_rules_uses_that_folder(here: Path) -> None:
    (here / "book" / "x.scenario").write_text("scenario X\n  uses .\n  ask the round\n", encoding="utf-8")
    messages = Messages()
    assert len(read_scenarios(Path("book/x.scenario"), messages)) == 1
    assert not messages.errors


# ---- which rulebooks a file may name ----


@pytest.mark.parametrize("named", ["{far}/book", "../../far/book", "link"])
def test_a_scenario_names_no_rulebook_far_from_it(here: Path, named: str) -> None:
    far = here.parent / "far"
    shutil.copytree(BOOK, far / "book")
    (far / "book" / "orchard.rules").write_text(f"book orchard\n{SECRET}", encoding="utf-8")
    table = here / "table"
    table.mkdir()
    (here / "link").symlink_to(far / "book")
    (table / "x.scenario").write_text(f"scenario X\n  uses {named.format(far=far)}\n  ask the round\n", encoding="utf-8")
    messages = Messages()
    assert read_scenarios(table / "x.scenario", messages) == []
    assert "neither near this file nor below the folder you are in" in said(messages)


@pytest.mark.parametrize("named", ["book", "../book", "{here}/book", "./book/"])
def test_a_scenario_names_a_rulebook_near_it_or_below_the_folder_one_is_in(here: Path, named: str) -> None:
    (here / "table").mkdir()
    (here / "table" / "x.scenario").write_text(f"scenario X\n  uses {named.format(here=here)}\n  ask the round\n", encoding="utf-8")
    messages = Messages()
    assert len(read_scenarios(here / "table" / "x.scenario", messages)) == 1
    assert not messages.errors


def test_beside_it_without_being_there(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "table").mkdir()
    (here / "table" / "x.scenario").write_text("scenario X\n  uses ../book\n  ask the round\n", encoding="utf-8")
    monkeypatch.chdir(BOOK)
    messages = Messages()
    assert len(read_scenarios(here / "table" / "x.scenario", messages)) == 1


def test_on_the_command_line_any_rulebook_may_be_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "table").mkdir()
    monkeypatch.chdir(here / "table")
    messages = Messages()
    assert load(str(BOOK), messages) is not None
    assert not messages.errors


@pytest.mark.parametrize("named", ["../../far/book", "{far}/book"])
def test_a_book_extends_none_far_from_it(here: Path, named: str) -> None:
    far = here.parent / "far"
    shutil.copytree(BOOK, far / "book")
    (here / "deep" / "more").mkdir(parents=True)
    (here / "deep" / "more" / "more.rules").write_text(f"book more\n  extends {named.format(far=far)}\n", encoding="utf-8")
    messages = Messages()
    assert load("deep/more", messages) is None
    assert "neither near this file" in said(messages)


def test_a_list_of_contradictions_that_leads_out_is_not_read(here: Path) -> None:
    from adjudicator.vetting.overview import READ, read_contradictions

    (here / "book" / READ).parent.mkdir()
    (here / "book" / READ).symlink_to(here.parent / "secret")
    assert read_contradictions("book") is None
