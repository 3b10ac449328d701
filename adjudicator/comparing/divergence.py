"""Where two derivations part: the deepest instances that both books speak of and value differently."""

from __future__ import annotations

from adjudicator.model.outcomes import Answer, Resolution, World
from adjudicator.model.situation import Node
from adjudicator.settling.support import below

Names = tuple[str, ...]


def parting(one: Answer, two: Answer) -> tuple[Names, Names]:
    """The clauses of each book at the places where the derivations of the two answers part; none where one has no derivation."""
    found: tuple[set[str], set[str]] = (set(), set())
    for world in _worlds(one):
        for other in _worlds(two):
            if _value(world) == _value(other) and len(one.outcomes) > 1 < len(two.outcomes):
                continue
            for node in _deepest(world, other):
                for names, at, beside in zip(found, (world, other), (other, world), strict=True):
                    names |= _clauses(at.resolutions[node]) | _definition(at, node)
                    if at.resolutions[node].how == "modified":  # who takes it off matters less than what is taken off
                        for under in set(below(at.resolutions[node])) - set(below(beside.resolutions[node])):
                            names |= _clauses(at.resolutions[under]) if under in at.resolutions else set()
    return tuple(sorted(found[0])), tuple(sorted(found[1]))


MOST = 6
"""Outcomes of an answer that are looked at."""


def _worlds(answer: Answer) -> list[World]:
    return [outcome.world for outcome in answer.outcomes[:MOST]]


def _value(world: World) -> object:
    return world.answer if world.decided else None


def _deepest(one: World, two: World) -> list[Node]:
    """The instances behind both answers with other values, of which no instance below them has another value."""
    found: dict[Node, None] = {}
    todo = [node for node in dict.fromkeys((*one.root, *two.root)) if _differs(one, two, node)]
    seen: set[Node] = set()
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        under = dict.fromkeys((*below(one.resolutions[node]), *below(two.resolutions[node])))
        further = [n for n in under if _differs(one, two, n)]
        if further:
            todo += further
        else:
            found[node] = None
    return list(found)


def _differs(one: World, two: World, node: Node) -> bool:
    a, b = one.resolutions.get(node), two.resolutions.get(node)
    return a is not None and b is not None and (a.value != b.value or (a.how == "gap") != (b.how == "gap"))


def _definition(world: World, node: Node) -> set[str]:
    """The definition that gives the instance, if one does."""
    book = getattr(world.table, "book", None)
    defined = book is not None and world.resolutions[node].how == "defined" and node[0] in book.definition_of
    return {book.definition_of[node[0]].name} if defined else set()  # type: ignore[union-attr]


def _clauses(resolution: Resolution) -> set[str]:
    return {i.clause.name for i in (*resolution.winners, *resolution.modifiers, *resolution.open_between)}
