"""What a drawn map answers about ways: distances, ways out, what can be reached (docs/meaning.md 12.5 and 12.9)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from adjudicator.board.distance import Measure, nearer, shortest, way_length
from adjudicator.board.maps import Board
from adjudicator.board.moving import Walk, Walked, reachable
from adjudicator.board.places import Open, closed_in, dead_end, next_to
from adjudicator.board.spots import Spot, space_name
from adjudicator.board.words import listed, spot_phrase
from adjudicator.map.steps import Found, Steps, where
from adjudicator.map.survey import Doubts, Survey
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value

SHOWN = 12
"""The most spaces that are named one by one."""


def distance(survey: Survey, one: Ref, other: Ref) -> Found:
    """The steps from a space to a space or an edge, or the other way round."""
    ends = _ends(survey, one, other)
    if ends is None:
        return None
    here, there = ends

    def way(doubts: Doubts) -> tuple[Spot, ...] | None:
        return shortest(survey.board, here, there, Measure(Steps(survey, doubts, None, one, other).open))

    lengths = survey.sure(lambda doubts: [None if (found := way(doubts)) is None else way_length(found)], plain=True)
    if lengths is None:
        return UNDECIDED, []
    found = way(Doubts(survey.world)) if lengths[0] is not None else None
    if found is None:
        return None
    survey.walked = Walked(found, there, ((found[-1], way_length(found)),))
    return way_length(found), [_counted(survey.board, found)]


def _ends(survey: Survey, one: Ref, other: Ref) -> tuple[Spot, Spot] | None:
    """A space, and a space or an edge, between which is counted."""
    here, there = survey.spot(one), survey.spot(other)
    if here is None or there is None or here.is_corner or there.is_corner or not (here.is_space or there.is_space):
        return None
    return (here, there) if here.is_space else (there, here)


def _counted(board: Board, way: tuple[Spot, ...]) -> str:
    """A way and its length in words."""
    steps = way_length(way)
    by = f", by {', '.join(space_name(space) for space in way[1:-1])}" if 2 < len(way) <= SHOWN else ""
    return f"from {space_name(way[0])} to {spot_phrase(board, way[-1])} it is {steps} {'step' if 0 < steps <= 1 else 'steps'}{by}"


def within(survey: Survey, thing: Ref, centre: Ref, radius: Value) -> Found:
    """Whether something lies within a radius, counted through warps, too: one step more through each."""
    ends = _ends(survey, centre, thing)
    if ends is None or not isinstance(radius, Fraction):
        return None
    here, there = ends

    def way(doubts: Doubts) -> tuple[Spot, ...] | None:
        steps = Steps(survey, doubts, None, thing, centre)
        return shortest(survey.board, here, there, Measure(steps.open, steps.warps))

    def inside(found: tuple[Spot, ...] | None) -> bool:
        return found is not None and way_length(found) <= radius

    found = survey.sure(lambda doubts: inside(way(doubts)), plain=True)
    if found is None:
        return UNDECIDED, []
    shown = way(Doubts(survey.world, hinders=not found))
    if shown is None:
        return found, [f"no way leads from {space_name(here)} to {spot_phrase(survey.board, there)}"]
    survey.walked = Walked(shown, there, ((shown[-1], way_length(shown)),))
    return found, [_counted(survey.board, shown)]


def towards(survey: Survey, one: Ref, goal: Ref) -> Found:
    """The space next to the first on the shortest way to the second; undecided where several are as near."""
    here, there = survey.space(one), survey.space(goal)
    if here is None or there is None or here == there:
        return None
    steps = survey.sure(
        lambda doubts: {step.space for step in nearer(survey.board, here, there, Measure(Steps(survey, doubts, one, goal).open))}
    )
    if steps is None or len(steps) != 1:
        return (UNDECIDED, []) if steps != set() else None
    (space,) = steps
    return Ref(space_name(space)), [f"from {space_name(here)} the way to {space_name(there)} leads by {space_name(space)}"]


# ---- ways out of a space ----


def way_on(survey: Survey, space: Ref, walker: Ref) -> Found:
    """Whether the walker can step into the space."""
    here, there = survey.space(walker), survey.space(space)
    if here is None or there is None:
        return None
    ways = survey.sure(lambda doubts: next_to(survey.board, here, there, Steps(survey, doubts, walker).open), plain=True)
    return UNDECIDED if ways is None else ways, where(survey, walker)


def walled_in(survey: Survey, walker: Ref) -> Found:
    """Whether the walker can step nowhere."""
    return _about_ways_out(survey, walker, closed_in)


def in_a_dead_end(survey: Survey, walker: Ref) -> Found:
    """Whether there is one step only that the walker can make."""
    return _about_ways_out(survey, walker, dead_end)


def _about_ways_out(survey: Survey, walker: Ref, asked: Callable[[Board, Spot, Open], bool]) -> Found:
    here = survey.space(walker)
    if here is None:
        return None
    found = survey.sure(lambda doubts: asked(survey.board, here, Steps(survey, doubts, walker).open))
    return UNDECIDED if found is None else found, where(survey, walker)


# ---- movement of one's own will ----


def reach(survey: Survey, walker: Ref, goal: Ref, points: Value = None) -> Found:
    """Whether the walker can come to a space with so many points: his own, if the property has no place for them."""
    here, there = survey.space(walker), survey.space(goal)
    if points is None:
        name = survey.told("points", walker)
        points = survey.world.value((name, (walker,))) if name is not None else UNDECIDED
    if here is None or there is None:
        return None
    if not isinstance(points, Fraction):
        return UNDECIDED, []
    found = survey.sure(lambda doubts: there in walks(survey, doubts, walker, here, points), plain=True)
    if found is None:
        return UNDECIDED, where(survey, walker)
    known = walks(survey, Doubts(survey.world, hinders=not found), walker, here, points)
    way = known[there].spaces if found else (here,)
    survey.walked = Walked(way, there, tuple(sorted((space, walk.cost) for space, walk in known.items())))
    return found, [_way_words(survey, walker, there, known, points)]


def points_to(survey: Survey, walker: Ref, goal: Ref) -> Found:
    """The points that the walker needs to come to a space; no answer where he cannot come there at all."""
    here, there = survey.space(walker), survey.space(goal)
    if here is None or there is None:
        return None

    def way(doubts: Doubts) -> Walk | None:
        return reachable(survey.board, here, None, Steps(survey, doubts, walker).mover(), there).get(there)

    costs = survey.sure(lambda doubts: [walk.cost if (walk := way(doubts)) else None], plain=True)
    if costs is None:
        return UNDECIDED, where(survey, walker)
    walk = way(Doubts(survey.world))
    if walk is None:
        return None
    survey.walked = Walked(walk.spaces, there, ((there, walk.cost),))
    return walk.cost, [_way_words(survey, walker, there, {there: walk}, None)]


def over(survey: Survey, walker: Ref, goal: Ref, thing: Ref) -> Found:
    """Whether every way of the walker to a space that takes the fewest points leads over the thing: over its edge, or into its space."""
    here, there, spot = survey.space(walker), survey.space(goal), survey.spot(thing)
    if here is None or there is None or spot is None or spot.is_corner:
        return None

    def way(doubts: Doubts) -> Walk | None:
        return reachable(survey.board, here, None, Steps(survey, doubts, walker).mover(), there).get(there)

    def led(doubts: Doubts) -> bool:
        walk = way(doubts)
        if walk is None or (spot.is_space and spot not in walk.spaces[1:]):
            return False
        around = Steps(survey, doubts, walker).mover().without(spot)
        return there not in reachable(survey.board, here, walk.cost, around, there)

    found = survey.sure(led)
    if found is None:
        return UNDECIDED, where(survey, walker)
    walk = way(Doubts(survey.world)) if found else None
    return found, [] if walk is None else [_way_words(survey, walker, there, {there: walk}, None), *where(survey, thing)]


def walks(survey: Survey, doubts: Doubts, walker: Ref, here: Spot, points: Fraction) -> dict[Spot, Walk]:
    """Where the walker can come with so many points; worked out once for all spaces asked about."""
    return survey.once(("walks", walker, points, doubts.hinders, tuple(doubts.assumed.items())), doubts,
                       lambda: reachable(survey.board, here, points, Steps(survey, doubts, walker).mover()))  # fmt: skip


def _way_words(survey: Survey, walker: Ref, goal: Spot, known: dict[Spot, Walk], points: Fraction | None) -> str:
    """How he comes there, or how far he comes."""
    have = "" if points is None else f" with {_points(points)}"
    if goal in known:
        walk = known[goal]
        if len(walk.spaces) == 1:
            return f"{walker.name} is in {space_name(goal)}"
        by = f" by {', '.join(space_name(space) for space in walk.spaces[1:-1])}" if 2 < len(walk.spaces) <= SHOWN else ""
        return f"from {space_name(walk.spaces[0])} one comes to {space_name(goal)}{by}, with {_points(walk.cost)}"
    if not known:
        return f"{walker.name} can stay nowhere{have}"
    shown = [space_name(space) for space in sorted(known, key=lambda s: (s.y, s.x))]
    if len(shown) <= SHOWN:
        return f"{have[1:]} {walker.name} comes to {listed(shown)} only".strip()
    return f"{have[1:]} {walker.name} comes to {len(shown)} spaces, none of them {space_name(goal)}".strip()


def _points(points: Fraction) -> str:
    return f"{points} point" + ("" if points == 1 else "s")
