"""What the current event brings about (11.6, 11.7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from adjudicator.model.clauses import Clause, Conclusion
from adjudicator.model.expressions import EFFECTS, EVENTFUL, And, Apply, Occurs, Sentence, conjoin
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from reference.expressions import UNDECIDED, Binding, Known, evaluate, takes_place_as

if TYPE_CHECKING:
    from reference.instances import World
    from reference.ladder import Resolved

FORMS = ("is", "adds", "multiplies", "at most", "at least")


def event_phrases(clause: Clause) -> tuple[Sentence, ...]:
    """11.6: each `when` that is an event phrase or says of an event that it happens."""
    joined = conjoin(clause.whens)
    parts = joined.parts if isinstance(joined, And) else (joined,)
    return tuple(p for p in parts if isinstance(p, Occurs) or (isinstance(p, Apply) and p.property == "happens"))


def applies(world: World, clause: Clause, binding: Binding, now: Ref | None) -> bool:
    """11.6: whether the event conditions of an effect clause are met, one of them by this event, one of those that happen now."""
    known = world.frame.known
    if known is None:
        return True
    if now is None or world.read(("happens", (now,))) is not True:
        return False
    own = [binding[p.name] for p in clause.parameters if world.frame.is_event(binding[p.name])]
    phrases = world.frame.words.phrases[clause.name]
    met = now in own
    for phrase in phrases:
        meeting = set(meets(world, phrase, binding)) - replace(known, current=now).not_yet()
        if not meeting:
            return False
        met = met or now in meeting
    return met or not (own or phrases)


def meets(world: World, phrase: Sentence, binding: Binding) -> list[Value]:
    """The events of which an event phrase is true."""
    if isinstance(phrase, Apply):
        return [evaluate(phrase.args[0], binding, world)]
    return [thing for thing in world.things() if takes_place_as(thing, phrase, binding, world) is True]


@dataclass(frozen=True)
class Caused:
    """An event that comes of the current one: how many times, and where the clause instances that stand for it say so."""

    node: Node
    times: int
    ranks: tuple[tuple[object, int], ...]


def spoken_of(world: World) -> tuple[Node, ...]:
    """11.6: the instances of effect families of which a candidate or modifier speaks."""
    found: list[Node] = []
    for family in [name for name in world.frame.book.clauses_about if name.startswith(EFFECTS)]:
        for clause, conclusion in world.frame.clauses_about(family, FORMS):
            for binding in world.frame.bindings(clause.parameters):
                node = (family, tuple(evaluate(arg, binding, world) for arg in conclusion.args))
                if UNDECIDED in node[1] or node in found:
                    continue
                if world.speaks(clause, conclusion, binding, node, world.frame.known.current):
                    found.append(node)
    return tuple(found)


def changes(world: World, nodes: tuple[Node, ...]) -> dict[Node, Known]:
    """11.6: all change together, when the moment is over."""
    return {(name.removeprefix("after:"), args): world.read((name, args)) for name, args in nodes if name.startswith("after:")}


def caused(world: World, nodes: tuple[Node, ...]) -> tuple[Caused, ...]:
    """11.7: the events and copies that come of the current event."""
    found = []
    for node in nodes:
        if node[0].startswith(EVENTFUL):
            times = world.read(node)
            if times is not UNDECIDED and times > 0:
                found.append(Caused(node, int(times), ranks(world.resolve(node))))
    return tuple(found)


def ranks(resolved: Resolved) -> tuple[tuple[object, int], ...]:
    """11.4: which clause instances cause it, and with which of their conclusions."""
    standing = resolved.climb.standing if resolved.climb else ()
    return tuple(((c.clause.name, c.binding), _index(c.clause, c.conclusion)) for c in standing if c.value != 0)


def _index(clause: Clause, conclusion: Conclusion) -> int:
    return clause.conclusions.index(conclusion)


def described(caused: Caused, roles_of: dict[str, tuple[str, ...]]) -> tuple[str, Ref | None, dict[str, Value]]:
    """What a caused event is: the kind, or else the original; and the roles that are named."""
    family, args = caused.node
    kind, _, rest = family.partition(":")
    if kind == "causes":
        return rest, None, dict(zip(roles_of[rest], args, strict=True))
    return "", args[0], dict(zip(rest.split(","), args[1:], strict=True))
