"""The account of an outcome: its story as far as it matters, its argument, and what would have said otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.adjudication.explaining import Argument, argue
from adjudicator.adjudication.mattering import matter_of
from adjudicator.adjudication.proof import Prover
from adjudicator.adjudication.retelling import Beat, retell
from adjudicator.adjudication.scenes import NOW, Scenes
from adjudicator.adjudication.thinning import shortest
from adjudicator.adjudication.voicing import Voice
from adjudicator.logic.walking.worlds import Ground
from adjudicator.model.outcomes import Outcome
from adjudicator.model.situation import Question

LINE, ARGUMENT, EVERYTHING = "line", "argument", "everything"
DEPTHS = (LINE, ARGUMENT, EVERYTHING)
"""How much of an account is told: one line, what the answer rests on, or that and all that happened besides."""


@dataclass(frozen=True, slots=True)
class Account:
    """Why one outcome comes about. `left_out` counts the steps of the story that do not matter for it."""

    outcome: Outcome
    argument: Argument
    story: tuple[Beat, ...] = ()
    left_out: int = 0


def account_of(ground: Ground, question: Question, outcome: Outcome, depth: str = ARGUMENT) -> Account:
    """The account of one outcome of a question."""
    book, scenes = ground.engine.book, Scenes(ground, outcome)
    proof = shortest(Prover(scenes, question))
    told, left_out, numbers = (), 0, {}
    if outcome.world.steps:
        told, numbers = retell(book, outcome.world, None if depth == EVERYTHING else matter_of(book, outcome, proof))
        whole = told if depth == EVERYTHING else retell(book, outcome.world)[0]
        left_out = len(whole) - len(told)
    world = scenes.world(NOW)
    things = outcome.world.things if outcome.world.things is not None else world.table.all_things if world is not None else {}
    return Account(outcome, argue(scenes, proof, Voice(book, things, numbers)), told, left_out)
