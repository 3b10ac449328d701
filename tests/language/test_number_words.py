"""Numbers and possessives as people write them: `four life`, `phase 3`, `it is Ann's turn`."""

from __future__ import annotations
