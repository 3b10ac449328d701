"""A situation in the making: things whose kinds are still open, and what must hold of them.

A sketch is never changed, only extended, so that a search can go back to an earlier one.  Things have names of
their own here (`#1`, `#2`); two that turn out to be the same are joined.  What a scenario would write is made of it
in the end (stage/situating.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import overload

from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Item:
    """A thing: the kind it has so far, and whether that is an event."""

    kind: str
    event: bool = False


@dataclass(frozen=True)
class Sketch:
    """Things, roles of events, and the values wanted of property instances."""

    items: dict[str, Item]
    roles: dict[tuple[str, str], Value]
    wanted: dict[Node, Value]
    joined: dict[str, str]
    apart: frozenset[frozenset[str]] = frozenset()
    happening: frozenset[str] = frozenset()
    proposed: frozenset[str] = frozenset()
    given: frozenset[Node] = frozenset()
    options: frozenset[str] = frozenset()
    supported: frozenset[tuple[str, Node]] = frozenset()
    count: int = 0

    @overload
    def now(self, value: Ref) -> Ref: ...

    @overload
    def now(self, value: Value) -> Value: ...

    def now(self, value: Value) -> Value:
        """The value, things by the name they go by now."""
        while isinstance(value, Ref) and value.name in self.joined:
            value = Ref(self.joined[value.name])
        return value

    def node(self, node: Node) -> Node:
        """The instance with its things by the names they go by now."""
        return (node[0], tuple(self.now(v) for v in node[1])) if self.joined else node

    def kind_of(self, ref: Ref) -> str:
        """The kind the thing has so far."""
        item = self.items.get(ref.name)
        return item.kind if item else "thing"

    def of_kind(self, book: Rulebook, kind: str) -> list[Ref]:
        """The things that are already of the kind."""
        return [Ref(name) for name, item in self.items.items() if book.is_a(item.kind, kind) or kind == "thing"]


EMPTY = Sketch({}, {}, {}, {})


def replace(sketch: Sketch, **changes: object) -> Sketch:
    """`dataclasses.replace` for sketches: a search makes tens of thousands of them, and this takes a third of the time."""
    made = object.__new__(Sketch)
    made.__dict__.update(sketch.__dict__)
    made.__dict__.update(changes)
    return made


def with_item(sketch: Sketch, book: Rulebook, kind: str) -> tuple[Sketch, Ref]:
    """One more thing of the kind."""
    kind = kind if kind and kind != "thing" else "thing"
    name = f"#{sketch.count + 1}"
    event = book.is_a(kind, "event")
    items = {**sketch.items, name: Item(kind, event)}
    return replace(sketch, items=items, count=sketch.count + 1), Ref(name)


def with_named(sketch: Sketch, book: Rulebook, ref: Ref) -> Sketch:
    """The sketch with a thing that has a name of its own: a printed card, or one that is on every table."""
    if ref.name in sketch.items:
        return sketch
    kinds = book.constants.get(ref.name)
    kind = kinds[0] if kinds else ref.name if ref.name in book.kinds else "thing"
    return replace(sketch, items={**sketch.items, ref.name: Item(kind)})


def met_kinds(book: Rulebook, one: str, other: str) -> list[str]:
    """The widest declared kinds that are below both; not to be changed."""
    known = book.known_meetings.get((one, other))
    if known is None:
        known = book.known_meetings[one, other] = _met_kinds(book, one, other)
    return known


def _met_kinds(book: Rulebook, one: str, other: str) -> list[str]:
    if other in ("", "thing", one) or book.is_a(one, other):
        return [one]
    if one in ("", "thing") or book.is_a(other, one):
        return [other]
    both = book.descendants.get(one, frozenset()) & book.descendants.get(other, frozenset())
    widest = [k for k in both if not any(o != k and o in both for o in book.ancestors[k])]
    return sorted(widest, key=lambda k: (book.kinds[k].printed, k))


def of_kind(sketch: Sketch, book: Rulebook, ref: Ref, kind: str) -> Iterator[Sketch]:
    """The sketch with the thing narrowed to a declared kind."""
    item = sketch.items.get(ref.name)
    if item is None:
        return
    fixed = not ref.name.startswith("#")
    for narrowed in met_kinds(book, item.kind, kind):
        if narrowed == item.kind:
            yield sketch
        elif not fixed:
            event = book.is_a(narrowed, "event")
            yield replace(sketch, items={**sketch.items, ref.name: Item(narrowed, event)})


def joined(sketch: Sketch, book: Rulebook, one: Ref, other: Ref) -> Iterator[Sketch]:
    """The sketch with two things made one."""
    if one == other:
        yield sketch
        return
    if frozenset((one.name, other.name)) in sketch.apart:
        return
    if other.name.startswith("#") and (not one.name.startswith("#") or int(one.name[1:]) < int(other.name[1:])):
        one, other = other, one
    if not one.name.startswith("#"):
        return
    gone, kept = one, other
    item, into = sketch.items[gone.name], sketch.items[kept.name]
    if (item.kind != "thing" and into.kind != "thing") and item.event != into.event:
        return
    for narrowed in of_kind(sketch, book, kept, item.kind):
        merged = _merged(narrowed, gone, kept)
        if merged is not None:
            yield merged


def _merged(sketch: Sketch, gone: Ref, kept: Ref) -> Sketch | None:
    def now(value: Value) -> Value:
        return kept if value == gone else value

    wanted: dict[Node, Value] = {}
    for (name, args), value in sketch.wanted.items():
        node = (name, tuple(map(now, args)))
        if wanted.setdefault(node, now(value)) != now(value):
            return None
    roles: dict[tuple[str, str], Value] = {}
    for (event, role), value in sketch.roles.items():
        key = (kept.name if event == gone.name else event, role)
        if roles.setdefault(key, now(value)) != now(value):
            return None
    if any(isinstance(v, Ref) and v.name == event for (event, _), v in roles.items()):
        return None
    apart = frozenset(frozenset(kept.name if n == gone.name else n for n in pair) for pair in sketch.apart)
    if any(len(pair) == 1 for pair in apart):
        return None
    items = {name: item for name, item in sketch.items.items() if name != gone.name}
    return replace(
        sketch, items=items, roles=roles, wanted=wanted, apart=apart, joined={**sketch.joined, gone.name: kept.name},
        happening=frozenset(kept.name if n == gone.name else n for n in sketch.happening),
        proposed=frozenset(kept.name if n == gone.name else n for n in sketch.proposed),
        given=frozenset((name, tuple(map(now, args))) for name, args in sketch.given),
    )  # fmt: skip


def set_apart(sketch: Sketch, one: Ref, other: Ref) -> Sketch | None:
    """The sketch with two things that are not the same."""
    if one == other:
        return None
    return replace(sketch, apart=sketch.apart | {frozenset((one.name, other.name))})
