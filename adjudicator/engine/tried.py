"""What has come of instances on circles, kept by what was read for each: to the same questions the same answers, the same result.

A circle is gone round again and again: in rounds, in the search for its ways, in each
world and from each instance on it. What one of its instances comes to rests on nothing but
what is read for it, one thing after another. So it is kept as these questions, each with its
answers; and where a world gives the same answers, it is not worked out anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from adjudicator.engine.decisions import Chances, Fork, Key
from adjudicator.model.outcomes import Cause, Resolution
from adjudicator.model.situation import Node
from adjudicator.model.values import Value
from adjudicator.records import dataclass

if TYPE_CHECKING:
    from adjudicator.engine.guarded import Partial
    from adjudicator.engine.resolve import World
    from adjudicator.engine.symbols import Condition

T = TypeVar("T")


class Question(Protocol):
    """Something that is read for an instance."""

    def answer(self, world: Any) -> Any:
        """What this world says, by all that can be read of it. Raises what reading it raises."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Another instance."""

    node: Node

    def answer(self, world: World) -> Any:
        """Its value, or, of a paradox, which has none, what it could be."""
        return answered(world.resolve(self.node))


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which alternative of a branching is taken."""

    key: Key
    cause: Cause
    alternatives: list[Value]
    chances: Chances

    def answer(self, world: World) -> Any:
        """The alternative."""
        return world.decisions.take(self.key, self.cause, self.alternatives, self.chances)


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison of unknown numbers."""

    condition: Condition

    def answer(self, world: World) -> Any:
        """Whether it holds."""
        return world.decide(self.condition)


@dataclass(frozen=True, slots=True)
class Looked:
    """A diagram of all worlds."""

    diagram: int

    def answer(self, world: Partial) -> Any:
        """Its value in this one."""
        return world.read(self.diagram)


def answered(found: Resolution) -> Any:
    """All that is read of an instance by others."""
    return (found.value, found.could, found.circles) if found.could else found.value


OPEN_YET = object()
"""The answer where a world has not decided a branching: others may settle the matter without it."""


@dataclass(slots=True)
class Step:
    """What is asked next, and where it leads by the answer."""

    question: Question
    then: dict[Any, Step | End]


@dataclass(frozen=True, slots=True)
class End:
    """What the instance comes to, and what whoever asks for it reads beside it."""

    found: Resolution
    read: tuple[Node, ...]


class Trail:
    """What is being read for one instance: questions with their answers; the last one has none as long as it is open."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.answers: list[Any] = []

    def choose(self, branching: tuple[Key, Cause, list[Value], Chances], work: Callable[[], Value]) -> Value:
        """Which alternative of a branching is taken, taken down."""
        return self.ask(Chosen(*branching), work)

    def ask(self, question: Question, work: Callable[[], T], read: Callable[[T], Any] = lambda found: found) -> T:
        """Work by which a question is answered, taken down with what is `read` of it."""
        self.questions.append(question)
        try:
            found = work()
        except Fork:
            self.answers.append(OPEN_YET)
            raise
        self.answers.append(read(found))
        return found


class Tried:
    """The instances of circles, each with the questions asked for it, for the worlds of one situation."""

    def __init__(self) -> None:
        self._first: dict[Node, Step | End] = {}

    def found(self, world: World, node: Node) -> End | None:
        """What the instance comes to in this world, where what is read for it was so before. Raises what reading it raises."""
        step = self._first.get(node)
        while step is not None and not isinstance(step, End):
            try:
                answer = step.question.answer(world)
            except Fork:
                answer = OPEN_YET
            step = step.then.get(answer)
        return step

    def keep(self, node: Node, trail: Trail, end: End | None) -> None:
        """Take down what was read, and what came of it, if something has."""
        then: dict[Any, Step | End] = self._first
        place: Any = node
        for number, question in enumerate(trail.questions):
            step = then.get(place)
            if not isinstance(step, Step) or step.question != question:
                step = then[place] = Step(question, {})
            if number == len(trail.answers):
                return
            then, place = step.then, trail.answers[number]
        if end is not None:
            then[place] = end
