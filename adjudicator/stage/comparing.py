"""Comparisons as goals of the search: equal, different, more, so many, a word in a name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from adjudicator.language.words import tokens_of
from adjudicator.model.expressions import Aggregate, Apply, Term, Var
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.stage.frames import MIRRORED, NOTHING, PLAIN, Found, Frame, Hole, related
from adjudicator.stage.parts import Search
from adjudicator.stage.sketch import Sketch, joined, of_kind, set_apart, with_item

_WORDS: dict[str, dict[str, list[str]]] = {}
KEPT = 8


def printed_with(book: Rulebook, word: str) -> list[str]:
    """The printed names that contain the word; the index is made once for a rulebook."""
    known = _WORDS.get(book.digest) if book.digest else None
    if known is None:
        known = {}
        for kind in book.kinds.values():
            for token in tokens_of(kind.name) if kind.printed else ():
                known.setdefault(token.text.casefold(), []).append(kind.name)
        while len(_WORDS) >= KEPT:
            del _WORDS[next(iter(_WORDS))]
        _WORDS[book.digest] = known
    return known.get(word.casefold(), [])


class Comparing(Search):
    """The part of the search that compares; the rest is in achieving.py."""

    def compare(self, sketch: Sketch, op: str, left: Term, right: Term, frame: Frame, depth: int) -> Found:
        """left op right."""
        if op == "in":
            yield sketch, frame
            return
        for aggregate, other, way in ((left, right, op), (right, left, MIRRORED[op])):
            if isinstance(aggregate, Aggregate):
                yield from self._counted(sketch, way, aggregate, other, frame, depth)
                return
        if op == "=":
            yield from self._equated(sketch, left, right, frame, depth)
            return
        for after, inner, a in self.value(sketch, left, frame, depth):
            for last, out, b in self.value(after, right, inner, depth):
                yield from ((s, out) for s in self._related(last, op, a, b, depth))

    def _equated(self, sketch: Sketch, left: Term, right: Term, frame: Frame, depth: int) -> Found:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Var) and one.name not in frame.binding:
                for after, inner, value in self.value(sketch, other, frame, depth):
                    for chosen, settled in self._chosen(after, value, depth):
                        kind = frame.kinds.get(one.name, "thing")
                        for narrowed in self.is_a(chosen, settled, kind, depth):
                            yield narrowed, inner.bound(one.name, settled)
                return
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Apply) and one.property.startswith("role:"):
                for after, inner, (event,) in self.values(sketch, one.args, frame, depth):
                    for last, out, value in self.value(after, other, inner, depth):
                        for chosen, settled in self._chosen(last, value, depth):
                            yield from ((s, out) for s in self._played(chosen, event, one.property[5:], settled, depth))
                return
        for after, inner, a in self.value(sketch, left, frame, depth):
            for last, out, b in self.value(after, right, inner, depth):
                yield from ((s, out) for s in self._related(last, "=", a, b, depth))

    def _played(self, sketch: Sketch, event: Value, role: str, filler: Value, depth: int) -> Iterator[Sketch]:
        event, filler = sketch.now(event), sketch.now(filler)
        if not isinstance(event, Ref) or filler == event:
            return
        key = (event.name, role)
        if key in sketch.roles:
            yield from self.same(sketch, sketch.roles[key], filler)
            return
        for after, kind in self._with_role(sketch, event, role):
            for narrowed in self.is_a(after, filler, kind, depth):
                yield replace(narrowed, roles={**narrowed.roles, key: narrowed.now(filler)})

    def _related(self, sketch: Sketch, op: str, a: Value, b: Value, depth: int) -> Iterator[Sketch]:
        """a op b, for values or instances whose value is still open."""
        if a is NOTHING or b is NOTHING:
            yield sketch
            return
        if not isinstance(a, Hole) and not isinstance(b, Hole):
            if isinstance(a, Ref) and isinstance(b, Ref) and op in ("=", "!="):
                if op == "=":
                    yield from joined(sketch, self.book, sketch.now(a), sketch.now(b))
                else:
                    apart = set_apart(sketch, sketch.now(a), sketch.now(b))
                    yield from () if apart is None else (apart,)
            elif related(op, a, b):
                yield sketch
            return
        if isinstance(a, Hole) and isinstance(b, Hole):
            if a.node == b.node:
                yield from (sketch,) if op in ("=", "<=", ">=") else ()
                return
            for after, value in self._suitable(sketch, a.node, None, depth):
                for chosen in self.node(after, a.node, value, depth):
                    yield from self._related(chosen, op, value, b, depth)
            return
        if not isinstance(a, Hole):
            yield from self._related(sketch, MIRRORED[op], b, a, depth)
            return
        if op == "=":
            yield from self.node(sketch, a.node, b, depth)
            return
        for after, value in self._suitable(sketch, a.node, b, depth):
            if related(op, value, b):
                yield from self.node(after, a.node, value, depth)

    def _suitable(self, sketch: Sketch, node: Node, other: Value, depth: int) -> Iterator[tuple[Sketch, Value]]:
        yield from self.options(sketch, node)
        if isinstance(other, Fraction):
            yield from ((sketch, n) for n in (other, other + 1, other - 1) if n not in PLAIN)

    def _counted(self, sketch: Sketch, op: str, aggregate: Aggregate, other: Term, frame: Frame, depth: int) -> Found:
        """The number of things compares so; other aggregates are left to the engine."""
        if aggregate.op != "count":
            yield sketch, frame
            return
        for after, inner, b in self.value(sketch, other, frame, depth):
            for chosen, number in self._chosen(after, b, depth):
                enough = [k for k in range(5) if isinstance(number, Fraction) and related(op, Fraction(k), number)]
                for count in enough[:1]:
                    yield from self._several(chosen, aggregate, count, inner, depth)

    def _several(self, sketch: Sketch, aggregate: Aggregate, count: int, frame: Frame, depth: int) -> Found:
        if not count:
            yield sketch, frame
            return
        after, ref = with_item(sketch, self.book, aggregate.kind)
        inner = Frame({**frame.kinds, aggregate.var: aggregate.kind}, {**frame.binding, aggregate.var: ref})
        for last, out in self.holds(after, aggregate.such_that, True, inner, depth):
            yield from self._several(last, aggregate, count - 1, out.without(aggregate.var), depth)

    def _text(self, sketch: Sketch, op: str, term: Term, text: str, want: bool, frame: Frame, depth: int) -> Found:
        """A test on printed text: a printed card whose name has the word, a number with the digit."""
        for after, inner, value in self.value(sketch, term, frame, depth):
            if not want:
                yield after, inner
            elif op == "digit" and isinstance(value, Hole):
                yield from ((s, inner) for s in self.node(after, value.node, Fraction(int(text)), depth))
            elif op == "word" and isinstance(value, Ref):
                for name in printed_with(self.book, text):
                    yield from ((s, inner) for s in of_kind(after, self.book, value, name))
