"""Circles in which support only ever grows, for all worlds together (docs/meaning.md 7.1).

Where instances depend on each other, but none on another's *not* being so, the
rounds from what holds unsupported come to the same in whatever company an
instance is computed. So all worlds can go round together: each round gives every
instance a diagram, from the diagrams of the last. Other circles are gone
round in each world alone (engine/loops.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.engine.limits import LimitReached
from adjudicator.engine.tried import Tried
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import KIND, And, Apply, Literal, Or, Quantified, Sentence, Term, children, names_in
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import YES_NO
from adjudicator.model.vocabulary import Default

if TYPE_CHECKING:
    from adjudicator.engine.guarded import Gone, Guarded


class Circle:
    """One circle of properties, in the midst of its rounds: its instances as the last round left them.

    `known`, `rivals`, `gone_round` and `tried` are what has been worked out from them in this round; `touched` counts how often
    they were read.
    """

    def __init__(self, guarded: Guarded, names: frozenset[str]) -> None:
        self.guarded, self.names = guarded, names
        self.current: dict[Node, int] = {}
        self.known: dict[object, int] = {}
        self.rivals: dict[tuple[Any, ...], Any] = {}
        self.gone_round: dict[int, Gone] = {}
        self.tried = Tried()
        self.touched = 0
        self._grown = False

    def read(self, node: Node) -> int:
        """An instance as the last round left it; one that is new begins with what holds of it unsupported."""
        self.touched += 1
        known = self.current.get(node)
        if known is None:
            self._grown = True
            known = self.current[node] = self.guarded.unit(lambda world: world.unsupported(node).value)
        return known

    def run(self, root: Node) -> dict[Node, int]:
        """Round after round until nothing changes in any world."""
        self.read(root)
        for _ in range(self.guarded.engine.limits.rounds):
            self.known, self.rivals, self.gone_round, self.tried, self._grown = {}, {}, {}, Tried(), False
            following = {node: self.guarded.instance(node) for node in list(self.current)}
            if not self._grown and following == self.current:
                return following
            self.current.update(following)
        raise LimitReached(f"{self.guarded.engine.limits.rounds:,} rounds of a circle")


def only_grows(book: Rulebook, names: frozenset[str]) -> bool:
    """Whether in this circle everything is a yes that rests on yeses: no exceptions, denials, counts or values."""
    for name in names:
        prop = book.properties.get(name)
        plain = prop is not None and prop.type == YES_NO and prop.default == Default(False) and not prop.kind_defaults
        drawn = book.geometry is not None and name in book.geometry.answered
        if not (plain or name.startswith("kind:")) or name in book.definition_of or drawn:
            return False
        if not all(_grows(clause, index, names) for clause, index in book.clauses_about.get(name, ())):
            return False
    return True


def _grows(clause: Clause, index: int, names: frozenset[str]) -> bool:
    conclusion = clause.conclusions[index]
    if conclusion.form != "is" or conclusion.value != Literal(True) or clause.fallback:
        return False
    return all(_positive(when, names) for when in clause.whens) and not any(_mentions(unless, names) for unless in clause.unlesses)


def _positive(sentence: Sentence, names: frozenset[str]) -> bool:
    """Whether the sentence can only become true, when more instances of the circle do."""
    match sentence:
        case And(parts) | Or(parts):
            return all(_positive(part, names) for part in parts)
        case Quantified("some", _, _, such, body):
            return _positive(such, names) and _positive(body, names)
        case Apply():
            return not any(_mentions(arg, names) for arg in children(sentence))
    return not _mentions(sentence, names)


def _mentions(expression: Sentence | Term, names: frozenset[str]) -> bool:
    """Whether something in it may speak of the circle."""
    said = names_in(expression)
    return not names.isdisjoint(said.properties) or any(KIND + kind in names for kind in said.kinds | said.events)
