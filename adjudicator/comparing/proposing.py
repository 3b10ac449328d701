"""Situations in which two rulebooks might differ: proposed from what their clauses say, for the engines to settle.

Each way begins with a clause that one book has and the other has not: it applies alone; or a clause of the other book,
with a contrary value, applies as well; or a clause of the other book that says the same just fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from adjudicator.model.clauses import Clause, Definition
from adjudicator.model.expressions import Literal, Not, Sentence, conjuncts, free_variables
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass
from adjudicator.stage.achieving import Achiever
from adjudicator.stage.frames import Frame, Hole
from adjudicator.stage.sketch import EMPTY, Item, Sketch, with_item
from adjudicator.stage.witnesses import applying, places

Speaker = tuple[Clause, int]
Proposed = Iterator[tuple[Sketch, Node]]


class Resuming(Achiever):
    """An achiever that goes on from a situation: what is there already comes before anything new."""

    def some(self, sketch: Sketch, kind: str, depth: int) -> Iterator[tuple[Sketch, Value]]:
        """A thing of the kind: one that is there, or a new one."""
        found = list(super().some(sketch, kind, depth))
        yield from sorted(found, key=lambda pair: len(pair[0].items))


@dataclass(frozen=True)
class Pairing:
    """The search on one side: its clauses are drawn by `own`, those of the other book by `other`."""

    own: Achiever
    other: Achiever

    def alone(self, speaker: Speaker) -> Proposed:
        """The clause applies."""
        yield from applying(self.own, speaker)

    def against(self, speaker: Speaker, rival: Speaker) -> Proposed:
        """The clause applies, and a clause of the other book about the same does, with another value."""
        for sketch, values, frame, node in self._begun(speaker, rival):
            first = Frame({p.name: p.kind for p in rival[0].parameters}, {})
            for after, bound in self.other.head(sketch, rival[0].conclusions[rival[1]].args, values, first):
                for last, other in self.other.clause(after, rival[0], bound, 0):
                    for whole in self._differing(last, speaker, frame, rival, other):
                        yield whole, whole.node(node)

    def without(self, speaker: Speaker, rival: Speaker) -> Proposed:
        """The clause applies, and one of the conditions of a clause of the other book about the same does not hold."""
        for condition in missing(speaker[0], rival[0]):
            for sketch, values, _, node in self._begun(speaker, rival):
                first = Frame({p.name: p.kind for p in rival[0].parameters}, {})
                for after, bound in self.other.head(sketch, rival[0].conclusions[rival[1]].args, values, first):
                    known = condition if free_variables(condition) <= bound.binding.keys() else None
                    if known is None:
                        bound = _bound_by_name(bound, sketch, rival[0])
                    for last, _ in self.other.holds(after, condition, False, bound, 0):
                        yield last, last.node(node)

    def _begun(self, speaker: Speaker, rival: Speaker) -> Iterator[tuple[Sketch, tuple[Value, ...], Frame, Node]]:
        """Sketches in which the clause applies to things that the rival's conclusion can be about, too."""
        clause, index = speaker
        for sketch, values in places(self.own, (speaker, rival)):
            first = Frame({p.name: p.kind for p in clause.parameters}, {})
            for after, bound in self.own.head(sketch, clause.conclusions[index].args, values, first):
                for last, frame in self.own.clause(after, clause, bound, 0):
                    yield last, values, frame, (clause.conclusions[index].property, values)

    def _differing(self, sketch: Sketch, speaker: Speaker, frame: Frame, rival: Speaker, other: Frame) -> Iterator[Sketch]:
        """The values of the two conclusions differ, as far as that can be arranged."""
        a, b = (s[0].conclusions[s[1]].value for s in (speaker, rival))
        if isinstance(a, Literal) and isinstance(b, Literal):
            yield sketch
            return
        for after, _, x in self.own.value(sketch, a, frame, 1):
            for last, _, y in self.other.value(after, b, other, 1):
                if isinstance(x, Hole) or isinstance(y, Hole):
                    yield from self.own._related(last, "!=", x, y, 1)
                elif x != y:
                    yield last


def _bound_by_name(frame: Frame, sketch: Sketch, clause: Clause) -> Frame:
    """The frame with the clause's other parameters standing for things of their kind that are there."""
    for parameter in clause.parameters:
        if parameter.name not in frame.binding:
            for name, item in sketch.items.items():
                if item.kind == parameter.kind and Ref(name) not in frame.binding.values():
                    frame = frame.bound(parameter.name, Ref(name))
                    break
    return frame


def missing(clause: Clause, other: Clause) -> list[Sentence]:
    """What the other clause asks for and this one does not, as conditions that are to fail."""
    own = {*(part for when in clause.whens for part in conjuncts(when)), *(Not(u) for u in clause.unlesses)}
    asked = [*(part for when in other.whens for part in conjuncts(when)), *(Not(u) for u in other.unlesses)]
    return [part for part in asked if part not in own]


def bare(book: Rulebook, name: str, kinds: tuple[str, ...]) -> tuple[Sketch, Node]:
    """Nothing but the things that a property is about."""
    sketch, values = EMPTY, []
    for kind in kinds:
        sketch, ref = with_item(sketch, book, kind)
        values.append(ref)
    return sketch, (name, tuple(values))


def defined(own: Achiever, other: Achiever, definitions: tuple[Definition | None, Definition | None], name: str) -> Proposed:
    """What one book defines to be so, and the other does not: definitions of what is so or not."""
    for achiever, opposite, first, second, want in (
        (own, other, definitions[0], definitions[1], True),
        (own, other, definitions[0], definitions[1], False),
        (other, own, definitions[1], definitions[0], True),
        (other, own, definitions[1], definitions[0], False),
    ):
        if first is None:
            continue
        kinds = tuple(p.kind for p in first.parameters)
        sketch, (_, values) = bare(achiever.book, name, kinds)
        frame = Frame({p.name: p.kind for p in first.parameters}, dict(zip((p.name for p in first.parameters), values, strict=True)))
        for after, _ in achiever.holds(sketch, cast(Sentence, first.meaning), want, frame, 0):
            if second is None:
                yield after, after.node((name, values))
                continue
            names = [p.name for p in second.parameters]
            inner = Frame({p.name: p.kind for p in second.parameters}, dict(zip(names, values, strict=True)))
            for last, _ in opposite.holds(after, cast(Sentence, second.meaning), not want, inner, 0):
                yield last, last.node((name, values))


def sketch_of(book: Rulebook, situation: Situation) -> tuple[Sketch, dict[str, str]]:
    """A situation as a sketch that can be gone on with, and what its things are called in it."""
    names: dict[str, str] = {}
    items: dict[str, Item] = {}
    said = {v.name for n, f in situation.facts.items() for v in (*n[1], f.value) if isinstance(v, Ref)}
    said |= {v.name for t in situation.things.values() for _, v in t.roles if isinstance(v, Ref)}
    for name, thing in situation.things.items():
        fixed = name in book.constants or thing.name in book.kinds
        names[name] = name if fixed else f"#{len(names) + 1}"
        if name not in book.constants or name in said:
            kind = thing.kinds[0]
            items[names[name]] = Item(kind, kind in book.kinds and book.is_a(kind, "event"))

    def now(value: Value) -> Value:
        return Ref(names.get(value.name, value.name)) if isinstance(value, Ref) else value

    wanted = {(n[0], tuple(map(now, n[1]))): now(fact.value) for n, fact in situation.facts.items()}
    roles = {(names[name], role): now(v) for name, t in situation.things.items() for role, v in t.roles if v is not None}
    happening = frozenset(names[n] for n, t in situation.things.items() if names[n] in items and items[names[n]].event and t.happens)
    sketch = Sketch(items, roles, wanted, {}, happening=happening, given=frozenset(wanted), count=len(names) + 1,
                    options=frozenset(n for n, on in situation.options.items() if on))  # fmt: skip
    return sketch, names


def resumed(achiever: Resuming, speaker: Speaker, sketch: Sketch, known: Node, value: Value) -> Proposed:
    """The clause applies in a situation of which one instance is known."""
    clause, index = speaker
    start = replace(sketch, wanted={**sketch.wanted, known: value})
    conclusion = clause.conclusions[index]
    frame = Frame({p.name: p.kind for p in clause.parameters}, {})

    def fill(sketch: Sketch, place: int, frame: Frame) -> Iterator[tuple[Sketch, Frame]]:
        if place == len(conclusion.args):
            yield sketch, frame
            return
        term = conclusion.args[place]
        if isinstance(term, Literal) or getattr(term, "name", "") in frame.binding:
            yield from fill(sketch, place + 1, frame)
            return
        kind = clause.kind_of(getattr(term, "name", ""))
        for after, ref in achiever.some(sketch, kind or "thing", 0):
            yield from fill(after, place + 1, frame.bound(getattr(term, "name", ""), ref))

    for begun, bound in fill(start, 0, frame):
        for last, whole in achiever.clause(begun, clause, bound, 0):
            values = tuple(t.value if isinstance(t, Literal) else whole.binding[getattr(t, "name", "")] for t in conclusion.args)
            yield last, last.node((conclusion.property, values))
