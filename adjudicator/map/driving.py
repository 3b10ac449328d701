"""What a drawn map answers about directions, and about movement that somebody does not steer himself (docs/meaning.md 12.10)."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.board.forced import pushed, strayed
from adjudicator.board.moving import Run, Walked, first_along, straight_on
from adjudicator.board.places import always, sides_towards
from adjudicator.board.spots import HEADINGS, Spot, space_name
from adjudicator.board.words import place
from adjudicator.language.words import as_named
from adjudicator.map.steps import Found, Steps, where
from adjudicator.map.survey import Doubts, Survey
from adjudicator.model.undecided import UNDECIDED, Undecided
from adjudicator.model.values import Ref, Value

FARTHEST = 1000
"""The most steps that anybody is driven or strays at once."""


def direction(survey: Survey, one: Ref, other: Ref) -> Found:
    """The direction that leads straight from the first to the second, or over the side on which an edge lies."""
    here, there = survey.space(one), survey.spot(other)
    if here is None or there is None or there.is_corner or not survey.geometry.directions or here == there:
        return None
    if there.is_edge:
        found = [(1, side.heading) for side in sides_towards(survey.board, here, there)]
    else:
        runs = [first_along(survey.board, here, heading, lambda space: space == there) for heading in HEADINGS]
        found = [(len(run.spaces), heading) for heading, run in zip(HEADINGS, runs, strict=True) if run is not None]
    nearest = [heading for steps, heading in found if steps == min(found)[0]]
    return (_called(survey, nearest[0]), where(survey, one, other)) if len(nearest) == 1 else None


def _called(survey: Survey, heading: int) -> Ref:
    return Ref(survey.geometry.directions[heading])


def _heading(survey: Survey, direction: Value) -> int | None:
    names = survey.geometry.directions
    return names.index(direction.name) if isinstance(direction, Ref) and direction.name in names else None


def beyond(survey: Survey, one: Ref, way: Ref) -> Found:
    """The next space that way, whatever is between; no answer where that is off the map."""
    here, heading = survey.space(one), _heading(survey, way)
    step = survey.board.crossing(here, heading) if here is not None and heading is not None else None
    if step is None or here is None:
        return None
    words = f"{way.name} of {space_name(here)} is {space_name(step.space)}"
    if step.joined:
        words += f": out {place(survey.board, step.edges[0])} one comes in {place(survey.board, step.edges[1])}"
    return Ref(space_name(step.space)), [words]


# ---- movement against one's will ----


def loop(survey: Survey, one: Ref, way: Ref) -> Found:
    """How many steps straight on lead back to where one started; no answer where none do."""
    run = _run(survey, one, way, None)
    if run is None or run[0] is None:
        return None if run is None else (UNDECIDED, [])
    if not run[0].circled or run[0].spaces[0] != run[0].end:
        return None
    steps = len(run[0].spaces) - 1
    return Fraction(steps), [f"straight on {way.name} from {space_name(run[0].end)} leads back there after {steps} steps"]


def driven(survey: Survey, one: Ref, way: Ref, steps: Value) -> Found:
    """The space where one comes to rest who is driven so many steps straight on."""
    found = _driven(survey, one, way, steps)
    if not isinstance(found, Run):
        return None if found is None else (UNDECIDED, [])
    return Ref(space_name(found.end)), [_run_words(survey, one, way, found)]


def spaces_driven(survey: Survey, one: Ref, way: Ref, steps: Value) -> Found:
    """How many steps of so many straight on one is driven before something stops him."""
    found = _driven(survey, one, way, steps)
    if not isinstance(found, Run):
        return None if found is None else (UNDECIDED, [])
    return Fraction(len(found.spaces) - 1), [_run_words(survey, one, way, found)]


def _driven(survey: Survey, one: Ref, way: Ref, steps: Value) -> Run | Undecided | None:
    if steps is UNDECIDED:
        return UNDECIDED
    if not isinstance(steps, Fraction) or steps < 0:
        return None
    found = _run(survey, one, way, min(int(steps), FARTHEST))
    if found is None or found[0] is None:
        return None if found is None else UNDECIDED
    survey.walked = Walked(found[0].spaces)
    return found[0]


def _run(survey: Survey, one: Ref, way: Ref, steps: int | None) -> tuple[Run | None] | None:
    """So many steps straight on; None for the run where it is undecided what stops it."""
    here, heading = survey.space(one), _heading(survey, way)
    if here is None or heading is None:
        return None
    return (survey.sure(lambda doubts: straight_on(survey.board, here, heading, steps, Steps(survey, doubts, one).open)),)


def _run_words(survey: Survey, one: Ref, way: Ref, run: Run) -> str:
    words = f"{way.name} from {space_name(run.spaces[0])} it goes " + (
        f"by {', '.join(space_name(space) for space in run.spaces[1:])}" if len(run.spaces) > 1 else "nowhere"
    )
    if run.circled:
        return f"{words}, back to where it began"
    crossing = survey.board.crossing(run.end, run.heading) if run.stopped else None
    barred = Steps(survey, Doubts(survey.world), one).barred(crossing) if crossing is not None else []
    if barred:
        return f"{words}, up to {as_named(barred[0].name)}"
    return f"{words}, up to the rim of the map" if run.stopped else words


def first_free(survey: Survey, walker: Ref, start: Ref, way: Ref) -> Found:
    """The space itself, or the first one straight on from it that way, in which the walker may be, whatever is between."""
    here, heading = survey.space(start), _heading(survey, way)
    if here is None or heading is None:
        return None

    def free(doubts: Doubts) -> list[Spot | None]:
        steps = Steps(survey, doubts, walker)

        def good(space: Spot) -> bool:
            return not any(steps.stopped(thing) for thing in steps.standing(space)) and not steps.any("no stop", space)

        run = None if good(here) else first_along(survey.board, here, heading, good, always)
        return [here if good(here) else run.end if run is not None else None]

    found = survey.sure(free)
    if found is None:
        return UNDECIDED, []
    return None if found[0] is None else (Ref(space_name(found[0])), where(survey, walker))


def push(survey: Survey, one: Ref, way: Ref, steps: Value) -> Found:
    """Where one ends who is pushed so many steps, turning where he must, out of a dead end back: drawn by chance."""
    here, heading = survey.space(one), _heading(survey, way)
    if here is None or heading is None or not isinstance(steps, Fraction):
        return None
    number = min(int(steps), FARTHEST)

    def chances(doubts: Doubts) -> dict[Spot, Fraction]:
        ends: dict[Spot, Fraction] = {}
        for end in pushed(survey.board, here, heading, number, Steps(survey, doubts, one).open):
            ends[end.end] = ends.get(end.end, Fraction(0)) + end.chance
        return ends

    return _drawn(survey, survey.sure(chances), here)


def stray(survey: Survey, one: Ref, *told: Value) -> Found:
    """Where one ends who goes so many points in random directions: a new one whenever he runs into something.

    `told`: the first direction, if that is known, and the points.
    """
    *first, points = told
    here, heading = survey.space(one), _heading(survey, first[0]) if first else None
    if here is None or not isinstance(points, Fraction):
        return None
    number, chances = min(int(points), FARTHEST), None if heading is None else {heading: Fraction(1)}
    return _drawn(survey, survey.sure(lambda doubts: strayed(survey.board, here, number, Steps(survey, doubts, one).open, chances)), here)


def _drawn(survey: Survey, chances: dict[Spot, Fraction] | None, here: Spot) -> Found:
    """A space drawn by these chances: a branching."""
    if chances is None:
        return UNDECIDED, []
    spaces = sorted(chances, key=lambda s: (s.y, s.x))
    survey.walked = Walked((here,), None, tuple((space, chances[space]) for space in spaces))
    taken = survey.drawn_by_chance({Ref(space_name(space)): chances[space] for space in spaces})
    ways = [f"{space_name(space)} with chance {chances[space]}" for space in spaces]
    return taken, [f"from {space_name(here)} it ends in {' or '.join(ways)}"] if len(ways) > 1 else []
