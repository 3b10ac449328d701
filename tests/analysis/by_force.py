"""Every situation of a small stage, settled by the reference evaluator: what there is to be found on it.

Shares no code with the engine nor with the sweep: the stage is listed here once more, all facts of the book at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod

from reference.frame import Frame
from reference.ladder import Climb, contrary
from reference.outcomes import Tables, answer
from reference.specificity import Specificity

from adjudicator.analysis.codes import DECIDED_BY, worst
from adjudicator.model.expressions import Apply, Compare, Literal, walk
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Question, Situation, Thing
from adjudicator.model.values import Ref

NAMES = ("Ann", "Bob", "Cid", "Dan")
NOT_SAID = object()


@dataclass
class Truth:
    """The worst class of each pair, the class of each clause alone, and the properties that go round in a loop."""

    clashes: dict[tuple[str, str], str] = field(default_factory=dict)
    alone: dict[str, str] = field(default_factory=dict)
    loops: set[str] = field(default_factory=set)


# ---- the stage ----


def tables(book: Rulebook, things: int) -> Iterator[dict[str, Thing]]:
    """One to so many things in all, of every kind, under every name."""
    kinds = [name for name in book.kinds if name not in ("thing", "event")]
    for count in range(1, things + 1):
        for chosen in product(kinds, repeat=count):
            yield {name: Thing(name, (kind,)) for name, kind in zip(NAMES, chosen, strict=False)}


def sayable(book: Rulebook, things: dict[str, Thing]) -> list[tuple[Node, list]]:
    """Each instance of a property of which no clause speaks, with all that a scenario can say of it."""
    spoken = {c.property for clause in book.clauses.values() for c in clause.conclusions}
    found = []
    for prop in book.properties.values():
        if prop.name in spoken or not _read(book, prop.name):
            continue
        for args in product(*([Ref(n) for n, t in things.items() if book.is_a(t.kinds[0], kind)] for kind in prop.kinds)):
            values: list[object] = [NOT_SAID] if prop.default.undecided else []
            match prop.type.base:
                case "yes/no":
                    values += [False, True]
                case "choice":
                    values += prop.type.options
                case _:
                    values += sorted(_numbers(book))
            found.append(((prop.name, args), values))
    return found


def _read(book: Rulebook, name: str) -> bool:
    said = [s for c in book.clauses.values() for s in (*c.whens, *c.unlesses, *(x.value for x in c.conclusions))]
    said += [key.term for rung in book.ladder.rungs for key in rung.keys]
    said += [s for i in book.invariants.values() for s in (i.always, i.when)]
    return any(isinstance(n, Apply) and n.property == name for s in said for n in walk(s))


def _numbers(book: Rulebook) -> set[Fraction]:
    """One and two, and the numbers that conditions compare with, and those beside them."""
    compared = {n.right.value for c in book.clauses.values() for s in (*c.whens, *c.unlesses) for n in walk(s)
                if isinstance(n, Compare) and isinstance(n.right, Literal) and isinstance(n.right.value, Fraction)}  # fmt: skip
    return {Fraction(1), Fraction(2)} | {n + d for n in compared for d in (-1, 0, 1)}


def size(book: Rulebook, things: int) -> int:
    """How many situations there are."""
    return sum(prod(len(values) for _, values in sayable(book, table)) for table in tables(book, things))


def situations(book: Rulebook, things: int) -> Iterator[Situation]:
    """All of them."""
    for table in tables(book, things):
        places = sayable(book, table)
        for chosen in product(*(values for _, values in places)):
            yield Situation(table, {n: Fact(n, v) for (n, _), v in zip(places, chosen, strict=True) if v is not NOT_SAID})


# ---- what it shows ----


def by_force(book: Rulebook, things: int) -> Truth:
    """All there is to be found."""
    truth = Truth()
    told = sorted({c.property for clause in book.clauses.values() for c in clause.conclusions})
    applied: set[str] = set()
    stood: set[str] = set()
    matter: set[str] = set()
    for situation in situations(book, things):
        frames = Tables(Frame(book, situation), Specificity(book), {})
        without: dict[str, Tables] = {}
        for node in ((name, (Ref(thing),)) for name in told for thing in situation.things):
            lived = answer(frames, question(node)).worlds
            values = {repr(w.resolutions[node].value) for w in lived}
            standing: set[str] = set()
            for world in lived:
                found = world.resolutions[node]
                if found.how == "loop":
                    truth.loops.add(node[0])
                if found.climb is not None:
                    applied |= {c.clause.name for c in _spoke(found.climb)}
                    standing |= {c.clause.name for c in found.climb.standing}
                    _clashes(book, node, found.climb, truth)
            stood |= standing
            for name in standing - matter:
                if name not in without:
                    supposed = Situation(situation.things, situation.facts, suppose={name: False})
                    without[name] = Tables(Frame(book, supposed), Specificity(book), {})
                again = answer(without[name], question(node)).worlds
                if {repr(w.resolutions[node].value) for w in again} != values:
                    matter.add(name)
    for name in book.clauses:
        code = "V201" if name not in applied else "V202" if name not in stood else "V203" if name not in matter else ""
        if code:
            truth.alone[name] = code
    return truth


def question(node: Node) -> Question:
    """What the instance is."""
    return Question(node[0], Apply(node[0], tuple(map(Literal, node[1]))), node[0] == "dull")


def _spoke(climb: Climb) -> tuple:
    return (*climb.standing, *(fall.loser for fall in climb.falls))


def _clashes(book: Rulebook, node: Node, climb: Climb, truth: Truth) -> None:
    spoke = _spoke(climb)
    for place, one in enumerate(spoke):
        for other in spoke[place + 1 :]:
            code = _class(book, node, climb, one, other)
            if code:
                key = tuple(sorted((one.clause.name, other.clause.name)))
                truth.clashes[key] = worst(code, truth.clashes.get(key, ""))


def _class(book: Rulebook, node: Node, climb: Climb, one, other) -> str:
    """The class of two candidates in one world, by the definition in docs/findings."""
    if not contrary(node, one, other):
        return ""
    reading = "V107" if "disputed" in (one.clause.status, other.clause.status) else ""
    last = len(book.ladder.rungs)
    falls = {id(fall.loser): fall for fall in climb.falls}
    depth = [falls[id(c)].rung if id(c) in falls else last for c in (one, other)]
    if depth[0] == depth[1]:
        if id(one) in falls:
            return ""
        if climb.branching is None:
            return worst("V106", reading)
        return "V103" if climb.branching.cause == "chance" else "V101"
    loser, winner = (one, other) if depth[0] < depth[1] else (other, one)
    if not any(winner is by for by in falls[id(loser)].by):
        return ""
    turns = winner.clause.status == "disputed"  # who loses anyway may as well be off
    return worst(DECIDED_BY[book.ladder.rungs[min(depth)].form], "V107" if turns else "")
