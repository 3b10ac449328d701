"""Which changes of a book reach an answer at all: found while a scenario is settled under the book as it is.

After each step that clauses take, each change of these clauses is tried on that step alone, in the world in which it was taken.
As long as every step comes to the same, in each world that a branching leads to, the changed book goes the same way as the book
itself: so only a change by which some step comes out otherwise can be noticed, and need be settled. What depends on itself
is tried in each of its rounds: where all of them come to the same, they come to the same end; where values go round and round,
every change tried there reaches.

Before the changes of a clause are tried on a step, the clause itself is gone through once: a change of a condition that kept nothing out
there, or of an exception that did not hold, cannot make it say more; and where it says nothing, cannot make it say less.
"""

from __future__ import annotations

from collections import ChainMap, Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import field, replace
from functools import cached_property, partial

from adjudicator.demonstrating.mutations import Mutation, changed_clause
from adjudicator.engine.effects import Source, spoken_by
from adjudicator.engine.engine import Engine
from adjudicator.engine.instances import free_vars, unify
from adjudicator.engine.loops import Rounds
from adjudicator.engine.resolve import World
from adjudicator.engine.speakers import speakers_among
from adjudicator.engine.speaking import awake, instances_of
from adjudicator.engine.trace import Trace
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import EFFECTS, EVENTFUL, Sentence, Var
from adjudicator.model.outcomes import Instance, Resolution
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.triggers import Trigger, trigger_of
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass

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
    """A clause as a change makes it (None where it is out), with what it waits for if it is about effects.

    `part` is the condition or exception that is otherwise, if it is one; it is wholly gone where the change `drops` it.
    `wider` is the variable that stands for things of another kind, if that is what changes.
    What is changed `apart` from the clause as it is: it speaks of other things, in another way, or waits for something else.
    """

    key: str
    before: Clause
    after: Clause | None
    trigger: Trigger | None
    part: Sentence | None = None
    drops: bool = False
    wider: str = ""
    apart: bool = False

    @property
    def fallback(self) -> bool:
        """Whether the changed clause speaks only where nothing else does; one that is out stays where it was."""
        return (self.after or self.before).fallback

    @cached_property
    def names(self) -> frozenset[str]:
        """The properties of which the clause speaks."""
        return frozenset(conclusion.property for conclusion in self.before.conclusions)


KEPT = 8
"""Worlds of which is kept what trials have found out in them."""
NOBODY = Change("", Clause("", (), ()), None, None)
"""No change at all: what the clauses come to as they are."""


class Reaching:
    """Takes down, while an engine settles, which changes reach (`reached_by`); what it asked for itself is in `trace`."""

    def __init__(self, engine: Engine, changes: Iterable[Change]) -> None:
        self.engine, book, changes = engine, engine.book, tuple(changes)
        self.tried = frozenset(change.key for change in changes)
        self.reached: set[str] = set()
        self.trace = Asking()
        self._within: dict[str, list[Change]] = defaultdict(list)
        self._effects: dict[str, list[Change]] = defaultdict(list)
        self._of: dict[int, Change] = {}
        self._only: Change | None = None
        self._going_round: set[str] = set()
        self._found: Found | None = None
        self._kept: dict[tuple[int, object], Found] = {}
        about: dict[str, list[tuple[Clause, int]]] = defaultdict(list)
        for change in changes:
            after = change.after
            if change.before.is_effect:
                self._effects[change.before.name].append(change)
            if not change.apart:
                self._within[change.before.name].append(change)
            elif after is not None:
                self._of[id(after)] = change
                for index, conclusion in enumerate(after.conclusions):
                    about[conclusion.property].append((after, index))
        self._speakers = speakers_among(book, about)

    def begin(self, most: int) -> None:
        """Forget what was found of one settling, before another; no step may ask for more than so much."""
        self.reached, self.trace, self._going_round, self._kept = set(), Asking(most=most), set(), {}

    # ---- what the engine tells ----

    def weighed(self, world: World, node: Node, first: list[Instance], candidates: list[Instance], found: Resolution) -> None:
        """Each change of what may speak of the instance: whether it comes to another value, or to it otherwise."""
        if self._only is None or node[0] in self._only.names:
            with self._finding(world):
                self._weighed(world, node, first, candidates, found)

    def _weighed(self, world: World, node: Node, first: list[Instance], candidates: list[Instance], found: Resolution) -> None:
        adds = any((node[0], fallback, True) in self.engine.speakers for fallback in (False, True))

        def comes_to_the_same(candidates: list[Instance]) -> bool:
            return _alike(world.weighed(node, candidates), found, adds)

        for change, after in self._speaking(world, node, candidates, modifiers=False, fallbacks=not first):
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
            self._try(world, change, partial(comes_to_the_same, now))

    def modified(self, world: World, node: Node, modifiers: list[Instance]) -> None:
        """The same of what changes a number."""
        if self._only is not None and node[0] not in self._only.names:
            return
        for change, after in self._speaking(world, node, modifiers, modifiers=True):
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

        def spoken_now(trigger: Trigger) -> list[tuple[Node, Source]]:
            return [*spoken_by(world, trigger, current)]

        def hears(trigger: Trigger | None) -> bool:
            return trigger is not None and (not trigger.kinds or not kinds.isdisjoint(trigger.kinds))

        for name, changes in self._effects.items():
            waiting = [change for change in changes if self._waits(change) and (name in by or hears(change.trigger))]
            if not waiting:
                continue
            trigger = self.engine.trigger(waiting[0].before)
            mattered = self._mattered(world, partial(spoken_now, trigger), waiting)
            for change in waiting:
                if change.apart or change.after is None or change.part is not None and _bears(change, mattered, name in by):
                    self._try(world, change, partial(as_before, change))

    def restless(self) -> None:
        """Instances keep changing because of each other; what is said of them then goes by more than what each step comes to."""
        if self._only is None:
            self.reached |= self._going_round
        else:
            raise Restless

    # ---- trying ----

    @contextmanager
    def _finding(self, world: World) -> Iterator[None]:
        """What is found out besides in a world is kept for other steps in it; in the midst of rounds, for other changes of the step."""
        if self._found is not None:
            yield
            return
        self._found = Found(world) if any(world.rounds.values()) else self._found_in(world)
        self.trace.below = self._found.below
        try:
            yield
        finally:
            self._found, self.trace.below = None, {}

    def _found_in(self, world: World) -> Found:
        key = (id(world.table), world.decisions.taken)
        found = self._kept.pop(key, None) or Found(world)
        while len(self._kept) >= KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = found
        found.world = world
        return found

    def known(self, world: World, node: Node) -> Resolution | None:
        """What a trial in this world has found an instance to be before, unless the change that is tried now may bear on it."""
        if self._only is None:
            return None
        if world.only_facts(node[0]) and node not in world.situation.facts and not _is_over(world, node):
            return Resolution(node, False, "default")
        found = self._found
        if found is not None and found.world is world and node in found.resolved and found.below[node].isdisjoint(self._only.names):
            self.trace.reads(node)
            return found.resolved[node]
        self.trace.frames.append(set())
        return None

    def resolved(self, world: World, node: Node) -> None:
        """An instance that a trial asked for has been resolved: it is kept with all that it rests on."""
        if self._only is None:
            return
        frames, found = self.trace.frames, self._found
        names = frames.pop()
        names.add(node[0])
        if frames:
            frames[-1] |= names
        if found is not None and found.world is world:
            found.keep(node, names)

    def _waits(self, change: Change) -> bool:
        if self._only is not None:
            return self._only is change and change.key not in self.reached
        return change.key not in self.reached

    def _speaking(
        self, world: World, node: Node, had: list[Instance], modifiers: bool, fallbacks: bool = True
    ) -> list[tuple[Change, list[Instance]]]:  # fmt: skip
        """The changes of clauses that speak, or would speak, of an instance, with all that the changed clause says of it.

        What the clauses as they are say of it is in `had`; those left out that would say the same.
        """
        first = node[1][0] if node[1] else None
        kinds = world.table.declared_kinds(first) if isinstance(first, Ref) else frozenset()
        found: dict[Change, list[Instance]] = {}
        for fallback in (False, True) if fallbacks else (False,):
            known = self.engine.speakers.get((node[0], fallback, modifiers))
            for _, clause, index in known.about(first, kinds) if known is not None else ():
                self._within_a_clause(world, node, clause, index, had, found)
            changed = self._speakers.get((node[0], fallback, modifiers))
            for _, clause, index in changed.about(first, kinds) if changed is not None else ():
                change = self._of[id(clause)]
                if self._waits(change) and awake(world, clause):
                    if self._only is None and any(world.rounds.values()):
                        self._going_round.add(change.key)
                    if not change.wider or _of(change, had) or _newcomers(world, change, index, node, set()):
                        self._says(world, node, change, index, found)
        return [(change, said) for change, said in found.items() if change.key not in self.reached]

    def _within_a_clause(
        self, world: World, node: Node, clause: Clause, index: int, had: list[Instance], found: dict[Change, list[Instance]]
    ) -> None:  # fmt: skip
        """The changes that leave what a clause speaks of, as far as they can bear on whether it does, and on what it says."""
        waiting = [change for change in self._within.get(clause.name, ()) if self._waits(change)]
        if not waiting:
            return
        awoken = awake(world, clause)
        spoke = awoken and bool(clause.insists) or any(instance.clause.name == clause.name for instance in had)
        alone = all(instance.clause.name == clause.name for instance in had)
        mattered: set[int] | None = set()
        said: list[Instance] = []
        if awoken:
            if self._only is None and any(world.rounds.values()):
                self._going_round |= {change.key for change in waiting}
            trigger = self.engine.trigger(clause) if node[0].startswith(EFFECTS) else None
            mattered = self._mattered(world, lambda: _add(said, instances_of(world, clause, index, node, trigger)), waiting)
        for change in waiting:
            bears = change.part is not None and _bears(change, mattered, spoke)
            bears |= bool(change.wider) and awoken and _newcomers(world, change, index, node, mattered)
            if change.after is None:
                if spoke:
                    found.setdefault(change, [])
            elif bears or spoke and not ((change.drops or change.wider) and alone):
                self._says(world, node, change, index, found)
            elif spoke:
                found.setdefault(change, []).extend(said)

    def _says(self, world: World, node: Node, change: Change, index: int, found: dict[Change, list[Instance]]) -> None:
        said, clause = found.setdefault(change, []), change.after
        assert clause is not None
        self._try(world, change, lambda: _add(said, instances_of(world, clause, index, node, change.trigger)))

    def _mattered(self, world: World, look: Callable[[], object], waiting: list[Change]) -> set[int] | None:
        """The conditions that kept something out, and the exceptions that held, when a clause was gone through again; None where it
        cannot be."""
        if all(change.apart or change.part is None and not change.wider for change in waiting):
            return set()
        self.trace.kept_out.clear()
        done = self._leaving_nothing(world, NOBODY, lambda: (look(), True)[1])
        return set(self.trace.kept_out) if done else None

    def _try(self, world: World, change: Change, is_the_same: Callable[[], bool]) -> None:
        """Try a change on one step, and leave the world as it was; what cannot be followed reaches."""
        if self._only is None and any(world.rounds.values()):
            self._going_round.add(change.key)
        if not self._leaving_nothing(world, change, is_the_same):
            self.reached.add(change.key)

    def _leaving_nothing(self, world: World, change: Change, is_the_same: Callable[[], bool]) -> bool:
        """Do something in a world, and leave it as it was; whether it comes out, and could be followed."""
        engine = self.engine
        if self._only is None:
            self.trace.work = 0
        rounds = [Before(one) for running in world.rounds.values() for one in running]
        resolved = _own(world)
        size, depth, work, earlier = len(resolved), len(world._reading), world._work, world._earlier
        trace, only, met = engine.trace, self._only, dict(world.decisions.met)
        engine.trace, self._only, world._earlier = self.trace, change, {}
        world._reading.append({})
        try:
            same = is_the_same()
        except Exception:  # branchings, circles, limits, and rules that no reader would let pass
            same = False
        finally:
            engine.trace, self._only, world._earlier, world._work = trace, only, earlier, work
            del world._reading[depth:]
            _shorten(resolved, size)
            world.decisions.met = met
            grown = [before.restore() for before in rounds]
        return same and not any(grown)


def change_of(engine: Engine, mutation: Mutation) -> Change:
    """The change of a clause that a mutation is."""
    book, before = engine.book, engine.book.clauses[mutation.rule]
    after = changed_clause(before, mutation)
    if after is None:
        return Change(mutation.key, before, None, None)
    parts = {"when": before.whens, "unless": before.unlesses}.get(mutation.where)
    trigger = waits = None
    if before.is_effect:
        trigger, waits = trigger_of(book, after), trigger_of(book, before)
    wider = before.parameters[mutation.index].name if mutation.change == "wider" else ""
    apart = mutation.where in ("argument", "fallback") or any(c.args[:1] == (Var(wider),) for c in before.conclusions)
    apart |= waits is not None and trigger is not None and replace(trigger, clause=before) != replace(waits, clause=before)
    apart |= any(engine.held(after, n) != engine.held(before, n) for n in range(len(before.conclusions)))
    drops = mutation.change in ("condition", "exception") and not mutation.path
    return Change(mutation.key, before, after, trigger, parts[mutation.index] if parts else None, drops, wider, apart)


def _newcomers(world: World, change: Change, index: int, node: Node, mattered: set[int] | None) -> bool:
    """Whether a clause that asks for a wider kind may meet things in this step that it did not meet before.

    Where one of its conditions that is asked of nobody else kept it from speaking (`mattered`), it meets nobody.
    """
    clause, start = change.before, unify(change.before, index, node)
    if start is None or not all(_may_be(world, value, clause.kind_of(name)) for name, value in start.items() if name != change.wider):
        return False
    if mattered is not None and any(id(when) in mattered for when in clause.whens if free_vars(when) <= start.keys()):
        return False
    assert change.after is not None
    kind, wider = clause.kind_of(change.wider), change.after.kind_of(change.wider)
    if change.wider in start:
        value = start[change.wider]
        return _may_be(world, value, wider) and not (isinstance(value, Ref) and kind in world.table.declared_kinds(value))
    return any(kind not in world.table.declared_kinds(ref) for ref in world.rough_extent(wider))


def _may_be(world: World, value: Value, kind: str) -> bool:
    """Whether a thing may count as one of a kind, without computing anything."""
    changeable = isinstance(value, Ref) and kind in world.book.changeable_kinds
    return world.can_ever_be(value, kind) if changeable else world.is_kind(value, kind)  # type: ignore[arg-type]


def _is_over(world: World, node: Node) -> bool:
    """Whether an instance is about an event that is over."""
    now = world.table.happening
    return now is not None and any(isinstance(arg, Ref) and arg.name in now.past for arg in node[1])


def _bears(change: Change, mattered: set[int] | None, spoke: bool) -> bool:
    """Whether a change of a condition or exception can bear on a clause that was gone through: what has not kept it from speaking
    only keeps it from speaking more, where it is not dropped."""
    return mattered is None or id(change.part) in mattered or spoke and not change.drops


def _own(world: World) -> dict[Node, Resolution]:
    """Where a world keeps what it resolves."""
    own = world.resolved.maps[0] if isinstance(world.resolved, ChainMap) else world.resolved
    assert isinstance(own, dict)
    return own


def _shorten(resolved: dict[Node, Resolution], size: int) -> None:
    while len(resolved) > size:
        resolved.popitem()


class Found:
    """What was resolved in a world for changes that were tried in it, each instance with the properties that it rests on there,
    its own among them: the same for all changes, but for one of a clause that may speak of one of these."""

    def __init__(self, world: World) -> None:
        self.world, self.table = world, world.table
        self.resolved: dict[Node, Resolution] = {}
        self.below: dict[Node, frozenset[str]] = {}

    def keep(self, node: Node, names: set[str]) -> None:
        """An instance, and what has been resolved with it because it depends on itself."""
        own = _own(self.world)
        if node not in own:
            return
        below = frozenset(names)
        self.resolved[node], self.below[node] = own[node], below
        for other in reversed(own):
            if other in self.below:
                break
            self.resolved[other], self.below[other] = own[other], below


@dataclass
class Asking(Trace):
    """What trials ask for; `frames` are the properties that each instance, which is just being resolved, has asked for so far, with
    all that these rest on, as far as that is known (`below`)."""

    below: dict[Node, frozenset[str]] = field(default_factory=dict)
    frames: list[set[str]] = field(default_factory=list)

    def ask(self, node: Node) -> None:
        super().ask(node)
        self.reads(node)

    def reads(self, node: Node) -> None:
        """What is being resolved rests on an instance."""
        if self.frames and node in self.below:
            self.frames[-1] |= self.below[node]


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
