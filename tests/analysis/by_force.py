"""Every situation of a small stage, settled by the reference evaluator: what there is to be found on it.

Shares no code with the engine nor with the sweep: the stage is listed here once more, all facts of the book at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import prod

from reference.branching import CIRCLE, PARADOX, Path, every_path
from reference.frame import Frame
from reference.instances import World
from reference.invariants import unbroken
from reference.ladder import Climb, contrary
from reference.outcomes import MOST_WORLDS, Lived, Tables, answer
from reference.specificity import Specificity

from adjudicator.model.expressions import Apply, Compare, Literal, walk
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Question, Situation, Thing
from adjudicator.model.story import END, Moment, Story, Telling
from adjudicator.model.values import Ref
from adjudicator.stage.codes import DECIDED_BY, worst

NAMES = ("Ann", "Bob", "Cid", "Dan")
NOT_SAID = object()
EVENT = "the event"


@dataclass
class Truth:
    """The worst class of each pair, the class of each clause alone, and the properties that go round in a loop."""

    clashes: dict[tuple[str, str], str] = field(default_factory=dict)
    alone: dict[str, str] = field(default_factory=dict)
    loops: set[str] = field(default_factory=set)
    impossible: set[tuple[str, str]] = field(default_factory=set)
    """A clause, and an invariant that a situation breaks in which nothing would be broken without the clause."""


# ---- the stage ----


def tables(book: Rulebook, things: int) -> Iterator[dict[str, Thing]]:
    """One to so many things in all, of every kind, under every name; with no event or one, which happens or is only proposed."""
    kinds = [name for name in book.kinds if name not in ("thing", "event") and name not in book.events]
    for count in range(1, things + 1):
        for chosen in product(kinds, repeat=count):
            table = {name: Thing(name, (kind,)) for name, kind in zip(NAMES, chosen, strict=False)}
            yield table
            for event in book.events.values():
                for players in product(map(Ref, table), repeat=len(event.roles)):
                    for happens in (True, False):
                        yield {**table, EVENT: Thing(EVENT, (event.name,), tuple(zip(event.roles, players, strict=True)), happens)}


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


def _gone(world: Lived) -> list[tuple[object, ...]]:
    """The circles that go several ways, of which this world has gone one (docs/meaning.md 7.2)."""
    return [branching.what for branching in world.path.decisions if branching.cause == CIRCLE and isinstance(branching.what, tuple)]


def by_force(book: Rulebook, things: int) -> Truth:
    """All there is to be found."""
    truth = Truth()
    told = sorted({c.property for clause in book.clauses.values() for c in clause.conclusions})
    applied: set[str] = set()
    stood: set[str] = set()
    matter: set[str] = set()
    for situation in situations(book, things):
        tables: dict[tuple[bool, str], Tables] = {}
        blamed = _blamed(book, situation, truth)
        applied, stood, matter = applied | blamed, stood | blamed, matter | blamed
        for node in asked(book, situation, told):
            lived = _answered(book, situation, node, "", tables)
            values = {repr(w.resolutions[node].value) for w in lived}
            standing: set[str] = set()
            for world in lived:
                found = world.resolutions[node]
                if found.how == PARADOX or any(node in circle for circle in _gone(world)):
                    truth.loops.add(node[0])
                if found.climb is not None:
                    applied |= {c.clause.name for c in _spoke(found.climb)}
                    standing |= {c.clause.name for c in found.climb.standing}
                    _clashes(book, node, found.climb, truth)
            stood |= standing
            for name in standing - matter:
                again = _answered(book, situation, node, name, tables)
                if {repr(w.resolutions[node].value) for w in again} != values:
                    matter.add(name)
    for name in book.clauses:
        code = "V201" if name not in applied else "V202" if name not in stood else "V203" if name not in matter else ""
        if code:
            truth.alone[name] = code
    return truth


def _answered(book: Rulebook, situation: Situation, node: Node, off: str, tables: dict[tuple[bool, str], Tables]) -> tuple[Lived, ...]:
    """The possible worlds, with one clause off or none; of effects in the moment of the event, which is told as a story."""
    key = (node[0].startswith("after:"), off)
    if key not in tables:
        supposed = replace(situation, suppose={off: False}) if off else situation
        told = replace(supposed, story=Story((Telling(EVENT),))) if key[0] else supposed
        tables[key] = Tables(Frame(book, told), Specificity(book), {})
    return answer(tables[key], question(node)).worlds


def asked(book: Rulebook, situation: Situation, told: list[str]) -> Iterator[Node]:
    """All that clauses can speak of: permissions and happening of events, everything else of beings, effects where something happens."""
    happens = EVENT in situation.things and situation.things[EVENT].happens
    for name in told:
        for thing in situation.things:
            if (name in ("may", "happens")) == (thing == EVENT) and (happens or not name.startswith("after:")):
                yield (name, (Ref(thing),))


def _blamed(book: Rulebook, situation: Situation, truth: Truth) -> set[str]:
    """The clauses without any one of which the situation would not be impossible."""
    broken = _broken(book, situation)
    found = {name for name in book.clauses if broken and not _broken(book, replace(situation, suppose={name: False}))}
    truth.impossible |= {(name, invariant) for name in found for invariant in broken}
    return found


def _broken(book: Rulebook, situation: Situation) -> set[str]:
    """The first invariants that its worlds break; none where a world is possible."""
    if not book.invariants:
        return set()
    tables, found = Tables(Frame(book, situation), Specificity(book), {}), set[str]()

    def first_broken(world: World) -> str:
        """The first invariant that is broken in the world; empty where none is."""
        return next((i.name for i in book.invariants.values() if not unbroken(world, i)), "")

    for _, name in every_path(World(tables, Path()), first_broken, MOST_WORLDS):
        if not name:
            return set()
        found.add(name)
    return found


def question(node: Node) -> Question:
    """What the instance is."""
    moment = Moment("during", event=EVENT) if node[0].startswith("after:") else END
    return Question(node[0], Apply(node[0], tuple(map(Literal, node[1]))), node[0] in ("dull", "happens", "after:brave"), moment=moment)


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
