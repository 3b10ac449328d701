"""Rulings like a debate: found by its words and cards, also where no reader understands it."""

from __future__ import annotations

from pathlib import Path

from adjudicator.asking.wordings import cards_of
from adjudicator.model.expressions import Permitted
from adjudicator.model.rulebook import RegisterEntry
from adjudicator.rulings.bearing import bearing_on
from adjudicator.rulings.likeness import Shelf, _indexed, _rulings, shelf, terms
from adjudicator.web import nearest

GARDEN = """scenario Shade under a tree
  uses garden

  tree OLD OAK
  Ann digs up FERN

  ask the height of FERN
    expect 3 by garden-02

scenario Nobody waters at night
  uses garden

  ask whether Ann may water MINT
    expect no by garden-01, garden-03
  ask whether Bob waters MINT
    expect no by default

scenario Nothing is asked
  uses garden
"""
SAYS = {"garden-01": "Watering after dark is forbidden to everybody.", "garden-02": "Ferns stay small.", "garden-03": "Herbs need sun."}
CARDS = {("old", "oak"): "OLD OAK", ("fern",): "FERN", ("mint",): "MINT"}


def _shelf(tmp_path: Path) -> Shelf:
    file = tmp_path / "garden.scenario"
    file.write_text(GARDEN, encoding="utf-8")
    statements = (RegisterEntry(id, "Of plants", says, "encoded") for id, says in SAYS.items())
    return shelf([file], statements, CARDS, {"MINT": ("herb",)})


def test_a_ruling_is_found_by_its_words_and_opened_at_its_question(tmp_path: Path) -> None:
    (first, *_) = _shelf(tmp_path).like("bob goes out at night. may he water his plants?")
    assert (first.title, first.ask, first.answer) == ("Nobody waters at night", "whether Ann may water MINT", "no")
    assert first.rests_on == ("garden-01", "garden-03")
    assert GARDEN.split("\n")[first.line - 1].strip() == "ask whether Ann may water MINT"


def test_a_ruling_is_found_by_the_rule_it_rests_on(tmp_path: Path) -> None:
    assert _shelf(tmp_path).like("is that forbidden after dark?")[0].title == "Nobody waters at night"


def test_a_ruling_is_found_by_a_card_in_small_letters(tmp_path: Path) -> None:
    assert _shelf(tmp_path).like("there is an old oak here")[0].title == "Shade under a tree"


def test_of_one_scenario_one_ruling_is_shown(tmp_path: Path) -> None:
    titles = [one.title for one in _shelf(tmp_path).like("does anybody water MINT beside the FERN?")]
    assert len(titles) == len({*titles}) == 2


def test_statements_are_found_by_the_kinds_of_a_card(tmp_path: Path) -> None:
    shelf = _shelf(tmp_path)
    (near,) = shelf.near("what about MINT?")
    assert near.id == "garden-03"
    assert shelf.on(near) == shelf.rulings[1]


def test_of_the_rulings_on_a_statement_the_nearest_one_shows_it_played() -> None:
    asks = ("the height of FERN", "whether Ann may water MINT", "whether Bob may water MINT at noon")
    three = [f"scenario No {n}\n  uses garden\n\n  ask {ask}\n    expect no by garden-01\n" for n, ask in enumerate(asks)]
    rulings = [one for text in three for _, asked in _rulings(text, "garden.scenario") for one in asked]
    said = RegisterEntry("garden-01", "Of plants", SAYS["garden-01"], "encoded")
    words = [terms(one.ask, CARDS) for one in rulings]
    there = Shelf(tuple(rulings), (said,), CARDS, {}, _indexed(words), _indexed([terms(said.says, CARDS)]))
    assert there.on(said, "may i water my MINT at noon?") == rulings[2] and there.on(said, "how high is the FERN?") == rulings[0]
    assert there.on(said) == rulings[0] and there.on(RegisterEntry("garden-09", "", "", "encoded")) is None


def test_small_talk_is_like_nothing(tmp_path: Path) -> None:
    shelf = _shelf(tmp_path)
    assert shelf.like("so what now?") == [] and shelf.near("") == []


def test_who_looks_for_words_finds_first_what_has_them_all(tmp_path: Path) -> None:
    found = _shelf(tmp_path).about("MINT FERN", 8)
    both = [one for one in found if "MINT" in f"{one.title} {one.ask}" and "FERN" in f"{one.title} {one.ask}"]
    assert found[: len(both)] == both and len({one.title for one in found}) == len(found)


LOST = """scenario Our debate
  uses e6

  wizards Ann, Bob
  a treasure called the treasure
  Ann is on a lost turn
  -- not understood: Bob cast LIGHTNING BLAST at Ann last turn
  Ann carries the treasure

  ask whether Ann may drop the treasure
"""


def test_of_statements_alike_in_words_that_one_is_nearer_that_bears_on_what_is_asked() -> None:
    book = nearest.loaded("e6")
    there = shelf((), book.register.values(), cards_of(book), nearest.kinds_of(book))
    bears = nearest.bearing_in(LOST, there)
    assert bears["e6-turn-04"] == 0, "a turn that is lost forbids deeds"
    assert not {"e6-turn-04"} & {one.id for one in there.near(nearest.said_in(LOST))}
    assert "e6-turn-04" in {one.id for one in there.near(nearest.said_in(LOST), bearing=bears)}


def test_statements_about_cards_that_nobody_named_bear_on_nothing() -> None:
    book = nearest.loaded("e6")
    asked = Permitted("may", "attack", ())
    of_cards = {id for clause in book.clauses.values() for one in clause.parameters if book.kinds[one.kind].printed for id in clause.cites}
    of_no_card = (one for one in book.clauses.values() if not any(book.kinds[it.kind].printed for it in one.parameters))
    alone = of_cards - {id for clause in of_no_card for id in clause.cites}
    bears = bearing_on(book, asked)
    assert alone and bears and not bears.keys() & alone


def test_a_text_that_cannot_be_read_asks_nothing() -> None:
    assert nearest.bearing_in("scenario X\n  uses e6\n\n  ask whether Nobody flies\n", shelf((), (), {}, {})) == {}
