"""Beginning the entries of a story: events told, things said, turns and phases (docs/meaning.md 11.1, 11.10)."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.engine.limits import StoryFault
from adjudicator.engine.resolve import World
from adjudicator.model.outcomes import Step
from adjudicator.model.places import Place
from adjudicator.model.situation import Fact, Node, Thing
from adjudicator.model.story import AtOnce, Phase, Said, Telling, Turn
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass
from adjudicator.story.announcing import fresh_name, tell
from adjudicator.story.line import Announced, Line
from adjudicator.story.moments import Stage, between

NEXT_TURN = Turn(None, None, False)
"""What goes on when all that is told is over, and a question asks about a later turn."""


@dataclass(frozen=True)
class OutOfTurn(Exception):
    """A turn is told that is not the next one's; this world is not the one of the story."""

    told: Ref
    next: Value
    place: Place
    round: int = 0


def begin(stage: Stage, line: Line) -> Line:
    """The next part of the entry at which the line stands. Raises Fork, or OutOfTurn."""
    entries = stage.story.entries
    entry = entries[line.entry] if line.entry < len(entries) else NEXT_TURN
    match entry:
        case Telling():
            return tell(stage, line.on(entry=line.entry + 1), [(entry, ((("entry",), line.entry),))], None)
        case AtOnce(tellings=tellings):
            group = "same time" if entry.same_time else "at once"
            apart = [(t, ((group, line.entry, i), 0)) for i, t in enumerate(tellings)]
            return tell(stage, line.on(entry=line.entry + 1), [(t, (place,)) for t, place in apart], None)
        case Said(facts):
            return _said(line.on(entry=line.entry + 1), dict(facts))
        case Phase(name):
            return _phase(stage, line.on(entry=line.entry + 1), name)
        case Turn():
            return _turn(stage, line, entry)
    raise TypeError(f"not an entry: {entry!r}")


def unanswering(stage: Stage, line: Line) -> StoryFault | None:
    """What is wrong with the next entry where it is an answer told by itself, and nothing is open to it on this line."""
    entry = stage.story.entries[line.entry] if line.entry < len(stage.story.entries) else None
    if not isinstance(entry, Telling):
        return None
    thing = stage.told[entry.event]
    role = stage.engine.book.role_answered(thing.kinds)
    if not role or dict(thing.roles).get(role) is not None:
        return None
    return StoryFault(f"this answers an event, and nothing told above is open to it: its `{role}` is left empty", entry.place,
                      "put it below the event it answers, two spaces further in")  # fmt: skip


def _said(line: Line, facts: dict[Node, Value]) -> Line:
    number = len(line.steps) + 1
    said = {node: Fact(node, value) for node, value in facts.items()}
    step = Step(number, "said", said=tuple(facts.items()), turn=line.turn, round=line.round)
    return line.on(state={**line.state, **said}, steps=(*line.steps, step))


def _phase(stage: Stage, line: Line, name: str) -> Line:
    clock = stage.engine.book.clock
    assert clock is not None
    line = _set(line, (clock.phase, ()), name)
    step = Step(len(line.steps) + 1, "phase", event=name, who=line.on_turn, turn=line.turn, round=line.round)
    line = line.on(steps=(*line.steps, step))
    return _clock_event(stage, line, clock.phase_begins, line.on_turn, 0) if clock.phase_begins else line


def _turn(stage: Stage, line: Line, turn: Turn) -> Line:
    """A turn in three parts: the running one ends; the next begins; what its beginning brings about is over."""
    clock = stage.engine.book.clock
    assert clock is not None
    if line.stage == 0 and line.on_turn is not None and line.turn > 0:
        line = line.on(stage=1, ends=line.on_turn)
        return _clock_event(stage, line, clock.turn_ends, line.on_turn, 0) if clock.turn_ends else line
    if line.stage < 2:
        who = _whose(stage, line, turn)
        return _turn_begins(stage, line, turn, who)
    if turn.who not in (None, line.on_turn):
        return line.on(stage=0, gone_by=line.gone_by + 1, begun=line.on_turn)
    told = line.entry < len(stage.story.entries)
    return line.on(entry=line.entry + 1, stage=0, untold=line.untold + (not told), gone_by=0, begun=line.on_turn)


def _whose(stage: Stage, line: Line, turn: Turn) -> Ref:
    """Who has the turn, which must be the next one's where another turn went before; where turns go by untold, whoever is next."""
    seats = stage.story.seats
    if line.turn == 0:
        return turn.who or seats[0]
    world = between(stage, line)
    following = next_player(stage, world, line.on_turn)
    if turn.who is not None and following != turn.who and not (stage.passing and line.gone_by < len(seats) - 1):
        raise OutOfTurn(turn.who, following, turn.place)
    return following if isinstance(following, Ref) else seats[0]


def next_player(stage: Stage, world: World, running: Ref | None) -> Value:
    """The one whose turn comes after: as the clauses say, else the one to the left."""
    clock, seats = stage.engine.book.clock, stage.story.seats
    left = seats[(seats.index(running) + 1) % len(seats)] if running in seats else seats[0]
    if clock is None or not clock.next:
        return left
    found = world.resolve((clock.next, (running,)))
    return found.value if found.winners or found.how in ("given", "state", "defined", "chosen") else left


def _turn_begins(stage: Stage, line: Line, turn: Turn, who: Ref) -> Line:
    clock, seats = stage.engine.book.clock, stage.story.seats
    assert clock is not None
    again = line.turn > 0 and (len(seats) == 1 or seats.index(who) < seats.index(line.on_turn or who))
    number = _round(stage, line) + again
    heading = turn.number if turn.who in (None, who) else None
    if heading is not None and line.turn > 0 and heading != number:
        raise OutOfTurn(who, who, turn.place, number)
    number = heading if heading is not None else number
    line = line.on(stage=2, turn=line.turn + 1, round=number, on_turn=who)
    if clock.on_turn:
        line = _set(line, (clock.on_turn, ()), who)
    if clock.round and (again or heading is not None):
        line = _set(line, (clock.round, ()), number)
    if not clock.turn_begins:
        line = line.on(steps=(*line.steps, Step(len(line.steps) + 1, "turn", who=who, turn=line.turn, round=number)))
    if clock.round_begins and again:
        line = _clock_event(stage, line, clock.round_begins, None, 0)
    return _clock_event(stage, line, clock.turn_begins, who, 1) if clock.turn_begins else line


def _round(stage: Stage, line: Line) -> int:
    """The round that is running: as the line or the scenario knows it, else as the book takes it to be."""
    clock = stage.engine.book.clock
    if line.round:
        return line.round
    node = (clock.round, ()) if clock is not None else ("", ())
    fact = line.state.get(node) or stage.start.get(node)
    default = stage.engine.book.properties[clock.round].default if clock is not None and clock.round else None
    value = fact.value if fact is not None else default.value if default is not None and not default.undecided else 1
    return int(value) if value is not None else 1  # type: ignore[arg-type]


def _set(line: Line, node: Node, value: object) -> Line:
    stored: Value = Fraction(value) if isinstance(value, int) else value  # type: ignore[assignment]
    return line.on(state={**line.state, node: Fact(node, stored)})


def _clock_event(stage: Stage, line: Line, kind: str, who: Ref | None, place: int) -> Line:
    """Announce an event that the clock makes happen; its first role is whose turn it is."""
    event = stage.engine.book.events[kind]
    line, name = fresh_name(stage, line, kind)
    roles = tuple((role, who if i == 0 else None) for i, role in enumerate(event.roles))
    announced = Announced(name, ((("clock", line.turn), place),))
    thing = Thing(name, (kind,), roles, bare=not roles)
    return line.on(things={**line.things, name: thing}, pool=(*line.pool, announced), under={**line.under, name: None})
