"""Witnesses: a smallest concrete situation that, settled by the engine, shows what a finding claims.

The search proposes situations (stage/achieving.py); the engine settles them; what it says is what is reported.
So no finding is shown that settling would not show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from fractions import Fraction
from itertools import islice
from typing import TypeVar

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, RuleFault, StoryFault
from adjudicator.engine.resolve import World
from adjudicator.engine.worlds import Ground
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Literal, Term, Var
from adjudicator.model.outcomes import Instance
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import AS_USUAL, Ref, Value
from adjudicator.records import dataclass
from adjudicator.stage.achieving import Achiever
from adjudicator.stage.clashes import Clash, Side, clash_on
from adjudicator.stage.clearing import between, cleared
from adjudicator.stage.doubts import in_two_parts, told_as
from adjudicator.stage.frames import Frame, Hole, Spent
from adjudicator.stage.situating import names_in, situation_of
from adjudicator.stage.sketch import EMPTY, Sketch, met_kinds, with_item, with_named
from adjudicator.stage.stages import Stage
from adjudicator.stage.storying import without_events
from adjudicator.story.retelling import as_stories, is_event

Seen = TypeVar("Seen")
TRIES = 12
STEPS = 3_000
WORK = 20_000
"""Pieces of work (engine/clock.py) after which no further situation is tried: four times what any search took that found something
when all books were looked through; those that find nothing took up to a hundred thousand, and most of the time of `check`."""
LESS = 2
"""How many times fewer steps and tries there are in each further order of looking."""
MOST_THIRDS, WAYS = 3, 4
"""How many clauses are cleared out of the way of two, one after another, and in how many ways each."""


@dataclass(frozen=True)
class Witness:
    """A situation, the instance in question, and what of it had to be given in spite of clauses that could give it."""

    situation: Situation
    node: Node
    given: tuple[Node, ...] = ()


@dataclass
class Tries:
    """What is to be tried: proposals, one after another, each made better before the next comes, where something stands in its way.

    `told` are shown by stories; `known` is what was tried before; `sides` are the clauses that are to come to each other.
    """

    proposals: Iterator[tuple[Sketch, Node]]
    achiever: Achiever
    told: bool = False
    known: set[str] = field(default_factory=set)
    sides: tuple[Side, ...] = ()
    better: list[tuple[Sketch, Node, int]] = field(default_factory=list)
    times: int = 0

    def __iter__(self) -> Iterator[tuple[Sketch, Node]]:
        while True:
            if self.better:
                sketch, node, self.times = self.better.pop(0)
            else:
                found = next(self.proposals, None)
                if found is None:
                    return
                (sketch, node), self.times = found, 0
            yield sketch, node

    def clear(self, sketch: Sketch, node: Node, third: Instance) -> None:
        """The same with the third out of the way comes next."""
        called = names_in(sketch, self.achiever)
        better = islice(cleared(self.achiever, sketch, third, called), WAYS)
        self.better[:0] = [(s, s.node(node), self.times + 1) for s in better]

    def repeats(self, made: tuple[Situation, Node], book: Rulebook) -> bool:
        """Whether the situation was tried before; it is known from now on."""
        situation, node = made
        own = [thing for name, thing in situation.things.items() if name not in book.constants]
        key = repr((node, sorted(map(repr, situation.facts.values())), own))
        before = key in self.known
        self.known.add(key)
        return before


@dataclass(frozen=True)
class Search:
    """One engine with the limits of a search; what it is asked for is found or not."""

    engine: Engine
    stage: Stage = Stage()
    tries: int = TRIES
    steps: int = STEPS
    awake: frozenset[str] = frozenset()
    work: int = WORK

    def achiever(self, order: int = 0) -> Achiever:
        achiever = Achiever(self.engine.book, self.steps if order == 0 else self.steps // LESS)
        achiever.awake = self.awake
        achiever.looked = self.engine.looked
        achiever.order = order
        return achiever

    def clash(
        self, first: Side, second: Side, wanted: Callable[[Clash], bool] = bool, orders: Sequence[int] = (0,)
    ) -> tuple[Witness, Clash] | None:
        """A situation in which the two conclusions clash: the first that is found, in one order of looking for it after another."""
        return self._clash(first, second, wanted, False, orders)

    def tied(self, first: Side, second: Side, wanted: Callable[[Clash], bool]) -> tuple[Witness, Clash] | None:
        """The same, with the keys of the two clauses equal."""
        return self._clash(first, second, wanted, True, (0,))

    def _clash(
        self, first: Side, second: Side, wanted: Callable[[Clash], bool], tied: bool, orders: Sequence[int]
    ) -> tuple[Witness, Clash] | None:
        spare: list[tuple[Witness, Clash]] = []

        def look(ground: Ground, node: Node) -> Clash | None:
            clash = clash_on(ground, node, first, second)
            if clash is None or not wanted(clash):
                return None
            if clash.is_decided:
                return clash
            spare.append((self.witness(ground.table.situation, node), clash))
            return None

        known: set[str] = set()
        for order in orders:
            achiever = self.achiever(order)
            sides = (first, second) if order == 0 else ()
            tries = Tries(both(achiever, first, second, tied), achiever, is_told(first), known, sides)
            found = self.sought(tries, look)
            if found is not None or spare:
                return found or spare[0]
        return None

    def witness(self, situation: Situation, node: Node) -> Witness:
        """The situation as a witness, with what it says though clauses could give it (state at the start is told as a table tells it)."""
        book = self.engine.book
        return Witness(situation, node, tuple(n for n in situation.facts if n[0] in book.clauses_about and not is_state(book, n[0])))

    def first(
        self, proposals: Iterator[tuple[Sketch, Node]], achiever: Achiever, look: Callable[[Ground, Node], Seen | None]
    ) -> tuple[Witness, Seen] | None:
        """The first proposal in which `look` sees something."""
        return self.sought(Tries(proposals, achiever), look)

    def sought(self, tries: Tries, look: Callable[[Ground, Node], Seen | None]) -> tuple[Witness, Seen] | None:
        """The same for tries that go on where they were left: by clearing out of the way what comes between two clauses."""
        later: list[tuple[Situation, Node]] = []
        tried = proposed = 0
        most = self.tries if tries.achiever.order == 0 else self.tries // LESS
        clock = self.engine.clock
        enough = clock.spent + self.work
        try:
            for sketch, node in tries:
                proposed += 1
                if tried >= most or proposed > 8 * most or clock.spent > enough:
                    break
                made = situation_of(sketch, tries.achiever, node)
                if made is None or not self.fits(made[0]):
                    continue
                if self.awake:
                    made = (replace(made[0], suppose=dict.fromkeys(sorted(self.awake), True)), made[1])
                if tries.repeats(made, self.engine.book):
                    continue
                tried += 1
                if in_two_parts(made[0]) or self.is_out_of_place(made[0]):
                    later.append(made)
                    continue
                found = self._seen(made, tries.told, look)
                if found is not None:
                    return found
                if tries.sides and tries.times < MOST_THIRDS:
                    third = self.settled(made[0], made[1], lambda ground, at: between(ground, at, *tries.sides))
                    if third is not None:
                        tries.clear(sketch, node, third)
        except (Spent, RecursionError):
            pass
        seen = (self._seen(made, tries.told, look) for made in later)
        return next((found for found in seen if found is not None), None)

    def _seen(self, made: tuple[Situation, Node], told: bool, look: Callable[[Ground, Node], Seen | None]) -> tuple[Witness, Seen] | None:
        """What `look` sees in a situation, or where effects are asked about in a story of it."""
        for situation in self._forms(made[0]) if told else (made[0],):
            seen = self.settled(situation, made[1], look)
            if seen is not None:
                return self.witness(situation, made[1]), seen
        return None

    def _forms(self, situation: Situation) -> Iterator[Situation]:
        """The situation as a story; as the moment that it is where nothing happens in it."""
        if any(is_event(self.engine.book, thing) and thing.happens for thing in situation.things.values()):
            yield from as_stories(self.engine.book, situation)
        else:
            yield situation

    def settled(self, situation: Situation, node: Node, look: Callable[[Ground, Node], Seen | None]) -> Seen | None:
        """What `look` sees in the settled situation; nothing where a limit is reached or a rule is at fault."""
        try:
            return look(Ground(self.engine, situation), node)
        except (LimitReached, RuleFault, StoryFault, RecursionError):
            return None

    def is_out_of_place(self, situation: Situation) -> bool:
        """Whether something is told in a place for things of a kind that it neither is nor counts as there."""
        told = list(told_as(self.engine.book, situation))
        if not told:
            return False
        ground = Ground(self.engine, replace(situation, story=None))
        world = World(self.engine, ground.table, Decisions(), [], {})
        try:
            return any(world.kind_truth(ref, kind) is False for ref, kind in told)
        except (Fork, LimitReached, RuleFault, RecursionError):
            return False

    def fits(self, situation: Situation) -> bool:
        """Whether the situation is on the stage."""
        book = self.engine.book
        kinds: dict[str, int] = {}
        events = 0
        for name, thing in situation.things.items():
            if name in book.constants:
                continue
            if is_event(book, thing):
                events += 1
            else:
                kinds[thing.kinds[0]] = kinds.get(thing.kinds[0], 0) + 1
        return events <= self.stage.events and all(count <= self.stage.things for count in kinds.values())

    def shrunk(self, witness: Witness, look: Callable[[Ground, Node], Seen | None]) -> Witness:
        """The witness without what it shows the same without: things with all that is said of them, facts, options."""
        needed: set[Part] = set()  # Parts of the witness as it is now that it cannot do without.
        smaller = True
        while smaller:
            smaller = False
            for part in parts_of(self.engine.book, witness):
                less = without(self.engine.book, witness, part) if part not in needed else None
                if less is not None and self.settled(less.situation, less.node, look) is not None:
                    witness, smaller, needed = less, True, set()
                else:
                    needed.add(part)
        return witness


def is_told(side: Side) -> bool:
    """Whether the conclusion is an effect, which is shown by a story."""
    return side[0].conclusions[side[1]].property.startswith("after:")


def is_state(book: Rulebook, name: str) -> bool:
    """Whether the property persists until an event changes it."""
    return name in book.properties and book.properties[name].state


Part = str | Node
"""A part of a situation: a thing, an event or an option by its name, a fact by its instance."""


def smaller(engine: Engine, witness: Witness) -> Iterator[Witness]:
    """Every witness that is one step smaller."""
    found = (without(engine.book, witness, part) for part in parts_of(engine.book, witness))
    yield from (less for less in found if less is not None)


def parts_of(book: Rulebook, witness: Witness) -> list[Part]:
    """All that could be left out of a witness, things first."""
    situation = witness.situation
    asked = {v.name for v in witness.node[1] if isinstance(v, Ref)}
    return [*(n for n in situation.things if n not in book.constants and n not in asked), *situation.facts, *situation.options]


def without(book: Rulebook, witness: Witness, part: Part) -> Witness | None:
    """The witness without a part: a thing goes with all that is said of it and the events in which it plays a role."""
    situation = witness.situation
    if part in situation.options:
        return replace(witness, situation=replace(situation, options={n: on for n, on in situation.options.items() if n != part}))
    gone = {part} if part in situation.things else set()
    while more := {n for n, t in situation.things.items() if any(isinstance(v, Ref) and v.name in gone for _, v in t.roles)} - gone:
        gone |= more
    facts = {n: f for n, f in situation.facts.items()
             if n != part and not any(isinstance(v, Ref) and v.name in gone for v in (*n[1], f.value))}  # fmt: skip
    things = {n: t for n, t in situation.things.items() if n not in gone}
    story = without_events(situation.story, gone) if situation.story is not None else None
    if situation.story is not None and story is None:
        return None
    if not gone and len(facts) == len(situation.facts) or any(isinstance(v, Ref) and v.name in gone for v in witness.node[1]):
        return None
    less = replace(situation, things=things, facts=facts, story=story)
    return replace(witness, situation=less, given=tuple(n for n in witness.given if n in facts))


def free_places(book: Rulebook, witness: Witness, name: str) -> bool:
    """Whether the thing stands only where the phrases of the book let anything stand."""
    situation, kinds = witness.situation, set()
    for thing in situation.things.values():
        declared = next((book.events[k] for k in thing.kinds if k in book.events), None)
        kinds |= {declared.kinds[declared.roles.index(role)] for role, value in thing.roles if declared is not None and value == Ref(name)}
    for prop, args in (witness.node, *situation.facts):
        known = book.properties.get(prop.removeprefix("after:").removeprefix("decider:"))
        kinds |= {kind for kind, arg in zip(known.kinds if known is not None else (), args, strict=False) if arg == Ref(name)}
        fact = situation.facts.get((prop, args))
        if known is not None and fact is not None and fact.value == Ref(name):
            kinds.add(known.type.kind)
    return kinds <= {"thing", ""}


def places(achiever: Achiever, sides: tuple[Side, ...]) -> Iterator[tuple[Sketch, tuple[Value, ...]]]:
    """Things for the places that the conclusions share."""
    book = achiever.book
    first = sides[0][0].conclusions[sides[0][1]]
    prop = book.properties.get(first.property.removeprefix("after:").removeprefix("decider:"))

    def fill(sketch: Sketch, values: tuple[Value, ...]) -> Iterator[tuple[Sketch, tuple[Value, ...]]]:
        index = len(values)
        if index == len(first.args):
            yield sketch, values
            return
        terms = [(clause, clause.conclusions[i].args[index]) for clause, i in sides]
        named = [term.value for _, term in terms if isinstance(term, Literal)]
        if named:
            after = with_named(sketch, book, named[0]) if isinstance(named[0], Ref) else sketch
            yield from fill(after, (*values, named[0]))
            return
        kinds = [clause.kind_of(term.name) for clause, term in terms if isinstance(term, Var)]
        if prop is not None and index < len(prop.kinds):
            kinds.append(prop.kinds[index])
        if "number" in kinds:
            for number in (1, 2, 3, 4):
                yield from fill(sketch, (*values, Fraction(number)))
            return
        kinds = [kind for kind in kinds if kind not in ("", "thing")] or ["thing"]
        start = [kinds[0]]
        for kind in kinds[1:]:
            start = [k for one in start for k in (met_kinds(book, one, kind) or _counted(book, one, kind))]
        for kind in start[:3]:
            after, ref = with_item(sketch, book, kind)
            yield from fill(after, (*values, ref))

    yield from fill(EMPTY, ())


def _counted(book: Rulebook, one: str, other: str) -> list[str]:
    """Of two kinds that nothing is declared with together, the one whose things may be counted as the other."""
    return [one] if other in book.changeable_kinds else [other] if one in book.changeable_kinds else []


def applying(achiever: Achiever, side: Side) -> Iterator[tuple[Sketch, Node]]:
    """Sketches in which the conclusion is drawn."""
    clause, index = side
    for sketch, values in places(achiever, (side,)):
        frame = Frame({p.name: p.kind for p in clause.parameters}, {})
        for after, bound in achiever.head(sketch, clause.conclusions[index].args, values, frame):
            for last, _ in achiever.clause(after, clause, bound, 0):
                yield last, last.node((clause.conclusions[index].property, values))


def both(achiever: Achiever, first: Side, second: Side, tied: bool = False) -> Iterator[tuple[Sketch, Node]]:
    """Sketches in which both conclusions are drawn about the same, with values that differ."""
    name = first[0].conclusions[first[1]].property
    for sketch, values in places(achiever, (first, second)):
        for after, one in _drawn(achiever, sketch, first, values):
            for last, other in _drawn(achiever, after, second, values):
                for whole in _differing(achiever, last, first, one, second, other):
                    for even in _tied(achiever, whole, (first[0], one), (second[0], other)) if tied else (whole,):
                        yield even, even.node((name, values))


def _tied(achiever: Achiever, sketch: Sketch, *sides: tuple[Clause, Frame]) -> Iterator[Sketch]:
    """The bearers of the two clauses have the same keys."""
    keys = [key.term for rung in achiever.book.ladder.rungs if rung.form == "key" for key in rung.keys]
    bearers = [frame.binding[clause.bearer] for clause, frame in sides]
    yield from _all_equal(achiever, sketch, keys, bearers)


def _all_equal(achiever: Achiever, sketch: Sketch, keys: list[Term], bearers: list[Value]) -> Iterator[Sketch]:
    if not keys:
        yield sketch
        return
    frames = [Frame({}, {"it": sketch.now(bearer)}) for bearer in bearers]
    for after, _, x in achiever.value(sketch, keys[0], frames[0], 1):
        for last, _, y in achiever.value(after, keys[0], frames[1], 1):
            for even in achiever._related(last, "=", x, y, 1):
                yield from _all_equal(achiever, even, keys[1:], bearers)


def _drawn(achiever: Achiever, sketch: Sketch, side: Side, values: tuple[Value, ...]) -> Iterator[tuple[Sketch, Frame]]:
    clause, index = side
    frame = Frame({p.name: p.kind for p in clause.parameters}, {})
    for after, bound in achiever.head(sketch, clause.conclusions[index].args, values, frame):
        yield from achiever.clause(after, clause, bound, 0)


def _differing(achiever: Achiever, sketch: Sketch, first: Side, one: Frame, second: Side, other: Frame) -> Iterator[Sketch]:
    """The values of the two conclusions differ, as far as that can be arranged."""
    a, b = (side[0].conclusions[side[1]].value for side in (first, second))
    if isinstance(a, Literal) and isinstance(b, Literal) or Literal(AS_USUAL) in (a, b):
        yield sketch
        return
    for after, _, x in achiever.value(sketch, a, one, 1):
        for last, _, y in achiever.value(after, b, other, 1):
            if not isinstance(x, Hole) and not isinstance(y, Hole):
                if x != y:
                    yield last
            else:
                yield from achiever._related(last, "!=", x, y, 1)
