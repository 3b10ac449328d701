"""A printed card's name in small letters puts one of its kind on the table; on a drawn map other words for kinds do as well."""

from __future__ import annotations

from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import scenarios_in

TOLD = """scenario Small letters
  uses wwrcc

  wizards Ann, Bob
  trolls GRIM, GRUM
  a fire imp called FLICKER
  board
        A   B   C   D
      +---+---+---+---+
    1 | A   c   g   B |
      +---+---+---+---+
    A  Ann
    B  a player called Cid
    c  a chest called RED CHEST
    g  a ghost called SPOOK

  ask whether Ann has LOS to Cid
"""


def test_cards_in_small_letters_and_other_words_are_kinds() -> None:
    messages = Messages()
    ((scenario, _),) = scenarios_in(TOLD, "x.scenario", messages)
    assert not messages.errors
    kinds = {thing.name: thing.kinds for thing in scenario.situation.things.values()}
    assert kinds["GRIM"] == kinds["GRUM"] == ("TROLL",)
    assert kinds["FLICKER"] == ("FIRE IMP",)
    assert kinds["SPOOK"] == ("GHOST",)
    assert kinds["RED CHEST"] == ("treasure",)
    assert kinds["Cid"] == ("wizard",)


def test_what_is_no_card_is_no_kind() -> None:
    messages = Messages()
    scenarios_in(TOLD.replace("a ghost called", "a spectre called"), "x.scenario", messages)
    assert any("there is no kind `spectre`" in fault.message for fault in messages.errors)


def test_what_is_drawn_by_a_cards_name_is_called_so_at_its_place() -> None:
    messages = Messages()
    unnamed = TOLD.replace("a ghost called SPOOK", "a ghost")
    told = unnamed.replace("ask whether Ann has LOS to Cid", "ask whether Ann has LOS to the ghost in C1")
    ((scenario, _),) = scenarios_in(told, "x.scenario", messages)
    assert not messages.errors, messages.errors
    assert scenario.situation.things["GHOST in C1"].kinds == ("GHOST",)
