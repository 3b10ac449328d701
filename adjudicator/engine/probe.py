"""What can look over the shoulder of a settling: somebody who wants to know what would have come of each step by other clauses.

An engine whose `probe` is set tells it of each step that clauses take, right after it, with the world in which it was taken.
A probe may ask that world for more, and leaves nothing behind in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from adjudicator.model.outcomes import Instance, Resolution
from adjudicator.model.situation import Node

if TYPE_CHECKING:
    from adjudicator.engine.effects import Source
    from adjudicator.engine.resolve import World


class Probe(Protocol):
    """Is told what clauses came to."""

    def known(self, world: World, node: Node) -> Resolution | None:
        """An instance is about to be resolved: what it comes to, where the probe has asked for it in this world before."""

    def resolved(self, world: World, node: Node) -> None:
        """The same instance has been resolved, or could not be."""

    def weighed(self, world: World, node: Node, first: list[Instance], candidates: list[Instance], found: Resolution) -> None:
        """An instance came to its value by these candidates, which are the `first` ones, or, without any, the fallbacks."""

    def modified(self, world: World, node: Node, modifiers: list[Instance]) -> None:
        """A number was changed by these modifiers, those that something claims over among them."""

    def brought(self, world: World, spoken: list[tuple[Node, Source]]) -> None:
        """The current event brings these effects about."""

    def restless(self) -> None:
        """Some instances keep changing because of each other."""
