"""Numbers and possessives as people write them: `four life`, `phase 3`, `it is Ann's turn`."""

from __future__ import annotations

from adjudicator import load_rulebook, settle
from adjudicator.language.scenarios import read_scenario_text
