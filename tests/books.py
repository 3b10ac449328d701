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


SILENT = """book small
  title Small

kind wizard
property the life of {wizard} is a whole number from 0, default undecided
property the mood of {wizard} is one of merry, sad, default undecided
property {wizard} is dead
property {wizard} is calm
property {wizard} is angry
property {wizard} is hoarse

event shout
  {wizard shouter} shouts

clause the-dead
  for a wizard w
  w is dead
  when the life of w is 0

clause calm
  for a wizard w
  w is calm
  unless w is dead

clause angry
  for a wizard w
  w is angry
  when the mood of w is merry or w is a wizard

clause who-shouts-calmly-is-hoarse
  for a shout s
  then the shouter of s is hoarse
  when the shouter of s is calm
"""
"""A small book in which answers stand by what nobody said: whether somebody has any life left, and in what mood he is."""
