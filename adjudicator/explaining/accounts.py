"""The account of an outcome: its story as far as it matters, its argument, and what would have said otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from adjudicator.engine.worlds import Ground
from adjudicator.explaining.explaining import Argument, argue
from adjudicator.explaining.mattering import matter_of
from adjudicator.explaining.proof import Prover
from adjudicator.explaining.retelling import Beat, retell
from adjudicator.explaining.thinning import shortest
from adjudicator.explaining.voicing import Voice
from adjudicator.explaining.whynot import BEATEN, CHANGED, SILENT, STOPPED, Obstacle, why_not
from adjudicator.model.outcomes import Outcome, Resolution
from adjudicator.model.situation import Question
from adjudicator.records import dataclass
from adjudicator.settling.grades import DEFAULT
from adjudicator.settling.scenes import NOW, Scenes

UNSAID = ("default", "silent")
"""The grades of answers that no clause gives."""
NEVER = "nothing that is told, or comes of it, makes it so"
"""Of an event that did not take place."""
LINE, ARGUMENT, EVERYTHING = "line", "argument", "everything"
"""How much of an account is told: one line, what the answer rests on, or that and all that happened besides."""


@dataclass(frozen=True, slots=True)
class Account:
    """Why one outcome comes about.

    `left_out` counts the steps of the story that do not matter for it; `obstacles` are the nearest clauses that would
    have said otherwise, where no clause gave the answer; `numbers` gives the steps of the story the numbers under which
    they are told; `resolutions` are those of the instances it rests on.
    """

    outcome: Outcome
    argument: Argument
    story: tuple[Beat, ...] = ()
    left_out: int = 0
    obstacles: tuple[Obstacle, ...] = ()
    numbers: Mapping[int, int] = field(default_factory=dict)
    resolutions: tuple[Resolution, ...] = ()


def account_of(ground: Ground, question: Question, outcome: Outcome, depth: str = ARGUMENT, others: int = 1,
               all_rungs: bool = False) -> Account:  # fmt: skip
    """The account of one outcome of a question, with so many `others` that came near.

    `all_rungs`: also at less depth than EVERYTHING, what every rung of the ladder would have said, not only those of numbers.
    """
    book, scenes = ground.engine.book, Scenes(ground, outcome)
    proof = shortest(Prover(scenes, question))
    told: tuple[Beat, ...] = ()
    left_out, numbers = 0, dict[int, int]()
    if outcome.world.steps:
        told, numbers = retell(book, outcome.world, None if depth == EVERYTHING else matter_of(book, outcome, proof))
        whole = told if depth == EVERYTHING else retell(book, outcome.world)[0]
        left_out = len(whole) - len(told)
    world = scenes.world(NOW)
    things = outcome.world.things if outcome.world.things is not None else world.table.all_things if world is not None else {}
    argument = argue(scenes, proof, Voice(book, things, numbers), all_rungs or depth == EVERYTHING)
    if outcome.grade == DEFAULT and outcome.answer is False and not (argument.steps or argument.given or argument.missing):
        argument = replace(argument, missing=(NEVER,))
    silent = others and depth != LINE and not outcome.world.missing and (not argument.steps or outcome.grade in UNSAID)
    obstacles = obstacles_to(ground, question, outcome, others, numbers) if silent else ()
    return Account(outcome, argument, told, left_out, obstacles, numbers,
                   tuple(support.resolution for support in proof.supports.values()))  # fmt: skip


def obstacles_to(ground: Ground, question: Question, outcome: Outcome, most: int = 1,
                 told: dict[int, int] | None = None) -> tuple[Obstacle, ...]:  # fmt: skip
    """The nearest clauses that would have said otherwise, with what stopped them."""
    found = why_not(ground, question, outcome, most=most, told=told)
    return tuple(one for one in found if one.sort in (BEATEN, SILENT, STOPPED, CHANGED))
