"""The words of a `geometry` block: what each says of a map, how many places its property has, and what its answer asks for.

`needs` names the settings by which the book tells geometry what an answer of
this kind may ask about; so the engine knows what can rest on what.
"""

from __future__ import annotations

from adjudicator.records import dataclass

YES_NO, NUMBER, THING = "yes or no", "a number", "a thing"

KINDS = ("spaces", "nubbins", "holders", "edges", "sectors")
"""The settings that name a kind."""

DIRECTIONS = "directions"
"""The setting that names four things: north, east, south and west."""


@dataclass(frozen=True, slots=True)
class MapWord:
    """One setting: the least and the most places of its property for things, whether one more is for a number (wherever
    in the phrase; "either": it may be left out), and what its value is."""

    least: int
    most: int
    type: str = YES_NO
    tells: bool = False
    needs: tuple[str, ...] = ()
    number: str = "no"

    def fits(self, places: int, numbers: int) -> bool:
        """Whether a property with so many places, so many of them for numbers, will do."""
        wanted = {"no": (0,), "yes": (1,), "either": (0, 1)}[self.number]
        return numbers in wanted and self.least <= places - numbers <= self.most

    def places(self) -> str:
        """The places that a property needs, in words."""
        words = f"{self.least} or {self.most} things" if self.least < self.most else f"{self.least} thing{'s' * (self.least > 1)}"
        return words + {"no": "", "yes": " and for a number", "either": ", and maybe for a number"}[self.number]


_WHERE = ("position", "gone", "stands on", "faces", "corner", "turned")
_SEEING = (*_WHERE, "blocks", "looks past", "sees through")
_COUNTING = (*_WHERE, "stops")
_WALKING = (*_COUNTING, "bars")
_GOING = (*_WALKING, "costs", "ends", "no stop", "leads", "points")


def _told(least: int, most: int | None = None, type: str = YES_NO) -> MapWord:
    return MapWord(least, most or least, type, tells=True)


def _asked(places: int, needs: tuple[str, ...] = _WHERE, type: str = YES_NO, most: int | None = None, number: str = "no") -> MapWord:
    return MapWord(places, most or places, type, needs=needs, number=number)


MAP_WORDS: dict[str, MapWord] = {
    "position": _asked(2, ()), "drawn": _asked(1, ()),
    "sight": _asked(2, _SEEING), "line": _asked(2, _SEEING), "blocked": _asked(2, _SEEING), "clear": _asked(2, _SEEING),
    "through": _asked(3), "last before": _asked(2, type=THING),
    "same space": _asked(2), "shares": _asked(2), "inside": _asked(2), "next to": _asked(2), "side in common": _asked(2),
    "joined": _asked(2), "across": _asked(1, type=THING), "at a corner": _asked(2), "borders": _asked(2), "holds up": _asked(2),
    "distance": _asked(2, _COUNTING, NUMBER), "within": _asked(2, (*_COUNTING, "leads"), number="yes"),
    "towards": _asked(2, _WALKING, THING),
    "way on": _asked(2, _WALKING), "walled in": _asked(1, _WALKING), "dead end": _asked(1, _WALKING),
    "reach": _asked(2, _GOING, number="either"), "points to": _asked(2, _GOING, NUMBER), "over": _asked(3, _GOING),
    "direction": _asked(2, type=THING), "beyond": _asked(2, type=THING), "loop": _asked(2, _WALKING, NUMBER),
    "driven": _asked(2, _WALKING, THING, number="yes"), "spaces driven": _asked(2, _WALKING, NUMBER, number="yes"),
    "first free": _asked(3, (*_WALKING, "no stop"), THING),
    "pushed": _asked(2, _WALKING, THING, number="yes"), "strays": _asked(1, _WALKING, THING, 2, number="yes"),
    "stands on": _asked(2, ()), "faces": _asked(1, type=THING), "lies over": _asked(2, most=3), "corner": _asked(1, (), THING),
    "turned": _asked(1, (), NUMBER), "printed": _asked(2, ()), "in sector": _asked(2), "on the join": _asked(3),
    "other drawing": _asked(2), "marked": _asked(1, (), THING),
    "goes along": _told(2, 3), "keeps": _told(1, 2, THING), "borne": _told(2),
    "blocks": _told(1, 2), "stops": _told(1), "looks past": _told(1, type=NUMBER), "sees through": _told(2), "gone": _told(1),
    "bars": _told(2), "costs": _told(2, type=NUMBER), "ends": _told(2), "no stop": _told(2), "leads": _told(2),
    "points": _told(1, type=NUMBER),
}  # fmt: skip

GEOMETRY_WORDS = (*KINDS, DIRECTIONS, *MAP_WORDS)
"""Every setting, as its word in a `geometry` block."""
