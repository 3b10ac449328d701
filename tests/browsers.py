"""Which browser the page is tried in."""

from __future__ import annotations

import shutil


def chromium() -> str:
    """The path of a Chromium; empty where there is none."""
    return next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), "")
