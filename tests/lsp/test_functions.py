"""What the language server answers, asked of its functions directly."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from lsprotocol import types

from adjudicator.cli.main import main
from adjudicator.lsp import completing, diagnosing, finding, hovering
from adjudicator.lsp.reading import Reading, read
from adjudicator.lsp.server import layout_edits

SCENARIO = """scenario A basket
  uses book

  gatherers Ann, Bob
  fruit PIPPIN
  the holder of BASKET is Bob
  Ann picks PIPPIN
  ask the energy of Ann
    expect 5 by orchard-02-01
"""
EVERYWHERE = types.Range(types.Position(0, 0), types.Position(10_000, 0))


@pytest.fixture
def rules(orchard: Path) -> Path:
    return orchard / "book/orchard.rules"


def _scenario(orchard: Path, *more: str, instead: tuple[str, str] = ("", "")) -> Reading:
    text = SCENARIO.replace(*instead) if instead[0] else SCENARIO
    return read(orchard / "a.scenario", text + "".join(f"  {line}\n" for line in more))


def _at(reading: Reading, words: str, into: int = 0) -> tuple[int, int]:
    """The place of the first line that holds these words."""
    return next((n, line.index(words) + into) for n, line in enumerate(reading.lines) if words in line)


def _offered(reading: Reading, typed: str) -> dict[str, types.TextEdit]:
    """What can stand at the end of the line that ends so."""
    number = next(n for n, line in enumerate(reading.lines) if line.endswith(typed))
    found = completing.completion(reading, number, len(reading.line(number)))
    return {item.label: item.text_edit for item in found.items if isinstance(item.text_edit, types.TextEdit)}


# ---- diagnostics ----


def test_a_good_text_has_no_messages(orchard: Path, rules: Path) -> None:
    assert diagnosing.diagnostics(_scenario(orchard)) == {orchard / "a.scenario": []}
    assert diagnosing.diagnostics(read(rules, rules.read_text(encoding="utf-8"))) == {rules: []}


def test_every_mistake_is_marked_where_it_stands(orchard: Path) -> None:
    reading = _scenario(orchard, "Ann caries PIPPIN", "Bbo picks PIPPIN")
    marked = {reading.line(d.range.start.line)[d.range.start.character : d.range.end.character]: d.message
              for d in diagnosing.diagnostics(reading)[reading.path]}  # fmt: skip
    assert set(marked) == {"caries", "Bbo"}
    assert "did you mean `carries`?" in marked["caries"]


def test_rules_are_read_from_the_buffer_not_from_the_file(rules: Path) -> None:
    on_disk = rules.read_text(encoding="utf-8")
    reading = read(rules, on_disk.replace("the energy of the gatherer is 7", "the enrgy of the gatherer is 7"))
    (found,) = diagnosing.diagnostics(reading)[rules]
    assert found.range.start.line == on_disk.split("\n").index("    the energy of the gatherer is 7")
    assert rules.read_text(encoding="utf-8") == on_disk
    assert diagnosing.diagnostics(read(rules, on_disk))[rules] == []


def test_other_files_of_the_book_are_told_of_what_the_buffer_breaks(orchard: Path, rules: Path) -> None:
    other = orchard / "book/more.rules"
    other.write_text("clause ripe-is-red\n  cites orchard-02-01\n  for a fruit\n  the fruit is ripe\n", encoding="utf-8")
    broken = rules.read_text(encoding="utf-8").replace("{fruit} is ripe", "{fruit} is eaten")
    found = diagnosing.diagnostics(read(rules, broken))
    assert [path.name for path, messages in found.items() if messages] == ["more.rules"]
    text = other.read_text(encoding="utf-8")
    assert diagnosing.diagnostics(read(other, text, {rules.resolve(): broken}))[other]
    assert not diagnosing.diagnostics(read(other, text))[other]


def test_a_broken_book_is_told_at_the_scenario_that_uses_it(orchard: Path, rules: Path) -> None:
    rules.write_text(rules.read_text(encoding="utf-8") + "\nclause bad\n  cites orchard-02-01\n  it rains\n", encoding="utf-8")
    (found,) = diagnosing.diagnostics(_scenario(orchard))[orchard / "a.scenario"]
    assert "orchard.rules:91" in found.message and found.range.start.line == 0
    assert found.related_information and found.related_information[0].location.uri == rules.as_uri()


def test_rules_outside_of_a_book_are_only_laid_out(tmp_path: Path) -> None:
    found = diagnosing.diagnostics(read(tmp_path / "card.rules", "kind fruit\n  it is ripe\n"))[tmp_path / "card.rules"]
    assert found and not diagnosing.diagnostics(read(tmp_path / "card.rules", "kind fruit\n"))[tmp_path / "card.rules"]


@pytest.mark.parametrize("text", [
    "", "\n", "scenario", "scenario A\n  uses nowhere\n", "\t\0", "ask\n" * 300, "scenario A\n  uses book\n  \ud800\n",
])  # fmt: skip
def test_any_text_is_read(orchard: Path, text: str) -> None:
    for name in ("a.scenario", "book/new.rules"):
        reading = read(orchard / name, text)
        assert orchard / name in diagnosing.diagnostics(reading)
        for line in range(3):
            for column in (0, 3):
                completing.completion(reading, line, column)
                assert finding.definition(reading, line, column) is None or text
                hovering.hover(reading, line, column)


# ---- repairs ----


def test_a_named_right_word_can_be_put_in(orchard: Path) -> None:
    reading = _scenario(orchard, "Ann caries PIPPIN", "Bbo picks PIPPIN")
    edits = [edit for _, edit in diagnosing.repairs(reading, EVERYWHERE)]
    lines = reading.lines
    for edit in edits:
        line = lines[edit.range.start.line]
        lines[edit.range.start.line] = line[: edit.range.start.character] + edit.new_text + line[edit.range.end.character :]
    assert lines[-3:] == ["  Ann carries PIPPIN", "  Bob picks PIPPIN", ""]
    assert not diagnosing.repairs(reading, types.Range(types.Position(0, 0), types.Position(1, 0)))


def test_the_nearest_sentences_can_be_put_in(orchard: Path) -> None:
    reading = _scenario(orchard, "Ann hurls PIPPIN at Bob")
    (message,) = reading.messages
    edits = diagnosing.replacements(message)
    assert "Ann throws PIPPIN at Bob" in [edit.new_text for edit in edits]
    first = next(edit for edit in edits if edit.new_text == "Ann throws PIPPIN at Bob")
    assert reading.line(first.range.start.line)[first.range.start.character : first.range.end.character] == "Ann hurls PIPPIN at Bob"


def test_no_right_word_no_repair(orchard: Path) -> None:
    reading = read(orchard / "a.scenario", "scenario A\n  gatherers Ann\n")
    assert diagnosing.diagnostics(reading)[reading.path] and not diagnosing.repairs(reading, EVERYWHERE)


# ---- completion ----


def test_a_sentence_goes_on_with_its_slots(orchard: Path) -> None:
    reading = _scenario(orchard, "Ann th")
    edit = _offered(reading, "Ann th")["Ann throws [fruit] at [target]"]
    assert edit.new_text == "Ann throws ${1:fruit} at ${2:target}"
    assert (edit.range.start.character, edit.range.end.character) == (2, 8)


def test_what_cannot_stand_in_a_slot_begins_no_sentence(orchard: Path) -> None:
    assert not [label for label in _offered(_scenario(orchard, "PIPPIN th"), "PIPPIN th") if "throws" in label]


def test_a_value_is_asked_for_where_a_fact_is_told(orchard: Path) -> None:
    told = _offered(_scenario(orchard, "the colour of"), "the colour of")
    assert told["the colour of [fruit] is [value]"].new_text == "the colour of ${1:fruit} is ${2|red,green,yellow|}"
    assert "the colour of [fruit]" in _offered(_scenario(orchard, "ask the colour of"), "ask the colour of")


def test_who_may_is_asked_and_not_told(orchard: Path) -> None:
    assert "Ann may pick [fruit]" in _offered(_scenario(orchard, "ask whether Ann may"), "ask whether Ann may")
    assert "Ann may pick [fruit]" not in _offered(_scenario(orchard, "Ann ma"), "Ann ma")


def test_names_of_the_table_and_of_printed_cards(orchard: Path) -> None:
    assert "PIPPIN" in _offered(_scenario(orchard, "Ann picks PI"), "Ann picks PI")
    assert "TRAP!" in _offered(_scenario(orchard, "the holder of TR"), "the holder of TR")


def test_without_snippets_the_plain_sentence_is_put_in(orchard: Path) -> None:
    reading = _scenario(orchard, "Ann th")
    found = completing.completion(reading, len(reading.lines) - 2, 8, snippets=False).items
    assert {item.insert_text_format for item in found} == {types.InsertTextFormat.PlainText}


@pytest.mark.parametrize(("typed", "offered"), [
    ("uses h", "house"), ("with option ", "rainy-day"), ("reading wind", "windfall: finders-keepers"),
    ("suppose basket", "basket-holds-more"), ("as", "ask"), ("expect 5 by orchard-03", "orchard-03-01"),
])  # fmt: skip
def test_what_opens_a_line_and_what_stands_behind_it(orchard: Path, typed: str, offered: str) -> None:
    assert offered in _offered(_scenario(orchard, typed), typed)


def test_rules_complete_their_own_words(rules: Path) -> None:
    text = rules.read_text(encoding="utf-8") + "\nclause more\n  cites orchard-0\n  for a gatherer\n  the gatherer pi\n  overrides first\n"
    reading = read(rules, text)
    assert "orchard-03-01" in _offered(reading, "cites orchard-0")
    assert _offered(reading, "the gatherer pi")["the gatherer picks [fruit]"].new_text == "the gatherer picks ${1:fruit}"
    assert "first-round-rest" in _offered(reading, "overrides first")


# ---- hover, definition, references ----


def _hovered(reading: Reading, words: str, into: int = 0) -> str:
    found = hovering.hover(reading, *_at(reading, words, into))
    assert found is not None and isinstance(found.contents, types.MarkupContent)
    return found.contents.value


def test_an_id_is_told_in_plain_words(orchard: Path, rules: Path) -> None:
    assert "A gatherer may pick ripe fruit." in _hovered(_scenario(orchard), "orchard-02-01", 3)
    said = _hovered(read(rules, rules.read_text(encoding="utf-8")), "orchard-03-01", 3)
    assert "Carrying fruit costs energy." in said and "basket-holds-more" in said


def test_clauses_cards_phrases_and_things_are_told(orchard: Path, rules: Path) -> None:
    book = read(rules, rules.read_text(encoding="utf-8"))
    assert "Nobody picks in the first round." in _hovered(book, "first-round-rest")
    assert "when  the round is 1" in _hovered(book, "first-round-rest")
    scenario = _scenario(orchard)
    assert "Carrying fruit costs energy." in _hovered(scenario, "BASKET")
    assert "heard by first-round-rest" in _hovered(scenario, "picks")
    assert "{gatherer} has {value} energy" in _hovered(scenario, "energy")
    assert _hovered(scenario, "PIPPIN") == "**PIPPIN**: fruit"
    assert hovering.hover(scenario, *_at(scenario, "Ann picks", 200)) is None


def _line_of(orchard: Path, found: types.Location | None) -> str:
    assert found is not None
    path = next(path for path in (*orchard.rglob("*.*"),) if path.is_file() and path.as_uri() == found.uri)
    return path.read_text(encoding="utf-8").split("\n")[found.range.start.line].strip()


@pytest.mark.parametrize(("words", "declared"), [
    ("BASKET is", "card BASKET is a tool"), ("picks", "event pick"),
    ("energy", "property the energy of {gatherer} is a whole number, default 5"),
])  # fmt: skip
def test_where_it_is_declared(orchard: Path, words: str, declared: str) -> None:
    reading = _scenario(orchard)
    assert _line_of(orchard, finding.definition(reading, *_at(reading, words))) == declared


def test_an_id_is_declared_in_the_register(orchard: Path) -> None:
    reading = _scenario(orchard)
    assert '"id": "orchard-02-01"' in _line_of(orchard, finding.definition(reading, *_at(reading, "orchard-02-01")))


def test_a_clause_is_found_from_what_claims_over_it(orchard: Path, rules: Path) -> None:
    text = rules.read_text(encoding="utf-8")
    text += "\nclause again\n  cites orchard-02-01\n  for a pick\n  the pick may happen\n  overrides first-round-rest\n"
    reading = read(rules, text)
    number = next(n for n, line in enumerate(reading.lines) if "overrides first" in line)
    assert _line_of(orchard, finding.definition(reading, number, 15)) == "clause first-round-rest"
    listening = [reading.line(one.range.start.line).strip() for one in finding.references(reading, number, 15)]
    assert listening == ["clause again"]


def test_all_clauses_that_listen(orchard: Path) -> None:
    reading = _scenario(orchard)
    found = finding.references(reading, *_at(reading, "picks"))
    assert [_line_of(orchard, one) for one in found] == ["clause first-round-rest"]
    assert "clause basket-holds-more" in [_line_of(orchard, one) for one in finding.references(reading, *_at(reading, "holder"))]


# ---- layout, and the command ----


def test_the_layout_is_that_of_fmt() -> None:
    (edit,) = layout_edits("scenario A\n      uses   book\n")
    assert edit.new_text == "scenario A\n  uses book\n"
    assert layout_edits(edit.new_text) == []


def test_a_missing_extra_is_said_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "adjudicator.lsp.server", raising=False)
    for name in [name for name in sys.modules if name.partition(".")[0] == "pygls"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    found = CliRunner().invoke(main, ["lsp"])
    assert found.exit_code == 2 and "pip install 'adjudicator[lsp]'" in found.stderr
