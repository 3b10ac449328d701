"""Event conditions: whether the current event is one that an effect clause waits for (docs/meaning.md 11.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adjudicator.engine.truth import Binding, fits_event
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import EFFECTS, Apply, Occurs, Var
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref

if TYPE_CHECKING:
    from adjudicator.engine.resolve import World


@dataclass(frozen=True, slots=True)
class Trigger:
    """The event conditions of an effect clause: the parameters that are events, and the event phrases of its `when` lines."""

    clause: Clause
    events: tuple[str, ...]
    phrases: tuple[Occurs, ...]
    happening: tuple[str, ...]
    kinds: frozenset[str]


def trigger_of(book: Rulebook, clause: Clause) -> Trigger:
    """The event conditions of a clause (11.6)."""
    events = tuple(p.name for p in clause.parameters if book.is_a(p.kind, "event") and not p.name.startswith("place "))
    phrases = tuple(when for when in clause.whens if isinstance(when, Occurs))
    happening = tuple(when.args[0].name for when in clause.whens
                      if isinstance(when, Apply) and when.property == "happens" and isinstance(when.args[0], Var))  # fmt: skip
    kinds = frozenset((*(clause.kind_of(name) for name in events), *(phrase.event for phrase in phrases)))
    return Trigger(clause, events, phrases, happening, kinds)


def index_triggers(book: Rulebook) -> tuple[Trigger, ...]:
    """The effect clauses of a book, in its order."""
    return tuple(trigger_of(book, clause) for clause in book.clauses.values()
                 if any(conclusion.property.startswith(EFFECTS) for conclusion in clause.conclusions))  # fmt: skip


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
    if any(binding[name] != current and binding[name].name in now.pending for name in trigger.happening if name in binding):
        return False
    for phrase in trigger.phrases:
        if fits_event(world, current, phrase, binding):
            met = True
        elif not any(fits_event(world, ref, phrase, binding) for ref in world.table.events(phrase.event) if ref.name not in now.pending):
            return False
    return met
