"""Event conditions: whether the current event is one that an effect clause waits for (docs/meaning.md 11.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.engine.truth import Binding, fits_event
from adjudicator.model.triggers import Trigger
from adjudicator.model.values import Ref

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World


def is_triggered(world: World, trigger: Trigger, binding: Binding) -> bool:
    """Whether the current event meets one of the event conditions, and none of them waits for an event of the pool."""
    now = world.table.happening
    if now is None:
        return True
    if now.current is None or world.value(("happens", (Ref(now.current),))) is not True:
        return False
    if not trigger.kinds:
        return True
    current = Ref(now.current)
    met = any(binding.get(name) == current for name in trigger.events)
    bound = (binding[name] for name in trigger.happening if name in binding)
    if any(isinstance(event, Ref) and event != current and event.name in now.pending for event in bound):
        return False
    for phrase in trigger.phrases:
        if fits_event(world, current, phrase, binding):
            met = True
        elif not any(fits_event(world, ref, phrase, binding) for ref in world.table.events(phrase.event) if ref.name not in now.pending):
            return False
    return met


def current_event(world: World, trigger: Trigger | None) -> Binding:
    """What binds the one variable of a clause that can only be the current event: without it, all past events would be gone through."""
    now = world.table.happening
    if trigger is None or now is None or now.current is None or trigger.phrases or len(trigger.events) != 1:
        return {}
    return {trigger.events[0]: Ref(now.current)}
