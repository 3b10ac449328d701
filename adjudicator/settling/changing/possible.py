"""The changes that can matter to a question: of everything that could be otherwise, what the settling has looked at."""

from __future__ import annotations

from itertools import chain, zip_longest

from adjudicator.engine.trace import Trace
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question, Situation
from adjudicator.records import dataclass
from adjudicator.settling.changing.change import GROUPS, SORTS, Change
from adjudicator.settling.changing.in_rules import InRules
from adjudicator.settling.changing.on_table import OnTable


@dataclass
class Possible:
    """What could be otherwise in a situation that a question is asked about.

    `start` is what settling it as it is has looked at: which numbers were compared, and so at which others a comparison turns.
    """

    book: Rulebook
    situation: Situation
    question: Question
    start: Trace

    def __post_init__(self) -> None:
        self._table = OnTable(self.book, self.situation, self.question, self.start)
        self._rules = InRules(self.book, self.situation, self.start)

    def among(self, trace: Trace) -> list[Change]:
        """The changes to what was looked at. Things that are there and events that happen are always looked at.

        The table, what was agreed, and the rules take turns, so that a search which stops early has tried some of each.
        """
        found = dict.fromkeys(chain(self._table.changes(trace), self._rules.changes(trace)))
        near = {node: place for place, node in enumerate(trace.nodes)}
        groups = [_in_turn(sorted((c for c in found if c.sort in group), key=lambda c: _nearness(c, near))) for group in GROUPS]
        return [change for row in zip_longest(*groups) for change in row if change is not None]


def _nearness(change: Change, near: dict[Node, int]) -> tuple[int, int]:
    """Its sort, and of facts how soon the settling asked for it."""
    early = near.get(change.node, len(near)) if change.sort in ("fact", "unsaid") else 0
    return (SORTS.index(change.sort), early)


def _in_turn(changes: list[Change]) -> list[Change]:
    """The first change of everything that can be changed, then the second of each, and so on."""
    counts: dict[object, int] = {}
    rounds = []
    for change in changes:
        counts[change.what] = counts.get(change.what, 0) + 1
        rounds.append(counts[change.what])
    return [change for _, change in sorted(zip(rounds, changes, strict=True), key=lambda pair: pair[0])]
