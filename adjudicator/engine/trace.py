"""What a settling has looked at. What it has not looked at cannot change what came out.

An engine that has a trace takes down in it, in the order met: the property
instances asked for, the yes/no properties whose facts were gone through, the
clauses whose conditions held somewhere, those of them that beat others, those that were
passed over because they are silent, the options asked for, by how much compared numbers were
apart, and the Precedence Numbers that were weighed against each other; also the clauses whose conditions
were gone through at all (`considered`), those that met others about the same instance (`met`), the properties
about which clauses were asked with the kinds of the thing in the first place (`about`; the kinds of an event whose
effects were asked for stand beside no property), and the conditions and exceptions, by identity, that ever kept an
instance out or by which things were looked up (`kept_out`).
"""

from __future__ import annotations

from dataclasses import field, fields
from fractions import Fraction

from adjudicator.engine.limits import LimitReached
from adjudicator.model.situation import Node
from adjudicator.records import dataclass

Holder = Node | str
"""What a Precedence Number belongs to: a property instance (about a card), or a clause by its name."""


@dataclass
class Trace:
    """Everything one exploration has looked at; mappings keep the order in which it was met.

    `work` counts how often anything was asked for, `most` is how often it may be (0: as often as need be).
    """

    nodes: dict[Node, None] = field(default_factory=dict)
    listed: dict[str, None] = field(default_factory=dict)
    clauses: dict[str, None] = field(default_factory=dict)
    asleep: dict[str, None] = field(default_factory=dict)
    won: dict[str, None] = field(default_factory=dict)
    options: dict[str, None] = field(default_factory=dict)
    apart: dict[Fraction, None] = field(default_factory=dict)
    weighed: dict[Holder, Fraction] = field(default_factory=dict)
    rivals: dict[tuple[Holder, Holder], None] = field(default_factory=dict)
    considered: dict[str, None] = field(default_factory=dict)
    met: dict[str, None] = field(default_factory=dict)
    about: dict[tuple[str, frozenset[str]], None] = field(default_factory=dict)
    kept_out: dict[int, object] = field(default_factory=dict)
    work: int = 0
    most: int = 0

    def ask(self, node: Node) -> None:
        """An instance was asked for. Raises LimitReached where that is more often than it may be, if that is limited."""
        self.work += 1
        if self.most and self.work > self.most:
            raise LimitReached(f"more than {self.most:,} times something was asked for")
        self.nodes.setdefault(node)

    def take_in(self, other: Trace) -> None:
        """What another one has looked at, after what this one has."""
        for name in MAPPINGS:
            getattr(self, name).update(getattr(other, name))
        self.work += other.work

    def weigh(self, first: Holder, number: object, second: Holder, other: object) -> None:
        """Two Precedence Numbers were compared."""
        if isinstance(number, Fraction) and isinstance(other, Fraction):
            self.weighed |= {first: number, second: other}
            if (second, first) not in self.rivals and first != second:
                self.rivals[first, second] = None


MAPPINGS = tuple(one.name for one in fields(Trace) if one.name not in ("work", "most"))
