"""Terms as values of the search: what they stand for, and what an open instance could be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.model.expressions import Apply, Arith, Literal, Round, Term, Var
from adjudicator.model.situation import Node
from adjudicator.model.values import PERMISSION, YES_NO, Ref, Type, Value
from adjudicator.stage.frames import NOTHING, PLAIN, Frame, Hole, arithmetic
from adjudicator.stage.parts import Search
from adjudicator.stage.sketch import Sketch, with_item, with_named


class Valuing(Search):
    """The part of the search that finds what terms stand for; the rest is in achieving.py."""

    def values(
        self, sketch: Sketch, terms: tuple[Term, ...], frame: Frame, depth: int
    ) -> Iterator[tuple[Sketch, Frame, tuple[Value, ...]]]:
        """Terms as values; what is still open is chosen."""
        if not terms:
            yield sketch, frame, ()
            return
        for after, inner, value in self.value(sketch, terms[0], frame, depth):
            for chosen, settled in self._chosen(after, value, depth):
                for last, out, rest in self.values(chosen, terms[1:], inner, depth):
                    yield last, out, (settled, *rest)

    def _chosen(self, sketch: Sketch, value: Value, depth: int) -> Iterator[tuple[Sketch, Value]]:
        if not isinstance(value, Hole):
            yield sketch, value
            return
        for after, option in self.options(sketch, value.node):
            yield from ((s, option) for s in self.node(after, value.node, option, depth))

    def type_of(self, name: str) -> Type:
        if name == "may":
            return PERMISSION
        if name.startswith("decider:"):
            return Type("thing", kind="thing")
        prop = self.book.properties.get(name.removeprefix("after:"))
        return prop.type if prop is not None else YES_NO

    def options(self, sketch: Sketch, node: Node) -> Iterator[tuple[Sketch, Value]]:
        """The values an instance can have, what holds anyway first."""
        kind, default = self.type_of(node[0]), self.default(sketch, node)
        if default is not NOTHING:
            yield sketch, default
        if kind.base == "thing":
            after, ref = with_item(sketch, self.book, kind.kind)
            yield after, ref
            yield from ((sketch, r) for r in sketch.of_kind(self.book, kind.kind) if not sketch.items[r.name].event)
            if kind.nobody and default is not None:
                yield sketch, None
        elif kind.base in ("choice", "yes/no"):
            yield from ((sketch, o) for o in (kind.options or (True, False)) if o != default)
        elif kind.is_number:
            yield from ((sketch, n) for n in PLAIN if n != default)

    def value(self, sketch: Sketch, term: Term, frame: Frame, depth: int) -> Iterator[tuple[Sketch, Frame, Value]]:
        """What a term stands for: a value, or the instance that has it."""
        self._step()
        match term:
            case Var(name) if name in frame.binding:
                yield sketch, frame, sketch.now(frame.binding[name])
            case Var(name):
                for after, ref in self.some(sketch, frame.kinds.get(name, "thing"), depth):
                    yield after, frame.bound(name, ref), ref
            case Literal(Ref() as ref):
                yield with_named(sketch, self.book, ref), frame, ref
            case Literal(value):
                yield sketch, frame, value
            case Apply(name, args):
                for after, inner, values in self.values(sketch, args, frame, depth):
                    if name.startswith("role:"):
                        yield from ((s, inner, v) for s, v in self.role(after, values[0], name[5:], depth))
                    elif None not in values:
                        node = (name, tuple(after.now(v) for v in values))
                        yield after, inner, after.wanted.get(node, Hole(node))
            case Arith(op, left, right):
                for after, inner, (a, b) in self.values(sketch, (left, right), frame, depth):
                    if isinstance(a, Fraction) and isinstance(b, Fraction) and (op != "/" or b):
                        yield after, inner, arithmetic(op, a, b)
            case Round(direction, inner_term):
                for after, inner, (a,) in self.values(sketch, (inner_term,), frame, depth):
                    if isinstance(a, Fraction):
                        yield (
                            after,
                            inner,
                            Fraction(-(-a.numerator // a.denominator) if direction == "up" else a.numerator // a.denominator),
                        )
            case _:
                yield sketch, frame, NOTHING
