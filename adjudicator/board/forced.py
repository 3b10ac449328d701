"""Movement against one's will, and movement by chance: the possible ways with their exact chances."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from adjudicator.board.maps import Board, Crossing
from adjudicator.board.places import Open, steps_from
from adjudicator.board.spots import HEADINGS, Spot, back
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways on from a space, each as likely as the others; `turned`: not straight on; `turned_back`: out of a dead end."""

    steps: tuple[Crossing, ...]
    turned: bool = False
    turned_back: bool = False

    @property
    def chance(self) -> Fraction:
        """The chance of each."""
        return Fraction(1, len(self.steps))


def ways_on(board: Board, space: Spot, heading: int, open: Open) -> Ways:
    """Where something pushed that way goes: straight on; where that is closed, to one side; out of a dead end, back.

    No steps where it is closed in on all sides.
    """
    steps = {step.side.heading: step for step in steps_from(board, space, open)}
    if heading in steps:
        return Ways((steps[heading],))
    aside = tuple(steps[h] for h in ((heading + 3) % 4, (heading + 1) % 4) if h in steps)
    if aside:
        return Ways(aside, turned=True)
    behind = back(heading)
    return Ways((steps[behind],), turned=True, turned_back=True) if behind in steps else Ways(())


@dataclass(frozen=True, slots=True)
class Pushed:
    """One end of a forced movement: its chance, one way to it (of several, the first), the last heading, the steps not made."""

    chance: Fraction
    spaces: tuple[Spot, ...]
    heading: int
    left: int = 0

    @property
    def end(self) -> Spot:
        """The last space."""
        return self.spaces[-1]


def pushed(board: Board, start: Spot, heading: int, steps: int, open: Open) -> tuple[Pushed, ...]:
    """Pushed so many steps along a line, turning where it must: every end with its chance, which together make 1."""
    ends: list[Pushed] = []
    current = {(start, heading): Pushed(Fraction(1), (start,), heading, steps)}
    for left in range(steps, 0, -1):
        following: dict[tuple[Spot, int], Pushed] = {}
        for one in current.values():
            ways = ways_on(board, one.end, one.heading, open)
            if not ways.steps:
                ends.append(one)
            for step in ways.steps:
                spaces = (*one.spaces, step.space)
                _join(following, Pushed(one.chance * ways.chance, spaces, step.heading, left - 1))
        current = following
    return _sorted([*ends, *current.values()])


def _join(found: dict[tuple[Spot, int], Pushed], one: Pushed) -> None:
    key = (one.end, one.heading)
    if key in found:
        one = Pushed(found[key].chance + one.chance, found[key].spaces, one.heading, one.left)
    found[key] = one


def _sorted(ends: list[Pushed]) -> tuple[Pushed, ...]:
    together: dict[tuple[Spot, int, int], Pushed] = {}
    for one in ends:
        key = (one.end, one.heading, one.left)
        known = together.get(key)
        together[key] = one if known is None else Pushed(known.chance + one.chance, known.spaces, one.heading, one.left)
    return tuple(together[key] for key in sorted(together))


def strayed(board: Board, start: Spot, points: int, open: Open, first: Mapping[int, Fraction] | None = None) -> dict[Spot, Fraction]:
    """A movement by chance: for every space the chance to end there.

    The heading is drawn first (all alike, or by the chances in `first`) and kept while steps are open.  Each step takes
    a point; so does running into something closed, after which the heading is drawn anew.
    """
    alike = dict.fromkeys(HEADINGS, Fraction(1, 4))
    current = {(start, heading): chance for heading, chance in (first or alike).items()}
    for _ in range(points):
        following: dict[tuple[Spot, int], Fraction] = {}
        for (space, heading), chance in current.items():
            step = board.crossing(space, heading)
            if step is not None and open(step):
                after = {(step.space, step.heading): chance}
            else:
                after = {(space, anew): chance * share for anew, share in alike.items()}
            for key, share in after.items():
                following[key] = following.get(key, Fraction(0)) + share
        current = following
    ends: dict[Spot, Fraction] = {}
    for (space, _), chance in current.items():
        ends[space] = ends.get(space, Fraction(0)) + chance
    return dict(sorted(ends.items()))
