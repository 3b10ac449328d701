"""The statements by which a book says what holds where no clause speaks."""

from __future__ import annotations

from adjudicator.engine.defaults import default_of
from adjudicator.engine.resolve import World
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref


def default_warrant(book: Rulebook, world: World, node: Node) -> tuple[str, ...]:
    """The ids by which the default of an instance holds; none where the book declares it without one."""
    name, args = node
    if name == "may":
        return permission_warrant(book, world, args[0])
    return default_of(world, name, args).by


def permission_warrant(book: Rulebook, world: World, event: object) -> tuple[str, ...]:
    """The ids by which an event normally may, or may not, happen."""
    thing = world.table.thing(event) if isinstance(event, Ref) else None
    for kind in thing.kinds if thing else ():
        for name in (kind, *sorted(book.ancestors.get(kind, frozenset()) - {kind})):
            if name in book.events and book.events[name].default:
                return book.events[name].by
    return ()
