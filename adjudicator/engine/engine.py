"""What is worked out once for a rulebook and used in every world: claims, circles, entailment, switches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property

from adjudicator.engine.clock import Clock, Room
from adjudicator.engine.counting import Counting, index_counting
from adjudicator.engine.limits import Limits
from adjudicator.engine.looked import Asked, watched
from adjudicator.engine.loops import circles, graph_on_a_map
from adjudicator.engine.probe import Probe
from adjudicator.engine.speakers import Speakers, index_speakers
from adjudicator.engine.symbols import Symbols
from adjudicator.engine.trace import Trace
from adjudicator.entailment.entailment import Entailment
from adjudicator.entailment.verdicts import store_for
from adjudicator.model.clauses import DORMANT_STATUSES, READING_STATUSES, Clause
from adjudicator.model.expressions import COMES_WITH_TIME, EFFECTS, TOLD, Aggregate, Quantified
from adjudicator.model.ladder import Rung
from adjudicator.model.ranging import held_in, is_held
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import CALLS, Situation
from adjudicator.model.triggers import Trigger, index_triggers
from adjudicator.model.vocabulary import Default
from adjudicator.precedence.claims import Claims, claims_of


class Engine:
    """One rulebook made ready for settling; belongs to one thread."""

    def __init__(self, book: Rulebook, limits: Limits = Limits()) -> None:
        self.book = book
        self.limits = limits
        self.clock = Clock(limits)
        self.room = Room()
        self.claims, self.calls = claims_of(book), claims_of(book, calls=True)
        self.trace: Trace | None = None
        self.looked: set[Asked] | None = None
        self.probe: Probe | None = None
        self._mirrors: dict[tuple[str, int], Clause] = {}
        self._lasting: dict[str, bool] = {}
        self._ranges: dict[int, tuple[Quantified | Aggregate, bool]] = {}
        self._held: dict[tuple[int, int], tuple[Clause, frozenset[str]]] = {}

    @contextmanager
    def within(self, limits: Limits) -> Iterator[None]:
        """For a part of the work, other limits of how far a question is followed."""
        usual, self.limits = self.limits, limits
        try:
            yield
        finally:
            self.limits = usual

    def claims_on(self, rung: Rung) -> Claims:
        """The claims that a rung goes by: those of the statements, or the keeper's calls."""
        return self.calls if rung.form == "call" else self.claims

    def watch(self) -> None:
        """From now on tell in `looked`, where that is a set, what is looked at in the rulebook."""
        for indexed in (self.circles, self.speakers, self.plain_relations, self.counting, self.triggers, self._trigger_of,
                        self.fluents, self.told_kinds, self.entailment):  # fmt: skip
            assert indexed is not None
        self.book = watched(self)

    @cached_property
    def circles(self) -> dict[str, int]:
        """The properties that can depend on themselves, by circle."""
        return circles(self.book)

    @cached_property
    def computed_from(self) -> dict[str, set[str]]:
        """For each property, those that can be computed from it in one step."""
        found: dict[str, set[str]] = {"may": {"happens"}}
        for name, needs in graph_on_a_map(self.book).items():
            for need in needs:
                found.setdefault(need, set()).add(name)
        return found

    @cached_property
    def speakers(self) -> dict[tuple[str, bool, bool], Speakers]:
        """The clauses by what they speak of."""
        return index_speakers(self.book)

    @cached_property
    def plain_relations(self) -> frozenset[str]:
        """Yes/no properties that nothing but the facts of a scenario can make true."""
        book = self.book
        return frozenset(
            p.name for p in book.properties.values()
            if p.type.base == "yes/no" and p.name not in book.clauses_about and p.name not in book.definition_of
            and p.name not in COMES_WITH_TIME and f"decider:{p.name}" not in book.clauses_about
            and not p.kind_defaults and replace(p.default, by=(), call="") == Default(False)
        )  # fmt: skip

    @cached_property
    def counting(self) -> dict[str, Counting]:
        """For each kind that clauses speak of, who may count as one."""
        return index_counting(self.book, self.plain_relations)

    @cached_property
    def triggers(self) -> tuple[Trigger, ...]:
        """The effect clauses with their event conditions."""
        return index_triggers(self.book)

    def trigger(self, clause: Clause) -> Trigger:
        """The event conditions of one effect clause."""
        return self._trigger_of[clause.name]

    @cached_property
    def _trigger_of(self) -> dict[str, Trigger]:
        return {trigger.clause.name: trigger for trigger in self.triggers}

    def mirrored(self, clause: Clause, index: int, mirror: Callable[[Clause, int], Clause]) -> Clause:
        """A clause about an order, as what it says of the order the other way round; made once."""
        if (clause.name, index) not in self._mirrors:
            self._mirrors[(clause.name, index)] = mirror(clause, index)
        return self._mirrors[(clause.name, index)]

    @cached_property
    def fluents(self) -> frozenset[str]:
        """The properties that are state: declared so, or changed by an effect (11.2)."""
        changed = {name[len("after:") :] for name in self.book.clauses_about if name.startswith("after:")}
        clock = self.book.clock
        kept = {clock.on_turn, clock.round, clock.phase} - {""} if clock is not None else set()
        return frozenset(p.name for p in self.book.properties.values() if p.state) | changed | kept

    def is_lasting(self, name: str) -> bool:
        """Whether the property of an event that is over stays as it was in the event's moment (11.8)."""
        known = self._lasting.get(name)
        if known is None:
            passing = name in self.fluents or name in TOLD or name == "happens" or name.startswith(("role:", *EFFECTS))
            known = self._lasting[name] = not passing
        return known

    def held(self, clause: Clause, index: int) -> frozenset[str]:
        """The parameters of a clause that mean no event of an earlier tree, where it speaks by this conclusion (11.8)."""
        known = self._held.get((id(clause), index))
        if known is None:
            found = held_in(clause, clause.conclusions[index], self.may_be_event, self.book.asking_of_the_past)
            known = self._held[(id(clause), index)] = (clause, found)
        return known[1]

    def holds_to_now(self, over: Quantified | Aggregate) -> bool:
        """Whether the variable of a quantifier or aggregate means no event of an earlier tree (11.8)."""
        known = self._ranges.get(id(over))
        if known is None:
            found = self.may_be_event(over.kind) and is_held(over, self.book.asking_of_the_past)
            known = self._ranges[id(over)] = (over, found)
        return known[1]

    def may_be_event(self, kind: str) -> bool:
        """Whether events are among the things of a kind."""
        return kind == "thing" or self.book.is_a(kind, "event") or self.book.is_a("event", kind)

    @cached_property
    def entailment(self) -> Entailment:
        """The solver side of specificity, with its remembered verdicts."""
        return Entailment(self.book, store_for(self.book))

    @cached_property
    def symbols(self) -> Symbols:
        """The solver side of unknown numbers."""
        return Symbols(self.book.digest)

    @cached_property
    def told_kinds(self) -> frozenset[str]:
        """Kinds that a clause says things count as."""
        names = (name.removeprefix("after:") for name in self.book.clauses_about)
        return frozenset(name[len("kind:") :] for name in names if name.startswith("kind:"))

    def awake(self, situation: Situation, clause: Clause) -> bool:
        """Whether the clause is neither silent by its status or a supposition, nor lacks its option (2.1, 2.2)."""
        supposed = self.supposed(situation, clause)
        if supposed is False or (clause.option and not situation.options.get(clause.option, False)):
            return False
        return supposed is True or clause.status not in DORMANT_STATUSES

    def supposed(self, situation: Situation, clause: Clause) -> bool | None:
        """Whether the scenario supposes this clause on or off: by name, cited id, group, person or status, in this order.

        With a person on, what he has ruled or holds is on, and what he disputes is off; with him off, the other way round.
        """
        return supposed(self.book, situation, clause)

    def is_reading(self, situation: Situation, clause: Clause) -> bool:
        """Whether the clause is a reading that this situation leaves open (2.4)."""
        return clause.status in READING_STATUSES and self.supposed(situation, clause) is None

    def is_complete(self, kind: str) -> bool:
        """Whether a table has no other things of a kind than those that are named: the seats, and what lies on every table."""
        seats = self.book.clock.seats if self.book.clock is not None else ""
        return (
            bool(seats) and self.book.is_a(kind, seats) or any(self.book.is_a(k, kind) for own in self.book.constants.values() for k in own)
        )

    def close(self) -> None:
        """Keep what was learned about specificity for the next run."""
        if "entailment" in self.__dict__:
            self.entailment.save()


def supposed(book: Rulebook, situation: Situation, clause: Clause) -> bool | None:
    """Whether a situation supposes a clause of a book on or off; None where it supposes nothing of it."""
    switched = situation.suppose
    if not switched:
        return None
    for name in (clause.name, *clause.cites, *clause.groups):
        if name in switched:
            return switched[name]
    for verb, person in book.voices.get(clause.name, ()):
        if person in switched:
            return switched[person] == (verb != "disputes")
    if switched.get(CALLS) is False and clause.warrant().call:
        return False
    return switched.get(clause.status)
