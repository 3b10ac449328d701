"""What all situations of a stage show of one property, where there are few enough to settle every one of them.

Where they are too many, the largest part of the stage that is not: fewer things, fewer events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace

from adjudicator.engine.decisions import Fork
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, RuleFault, StoryFault
from adjudicator.engine.worlds import Ground
from adjudicator.model.expressions import EFFECTS
from adjudicator.model.outcomes import Instance, Resolution
from adjudicator.model.situation import Node, Situation
from adjudicator.records import dataclass
from adjudicator.stage.clashes import Clash, Found, candidates, clash_in, worlds, worlds_at, worst_of
from adjudicator.stage.codes import ORDER
from adjudicator.stage.cones import Cones
from adjudicator.stage.impossible import broken_anyway, broken_in
from adjudicator.stage.stages import Situations, Stage, TooMany
from adjudicator.stage.witnesses import Witness
from adjudicator.story.retelling import as_stories, is_event

FEW = 300
"""Situations of a property that are settled one by one without being asked to."""
MANY = 20_000
"""The same for `--thorough`."""

Side = tuple[str, int]
PairKey = tuple[Side, Side]


@dataclass
class Seen:
    """What was seen of a conclusion: whether it was ever drawn, ever stood, and ever made a difference."""

    applies: Witness | None = None
    stands: bool = False
    matters: bool = False


@dataclass
class Record:
    """What situations showed of one property; `whole` when they were all that the stage has."""

    whole: bool
    stage: Stage
    situations: int = 0
    clashes: dict[PairKey, tuple[Clash, Witness]] = field(default_factory=dict)
    seen: dict[Side, Seen] = field(default_factory=dict)
    loop: Witness | None = None

    def clash(self, first: Side, second: Side) -> tuple[Clash, Witness] | None:
        """The worst clash of two conclusions, with the smallest situation that shows it."""
        return self.clashes.get((first, second)) or self.clashes.get((second, first))


class Thorough:
    """Goes through the situations of properties, each property once."""

    def __init__(self, engine: Engine, stage: Stage, awake: frozenset[str] = frozenset(), most: int = FEW) -> None:
        self.engine, self.book = engine, engine.book
        self.stage, self.awake, self.most = stage, awake, most
        self.cones = Cones(self.book)
        self.cones.always = broken_anyway(engine, stage, Cones(self.book))
        self.order = {name: place for place, name in enumerate(self.book.clauses)}
        self._known: dict[str, Record | None] = {}

    def of(self, name: str) -> Record | None:
        """What the situations of a property show; None where not even those of the smallest stage can be gone through.

        Effects take a story: what is shown of them is whole where there is one event at most, so that there is one way to tell it.
        """
        asked, self.engine.looked = self.engine.looked, None
        if asked is not None:
            asked.add(("cone", name))
        try:
            if name not in self._known:
                self._known[name] = self._record(name)
        finally:
            self.engine.looked = asked
        return self._known[name]

    def whole(self, name: str) -> Record | None:
        """The same, only where it is the whole stage."""
        record = self.of(name)
        return record if record is not None and record.whole else None

    def _record(self, name: str) -> Record | None:
        cone = self.cones.of(name)
        if cone is None:
            return None
        try:
            situations = Situations(self.book, cone, self.awake)
            stage = self._largest(situations)
        except TooMany:
            return None
        record = Record(stage == self.stage and situations.exact, stage)
        for situation in situations(stage):
            record.situations += 1
            try:
                for told in self._told(situation, record) if name.startswith(EFFECTS) else (situation,):
                    self._settle(situations, Ground(self.engine, told), record)
            except (LimitReached, RuleFault, StoryFault, RecursionError):
                record.whole = False
        return record

    def _told(self, situation: Situation, record: Record) -> Iterator[Situation]:
        """The situation as a story, where something happens in it."""
        if sum(is_event(self.book, thing) and thing.happens for thing in situation.things.values()) > 1:
            record.whole = False
        return as_stories(self.book, situation)

    def _largest(self, situations: Situations) -> Stage:
        """The largest stage that is small enough: all of it, or so many things and events. Raises TooMany where there is none."""
        try:
            situations.count(self.stage, self.most)
            return self.stage
        except TooMany:
            largest = self._smaller(situations, 1, 0)
        for things, events in ((1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1)):
            try:
                largest = self._smaller(situations, things, events)
            except TooMany:
                continue
        return largest

    def _smaller(self, situations: Situations, things: int, events: int) -> Stage:
        total = min(things, self.stage.total) if self.stage.total else things
        stage = replace(self.stage, total=total, things=min(total, self.stage.things), events=min(events, self.stage.events))
        situations.count(stage, self.most)
        return stage

    def _settle(self, situations: Situations, ground: Ground, record: Record) -> None:
        situation, possible = ground.table.situation, False
        for node in situations.nodes(situation):
            values, stood = set(), set()
            clashes: dict[PairKey, list[Found]] = {}
            for world in worlds_at(ground, node):
                resolution, possible = world.resolve(node), True
                values.add(repr(resolution.value))
                if resolution.circles:
                    record.loop = record.loop or Witness(situation, node)
                stood |= self._spoken(situation, node, resolution, record)
                sides = [side for side in self._sides(candidates(resolution)) if side[0] in self.book.clauses]
                for place, first in enumerate(sides):
                    for second in sides[place:]:
                        one, other = ((self.book.clauses[clause], index) for clause, index in (first, second))
                        clash = clash_in(world, node, one, other)
                        if clash is not None:
                            clashes.setdefault((first, second), []).append((clash, world))
            self._keep(clashes, Witness(situation, node), record)
            self._matters(ground, node, stood, values, record)
        if self.book.invariants and not possible and situation.story is None:
            self._blamed(situations, ground, record)

    def _blamed(self, situations: Situations, ground: Ground, record: Record) -> None:
        """In an impossible situation those apply and matter without whom it would be possible."""
        if not broken_in(ground):
            return
        situation = ground.table.situation
        for node in situations.nodes(situation):
            spoke = [i for world in worlds(ground, node, possible=False) for i in candidates(world.resolve(node))]
            for side in self._sides(spoke):
                if not broken_in(ground.without(side[0])):
                    seen = record.seen.setdefault(side, Seen())
                    seen.applies = seen.applies or Witness(situation, node)
                    seen.stands = seen.matters = True

    def _sides(self, spoke: Iterable[Instance]) -> list[Side]:
        found = {(i.clause.name, i.clause.conclusions.index(i.conclusion)) for i in spoke}
        return sorted(found, key=lambda side: (self.order[side[0]], side[1]))

    def _spoken(self, situation: Situation, node: Node, resolution: Resolution, record: Record) -> set[Side]:
        """Takes down who spoke; those who stood are returned."""
        stood: set[Side] = set()
        fallen = {b.instance.key for b in resolution.beaten}
        for instance in candidates(resolution):
            side = (instance.clause.name, instance.clause.conclusions.index(instance.conclusion))
            seen = record.seen.setdefault(side, Seen())
            seen.applies = seen.applies or Witness(situation, node)
            if instance.key not in fallen:
                seen.stands = True
                stood.add(side)
        return stood

    def _keep(self, clashes: dict[PairKey, list[Found]], witness: Witness, record: Record) -> None:
        """The worst clash of each pair is kept, with the first situation that shows it."""
        for key, found in clashes.items():
            clash, known = worst_of(found), record.clashes.get(key)
            if clash.code and (known is None or ORDER[clash.code] < ORDER[known[0].code]):
                record.clashes[key] = (clash, witness)

    def _matters(self, ground: Ground, node: Node, stood: set[Side], values: set[str], record: Record) -> None:
        for side in stood:
            seen = record.seen[side]
            if not seen.matters:
                try:
                    seen.matters = {repr(w.resolve(node).value) for w in worlds_at(ground.without(side[0]), node)} != values
                except (LimitReached, RuleFault, StoryFault, Fork):
                    seen.matters = True
