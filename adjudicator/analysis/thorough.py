"""Every situation of a small stage, one after another: for small books the search is complete.

Where the stage has more situations than `most`, there is no such list, and the search with witnesses and proofs is all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import prod

from adjudicator.analysis.clashes import Clash, candidates, clash_in, worlds
from adjudicator.analysis.codes import ORDER
from adjudicator.analysis.findings import Finding, digest_of, finding_id
from adjudicator.analysis.single import Seen
from adjudicator.analysis.vetter import Vetter
from adjudicator.analysis.witnesses import Witness
from adjudicator.logic.limits import LimitReached, RuleFault
from adjudicator.logic.walking.worlds import Ground
from adjudicator.model.clauses import DORMANT_STATUSES, Clause
from adjudicator.model.expressions import Apply, Compare, Literal, walk
from adjudicator.model.rulebook import properties_in
from adjudicator.model.situation import Fact, Node, Situation, Thing
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Property

MOST = 4_000
MOST_KINDS = 40
NAMES = ("Ann", "Bob", "Cid", "Dan")

PairKey = tuple[str, tuple[str, int], tuple[str, int]]


class TooMany(Exception):
    """The stage is too large to go through."""


@dataclass
class Record:
    """What all situations together showed."""

    situations: int = 0
    clashes: dict[PairKey, tuple[Clash, Witness]] = field(default_factory=dict)
    seen: dict[tuple[str, int], Seen] = field(default_factory=dict)
    loops: dict[str, Witness] = field(default_factory=dict)


class Thorough:
    """Goes through a stage of up to `things` things in all and one event."""

    def __init__(self, vetter: Vetter, things: int = 2, most: int = MOST) -> None:
        self.vetter, self.book = vetter, vetter.book
        self.things, self.most = things, most
        self.order = {name: place for place, name in enumerate(self.book.clauses)}

    # ---- the stage ----

    def situations(self) -> Iterator[Situation]:
        """Every situation of the stage. Raises TooMany before the first."""
        if len(self.book.kinds) > MOST_KINDS:
            raise TooMany
        tables = list(self._tables())
        if sum(prod(len(values) for _, values in self._facts(things)) for things in tables) > self.most:
            raise TooMany
        for things in tables:
            facts = self._facts(things)
            for chosen in product(*(values for _, values in facts)):
                said = {node: Fact(node, value) for (node, _), value in zip(facts, chosen, strict=True)}
                yield Situation(dict(things), said)

    def _tables(self) -> Iterator[dict[str, Thing]]:
        kinds = [k.name for k in self.book.kinds.values() if k.name not in ("thing", "event") and not self.book.is_a(k.name, "event")
                 and k.name not in self.book.events]  # fmt: skip
        constants = {name: Thing(name, own) for name, own in self.book.constants.items()}
        for count in range(1, self.things + 1):
            for chosen in combinations_with_replacement(kinds, count):
                table = {name: Thing(name, (kind,)) for name, kind in zip(NAMES, chosen, strict=False)}
                yield {**constants, **table}
                for event in self.book.events.values():
                    fillers = [[Ref(n) for n, t in table.items() if any(self.book.is_a(k, kind) for k in t.kinds)] for kind in event.kinds]
                    for roles in product(*fillers):
                        happening = Thing(event.name, (event.name,), tuple(zip(event.roles, roles, strict=True)), True)
                        yield {**constants, **table, event.name: happening}

    def _facts(self, things: dict[str, Thing]) -> list[tuple[Node, list[Value]]]:
        """The instances that only a scenario can settle and that some clause reads, with the values they can have."""
        found = []
        for prop in self._free():
            fitting = [
                [Ref(n) for n, t in things.items() if kind == "thing" or any(self.book.is_a(k, kind) for k in t.kinds)]
                for kind in prop.kinds
            ]
            for args in product(*fitting):
                found.append(((prop.name, args), self._values(prop, things)))
        return found

    def _free(self) -> list[Property]:
        read: set[str] = set()
        for clause in self.book.clauses.values():
            read |= self.book._mentioned(clause)
        for definition in self.book.definitions.values():
            read |= properties_in(definition.meaning)
        for invariant in self.book.invariants.values():
            read |= properties_in(invariant.always) | properties_in(invariant.when)
        for rung in self.book.ladder.rungs:
            for key in rung.keys:
                read |= properties_in(key.term)
        spoken = self.book.clauses_about.keys() | self.book.definition_of.keys()
        return [p for p in self.book.properties.values() if p.name in read and p.name not in spoken and not p.name.startswith("role:")]

    def _values(self, prop: Property, things: dict[str, Thing]) -> list[Value]:
        kind = prop.type
        if kind.base == "yes/no":
            return [False, True]
        if kind.base == "choice":
            return list(kind.options)
        if kind.is_number:
            return sorted(self._numbers(prop.name))
        if kind.base == "thing":
            fitting: list[Value] = [Ref(n) for n, t in things.items() if any(self.book.is_a(k, kind.kind) for k in t.kinds)]
            return [*fitting, None] if kind.nobody else fitting
        raise TooMany

    def _numbers(self, name: str) -> set[Fraction]:
        """Numbers around those that the property is compared with, and two to tell apart."""
        found = {Fraction(1), Fraction(2)}
        for clause in self.book.clauses.values():
            for node in (n for s in (*clause.whens, *clause.unlesses) for n in walk(s)):
                if isinstance(node, Compare):
                    sides = (node.left, node.right)
                    if any(isinstance(s, Apply) and s.property == name for s in sides):
                        for side in sides:
                            if isinstance(side, Literal) and isinstance(side.value, Fraction):
                                found |= {side.value, side.value + 1, side.value - 1}
        return found

    # ---- what it shows ----

    def record(self) -> Record:
        """All situations settled. Raises TooMany where there are too many."""
        record = Record()
        for situation in self.situations():
            record.situations += 1
            try:
                self._settle(Ground(self.vetter.engine, situation), record)
            except (LimitReached, RuleFault):
                continue
        return record

    def _settle(self, ground: Ground, record: Record) -> None:
        for node in self._nodes(ground.table.situation):
            values, stood = set(), set()
            for world in worlds(ground, node):
                resolution = world.resolve(node)
                values.add(repr(resolution.value))
                witness = Witness(ground.table.situation, node)
                if resolution.how == "loop":
                    record.loops.setdefault(node[0], witness)
                spoke = candidates(resolution)
                fallen = {b.instance.key for b in resolution.beaten}
                for instance in spoke:
                    side = (instance.clause.name, instance.clause.conclusions.index(instance.conclusion))
                    seen = record.seen.setdefault(side, Seen())
                    seen.applies = seen.applies or witness
                    if instance.key not in fallen:
                        seen.stands = True
                        stood.add(side)
                sides = sorted(
                    {(i.clause.name, i.clause.conclusions.index(i.conclusion)) for i in spoke}, key=lambda s: (self.order[s[0]], s[1])
                )
                for place, first in enumerate(sides):
                    for second in sides[place:]:
                        clash = clash_in(world, node, (self.book.clauses[first[0]], first[1]), (self.book.clauses[second[0]], second[1]))
                        known = record.clashes.get((node[0], first, second))
                        if clash is not None and clash.code and (known is None or ORDER[clash.code] < ORDER[known[0].code]):
                            record.clashes[(node[0], first, second)] = (clash, witness)
            for side in stood:
                seen = record.seen[side]
                if not seen.matters:
                    without = {repr(w.resolve(node).value) for w in worlds(ground.without(side[0]), node)}
                    seen.matters = without != values

    def _nodes(self, situation: Situation) -> Iterator[Node]:
        """Every instance that clauses speak of."""
        refs = [Ref(name) for name in situation.things if name not in self.book.constants]
        for name, speakers in self.book.clauses_about.items():
            places = len(speakers[0][0].conclusions[speakers[0][1]].args)
            for args in product(refs, repeat=places):
                node = (name, args)
                if node not in situation.facts and self._fits(name, args, situation):
                    yield node

    def _fits(self, name: str, args: tuple[Ref, ...], situation: Situation) -> bool:
        prop = self.book.properties.get(name.removeprefix("after:").removeprefix("decider:"))
        if prop is None:
            events = all(k in self.book.events for ref in args for k in situation.things[ref.name].kinds)
            return events == (name in ("may", "happens"))
        return all(kind == "thing" or any(self.book.is_a(k, kind) for k in situation.things[ref.name].kinds)
                   for ref, kind in zip(args, prop.kinds, strict=True))  # fmt: skip

    # ---- as findings ----

    def findings(self, subjects: frozenset[str] | None) -> list[Finding]:
        """What the whole stage showed, as findings; complete on the stage."""
        record = self.record()
        teller = self.vetter.teller
        found = []
        mildest = ORDER["V110" if self.vetter.wishes.specificity else "V108"]
        for (name, first, second), (clash, witness) in record.clashes.items():
            if ORDER[clash.code] <= mildest and (subjects is None or first[0] in subjects or second[0] in subjects):
                sides = [(self.book.clauses[n], i) for n, i in (first, second)]
                identity = finding_id(clash.code, tuple(digest_of(c) for c, _ in sides), f"{name} {first[1]} {second[1]}")
                found.append(teller.clash(identity, clash, sides[0], sides[1], witness, ()))
        for clause in self.book.clauses.values():
            if (subjects is None or clause.name in subjects) and (
                clause.status not in DORMANT_STATUSES or clause.name in self.vetter.wishes.awake
            ):
                found += self._alone(clause, record)
        return found

    def _alone(self, clause: Clause, record: Record) -> Iterator[Finding]:
        teller, label = self.vetter.teller, self.vetter.teller.label(clause)
        seen = [record.seen.get((clause.name, i), Seen()) for i in range(len(clause.conclusions))]
        sides, digests = (teller.side(clause),), (digest_of(clause),)
        if not any(s.applies for s in seen):
            yield teller.alone(
                "V201",
                finding_id("V201", digests),
                f"{label}: `{clause.name}` can never apply",
                sides,
                "it applies in no situation of the stage",
            )
        elif not any(s.stands for s in seen):
            witness = next(s.applies for s in seen if s.applies)
            yield teller.alone("V202", finding_id("V202", digests), f"{label}: `{clause.name}` is beaten whenever it applies", sides,
                               "it stands in no situation of the stage", witness)  # fmt: skip
        elif not any(s.matters for s in seen):
            witness = next(s.applies for s in seen if s.applies)
            yield teller.alone("V203", finding_id("V203", digests), f"{label}: nothing would be otherwise without `{clause.name}`", sides,
                               "it makes no difference in any situation of the stage", witness)  # fmt: skip
        for conclusion in clause.conclusions:
            circle = self.vetter.engine.circles.get(conclusion.property)
            if (
                conclusion.property in record.loops
                and circle is not None
                and any(self.vetter.engine.circles.get(n) == circle for n in self.book._mentioned(clause))
            ):
                yield teller.alone("V204", finding_id("V204", digests), f"{label}: `{clause.name}` goes round in a circle", sides,
                                   "it goes round and round, so it stays undecided", record.loops[conclusion.property])  # fmt: skip
                break
