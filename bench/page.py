"""How long the page takes from a change to the answer, in Chromium: ten changes on each of five debates, in milliseconds.

Each change is one number or card in the text of the debate, as somebody who edits a line makes it; measured is the time from the
change until the new answers stand on the page. `python bench/page.py` needs playwright and a Chromium.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import threading
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from adjudicator.web.serving import address, server

HEAD = "scenario {book}\n  uses {book}\n\n"
DEBATES = {
    "house": "  wizards Ann, Bob\n  Bob has {n} life\n  Ann's turn, round 3\n    Ann casts FIREBALL at Bob, the strength of the cast is 5\n"
    "      Bob answers with FULL SHIELD\n\n  ask the life of Bob\n",
    "wwrcc": "  wizards Ann, Bob\n  Bob has {n} life\n  Ann casts FIREBALL at Bob, the strength of the cast is 3\n\n"
    "  ask whether Ann may cast FIREBALL at Bob\n",
    "e6": "  wizards Ann, Bob\n  Bob has {n} life\n  Ann's turn, round 3\n    Ann punches Bob\n\n  ask the life of Bob\n",
    "e8": "  wizards Ann, Bob\n  Bob has {n} life\n  Ann is stunned\n  Ann's turn, round 3\n    Ann punches Bob\n\n"
    "  ask whether Ann may cast TELEPORT\n",
    "spellfire": "  players Ann, Bob\n  it is round {n}\n\n  ask whether Ann wins\n",
}
CHANGES = 10
QUIET = 700
"""Milliseconds between two changes."""


def main() -> None:
    """Print the median and the slowest change of each debate, and of all."""
    made = server(Path(tempfile.mkdtemp()))
    threading.Thread(target=made.serve, daemon=True).start()
    every: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for book, told in DEBATES.items():
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"{address(made)}debate?book={book}")
            page.wait_for_selector("#answers section, #answers article")
            taken = []
            for change in range(CHANGES + 1):
                text = HEAD.format(book=book) + told.format(n=change + 4)
                taken.append(page.evaluate(_CHANGE, text))
                time.sleep(QUIET / 1000)
            found = page.locator("#answers article").count()
            middle, slowest = statistics.median(taken[1:]), max(taken[1:])
            print(f"{book:10} median {middle:5.0f}  slowest {slowest:5.0f}  (first {taken[0]:.0f}; {found} answered)")
            every += taken[1:]
            page.close()
        browser.close()
    print(f"all        median {statistics.median(every):5.0f}  slowest {max(every):5.0f}  over 300: {sum(one > 300 for one in every)}")
    made.stop()


_CHANGE = """(text) => new Promise((done) => {
  const began = performance.now();
  const after = (event) => {
    if (event.detail.target.id !== "answers") return;
    document.removeEventListener("htmx:afterSettle", after);
    requestAnimationFrame(() => done(performance.now() - began));
  };
  document.addEventListener("htmx:afterSettle", after);
  document.querySelector("#text").value = text;
  htmx.trigger(document.querySelector("#debate"), "looked");
})"""

if __name__ == "__main__":
    main()
