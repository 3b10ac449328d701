"""What an answer rests on: the resolutions behind it, nearest first, and the clauses in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.model.clauses import Clause, Definition
from adjudicator.model.expressions import EFFECTS
from adjudicator.model.outcomes import Instance, Outcome, Resolution, World
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref
from adjudicator.settling.origins import cause_of
from adjudicator.settling.scenes import at, plain, step_of


def supporting_nodes(world: World) -> list[Node]:
    """Every property instance the answer rests on, breadth first from the question."""
    found: dict[Node, None] = {}
    todo = list(world.root)
    while todo:
        node = todo.pop(0)
        if node in found or node not in world.resolutions:
            continue
        found[node] = None
        todo += below(world.resolutions[node])
    return list(found)


def resting(lived: World) -> Iterator[tuple[int, Resolution]]:
    """What an answer rests on, the nearest to the question first, each with the step in whose moment it is meant; with what beat others,
    and why the events of those moments came about."""
    todo: list[Node] = list(lived.root)
    seen: set[Node] = set()
    for marked in todo:
        if marked in seen:
            continue
        seen.add(marked)
        number, node = step_of(marked), plain(marked)
        step = lived.steps[number - 1] if 0 < number <= len(lived.steps) else None
        resolution = (lived.resolutions if step is None else step.resolutions).get(node)
        if resolution is None:
            continue
        yield number, resolution
        todo += [at(number, other) for other in (*below(resolution), *(n for b in resolution.beaten for n in b.by.rests_on))]
        if step is not None and step.event:
            todo.append(at(number, ("happens", (Ref(step.event),))))
            cause = cause_of(lived.steps, step)
            todo += [] if cause is None else [cause]


def below(resolution: Resolution) -> list[Node]:
    """The instances one resolution rests on: through its clauses, or directly."""
    nodes = [n for i in (*resolution.winners, *resolution.modifiers) for n in i.rests_on]
    return list(dict.fromkeys([*nodes, *resolution.rests_on, *resolution.lifted]))


def instances_in(resolution: Resolution) -> list[Instance]:
    """The clause instances that gave the value, those it was open between, and those that beat another."""
    given = [*resolution.winners, *resolution.modifiers, *resolution.open_between]
    return list(dict.fromkeys([*given, *(b.by for b in resolution.beaten)]))


def supporting_clauses(world: World) -> list[Clause]:
    """The clauses that took part in the answer, nearest to the question first."""
    found: dict[str, Clause] = {}
    for node in supporting_nodes(world):
        for instance in instances_in(world.resolutions[node]):
            found.setdefault(instance.clause.name, instance.clause)
    return list(found.values())


def story_clauses(world: World) -> list[Clause]:
    """The clauses that made the story what it was: why events happened or did not, what they changed and caused, which came first."""
    found: dict[str, Clause] = {}
    for step in world.steps:
        todo = [n for n in step.resolutions if n[0].startswith(EFFECTS) or (n[0] == "happens" and n[1][0] == Ref(step.event))]
        resolutions = [*step.ordered]
        todo += [node for resolution in step.ordered for node in below(resolution)]
        seen: set[Node] = set()
        while todo:
            node = todo.pop()
            if node not in seen and node in step.resolutions:
                seen.add(node)
                resolutions.append(step.resolutions[node])
                todo += below(step.resolutions[node])
        for resolution in resolutions:
            for instance in instances_in(resolution):
                found.setdefault(instance.clause.name, instance.clause)
    return list(found.values())


def cited_for(outcomes: Iterable[Outcome]) -> set[str]:
    """The names of the clauses that outcomes rest on, in the story, too, and the ids that these cite."""
    clauses = (clause for one in outcomes for clause in (*supporting_clauses(one.world), *story_clauses(one.world)))
    return {name for clause in clauses for name in (clause.name, *clause.cites)}


def supporting_definitions(book: Rulebook, world: World) -> list[Definition]:
    """The definitions that took part in the answer."""
    nodes = (node for node in supporting_nodes(world) if world.resolutions[node].how == "defined")
    return [book.definition_of[name] for name in dict.fromkeys(plain(node)[0] for node in nodes)]


def deciding_resolutions(outcome: Outcome) -> list[Resolution]:
    """The resolutions nearest to the question in which clauses spoke; defaults are looked through."""
    resolutions = outcome.world.resolutions
    found: list[Resolution] = []
    todo, seen = list(outcome.world.root), set()
    while todo:
        node: Node = todo.pop(0)
        resolution = resolutions.get(node)
        if resolution is None or node in seen:
            continue
        seen.add(node)
        if resolution.winners or resolution.modifiers or resolution.open_between:
            found.append(resolution)
        else:
            todo += (*resolution.rests_on, *resolution.lifted)
    return found


def geometry_cites(book: Rulebook, resolution: Resolution) -> tuple[str, ...]:
    """The ids by which a drawn map answers an instance; none where it did not."""
    if resolution.how != "geometry" or book.geometry is None:
        return ()
    name = (resolution.node[0].rpartition("@")[0] or resolution.node[0]).removeprefix("after:")
    return book.geometry.answered[name].cites if name in book.geometry.answered else ()
