"""Event conditions: whether the current event is one that an effect clause waits for (docs/meaning.md 11.6)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from adjudicator.engine.truth import Binding, fits_event
from adjudicator.model.outcomes import Instance
from adjudicator.model.triggers import Trigger
from adjudicator.model.values import Ref

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World


def triggered_by(world: World, trigger: Trigger, binding: Binding, family: str) -> int:
    """How many of the events that bring about what this effect family speaks of meet an event condition of the clause: where no
    story is told, that is met; of events at the same time, each counts by itself."""
    now = world.table.happening
    if now is None:
        return 1
    return sum(is_triggered(world, trigger, binding, event) for event in now.acting(family))


def brought_by(world: World, instance: Instance, event: str) -> bool:
    """Whether an effect is brought about by this event, of those that happen at the same time."""
    trigger, now = world.engine.trigger(instance.clause), world.table.happening
    return now is None or len(now.acting(instance.conclusion.property)) < 2 or is_triggered(world, trigger, dict(instance.binding), event)


def is_triggered(world: World, trigger: Trigger, binding: Binding, event: str) -> bool:
    """Whether an event that goes on meets one of the event conditions, and none of them waits for one that is still to come (where no
    story is told, none is)."""
    now, current = world.table.happening, Ref(event)
    if world.value(("happens", (current,))) is not True:
        return False
    if not trigger.kinds:
        return True
    to_come: Collection[str] = () if now is None else now.not_yet(event)
    met = any(binding.get(name) == current for name in trigger.events)
    bound = (binding[name] for name in trigger.happening if name in binding)
    if any(isinstance(event, Ref) and event != current and event.name in to_come for event in bound):
        return False
    for phrase in trigger.phrases:
        if fits_event(world, current, phrase, binding):
            met = True
        elif not any(fits_event(world, ref, phrase, binding) for ref in world.table.events(phrase.event) if ref.name not in to_come):
            return False
    return met


def current_events(world: World, trigger: Trigger | None, family: str) -> list[Binding]:
    """What binds the one variable of a clause that can only be a current event: without it, all past events would be gone through."""
    now = world.table.happening
    if trigger is None or now is None or now.current is None or trigger.phrases or len(trigger.events) != 1:
        return [{}]
    return [{trigger.events[0]: Ref(event)} for event in now.acting(family)]
