"""Cards that a book knows in part: a mark says something that would not be said without it, and only where the card is played."""

import re
from pathlib import Path

import pytest

from adjudicator.language.diagnostics import Messages
from adjudicator.language.loading import load
from adjudicator.model.rulebook import Rulebook
from adjudicator.settling import Ground
