"""One rulebook made ready for vetting: its pairs asked, its clashes witnessed and told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adjudicator.engine.engine import Engine
from adjudicator.engine.looked import Asked
from adjudicator.engine.worlds import Ground
from adjudicator.language.interrupts import doing
from adjudicator.language.wording import called
from adjudicator.model.clauses import READING_STATUSES, Clause
from adjudicator.model.ladder import Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.precedence.contradictions import contradictions_between
from adjudicator.precedence.specificity import more_specific
from adjudicator.records import dataclass
from adjudicator.stage.clashes import Clash, clash_on
from adjudicator.stage.codes import DECIDED_BY, ORDER
from adjudicator.stage.impossible import Impossible
from adjudicator.stage.orders import ORDERS
from adjudicator.stage.recasting import recast
from adjudicator.stage.stages import Stage
from adjudicator.stage.thorough import FEW, MANY, Thorough
from adjudicator.stage.witnesses import Search, Witness
from adjudicator.vetting.digests import FRAME, Digests
from adjudicator.vetting.findings import Finding, digest_of, finding_id
from adjudicator.vetting.memory import Memory
from adjudicator.vetting.pairs import Counts, Pair, Pairs, Side
from adjudicator.vetting.telling import Teller

if TYPE_CHECKING:
    from adjudicator.entailment.together import Together

WORST = min(ORDER, key=ORDER.__getitem__)
"""The class that nothing is worse than."""
EXCEPTIONS = ("V109", "V110")
"""The classes of what is decided as exceptions are."""
FIRST, LATER = range(1), range(1, len(ORDERS))
"""The orders in which the search goes about a pair: at first, and when the solver has not refuted it."""


@dataclass(frozen=True)
class Wishes:
    """What is looked for, and how far."""

    stage: Stage = Stage()
    specificity: bool = False
    awake: frozenset[str] = frozenset()
    thorough: bool = False
    tries: int = 6
    steps: int = 2_000


@dataclass
class Vetter:
    """Asks and tells about the clauses of one rulebook; belongs to one thread."""

    book: Rulebook
    wishes: Wishes = Wishes()
    memory: Memory = field(default_factory=Memory)
    uses: str = ""
    own: str = ""
    off: tuple[str, ...] = ()
    subjects: frozenset[str] | None = None
    """The clauses of what is vetted (None: a whole book); where one of these loses, it is told whatever decides."""
    counts: Counts = field(default_factory=Counts)
    _watching: bool = False

    @cached_property
    def engine(self) -> Engine:
        """The engine that has the last word."""
        return Engine(self.book)

    @cached_property
    def search(self) -> Search:
        """The search for witnesses."""
        return Search(self.engine, self.wishes.stage, self.wishes.tries, self.wishes.steps, self.wishes.awake)

    @cached_property
    def thorough(self) -> Thorough:
        """What all situations show, where they are few."""
        return Thorough(self.engine, self.wishes.stage, self.wishes.awake, MANY if self.wishes.thorough else FEW)

    @cached_property
    def impossible(self) -> Impossible:
        """What makes situations impossible, where they are few."""
        return Impossible(self.engine, self.wishes.stage, self.wishes.awake, self.thorough.most, self.thorough.cones)

    @cached_property
    def together(self) -> Together:
        """The solver's side."""
        from adjudicator.entailment.together import Together

        return Together(self.book)

    @cached_property
    def outlines(self) -> Pairs:
        """What conclusions plainly require."""
        return Pairs(self.book, None, self.wishes.awake)

    @cached_property
    def digests(self) -> Digests:
        """What the book answers to what a verdict has asked of it."""
        return Digests(self.book, self.engine, lambda: self.thorough.cones, lambda: self.outlines)

    @contextmanager
    def looking(self, *clauses: Clause) -> Iterator[set[Asked]]:
        """Takes down all that is asked of the rulebook meanwhile; of these clauses, everything counts as asked."""
        asked: set[Asked] = {(FRAME,), *(("body", clause.name) for clause in clauses)}
        if self.memory.off:
            yield asked
            return
        if not self._watching:
            _ = self.thorough  # It goes by all of the book, once.
            self.engine.watch()
            self._watching = True
        before, self.engine.looked = self.engine.looked, asked
        try:
            yield asked
        finally:
            self.engine.looked = before

    def note(self, *asked: object) -> None:
        """Take down something that was asked of the book."""
        if self.engine.looked is not None:
            self.engine.looked.add(asked)

    def keep(self, key: str, found: dict[str, Any], asked: set[Asked]) -> None:
        """Keep a verdict for the next run, with what it has asked of the book."""
        if not self.memory.off:
            self.memory.put(key, found, map(self.digests.question, asked))

    @cached_property
    def teller(self) -> Teller:
        """Findings in words."""
        awake = tuple(sorted(self.wishes.awake))
        return Teller(self.book, self.uses or self.book.name, self.own, self.off, awake, self.search.is_out_of_place)

    def pairs(self, subjects: frozenset[str] | None) -> list[Pair]:
        """The pairs that are left after thinning and after what claims and specificity settle."""
        pairs = Pairs(self.book, subjects, self.wishes.awake)
        left = [pair for pair in pairs if not self._settled(pair)]
        self.counts += pairs.counts
        return left

    def _settled(self, pair: Pair) -> bool:
        """Whether the relation of the two that holds in all situations makes it no finding."""
        decided = self.static_rung(pair)
        rung, winner = decided if decided is not None else (None, "")
        if (
            rung is None
            or self._loses(pair, winner)
            or any(self._reading(self.book.clauses[name]) for name, _ in (pair.first, pair.second))
        ):
            return False
        if rung.form in ("claim", "contradiction", "call") and not self.wishes.specificity:
            self.counts.settled_by_claim += 1
            return True
        if rung.form == "specificity" and not self.wishes.specificity:
            self.counts.settled_by_specificity += 1
            return True
        return False

    def _loses(self, pair: Pair, winner: str) -> bool:
        """Whether a vetted clause is beaten by one that is not vetted."""
        names = {pair.first[0], pair.second[0]}
        return self.subjects is not None and winner in names and winner not in self.subjects and not names.isdisjoint(self.subjects)

    def static_rung(self, pair: Pair) -> tuple[Rung, str] | None:
        """The rung on which one of the two beats the other in all situations, and which does, if none that depends on the situation
        comes before."""
        a, b = self.book.clauses[pair.first[0]], self.book.clauses[pair.second[0]]
        if a.name == b.name:
            return None
        for rung in self.book.ladder.rungs:
            match rung.form:
                case "claim" | "call":
                    claims = self.engine.claims_on(rung)
                    over, under = claims.beats(a, b, pair.property), claims.beats(b, a, pair.property)
                    if over or under:
                        return rung, a.name if over else b.name
                case "contradiction":
                    if any(contradictions_between(self.book, a, b)):
                        return rung, ""
                case "specificity":
                    entailment = self.engine.entailment
                    one, other = (
                        more_specific(a, pair.first[1], b, pair.second[1], entailment),
                        more_specific(b, pair.second[1], a, pair.first[1], entailment),
                    )
                    if one.holds or other.holds:
                        return rung, a.name if one.holds else b.name
                case "source":
                    s, t = self.book.sources.get(a.source), self.book.sources.get(b.source)
                    if s is not None and t is not None and s.rank != t.rank:
                        return rung, a.name if s.rank > t.rank else b.name
                case "status":
                    if a.status in rung.order and b.status in rung.order and a.status != b.status:
                        return rung, a.name if rung.order.index(a.status) < rung.order.index(b.status) else b.name
                case _:
                    return None
        return None

    def _reading(self, clause: Clause) -> bool:
        return clause.reading is not None or clause.status in READING_STATUSES

    # ---- clashes ----

    def clashes(self, pairs: Iterable[Pair]) -> Iterator[Finding]:
        """The clashes among the pairs, each with a witness that the engine has settled.

        Most pairs that are left can clash, and a witness is found as quickly as the solver would answer; so the solver
        is asked only about those for which none was found: whether it proves that there is none. If it does not, the
        search goes about it in other orders.
        """
        unshown: dict[tuple[Side, Side], tuple[Pair, set[Asked]]] = {}
        for pair in pairs:
            known = self.memory.get(self.key(pair), self.digests)
            if known is not None:
                self.counts.remembered += 1
                self._count(known["how"], known["finding"] is not None)
                if known["finding"] is not None:
                    yield self.teller.recalled(known["finding"], self.clauses_of(pair))
                continue
            self.counts.asked += 1
            both = [clause for clause, _ in self.clauses_of(pair)]
            between = " and ".join(f"`{called(clause.name)}`" for clause in both)
            with doing(f"looking into {between}"), self.looking(*both) as asked:
                finding, how = self.clash(pair), self._how(pair)
            if finding is not None:
                self._learn(pair, how, asked, finding)
                yield finding
            elif how == "whole":
                self._learn(pair, how, asked)
            else:
                unshown[(pair.first, pair.second)] = (pair, asked)
        for sides, possible in self.together.sweep(unshown) if unshown else ():
            pair, asked = unshown[sides]
            finding = None
            if possible:
                with self.looking() as more:
                    finding = self.clash(pair, LATER)
                asked |= more
            self._learn(pair, self._how(pair) if possible else "apart", asked, finding)
            if finding is not None:
                yield finding

    def _learn(self, pair: Pair, how: str, asked: set[Asked], finding: Finding | None = None) -> None:
        """Count the verdict about a pair, and keep it for the next run."""
        self._count(how, finding is not None)
        self.keep(self.key(pair), {"how": how, "finding": None if finding is None else self.teller.remembered(finding)}, asked)

    def _count(self, how: str, shown: bool) -> None:
        self.counts.witnessed += shown
        self.counts.apart += how == "apart"
        self.counts.whole += how == "whole"
        self.counts.partly += how == "partly"
        self.counts.unshown += not shown and how in ("partly", "searched")

    def _how(self, pair: Pair) -> str:
        """How far a pair was looked into: the whole stage, a smaller stage and the search, the search alone."""
        record = self.thorough.of(pair.property)
        return "searched" if record is None else "whole" if record.whole else "partly"

    def clauses_of(self, pair: Pair) -> tuple[tuple[Clause, int], tuple[Clause, int]]:
        """The two sides of a pair."""
        return ((self.book.clauses[pair.first[0]], pair.first[1]), (self.book.clauses[pair.second[0]], pair.second[1]))

    def key(self, pair: Pair) -> str:
        """What tells the verdict about a pair from others."""
        return "" if self.memory.off else f"{pair.property} {pair.first} {pair.second} {self._side(pair)} {self.manner}"

    @cached_property
    def manner(self) -> str:
        """How it is asked, and how it is told."""
        wishes = self.wishes
        asked = f"{wishes.stage} {wishes.specificity} {wishes.thorough} {sorted(wishes.awake)} {wishes.tries} {wishes.steps}"
        return f"{asked} {self.uses or self.book.name} {self.off}"

    def _side(self, pair: Pair) -> str:
        """Which sides are vetted."""
        return "".join("?" if self.subjects is None else "+" if name in self.subjects else "-" for name, _ in (pair.first, pair.second))

    def clash(self, pair: Pair, orders: Sequence[int] = FIRST) -> Finding | None:
        """The clash of one pair, the worst that was found, made small and told."""
        found = self.shown(pair, orders)
        if found is None:
            return None
        witness, clash = found
        first, second = self.clauses_of(pair)
        seen: list[Clash] = []

        def look(ground: Ground, node: Node) -> Clash | None:
            again = self._same(clash, clash_on(ground, node, first, second))
            seen.extend((again,) if again is not None else ())
            return again

        small = self.search.shrunk(witness, look)
        small = recast(self.book, small, lambda other: self.search.settled(other.situation, other.node, look) is not None)
        final = seen[-1] if seen else self.search.settled(small.situation, small.node, lambda g, n: clash_on(g, n, first, second)) or clash
        digests = tuple(digest_of(c) for c, _ in (first, second))
        identity = finding_id(clash.code, digests, f"{pair.property} {pair.first[1]} {pair.second[1]}")
        return self.teller.clash(identity, final, first, second, small, self._why(pair))

    def shown(self, pair: Pair, orders: Sequence[int] = FIRST) -> tuple[Witness, Clash] | None:
        """A witness of the worst class that the two can come to: in all situations of the stage, where they can be gone through.

        Else the search goes beyond the part of the stage that can.
        """
        record = self.thorough.of(pair.property)
        tried = record.clash(pair.first, pair.second) if record is not None else None
        if tried is not None and not self._wanted(pair, tried[0]):
            tried = None
        if record is not None and (record.whole or tried is not None and tried[0].code == WORST):
            return (tried[1], tried[0]) if tried is not None else None
        found = self._searched(pair, orders)
        if found is None or tried is not None and ORDER[tried[0].code] <= ORDER[found[1].code]:
            return (tried[1], tried[0]) if tried is not None else None
        return found

    def _wanted(self, pair: Pair, clash: Clash) -> bool:
        """Whether a clash is to be told: what specificity or a claim decides is so on request, and where a vetted clause loses by it."""
        if not clash.code:
            return False
        return clash.code not in EXCEPTIONS or self.wishes.specificity or self._loses(pair, clash.winner)

    def _searched(self, pair: Pair, orders: Sequence[int]) -> tuple[Witness, Clash] | None:
        first, second = self.clauses_of(pair)
        found = self.search.clash(first, second, lambda clash: self._wanted(pair, clash), orders)
        if found is not None and found[1].code == DECIDED_BY["key"] and self._can_tie(first[0]) and self._can_tie(second[0]):
            tied = self.search.tied(first, second, lambda c: bool(c.code) and ORDER[c.code] < ORDER["V105"])
            return tied or found
        return found

    def _can_tie(self, clause: Clause) -> bool:
        """Whether the key of the clause is a matter of the situation."""
        kind = clause.kind_of(clause.bearer) if clause.bearer else ""
        return clause.number is None and kind in self.book.kinds and not self.book.kinds[kind].printed

    @staticmethod
    def _same(wanted: Clash, clash: Clash | None) -> Clash | None:
        """The clash, where it is of the class that is wanted, with the same winner, and no less decided."""
        if clash is None or (clash.code, clash.winner) != (wanted.code, wanted.winner):
            return None
        return clash if clash.is_decided or not wanted.is_decided else None

    def _why(self, pair: Pair) -> tuple[str, ...]:
        """Why the rungs above did not decide."""
        first, second = self.clauses_of(pair)
        said = []
        for rung in self.book.ladder.rungs:
            if rung.form == "claim":
                said.append("neither claims to go before the other")
            elif rung.form == "specificity" and first[0].name != second[0].name:
                said.append(more_specific(first[0], first[1], second[0], second[1], self.engine.entailment).reason)
            elif rung.form == "source":
                ranks = {self.book.sources[c.source].rank for c, _ in (first, second) if c.source in self.book.sources}
                if len(ranks) == 1:
                    said.append("their sources have the same rank")
            if rung.form not in ("claim", "contradiction", "call", "specificity", "source", "status"):
                break
        return tuple(said)

    def close(self) -> None:
        """Keep what was learned."""
        self.memory.save(self.digests)
        if "engine" in self.__dict__:
            self.engine.close()


def without_clauses(book: Rulebook, names: Iterable[str]) -> Rulebook:
    """The book without some clauses."""
    gone = frozenset(names)
    kept = {name: clause for name, clause in book.clauses.items() if name not in gone}
    return replace(book, clauses=kept, digest=f"{book.digest} without {sorted(gone)}" if gone else book.digest)
