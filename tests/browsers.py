"""Which browser the page is tried in."""

from __future__ import annotations

import shutil


def chromium() -> str:
    """The path of a Chromium; empty where there is none."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), "")


PLANT = "house/39-magnet-and-plant.scenario"
"""The file of the folder over which the page is tried."""
PATIENCE = 120_000
"""Milliseconds; the first settling of a book on a busy machine reads the whole book."""
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--no-first-run"]  # fmt: skip
