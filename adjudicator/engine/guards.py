"""Decision diagrams: a value for every combination of decisions at once.

A *diagram* says which value something has under which decisions.  It is a
number (an int) that a `Diagrams` hands out: the same function of the decisions
always gets the same number, so that to be equal is to be identical.  A variable
is one branching, with its alternatives as values; a diagram whose values are
True and False is a *guard*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.engine.limits import LimitReached
from adjudicator.records import dataclass

NODES = 400_000
Rank = tuple[float, ...]


class OverBudget(LimitReached):
    """The diagrams have grown beyond their budget. Never an answer."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A branching: what tells it from others, and its alternatives in their order; `rank` is its place from the top of all diagrams."""

    key: Any
    values: tuple[Any, ...]
    rank: Rank


_LAST = (float("inf"),)


class Diagrams:
    """Makes diagrams, each once. Raises OverBudget beyond `budget` nodes."""

    def __init__(self, budget: int = NODES) -> None:
        self.budget = budget
        self.variables: list[Variable] = []
        self._variable_of: dict[object, int] = {}
        self._ids: dict[tuple[Any, ...], int] = {}
        self._value: list[Any] = []
        self._variable: list[int] = []
        self._kids: list[tuple[int, ...]] = []
        self._rank: list[Rank] = []
        self._known: dict[tuple[Any, ...], int] = {}
        self.no, self.yes = self.constant(False), self.constant(True)

    # ---- making ----

    def constant(self, value: Any) -> int:
        """The diagram that has this value whatever is decided."""
        own = (type(value), value, str(value)) if isinstance(value, tuple) else (type(value), value)
        return self._made(own, value, -1, (), _LAST)

    def variable(self, key: object, values: Iterable[Any], rank: Rank = ()) -> int:
        """The diagram of a branching: each alternative where it is taken. `rank` orders the variables, those of one rank as they come."""
        index = self._variable_of.get(key)
        if index is None:
            index = self._variable_of[key] = len(self.variables)
            self.variables.append(Variable(key, tuple(values), (*rank, index)))
        return self.node(index, tuple([self.constant(value) for value in self.variables[index].values]))

    def node(self, variable: int, kids: tuple[int, ...]) -> int:
        """One diagram for each alternative of a variable that stands above all of theirs."""
        first = kids[0]
        if all(kid == first for kid in kids):
            return first
        return self._made((variable, kids), None, variable, kids, self.variables[variable].rank)

    def _made(self, key: tuple[Any, ...], value: Any, variable: int, kids: tuple[int, ...], rank: Rank) -> int:
        known = self._ids.get(key)
        if known is None:
            known = self._ids[key] = len(self._value)
            if known > self.budget:
                raise OverBudget(f"more than {self.budget:,} nodes")
            self._value.append(value)
            self._variable.append(variable)
            self._kids.append(kids)
            self._rank.append(rank)
        return known

    # ---- looking ----

    def is_constant(self, diagram: int) -> bool:
        """Whether it has one value whatever is decided."""
        return self._variable[diagram] < 0

    def value(self, diagram: int) -> Any:
        """The value of a constant."""
        return self._value[diagram]

    def top(self, diagram: int) -> Variable:
        """The first branching on which it depends."""
        return self.variables[self._variable[diagram]]

    def split(self, diagram: int) -> tuple[int, tuple[int, ...]]:
        """The number of its first variable, and the diagram for each of its alternatives."""
        return self._variable[diagram], self._kids[diagram]

    def from_above(self, diagram: int) -> list[int]:
        """The same, each before those of which it is made."""
        return sorted(self.below(diagram), key=self._rank.__getitem__)

    def below(self, diagram: int) -> list[int]:
        """All diagrams of which it is made, itself first."""
        found = {diagram: None}
        todo = [diagram]
        while todo:
            for kid in self._kids[todo.pop()]:
                if kid not in found:
                    found[kid] = None
                    todo.append(kid)
        return list(found)

    def values(self, diagram: int) -> list[Any]:
        """The values that it can have."""
        return [self._value[one] for one in sorted(self.below(diagram)) if self._variable[one] < 0]

    def sides(self, *diagrams: int) -> tuple[int, list[tuple[int, ...]]]:
        """The first variable of any of them, and all of them under each of its alternatives."""
        rank = min([self._rank[one] for one in diagrams])
        index = int(rank[-1])
        kids = [self._kids[one] if self._rank[one] == rank else None for one in diagrams]
        sides = [tuple([one if own is None else own[i] for one, own in zip(diagrams, kids, strict=True)])
                 for i in range(len(self.variables[index].values))]  # fmt: skip
        return index, sides

    # ---- combining ----

    def combined(self, name: object, function: Callable[..., Any], *diagrams: int) -> int:
        """The function of the values of several diagrams; `name` is what the results are remembered by."""
        key = (name, *diagrams)
        known = self._known.get(key)
        if known is None:
            if all(self._variable[one] < 0 for one in diagrams):
                known = self.constant(function(*[self._value[one] for one in diagrams]))
            else:
                index, sides = self.sides(*diagrams)
                known = self.node(index, tuple([self.combined(name, function, *side) for side in sides]))
            self._known[key] = known
        return known

    def both(self, a: int, b: int) -> int:
        """The guard under which both hold."""
        if a == b or b == self.yes:
            return a
        if a == self.yes:
            return b
        if a == self.no or b == self.no:
            return self.no
        key = ("both", a, b) if a < b else ("both", b, a)
        known = self._known.get(key)
        if known is None:
            index, sides = self.sides(a, b)
            known = self._known[key] = self.node(index, tuple([self.both(*side) for side in sides]))
        return known

    def negated(self, a: int) -> int:
        """The guard under which it does not hold."""
        return self.combined("not", lambda value: not value, a)

    def either(self, a: int, b: int) -> int:
        """The guard under which one of them holds."""
        if a == b or b == self.no or a == self.yes:
            return a
        if a == self.no or b == self.yes:
            return b
        key = ("either", a, b) if a < b else ("either", b, a)
        known = self._known.get(key)
        if known is None:
            index, sides = self.sides(a, b)
            known = self._known[key] = self.node(index, tuple([self.either(*side) for side in sides]))
        return known

    def chosen(self, guard: int, a: int, b: int) -> int:
        """The one diagram where the guard holds, and the other where it does not."""
        if guard == self.yes or a == b:
            return a
        if guard == self.no:
            return b
        key = ("chosen", guard, a, b)
        known = self._known.get(key)
        if known is None:
            index, sides = self.sides(guard, a, b)
            known = self._known[key] = self.node(index, tuple([self.chosen(*side) for side in sides]))
        return known

    def where(self, diagram: int, value: Any) -> int:
        """The guard under which it has this value."""
        wanted = self.constant(value)
        return self._where(diagram, wanted)

    def _where(self, diagram: int, wanted: int) -> int:
        if self._variable[diagram] < 0:
            return self.yes if diagram == wanted else self.no
        key = ("where", diagram, wanted)
        known = self._known.get(key)
        if known is None:
            kids = tuple([self._where(kid, wanted) for kid in self._kids[diagram]])
            known = self._known[key] = self.node(self._variable[diagram], kids)
        return known

    def meets(self, guard: int, diagram: int, value: Any) -> bool:
        """Whether the diagram has the value somewhere under the guard."""
        return self.both(guard, self.where(diagram, value)) != self.no

    def under(self, guard: int, diagram: int) -> list[Any]:
        """The values that a diagram can have under a guard."""
        if self._variable[diagram] < 0:
            return [self._value[diagram]]
        return [value for value in self.values(diagram) if guard == self.yes or self.meets(guard, diagram, value)]

    def taken(self, diagram: int, variable: int, place: int) -> int:
        """The diagram once a variable has taken an alternative (by its place)."""
        rank, own = self._rank[diagram], self.variables[variable].rank
        if own < rank:
            return diagram
        return self._kids[diagram][place] if own == rank else self.restricted(diagram, {variable: place})

    def restricted(self, diagram: int, taken: dict[int, int]) -> int:
        """The diagram once some variables (by their numbers) have taken an alternative (by its place)."""
        known: dict[int, int] = {}

        def visit(one: int) -> int:
            if self._variable[one] < 0:
                return one
            if one not in known:
                variable, kids = self._variable[one], self._kids[one]
                place = taken.get(variable)
                known[one] = visit(kids[place]) if place is not None else self.node(variable, tuple([visit(kid) for kid in kids]))
            return known[one]

        return visit(diagram)
