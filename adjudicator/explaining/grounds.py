"""What the truth of a sentence, or the value of a term, rests on: as few property instances as will do.

One true part of an `or` is enough, one false part of an `and`, one thing for
`some`: grounds are a tree of instances that are all needed, or one of several.
The truth itself is the engine's; here it is only asked what it cannot do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from adjudicator.engine.decisions import Fork
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.resolve import World
from adjudicator.engine.truth import Binding, Truth, events_meant, instance_meant, leave_meant, truth
from adjudicator.model.expressions import (
    KIND,
    Aggregate,
    And,
    Apply,
    Arith,
    Compare,
    Draw,
    Not,
    Occurs,
    OptionOn,
    Or,
    Permitted,
    Quantified,
    Round,
    Sentence,
    Term,
    TextTest,
)
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass

OPTION = "option in use"
"""The family of what a scenario says of optional rules: `(OPTION, (name,))`."""


@dataclass(frozen=True, slots=True)
class Every:
    """All of these are needed."""

    parts: tuple[Grounds, ...] = ()


@dataclass(frozen=True, slots=True)
class Either:
    """One of these is enough."""

    parts: tuple[Grounds, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One property instance is needed."""

    node: Node


Grounds = Every | Either | Leaf
NOTHING = Every()


def every(parts: Iterable[Grounds]) -> Grounds:
    """All of these, each once, without nesting."""
    flat: dict[Grounds, None] = {}
    for part in parts:
        flat.update(dict.fromkeys(part.parts if isinstance(part, Every) else (part,)))
    return next(iter(flat)) if len(flat) == 1 else Every(tuple(flat))


def either(parts: list[Grounds]) -> Grounds:
    """One of these; where one of them is nothing, nothing is needed."""
    return parts[0] if len(parts) == 1 else NOTHING if NOTHING in parts or not parts else Either(tuple(parts))


def picked(grounds: Grounds, usable: Callable[[Node], bool]) -> tuple[Node, ...] | None:
    """The instances of the shortest choice that may be used, each once; None where no choice will do."""
    match grounds:
        case Leaf(node):
            return (node,) if usable(node) else None
        case Every(parts):
            found: dict[Node, None] = {}
            for part in parts:
                one = picked(part, usable)
                if one is None:
                    return None
                found.update(dict.fromkeys(one))
            return tuple(found)
        case Either(parts):
            several = [one for one in (picked(part, usable) for part in parts) if one is not None]
            return min(several, key=len) if several else None
    return ()


def certain(grounds: Grounds) -> Iterator[Node]:
    """The instances that are needed whatever is chosen."""
    match grounds:
        case Leaf(node):
            yield node
        case Every(parts):
            for part in parts:
                yield from certain(part)


def renamed(grounds: Grounds, rename: Callable[[Node], Node]) -> Grounds:
    """The same of other instances."""
    match grounds:
        case Leaf(node):
            return Leaf(rename(node))
        case Every(parts) | Either(parts):
            return type(grounds)(tuple(renamed(part, rename) for part in parts))
    return grounds


class Finder:
    """Finds grounds in one moment of one world."""

    def __init__(self, world: World) -> None:
        self.world = world

    def sentence(self, sentence: Sentence, binding: Binding, wanted: Truth) -> Grounds:
        """Why the sentence is true (false, or neither, as `wanted`), which it must be."""
        match sentence:
            case Apply():
                return self._applied(sentence, binding)
            case Compare(_, left, right):
                return every((self.term(left, binding), self.term(right, binding)))
            case TextTest(_, term, _):
                return self.term(term, binding)
            case OptionOn(name):
                return Leaf((OPTION, (name,)))
            case Not(body):
                return self.sentence(body, binding, None if wanted is None else not wanted)
            case And(parts) | Or(parts):
                return self._parts(parts, binding, wanted, isinstance(sentence, And))
            case Quantified():
                return self._quantified(sentence, binding, wanted)
            case Occurs():
                return self._occurs(sentence, binding, wanted)
            case Permitted(roles=roles):
                leave = leave_meant(self.world, sentence, binding)
                return every((*(self.term(term, binding) for _, term in roles), *([] if leave is None else [Leaf(leave)])))
        return NOTHING

    def term(self, term: Term, binding: Binding) -> Grounds:
        """Everything the value of a term is worked out from."""
        match term:
            case Apply():
                return self._applied(term, binding)
            case Arith(_, left, right):
                return every((self.term(left, binding), self.term(right, binding)))
            case Round(_, inner):
                return self.term(inner, binding)
            case Aggregate():
                return self._aggregate(term, binding)
            case Draw(cases, among, by):
                terms = [part for case in cases for part in case] + [part for part in (among, by) if part is not None]
                return every(self.term(one, binding) for one in terms)
        return NOTHING

    def kind(self, value: Value, kind: str) -> Grounds:
        """Why a thing is of a kind or not: nothing, where that is declared once and for all."""
        world = self.world
        if not isinstance(value, Ref) or kind == "thing" or kind not in world.book.changeable_kinds or not world.can_ever_be(value, kind):
            return NOTHING
        return Leaf((f"kind:{kind}", (value,)))

    def is_of(self, ref: Ref, kind: str) -> bool:
        """Whether a thing is of a kind; of those that nothing on the table can make one, settling has not asked what they are."""
        return not beyond(self.world, ref, kind) and self.world.is_kind(ref, kind)

    def truth(self, sentence: Sentence, binding: Binding) -> Truth | str:
        """The truth of a part that settling may not have looked at; "" where it depends on what is not decided here."""
        try:
            return truth(self.world, sentence, binding)
        except (Fork, LimitReached, RuleFault):
            return ""

    def _applied(self, applied: Apply, binding: Binding) -> Grounds:
        inner, name = every(self.term(arg, binding) for arg in applied.args), applied.property
        node = instance_meant(self.world, applied, binding)
        if node is None:
            return inner
        return every((inner, self.kind(node[1][0], name.removeprefix(KIND)) if name.startswith(KIND) else Leaf(node)))

    def _parts(self, parts: tuple[Sentence, ...], binding: Binding, wanted: Truth, all_: bool) -> Grounds:
        """Of `and` (`all_`) or `or`: one part that settles it alone, else all of them."""
        truths = [(part, self.truth(part, binding)) for part in parts]
        if wanted is None:
            return every(self.sentence(part, binding, found) for part, found in truths if found != "")  # type: ignore[arg-type]
        if wanted is all_:
            return every(self.sentence(part, binding, wanted) for part in parts)
        return either([self.sentence(part, binding, wanted) for part, found in truths if found is wanted])

    def _quantified(self, sentence: Quantified, binding: Binding, wanted: Truth) -> Grounds:
        """`every` and `no` are about all things of the kind, `some` (and their denials) about one."""
        things = _who_may_be(self.world, sentence)
        if wanted is None:
            return every(self._whole(sentence, ref, binding) for ref in things)
        of_each = wanted if sentence.op != "no" else not wanted
        if (sentence.op != "some") == wanted:
            return every(either(self._harmless(sentence, ref, binding)) for ref in things)
        witnesses = []
        for ref in self.world.meant_by(sentence):
            inner = {**binding, sentence.var: ref}
            if self.truth(sentence.such_that, inner) is True and self.truth(sentence.body, inner) is of_each:
                meant = (self.kind(ref, sentence.kind), self.sentence(sentence.such_that, inner, True))
                witnesses.append(every((*meant, self.sentence(sentence.body, inner, of_each))))
        return either(witnesses)

    def _harmless(self, sentence: Quantified, ref: Ref, binding: Binding) -> list[Grounds]:
        """Why one thing is no exception: it is not of the kind, not meant, or the sentence is as it should be of it."""
        of_kind, meant = self.is_of(ref, sentence.kind), self.kind(ref, sentence.kind)
        if not of_kind and meant == NOTHING:
            return [NOTHING]
        inner = {**binding, sentence.var: ref}
        such = self.truth(sentence.such_that, inner)
        ways = [] if of_kind else [meant]
        ways += [self.sentence(sentence.such_that, inner, such)] if such is False or such is None else []
        should = sentence.op == "every"
        if self.truth(sentence.body, inner) is should:
            ways.append(self.sentence(sentence.body, inner, should))
        return ways

    def _whole(self, sentence: Quantified, ref: Ref, binding: Binding) -> Grounds:
        """Everything that is asked of one thing, where the whole is neither true nor false; or why the thing is no exception."""
        if ways := self._harmless(sentence, ref, binding):
            return either(ways)
        kind, inner = self.kind(ref, sentence.kind), {**binding, sentence.var: ref}
        truths = [(part, self.truth(part, inner)) for part in (sentence.such_that, sentence.body)]
        return every([kind, *(self.sentence(part, inner, found) for part, found in truths if found != "")])  # type: ignore[arg-type]

    def _aggregate(self, term: Aggregate, binding: Binding) -> Grounds:
        """All things that could be meant, with what is worked out of those that are."""
        return every(self._counted(term, ref, binding) for ref in _who_may_be(self.world, term))

    def _counted(self, term: Aggregate, ref: Ref, binding: Binding) -> Grounds:
        inner = {**binding, term.var: ref}
        kind = self.kind(ref, term.kind)
        if not self.is_of(ref, term.kind):
            such = self.truth(term.such_that, inner) if kind != NOTHING else True
            return either([kind, *([self.sentence(term.such_that, inner, such)] if such is False or such is None else [])])
        such = truth(self.world, term.such_that, inner)
        found = self.sentence(term.such_that, inner, such)
        if such is not True:
            return found  # whether it is of the kind does not matter, then
        counted = self.term(term.term, inner) if term.term is not None else NOTHING
        return every((kind, found, counted))

    def _occurs(self, phrase: Occurs, binding: Binding, wanted: Truth) -> Grounds:
        """An event that takes place so; or of every event that fits, that it does not take place."""
        filled = every(self.term(term, binding) for _, term in phrase.roles)
        fitting = events_meant(self.world, phrase, binding)
        happening = [ref for ref in fitting if self.world.value(("happens", (ref,))) is True]
        if wanted is True:
            return every((filled, either([Leaf(("happens", (ref,))) for ref in happening])))
        return every((filled, *(Leaf(("happens", (ref,))) for ref in fitting)))


def beyond(world: World, ref: Value, kind: str) -> bool:
    """Whether nothing on the table makes the thing one of the kind, so that settling need not ask."""
    return isinstance(ref, Ref) and kind in world.book.changeable_kinds and not world.can_be_here(ref, kind)


def _who_may_be(world: World, over: Quantified | Aggregate) -> Sequence[Ref]:
    """The things over which a quantifier or aggregate goes, or could in some situation, in the order of the scenario.

    Settling also leaves out those that no fact of this situation makes one; but that no fact does is a premise.
    """
    if over.kind not in world.book.changeable_kinds:
        return world.meant_by(over, world.table.extent(over.kind))
    return world.meant_by(over, tuple(ref for ref, _ in world.table.sorted_things if world.can_ever_be(ref, over.kind)))
