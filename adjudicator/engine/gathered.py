"""The answer of a question under every combination of decisions, in one diagram."""

from __future__ import annotations

from adjudicator.engine.guards import Diagrams
from adjudicator.model.outcomes import Decision
from adjudicator.records import dataclass

NO_WORLD = "no world"


@dataclass
class Answers:
    """For every combination of decisions the answer, as (is it decided, its value); NO_WORLD where no world is possible.

    `branchings` are the decisions behind each variable of the diagrams, in the order of its alternatives.
    """

    diagrams: Diagrams
    answers: int
    branchings: dict[int, tuple[Decision, ...]]

    @property
    def nothing(self) -> int:
        """The constant of combinations of which no world is possible."""
        return self.diagrams.constant(NO_WORLD)
