"""The value of what nothing decides: not a value, and neither true nor false."""

from __future__ import annotations

from typing import Final


class Open:
    """What stands in the place of a value and is none.

    It is undecided, a number that depends on unknown ones (engine/symbols.py), or what a search has not filled (stage/frames.py).
    """

    __slots__ = ()


class Undecided(Open):
    """The one instance UNDECIDED stands wherever no clause and no default speaks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "undecided"

    def __bool__(self) -> bool:
        raise TypeError("an undecided value is neither true nor false")


UNDECIDED: Final = Undecided()
