"""Journeys in a real browser: nothing of one's own debate goes without a word, and what stands somewhere stays there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}
BLAST = "Vera casts LIGHTNING BLAST at Jonas. Jonas hums a tune. May Vera walk 1 spaces?"
TWO_TURNS = """scenario Our debate
  uses house

  wizards Vera, Jonas
  Vera's turn, round 3
    Vera casts LIGHTNING BLAST at Jonas
  Jonas's turn
    Jonas answers with FULL REFLECTION

  ask whether Vera is out of the turn
"""


def told(page: Page, text: str) -> Page:
    """The page with a text in it."""
    page.goto("/debate?book=house")
    expect(page.locator("#answers")).to_contain_text("Nothing is asked yet")
    page.evaluate("text => { one('#text').value = text; one('#text').dispatchEvent(new Event('input', { bubbles: true })); }", text)
    return page


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_ones_own_debate_is_a_tap_away_from_a_ruling(page: Page, size: dict[str, int]) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(f"/debate?book=house&say={BLAST}")
    expect(page.locator("#back")).to_be_hidden()
    page.wait_for_selector("#like .ruling")
    page.locator(".row", has_text="hums a tune").locator(".out").click()
    page.locator("#words").fill("Jonas has 3 life")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet")).to_contain_text("Jonas has 3 life")
    mine = page.input_value("#text")
    page.locator("#like .ruling").first.click()
    page.wait_for_selector("#answers .question")
    assert page.input_value("#text") != mine
    page.reload()
    expect(page.locator("#back .main")).to_be_in_viewport()
    page.wait_for_selector("#answers .question")
    expect(page.locator("#back .main")).to_be_in_viewport()
    page.locator("#back .main").click()
    expect(page.locator(".sheet")).to_contain_text("Jonas has 3 life")
    assert page.input_value("#text") == mine
    page.reload()
    assert page.input_value("#text") == mine


def test_a_ruling_that_was_changed_is_kept_beside_ones_own_debate(page: Page) -> None:
    page.goto(f"/debate?book=house&say={BLAST}")
    page.locator("#like .ruling").first.click()
    page.wait_for_selector("#answers .question")
    page.locator("#words").fill("Ann has 2 life")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet")).to_contain_text("Ann has 2 life")
    changed = page.input_value("#text")
    page.click(".precedents > summary")
    page.fill("#about", "MONSTER MAGNET")
    page.get_by_role("link", name="The magnet takes a troll").click()
    page.wait_for_selector("#answers .question")
    page.locator("#back .other").click()
    expect(page.locator(".sheet")).to_contain_text("Ann has 2 life")
    assert page.input_value("#text") == changed
    page.locator("#back .main").click()
    expect(page.locator(".row.open")).to_contain_text("hums a tune")


def test_ones_own_debates_are_found_again_on_the_first_screen(page: Page) -> None:
    page.goto("/")
    expect(page.locator("#mine")).to_be_hidden()
    page.goto(f"/debate?book=house&say={BLAST}")
    page.wait_for_selector("#answers .waiting")
    page.goto("/")
    page.locator("#mine a", has_text="Vera casts LIGHTNING BLAST").click()
    expect(page.locator(".row.open")).to_contain_text("hums a tune")


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_turn_that_is_left_out_keeps_what_was_told_in_it(page: Page, size: dict[str, int]) -> None:
    """A reflection went with the heading of its turn, and the wrong answer stood there in green."""
    page.set_viewport_size(size)  # type: ignore[arg-type]
    told(page, TWO_TURNS)
    expect(page.locator("#answers")).to_contain_text("It is not said what this answers")
    page.get_by_role("button", name="leave out: Jonas's turn").click()
    expect(page.locator("#gone")).to_contain_text("Taken out: “Jonas's turn”. What was told in it is kept: 1 line.")
    expect(page.locator("#gone button")).to_be_in_viewport()
    expect(page.locator("#text")).to_have_value(
        re.compile("    Vera casts LIGHTNING BLAST at Jonas\n      Jonas answers with FULL REFLECTION\n\n")
    )
    expect(page.locator(".answer").first).to_have_text("yes")
    page.click("#undo-out")
    expect(page.locator("#text")).to_have_value(TWO_TURNS)
    expect(page.locator("#gone")).to_be_hidden()


def test_what_goes_with_another_line_is_said_and_comes_back(page: Page) -> None:
    said = "Bob has 4 life. Ann casts FIREBALL at Bob. Bob answers with FULL SHIELD. How much life does Bob have?"
    page.goto(f"/debate?book=house&say={said}")
    expect(page.locator(".answer").first).to_have_text("4")
    whole = page.input_value("#text")
    page.get_by_role("button", name="leave out: Ann casts FIREBALL at Bob").click()
    expect(page.locator("#gone")).to_contain_text("Taken out: 2 lines: “Ann casts FIREBALL at Bob”; “Bob answers with FULL SHIELD”.")
    page.click("#undo-out")
    expect(page.locator("#text")).to_have_value(whole)
    page.get_by_role("button", name="leave out: Bob has 4 life").click()
    expect(page.locator("#gone")).to_contain_text("Taken out: “Bob has 4 life”.")
    page.locator("#words").fill("Bob has 3 life")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet")).to_contain_text("Bob has 3 life")
    expect(page.locator("#gone")).to_be_hidden()


def test_what_an_answer_answers_is_a_tap(page: Page) -> None:
    told(page, TWO_TURNS)
    expect(page.locator("#answers")).not_to_contain_text(re.compile(r"\bline \d|two spaces|left empty"))
    page.locator(".goto").click()
    expect(page.locator(".row.meant")).to_contain_text("Jonas answers with FULL REFLECTION")
    page.locator(".belongs").click()
    expect(page.locator(".answer").first).to_have_text("yes")
    expect(page.locator(".row.turn")).to_have_count(1)


def test_rulings_that_were_shown_stay(page: Page) -> None:
    """They were found by the words of the debate as it was typed; what is understood of it has other words."""
    page.goto(f"/debate?book=house&say={BLAST}")
    page.wait_for_selector("#like .ruling")
    first = page.locator("#like .ruling").all_inner_texts()
    row = page.locator(".row.open")
    row.locator("button.say").click()
    page.locator(".row input.say").fill("Jonas carries GOLDEN EGG")
    page.keyboard.press("Enter")
    expect(row).to_have_count(0)
    page.wait_for_selector("#answers .question")
    page.locator("#words").fill("Who is the heir of GOLDEN EGG?")
    page.keyboard.press("Enter")
    expect(page.locator("#like")).to_contain_text("the heir of GOLDEN EGG")
    assert set(first) <= {*page.locator("#like .ruling").all_inner_texts()}
    page.reload()
    page.wait_for_selector("#like .ruling")
    expect(page.locator("#like")).to_contain_text("Shown before")
    assert set(first) <= {*page.locator("#like .ruling").all_inner_texts()}


def test_what_was_taken_for_granted_stays_in_its_place(page: Page) -> None:
    page.goto("/debate?book=house&say=Ann casts FIREBALL at Bob. Is Bob dead?")
    expect(page.locator("#first")).to_contain_text("this is taken to happen in Ann's turn")
    page.wait_for_selector("#answers .question")
    before = [page.locator(one).bounding_box() for one in ("#first", "#words", "#sheet")]
    page.locator("#words").fill("Bob has 4 life")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet")).to_contain_text("Bob has 4 life")
    after = [page.locator(one).bounding_box() for one in ("#first", "#words", "#sheet")]
    assert [one and (one["x"], one["y"]) for one in before] == [one and (one["x"], one["y"]) for one in after]


def test_a_reason_that_is_unfolded_stays_so(page: Page) -> None:
    page.goto("/debate?book=house&say=Bob has 4 life. Ann casts FIREBALL at Bob. Is Bob dead?")
    page.locator(".how > summary").click()
    page.locator("#words").fill("Ann has 4 life")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet")).to_contain_text("Ann has 4 life")
    expect(page.locator(".how > div")).to_be_visible()
