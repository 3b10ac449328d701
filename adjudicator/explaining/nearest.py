"""The clauses that came nearest to speaking of an instance: who their variables could be so that least is lacking, and what then lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import cached_property

from adjudicator.engine.decisions import Fork
from adjudicator.engine.instances import equation, free_vars, held_now, kinds_of, unify
from adjudicator.engine.limits import LimitReached, OutOfTime, RuleFault
from adjudicator.engine.modifiers import OPERATION
from adjudicator.engine.resolve import World
from adjudicator.engine.truth import Binding, Truth, arithmetic, instance_meant, truth, value_of
from adjudicator.explaining.demands import ANYTHING
from adjudicator.explaining.voicing import says_who
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import EFFECTS, KIND, Apply, Compare, Draw, Occurs, Sentence, Var, applying, in_binding
from adjudicator.model.situation import Node
from adjudicator.model.triggers import trigger_of
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Usual, Value
from adjudicator.records import dataclass

ASLEEP = "it is not in force here"
LIFTED = "it does not apply here"
ELSEWHERE = "what happens here is not what it speaks of"
OVER = "it is still that moment"
BOUNDS = ("at least", "at most")
MOST_TRIES = 250
"""So many ways to say who the variables of a clause are, at most, are tried of one clause in one moment, with so much that lacks."""
MOST_LACKING = 3
"""First it is looked for a way in which one thing lacks, then for one in which two do, up to so many; then for any."""

Nearness = tuple[int, int, int, int, int, float]


@dataclass(frozen=True, slots=True)
class Sought:
    """Which other values an instance could have had: those that `fit`; `wanted`, where it is just one; `now` is the one that it has."""

    fit: Callable[[object], bool]
    wanted: Value = UNDECIDED
    now: Value = UNDECIDED


@dataclass(frozen=True, slots=True)
class Near:
    """A clause that did not speak of an instance: the condition that stopped it (an exception that holds, where `excepted`),
    whether that is not false but undecided, who its variables are then, how much of the clause held (0 to 1), how many
    of its conditions it lacks, of how many events that are told it speaks, how many of its variables are `anyone` (who they are follows
    neither from the instance nor from what is told), and how narrow the kinds are of those that are things of the instance.

    `fixed` counts, of what lacks, what things are and who plays which role.
    `matter` is what would have to be so where no condition of the clause says it: that a thing is of a kind, or that somebody else
    plays a role; an instance and its value.
    """

    clause: Clause
    index: int
    failing: str
    condition: Sentence | None
    binding: tuple[tuple[str, object], ...]
    held: float
    undecided: bool = False
    excepted: bool = False
    lacks: int = 1
    told: int = 0
    anyone: int = 0
    narrow: int = 0
    matter: tuple[Node, Value] | None = None
    fixed: int = 0

    @property
    def order(self) -> Nearness:
        """What lacks least comes first; of what lacks as much, what speaks of more that is told, then what lacks something that could
        be otherwise (and is not the same of others), then what needs nobody whom nothing names, then what is said of fewer things, then
        that of which more holds."""
        spoken = self.lacks == 1 and (self.excepted or self.failing.startswith(LIFTED))  # it would speak, were there no exception
        return (self.lacks - spoken, -self.told, self.fixed, self.anyone, -self.narrow, -self.held)


def nearest(world: World, node: Node, sought: Sought, most: int, event: Ref | None = None) -> list[Near]:
    """The silent clauses about an instance that could give it a value that is sought, the nearest first; with an `event`, only what
    they say of this one that happens: of what is no effect, that it was so in its moment is OVER."""
    found: list[Near] = []
    for clause, index in world.book.clauses_about.get(node[0], ()):
        try:
            near = how_near(world, clause, index, node, sought, event)
        except OutOfTime:
            raise
        except (Fork, LimitReached):
            continue
        if near is not None:
            found.append(near)
    here = [one for one in found if one.failing != ELSEWHERE] or found
    return sorted(here, key=lambda n: (*n.order, n.clause.name))[:most]


def how_near(world: World, clause: Clause, index: int, node: Node, sought: Sought, event: Ref | None = None) -> Near | None:
    """Where a clause stopped; None where it speaks of the instance (in that moment, and not only in one that is over), or could never."""
    start = _unified(clause, index, node)
    kinds = kinds_of(clause)
    if start is None or not all(world.is_kind(value, kinds[name]) for name, value in start.items() if name in kinds):
        return None
    over = event is not None and not node[0].startswith(EFFECTS)
    search = _Search(world, clause, index, sought, over)
    for begun in _waiting_for(world, clause, index, start, event):
        search.look(begun)
    return search.nearest()


def _unified(clause: Clause, index: int, node: Node) -> Binding | None:
    """The binding that the places of an instance give, those aside in which anything may stand."""
    start = unify(clause, index, node)
    return None if start is None else {name: value for name, value in start.items() if value is not ANYTHING}


def _waiting_for(world: World, clause: Clause, index: int, start: Binding, event: Ref | None) -> Iterator[Binding]:
    """The ways in which a clause can mean this event, if it speaks of one that happens; the binding as it is where there is none,
    or where it tells what comes of any."""
    if event is None:
        yield start
        return
    trigger, kinds = trigger_of(world.book, clause), world.table.declared_kinds(event)
    effect = clause.conclusions[index].property.startswith(EFFECTS)
    if effect and not trigger.kinds:
        yield start
    for name in trigger.events if effect else trigger.happening:
        if start.get(name, event) == event and clause.kind_of(name) in kinds:
            yield {**start, name: event}
    for phrase in trigger.phrases:
        if phrase.event in kinds:
            yield _filled(world, phrase, event, start)


def _filled(world: World, phrase: Occurs, event: Ref, binding: Binding) -> Binding:
    """The binding with those who play the roles of an event for the variables of a phrase."""
    found = dict(binding)
    for role, term in phrase.roles:
        filler = world.table.role(event, role)
        if isinstance(term, Var) and filler is not None:
            found.setdefault(term.name, filler)
    return found


@dataclass(frozen=True, slots=True)
class _Lack:
    """One thing that a clause lacks: a condition (by its place in the order of the clause), an exception that holds, a kind that a
    thing is not of, or another value than it would give."""

    place: int
    text: str
    condition: Sentence | None = None
    undecided: bool = False
    excepted: bool = False
    matter: tuple[Node, Value] | None = None

    @property
    def fixed(self) -> bool:
        """Whether it is about what a thing is, or who plays a role: that is told with the thing, and does not change."""
        match self.condition:
            case None:
                return self.matter is not None
            case Apply(name, _):
                return name.startswith(KIND)
            case Compare("=", left, right):
                return any(isinstance(side, Apply) and side.property.startswith("role:") for side in (left, right))
        return False


class _Unknown(Exception):
    """What a sentence comes to is not decided in this world."""


class _Search:
    """Looks for who the variables of one clause could be so that least of it lacks: what is told first."""

    def __init__(self, world: World, clause: Clause, index: int, sought: Sought, over: bool) -> None:
        self.world, self.clause, self.index, self.sought, self.over = world, clause, index, sought, over
        self.kinds, self.now = kinds_of(clause), held_now(world, clause, index)
        self.best: tuple[tuple[int, ...], Binding, tuple[_Lack, ...], int] | None = None
        self.most, self.tries = 0, 0
        self.extents: dict[str, list[Ref]] = {}

    def look(self, start: Binding) -> None:
        """Try first with little that lacks, then with more, until there is a way."""
        waiting = tuple(range(len(self.clause.whens)))
        for most in (*range(1, MOST_LACKING + 1), len(waiting) + len(self.kinds) + len(self.clause.unlesses) + 1):
            self.most, self.tries = most, MOST_TRIES
            self._try(dict(start), waiting, self._kinds_lacking(start, {}, -1), 0)
            if self.best is not None and len(self.best[2]) <= most:
                return

    def nearest(self) -> Near | None:
        """The best way that was found; None where nothing lacks, or no way was found."""
        if self.best is None:
            return None
        _, binding, lacks, anyone = self.best
        clause, asleep = self.clause, not self.world.engine.awake(self.world.situation, self.clause)
        told = sum(self._is_told(value) for value in binding.values())
        if asleep:
            held = 0.0 if lacks else 0.9
            return Near(clause, self.index, ASLEEP, None, tuple(binding.items()), held, lacks=1 + len(lacks), told=told, anyone=anyone)
        if not lacks and not self.over:
            return None
        if not lacks:
            return Near(clause, self.index, OVER, None, tuple(binding.items()), 0.9, told=told)
        first = min(lacks, key=lambda one: one.place)
        parts = len(clause.whens) + 1
        fixed = sum(one.fixed or self._is_the_same(one) for one in lacks)
        held = max(0.0, (parts - len(lacks) + 0.5 * first.excepted) / parts)
        return Near(clause, self.index, first.text, first.condition, tuple(binding.items()), held, first.undecided, first.excepted,
                    len(lacks), told, anyone, self._narrow(), first.matter, fixed)  # fmt: skip

    def _is_the_same(self, lack: _Lack) -> bool:
        """Whether what lacks is what is asked, of others: who is beside another is so because the other is beside him."""
        return isinstance(lack.condition, Apply) and lack.condition.property == self.clause.conclusions[self.index].property

    def _narrow(self) -> int:
        """How narrow the kinds are of the things in the places of the conclusion: of how many kinds these are kinds."""
        names = (arg.name for arg in self.clause.conclusions[self.index].args if isinstance(arg, Var))
        return sum(len(self.world.book.upwards((self.kinds[name],))) for name in names if name in self.kinds)

    def _try(self, binding: Binding, waiting: tuple[int, ...], lacks: tuple[_Lack, ...], anyone: int) -> None:
        """Test what can be tested, and go on with one variable more."""
        self.tries -= 1
        self.world.engine.clock.tick()
        if self.tries < 0 or any(name in binding and self.world.table.is_earlier(binding[name]) for name in self.now):
            return
        left: list[int] = []
        for place in waiting:
            condition = self.clause.whens[place]
            if not free_vars(condition) <= binding.keys():
                left.append(place)
                continue
            try:
                holds = self._truth(condition, binding)
            except _Unknown:
                return
            if holds is not True:
                lacks = (*lacks, self._lack(place, binding, holds is None))
        if len(lacks) > self.most:
            return
        if not left:
            self._found(binding, lacks, anyone)
            return
        for found, rest, more, any_ in self._further(binding, tuple(left)):
            if len(lacks) + len(more) <= self.most:
                self._try(found, rest, (*lacks, *more), anyone + any_)
            if self.tries < 0:
                return

    def _further(self, binding: Binding, left: tuple[int, ...]) -> Iterator[tuple[Binding, tuple[int, ...], tuple[_Lack, ...], bool]]:
        """The ways to say of one more variable who it is, with the conditions that are still to be tested, what then lacks, and whether
        it could as well be anyone."""
        whens = self.clause.whens
        for place in left:
            equated = equation(whens[place], binding)
            if equated is None:
                continue
            rest = tuple(one for one in left if one != place)
            value = self._value(equated[1], binding)
            if value is UNDECIDED or value is None:
                yield binding, rest, (self._lack(place, binding, value is UNDECIDED),), False
            else:
                found = {**binding, equated[0]: value}
                yield found, rest, self._kinds_lacking(found, binding, place), False
            return
        for place in left:
            phrase = whens[place]
            if isinstance(phrase, Occurs) and all(isinstance(term, Var) or free_vars(term) <= binding.keys() for _, term in phrase.roles):
                for ref in self._told_first(self.world.table.events(phrase.event)):
                    found = _filled(self.world, phrase, ref, binding)
                    yield found, left, self._kinds_lacking(found, binding, place), False
                yield binding, tuple(one for one in left if one != place), (self._lack(place, binding, False),), False
                return
        open_ = [free_vars(whens[place]) - binding.keys() for place in left]
        wanted = {name for names in open_ for name in names}
        name = min(sorted(wanted), key=lambda n: ({n} not in open_, len(self._extent(n))))
        for ref in self._extent(name):
            yield {**binding, name: ref}, left, (), not self._is_told(ref)
        with_it = tuple(place for place in left if name in free_vars(whens[place]))
        if not self._extent(name):
            yield binding, tuple(one for one in left if one not in with_it), tuple(self._lack(p, binding, False) for p in with_it), False

    def _found(self, binding: Binding, lacks: tuple[_Lack, ...], anyone: int) -> None:
        """Keep this way if none before it was as good."""
        try:
            lacks = (*lacks, *self._exceptions(binding), *self._another_value(binding))
        except _Unknown:
            return
        if len(lacks) > self.most:
            return
        first = min((one.place for one in lacks), default=len(self.clause.whens))
        told = [value for value in binding.values() if self._is_told(value)]
        known = sum(value in self._spoken_of for value in binding.values())
        key = (len(lacks), -len(told), anyone, -max(map(self._when, told), default=0), -known, -first)
        if self.best is None or key < self.best[0]:
            self.best = (key, binding, lacks, anyone)

    def _exceptions(self, binding: Binding) -> Iterator[_Lack]:
        place = len(self.clause.whens)
        for unless, text in zip(self.clause.unlesses, self.clause.unless_texts, strict=False):
            if free_vars(unless) <= binding.keys() and self._truth(unless, binding) is True:
                if (asked := applying(unless)) is not None:
                    yield _Lack(place, LIFTED + says_who(self.world.resolve(in_binding(asked, binding))))
                else:
                    yield _Lack(place, text, unless, excepted=True)

    def _another_value(self, binding: Binding) -> Iterator[_Lack]:
        """What lacks where the clause would give a value that is not asked for: that somebody else plays the role which it names.
        Raises _Unknown where it can never give another one."""
        conclusion = self.clause.conclusions[self.index]
        term = conclusion.value
        if conclusion.form not in ("is", *BOUNDS) or isinstance(term, Draw) or not free_vars(term) <= binding.keys():
            return
        value = self._value(term, binding)
        if conclusion.form in BOUNDS:
            now = self.sought.now
            known = isinstance(value, Fraction) and isinstance(now, Fraction)
            if known and arithmetic(self.world, OPERATION[conclusion.form], now, value) == now:  # it keeps what is so anyway
                raise _Unknown
            return
        if value is UNDECIDED or not isinstance(value, Usual) and self.sought.fit(value):
            return
        meant = instance_meant(self.world, term, binding) if isinstance(term, Apply) and term.property.startswith("role:") else None
        if meant is None or self.sought.wanted is UNDECIDED:
            raise _Unknown
        yield _Lack(len(self.clause.whens) + 1, "", matter=(meant, self.sought.wanted))

    def _lack(self, place: int, binding: Binding, undecided: bool) -> _Lack:
        """A condition that does not hold; of a place of the conclusion that is no variable, who stands there."""
        texts, condition = self.clause.when_texts, self.clause.whens[place]
        if place < len(texts):
            return _Lack(place, texts[place], condition, undecided)
        if isinstance(condition, Compare) and isinstance(condition.left, Apply) and isinstance(condition.right, Var):
            meant = instance_meant(self.world, condition.left, binding) if free_vars(condition) <= binding.keys() else None
            if meant is not None:
                return _Lack(place, "", None, undecided, matter=(meant, binding[condition.right.name]))
        return _Lack(place, ELSEWHERE, condition, undecided)

    def _kinds_lacking(self, found: Binding, before: Binding, place: int) -> tuple[_Lack, ...]:
        """Who of those that have been bound since is not of the kind of his variable."""
        new = ((value, self.kinds[name]) for name, value in found.items() if name not in before and name in self.kinds)
        others = dict.fromkeys((value, kind) for value, kind in new if isinstance(value, Ref) and not self.world.is_kind(value, kind))
        return tuple(_Lack(place, "", matter=((f"kind:{kind}", (value,)), True)) for value, kind in others)

    def _truth(self, sentence: Sentence, binding: Binding) -> Truth:
        try:
            return truth(self.world, sentence, binding)
        except OutOfTime:
            raise
        except (Fork, LimitReached, RuleFault, TypeError) as fault:
            raise _Unknown from fault

    def _value(self, term: object, binding: Binding) -> Value:
        try:
            return value_of(self.world, term, binding)  # type: ignore[arg-type]
        except OutOfTime:
            raise
        except (Fork, LimitReached, RuleFault, TypeError):
            return UNDECIDED

    def _extent(self, name: str) -> list[Ref]:
        kind = self.kinds.get(name, "thing")
        if kind not in self.extents:
            self.extents[kind] = []
            with suppress(Fork, RuleFault):
                self.extents[kind] = self._told_first(self.world.extent(kind))
        return self.extents[kind]

    def _told_first(self, refs: Iterable[Ref]) -> list[Ref]:
        """Those of whom the story tells before others; of events the later ones first."""
        return sorted(refs, key=lambda ref: (not self._is_told(ref), -self._when(ref), ref not in self._spoken_of))

    def _is_told(self, value: object) -> bool:
        """Whether it is an event that takes place, or has taken place: told, or come of what is told."""
        thing, now = self.world.table.thing(value) if isinstance(value, Ref) else None, self.world.table.happening
        if thing is None or not thing.is_event or not thing.happens:
            return False
        stamp = now.past.get(thing.name) if now is not None else None
        return stamp.took_place if stamp is not None else now is None or thing.name not in now.pending

    def _when(self, value: object) -> int:
        """The step at which an event was over; of one that goes on, more than that of any that is over."""
        now = self.world.table.happening
        if now is None or not self._is_told(value) or not isinstance(value, Ref):
            return 0
        return now.past[value.name].step if value.name in now.past else 1 + len(now.past)

    @cached_property
    def _spoken_of(self) -> frozenset[Value]:
        """Who plays a role in what is told, and what the facts speak of."""
        table = self.world.table
        roles = (filler for name in table.all_things if self._is_told(Ref(name)) for _, filler in table.all_things[name].roles)
        return frozenset((*roles, *(arg for _, args in table.situation.facts for arg in args)))
