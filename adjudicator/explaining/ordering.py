"""Which of several clauses that say the same is named first: the one that rests on what was told last, and most directly."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from adjudicator.model.outcomes import Instance, Resolution, World
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref
from adjudicator.settling.origins import cause_of
from adjudicator.settling.scenes import NOW, at, plain, step_of
from adjudicator.settling.support import below

NEVER = -1
"""When what is told nowhere was told: before the start of the story (0), its steps following."""
MOST_NODES = 2_000
"""So many instances on which a clause rests are looked at."""

Order = tuple[int, int, int, str, int, str]


class Telling:
    """When that was told on which clauses rest, in one settled world."""

    def __init__(self, lived: World) -> None:
        self.lived = lived

    def first(self, instances: Iterable[Instance], step: int = NOW) -> list[Instance]:
        """The clauses in the order in which they are named (docs/explanations.md)."""
        found = list(instances)
        return sorted(found, key=lambda one: self.order(one, step)) if len(found) > 1 else found

    def order(self, instance: Instance, step: int = NOW) -> Order:
        """What was told later comes first; then what rests on that more directly; then what asks for more; then as the book has it."""
        when, far = self._told([at(step, node) for node in instance.rests_on])
        clause = instance.clause
        return (-when, far, -len(clause.whens) - len(clause.unlesses), clause.place.file, clause.place.line, clause.name)

    def _told(self, nodes: list[Node]) -> tuple[int, int]:
        """The last step at which something of what these rest on was told, and over how many others they rest on that."""
        when, far, distance = NEVER, 0, 1
        seen, layer = dict.fromkeys(nodes), nodes
        while layer and len(seen) < MOST_NODES:
            below_it: dict[Node, None] = {}
            for node in layer:
                told = self._when(node)
                if told > when:
                    when, far = told, distance
                if told == NEVER:
                    below_it |= dict.fromkeys(one for one in self._below(node) if one not in seen)
            seen |= below_it
            layer, distance = list(below_it), distance + 1
        return when, far

    def _when(self, node: Node) -> int:
        """The step at which an instance itself was told: of an event, that it happens and who plays which role, its own; NEVER where none
        tells it."""
        name, args = plain(node)
        if name.startswith("kind:"):
            return NEVER
        if name == "happens" or name.startswith("role:"):
            event = args[0].name if args and isinstance(args[0], Ref) else ""
            return NEVER if event in self._came or event not in self._steps else self._steps[event]
        number = step_of(node)
        if number and self.lived.steps[number - 1].what == "said":
            return number
        resolution = self._resolution(node)
        return 0 if resolution is not None and resolution.how == "given" and resolution.value is not False else NEVER

    def _below(self, node: Node) -> list[Node]:
        """What an instance rests on, marked with its moment."""
        name, args = plain(node)
        if (name == "happens" or name.startswith("role:")) and args and isinstance(args[0], Ref) and args[0].name in self._came:
            return [self._came[args[0].name]]
        resolution = self._resolution(node)
        return [] if resolution is None else [at(step_of(node), one) for one in below(resolution)]

    def _resolution(self, node: Node) -> Resolution | None:
        number = step_of(node)
        known = self.lived.steps[number - 1].resolutions if 0 < number <= len(self.lived.steps) else self.lived.resolutions
        return known.get(plain(node))

    @cached_property
    def _steps(self) -> dict[str, int]:
        """The events of the story, without those of the clock, and the steps in which they were."""
        return {step.event: step.number for step in self.lived.steps if step.what == "event" and not step.clockwork}

    @cached_property
    def _came(self) -> dict[str, Node]:
        """The events that came of others, and by which instance."""
        found = ((step.event, cause_of(self.lived.steps, step)) for step in self.lived.steps if step.event in self._steps)
        return {event: cause for event, cause in found if cause is not None}
