"""What the parts of the search for situations ask of each other; all of it together is an Achiever (stage/achieving.py)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from adjudicator.model.expressions import Sentence, Term
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Event
from adjudicator.stage.frames import Found, Frame
from adjudicator.stage.sketch import Sketch


class Search(ABC):
    """A search under one rulebook."""

    book: Rulebook
    having: dict[tuple[str, str], list[Event]]
    """The events with a role that one of a kind can be, as far as that was asked."""

    @abstractmethod
    def _step(self) -> None:
        """Takes a step. Raises Spent where none is left."""

    @abstractmethod
    def all(self, sketch: Sketch, sentences: tuple[Sentence, ...], frame: Frame, depth: int) -> Found:
        """All sentences hold."""

    @abstractmethod
    def holds(self, sketch: Sketch, sentence: Sentence, want: bool, frame: Frame, depth: int) -> Found:
        """The sentence is true (or not)."""

    @abstractmethod
    def some(self, sketch: Sketch, kind: str, depth: int) -> Iterator[tuple[Sketch, Value]]:
        """A thing of the kind: a new one, or one that is there already."""

    @abstractmethod
    def is_a(self, sketch: Sketch, value: Value, kind: str, depth: int) -> Iterator[Sketch]:
        """The thing is of the kind, by its declaration or because a clause counts it as one."""

    @abstractmethod
    def node(self, sketch: Sketch, node: Node, value: Value, depth: int) -> Iterator[Sketch]:
        """The instance has the value."""

    @abstractmethod
    def default(self, sketch: Sketch, node: Node) -> Value:
        """What holds of the instance where nothing is said."""

    @abstractmethod
    def same(self, sketch: Sketch, one: Value, other: Value) -> Iterator[Sketch]:
        """Two values are the same."""

    @abstractmethod
    def role(self, sketch: Sketch, event: Value, role: str, depth: int) -> Iterator[tuple[Sketch, Value]]:
        """Who plays a role in an event: whoever does so far, or someone new."""

    @abstractmethod
    def _with_role(self, sketch: Sketch, event: Ref, role: str) -> Iterator[tuple[Sketch, str]]:
        """The event narrowed to one that has the role, and the kind of thing that plays it."""

    @abstractmethod
    def value(self, sketch: Sketch, term: Term, frame: Frame, depth: int) -> Iterator[tuple[Sketch, Frame, Value]]:
        """What a term stands for: a value, or the instance that has it."""

    @abstractmethod
    def values(
        self, sketch: Sketch, terms: tuple[Term, ...], frame: Frame, depth: int
    ) -> Iterator[tuple[Sketch, Frame, tuple[Value, ...]]]:
        """Terms as values; what is still open is chosen."""

    @abstractmethod
    def _chosen(self, sketch: Sketch, value: Value, depth: int) -> Iterator[tuple[Sketch, Value]]:
        """The value, one that is still open being chosen."""

    @abstractmethod
    def options(self, sketch: Sketch, node: Node) -> Iterator[tuple[Sketch, Value]]:
        """The values an instance can have, what holds anyway first."""
