"""How each statement of a register stands: demonstrated, partly, only with its own word, only cited; and the score of the book."""

from __future__ import annotations

from collections import Counter

from adjudicator.demonstrating.demonstrate import Run
from adjudicator.demonstrating.mutations import CHANGES, Mutation
from adjudicator.demonstrating.noticing import Verdict
from adjudicator.demonstrating.tally import by_play, changes_of
from adjudicator.model.rulebook import RegisterEntry
from adjudicator.records import dataclass

DEMONSTRATED, PARTLY, OWN_WORD, CITED = "demonstrated", "partly", "only with its own word", "only cited"
STANDINGS = (DEMONSTRATED, PARTLY, OWN_WORD, CITED)
"""How an encoded statement can stand, best first."""


@dataclass(frozen=True)
class Missing:
    """A part of a statement that no scenario told as play would miss; `spoilt` says how it is noticed otherwise, and `where`."""

    mutation: Mutation
    spoilt: str = ""
    where: str = ""
    reached: bool = True


@dataclass(frozen=True)
class Statement:
    """One entry of the register: how it stands, what of it is missing, and what carries it."""

    entry: RegisterEntry
    standing: str
    missing: tuple[Missing, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Count:
    """Of the changes of one kind: all that count, those noticed by play, those noticed otherwise, those not reached, those proved equal."""

    change: str
    total: int
    play: int
    spoilt: int
    unreached: int
    equal: int


@dataclass(frozen=True)
class Score:
    """A book's statements, and its changes by kind."""

    book: str
    statements: tuple[Statement, ...]
    counts: tuple[Count, ...]

    @property
    def encoded(self) -> int:
        """How many statements are said to be encoded."""
        return sum(s.standing in STANDINGS for s in self.statements)

    @property
    def demonstrated(self) -> int:
        """How many are demonstrated."""
        return sum(s.standing == DEMONSTRATED for s in self.statements)

    @property
    def judged(self) -> int:
        """Of how many of these every change was tried: the others count as not demonstrated, whatever they are."""
        return sum(s.standing in STANDINGS and all(missing.reached for missing in s.missing) for s in self.statements)

    @property
    def percent(self) -> float:
        """The score: of what is said to be encoded, how much is demonstrated; of nothing, all."""
        return 100 * self.demonstrated / self.encoded if self.encoded else 100.0


def scored(run: Run, only: frozenset[str] = frozenset()) -> Score:
    """The score of a run; where it was over some statements or rules `only`, of these statements."""
    book = run.book
    statements = [_statement(run, entry, changes) for entry, changes in changes_of(book, run.mutations) if not only or entry.id in only]
    return Score(book.name, tuple(statements), tuple(_count(run, change) for change in CHANGES))


def _statement(run: Run, entry: RegisterEntry, mutations: list[Mutation]) -> Statement:
    rules = tuple(dict.fromkeys(mutation.rule for mutation in mutations))
    if entry.stands != "encoded":
        return Statement(entry, entry.stands, (), rules)
    verdicts = {mutation.key: run.verdicts[mutation.key] for mutation in mutations}
    counted = [mutation for mutation in mutations if not verdicts[mutation.key].equal]
    missing = tuple(_missing(run, mutation, verdicts[mutation.key]) for mutation in counted if not by_play(verdicts[mutation.key]))
    return Statement(entry, _standing(counted, verdicts, missing), missing, rules)


def _standing(counted: list[Mutation], verdicts: dict[str, Verdict], missing: tuple[Missing, ...]) -> str:
    if counted and not missing:
        return DEMONSTRATED
    outs = [verdicts[mutation.key] for mutation in counted if mutation.change == "out"]
    if any(map(by_play, outs)):
        return PARTLY
    return OWN_WORD if any(verdict.unit for verdict in outs) else CITED


def _missing(run: Run, mutation: Mutation, verdict: Verdict) -> Missing:
    return Missing(mutation, verdict.spoilt, run.where(verdict.unit) if verdict.unit else "", verdict.reached)


def _count(run: Run, change: str) -> Count:
    verdicts = [run.verdicts[mutation.key] for mutation in run.mutations if mutation.change == change]
    tally = Counter("equal" if v.equal else "unreached" if not v.reached else "play" if by_play(v) else "spoilt" if v.unit else "no"
                    for v in verdicts)  # fmt: skip
    return Count(change, len(verdicts) - tally["equal"], tally["play"], tally["spoilt"], tally["unreached"], tally["equal"])
