"""Stories walked with changes made, each once for all questions to which it is the same.

Most questions of a scenario ask of the same moment. A walk depends on a question by the moments it asks of, by what of the past
it may ask for, and by the quantifiers and aggregates in it; nothing else of it is looked at before its moment has come.
"""

from __future__ import annotations

from collections import defaultdict
from copy import copy
from dataclasses import field, replace

from adjudicator.engine.limits import LimitReached
from adjudicator.engine.table import Table
from adjudicator.engine.trace import Trace
from adjudicator.engine.worlds import Ground
from adjudicator.model.expressions import Aggregate, Quantified, walk
from adjudicator.model.situation import Question
from adjudicator.records import dataclass
from adjudicator.settling.changing.change import Change
from adjudicator.story.line import Seen, Snapshot
from adjudicator.story.memory import memory_for
from adjudicator.story.walk import Walked
from adjudicator.story.walk import walk as walk_story


@dataclass
class Walks:
    """What came of walking one story with these and those changes, and what was looked at on the way."""

    kept: dict[object, tuple[Walked, Trace]] = field(default_factory=dict)

    def walked(self, ground: Ground, question: Question, changes: tuple[Change, ...], trace: Trace) -> Walked:
        """The story of the ground, in which these changes are made, walked for a question; what is looked at goes into the trace.

        Raises what walking it raises, also where it takes more than the trace allows.
        """
        situation = ground.table.situation
        if any(isinstance(part, (Quantified, Aggregate)) for part in walk(question.ask)):
            return walk_story(ground.engine, situation, (question,))
        memory = memory_for(ground.engine.book, situation, (question,))
        events = frozenset(name for name in memory.events if (thing := situation.things.get(name)) is None or thing.is_event)
        key = (changes, question.moment, events, memory.kinds, memory.whole)
        if key not in self.kept:
            walked = walk_story(ground.engine, situation, (question,))
            looked = Trace()
            looked.take_in(trace)
            self.kept[key] = (walked, looked)
            return _apart(walked)
        walked, looked = self.kept[key]
        if trace.most and looked.work > trace.most:
            trace.work = trace.most + 1
            raise LimitReached(f"more than {trace.most:,} times something was asked for")
        trace.take_in(looked)
        return _apart(walked)


def _apart(walked: Walked) -> Walked:
    """What came of the walk, its moments such that what one question works out in them is not known to the next."""
    seen = ((moment, [Seen(one.line, _own(one.snapshot)) for one in found]) for moment, found in walked.seen.items())
    return replace(walked, seen=defaultdict(list, seen))


def _own(snapshot: Snapshot | None) -> Snapshot | None:
    return None if snapshot is None else replace(snapshot, table=_own_table(snapshot.table), resolved=dict(snapshot.resolved))


def _own_table(table: Table) -> Table:
    own = copy(table)
    own.proposals, own.awake = dict(table.proposals), dict(table.awake)
    return own
