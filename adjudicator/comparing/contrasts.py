"""Differences between two rulebooks in words, each with a witness file that was read back and settled under both."""

from __future__ import annotations

import re
from dataclasses import field, replace
from hashlib import sha256
from typing import Any

from adjudicator.comparing.contrasting import Difference
from adjudicator.comparing.divergence import Names
from adjudicator.comparing.duel import WHAT, Verdict, verdict_of
from adjudicator.comparing.nameless import Nameless, nameless
from adjudicator.comparing.two_books import Compared, compared_text
from adjudicator.comparing.vocabularies import Apart
from adjudicator.language.loading import Loaded
from adjudicator.language.wording import called, node_text
from adjudicator.model.clauses import Clause, Definition, Invariant
from adjudicator.model.outcomes import Answer
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass
from adjudicator.rulings.ruling import Table
from adjudicator.stage.doubts import doubt_of
from adjudicator.stage.writing import scenario_text

MEANS = {
    "contrary": "both books speak, and say otherwise",
    "impossible": "one book rules the situation out",
    "open": "both books speak, and one leaves it open",
    "silence": "only one book has a rule; the other has what holds where nothing is said, or nothing",
    "causes": "the same answers for other causes",
    "clauses": "the same answer by other clauses",
}


@dataclass(frozen=True)
class Told:
    """One difference: of which class, about what, in a sentence for players; what each book answers, by which clauses; the witness."""

    id: str
    what: str
    property: str
    ask: str
    sentence: str
    when: tuple[str, ...]
    answers: tuple[str, str]
    responsible: tuple[Names, Names]
    witness: str
    given: tuple[str, ...] = ()
    depth: int = 0
    about: str = ""
    """What it is about, of anybody."""
    doubt: str = ""
    """Why it may be no difference at a table; empty where nothing speaks against it."""


@dataclass(frozen=True)
class Speaking:
    """A clause responsible for a difference: what it says, where, what it cites, and that in the register's plain words."""

    clause: str
    says: str
    cites: tuple[str, ...]
    at: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contrasts:
    """All differences that were found between two books, worst first, and how far the search went."""

    books: tuple[str, str]
    told: tuple[Told, ...]
    stage: str
    questions: int
    alike: int
    apart: tuple[Apart, ...]
    clauses: tuple[dict[str, Speaking], dict[str, Speaking]] = ({}, {})
    complete: bool = True
    dropped: int = 0
    settled: int = 0
    seconds: float = 0.0
    unasked: tuple[str, ...] = ()
    stopped: str = ""
    """Where somebody pressed Ctrl-C: "interrupted while" what."""

    @property
    def differing(self) -> int:
        """How many properties they answer differently."""
        return len({one.property for one in self.told})

    def counts(self) -> dict[str, int]:
        """How many differences of each class, worst first."""
        return {what: sum(one.what == what for one in self.told) for what in WHAT}

    def of(self, what: str, doubted: bool = False) -> list[Told]:
        """The differences of one class: those that nothing speaks against, or the others."""
        return [one for one in self.told if one.what == what and bool(one.doubt) == doubted]


def doubt(book: Rulebook, difference: Difference) -> str:
    """What speaks against a difference: a situation that hardly comes about, or one in which somebody is missing."""
    found = doubt_of(book, difference.witness.situation, bool(difference.witness.given))
    if not found and difference.unnamed:
        return f"nobody is named as {', '.join(difference.unnamed)}, and with somebody the books agree"
    return found


@dataclass
class Group:
    """Differences that one clause is behind: the book and its name (both empty where it is no clause), the differences."""

    side: int
    clause: str
    members: list[Told] = field(default_factory=list)


def groups(told: list[Told]) -> list[Group]:
    """Differences by the clauses responsible: the one behind most of them takes all of its own, and so on; the group whose first
    situation says least comes first."""
    left = list(told)
    found: list[Group] = []
    while left:
        counts: dict[tuple[int, str], int] = {}
        for one in left:
            for side, names in enumerate(one.responsible):
                for name in names:
                    counts[(side, name)] = counts.get((side, name), 0) + 1
        if not counts:
            found.append(Group(0, "", left))
            break
        side, name = max(counts, key=lambda key: (counts[key], -key[0], key[1]))
        found.append(Group(side, name, [one for one in left if name in one.responsible[side]]))
        left = [one for one in left if name not in one.responsible[side]]
    return sorted(found, key=lambda group: (len(group.members[0].when), -len(group.members)))


class Telling:
    """Tells the differences of two books."""

    def __init__(self, names: tuple[str, str], loaded: tuple[Loaded, Loaded], uses: str, table: Table, clauses: bool = False) -> None:
        self.names, self.loaded, self.uses, self.table, self.clauses = names, loaded, uses, table, clauses

    def told(self, difference: Difference) -> Told | None:
        """The difference in words; nothing where its witness, read back from the file, does not show a difference."""
        book = self.loaded[0].book
        situation, node = difference.witness.situation, difference.witness.node
        title = f"Where {self.names[0]} and {self.names[1]} differ"
        compared = compared_text(self.names, self.loaded, scenario_text(book, situation, node, title, self.uses), self.table)
        verdict = _verdict(compared[0], self.clauses) if len(compared) == 1 else None
        if verdict is None:
            return None
        if verdict.what == "impossible":
            verdict = replace(verdict, responsible=difference.verdict.responsible)
        telling, marks = nameless(book, situation, node, difference.anything)
        sentence = self._sentence(telling, marks, compared[0], verdict)
        identity = f"{verdict.what}-{sha256(repr((node[0], verdict.responsible, verdict.what)).encode()).hexdigest()[:10]}"
        notes = (f"{identity}: {MEANS[verdict.what]}", sentence, *self._by(verdict))
        return Told(
            identity, verdict.what, node[0], compared[0].ask, sentence,
            when=tuple(filter(None, telling.spoken("\n".join(telling.when())).split("\n"))),
            answers=(verdict.rulings[0].answer, verdict.rulings[1].answer),
            responsible=verdict.responsible,
            witness=scenario_text(book, situation, node, title, self.uses, notes),
            given=tuple(node_text(book, n, situation.things) for n in difference.witness.given),
            depth=difference.depth,
            about=telling.spoken(telling.ask()).removeprefix("no ruling on "),
            doubt=doubt(book, difference),
        )  # fmt: skip

    def _by(self, verdict: Verdict) -> tuple[str, ...]:
        return tuple(f"{name}: {ruling.answer}" + (f", by {', '.join(names)}" if names else "")
                     for name, ruling, names in zip(self.names, verdict.rulings, verdict.responsible, strict=True))  # fmt: skip

    def _sentence(self, telling: Nameless, marks: dict[str, str], compared: Compared, verdict: Verdict) -> str:
        """When ..., it is so in the one book, and so in the other."""
        when = telling.when()
        answers = [side.answer for side in compared.sides]
        texts = [_saying(telling, marks, answer, ruling.answer) for answer, ruling in zip(answers, verdict.rulings, strict=True)]
        short = _short(telling, answers[0], answers[1], _marked(marks, verdict.rulings[1].answer)) or texts[1]
        opening = f"When {' and '.join(when)}: in" if when else "In"
        return telling.spoken(f"{opening} {self.names[0]} {texts[0]}; in {self.names[1]} {short}.")


def _verdict(compared: Compared, clauses: bool) -> Verdict | None:
    one, two = (side.answer for side in compared.sides)
    return verdict_of(one, two, clauses) if one is not None and two is not None else None


def _single(answer: Answer | None) -> tuple[Value] | None:
    """The one answer, if there is just one."""
    if answer is None or answer.status != "forced":
        return None
    return (answer.outcomes[0].world.answer,)


def _saying(telling: Nameless, marks: dict[str, str], answer: Answer | None, text: str) -> str:
    """What a book says, as a sentence."""
    if answer is not None and answer.status == "impossible":
        return "this cannot be"
    value, about = _single(answer), telling.ask()
    if value is None and text == "undecided":
        return f"nothing says {about}" if about.startswith("whether ") else f"nothing is said of {about}"
    if value is None:
        return f"{about}: {_marked(marks, text)}"
    said = value[0]
    if telling.node[0] == "may" and isinstance(said, bool):
        said = "may" if said else "may not"
    return telling.says(Ref(marks.get(said.name, said.name)) if isinstance(said, Ref) else said)


def _marked(marks: dict[str, str], text: str) -> str:
    """A text in which made-up names are marks."""
    for name in sorted(marks, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", marks[name], text)
    return text


def _short(telling: Nameless, one: Answer | None, two: Answer | None, text: str) -> str:
    """The second answer in short, where the first has said what it is about."""
    if two is not None and two.status == "impossible":
        return "this cannot be"
    first, second = _single(one), _single(two)
    if text == "undecided":
        return "nothing is said of it"
    if first is None:
        return ""
    if second is None:
        return f"it is {text}"
    if isinstance(second[0], bool):
        may = telling.node[0] == "may"
        return ("it is allowed" if may else "it is so") if second[0] else ("it is not allowed" if may else "it is not so")
    return ""


def speaking(book: Rulebook, names: set[str]) -> dict[str, Speaking]:
    """The clauses of these names, as rulings call them; definitions and invariants, too."""
    found: dict[str, Speaking] = {}
    for clause in book.clauses.values():
        if called(clause.name) in names:
            found.setdefault(called(clause.name), _speaking(book, clause, "; ".join(c.text for c in clause.conclusions)))
    stricts: tuple[Definition | Invariant, ...] = (*book.definitions.values(), *book.invariants.values())
    for strict in stricts:
        if strict.name in names:
            found.setdefault(strict.name, _speaking(book, strict, strict.text))
    return found


def _speaking(book: Rulebook, clause: Clause | Definition | Invariant, text: str) -> Speaking:
    at = f"{clause.place.file}:{clause.place.line}" if clause.place.line else ""
    words = tuple(book.register[name].says for name in clause.cites if name in book.register)
    return Speaking(clause.name, text, clause.cites, at, words)


def smallest(found: list[Difference]) -> list[Difference]:
    """The differences without those that a smaller one covers, worst first.

    One covers another about the same property when its clauses are among the other's and it is at least as bad; where one
    book is silent, that the other speaks is enough to be said once.
    """
    kept: dict[str, list[Difference]] = {}

    def order(one: Difference) -> tuple[Any, ...]:
        responsible = one.verdict.responsible
        return (one.verdict.rank, one.depth, len(responsible[0]) + len(responsible[1]), one.size, one.about, responsible)

    for one in sorted(found, key=order):
        known = kept.setdefault(one.about, [])
        if not any(_covers(other.verdict, one.verdict) for other in known):
            known.append(one)
    return sorted((one for known in kept.values() for one in known), key=order)


def _covers(other: Verdict, one: Verdict) -> bool:
    pairs = [(set(a), set(b)) for a, b in zip(other.responsible, one.responsible, strict=True)]
    if one.what == other.what:
        return all(a <= b for a, b in pairs)
    return one.what == "silence" and all(not b or b <= a for a, b in pairs)
