"""The ground theory of one question: variables, definitions, branchings and constraints, as data.

Unlike the engine, which walks one world after another, the theory states all of
them at once: a variable for every property instance, a selector for every
branching, and the ladder as formulas.  It can be handed to any solver
(exports/smt2.py, exports/asp.py), which is how the engine is cross-checked.
"""

from __future__ import annotations

from dataclasses import field

from adjudicator.exports.formulas import Cases, Formula, Variable
from adjudicator.model.values import Value
from adjudicator.records import dataclass


@dataclass(frozen=True)
class Defined:
    """The variable has the value whose formula holds; `notes` say where this comes from."""

    variable: Variable
    cases: Cases
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Selected:
    """A branching: where `active`, the variable takes one of the values whose formula holds."""

    variable: Variable
    active: Formula
    allowed: Cases
    cause: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Required:
    """What must hold in every world."""

    formula: Formula
    notes: tuple[str, ...] = ()


@dataclass
class Theory:
    """All statements in an order in which each speaks only of variables before it; `answer` comes last."""

    title: str
    ask: str
    statements: list[Defined | Selected | Required] = field(default_factory=list)
    answer: Variable = field(default_factory=lambda: Variable("answer"))
    names: dict[str, int] = field(default_factory=dict)
    _taken: list[str] = field(default_factory=list)

    def variable(self, name: str, values: tuple[Value, ...], whole: bool = True) -> Variable:
        """A new variable; a name that is taken gets a number."""
        plain = name.replace("|", "/").replace("\\", "/")
        count = self.names[plain] = self.names.get(plain, 0) + 1
        self._taken.append(plain)
        return Variable(plain if count == 1 else f"{plain} ({count})", values, whole)

    @property
    def taken(self) -> int:
        """How many names have been taken so far."""
        return len(self._taken)

    def give_back(self, taken: int) -> None:
        """All names but the first so many are free again."""
        for plain in self._taken[taken:]:
            self.names[plain] -= 1
        del self._taken[taken:]

    @property
    def numbers(self) -> list[Variable]:
        """The numbers that are not known."""
        return [s.variable for s in self.statements if not isinstance(s, Required) and s.variable.is_number]
