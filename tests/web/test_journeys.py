"""Journeys through the page in a real browser: what a player, a keeper and a designer do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browsers import PLANT
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def opened(page: Page) -> Page:
    page.goto(f"/debate?file={PLANT}")
    page.wait_for_selector(".question")
    page.click("#text-fold > summary")
    return page


def add(page: Page, words: str, shown: str, values: list[str], sort: str) -> None:
    """Pick a sentence by words and put it in."""
    page.fill("#words", words)
    page.locator(".pick").filter(has=page.locator("span", has_text=re.compile(f"^{re.escape(shown)}$"))).click()
    for place, value in enumerate(values, 1):
        page.fill(f"#slot-{place}", value)
    page.locator(f".filling button[value={sort}]").click()
    page.wait_for_selector(".filling", state="detached")


def test_a_ruling_is_opened_from_the_folder(page: Page) -> None:
    page.goto("/")
    page.fill("#filter", "magnet")
    page.get_by_role("link", name=PLANT).click()
    page.wait_for_selector(".question")
    assert page.locator(".answer").first.inner_text() == "no"


def test_a_debate_without_writing_a_line(page: Page, folder: Path) -> None:
    """The tutorial's: who may take control of the plant."""
    page.goto("/")
    page.get_by_text("Wiz-War house rules", exact=True).first.click()
    page.get_by_role("button", name="or begin with an empty table").click()
    page.wait_for_selector("text=Nothing is asked yet")
    add(page, "takes control with", "taker takes control of taken with means", ["Ann", "VARGA PLANT", "MONSTER MAGNET"], "proposed")
    page.wait_for_selector(".answer")
    assert page.locator(".answer").first.inner_text() == "no"
    expect(page.locator(".question .deciding").first).to_contain_text("VARGA PLANT (can never be owned) beats MONSTER MAGNET")
    page.locator(".how > summary").first.click()
    assert "plant-is-never-owned" in page.locator(".question").first.inner_text()
    page.fill("#file", "our-debate")
    page.click("#save")
    page.wait_for_selector("text=saved as our-debate.scenario")
    assert "proposed: Ann takes control of VARGA PLANT with MONSTER MAGNET" in (folder / "our-debate.scenario").read_text(encoding="utf-8")


def test_the_answer_follows_the_text(page: Page) -> None:
    opened(page)
    page.fill("#text", page.input_value("#text").replace("VARGA PLANT", "TROLL"))
    expect(page.locator(".answer").first).to_have_text("yes")


def test_a_mistake_leads_to_its_line(page: Page) -> None:
    opened(page)
    page.fill("#text", page.input_value("#text").replace("takes control", "takes controll", 1))
    page.locator(".goto").first.click()
    assert "controll" in page.evaluate("document.getSelection().toString() || text.value.slice(text.selectionStart, text.selectionEnd)")


def test_what_would_change_it_is_tried_by_a_tap(page: Page) -> None:
    opened(page)
    page.get_by_text("What would change it").first.click()
    page.locator(".flip").first.click()
    page.wait_for_selector(".tried strong")
    assert page.locator(".tried strong").first.inner_text() != "no"


def test_why_not_the_other(page: Page) -> None:
    opened(page)
    page.get_by_role("button", name="Why not yes?").click()
    page.wait_for_selector(".why-not li")
    assert "magnet-takes-any-monster" in page.locator(".why-not").first.inner_text()


def test_precedents_that_fit(page: Page) -> None:
    opened(page)
    page.get_by_text("Rulings that fit").click()
    page.fill("#about", "MONSTER MAGNET")
    page.get_by_role("link", name="The magnet takes a troll").click()
    page.wait_for_selector(".question")


def test_a_page_to_send_to_friends(page: Page) -> None:
    opened(page)
    with page.expect_download() as download:
        page.click("#share")
    assert "plant-is-never-owned" in Path(download.value.path()).read_text(encoding="utf-8")


def test_nothing_is_lost_by_a_reload(page: Page) -> None:
    opened(page)
    page.fill("#text", page.input_value("#text").replace("VARGA PLANT", "TROLL"))
    page.reload()
    assert "TROLL with MONSTER MAGNET" in page.input_value("#text")
    page.click("#again")
    assert "VARGA PLANT with MONSTER MAGNET" in page.input_value("#text")


def test_a_card_is_vetted(page: Page) -> None:
    page.goto("/card?book=e6")
    page.fill("#text", "card DROPLET\n  is a spell\n  clause drips\n    for a wizard w\n    w is dry\n")
    page.get_by_role("button", name="Vet it").click()
    expect(page.locator("#findings .message").first).to_contain_text("nothing says what the card “DROPLET” is")


COLLAR = """card IRON COLLAR is a neutral
  this card has precedence number 300

  clause nobody-takes-the-wearer
    for a wizard, a monster, a card means
    the wizard may not take control of the monster with the means
    when the monster is under this card
"""


def test_a_card_is_mended_by_a_tap(page: Page) -> None:
    """The homebrew page's: the clash with the magnet is found, one repair is tapped, and the clash is gone."""
    page.goto("/card?book=house")
    page.fill("#text", COLLAR)
    page.get_by_role("button", name="Vet it").click()
    expect(page.locator("#findings")).to_contain_text("MONSTER MAGNET and IRON COLLAR disagree")
    page.locator(".mend", has_text="overrides magnet-takes-any-monster").first.click()
    expect(page.locator("#text")).to_have_value(re.compile("overrides magnet-takes-any-monster"))
    expect(page.locator("#findings")).not_to_contain_text("decided only by number")
    page.reload()
    expect(page.locator("#text")).to_have_value(re.compile("overrides magnet-takes-any-monster"))


def test_by_keyboard_alone(page: Page) -> None:
    """Each key is pressed when the page shows that it is ready for it; nothing here waits for a time."""
    page.goto(f"/debate?file={PLANT}")
    page.wait_for_selector(".question")
    page.locator("body").press("/")
    expect(page.locator("#words")).to_be_focused()
    page.keyboard.type("carries")
    page.keyboard.press("Enter")
    expect(page.locator("#slot-1")).to_be_focused()
    page.keyboard.type("Ann")
    focus_by_tab(page, "#slot-2")
    page.keyboard.type("MONSTER MAGNET")
    page.keyboard.press("Enter")
    expect(page.locator(".filling")).to_have_count(0)
    expect(page.locator("#text")).to_have_value(re.compile("Ann carries MONSTER MAGNET"))


def test_a_found_sentence_is_reached_by_tab(page: Page) -> None:
    opened(page)
    page.locator("#words").press_sequentially("carries")
    expect(page.locator(".picks")).to_have_attribute("data-words", "carries")
    focus_by_tab(page, ".picks li:first-child .pick")
    page.keyboard.press("Enter")
    expect(page.locator("#slot-1")).to_be_focused()


def focus_by_tab(page: Page, selector: str) -> None:
    """Press Tab until the element has the focus, as somebody without a mouse does."""
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.locator(selector).evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{selector} is not reached by Tab")


def test_a_question_told_in_a_line(page: Page) -> None:
    """The first of the tutorial, from the first screen: what is told is understood, and the answer stands there."""
    page.goto("/")
    page.get_by_text("Wiz-War house rules", exact=True).first.click()
    page.fill("#say", "Bob has four life and carries a SOULSTONE; Ann casts a FIREBALL at him; Bob's life?")
    page.get_by_role("button", name="Settle it").click()
    expect(page.locator(".answer").first).to_have_text("2")
    expect(page.locator(".sheet")).to_contain_text("Bob carries SOULSTONE")
    expect(page.locator("#first")).to_contain_text("Taken for granted")


def test_what_is_not_understood_is_said_otherwise(page: Page) -> None:
    page.goto("/debate?book=house&say=Ann throws confetti about. Ann has LOS to Bob?")
    kept = page.locator(".row.open")
    expect(kept).to_contain_text("Ann throws confetti about")
    expect(page.locator("#answers")).to_contain_text("Not answered yet")
    expect(page.locator(".answer")).to_have_count(0)
    kept.locator("button.say").click()
    page.locator(".row input.say").fill("Bob is dead")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet")).to_contain_text("Bob is dead")
    expect(kept).to_have_count(0)
    expect(page.locator(".answer").first).not_to_be_empty()


def test_what_was_meant_is_tapped(page: Page) -> None:
    page.goto("/debate?book=house&say=Bob stands in some adjacent place to Ann. Ann has LOS to Bob?")
    page.reload()
    page.locator(".offer", has_text="adjacent").first.click()
    expect(page.locator(".row.open")).to_have_count(0)
    expect(page.locator(".answer").first).not_to_be_empty()


def test_an_example_is_opened(page: Page) -> None:
    page.goto("/")
    page.get_by_text("Wiz-War house rules", exact=True).first.click()
    page.locator(".shelf:visible a").first.click()
    expect(page.locator(".answer").first).not_to_be_empty()


def test_a_line_is_changed_and_left_out_where_it_stands(page: Page) -> None:
    opened(page)
    row = page.locator(".row", has_text="Ann takes control of VARGA PLANT with MONSTER MAGNET").locator("nth=0")
    row.locator("button.say").click()
    page.locator(".row input.say").fill("Ann takes control of TROLL with MONSTER MAGNET")
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_have_value(re.compile("proposed: Ann takes control of TROLL with MONSTER MAGNET"))
    expect(page.locator("#sheet .row", has_text="takes control of TROLL with MONSTER MAGNET")).to_have_count(2)  # the lines are there anew
    page.get_by_role("button", name="leave out: VARGA PLANT has precedence number 410").click()
    expect(page.locator("#text")).not_to_have_value(re.compile("has precedence number 410\n  VARGA|VARGA PLANT has"))


def test_what_no_rule_hears_is_replaced_by_a_tap(page: Page) -> None:
    page.goto("/debate?book=house&say=Ann casts FIREBALL at Bob. Ann is moving by a jump. Is Bob dead?")
    page.locator(".unheard .replace").click()
    expect(page.locator("#slot-1")).to_have_value("Ann")
    page.locator(".filling button[type=submit]").first.click()
    expect(page.locator(".unheard")).to_have_count(0)
    expect(page.locator(".sheet")).not_to_contain_text("by a jump")


def drawn(page: Page, spot: str, tool: str = "", label: str = "") -> None:
    """Tap a place of the board, with a tool, and wait until it is read out as it should be."""
    if tool:
        page.get_by_role("radio", name=tool, exact=True).click()
    page.click(f'.cell[data-spot="{spot}"]')
    if label:
        expect(page.locator(f'.cell[data-spot="{spot}"]')).to_have_attribute("aria-label", re.compile(label))


def test_what_is_told_in_a_row_is_a_story(page: Page) -> None:
    page.goto("/debate?book=e6&say=Ann picks up a treasure. Ann has LOS to Bob. Ann casts FIREBALL at Bob. May Ann do that?")
    expect(page.locator("#first")).to_contain_text("this is taken to happen in Ann's turn")
    expect(page.locator(".sheet .turn")).to_have_count(1)
    expect(page.locator(".sheet")).to_contain_text("May it?")
    expect(page.locator(".answer").first).to_have_text("no")
    expect(page.locator("#answers")).to_contain_text("e6-dropret-08")
    expect(page.locator(".in-order")).to_have_count(0)


def test_what_was_told_in_a_turn_stays_when_the_turn_goes(page: Page) -> None:
    page.goto("/debate?book=house&say=Ann flabbergasts Bob. Bob punches Ann. Ann punches Bob. Is Bob dead?")
    page.get_by_role("button", name="leave out: Bob's turn, round 3").click()
    expect(page.locator(".sheet .turn")).to_have_count(1)
    expect(page.locator("#text")).to_have_value(re.compile(r"turn, round 3\n    Bob punches Ann\n    Ann punches Bob\n"))


def test_what_happens_at_one_moment_is_put_in_order_by_a_tap(page: Page) -> None:
    said = "Ann has LOS to Bob. Ann picks up a treasure and at the same time Ann casts FIREBALL at Bob. May Ann do that?"
    page.goto(f"/debate?book=e6&say={said}")
    page.locator(".in-order").click()
    expect(page.locator(".sheet .turn")).to_have_count(1)
    expect(page.locator(".answer").first).to_have_text("no")
    expect(page.locator("#answers")).to_contain_text("e6-dropret-08")


def test_a_board_is_drawn_by_tapping(page: Page) -> None:
    page.goto("/debate?book=house")
    page.click("#board-fold > summary")
    page.fill("#columns", "3")
    page.fill("#rows", "2")
    page.click("#begin")
    drawn(page, "2,1", label="wall between A1 and B1")
    drawn(page, "1,1", "Ann", "A1: Ann")
    drawn(page, "5,1", "Bob", "C1: Bob")
    drawn(page, "4,1", "door", "the door between B1 and C1")
    page.fill("#words", "does Ann have LOS to Bob?")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_have_text("no")
    expect(page.locator("figure svg.board").first).to_be_visible()
    drawn(page, "2,1", "rubber", "open between")
    drawn(page, "4,1", label="open between")
    expect(page.locator(".answer")).to_have_text("yes")
    page.get_by_role("radio", name="sector", exact=True).click()
    page.click('.cell[data-spot="1,1"]')
    page.click('.cell[data-spot="3,3"]')
    expect(page.locator("#text")).to_have_value(re.compile("sector Red A1-B2"))


def test_a_board_is_drawn_by_keyboard(page: Page) -> None:
    page.goto("/debate?book=house")
    page.click("#board-fold > summary")
    page.click("#begin")
    cell = page.locator('.cell[data-spot="1,1"]')
    cell.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('.cell[data-spot="2,1"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('.cell[data-spot="2,1"]')).to_have_attribute("aria-label", "the wall between A1 and B1")
    expect(page.locator('.cell[data-spot="2,1"]')).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator('.cell[data-spot="3,1"]')).to_be_focused()


@pytest.mark.parametrize("address_", ["/", f"/debate?file={PLANT}", "/card"])
def test_at_phone_width_nothing_sticks_out(page: Page, address_: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address_)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    unlabelled = "[...document.querySelectorAll('input:not([type=hidden]),textarea,select')].filter(e => !e.labels.length).length"
    assert page.evaluate(unlabelled) == 0


def test_what_fails_is_said_and_nothing_settles_for_ever(page: Page) -> None:
    page.route("**/look", lambda route: route.fulfill(status=500, body="error"))
    page.goto(f"/debate?file={PLANT}")
    expect(page.locator("#answers")).to_contain_text("something in the program failed")
    assert page.locator("#brief").inner_text() == "not worked out"
    page.unroute("**/look")


def test_the_right_sentence_is_found_among_all_that_can_be_said(page: Page) -> None:
    """No word of it is near: it stands in the list of what can be said of the two, and takes the place of the piece."""
    page.goto(f"/debate?file={PLANT}")
    page.wait_for_selector(".question")
    page.fill("#words", "Ann gazes wistfully upon VARGA PLANT")
    page.click("#saying")
    page.locator(".sayable > summary").click()
    page.locator(".sayable").get_by_role("button", name="Ann has LOS to VARGA PLANT").click()
    assert page.input_value("#slot-1") == "Ann" and page.input_value("#slot-2") == "VARGA PLANT"
    page.locator(".filling button[value=fact]").click()
    page.wait_for_selector(".filling", state="detached")
    expect(page.locator(".row.open")).to_have_count(0)
    assert "Ann has LOS to VARGA PLANT" in page.input_value("#text") and "wistfully" not in page.input_value("#text")
