"""Events come to the table: those that are told, those that come of others, and the answers they are given (docs/meaning.md 11.3, 11.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adjudicator.model.expressions import INSTEAD_BY
from adjudicator.model.situation import Fact, Node, Thing
from adjudicator.model.story import Awaited, Telling
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass
from adjudicator.story.line import Announced, Line, Position
from adjudicator.story.moments import Stage

NUMERALS = ("", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True)
class Arising:
    """An event that comes of the current one; where it is a copy of `original`, `roles` are those that differ.

    `instead_of` is the event in whose place it stands, `by` the clauses by which it does.
    """

    kinds: tuple[str, ...]
    roles: tuple[tuple[str, Value], ...]
    position: Position
    original: str = ""
    instead_of: str = ""
    by: tuple[str, ...] = ()


def tell(stage: Stage, line: Line, tellings: Sequence[tuple[Telling | Awaited, Position]], under: str | None) -> Line:
    """Announce told events with the answers below them; what is awaited is kept in mind."""
    for telling, position in tellings:
        if isinstance(telling, Awaited):
            line = line.on(awaiting=(*line.awaiting, (telling, position)))
            continue
        thing = _answering(stage, stage.told[telling.event], under)
        above = _answered(stage, thing, line) or under
        line = _announce(line, thing, Announced(telling.event, position, above), stage.about.get(telling.event, ()))
        if above is not None:
            line = _relate(line, "answers", telling.event, above, 0)
        line = tell(stage, line, below(telling, position), telling.event)
    return line


def below(telling: Telling | Awaited, position: Position) -> list[tuple[Telling | Awaited, Position]]:
    """The answers to an event, with their places in what is told."""
    return [(answer, (*position, (("answer", *position), i))) for i, answer in enumerate(telling.answers)]


def arise(stage: Stage, line: Line, cause: str, under: str | None, arising: Sequence[Arising]) -> tuple[Line, tuple[str, ...]]:
    """Announce what comes of an event, where that event stood; and what was told in answer to it."""
    names = []
    step = len(line.steps) + 1
    for one in arising:
        line, name = fresh_name(stage, line, _title(one))
        names.append(name)
        facts = _like(line, stage, one.original, name) if one.original else ()
        thing = Thing(name, one.kinds, _roles(line, one), bare=not one.roles)
        answered, waiting = _answered(stage, thing, line), {a.event for a in line.pool}
        if answered is None and one.instead_of:
            answered = _what_answers(line, one.instead_of)
        if answered not in waiting:
            answered_before = _what_answers(line, one.original)
            above = answered_before if answered_before in waiting else under
        else:
            above = answered
        line = _announce(line, thing, Announced(name, one.position, above), facts)
        if answered is not None:
            line = _relate(line, "answers", name, answered, step)
        line = _relate(line.on(caused=line.caused | {name}), "caused by", name, cause, step)
        if one.original:
            line = _relate(line, "copy of", name, one.original, step)
        line = _standing(line, one, name)
        line = _awaited(stage, line, name, one.position)
    return line, tuple(names)


def _title(one: Arising) -> str:
    """What an event that comes of another is called, before a number tells it from others."""
    if one.instead_of:
        return f"{one.kinds[0]} in place of {one.instead_of}"
    return f"copy of {one.original}" if one.original else one.kinds[0]


def _standing(line: Line, one: Arising, name: str) -> Line:
    """By which clauses it stands in the place of another event, or of what stood there."""
    before = [prop for prop, args in line.state if prop.startswith(INSTEAD_BY) and args == (Ref(one.instead_of),)] if one.instead_of else []
    nodes = [(prop, (Ref(name),)) for prop in dict.fromkeys((*before, *(INSTEAD_BY + clause for clause in one.by)))]
    said: dict[Node, Fact] = {node: Fact(node, True, step=0) for node in nodes}
    return line.on(state={**line.state, **said})


def _roles(line: Line, one: Arising) -> tuple[tuple[str, Value], ...]:
    """The roles of what arises: of a copy, those of its original now, but for the ones that differ."""
    if not one.original:
        return one.roles
    changed = dict(one.roles)
    return tuple((role, changed.get(role, filler)) for role, filler in line.things[one.original].roles)


def fresh_name(stage: Stage, line: Line, name: str) -> tuple[Line, str]:
    """A name that nothing in the story has or had: `draw`, `second draw` ...; with the line that remembers it."""
    count = line.named.get(name, 0)
    while True:
        candidate = f"{NUMERALS[count]} {name}".strip() if count < len(NUMERALS) else f"{name} {count + 1}"
        count += 1
        if candidate not in stage.situation.things:
            return line.on(named={**line.named, name: count}), candidate


def _announce(line: Line, thing: Thing, announced: Announced, facts: Sequence[Fact]) -> Line:
    return line.on(
        things={**line.things, thing.name: thing}, pool=(*line.pool, announced), under={**line.under, thing.name: announced.under},
        state={**line.state, **{fact.node: fact for fact in facts}},
    )  # fmt: skip


def _relate(line: Line, relation: str, a: str, b: str, step: int) -> Line:
    node = (relation, (Ref(a), Ref(b)))
    return line.on(state={**line.state, node: Fact(node, True, step=0, text=f"step {step}" if step else "")})


def _answering(stage: Stage, thing: Thing, under: str | None) -> Thing:
    """The event with the role filled that says what it answers, where that was not told."""
    role = stage.engine.book.role_answered(thing.kinds)
    if not role or under is None or dict(thing.roles).get(role) is not None:
        return thing
    return replace(thing, roles=tuple((r, Ref(under) if r == role else filler) for r, filler in thing.roles))


def _answered(stage: Stage, thing: Thing, line: Line) -> str | None:
    """The event of this tree that fills the role which such an event answers."""
    role = stage.engine.book.role_answered(thing.kinds)
    filler = dict(thing.roles).get(role)
    return filler.name if isinstance(filler, Ref) and filler.name in line.under else None


def _what_answers(line: Line, event: str) -> str | None:
    """What an event answers, where it answers one."""
    for (name, args), fact in line.state.items():
        if name == "answers" and args[0] == Ref(event) and fact.value and isinstance(args[1], Ref):
            return args[1].name
    return None


def _like(line: Line, stage: Stage, original: str, name: str) -> tuple[Fact, ...]:
    """What is given of the original, said of its copy; but not what came of what."""
    facts = {**{fact.node: fact for fact in stage.about.get(original, ())}, **line.state}
    found = []
    for (prop, args), fact in facts.items():
        if Ref(original) in args and prop not in ("caused by", "copy of") and not (prop == "answers" and args[0] != Ref(original)):
            node = (prop, tuple(Ref(name) if arg == Ref(original) else arg for arg in args))
            found.append(replace(fact, node=node))
    return tuple(found)


def _awaited(stage: Stage, line: Line, name: str, position: Position) -> Line:
    """Answers that wait for an event like this one are given to it."""
    thing = line.things[name]
    for i, (awaited, _) in enumerate(line.awaiting):
        fits = any(stage.engine.book.is_a(kind, awaited.kind) for kind in thing.kinds)
        if fits and all(dict(thing.roles).get(role) == filler for role, filler in awaited.roles):
            line = line.on(awaiting=line.awaiting[:i] + line.awaiting[i + 1 :], met=line.met | {awaited.place})
            return tell(stage, line, below(awaited, position), name)
    return line
