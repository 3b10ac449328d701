"""The precedence ladder of a rulebook, as data."""

from __future__ import annotations

from adjudicator.model.expressions import Term
from adjudicator.model.places import NOWHERE, Place
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """One step of a lexicographic key: a term about the bearer ``it``; lowest or highest first."""

    term: Term
    lowest: bool = True


@dataclass(frozen=True, slots=True)
class Rung:
    """One rung: which clauses beat which.

    `form` is claim, specificity, source, status, key, averaging, alphabet or chance.  `order` lists statuses from strongest to
    weakest for a status rung; `keys` and `otherwise` (the key of a clause that
    nothing bears, unless its source or itself gives a number) serve a key rung.
    """

    form: str
    title: str
    order: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    otherwise: int | None = None
    numbered: bool = False
    place: Place = NOWHERE


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs, strongest first."""

    rungs: tuple[Rung, ...]
    cites: tuple[str, ...] = ()
    place: Place = NOWHERE
