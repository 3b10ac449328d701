"""Effect clauses and the events that they wait for (docs/meaning.md 11.6)."""

from __future__ import annotations

from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, Occurs, Var
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass


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
    return tuple(trigger_of(book, clause) for clause in book.clauses.values() if clause.is_effect)
