"""A story, walked moment by moment in one world (11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from typing import TypeVar

from adjudicator.model.expressions import INSTEAD, INSTEAD_BY
from adjudicator.model.situation import Fact, Node, Thing
from adjudicator.model.story import AtOnce, Awaited, Entry, Moment, Phase, Said, Telling, Turn, events_of
from adjudicator.model.values import AS_USUAL, Described, Ref, Value
from reference import turns
from reference.branching import Fork, Path, TooLarge
from reference.effects import Caused, caused, changes, described, spoken_of
from reference.frame import Frame
from reference.instances import Tables, World
from reference.invariants import must_be_possible
from reference.moments import Events, Past
from reference.order import next_events
from reference.pool import Step, Tree, answers_of, told_group
from reference.repeats import Picture, repeated
from reference.turns import TURNING, Deeds, Ended, Stop

T = TypeVar("T")
MOST_EVENTS = 20
MOST_TURNS = 8
RELATIONS = ("answers", "caused by", "copy of")
"""11.7: they tell where an event came from, and are nothing that is given of it."""


class Walk:
    """One world of a story: what has come to be so far, and what is to be done next.

    Whatever may fork is found out before anything is changed, so that worlds can part where they fork.
    """

    def __init__(self, tables: Tables, path: Path, moment: Moment, passing: bool = False) -> None:
        self.tables = tables
        self.book = tables.frame.book
        self.path = path
        self.asked = moment
        self.start = tables.frame.situation
        self.story = self.start.story
        self.facts = turns.at_the_start(self.book.clock, self.story) | dict(self.start.facts)
        self.things = dict(self.start.things)
        self.announced: list[Ref] = []
        self.past: dict[Ref, Past] = {}
        self.worlds: dict[Ref, World] = {}
        self.here: dict[Ref, World] = {}
        self.moment: World | None = None
        self.answers: dict[Ref, Ref] = {}
        self.causes: dict[Ref, Ref] = {}
        self.copies: dict[Ref, Ref] = {}
        self.tree = Tree()
        self.pictures: list[Picture] = []
        self.late: list[tuple[Ref, int]] = []
        self.turn = self.round = self.phase = self.began = self.found = 0
        self.running: Ref | None = None
        self.passing, self.gone_by = passing, 0
        self.taken: Ref | None = None
        self.to_do: Deeds = list(self.told())

    def parted(self, path: Path) -> Walk:
        """The same walk so far, in another world."""
        other = copy(self)
        other.path = path
        for name in ("facts", "things", "announced", "past", "answers", "causes", "copies", "pictures", "late", "to_do"):
            setattr(other, name, copy(getattr(self, name)))
        other.tree = self.tree.parted()
        other.worlds = {}
        other.worlds |= {event: world.parted(path, other.worlds) for event, world in self.worlds.items()}
        other.here = {event: world.parted(path, other.worlds) for event, world in self.here.items()}
        other.moment = self.moment and self.moment.parted(path, other.worlds)
        return other

    def told(self) -> Iterator[tuple]:
        """11.1: the entries one after another; after the end, for some questions, turns that are not told."""
        yield ("stop", Stop("start"))
        for index, entry in enumerate(self.story.entries):
            yield ("entry", entry, index)
            yield ("stop", Stop("after", index))
        yield ("stop", Stop("end"))
        if self.asked.when in TURNING and self.story.seats:
            for index in range(MOST_TURNS):
                yield ("begin_turn", Turn(None, told=False), len(self.story.entries) + index)
            yield ("no_end",)

    def no_end(self) -> Deeds:
        """11.12: a limit."""
        raise TooLarge("no end of turns")

    def until_asked(self) -> World | None:
        """11.10: the world of the moment that is asked for; None where it never comes.

        A question is settled as if the story ended at its moment.
        """
        try:
            while self.to_do:
                name, *more = self.to_do[0]
                if name == "stop" and self.is_here(*more):
                    return self.moment if self.asked.when == "during" else self.now()
                self.to_do[:1] = getattr(self, name)(*more)
        except Ended:
            return None
        return None

    def is_here(self, stop: Stop) -> bool:
        """11.10: whether this is the moment that is asked for: of a turn, so many of his have been before."""
        counted = self.asked.nth if self.asked.when in ("turn begins", "turn ends") else 1
        return stop.fits(self.asked) and self.found + 1 == counted

    def stop(self, stop: Stop) -> Deeds:
        """A moment that nobody asks for goes by."""
        self.found += stop.fits(self.asked)
        return []

    def entry(self, entry: Entry, index: int) -> Deeds:
        """11.1: one entry; the next begins when everything that came of it is over."""
        before = ("stop", Stop("before", index))
        match entry:
            case Telling():
                self.tell(entry, None, ((told_group(None), 0),))
                return [before, ("go_on",)]
            case AtOnce(tellings=tellings):
                group = "same time" if entry.same_time else "at once"
                for number, telling in enumerate(tellings):
                    self.tell(telling, None, (((group, index), number),))
                return [before, ("go_on",)]
            case Said(facts):
                return [before, ("change", dict(facts))]
            case Phase():
                return [before, ("begin_phase", entry)]
        return [("begin_turn", entry, index)]

    def begin_turn(self, turn: Turn, index: int) -> Deeds:
        """11.10: a turn begins."""
        return turns.begin_turn(self, turn, index)

    def change_turn(self, turn: Turn, index: int) -> Deeds:
        """11.10: it is another's turn."""
        return turns.change_turn(self, turn, index)

    def begin_phase(self, phase: Phase) -> Deeds:
        """11.10: a phase begins."""
        return turns.begin_phase(self, phase)

    def tell(self, told: Telling, under: Ref | None, place: tuple[Step, ...]) -> None:
        """11.3: a told event is announced with the answers told below it."""
        event = Ref(told.event)
        self.announce(event, under, place)
        self.tell_below(event, told)

    def tell_below(self, event: Ref, told: Telling | Awaited) -> None:
        """11.3: answers are announced with what they answer; what is awaited waits."""
        for index, line in answers_of(told):
            if isinstance(line, Awaited):
                self.tree.waiting.append(line)
            else:
                self.tell(line, event, (*self.tree.place[event], (told_group(event), index)))

    def announce(self, event: Ref, under: Ref | None, place: tuple[Step, ...], answered: Ref | None = None) -> None:
        """11.3: an event stands under what it answers, if that is in the pool; else where it is put."""
        self.announced.append(event)
        answered = self.answered_by_role(event) or answered
        if answered is None and event not in self.causes:
            answered = under
        if answered is not None:
            self.answers[event] = answered
        self.tree.announce(event, answered if answered in self.tree.pool else under, place)

    def answered_by_role(self, event: Ref) -> Ref | None:
        """11.3: who is in the role that is declared with `answers`."""
        for kind in self.things[event.name].kinds:
            declared = self.book.events.get(kind)
            if declared is not None and declared.answers:
                return self.role(event, declared.answers)
        return None

    def role(self, event: Ref, role: str) -> Value:
        """11.2: who is in a role now."""
        fact = self.facts.get((f"role:{role}", (event,)))
        return fact.value if fact is not None else dict(self.things[event.name].roles).get(role)

    def now(self, current: Ref | None = None, beside: tuple[Ref, ...] = (), *, picking: bool = False) -> World:
        """11.1: the moment of an event, and of those at the same time; or that in which the next is picked; or one between the trees."""
        known = Events(
            events=(*self.announced, *self.proposed()),
            current=current,
            beside=beside,
            picking=picking,
            over=dict(self.tree.over),
            pool=frozenset(event for event in self.tree.pool if event not in beside),
            past=dict(self.past),
            answers=dict(self.answers),
            causes=dict(self.causes),
            copies=dict(self.copies),
            turn=self.turn,
            round=self.round,
            seats=self.story.seats,
        )
        situation = replace(self.start, things=dict(self.things), facts=dict(self.facts))
        frame = Frame(self.book, situation, known, self.tables.frame.words)
        return World(Tables(frame, self.tables.specificity, self.tables.claims), self.path, self.worlds)

    def proposed(self) -> tuple[Ref, ...]:
        """11.1: events that are only considered are on the table from the beginning, but for those proposed in the story."""
        told = {name for entry in self.story.entries for name in events_of(entry)}
        return tuple(Ref(name) for name, thing in self.things.items() if not thing.happens and name not in told)

    def go_on(self) -> Deeds:
        """11.3: one due event at a time (or those that happen at the same time) becomes the current one, until the pool is empty."""
        if not self.tree.pool:
            self.tree, self.pictures = Tree(), []
            return self.come_late(self.late)
        if len(self.past) >= MOST_EVENTS:
            raise TooLarge(f"more than {MOST_EVENTS} events")
        again = repeated(self.pictures, self.picture())
        if again is not None:
            return [("go_round", again), ("go_on",)]
        due = self.tree.due()
        group = due if len(due) == 1 else next_events(self.now(picking=True), self.tree)
        over = [waiting for waiting in self.late if not set(group).isdisjoint(self.tree.above(waiting[0]))]
        if over:
            return [*self.come_late(over), ("go_on",)]
        for current in group:
            if self.is_open(current):
                return self.take_in(current)
        if any(self.goes_on(current) for current in group):
            self.taken = None
            return [self.to_do.pop(1), ("go_on",)]
        worlds = {current: self.now(current, group) for current in group}
        for world in worlds.values():
            must_be_possible(world)
        self.pictures.append(self.picture(group[0]))
        self.here = worlds
        during: Deeds = [deed for event in group for deed in (("look", event), ("stop", Stop("during", event=event.name)))]
        return [*during, ("happen", group), *(("stop", Stop("after event", event=event.name)) for event in group), ("go_on",)]

    def look(self, event: Ref) -> Deeds:
        """11.10: the moment of one of the current events, in which something may be asked."""
        self.moment = self.here[event]
        return []

    def told_next(self) -> tuple[Telling, int] | None:
        """11.3: the event that is told next, with the number of its entry."""
        after = [deed for deed in self.to_do[1:3] if deed[0] == "entry"]
        return after[0][1:] if after and isinstance(after[0][1], Telling) else None

    def is_open(self, current: Ref) -> bool:
        """11.3: whether the event whose moment has come waits for the one told next."""
        word, following = self.book.clock.open if self.book.clock else "", self.told_next()
        if not word or following is None:
            return False
        if self.things[following[0].event].happens and not self.things[current.name].happens:
            return False
        tried = self.parted(self.path)
        tried.tell_joining(current, *following)
        return tried.now(picking=True).read((word, (current, Ref(following[0].event)))) is True

    def take_in(self, current: Ref) -> Deeds:
        """11.3: the event told next answers the current one, as part of its tree."""
        told, index = self.told_next()
        before = self.story.entries[index - 1] if index else None
        proposed = not self.things[told.event].happens
        self.taken = Ref(told.event)
        del self.to_do[1:3]
        stops: Deeds = [("stop", Stop("after", index - 1))]
        if proposed and isinstance(before, Telling) and before.event == current.name:
            self.late.append((current, index - 1))
            stops = []
        elif not proposed:
            stops = [*self.come_late(self.late), *stops]
        return [*stops, ("tell_joining", current, told, index), ("stop", Stop("before", index)), ("go_on",)]

    def goes_on(self, current: Ref) -> bool:
        """11.3: whether the event whose moment has come is the outermost that is open still to what was told last, and answered it."""
        if self.taken is None or not self.book.clock or current not in self.tree.above(self.taken):
            return False
        world, word = self.now(picking=True), self.book.clock.open
        outer = [event for event in self.tree.above(current) if event in self.tree.pool]
        return world.read((word, (current, self.taken))) is True and not any(world.read((word, (x, self.taken))) is True for x in outer)

    def come_late(self, waiting: list[tuple[Ref, int]]) -> Deeds:
        """11.3: what is only proposed takes no place; the moment after the event that it would answer comes when that is over."""
        self.late = [other for other in self.late if other not in waiting]
        return [("stop", Stop("after", index)) for _, index in waiting]

    def tell_joining(self, current: Ref, told: Telling, index: int) -> Deeds:
        """11.3: it is announced like an answer told below the current event."""
        self.tell(told, current, (*self.tree.place[current], (told_group(current), index)))
        self.pictures = []
        return []

    def happen(self, group: tuple[Ref, ...]) -> Deeds:
        """11.5 to 11.7: they happen or are dropped; then all changes together, and what is caused joins the pool."""
        took_place = {event: self.here[event].read(("happens", (event,))) is True for event in group}
        told = {event: spoken_of(self.here[event]) if took_place[event] else () for event in group}
        new = {node: value for event in group for node, value in changes(self.here[event], told[event]).items()}
        more = {event: caused(self.here[event], told[event]) for event in group}
        instead = {event: None if took_place[event] else replaced_by(self.here[event], event) for event in group}
        for event in group:
            self.tree.leave(event, took_place[event])
            self.past[event], self.worlds[event] = Past(took_place[event], self.turn, self.round), self.here[event]
        self.change(new)
        for current in group:
            for each in more[current]:
                for index in range(each.times):
                    self.cause(current, each, index)
            if instead[current] is not None:
                self.stand_in(current, *instead[current])
        for current in group:
            for event in [e for e in self.tree.pool if self.causes.get(e) == current]:
                self.awaited(event)
        return []

    def change(self, values: dict[Node, object]) -> Deeds:
        """11.2: what is changed is given from then on."""
        self.facts |= {node: Fact(node, value) for node, value in values.items()}
        return []

    def cause(self, current: Ref, each: Caused, index: int) -> None:
        """11.7: an event that comes of the current one; a copy is like its original but for the roles that are named."""
        kind, original, roles = described(each, {name: e.roles for name, e in self.book.events.items()})
        event = Ref(f"{each.node[0]}({', '.join(map(str, each.node[1]))}) {index} of {current}")
        if original is None:
            self.things[event.name] = Thing(event.name, (kind,), tuple(roles.items()))
        else:
            self.copy(original, event, roles)
        self.causes[event] = current
        self.tree.join(event, current, each, index)
        answered = self.answers.get(original) if original is not None else None
        self.announce(event, self.tree.under.get(current), self.tree.place[event], answered)

    def stand_in(self, current: Ref, other: Described, by: frozenset[str]) -> None:
        """11.7: what happens instead of an event joins the pool where that stood, and answers what it answered."""
        event = Ref(f"{other} instead of {current}")
        self.things[event.name] = Thing(event.name, (other.event,), other.roles)
        self.causes[event] = current
        before = {name for name, args in self.facts if name.startswith(INSTEAD_BY) and args == (current,)}
        self.facts |= {(name, (event,)): Fact((name, (event,)), True) for name in before | {INSTEAD_BY + clause for clause in by}}
        place = (*self.tree.place[current], (("caused", current), ((INSTEAD, (current,)), 0)))
        self.announce(event, self.tree.under.get(current), place, self.answers.get(current))

    def copy(self, original: Ref, event: Ref, roles: dict[str, Value]) -> None:
        """11.7: kinds, roles, and what is given of the original."""
        like = self.things[original.name]
        self.things[event.name] = Thing(event.name, like.kinds, tuple((dict(like.roles) | roles).items()))
        for (name, args), fact in list(self.facts.items()):
            if original in args and name not in RELATIONS and not (name.startswith("role:") and name.removeprefix("role:") in roles):
                node = (name, tuple(event if arg == original else arg for arg in args))
                self.facts[node] = replace(fact, node=node)
        self.copies[event] = original

    def awaited(self, event: Ref) -> None:
        """11.3: the first `answering` line that waits for such an event is told of it."""
        for line in self.tree.waiting:
            fits = any(self.book.is_a(kind, line.kind) for kind in self.things[event.name].kinds)
            if fits and all(self.role(event, role) == value for role, value in line.roles):
                self.tree.waiting.remove(line)
                self.tell_below(event, line)
                return

    def picture(self, current: Ref | None = None) -> Picture:
        """11.11: the state and the pool, to be compared with what comes later."""
        answers = {event: self.answers[event] for event in self.tree.pool if event in self.answers}
        return Picture(dict(self.facts), tuple(self.tree.pool), frozenset(self.past), dict(self.things),
                       dict(self.tree.under), answers, frozenset(self.causes), current)  # fmt: skip

    def go_round(self, event: Ref) -> Deeds:
        """11.11: the book's `loop` event replaces the pool, once in a tree; else the world ends."""
        kind = self.book.clock.loop if self.book.clock else ""
        if not kind or self.tree.looped:
            raise Ended
        self.tree.looped, self.pictures = True, []
        self.tree.pool.clear()
        self.announce(self.new_event(kind, event, f"loop of {event}"), None, ((("loop",), 0),))
        return []

    def by_clock(self, *events: tuple[str, Ref | None, str]) -> Deeds:
        """11.10: events of the clock (kind, whose, name) happen one after another, with all that comes of them."""
        for index, (kind, who, name) in enumerate(events):
            if kind:
                self.announce(self.new_event(kind, who, name), None, ((told_group(None), index),))
        return [("go_on",)]

    def new_event(self, kind: str, first: Ref | None, name: str) -> Ref:
        """An event of the clock; its first role says whose it is."""
        roles = self.book.events[kind].roles
        self.things[name] = Thing(name, (kind,), tuple((role, first if i == 0 else None) for i, role in enumerate(roles)), bare=not roles)
        return Ref(name)


def every_walk(start: Walk, ask: Callable[[Callable[[], World | None]], T], limit: int) -> Iterator[tuple[Path, T]]:
    """8.1: all worlds of a story; they part where they fork."""
    waiting, visited = [start], 0
    while waiting:
        walk = waiting.pop()
        try:
            result = ask(walk.until_asked)
        except Fork as fork:
            decided = [Path({**walk.path.decisions, fork.branching: taken}) for taken in fork.branching.alternatives]
            waiting.extend(walk.parted(path) for path in reversed(decided))
            continue
        visited += 1
        if visited + len(waiting) > limit:
            raise TooLarge(f"more than {limit} worlds")
        yield walk.path, result


def replaced_by(world: World, event: Ref) -> tuple[Described, frozenset[str]] | None:
    """11.7: what happens instead of an event that would have happened, and the clauses by which it does."""
    happens, may_not = world.resolve(("happens", (event,))), False
    if event in world.frame.known.causes:
        may_not = world.read(("may", (event,))) == "may not"
    by_default = happens.how != "given" and (happens.climb is None or happens.climb.value == AS_USUAL)
    other = world.resolve((INSTEAD, (event,))) if by_default and not may_not else None
    if other is None or not isinstance(other.value, Described):
        return None
    return other.value, frozenset(c.clause.name for c in other.climb.standing if c.value == other.value)
