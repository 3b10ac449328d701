"""Which changes of a book reach an answer at all: found while a scenario is settled under the book as it is.

After each step that clauses take, each change of these clauses is tried on that step alone, in the world in which it was taken.
As long as every step comes to the same, in each world that a branching leads to, the changed book goes the same way as the book
itself: so only a change by which some step comes out otherwise can be noticed, and need be settled. What depends on itself
is tried in each of its rounds: where all of them come to the same, they come to the same end; where values go round and round,
every change tried there reaches.
"""

from __future__ import annotations

from collections import ChainMap, Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from adjudicator.demonstrating.mutations import Mutation, changed_clause
from adjudicator.engine.effects import Source, spoken_by
from adjudicator.engine.engine import Engine
from adjudicator.engine.loops import Rounds
from adjudicator.engine.resolve import World
from adjudicator.engine.speakers import speakers_among
from adjudicator.engine.speaking import awake, instances_of
from adjudicator.engine.trace import Trace
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import EFFECTS, EVENTFUL
from adjudicator.model.outcomes import Instance, Resolution
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.triggers import Trigger, trigger_of
from adjudicator.model.values import Ref

ELSEWHERE = ("claim", "before", "number")
"""Parts of a clause that bear on others than the step in which it speaks."""


def is_stepwise(book: Rulebook, mutation: Mutation) -> bool:
    """Whether all that a change can do, it does in steps in which the clause speaks, or would speak."""
    if mutation.sort != "clause" or mutation.where in ELSEWHERE:
        return False
    names = {c.property.removeprefix("after:") for c in book.clauses[mutation.rule].conclusions}
    return not any(name.startswith("kind:") or name == "before" for name in names)


@dataclass(frozen=True, eq=False)
class Change:
    """A clause as a change makes it (None where it is out), with what it waits for if it is about effects."""

    key: str
    before: Clause
    after: Clause | None
    trigger: Trigger | None

    @property
    def fallback(self) -> bool:
        """Whether the changed clause speaks only where nothing else does; one that is out stays where it was."""
        return (self.after or self.before).fallback

    @cached_property
    def names(self) -> frozenset[str]:
        """The properties of which the clause speaks."""
        return frozenset(conclusion.property for conclusion in self.before.conclusions)


class Reaching:
    """Takes down, while an engine settles, which changes reach (`reached`); what it asked for itself is in `trace`."""

    def __init__(self, engine: Engine, mutations: Iterable[Mutation]) -> None:
        self.engine, book = engine, engine.book
        self.reached: set[str] = set()
        self.trace = Trace()
        self._out: dict[str, Change] = {}
        self._effects: list[Change] = []
        self._of: dict[int, Change] = {}
        self._only: Change | None = None
        self._going_round: set[str] = set()
        self._found: Found | None = None
        about: dict[str, list[tuple[Clause, int]]] = defaultdict(list)
        for mutation in mutations:
            if not is_stepwise(book, mutation):
                continue
            before = book.clauses[mutation.rule]
            after = changed_clause(before, mutation)
            effect = any(c.property.startswith(EFFECTS) for c in before.conclusions)
            change = Change(mutation.key, before, after, trigger_of(book, after) if effect and after is not None else None)
            if effect:
                self._effects.append(change)
            if after is None:
                self._out[before.name] = change
            else:
                self._of[id(after)] = change
                for index, conclusion in enumerate(after.conclusions):
                    about[conclusion.property].append((after, index))
        self._speakers = speakers_among(book, about)

    def begin(self, most: int) -> None:
        """Forget what was found of one settling, before another; no step may ask for more than so much."""
        self.reached, self.trace, self._going_round = set(), Trace(most=most), set()

    # ---- what the engine tells ----

    def weighed(self, world: World, node: Node, first: list[Instance], candidates: list[Instance], found: Resolution) -> None:
        """Each change of what may speak of the instance: whether it comes to another value, or to it otherwise."""
        with self._finding(world):
            self._weighed(world, node, first, candidates, found)

    def _weighed(self, world: World, node: Node, first: list[Instance], candidates: list[Instance], found: Resolution) -> None:
        adds = any((node[0], fallback, True) in self.engine.speakers for fallback in (False, True))
        for change, after in self._speaking(world, node, modifiers=False):
            had = _of(change, candidates)
            if change.fallback == change.before.fallback and (
                change.fallback and first or _same(after, had) and not _rivals(after, candidates)
            ):
                continue
            kept = [instance for instance in first if instance.clause.name != change.before.name]
            now = kept if change.fallback else [*kept, *after]
            if not now and first and (node[0], True, False) in self.engine.speakers:
                self.reached.add(change.key)  # what the fallbacks say nobody has asked
                continue
            if not now:
                now = [*(i for i in candidates if i.clause.name != change.before.name), *(after if change.fallback else ())]
            self._try(world, change, lambda now=now: _alike(world.weighed(node, now), found, adds))

    def modified(self, world: World, node: Node, modifiers: list[Instance]) -> None:
        """The same of what changes a number."""
        for change, after in self._speaking(world, node, modifiers=True):
            if not _same(after, _of(change, modifiers)):
                self.reached.add(change.key)

    def brought(self, world: World, spoken: list[tuple[Node, Source]]) -> None:
        """The same of what the current event brings about."""
        with self._finding(world):
            self._brought(world, spoken)

    def _brought(self, world: World, spoken: list[tuple[Node, Source]]) -> None:
        now = world.table.happening
        assert now is not None and now.current is not None
        current = Ref(now.current)
        by: dict[str, list[tuple[Node, Source]]] = defaultdict(list)
        for one in spoken:
            by[one[1][0][0]].append(one)
        times = Counter(node for node in (node for those in by.values() for node in {node for node, _ in those}))

        def as_before(change: Change) -> bool:
            before = by.get(change.before.name, [])
            after = list(spoken_by(world, change.trigger, current)) if change.trigger is not None else []
            if _caused(before) != _caused(after):
                return False
            had, has = {node for node, _ in before}, {node for node, _ in after}
            return all(times[node] > 1 for node in had - has) and all(times[node] for node in has - had)

        kinds = world.table.declared_kinds(current) | world.book.changeable_kinds
        for change in self._effects:
            waits = change.trigger is not None and (not change.trigger.kinds or not kinds.isdisjoint(change.trigger.kinds))
            if self._waits(change) and (waits or change.before.name in by):
                self._try(world, change, lambda change=change: as_before(change))

    def restless(self) -> None:
        """Instances keep changing because of each other; what is said of them then goes by more than what each step comes to."""
        if self._only is None:
            self.reached |= self._going_round
        else:
            raise Restless

    # ---- trying ----

    @contextmanager
    def _finding(self, world: World) -> Iterator[None]:
        """What changes of one step find out besides, they share; afterwards it is forgotten."""
        if self._found is not None:
            yield
            return
        self._found = Found(world)
        try:
            yield
        finally:
            self._found.forget()
            self._found = None

    def _waits(self, change: Change) -> bool:
        return change.key not in self.reached and (self._only is None or self._only is change)

    def _speaking(self, world: World, node: Node, modifiers: bool) -> list[tuple[Change, list[Instance]]]:
        """The changes of clauses that speak, or would speak, of an instance, with all that the changed clause says of it."""
        first = node[1][0] if node[1] else None
        kinds = world.table.declared_kinds(first) if isinstance(first, Ref) else frozenset()
        found: dict[Change, list[Instance]] = {}
        for fallback in (False, True):
            known = self.engine.speakers.get((node[0], fallback, modifiers))
            for _, clause, _ in known.about(first, kinds) if known is not None else ():
                out = self._out.get(clause.name)
                if out is not None and self._waits(out):
                    found.setdefault(out, [])
            changed = self._speakers.get((node[0], fallback, modifiers))
            for _, clause, index in changed.about(first, kinds) if changed is not None else ():
                change = self._of[id(clause)]
                if self._waits(change) and awake(world, clause):
                    said: list[Instance] = found.setdefault(change, [])
                    self._try(
                        world, change, lambda c=clause, i=index, t=change.trigger, to=said: _add(to, instances_of(world, c, i, node, t))
                    )
        return [(change, said) for change, said in found.items() if change.key not in self.reached]

    def _try(self, world: World, change: Change, is_the_same: Callable[[], bool]) -> None:
        """Try a change on one step, and leave the world as it was (but for what is `_found`); what cannot be followed reaches."""
        engine, outermost = self.engine, self._only is None
        if outermost:
            self.trace.work = 0
            if self._found is not None:
                self._found.make_ready(change)
        rounds = [Before(one) for running in world.rounds.values() for one in running]
        if rounds and outermost:
            self._going_round.add(change.key)
        resolved, keeps = _own(world), self._found is not None and self._found.world is world
        size, depth, work, earlier = len(resolved), len(world._reading), world._work, world._earlier
        trace, only, met, circles = engine.trace, self._only, dict(world.decisions.met), world._circles
        engine.trace, self._only, world._earlier = self.trace, change, {}
        world._reading.append({})
        try:
            same = is_the_same()
        except Exception:  # branchings, circles, limits, and rules that no reader would let pass
            same = False
        finally:
            engine.trace, self._only, world._earlier, world._work, world._circles = trace, only, earlier, work, circles
            del world._reading[depth:]
            if not keeps:
                _shorten(resolved, size)
            world.decisions.met = met
            grown = [before.restore() for before in rounds]
        if not same or any(grown):
            self.reached.add(change.key)


def _own(world: World) -> dict[Node, Resolution]:
    """Where a world keeps what it resolves."""
    return world.resolved.maps[0] if isinstance(world.resolved, ChainMap) else world.resolved  # type: ignore[return-value]


def _shorten(resolved: dict[Node, Resolution], size: int) -> None:
    while len(resolved) > size:
        resolved.popitem()


class Found:
    """What was resolved in a world for changes that were tried on one step of it: the same for all of them, but for a change of a
    clause that may speak of it."""

    def __init__(self, world: World) -> None:
        self.world, self.resolved = world, _own(world)
        self.size = self._looked = len(self.resolved)
        self._names: set[str] = set()

    def make_ready(self, change: Change) -> None:
        """Before a change is tried: what its clause may speak of is resolved anew."""
        more = len(self.resolved) - self._looked
        if more:
            self._names |= {name for name, _ in islice(reversed(self.resolved), more)}
            self._looked += more
        if not self._names.isdisjoint(change.names):
            self.forget()

    def forget(self) -> None:
        """The world as it was."""
        _shorten(self.resolved, self.size)
        self._looked = self.size
        self._names.clear()


class Restless(Exception):
    """By a change, instances would keep changing because of each other."""


class Before:
    """The rounds over a circle, as they were before something was tried in their midst."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.size, self.reads = len(rounds.current), {node: set(read) for node, read in rounds.reads.items()}
        self.state = (rounds.probing, rounds._computing, rounds._grown)

    def restore(self) -> bool:
        """As it was; whether an instance had joined that is not on the circle without the change."""
        rounds, grown = self.rounds, len(self.rounds.current) > self.size
        while len(rounds.current) > self.size:
            rounds.current.popitem()
        rounds.reads = self.reads
        rounds.probing, rounds._computing, rounds._grown = self.state
        return grown


def _add(to: list[Instance], more: list[Instance]) -> bool:
    to += more
    return True


def _said(instance: Instance) -> tuple[object, ...]:
    return (instance.key, type(instance.value), instance.value)


def _same(after: list[Instance], before: list[Instance]) -> bool:
    """Whether a clause says the same, of the same things."""
    return len(after) == len(before) and all(_said(a) == _said(b) for a, b in zip(after, before, strict=True))


def _of(change: Change, instances: list[Instance]) -> list[Instance]:
    return [instance for instance in instances if instance.clause.name == change.before.name]


def _rivals(after: list[Instance], candidates: list[Instance]) -> bool:
    """Whether a clause that speaks has to stand against others; it does so by its conditions, too."""
    return bool(after) and len(candidates) > len(after)


def _caused(spoken: list[tuple[Node, Source]]) -> list[tuple[Node, Source]]:
    return [one for one in spoken if one[0][0].startswith(EVENTFUL)]


def _alike(after: Resolution, before: Resolution, adds: bool) -> bool:
    """Whether an instance comes to the same value by the same rung, as far as anything that reads it, or `adds` to it, can tell."""
    if (type(after.value), after.value, after.how, after.rung) != (type(before.value), before.value, before.how, before.rung):
        return False
    if adds and [i.clause.name for i in after.winners] != [i.clause.name for i in before.winners]:
        return False
    spoke = bool(before.winners or before.open_between)
    return spoke == bool(after.winners or after.open_between) and (spoke or after.rests_on == before.rests_on)
