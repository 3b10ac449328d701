"""The one place where contexts and solvers of Z3 are made and asked.

Nobody else calls ``check``.  z3 itself is imported only when a session is
first asked, so that commands which ask no solver do not wait for it.  The rules of
care (seeds fixed, counted work as the first limit and time as the net, Ctrl-C
raised again, never the main context) are those of CrossHair's solver factory
and of Z3's issue tracker.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING

from adjudicator.records import dataclass

if TYPE_CHECKING:
    from z3 import ArithRef, BoolRef, Context, Solver

SEED = 20260101
KEPT_SESSIONS = 8


class Result(Enum):
    """What the solver says of a set of assertions."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one check may cost: units of work (the same on every machine), then milliseconds."""

    work: int = 2_000_000
    milliseconds: int = 5_000


DEFAULT_LIMITS = Limits()


class Session:
    """A context of its own and the solvers in it, made when first needed; belongs to one thread.

    Single hard questions take a `solver` and `check`.  Many easy ones go through
    `check_all`, which keeps one solver warm: making one for each question would
    cost more than the answers.
    """

    RENEW_AFTER = 1_000

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self.limits = limits
        self._warm: Solver | None = None
        self._asked = 0

    @cached_property
    def z3(self) -> ModuleType:
        """The module itself, for those who build terms."""
        import z3

        module: ModuleType = z3
        return module

    @cached_property
    def context(self) -> Context:
        return self.z3.Context()

    def solver(self) -> Solver:
        """A fresh solver with this session's seeds and limits."""
        solver = self.z3.Solver(ctx=self.context)
        solver.set("random_seed", SEED)
        solver.set("rlimit", self.limits.work)
        solver.set("timeout", self.limits.milliseconds)
        return solver

    def check(self, solver: Solver, *assumptions: BoolRef) -> Result:
        """Ask once. A solver that answered UNKNOWN is spent: make another."""
        answer = solver.check(*assumptions)
        if answer == self.z3.sat:
            return Result.SAT
        if answer == self.z3.unsat:
            return Result.UNSAT
        # z3 turns Ctrl-C into a mere "unknown"; a sweep would go on to the next question.
        if "interrupted" in solver.reason_unknown():
            raise KeyboardInterrupt
        return Result.UNKNOWN

    def check_all(self, assertions: Sequence[BoolRef]) -> Result:
        """Whether the assertions can hold together; what stays unknown is asked once more of a fresh solver."""
        if self._warm is None or self._asked >= self.RENEW_AFTER:
            self._warm, self._asked = self.solver(), 0
        warm, self._warm = self._warm, None
        warm.push()
        warm.add(*assertions)
        result = self.check(warm)
        if result is Result.UNKNOWN:
            fresh = self.solver()
            fresh.add(*assertions)
            return self.check(fresh)
        warm.pop()
        self._warm, self._asked = warm, self._asked + 1
        return result

    def value_in(self, assertions: Sequence[BoolRef], term: ArithRef) -> Fraction | None:
        """Some value of a number where the assertions hold; None where the solver has none. It is any one of them, to be checked."""
        solver = self.solver()
        solver.add(*assertions)
        if self.check(solver) is not Result.SAT:
            return None
        found = solver.model().eval(term, model_completion=True)
        return Fraction(str(found)) if self.z3.is_rational_value(found) or self.z3.is_int_value(found) else None


_sessions = threading.local()


def session_for(rulebook: str, limits: Limits = DEFAULT_LIMITS) -> Session:
    """This thread's session for a rulebook (by its digest); the last few are kept."""
    kept: OrderedDict[tuple[str, Limits], Session] = _sessions.__dict__.setdefault("kept", OrderedDict())
    key = (rulebook, limits)
    if key not in kept:
        kept[key] = Session(limits)
    kept.move_to_end(key)
    while len(kept) > KEPT_SESSIONS:
        kept.popitem(last=False)
    return kept[key]
