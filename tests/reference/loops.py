"""Instances that depend on each other (7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
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
from reference.branching import TooLarge
from reference.expressions import UNDECIDED, Known
from reference.frame import Frame
from reference.ladder import Resolved

if TYPE_CHECKING:
    from reference.instances import World

MOST_ROUNDS = 200
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
        if frame.known and frame.known.current and name.startswith(EFFECTS):
            yield ("happens", (frame.known.current,))
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


def settle_rounds(world: World, group: tuple[Node, ...]) -> None:
    """7.1 and 7.2: all are recomputed from the round before until nothing changes.

    Where the rounds come back to an earlier round instead, the instances that keep
    changing because of each other are undecided, and the others begin anew.
    """
    outer = world.previous
    restless: set[Node] = set()
    while True:
        history = [{node: UNDECIDED if node in restless else start(world, node) for node in group}]
        reads: list[set[tuple[Node, Node]]] = []
        while history[-1] not in history[:-1]:
            world.previous = {**outer, **history[-1]}
            resolved, read = _round(world, group, restless)
            history.append({node: found.value for node, found in resolved.items()})
            reads.append(read)
            if len(history) > MOST_ROUNDS:
                raise TooLarge("a loop that does not come round")
        world.previous = outer
        since = history.index(history[-1])
        if since == len(history) - 2:
            world.settled.update(resolved)
            return
        changing = {node for node in group if len({then[node] for then in history[since:]}) > 1}
        sources = _sources(changing, set().union(*reads[since:]))
        if sources != _sources(changing, _read_backwards(world, group, restless, history[since:])):
            raise TooLarge("a loop in which it matters which condition is looked at first")
        restless |= sources


def _round(world: World, group: tuple[Node, ...], restless: set[Node]):
    """One round: every instance from the values of the round before, and which read which."""
    resolved, read = {}, set()
    for node in group:
        world.reads = set()
        resolved[node] = Resolved(UNDECIDED, "loop") if node in restless else world.compute(node)
        read |= {(node, other) for other in world.reads}
    return resolved, read


def _read_backwards(world: World, group: tuple[Node, ...], restless: set[Node], states) -> set[tuple[Node, Node]]:
    """Which instance reads which if the conditions of each clause are looked at from the last to the first.

    What a clause reads before one of its conditions fails is nothing that the page settles,
    so cases in which it matters are left alone.
    """
    outer, read = world.previous, set()
    world.backwards = True
    try:
        for state in states:
            world.previous = {**outer, **state}
            read |= _round(world, group, restless)[1]
    finally:
        world.previous, world.backwards = outer, False
    return read


def _sources(changing: set[Node], read: set[tuple[Node, Node]]) -> set[Node]:
    """7.2: those of the changing instances that change because of themselves, not because of others alone."""
    reach = {node: {other for reader, other in read if reader == node and other in changing} for node in changing}
    for _ in changing:
        for seen in reach.values():
            seen |= {further for other in seen for further in reach[other]}
    return {node for node in changing if all(node in reach[other] for other in reach[node])}
