"""The rulebooks that come with the program, as tests need them: each loaded once."""

from __future__ import annotations

from functools import cache

from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import Loaded, load


@cache
def book_named(name: str) -> Loaded:
    """A rulebook with the phrases that scenarios of it are read by."""
    loaded = load(name, Messages())
    assert loaded is not None
    return loaded
