"""Where to look for differences between two rulebooks: tasks as plain data, which another process can be given.

The clauses that one book has and the other has not are looked at alone, and against those of the other book that can say
the contrary.  What rests on the same in both books is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from adjudicator.comparing.likeness import Contents, Likeness
from adjudicator.comparing.vocabularies import Shared
from adjudicator.comparing.whole_stage import WholeStage
from adjudicator.model.clauses import DORMANT_STATUSES, Clause
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass
from adjudicator.stage.stages import TooMany
from adjudicator.vetting.pairs import Pairs, opposed

Named = tuple[str, int]
"""A conclusion: the name of its clause, and which of its conclusions."""
WAYS = ("stage", "bare", "defined", "invariant", "alone", "against")


@dataclass(frozen=True, slots=True)
class Task:
    """One place to look: a way, a property, the book whose clause comes first, and one or two conclusions."""

    way: str
    property: str
    side: int = 0
    first: Named = ("", 0)
    second: Named = ("", 0)


class Tasks:
    """All tasks for two rulebooks."""

    def __init__(self, one: Rulebook, two: Rulebook, awake: frozenset[str] = frozenset()) -> None:
        self.books = (one, two)
        self.shared = Shared(one, two)
        self.likeness = Likeness(Contents(one), Contents(two))
        self.awake = awake
        self.stage = WholeStage(self.shared)
        self._outlines = (Pairs(one), Pairs(two))

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """The properties that both books can be asked about and at least one speaks of."""
        names: dict[str, None] = {}
        for book in self.books:
            names |= dict.fromkeys((*book.clauses_about, *book.definition_of))
        declared = [p for p in sorted(self.shared.properties) if not p.startswith("role:") and self._other_default(p)]
        names |= dict.fromkeys(declared)
        return tuple(name for name in names if self.shared.can_ask(name))

    @cached_property
    def open(self) -> tuple[str, ...]:
        """The questions about which the books do not rest on the same."""
        return tuple(name for name in self.questions if not self.likeness.same(name))

    @cached_property
    def gone_through(self) -> tuple[str, ...]:
        """The open questions for which every situation of a small stage can be settled."""
        return tuple(name for name in self.open if self._is_small(name)) if self.stage.fits else ()

    def _is_small(self, name: str) -> bool:
        try:
            return bool(self.stage.situations(name))
        except TooMany:
            return False

    def __iter__(self) -> Iterator[Task]:
        own = (self.likeness.own(0), self.likeness.own(1))
        rest: list[Task] = []
        yield from (Task("stage", name) for name in self.gone_through)
        for name in self.open:
            yield from self._declared(name)
            for side in (0, 1):
                for clause, index in self._speakers(side, name):
                    if clause.name in own[side]:
                        yield Task("alone", name, side, (clause.name, index))
            rest += self._pairs(name, own)
        yield from self._invariants()
        yield from sorted(rest, key=lambda task: WAYS.index(task.way))
        for name in () if self.likeness.revisions else self.open:
            for clause, index in self._speakers(0, name):
                if clause.name not in own[0]:
                    yield Task("alone", name, 0, (clause.name, index))

    @cached_property
    def plain_kinds(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """The kinds that stand for anything in a proposal, and two others that have nothing to do with them."""
        plain = [[k for k, kind in book.kinds.items() if not kind.printed and k not in ("thing", "event") and not book.is_a(k, "event")]
                 for book in self.books]  # fmt: skip
        first = frozenset(kinds[0] for kinds in plain if kinds)
        others: list[str] = []
        for kind in plain[0]:
            related = any(book.is_a(kind, k) or book.is_a(k, kind) for k in (*first, *others) for book in self.books)
            if kind in self.shared.kinds and not related and len(others) < 2:
                others.append(kind)
        return first, tuple(others)

    def _speakers(self, side: int, name: str) -> list[tuple[Clause, int]]:
        about = self.books[side].clauses_about.get(name, ())
        return [(c, i) for c, i in about if c.status not in DORMANT_STATUSES or c.name in self.awake]

    def _other_default(self, name: str) -> bool:
        a, b = (book.properties[name] for book in self.books)
        return (a.default, a.kind_defaults) != (b.default, b.kind_defaults)

    def _declared(self, name: str) -> Iterator[Task]:
        """What the declarations themselves say."""
        if name in ("may", "happens"):
            for event in sorted(self.shared.events):
                if self.books[0].events[event].default != self.books[1].events[event].default:
                    yield Task("bare", name, 0, (event, 0))
        elif name in self.shared.properties and self._other_default(name):
            yield Task("bare", name)
        if any(name in book.definition_of for book in self.books):
            yield Task("defined", name)

    def _invariants(self) -> Iterator[Task]:
        """What only one book holds to be so in every possible situation."""
        held = [{repr((i.parameters, i.always, i.when)): i.name for i in book.invariants.values()} for book in self.books]
        for side in (0, 1):
            for content, name in held[side].items():
                if content not in held[1 - side]:
                    yield Task("invariant", "", side, (name, 0))

    def _pairs(self, name: str, own: tuple[frozenset[str], frozenset[str]]) -> Iterator[Task]:
        """Two conclusions about the same, one of each book, that can meet and can be contrary."""
        for one, i in self._speakers(0, name):
            for two, j in self._speakers(1, name):
                if one.name not in own[0] and two.name not in own[1] and self.likeness.revisions:
                    continue
                if self._excluded(one, i, two, j):
                    continue
                if opposed(self.books[0], name, one, i, two, j):
                    yield Task("against", name, 0, (one.name, i), (two.name, j))

    def _excluded(self, one: Clause, i: int, two: Clause, j: int) -> bool:
        """Whether what the two plainly require can never be met together."""
        return self._outlines[0].excluded(self._outlines[0].outline(one, i), self._outlines[1].outline(two, j))
