"""Events as goals of the search: who plays which role, what takes place, what is permitted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from adjudicator.model.expressions import Apply, Compare, Term, Var
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Event
from adjudicator.stage.frames import MOST_FILLERS, Found, Frame
from adjudicator.stage.parts import Search
from adjudicator.stage.sketch import Sketch, met_kinds, of_kind, replace, with_item

Roles = tuple[tuple[str, Term], ...]


class Playing(Search):
    """The part of the search that makes events; the rest is in achieving.py."""

    def role(self, sketch: Sketch, event: Value, role: str, depth: int) -> Iterator[tuple[Sketch, Value]]:
        """Who plays a role in an event: whoever does so far, or someone new."""
        event = sketch.now(event)
        if not isinstance(event, Ref):
            return
        if (event.name, role) in sketch.roles:
            yield sketch, sketch.now(sketch.roles[(event.name, role)])
            return
        for after, kind in self._with_role(sketch, event, role):
            for last, filler in self.some(after, kind, depth):
                if filler != event:
                    yield replace(last, roles={**last.roles, (event.name, role): filler}), filler

    def _with_role(self, sketch: Sketch, event: Ref, role: str) -> Iterator[tuple[Sketch, str]]:
        """The event narrowed to one that has the role, and the kind of thing that plays it."""
        above = self.book.ancestors.get(sketch.kind_of(event), frozenset())
        for name in sorted(above, key=lambda k: -len(self.book.ancestors.get(k, ()))):
            declared = self.book.events.get(name)
            if declared is not None and role in declared.roles:
                yield sketch, declared.kinds[declared.roles.index(role)]
                return
        for declared in self._that_have(role, sketch.kind_of(event)):
            for narrowed in of_kind(sketch, self.book, event, declared.name):
                yield narrowed, declared.kinds[declared.roles.index(role)]

    def _that_have(self, role: str, kind: str) -> list[Event]:
        """The first events with the role that one of the kind can be."""
        known = self.having.get((role, kind))
        if known is None:
            fitting = (e for e in self.book.events.values() if role in e.roles and met_kinds(self.book, kind, e.name))
            known = self.having[role, kind] = list(islice(fitting, MOST_FILLERS))
        return known

    def event(self, sketch: Sketch, event: str, roles: Roles, frame: Frame, depth: int, happening: bool) -> Found:
        """An event takes place (or is considered) with these roles: one that is there, or a new one."""
        for name, item in list(sketch.items.items()):
            if item.event:
                for narrowed in of_kind(sketch, self.book, Ref(name), event):
                    yield from self._with_roles(narrowed, Ref(name), roles, frame, depth, happening)
        after, ref = with_item(sketch, self.book, event)
        yield from self._with_roles(after, ref, roles, frame, depth, happening)

    def _with_roles(self, sketch: Sketch, event: Ref, roles: Roles, frame: Frame, depth: int, happening: bool) -> Found:
        if happening:
            if event.name in sketch.proposed:
                return
            sketch = replace(sketch, happening=sketch.happening | {event.name})
        equations = tuple(Compare("=", Apply(f"role:{role}", (Var("the event"),)), term) for role, term in roles)
        for after, inner in self.all(sketch, equations, frame.bound("the event", event), depth):
            yield after, inner.without("the event")

    def _permitted(self, sketch: Sketch, modality: str, event: str, roles: Roles, want: bool, frame: Frame, depth: int) -> Found:
        if want:
            values = ("may", "must") if modality == "may" else (modality,)
        else:
            values = ("may",) if modality == "may not" else ("may not",)
        for after, inner in self.event(sketch, event, roles, frame.without("the event"), depth, False):
            ref = next(Ref(n) for n in reversed(after.items) if after.items[n].event)
            for value in values:
                yield from ((s, inner) for s in self.node(after, ("may", (ref,)), value, depth))
