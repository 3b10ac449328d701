"""What the map asks of the table and of the world in which it answers: the engine's, which knows the map, has all of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from adjudicator.model.outcomes import Cause, Resolution
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation, Thing
from adjudicator.model.values import Ref, Value

if TYPE_CHECKING:
    from adjudicator.map.positions import Positions


class Decisions(Protocol):
    """The branchings of a world."""

    def take(self, key: Any, cause: Cause, alternatives: list[Any], chances: Any = None) -> Any:
        """The alternative this world takes; may raise to branch."""


class Table(Protocol):
    """The situation in one moment."""

    book: Rulebook
    situation: Situation
    happening: Any

    @property
    def all_things(self) -> Mapping[str, Thing]:
        """Things and proposals by name."""

    @property
    def positions(self) -> Positions:
        """The map of the moment."""

    def declared_kinds(self, ref: Ref) -> frozenset[str]:
        """Every kind the thing is declared to be of, upwards."""

    def true_facts(self, name: str) -> list[tuple[Value, ...]]:
        """Where the facts say that a yes/no property holds."""

    def own_key(self, name: str) -> tuple[str, ...]:
        """What tells the branchings of this moment from those of others."""


class World(Protocol):
    """One branch of a situation: property instances by value, with a note of which were read."""

    book: Rulebook
    situation: Situation
    resolved: MutableMapping[Node, Resolution]
    rounds: dict[int, Any]
    surveyed: dict[tuple[Any, ...], tuple[Any, ...]]

    @property
    def table(self) -> Table:
        """The situation in this moment."""

    @property
    def decisions(self) -> Decisions:
        """The branchings taken so far."""

    def reading(self) -> AbstractContextManager[dict[Node, None]]:
        """Within it, take down what is read."""

    def has_read(self, nodes: Iterable[Node]) -> None:
        """These have been read, by somebody whose work is used again."""

    def value(self, node: Node) -> Any:
        """The value of an instance, UNDECIDED where nothing decides it."""

    def resolve(self, node: Node) -> Resolution:
        """How the instance comes to its value."""

    def is_left_open(self, node: Node) -> bool:
        """Whether an instance must be told, is not, and no value of it is taken here."""

    def is_kind(self, value: Value, kind: str) -> bool:
        """Whether a thing is of a kind."""

    def extent(self, kind: str) -> Sequence[Ref]:
        """The things of a kind."""

    def only_facts(self, name: str) -> bool:
        """Whether instances of a yes/no property hold exactly where the scenario says so."""

    def matter(self, node: Node) -> str:
        """What a branching about the instance is about, in words."""
