"""A finding of the quick part of `check`."""

from __future__ import annotations

from adjudicator.model.places import NOWHERE, Place
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """Something found: a stable code, a sentence, where, and the clauses concerned; `sides` are the statements that stand against each
    other in it."""

    code: str
    message: str
    place: Place = NOWHERE
    clauses: tuple[str, ...] = ()
    severity: str = "error"
    cites: tuple[str, ...] = ()
    sides: tuple[tuple[str, ...], ...] = ()
