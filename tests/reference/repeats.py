"""Events that go round in a loop (11.11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from adjudicator.model.situation import Fact, Node, Thing
from adjudicator.model.values import Ref, Value


@dataclass(frozen=True)
class Picture:
    """The state and the pool before an event is picked; `current` is the one that was picked then."""

    facts: dict[Node, Fact]
    pool: tuple[Ref, ...]
    over: frozenset[Ref]
    things: dict[str, Thing]
    under: dict[Ref, Ref]
    answers: dict[Ref, Ref]
    caused: frozenset[Ref]
    current: Ref | None = None

    def state(self) -> dict[Node, Value]:
        """What is given, but for what is about events that are over, or still in the pool."""
        past = (*self.over, *self.pool)
        return {node: fact.value for node, fact in self.facts.items() if not any(arg in past for arg in node[1])}

    def shape(self, event: Ref) -> tuple:
        """What can be said of an event without naming other events."""
        thing = self.things[event.name]
        own = event if event not in self.caused else None
        return (own, thing.kinds, tuple((role, value) for role, value in thing.roles if not self._is_event(value)))

    def _is_event(self, value: Value) -> bool:
        return isinstance(value, Ref) and (value in self.pool or value in self.over)

    def of_event(self, event: Ref, renamed: dict[Ref, Ref]) -> tuple:
        """What matters of an event of the pool, with other names for the caused events."""

        def named(value: Value) -> object:
            """A value, where caused events that are over are all the same to us."""
            if isinstance(value, Ref) and value in self.caused and value not in self.pool:
                return self.things[value.name].kinds
            return renamed.get(value, value) if isinstance(value, Ref) else value

        about = {(name, tuple(named(arg) for arg in args)): named(fact.value)
                 for (name, args), fact in self.facts.items() if event in args}  # fmt: skip
        thing = self.things[event.name]
        return (thing.kinds, {role: named(value) for role, value in thing.roles}, about,
                named(self.under.get(event)), named(self.answers.get(event)))  # fmt: skip


def repeated(pictures: list[Picture], now: Picture) -> Ref | None:
    """11.11: the event that would begin the loop again, if everything is as it was before."""
    for then in pictures:
        if Counter(map(then.shape, then.pool)) == Counter(map(now.shape, now.pool)) and then.state() == now.state():
            for renamed in renamings(then, now, {}):
                if all(then.of_event(event, renamed) == now.of_event(renamed[event], {}) for event in then.pool):
                    return renamed[then.current]
    return None


def renamings(then: Picture, now: Picture, so_far: dict[Ref, Ref]) -> Iterator[dict[Ref, Ref]]:
    """Each way to name the events of the pool anew: told events are themselves, caused ones are any of the same kinds."""
    if len(so_far) == len(then.pool):
        yield so_far
        return
    event = then.pool[len(so_far)]
    for other in now.pool:
        alike = event in then.caused and other in now.caused and then.shape(event) == now.shape(other)
        if other not in so_far.values() and (event == other or alike):
            yield from renamings(then, now, so_far | {event: other})
