"""Instances that depend on each other (7)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations, product
from typing import TYPE_CHECKING

from adjudicator.model.expressions import (
    EFFECTS,
    INSTEAD,
    Aggregate,
    Apply,
    Literal,
    Occurs,
    Permitted,
    Quantified,
    Sentence,
    Term,
    Var,
    children,
)
from adjudicator.model.situation import Node
from adjudicator.model.values import Value
from reference.branching import CIRCLE, PARADOX, Branching, Fork, TooLarge
from reference.expressions import UNDECIDED, Known
from reference.frame import Frame
from reference.ladder import Resolved

if TYPE_CHECKING:
    from reference.instances import World

MOST_VALUES = 8
MOST_CASES = 300
MOST_TRIES = 3_000
ALL_FORMS = ("is", "adds", "multiplies", "at most", "at least")


class Loops:
    """Which instances depend on which, whatever the world."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self._direct: dict[Node, frozenset[Node]] = {}
        self._reach: dict[Node, frozenset[Node]] = {}

    def group_of(self, node: Node) -> tuple[Node, ...]:
        """7.1: the instances that it depends on and that depend on it; empty if it stands alone."""
        return tuple(sorted((n for n in self.reach(node) if node in self.reach(n)), key=repr))

    def reach(self, node: Node) -> frozenset[Node]:
        """All that a node depends on, over any number of steps."""
        if node not in self._reach:
            seen: set[Node] = set()
            pending = list(self.direct(node))
            while pending:
                other = pending.pop()
                if other not in seen:
                    seen.add(other)
                    pending.extend(self.direct(other))
            self._reach[node] = frozenset(seen)
        return self._reach[node]

    def direct(self, node: Node) -> frozenset[Node]:
        """7.1: what a node depends on in one step."""
        if node not in self._direct:
            self._direct[node] = frozenset(self._needs(node))
        return self._direct[node]

    def _needs(self, node: Node) -> Iterator[Node]:
        """What the facts, definition, clauses or default of an instance read."""
        name, args = node
        frame = self.frame
        if node in frame.situation.facts or frame.given(node) is not None:
            return
        if frame.known and frame.known.settling(node, frame.state) is not None:
            return
        if frame.known and name.startswith(EFFECTS):
            yield from (("happens", (event,)) for event in frame.known.beside)
        definition = frame.book.definition_of.get(name)
        if definition:
            binding = {p.name: v for p, v in zip(definition.parameters, args, strict=True)}
            yield from self.mentioned(definition.meaning, binding)
            return
        for clause, conclusion in frame.clauses_about(name, ALL_FORMS):
            for binding in frame.bindings(clause.parameters):
                if all(v in self.possible(a, binding) for a, v in zip(conclusion.args, args, strict=True)):
                    yield from self._needs_of_instance(clause, conclusion, binding)
        yield from self._needs_of_default(node)

    def _needs_of_instance(self, clause, conclusion, binding: dict[str, Value]) -> Iterator[Node]:
        for p in clause.parameters:
            yield (f"kind:{p.kind}", (binding[p.name],))
        for expression in (*conclusion.args, *clause.whens, *clause.unlesses, conclusion.value):
            yield from self.mentioned(expression, binding)
        if clause.bearer:
            for rung in (self.frame.situation.ladder or self.frame.book.ladder).rungs:
                for key in rung.keys:
                    yield from self.mentioned(key.term, {"it": binding[clause.bearer]})

    def _needs_of_default(self, node: Node) -> Iterator[Node]:
        name, args = node
        if name.startswith("kind:"):
            kind = name.removeprefix("kind:")
            if not self.frame.declared(args[0], kind):
                for below in self.frame.book.descendants.get(kind, frozenset()) - {kind}:
                    yield (f"kind:{below}", args)
        elif name.startswith("after:"):
            yield (name.removeprefix("after:"), args)
        elif name == "happens":
            if INSTEAD in self.frame.book.clauses_about:
                yield (INSTEAD, args)
            if self.frame.known is not None and args[0] in self.frame.known.causes:
                yield ("may", args)
        elif not name.startswith("decider:") and self.frame.default_of(node).undecided:
            yield (f"decider:{name}", args)

    def mentioned(self, expression: Term | Sentence, binding: dict[str, Value]) -> Iterator[Node]:
        """The instances that an expression may read in a binding."""
        match expression:
            case Apply(name, args):
                for values in product(*(self.possible(arg, binding) for arg in args)):
                    yield (name, values)
            case Quantified(var=var, kind=kind) | Aggregate(var=var, kind=kind):
                for thing in self.frame.things:
                    yield (f"kind:{kind}", (thing,))
                    if self.frame.conceivable(thing, kind):
                        for child in children(expression):
                            yield from self.mentioned(child, {**binding, var: thing})
                return
            case Occurs(event=name) | Permitted(event=name):
                for thing in self.frame.things:
                    yield (f"kind:{name}", (thing,))
                    if isinstance(expression, Permitted):
                        yield ("may", (thing,))
                    elif self.frame.conceivable(thing, name):
                        yield ("happens", (thing,))
        for child in children(expression):
            yield from self.mentioned(child, binding)

    def possible(self, term: Term, binding: dict[str, Value]) -> tuple[Value, ...]:
        """The values a place may take: exact for variables, names and roles, else every thing."""
        match term:
            case Var(name):
                return (binding[name],)
            case Literal(value):
                return (value,)
            case Apply(name, (arg,)) if name.startswith("role:"):
                given = [self.frame.given((name, (v,))) for v in self.possible(arg, binding)]
                return tuple(g[0] for g in given if g is not None)
        return self.frame.things


def start(world: World, node: Node) -> Known:
    """7.1: what holds without any support: the default, and undecided where that is a choice or unknown."""
    name, args = node
    if name.startswith("kind:"):
        return world.frame.declared(args[0], name.removeprefix("kind:"))
    if name.startswith("after:"):
        return start(world, (name.removeprefix("after:"), args))
    if name == "happens" and world.frame.known is not None and args[0] in world.frame.known.causes:
        return start(world, ("may", args)) != "may not"
    if name in world.frame.book.definition_of:
        return False if world.frame.type_of(node).base == "yes/no" else UNDECIDED
    default = world.frame.default_of(node)
    return UNDECIDED if default.undecided or default.unknown else default.value


class Open(Exception):
    """What is worked out read an instance that can be several things, and has not been taken to be one of them."""

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self.node = node


Taken = dict[Node, Known]
Cases = tuple[tuple[Taken, Known], ...]
"""7.1: what an instance comes to, for what some of the others can be."""


def settle_group(world: World, group: tuple[Node, ...], root: Node) -> None:
    """7: as much of a group as one of it reads, over any number of steps, together."""
    members = {root}
    while root not in world.settled:
        try:
            world.settled.update(_together(world, group, tuple(sorted(members, key=repr))))
        except (Open, Fork) as further:
            for node in members & world.settled.keys():
                del world.settled[node]
            if isinstance(further, Fork):
                raise
            members.add(further.node)


def _together(world: World, group: tuple[Node, ...], members: tuple[Node, ...]) -> dict[Node, Resolved]:
    """7: what comes out the same whatever the others can be; then, circle by circle, their ways; then the rest again."""
    before = {node: start(world, node) for node in members}
    fixed: Taken = {}
    while left := tuple(node for node in members if node not in fixed and node not in world.settled):
        outright = {node: found.value for node in left if isinstance(found := _comes_of(world, group, node, fixed), Resolved)}
        if outright:
            fixed |= outright
            continue
        cases, can = possible_values(world, group, left, before, fixed)
        certain = {node: values[0] for node in left if len(values := _distinct(v for _, v in cases[node])) == 1}
        if certain:
            fixed |= certain
            continue
        for circle in _circles(left, cases):
            ways = ways_of(circle, cases, can, before)
            if ways:
                told = tuple(repr(way) for way in ways)
                taken = world.path.take(Branching(CIRCLE, circle, "", told)) if len(ways) > 1 else told[0]
                fixed |= dict(zip(circle, ways[told.index(taken)], strict=True))
            else:
                world.settled |= {node: Resolved(UNDECIDED, PARADOX, could=tuple(can[node])) for node in circle}
    found = {node: _comes_of(world, group, node, fixed) for node in fixed}
    for open_ in found.values():
        if isinstance(open_, Open):
            raise open_
    return found


def _comes_of(world: World, group: tuple[Node, ...], node: Node, taken: Taken) -> Resolved | Open:
    """7.1: what an instance comes to where some others of its group are so; or which of these it reads besides.

    It is worked out once for what it reads, whatever else is taken.
    """
    aside = frozenset((n, world.settled[n].value, world.settled[n].could) for n in group if n in world.settled)
    read: Taken = {}
    while True:
        key = (node, frozenset(read.items()), aside)
        if key not in world.tried:
            try:
                with _taken(world, read, {n for n in group if n not in read and n not in world.settled}):
                    world.tried[key] = world.compute(node)
            except Open as further:
                world.tried[key] = Open(further.node)
        found = world.tried[key]
        if not isinstance(found, Open) or found.node not in taken:
            return found
        read[found.node] = taken[found.node]


def possible_values(
    world: World, group: tuple[Node, ...], left: tuple[Node, ...], before: Taken, fixed: Taken
) -> tuple[dict[Node, Cases], dict[Node, list[Known]]]:
    """7.1: what each can be: what it is without support, and what it comes to where the others are what they can be."""
    can = {node: [before[node]] for node in left}
    cases: dict[Node, Cases] = {}
    grown = True
    while grown:
        grown = False
        for node in left:
            cases[node] = _cases(world, group, node, can, fixed)
            new = [v for v in _distinct(value for _, value in cases[node]) if v not in can[node]]
            can[node] += new
            grown = grown or bool(new)
            if len(can[node]) > MOST_VALUES:
                raise TooLarge("a loop that comes to ever new values")
    return cases, can


def _cases(world: World, group: tuple[Node, ...], node: Node, can: dict[Node, list[Known]], fixed: Taken) -> Cases:
    """What it comes to, for each thing that those which it reads can be."""
    found: list[tuple[Taken, Known]] = []
    waiting: list[Taken] = [{}]
    while waiting:
        taken = waiting.pop()
        come = _comes_of(world, group, node, {**fixed, **taken})
        if isinstance(come, Open):
            if come.node not in can:
                raise come
            waiting += [{**taken, come.node: each} for each in can[come.node]]
        else:
            found.append((taken, come.value))
        if len(found) + len(waiting) > MOST_CASES:
            raise TooLarge("a loop with too much to it")
    return tuple(found)


@contextmanager
def _taken(world: World, taken: Taken, unsaid) -> Iterator[None]:
    """While some of a group are taken to be something, and others may not be read."""
    outer = world.previous, world.unsaid
    world.previous, world.unsaid = {**world.previous, **taken}, frozenset(unsaid)
    try:
        yield
    finally:
        world.previous, world.unsaid = outer


def _circles(left: tuple[Node, ...], cases: dict[Node, Cases]) -> list[tuple[Node, ...]]:
    """7.2: instances that all depend on each other, and on no others that are left."""
    reach = {node: _depends(cases[node]) for node in left}
    for _ in left:
        for seen in reach.values():
            seen |= {further for other in seen for further in reach[other]}
    return list(dict.fromkeys(tuple(n for n in left if n in reach[node]) for node in left if all(node in reach[n] for n in reach[node])))


def _depends(cases: Cases) -> set[Node]:
    """7.2: the instances of which another value, of them alone, would make it another."""
    found: set[Node] = set()
    for (some, one), (others, other) in combinations(cases, 2):
        apart = [node for node in some if node in others and some[node] != others[node]]
        if one != other and len(apart) == 1:
            found.add(apart[0])
    return found


def ways_of(circle: tuple[Node, ...], cases: dict[Node, Cases], can: dict[Node, list[Known]], before: Taken) -> list[tuple[Known, ...]]:
    """7.2: the values of which each is what comes of the others', and something else supports; failing these, where the rounds end."""
    tries = list(product(*(can[node] for node in circle)))
    if len(tries) > MOST_TRIES:
        raise TooLarge("a circle with too much to it")
    ways = []
    for values in tries:
        way = dict(zip(circle, values, strict=True))
        if all(_comes_to(cases[node], way) == way[node] for node in circle) and _is_supported(way, cases, before):
            ways.append(values)
    return ways or _rest(circle, cases, before)


def _comes_to(cases: Cases, way: Taken) -> Known:
    """What an instance comes to, of a circle that depends on nothing else that is left."""
    return next(value for taken, value in cases if all(way.get(node, v) == v for node, v in taken.items()))


def _is_supported(way: Taken, cases: dict[Node, Cases], before: Taken) -> bool:
    """7.2: whether what is otherwise than without support can come about in some order, whether the others have or not."""
    there = {node for node, value in way.items() if value == before[node]}
    for _ in way:
        for node in way.keys() - there:
            could = {n: (v,) if n in there else (v, before[n]) for n, v in way.items()}
            if all(v == way[node] for taken, v in cases[node] if all(taken[n] in could[n] for n in taken if n in could)):
                there.add(node)
    return len(there) == len(way)


def _rest(circle: tuple[Node, ...], cases: dict[Node, Cases], before: Taken) -> list[tuple[Known, ...]]:
    """7.2: where the rounds come to rest; nothing where they never do."""
    seen: list[Taken] = [{node: before[node] for node in circle}]
    while seen[-1] not in seen[:-1]:
        seen.append({node: _comes_to(cases[node], seen[-1]) for node in circle})
    return [tuple(seen[-1][node] for node in circle)] if seen[-1] == seen[-2] else []


def _distinct(values) -> list[Known]:
    return list(dict.fromkeys(values))
