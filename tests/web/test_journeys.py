"""Journeys through the page in a real browser: what a player, a keeper and a designer do."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import chromium
from playwright.sync_api import Browser, Page, expect, sync_playwright

from adjudicator.web.serving import address, server

ROOT = Path(__file__).resolve().parent.parent.parent
PLANT = "house/39-magnet-and-plant.scenario"
PATIENCE = 120_000
"""Milliseconds; the first settling of a book on a busy machine reads the whole book."""

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--no-first-run"]  # fmt: skip

pytestmark = pytest.mark.browser

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        yield (made := play.chromium.launch(executable_path=chromium(), args=QUIET))
        made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "house").mkdir()
    (tmp_path / PLANT).write_text((ROOT / "scenarios" / PLANT).read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


@pytest.fixture
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    made = server(folder)
    running = threading.Thread(target=made.serve, daemon=True)
    running.start()
    page = browser.new_page(base_url=address(made), viewport={"width": 1280, "height": 900}, accept_downloads=True)
    page.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    page.close()
    made.stop()
    running.join(10)
    assert not wrong


def opened(page: Page) -> Page:
    page.goto(f"/debate?file={PLANT}")
    page.wait_for_selector(".question")
    return page


def add(page: Page, words: str, shown: str, values: list[str], sort: str) -> None:
    """Pick a sentence by words and put it in."""
    page.fill("#words", words)
    page.get_by_role("button", name=shown, exact=True).click()
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
    page.get_by_role("link", name="house", exact=True).click()
    page.wait_for_selector("text=Nothing is asked yet")
    add(page, "takes control with", "[taker] takes control of [taken] with [means]", ["Ann", "VARGA PLANT", "MONSTER MAGNET"], "proposed")
    page.wait_for_selector(".answer")
    assert page.locator(".answer").first.inner_text() == "no"
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
    page.wait_for_selector("#findings pre")
    assert "error" in page.locator("#findings").inner_text()


def test_by_keyboard_alone(page: Page) -> None:
    """Each key is pressed when the page shows that it is ready for it; nothing here waits for a time."""
    opened(page)
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


@pytest.mark.parametrize("address_", ["/", f"/debate?file={PLANT}", "/card"])
def test_at_phone_width_nothing_sticks_out(page: Page, address_: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address_)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    unlabelled = "[...document.querySelectorAll('input:not([type=hidden]),textarea,select')].filter(e => !e.labels.length).length"
    assert page.evaluate(unlabelled) == 0
