"""All worlds of one moment at once: a diagram of values for every property instance.

The meaning is that of engine/resolve.py, and it is executed there: an instance is
computed in a `Partial` world, which parts wherever it reads what is not the
same under all decisions, and the values it comes to are put together again.
Parting stays inside the computation of one instance (or sentence, see
engine/lifting.py), so that what does not depend on each other never multiplies.

What depends on itself is computed in one piece (docs/meaning.md 7), by the rounds
of engine/loops.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.engine.adding import added_to, with_added
from adjudicator.engine.decisions import Chances, Decisions, Key, among, keyed
from adjudicator.engine.defaults import must_be_told
from adjudicator.engine.growing import Circle, only_grows
from adjudicator.engine.guards import Diagrams, OverBudget
from adjudicator.engine.lifting import Lifted, Lifting
from adjudicator.engine.resolve import World
from adjudicator.engine.rivals import Rivals
from adjudicator.engine.symbols import Condition, Symbols
from adjudicator.engine.tried import Looked, Tried
from adjudicator.engine.truth import Binding, instance_meant
from adjudicator.engine.worlds import Ground
from adjudicator.model.expressions import Apply
from adjudicator.model.outcomes import NOT_TOLD, Cause, Decision, Instance, Resolution
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass

MOST_PARTS = 20_000
MOST_IN_ONE = 4_000


class NotGuarded(Exception):
    """The question uses something that is only followed world by world; the message says what."""


class _Entangled(Exception):
    """Something was needed for itself; caught where it was first asked for."""

    def __init__(self, key: object) -> None:
        super().__init__(key)
        self.key = key


class _Parting(Exception):
    """A partial world read what has several values under its guard."""

    def __init__(self, diagram: int, values: list[Any]) -> None:
        super().__init__(diagram)
        self.diagram, self.values = diagram, values

    def again(self) -> _Parting:
        """The same, met another time."""
        return _Parting(self.diagram, self.values)


@dataclass(frozen=True)
class Gone:
    """What is known, under one guard, of instances that depend on themselves: how they come to their values, or on what they part."""

    resolved: dict[Node, Resolution]
    parting: dict[Node, _Parting]


class Guarded:
    """The diagrams of one moment, each made when it is first asked for."""

    def __init__(self, ground: Ground, most: int = MOST_PARTS) -> None:
        self.engine, self.table, self.certain = ground.engine, ground.table, ground.certain
        self.diagrams = Diagrams()
        self.branchings: dict[Key, tuple[Decision, ...]] = {}
        self.entangled: set[object] = set()
        self.lifting = Lifting(self)
        self.rivals = Rivals(self)
        self.extents: tuple[dict[str, tuple[Ref, ...]], dict[str, tuple[frozenset[str], frozenset[Value]]]] = ({}, {})
        self.nowhere = Partial(self, None, self.diagrams.yes, {}, {})
        self._known: dict[object, int] = {}
        self._gone_round: dict[int, Gone] = {}
        self._tried = Tried()
        self._running: dict[object, None] = {}
        self.circle: Circle | None = None
        self._growing: dict[int, frozenset[str] | None] = {}
        self._parts = most
        self._places = {name: place for place, name in enumerate(ground.table.things)}

    def node(self, node: Node) -> int:
        """The values of a property instance."""
        certain = self.certain.get(node)
        if certain is not None:
            return self.unit(lambda world: world.taken(certain)) if certain.could else self.diagrams.constant(certain.value)
        if self.circle is not None and node[0] in self.circle.names:
            return self.circle.read(node)
        return self.case(node, lambda: self.instance(node), lambda world: world.taken(world.resolve(node)))

    def instance(self, node: Node) -> int:
        """The values of an instance that does not depend on itself."""
        added = added_to(self, node)
        if added is None:
            return self.unit(lambda world: world.computed(node))

        def unmodified(world: Partial) -> tuple[bool, Any]:
            world.unmodified = node
            value = world.computed(node)
            return world.reached_modifiers, value

        return with_added(self, node, self.unit(unmodified), added)

    def case(self, key: object, together: Callable[[], int], alone: Callable[[Partial], Any]) -> int:
        """What is remembered by this key: worked out `together` for all worlds, or, where it depends on itself, in each world `alone`."""
        known = self._remembered(key)
        if known is not None:
            return known
        if key in self._running:
            running = list(self._running)
            self.entangled.update(running[running.index(key) :])
            raise _Entangled(key)
        self._running[key] = None
        try:
            if key not in self.entangled or self.circle is not None and not self._is_circular(key):
                try:
                    return self._remember(key, together)
                except _Entangled as again:
                    if again.key != key:
                        raise
            return self._around(key, alone)
        finally:
            del self._running[key]

    def is_inside(self, key: object) -> bool:
        """Whether it depends on itself, so that it is worked out inside what depends on it, world by world."""
        if key not in self.entangled:
            return False
        if self._is_circular(key):
            return self._names(self.engine.circles[key[0]]) is None  # type: ignore[index]
        return self.circle is None

    def can_be_missing(self, name: str) -> bool:
        """Whether an instance of the property may be one that must be told, and is not, or a paradox."""
        prop = self.engine.book.properties.get(name)
        told = prop is not None and any(default.must_be_told for default in (prop.default, *(d for _, d in prop.kind_defaults)))
        told = told or any(node[0] == name for node in self.table.situation.followed)
        return told or name in self.engine.circles and self._names(self.engine.circles[name]) is None

    def _is_circular(self, key: object) -> bool:
        """Whether it is a property instance of a circle."""
        return isinstance(key, tuple) and key[0] in self.engine.circles

    def _remembered(self, key: object) -> int | None:
        known = self._known.get(key)
        if known is None and self.circle is not None and key in self.circle.known:
            self.circle.touched += 1
            known = self.circle.known[key]
        return known

    def _remember(self, key: object, work: Callable[[], int]) -> int:
        """What the work comes to, remembered: only for this round where it has read of a circle that is being gone round."""
        circle = self.circle
        before = 0 if circle is None else circle.touched
        found = work()
        known = self._known if circle is None or circle.touched == before else circle.known
        known[key] = found
        return found

    def _around(self, key: object, alone: Callable[[Partial], Any]) -> int:
        """What depends on itself: all worlds go round together where support only grows, else each alone."""
        outer, self.circle = self.circle, None
        running = self._running
        try:
            if self._is_circular(key):
                names = self._names(self.engine.circles[key[0]])  # type: ignore[index]
                if names is not None:
                    self.circle = Circle(self, names)
                    self._running = {}  # every way round leads through the circle itself, which is read and not run through
                    self._known.update(self.circle.run(key))  # type: ignore[arg-type]
                    return self._known[key]
            while True:
                before = len(self.entangled)
                try:
                    found = self.unit(alone)
                    if len(self.entangled) == before:
                        self._known[key] = found
                        return found
                except _Entangled as again:
                    if again.key != key:
                        raise
                if len(self.entangled) == before:
                    raise NotGuarded("what depends on itself through more than itself")
        finally:
            self.circle, self._running = outer, running

    def _names(self, number: int) -> frozenset[str] | None:
        """The properties of a circle in which support only grows; None where it does not."""
        if number not in self._growing:
            names = frozenset(name for name, own in self.engine.circles.items() if own == number)
            self._growing[number] = names if only_grows(self.engine.book, names) else None
        return self._growing[number]

    def unit(self, work: Callable[[Partial], Any]) -> int:
        """What a piece of work comes to, under all decisions."""
        left = [MOST_IN_ONE]
        gone_round, tried = (self._gone_round, self._tried) if self.circle is None else (self.circle.gone_round, self.circle.tried)

        def part(chosen: dict[int, Any], guard: int, above: Gone) -> int:
            left[0] -= 1
            if left[0] < 0:
                raise OverBudget("too many worlds to be told apart")
            self.spend()
            gone = gone_round.setdefault(guard, Gone({}, {}))
            world = Partial(self, chosen, guard, {**above.resolved, **gone.resolved}, gone.parting, tried)
            try:
                return self.diagrams.constant(work(world))
            except _Parting as parting:
                diagram, values = parting.diagram, parting.values
            finally:
                gone.resolved.update(world.resolved)
            found = -1
            for value in values:
                where = self.diagrams.where(diagram, value)
                one = part({**chosen, diagram: value}, self.diagrams.both(guard, where), gone)
                found = one if found < 0 else self.diagrams.chosen(where, one, found)
            return found

        return part({}, self.diagrams.yes, Gone({}, {}))

    def spend(self) -> None:
        """Count a piece of work. Raises OverBudget where there has been too much."""
        self._parts -= 1
        if self._parts < 0:
            raise OverBudget("too many worlds to be told apart")

    def branching(self, key: Key, decisions: Callable[[], list[Decision]], about: tuple[Value, ...]) -> int:
        """The diagram of a branching: which alternative is taken. Those about the same things stand together."""
        known = self.branchings.get(key)
        if known is None:
            known = self.branchings[key] = tuple(decisions())
        last = max((self._places.get(arg.name, 0) for arg in about if isinstance(arg, Ref)), default=0)
        return self.diagrams.variable(key, [decision.taken for decision in known], (last,))


class _Taken(Decisions):
    """The decisions of a partial world: read off the diagrams of their branchings."""

    def __init__(self, world: Partial) -> None:
        super().__init__()
        self.world = world

    def take(self, key: Key, cause: Cause, alternatives: list[Value], chances: Chances = None) -> Value:
        """The alternative that this world takes."""
        full = keyed(key, cause, alternatives, chances)
        about = key[1][1] if len(key) > 1 and isinstance(key[1], tuple) and len(key[1]) == 2 else ()
        taken: Value = self.world.read(self.world.guarded.branching(full, lambda: among(full, cause, alternatives, chances), about))
        return taken


class Partial(World):
    """A world of which only that much is decided as a piece of work has read."""

    def __init__(self, guarded: Guarded, chosen: dict[int, Any] | None, guard: int, resolved: dict[Node, Resolution],
                 parting: dict[Node, _Parting], tried: Tried | None = None) -> None:  # fmt: skip
        super().__init__(guarded.engine, guarded.table, Decisions(), [], resolved, tried)
        self.guarded, self.chosen, self.guard, self.parting = guarded, chosen, guard, parting
        self.decisions = _Taken(self)
        self.unmodified: Node | None = None
        self.reached_modifiers = False
        self._rough, self._counted = guarded.extents

    def read(self, diagram: int) -> Any:
        """The value of a diagram in this world; parts where there are several."""
        diagrams = self.guarded.diagrams
        if diagrams.is_constant(diagram):
            return diagrams.value(diagram)
        trail = self.decisions.trail
        return self._read(diagram) if trail is None else trail.ask(Looked(diagram), lambda: self._read(diagram))

    def _read(self, diagram: int) -> Any:
        diagrams = self.guarded.diagrams
        if self.chosen is None:
            raise NotGuarded("what depends on decisions where none are taken")
        if diagram in self.chosen:
            return self.chosen[diagram]
        values = diagrams.under(self.guard, diagram)
        if len(values) > 1:
            raise _Parting(diagram, values)
        return values[0]

    def work_more(self) -> None:
        """Counted with all that is worked out together."""
        self.guarded.spend()

    @property
    def symbols(self) -> Symbols:
        """Unknown numbers are followed world by world."""
        raise NotGuarded("unknown numbers")

    def decide(self, condition: Condition) -> bool:
        """Never asked: there are no unknown numbers here."""
        raise NotGuarded("unknown numbers")

    def resolve(self, node: Node) -> Resolution:
        """The instance as all worlds know it, or, where it depends on itself, worked out here."""
        certain = self.guarded.certain.get(node)
        if certain is not None:
            return certain
        if self.guarded.is_inside(node):
            return self._around(node)
        return Resolution(node, self.read(self.guarded.node(node)), "guarded")

    def _around(self, node: Node) -> Resolution:
        """An instance that depends on itself. What this world, or all on the circle, parts on once, it parts on again."""
        if node in self.parting and node not in self.resolved:
            raise self.parting[node].again()
        try:
            return super().resolve(node)
        except _Parting as parting:
            self.parting[node] = parting
            raise

    def computed(self, node: Node) -> Any:
        """The value of an instance that does not depend on itself."""
        then = self._then(node)
        return self.compute(node).value if then is None else then.value

    def is_missing(self, asked: Apply | None) -> bool:
        """Whether what is asked for itself must be told, and is not, whatever modifies it; or is a paradox."""
        node = None if asked is None else instance_meant(self, asked, {})
        if node is None:
            return False
        if node[0] in self.engine.circles:
            if must_be_told(self, node):
                raise NotGuarded("what is missing, and rests on others like it")
            return self.guarded.is_inside(node) and bool(super().resolve(node).could)
        self.unmodified = node
        found = super().resolve(node) if self.guarded.is_inside(node) else self.compute(node)
        return found.how == NOT_TOLD

    def lifted(self, expression: Lifted, binding: Binding) -> tuple[Any] | None:
        """The value of an expression worked out for all worlds together; None where it has to be worked out here."""
        diagram = self.guarded.lifting.of(expression, binding)
        return None if diagram is None else (self.read(diagram),)

    def speaking(self, node: Node, fallback: bool, modifiers: bool) -> list[Instance] | None:
        """The candidates of this world among those found for all worlds together; None where they have to be found here."""
        if self.guarded.is_inside(node):
            return None
        if modifiers and node == self.unmodified:
            self.reached_modifiers = True
            return []
        return [instance for instance, speaks in self.guarded.rivals.about(node, fallback, modifiers) if self.read(speaks)]
