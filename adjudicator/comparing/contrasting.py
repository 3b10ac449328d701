"""The search for situations in which two rulebooks answer differently; every one is settled under both before it counts.

A proposal in which the books agree is used to go on from: what made the other book agree is taken away.  A difference
that was found is carried on to what rests on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field, replace
from functools import cached_property
from typing import Any

from adjudicator.comparing.duel import Duel, Verdict
from adjudicator.comparing.proposing import Pairing, Proposed, Resuming, bare, defined, resumed, sketch_of
from adjudicator.comparing.tasks import Named, Task, Tasks
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.worlds import Ground
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import And, Not
from adjudicator.model.rulebook import Rulebook, properties_in
from adjudicator.model.situation import Node, Situation, Thing
from adjudicator.model.values import Ref
from adjudicator.records import dataclass
from adjudicator.stage.achieving import Achiever
from adjudicator.stage.clashes import worlds
from adjudicator.stage.frames import Frame, Spent
from adjudicator.stage.situating import situation_of
from adjudicator.stage.sketch import EMPTY, Sketch
from adjudicator.stage.witnesses import Search, Witness, free_places, smaller
from adjudicator.vetting.vetter import Wishes

SOMEBODY = "somebody"
"""The name of who is put into a role that nobody plays."""
DEEPEST = 4
"""How far a difference is carried on."""
ENOUGH = 2
"""So many differences of one task are enough."""


@dataclass(frozen=True)
class Difference:
    """A situation in which the two answer differently about one instance."""

    witness: Witness
    verdict: Verdict
    depth: int = 0
    anything: frozenset[str] = frozenset()
    """The things that could as well be of another kind."""
    unnamed: tuple[str, ...] = ()
    """Roles that nobody plays in the situation; with somebody in them the books agree."""

    @property
    def about(self) -> str:
        """The property."""
        return self.witness.node[0]

    @property
    def key(self) -> tuple[Any, ...]:
        """What it is kept under: the property, the class, the clauses responsible."""
        return (self.about, *self.verdict.key)

    @property
    def size(self) -> int:
        """How much the situation says."""
        situation = self.witness.situation
        return len(situation.facts) + len(situation.things) + len(situation.options)


@dataclass
class Contraster:
    """Looks for differences between two rulebooks; belongs to one thread."""

    duel: Duel
    tasks: Tasks
    wishes: Wishes = Wishes()
    found: dict[tuple[Any, ...], Difference] = field(default_factory=dict)
    tried: int = 0
    ruling_out: bool = False
    """Whether a situation that only one book rules out is looked for."""

    @property
    def books(self) -> tuple[Rulebook, Rulebook]:
        """The two rulebooks."""
        return self.tasks.books

    @cached_property
    def searches(self) -> tuple[Search, Search]:
        """The search for situations under each book."""
        wishes = self.wishes
        one, two = (Search(e, wishes.stage, wishes.tries, wishes.steps, wishes.awake) for e in self.duel.engines)
        return one, two

    def achievers(self) -> tuple[Achiever, Achiever]:
        """Fresh achievers of both books."""
        return self.searches[0].achiever(), self.searches[1].achiever()

    # ---- one task ----

    def look(self, task: Task) -> list[Difference]:
        """What comes of one task: the differences that are new, made small."""
        self.ruling_out = task.way in ("invariant", "stage")
        if task.way == "stage":
            return self._gone_through(task.property)
        achievers = self.achievers()
        own, other = achievers[task.side], achievers[1 - task.side]
        pairing = Pairing(own, other)
        first = self._speaker(task.side, task.first) if task.way in ("alone", "against") else None
        match task.way:
            case "bare":
                proposed = iter([self._bare(task)])
            case "defined":
                definitions = [book.definition_of.get(task.property) for book in self.books]
                proposed = defined(own, other, (definitions[0], definitions[1]), task.property)
            case "invariant":
                proposed = self._breaking(own, task.first[0])
            case "alone":
                assert first is not None
                agreed: dict[Named, None] = {}
                found = self._seen(pairing.alone(first), (own, other), task.side, agreed)
                for rival in () if found else agreed:
                    pairing = Pairing(*(self.achievers()[s] for s in (task.side, 1 - task.side)))
                    found = self._seen(pairing.without(first, self._speaker(1 - task.side, rival)), (pairing.own, pairing.other), 0)
                    if found:
                        break
                return found
            case _:
                assert first is not None
                proposed = pairing.against(first, self._speaker(1 - task.side, task.second))
                return self._seen(proposed, (own, other), task.side, most=max(2, self.wishes.tries // 2))
        return self._seen(proposed, (own, other), task.side)

    def _speaker(self, side: int, named: Named) -> tuple[Clause, int]:
        return self.books[side].clauses[named[0]], named[1]

    def _bare(self, task: Task) -> tuple[Any, ...]:
        if task.first[0]:
            return bare(self.books[0], task.property, (task.first[0],))
        return bare(self.books[0], task.property, self.books[0].properties[task.property].kinds)

    def _breaking(self, own: Achiever, name: str) -> Proposed:
        """The invariant is broken; asked is the first thing that it reads."""
        invariant = own.book.invariants[name]
        frame = Frame({p.name: p.kind for p in invariant.parameters}, {})
        for sketch, _ in own.holds(EMPTY, And((invariant.when, Not(invariant.always))), True, frame, 0):
            for node in sketch.wanted:
                if self.tasks.shared.can_ask(node[0]):
                    yield sketch, sketch.node(node)
                    break

    def _gone_through(self, name: str) -> list[Difference]:
        """Every situation of a small stage."""
        found: dict[tuple[Any, ...], Difference] = {}
        for situation, node in self.tasks.stage.situations(name):
            self.tried += 1
            witness = self._witness(situation, node)
            verdict = self._verdict(witness)
            if verdict is not None and Difference(witness, verdict).key not in self.found:
                one = self._kept(Difference(witness, verdict))
                found[one.key] = one
        return list(found.values())

    # ---- proposals ----

    def _seen(self, proposed: Proposed, achievers: tuple[Achiever, Achiever], side: int, agreed: dict[Named, None] | None = None,
              depth: int = 0, most: int = 0) -> list[Difference]:  # fmt: skip
        """The differences in the first few proposals that both books can express; with what the other book agreed by."""
        found: list[Difference] = []
        tried: set[str] = set()
        for witness in self._situations(proposed, achievers, tried, most):
            verdict = self._verdict(witness)
            if verdict is None:
                if agreed is not None:
                    agreed.update(dict.fromkeys(self._winners(1 - side, witness)))
                continue
            difference = Difference(witness, verdict, depth)
            if difference.key not in self.found and not self.duel.against_the_rules(witness.situation, witness.given):
                found.append(self._kept(difference))
            if len(found) >= ENOUGH:
                break
        return found

    def _situations(self, proposed: Proposed, achievers: tuple[Achiever, Achiever], tried: set[str], most: int) -> Iterator[Witness]:
        """Proposals as situations on the stage that both books can express, each once; so many at most (0: as is wished)."""
        most = most or self.wishes.tries
        count = 0
        try:
            for sketch, node in proposed:
                count += 1
                if count > 8 * most:
                    return
                if not self._sayable(sketch, node):
                    continue
                for achiever in achievers if self._read_apart(sketch) else achievers[:1]:
                    made = situation_of(sketch, achiever, node)
                    if made is None or not self.searches[0].fits(made[0]) or not self.tasks.shared.can_say(*made):
                        continue
                    key = repr((made[1], sorted(map(repr, made[0].facts.values())), sorted(map(repr, made[0].things.values()))))
                    if key in tried:
                        continue
                    tried.add(key)
                    self.tried += 1
                    yield self._witness(*made)
                    if len(tried) >= most:
                        return
        except (Spent, RecursionError):
            return

    def _sayable(self, sketch: Sketch, node: Node) -> bool:
        """Whether nothing in the sketch is plainly in the words of one book only."""
        shared = self.tasks.shared
        kinds = all(item.kind in shared.kinds for name, item in sketch.items.items() if name.startswith("#") and item.kind != "thing")
        return kinds and shared.can_ask(node[0]) and all(n[0] in shared.properties for n in sketch.given)

    def _read_apart(self, sketch: Sketch) -> bool:
        """Whether one book leaves something to the scenario on which the other speaks."""
        one, two = self.books
        return any((n[0] in one.clauses_about) != (n[0] in two.clauses_about) for n in sketch.wanted)

    def _witness(self, situation: Situation, node: Node) -> Witness:
        """The situation, with what is awake in it and what it gives in spite of clauses."""
        if self.wishes.awake:
            situation = replace(situation, suppose=dict.fromkeys(sorted(self.wishes.awake), True))
        told = self.books[0].clauses_about.keys() | self.books[1].clauses_about.keys()
        return Witness(situation, node, tuple(n for n in situation.facts if n[0] in told))

    def _winners(self, side: int, witness: Witness) -> list[Named]:
        """The conclusions that give one book's answer."""
        try:
            found = [i for w in worlds(Ground(self.duel.engines[side], witness.situation), witness.node)
                     for i in w.resolve(witness.node).winners]  # fmt: skip
        except (LimitReached, RuleFault, RecursionError):
            return []
        return [(i.clause.name, i.clause.conclusions.index(i.conclusion)) for i in found if i.clause.name in self.books[side].clauses]

    def _verdict(self, witness: Witness) -> Verdict | None:
        situation, node = witness.situation, witness.node
        if self.duel.seen(situation, node) is None and not (self.ruling_out and self.duel.ruled_out(situation, node)):
            return None
        return self.duel.verdict(situation, node)

    def _kept(self, difference: Difference) -> Difference:
        """The difference in the smallest situation that shows the same, kept under its key."""
        verdict, small = difference.verdict, difference.witness
        glimpse = self.duel.seen(small.situation, small.node)
        if glimpse is not None:
            small = self._shrunk(small, lambda less: self.duel.seen(less.situation, less.node) == glimpse)
        again = self.duel.verdict(small.situation, small.node)
        if glimpse is None or again is None or again.key != verdict.key:
            small = self._shrunk(difference.witness, lambda less: self._same(verdict, less))
        kept = replace(difference, witness=small, anything=self._anything(small, verdict), unnamed=self._unnamed(small))
        self.found[kept.key] = kept
        return kept

    def _anything(self, witness: Witness, verdict: Verdict) -> frozenset[str]:
        """The things of the kind that stands for anything, whose kind does not matter."""
        plain, others = self.tasks.plain_kinds
        found = set()
        for name, thing in witness.situation.things.items():
            if others and thing.kinds[0] in plain and name not in self.books[0].constants and free_places(self.books[0], witness, name):
                changed = [{**witness.situation.things, name: replace(thing, kinds=(kind,))} for kind in others]
                witnesses = [replace(witness, situation=replace(witness.situation, things=things)) for things in changed]
                if all(self._same(verdict, one) for one in witnesses):
                    found.add(name)
        return frozenset(found)

    def _unnamed(self, witness: Witness) -> tuple[str, ...]:
        """The roles that nobody plays, where the books agree once somebody does."""
        book, things, found = self.books[0], witness.situation.things, []
        for name, thing in things.items():
            declared = next((book.events[k] for k in thing.kinds if k in book.events), None) if name not in book.constants else None
            played = dict(thing.roles)
            for role, kind in zip(declared.roles, declared.kinds, strict=True) if declared is not None else ():
                if played.get(role) is None and self._agreed(witness, thing, role, kind):
                    found.append(role)
        return tuple(dict.fromkeys(found))

    def _agreed(self, witness: Witness, thing: Thing, role: str, kind: str) -> bool:
        """Whether somebody in the role of an event makes the difference go."""
        plain, others = self.tasks.plain_kinds
        for filling in others if kind in plain else (kind,):
            if filling not in self.books[0].kinds:
                continue
            somebody = Thing(SOMEBODY, (filling,))
            played = replace(thing, roles=(*(pair for pair in thing.roles if pair[0] != role), (role, Ref(SOMEBODY))))
            things = {**witness.situation.things, SOMEBODY: somebody, thing.name: played}
            situation = replace(witness.situation, things=things)
            if self.duel.seen(situation, witness.node) is None:
                return True
        return False

    def _same(self, verdict: Verdict, less: Witness) -> bool:
        again = self.duel.verdict(less.situation, less.node)
        return again is not None and again.key == verdict.key

    def _shrunk(self, witness: Witness, shows: Callable[[Witness], bool]) -> Witness:
        """The witness without what it shows the same without."""
        for less in smaller(self.duel.engines[0], witness):
            if shows(less):
                return self._shrunk(less, shows)
        return witness

    # ---- what rests on a difference ----

    def carried(self, difference: Difference) -> list[Difference]:
        """Differences about what reads the property of this one, in a situation that goes on from its own."""
        if difference.depth >= DEEPEST:
            return []
        found: list[Difference] = []
        name = difference.about.removeprefix("after:") if difference.about.startswith("after:") else difference.about
        for side in (0, 1):
            for speaker in self._readers(side, name):
                if any(d.about == speaker[0].conclusions[speaker[1]].property and d.verdict.responsible == difference.verdict.responsible
                       for d in self.found.values()):  # fmt: skip
                    continue
                found += self._from(difference, side, speaker)
        return found

    def _from(self, difference: Difference, side: int, speaker: tuple[Clause, int]) -> list[Difference]:
        witness = difference.witness
        achiever = Resuming(self.books[side], self.wishes.steps)
        achiever.awake = self.wishes.awake
        sketch, names = sketch_of(self.books[side], witness.situation)
        node = (witness.node[0], tuple(Ref(names.get(v.name, v.name)) if isinstance(v, Ref) else v for v in witness.node[1]))
        try:
            values = {repr(w.resolve(witness.node).value): w.resolve(witness.node).value
                      for w in worlds(Ground(self.duel.engines[side], witness.situation), witness.node)}  # fmt: skip
        except (LimitReached, RuleFault, RecursionError):
            return []
        found: list[Difference] = []
        for value in list(values.values())[:1]:
            known = Ref(names.get(value.name, value.name)) if isinstance(value, Ref) else value
            proposed = resumed(achiever, speaker, sketch, node, known)
            found += self._seen(proposed, (achiever, achiever), side, depth=difference.depth + 1)
        return found

    def _readers(self, side: int, name: str) -> list[tuple[Clause, int]]:
        return self._read_by[side].get(name, [])

    @cached_property
    def _read_by(self) -> tuple[dict[str, list[tuple[Clause, int]]], ...]:
        """For each property, the conclusions that can be asked about of the clauses that read it."""
        both = []
        for book in self.books:
            readers: dict[str, list[tuple[Clause, int]]] = {}
            for clause in book.clauses.values():
                used = set().union(*(properties_in(s) for s in (*clause.whens, *clause.unlesses)), set())
                for index, conclusion in enumerate(clause.conclusions):
                    if self.tasks.shared.can_ask(conclusion.property):
                        for name in used | properties_in(conclusion.value):
                            readers.setdefault(name, []).append((clause, index))
            both.append(readers)
        return tuple(both)
