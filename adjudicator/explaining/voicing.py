"""Clauses and instances in words, as explanations say them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from fractions import Fraction

from adjudicator.language.wording import Things, node_text, statement
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Literal, Var
from adjudicator.model.outcomes import Beaten, Instance, Resolution
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import YES_NO, Drawn, show
from adjudicator.records import dataclass
from adjudicator.settling.scenes import plain, step_of

MAP = "map"
"""The status of what is no clause: the map that a scenario draws answers, by the statements its setting cites."""
SENTENCES = ("may", "happens", "before")
"""Beside yes/no properties and kinds, what is said in whole sentences."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A clause that speaks: its name, its citations, the register's words for them, and what it says here."""

    clause: str
    cites: tuple[str, ...]
    words: tuple[str, ...]
    says: str
    status: str = "rule"
    file: str = ""


@dataclass(frozen=True, slots=True)
class Loss:
    """A contrary clause that fell: to whom, on which rung, and why."""

    loser: Reason
    winner: str
    rung: str
    reason: str


@dataclass(frozen=True, slots=True)
class Voice:
    """Says instances in the phrases of a rulebook, knowing the things of a situation.

    `told` gives the steps of a story the numbers under which they are told.
    """

    book: Rulebook
    things: Things
    told: Mapping[int, int] = field(default_factory=dict)

    def statement(self, node: Node, value: object) -> str:
        """The instance with its value, as a sentence; of an earlier moment, with the step at which it was so."""
        return statement(self.book, self._numbered(node), value, self.things)

    def fact(self, node: Node, value: object) -> str:
        """The same without the step: what was so from the beginning."""
        inner = plain(node)
        return statement(self.book, (inner[0].removeprefix("after:"), inner[1]), value, self.things)

    def noun(self, node: Node) -> str:
        """The instance without its value, as a noun."""
        return node_text(self.book, self._numbered(node), self.things)

    def is_sentence(self, node: Node) -> bool:
        """Whether the instance is something that is so or not: a yes/no property, a kind, a permission."""
        name = node[0].removeprefix("after:")
        prop = self.book.properties.get(name)
        return prop.type == YES_NO if prop is not None else name.startswith("kind:") or name in SENTENCES

    def _numbered(self, node: Node) -> Node:
        step = step_of(node)
        if not step or step not in self.told:
            return plain(node)
        return (f"{plain(node)[0]}@{self.told[step]}", node[1])


def once(instances: list[Instance]) -> list[Instance]:
    """Each clause once, as it speaks with each distinct value."""
    found: dict[tuple[str, str, str], Instance] = {}
    for instance in instances:
        found.setdefault((instance.clause.name, instance.conclusion.form, str(instance.value)), instance)
    return list(found.values())


def losses_of(voice: Voice, beaten: Iterable[Beaten]) -> list[Loss]:
    """What was beaten, each clause once by each that beat it."""
    found: dict[tuple[str, str, str], Loss] = {}
    for one in beaten:
        key = (one.instance.clause.name, one.by.clause.name, one.rung)
        found.setdefault(key, Loss(reason_of(voice, one.instance), one.by.clause.name, one.rung, one.reason))
    return list(found.values())


def reason_of(voice: Voice, instance: Instance) -> Reason:
    """A clause instance in words."""
    clause, conclusion = instance.clause, instance.conclusion
    cites = _bearing(voice, clause)
    return Reason(clause.name, cites, _words(voice.book, cites), says_here(voice, instance), clause.status, str(conclusion.place))


def _bearing(voice: Voice, clause: Clause) -> tuple[str, ...]:
    """The citations of a clause that bear on what is on the table: of what is printed on a card, only where that card is there.

    All of them where none is of anything else.
    """
    book, named = voice.book, {*voice.things} | {kind for thing in voice.things.values() for kind in thing.kinds}
    sections = ((cite, book.register[cite].section.partition(",")[0] if cite in book.register else "") for cite in clause.cites)
    return tuple(cite for cite, card in sections if card not in book.cards or card in named) or clause.cites


def _words(book: Rulebook, cites: Iterable[str]) -> tuple[str, ...]:
    """What the register says of these; of a statement on which a great many clauses rest, only where it is the only one."""
    told, broad = [cite for cite in cites if cite in book.register], _broad(book)
    return tuple(book.register[cite].says for cite in [cite for cite in told if cite not in broad] or told)


BROAD = 30
"""A statement that more clauses than these cite (that another game is the base of all) says of none of them what it is about."""
_BROAD: dict[str, frozenset[str]] = {}


def _broad(book: Rulebook) -> frozenset[str]:
    """The statements of a book that are cited so often, remembered."""
    if (known := _BROAD.get(book.digest)) is not None and book.digest:
        return known
    often = Counter(cite for clause in book.clauses.values() for cite in dict.fromkeys(clause.cites))
    if len(_BROAD) > 20:
        _BROAD.clear()
    found = _BROAD[book.digest] = frozenset(cite for cite, times in often.items() if times > BROAD)
    return found


def says_who(found: Resolution) -> str:
    """`, says A (ID) and B (ID)`: the clauses that give an instance its value; empty where none does."""
    by = dict.fromkeys(one.clause.name + (f" ({', '.join(one.clause.cites)})" if one.clause.cites else "") for one in found.winners)
    return f", says {' and '.join(by)}" if by else ""


def silent_reason(voice: Voice, clause: Clause, index: int) -> Reason:
    """A clause that does not speak, in its own words."""
    conclusion, cites = clause.conclusions[index], _bearing(voice, clause)
    return Reason(clause.name, cites, _words(voice.book, cites), conclusion.text, clause.status, str(conclusion.place))


def says_here(voice: Voice, instance: Instance) -> str:
    """What the clause says of the instance at hand: `the life of Bob is 2`, `add 1 to ...`."""
    conclusion, binding = instance.conclusion, dict(instance.binding)
    places = (arg for arg in conclusion.args if isinstance(arg, (Var, Literal)))
    args = tuple(arg.value if isinstance(arg, Literal) else binding[arg.name] for arg in places)
    node = (conclusion.property, args)
    match conclusion.form:
        case "is" if isinstance(instance.value, Drawn) and instance.value.by is None and len(instance.value) == 1:
            return voice.statement(node, instance.value[0][0])  # where there is only one, nothing is left to chance
        case "is" if isinstance(instance.value, Drawn):
            return f"{voice.noun(node)} is {show(instance.value)}"
        case "is":
            return voice.statement(node, instance.value)
        case _ if instance.value is UNDECIDED:
            return f"change {voice.noun(node)} by what is undecided"
        case "adds" if isinstance(instance.value, Fraction) and instance.value < 0:
            return f"subtract {-instance.value} from {voice.noun(node)}"
        case "adds":
            return f"add {instance.value} to {voice.noun(node)}"
        case "multiplies":
            return f"multiply {voice.noun(node)} by {instance.value}"
    return f"{voice.noun(node)} is {conclusion.form} {instance.value}"
