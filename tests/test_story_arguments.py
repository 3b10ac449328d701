"""Arguments of random stories are complete, and each of their steps is so in its moment (docs/meaning.md 13.3, 13.6).

What each moment knows of events is taken from the reference's own walk, in a world
that has the same answer and in which every step that is shown is so.  From the premises
of every moment, and what earlier ones have made so, the answer must follow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields, replace

import pytest
from agreement import as_followed
from generators import Case
from premises import Following, Shown, known_as
from reduction import reduced
from reference import UNDECIDED, TooLarge
from reference.branching import Fork, Path
from reference.expressions import Known, evaluate
from reference.frame import Frame
from reference.instances import Tables, World
from reference.invariants import NotPossible, must_be_possible
from reference.specificity import Specificity
from reference.story import Walk, every_walk
from story_generators import story_case_of
from telling import tell
from test_arguments import shown_by
from trying import tried

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, Limits, StoryFault
from adjudicator.engine.worlds import Ground
from adjudicator.explaining.proof import Proof, Prover, Support
from adjudicator.explaining.thinning import shortest
from adjudicator.model.expressions import APPLIES, TOLD, Apply
from adjudicator.model.outcomes import Outcome
from adjudicator.model.situation import Node, Question
from adjudicator.model.values import Drawn, Ref
from adjudicator.settling.scenes import NOW, Scenes, plain, step_of
from adjudicator.settling.settling import settle_on

MOST_WORLDS = 100
LIMITS = Limits(worlds=MOST_WORLDS, steps=25)


def faults(case: Case) -> list[str]:
    """What is wrong with the arguments of a story."""
    found: list[str] = []
    case = as_followed(case, LIMITS)
    ground = Ground(Engine(case.book, LIMITS), case.scenario.situation, case.scenario.questions)
    try:
        ground, settlement = settle_on(ground, case.scenario)
    except StoryFault:
        return []
    for question, answer in zip(case.scenario.questions, settlement.answers, strict=True):
        if isinstance(question.ask, Apply) and question.ask.property.startswith(APPLIES):
            continue  # nobody can ask whether a clause applies; it is explained where an answer rests on it
        outcomes = [o for o in answer.outcomes if o.world.decided] if answer.status in ("forced", "several") else []
        try:
            worlds = list(_worlds(case, question)) if outcomes else []
            for outcome in outcomes:
                found += _of_outcome(ground, question, outcome, worlds)
        except (TooLarge, LimitReached):
            continue
    return found


def _worlds(case: Case, question: Question) -> Iterator[World]:
    """The possible worlds of the moment that is asked about, as the reference walks the story."""
    tables = Tables(Frame(case.book, case.scenario.situation), Specificity(case.book), {})

    def ask(find) -> World | None:
        try:
            world = find()
            if world is not None:
                evaluate(question.ask, {}, world)
                must_be_possible(world)
        except NotPossible:
            return None
        return world

    for _, world in every_walk(Walk(tables, Path(), question.moment), ask, MOST_WORLDS):
        if world is not None:
            yield world


def _of_outcome(ground: Ground, question: Question, outcome: Outcome, worlds: list[World]) -> list[str]:
    proof = shortest(Prover(Scenes(ground, outcome), question))
    if any(s.resolution.how == "loop" or _offers_sets(s) for s in proof.supports.values()):
        return []
    where = f"{question.text} is {outcome.answer}"
    things = ground.table.situation.things
    told = [_Told(world, outcome, things) for world in worlds if evaluate(question.ask, {}, world) == outcome.answer]
    alike = [one for one in told if one.names is not None]
    fitting = [one for one in alike if all(one.is_so(node, s.resolution.value) for node, s in proof.supports.items())]
    if not fitting:
        return [f"{where}: in no world is all of this so", *map(str, proof.supports)]
    got = follows(question, proof, fitting[0])
    return [] if got == outcome.answer else [f"{where}: from all the premises follows {got}", *map(str, proof.supports)]


def _offers_sets(support: Support) -> bool:
    """Whether it was open between choices of sets, which engine and reference write down differently (members, or sets of them)."""
    between = [i.value for i in support.resolution.open_between if isinstance(i.value, Drawn)]
    return isinstance(support.resolution.value, frozenset) and bool(between)


class _Told:
    """A world of the reference beside one of the engine, with the moments of the same steps.

    `names` are those by which the reference calls the events, which differ where they came of others; None where it is another story.
    """

    def __init__(self, world: World, outcome: Outcome, told: Collection[str]) -> None:
        self.moments: dict[int, World] = {NOW: world}
        steps = [step for step in outcome.world.steps if step.what == "event"]
        current = world.frame.known.current
        past = list(world.moments)
        if current is not None and current not in past and len(steps) == len(past) + len(world.frame.known.beside):
            past += world.frame.known.beside
        self.names: dict[str, str] | None = None
        if len(steps) == len(past):
            names = {step.event: event.name for step, event in zip(steps, past, strict=True)}
            for step, event in zip(steps, past, strict=True):  # what has come of it and is still to come
                came = [other.name for other, cause in world.frame.known.causes.items() if cause == event]
                names |= {step.caused[0]: came[0]} if len(step.caused) == len(came) == 1 else {}
            self.names = names if all(a == b for a, b in names.items() if a in told or b in told) else None
            self.moments |= {step.number: world.moments[e] for step, e in zip(steps, past, strict=True) if e in world.moments}

    def called(self, part: object) -> object:
        """A node, value or binding, with the events as they are called here."""
        if isinstance(part, Ref):
            return Ref(self.names.get(part.name, part.name))  # type: ignore[union-attr]
        return type(part)(map(self.called, part)) if isinstance(part, tuple | frozenset) and type(part) in (tuple, frozenset) else part

    def is_so(self, node: Node, value: object) -> bool:
        """Whether an instance comes out so in its moment; where the moment is not an event's, that is told."""
        world = self.moments.get(step_of(node))
        name, args = plain(node)
        if world is None or name == "option in use":
            return True
        try:
            return world.read((name, self.called(args))) == self.called(known_as(value))  # type: ignore[arg-type]
        except Fork:
            return True  # nothing that the answer needed: what it would be is not asked in this world


def follows(question: Question, proof: Proof, told: _Told) -> Known | None:
    """The answer that follows, moment after moment; what a step has changed, and what was so when it was over, is so from then on."""
    every = _called(shown_by(proof), told)
    scenes = {step: Following(world.tables, _in_moment(every, step)) for step, world in told.moments.items()}
    plainly = {step: dict(_in_moment(every, step).facts) for step in {step_of(node) for node in proof.supports} - scenes.keys()}
    known = {step: scene.known for step, scene in scenes.items()} | plainly
    values = dict(every.values)
    links = [(node, below) for node, below in every.passed_on if step_of(node) != step_of(below)]
    changed = True
    while changed:
        changed = sum(scene.more() for scene in scenes.values()) > 0
        for node, below in links:
            here, there = known[step_of(node)], known.get(step_of(below), {})
            so = plain(node)[0] in TOLD or values.get(below, UNDECIDED) == values[node]
            if plain(node) not in here and plain(below) in there and so:
                here[plain(node)], changed = values[node], True
    return scenes[NOW].answer(question)


def _called(shown: Shown, told: _Told) -> Shown:
    """What is shown, with the events as the reference calls them."""
    plainly = [field.name for field in fields(shown) if field.name not in ("instances", "objections")]
    changed = {name: told.called(getattr(shown, name)) for name in plainly}
    for name in ("instances", "objections"):
        changed[name] = tuple((told.called(node), replace(i, binding=told.called(i.binding), value=told.called(i.value)))
                              for node, i in getattr(shown, name))  # fmt: skip
    return Shown(**changed)  # type: ignore[arg-type]


def _in_moment(shown: Shown, step: int) -> Shown:
    """What is shown of one moment, with its instances unmarked."""
    parts = {
        field.name: tuple((plain(one[0]), *one[1:]) for one in getattr(shown, field.name) if step_of(one[0]) == step)
        for field in fields(shown)
    }
    for name in ("passed_on", "deciders"):
        parts[name] = tuple((node, plain(below), *more) for node, below, *more in parts[name])
    passed = {(plain(node), plain(below)) for node, below in shown.passed_on if step_of(node) == step == step_of(below)}
    parts["passed_on"] = tuple(pair for pair in parts["passed_on"] if pair in passed)
    return Shown(**parts)


def test_arguments_of_stories_are_complete() -> None:
    def well(case: Case) -> None:
        if faults(case):
            small = reduced(case, lambda smaller: bool(faults(smaller)))
            pytest.fail("\n".join((tell(small), "", *faults(small))), pytrace=False)

    tried(story_case_of, well, 20)
