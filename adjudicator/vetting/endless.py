"""What does not end in time: clauses that cause each other's events for ever, and effects that nothing ever undoes.

That events cause each other in a circle is read off the clauses; that they do so for ever is said only where a story shows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import networkx as nx

from adjudicator.engine.worlds import Ground
from adjudicator.model.clauses import DORMANT_STATUSES, Clause
from adjudicator.model.expressions import TRUE, Literal
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question
from adjudicator.model.story import Moment
from adjudicator.model.triggers import trigger_of
from adjudicator.model.values import Ref
from adjudicator.stage.achieving import Achiever
from adjudicator.stage.clashes import Side
from adjudicator.stage.frames import Frame, Spent
from adjudicator.stage.situating import situation_of
from adjudicator.stage.sketch import Sketch
from adjudicator.stage.witnesses import Witness, applying
from adjudicator.story.retelling import as_stories
from adjudicator.story.walk import walk
from adjudicator.vetting.findings import Finding, digest_of, finding_id
from adjudicator.vetting.vetter import Vetter

LONGEST, LONGEST_OF_BOOK = 4, 2
"""Circles of more clauses than this are not gone into, for a card and for a whole book."""
MOST_CIRCLES = 12
"""So many circles of new clauses are gone into, the shortest first."""
MOST, MOST_OF_BOOK = 3, 1
"""So many situations are told of one circle, of a card and of a whole book."""
MOST_WAYS, LONG = 16, 80
"""So many ways and steps of such a story are followed: what goes round and round does so in a few."""


def endless(vetter: Vetter, subjects: frozenset[str] | None) -> Iterator[Finding]:
    """Clauses whose effects go on for ever, each circle once; of new clauses, also effects that nothing undoes."""
    circles = circles_of(vetter.book, vetter.wishes.awake, LONGEST_OF_BOOK if subjects is None else LONGEST)
    ours = [circle for circle in circles if subjects is None or not subjects.isdisjoint(name for name, _ in circle)]
    for circle in ours if subjects is None else ours[:MOST_CIRCLES]:
        found = _circle(vetter, circle, subjects)
        if found is not None:
            yield found
    if subjects is not None:
        for name in vetter.book.clauses:
            if name in subjects:
                yield from _for_good(vetter, vetter.book.clauses[name], subjects)


def circles_of(book: Rulebook, awake: frozenset[str] = frozenset(), longest: int = LONGEST) -> list[list[tuple[str, int]]]:
    """The conclusions that cause events in a circle, by what each waits for and what it causes; in the order of the book."""
    causing = [(clause, index, name[len("causes:") :].split("(")[0]) for name, speakers in book.clauses_about.items()
               if name.startswith("causes:") for clause, index in speakers if _in_force(clause, awake)
               and getattr(clause.conclusions[index].value, "value", True) not in (0, False)]  # fmt: skip
    waits = {clause.name: trigger_of(book, clause).kinds for clause, _, _ in causing}
    graph: nx.DiGraph = nx.DiGraph()
    for clause, index, event in causing:
        above = book.ancestors.get(event, frozenset((event,)))
        for other, second, _ in causing:
            if not waits[other.name].isdisjoint(above):
                graph.add_edge((clause.name, index), (other.name, second))
    order = {name: place for place, name in enumerate(book.clauses)}
    found: dict[tuple[object, ...], list[tuple[str, int]]] = {}
    for cycle in nx.simple_cycles(graph, longest):
        sides = sorted(cycle, key=lambda side: (order[side[0]], side[1]))
        found.setdefault(tuple(sides), sides)
    return sorted(found.values(), key=lambda sides: (len(sides), [(order[name], index) for name, index in sides]))


def _in_force(clause: Clause, awake: frozenset[str]) -> bool:
    return clause.status not in DORMANT_STATUSES or clause.name in awake


def _circle(vetter: Vetter, circle: list[tuple[str, int]], subjects: frozenset[str] | None) -> Finding | None:
    """The circle with a story that goes round in it; nothing where none is found."""
    sides = [(vetter.book.clauses[name], index) for name, index in circle]
    if subjects is not None:
        sides.sort(key=lambda side: side[0].name not in subjects)

    def look(ground: Ground, node: Node) -> bool | None:
        return True if loops(ground) else None

    for start in range(len(sides)):
        turned = [*sides[start:], *sides[:start]]
        for witness in _stories(vetter, turned, MOST_OF_BOOK if subjects is None else MOST):
            if vetter.search.settled(witness.situation, witness.node, look):
                return _told(vetter, sides, vetter.search.shrunk(witness, look))
    return None


def _told(vetter: Vetter, sides: list[Side], witness: Witness) -> Finding:
    teller = vetter.teller
    names = list(dict.fromkeys(f"`{clause.name}`" for clause, _ in sides))
    said = f"{names[0]} causes again what it waits for" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} cause each other"
    identity = finding_id("V204", tuple(digest_of(clause) for clause, _ in sides), "causes")
    shown = tuple(teller.side(*side) for side in sides)
    return teller.alone("V204", identity, f"{teller.label(sides[0][0])}: {said}, for ever", shown,
                        "the events go round and round; nothing in the situation stops them", witness)  # fmt: skip


def _stories(vetter: Vetter, sides: list[Side], most: int = MOST) -> Iterator[Witness]:
    """Situations told as stories in which the first clause applies to an event, and what the others need besides events is there."""
    achiever = vetter.search.achiever()
    made = 0
    try:
        for sketch, node in _all_apply(achiever, sides):
            situation = situation_of(sketch, achiever, node)
            made += 1
            if made > most:
                return
            if situation is None:
                continue
            for story in as_stories(vetter.book, situation[0]):
                assert story.story is not None
                yield Witness(story, ("happens", (Ref(story.story.entries[0].event),)))  # type: ignore[union-attr]
    except (Spent, RecursionError):
        return


def _all_apply(achiever: Achiever, sides: list[Side]) -> Iterator[tuple[Sketch, Node]]:
    """Sketches in which all of them apply, the first alone after those."""

    def further(sketch: Sketch, left: list[Side]) -> Iterator[Sketch]:
        if not left:
            yield sketch
            return
        clause = left[0][0]
        for after, _ in achiever.clause(sketch, clause, Frame({p.name: p.kind for p in clause.parameters}, {}), 0):
            yield from further(after, left[1:])

    for sketch, node in applying(achiever, sides[0]):
        for whole in further(sketch, sides[1:]):
            yield whole, node
        yield sketch, node


def loops(ground: Ground) -> bool:
    """Whether the story of a situation goes round in a loop."""
    situation = ground.table.situation
    if situation.story is None:
        return False
    event = situation.story.entries[0].event  # type: ignore[union-attr]
    question = Question(event, TRUE, True, moment=Moment("end"))
    with ground.engine.within(replace(ground.engine.limits, worlds=MOST_WAYS, steps=LONG)):
        walked = walk(ground.engine, situation, (question,))
    return any(line.rounds or line.looped for line in walked.over)


def _for_good(vetter: Vetter, clause: Clause, subjects: frozenset[str]) -> Iterator[Finding]:
    """The state that an effect of a new clause sets and that no effect in force ever sets otherwise."""
    book = vetter.book
    for index, conclusion in enumerate(clause.conclusions):
        name = conclusion.property.removeprefix("after:")
        prop = book.properties.get(name)
        if not conclusion.property.startswith("after:") or prop is None or conclusion.form != "is":
            continue
        if prop.type.base != "yes/no" or not isinstance(conclusion.value, Literal) or prop.place.file != clause.place.file:
            continue
        if any(_undoes(other.conclusions[place].value, conclusion.value) for other, place in book.clauses_about[conclusion.property]
               if _in_force(other, vetter.wishes.awake)):  # fmt: skip
            continue
        teller = vetter.teller
        yield teller.alone("V205", finding_id("V205", (digest_of(clause),), str(index)),
                           f"{teller.label(clause)}: what `{clause.name}` brings about never ends", (teller.side(clause, index),),
                           "no effect of any clause sets it back")  # fmt: skip


def _undoes(value: object, other: Literal) -> bool:
    return not isinstance(value, Literal) or value.value != other.value
