"""What in the rules could be otherwise: options, readings, rulings, clauses, Precedence Numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from adjudicator.engine.engine import supposed
from adjudicator.engine.trace import Trace
from adjudicator.model.clauses import READING_STATUSES, Clause
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Situation
from adjudicator.records import dataclass
from adjudicator.settling.changing.change import Change, Numbers, Swapped
from adjudicator.settling.changing.values import numbers_near

CHOSEN_STATUSES = ("consensus", "disputed", "open", "suggestion", "optional", "overruled")
"""What holds because a group says so; the rest are rules."""


@dataclass
class InRules:
    """The changes to the rules of a situation; `start` is what settling it as it is has looked at."""

    book: Rulebook
    situation: Situation
    start: Trace

    def changes(self, trace: Trace) -> Iterator[Change]:
        """All changes to what was looked at."""
        return chain(self._options(trace), self._readings(trace), self._clauses(trace), self._numbers(), self._swaps())

    def _options(self, trace: Trace) -> Iterator[Change]:
        names = {clause.option for name in (*trace.clauses, *trace.asleep) if (clause := self._clause(name)) and clause.option}
        for name in self.book.options:
            if name in names or name in trace.options:
                now = self.situation.options.get(name, False)
                yield Change("option", name, not now, now)

    def _readings(self, trace: Trace) -> Iterator[Change]:
        """Readings that were chosen; of those left open the answer itself says what comes of each."""
        names = {clause.reading[0] for name in trace.clauses if (clause := self._clause(name)) and clause.reading}
        for name, chosen in self.situation.readings.items():
            if name in names:
                yield from (Change("reading", name, other, chosen) for other in self.book.readings[name].alternatives if other != chosen)

    def _clauses(self, trace: Trace) -> Iterator[Change]:
        """First those that beat others, then those asked last: the nearest to the question."""
        nearest_last = list(trace.clauses)
        for name in sorted(nearest_last, key=lambda name: (name not in trace.won, -nearest_last.index(name))):
            clause = self._clause(name)
            if clause is None or ", as printed" in name:
                continue
            if clause.status not in READING_STATUSES or supposed(self.book, self.situation, clause) is not None:
                yield Change(_sort(clause), name, False, True)
        for name in trace.asleep:
            clause = self._clause(name)
            if clause is not None and (not clause.option or self.situation.options.get(clause.option, False)):
                yield Change(_sort(clause), name, True, False)

    def _clause(self, name: str) -> Clause | None:
        return self.book.clauses.get(name)

    def _numbers(self) -> Iterator[Change]:
        """Precedence Numbers that were weighed against others: as near to those as can be, on the other side or beside them."""
        for holder, number in self.start.weighed.items():
            against = {self.start.weighed[b if a == holder else a] for a, b in self.start.rivals if holder in (a, b)}
            yield from (Change("number", holder, value, number) for value in numbers_near(number, against))

    def _swaps(self) -> Iterator[Change]:
        for first, second in self.start.rivals:
            one, other = self.start.weighed[first], self.start.weighed[second]
            if one != other:
                yield Change("swap", Swapped(first, second), Numbers(other, one), Numbers(one, other))


def _sort(clause: Clause) -> str:
    return "ruling" if clause.status in CHOSEN_STATUSES else "clause"
