"""What could be changed about a clash: ways to make a clause win, lose, or not meet the other. Nothing here is tried out yet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.engine.speakers import MODIFIERS
from adjudicator.language.wording import statement
from adjudicator.model.clauses import READING_STATUSES, Clause
from adjudicator.model.expressions import Var, free_variables
from adjudicator.model.ladder import Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref
from adjudicator.records import dataclass
from adjudicator.stage.clashes import Clash, Side
from adjudicator.stage.naming import actors
from adjudicator.vetting.repairing.conditions import parting, sayable
from adjudicator.vetting.repairing.editing import Block, Edit, block_at
from adjudicator.vetting.repairing.numbering import Free, free_numbers, number_property, numbered_rung
from adjudicator.vetting.repairing.rereading import Scene
from adjudicator.vetting.repairing.sources import Source

NUMBERED = ("V101", "V103", "V104", "V105", "V106")
MOST_CONDITIONS = 3


@dataclass(frozen=True)
class Change:
    """One way to change a text: what to do in words, and the edits that do it."""

    kind: str
    clause: str
    text: str
    source: Source
    edits: tuple[Edit, ...]


@dataclass(frozen=True)
class Place:
    """A clause where it may be edited."""

    book: Rulebook
    source: Source
    side: Side
    block: Block

    @property
    def clause(self) -> Clause:
        return self.side[0]

    @property
    def label(self) -> str:
        """How the clause is called: by its card, where that has no other."""
        clause = self.clause
        others = [
            c for c in self.book.clauses.values() if c.card and c.card == clause.card and not c.name.startswith(f"{c.card}, as printed")
        ]
        return clause.card if len(others) == 1 else ", ".join(filter(None, (clause.card, clause.name)))

    def change(self, kind: str, text: str, *edits: Edit) -> Change:
        """A change of this clause."""
        return Change(kind, self.clause.name, f"{self.label}: {text}", self.source, edits)

    def line(self, kind: str, line: str) -> Change:
        """One line more."""
        return self.change(kind, f"add `{line}`", self.block.added(line))


def place_of(book: Rulebook, source: Source, side: Side) -> Place | None:
    """The clause in the text that may be edited; None where it is no block of its own."""
    block = block_at(source.text, side[0].place.line, source.first)
    return Place(book, source, side, block) if block is not None and block.lines[0].split()[:1] == ["clause"] else None


def of_clash(place: Place, other: Side, code: str, scene: Scene | None, clash: Clash | None) -> Iterator[Change]:
    """Ways to change the clause so that it wins, loses, or does not meet the other."""
    if place.clause.name == other[0].name:
        yield from of_itself(place)
        return
    if place.clause.conclusions[place.side[1]].form in MODIFIERS:
        yield place.line("before", f"applies before {other[0].name}")
        return
    for kind, words in (("overrides", "overrides"), ("yields", "yields to")):
        yield place.line(kind, f"{words} {other[0].name}")
    yield place.line("yields", "yields to everything")
    yield from settled(place)
    if code in NUMBERED:
        yield from _numbers(place, other)
    yield from _conditions(place, other, scene, clash)


def _conditions(place: Place, other: Side, scene: Scene | None, clash: Clash | None) -> Iterator[Change]:
    """An exception where the other speaks; or nothing but the part of it that this one is about."""
    said, whole = sayable(place.book, place.side, other)
    facts = list(parting(place.book, scene, clash, place.side, other)) if scene is not None and clash is not None else []
    for text in list(dict.fromkeys([*facts, *said]))[:MOST_CONDITIONS]:
        yield place.line("unless", f"unless {text}")
    if whole:
        edit, words = place.block.narrowed(said)
        yield place.change("narrower", f"add `{words}`", edit)


def settled(place: Place) -> Iterator[Change]:
    """An open question settled: by a ruling, or for good, in whatever way it is read."""
    for number, row in place.block.said():
        if place.clause.reading is not None and row.split(" ")[0] == "under":
            yield place.change("settle", f"leave out `{row}`", place.block.without(number))
    if place.clause.status in READING_STATUSES:
        for number, row in place.block.said():
            if row == f"status {place.clause.status}":
                yield place.change("settle", f"write `status ruling` instead of `{row}`", place.block.instead(number, "status ruling"))


# ---- numbers ----


def _numbers(place: Place, other: Side) -> Iterator[Change]:
    """Free Precedence Numbers that make the clause win or lose, with their range, where the numbers are asked at all."""
    rung = numbered_rung(place.book)
    for free in free_numbers(place.book, other[0]):
        change = _on_the_card(place, rung, free) if rung is not None and place.clause.number is None else None
        yield change or _in_the_clause(place, free)


def _in_the_clause(place: Place, free: Free) -> Change:
    line = f"number {free.number}"
    for number, row in place.block.said():
        if row.split(" ")[0] == "number":
            return place.change("number", f"write `{line}` instead of `{row}` ({free.text()})", place.block.instead(number, line))
    return place.change("number", f"add `{line}` ({free.text()})", place.block.added(line))


def _on_the_card(place: Place, rung: Rung, free: Free) -> Change | None:
    """The number of the whole card, where the card is in the text: the line that gives it, else one more below its name."""
    card = place.book.cards.get(place.clause.card)
    if card is None or not place.clause.bearer or card.place.file != place.source.file or place.source.clause is not None:
        return None
    block = block_at(place.source.text, card.place.line, place.source.first)
    if block is None:
        return None
    told = place.book.clauses_about.get(number_property(rung), ())
    given = next((c for c, _ in told if c.card == card.name and c.place.file == card.place.file), None)
    if given is None:
        line = statement(place.book, (number_property(rung), (Ref("this card"),)), str(free.number)).replace("the this", "this")
        return Change(
            "number", place.clause.name, f"{card.name}: add `{line}` ({free.text()})", place.source, (block.below(block.first, line),)
        )
    row = dict(block.said()).get(given.place.line, "")
    line = re.sub(r"\b\d+$", str(free.number), row)
    if not row or line == row or row.startswith("string "):
        return None
    text = f"{card.name}: write `{line}` instead of `{row}` ({free.text()})"
    return Change("number", place.clause.name, text, place.source, (block.instead(given.place.line, line),))


# ---- a clause that disagrees with itself ----


def of_itself(place: Place) -> Iterator[Change]:
    """Ways to make a clause whose value may be one thing or another say one thing: somebody chooses, or it is silent."""
    conclusion = place.clause.conclusions[place.side[1]]
    fixed = {arg.name for arg in conclusion.args if isinstance(arg, Var)}
    open_ = [p for p in place.clause.parameters if p.name in free_variables(conclusion.value) - fixed]
    if len(open_) != 1 or conclusion.value != Var(open_[0].name):
        return
    which, kind = open_[0].name, open_[0].kind
    about = [(n, row) for n, row in place.block.conditions() if re.search(rf"\bthe {which}\b", row)]
    if not about or any(row.split(" ")[0] == "or" for _, row in place.block.conditions()):
        return
    such = " and ".join(row.split(" ", 1)[1] for _, row in about)
    yield from _chosen(place, which, kind, about, such)
    others = re.sub(rf"\bthe {which}\b", "the other", such)
    yield place.line("unless", f"unless there is {_a(kind)} other such that {others} and the other is not the {which}")


def _chosen(place: Place, which: str, kind: str, about: list[tuple[int, str]], such: str) -> Iterator[Change]:
    """One of the players concerned chooses among all that it could be."""
    block, conclusion = place.block, place.clause.conclusions[place.side[1]]
    named = [arg.name for arg in conclusion.args if isinstance(arg, Var)]
    who = next((p.name for p in place.clause.parameters if p.name in named and p.kind in actors(place.book)), "")
    row = next(((n, r) for n, r in block.said() if r == conclusion.text), None)
    plural = place.book.kinds[kind].plural if kind in place.book.kinds else ""
    if not who or row is None or not row[1].endswith(f" is the {which}") or not plural:
        return
    head = next(
        ((n, r) for n, r in block.said() if r.startswith("for ") and r.endswith(f", {_a(kind)}{'' if which == kind else ' ' + which}")),
        None,
    )
    if head is None:
        return
    said = f"{row[1].removesuffix(f'is the {which}')}is chosen by the {who} among the set of {plural} {which} such that {such}"
    gone = [n for n, _ in about]
    rest = [r for n, r in block.conditions() if n not in gone]
    conditions = [f"when there is {_a(kind)} {which} such that {such}", *(f"and {r.split(' ', 1)[1]}" for r in rest)]
    numbers = [n for n, _ in block.conditions()]
    old = tuple(block.lines[numbers[0] - block.first : numbers[-1] - block.first + 1])
    edits = (block.instead(head[0], head[1].rpartition(",")[0]), block.instead(row[0], said),
             Edit(numbers[0], old, tuple(block.indent + c for c in conditions)))  # fmt: skip
    yield place.change(
        "chosen", f"write `{said}`, `{conditions[0]}`, and leave `{head[1].rpartition(', ')[2]}` out of the `for` line", *edits
    )


def _a(kind: str) -> str:
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"
