"""The page in a browser, over a folder with one file."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsers import PATIENCE, PLANT, QUIET, chromium
from playwright.sync_api import Browser, Page, expect, sync_playwright

from adjudicator.web.serving import address, server

ROOT = Path(__file__).resolve().parent.parent.parent

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
