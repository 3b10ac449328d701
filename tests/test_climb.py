"""The rung rule (docs/meaning.md 4.1): in is who is beaten only by those that are out; of a circle a rung says nothing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.model.clauses import UNSAID, Clause, Conclusion, Warrant
from adjudicator.model.expressions import Literal
from adjudicator.model.ladder import Ladder, Rung
from adjudicator.model.outcomes import Instance
from adjudicator.precedence.climb import climb

FIRST, SECOND = Rung("claim", "first"), Rung("source", "second")


def candidate(name: str, value: int) -> Instance:
    conclusion = Conclusion("p", (), "is", Literal(Fraction(value)))
    return Instance(Clause(name, (), (conclusion,)), conclusion, (), Fraction(value))


class Judge:
    """Every two candidates with different values are contrary; who beats whom is told for each rung."""

    def __init__(self, **beats: str) -> None:
        self.pairs = {rung: {tuple(pair) for pair in text.split()} for rung, text in beats.items()}

    def contrary(self, a: Instance, b: Instance) -> bool:
        return a.value != b.value

    def beats(self, rung: Rung, a: Instance, b: Instance) -> str:
        return "so" if (a.clause.name, b.clause.name) in self.pairs.get(rung.title, ()) else ""

    def warrant(self, rung: Rung, a: Instance, b: Instance) -> Warrant:
        return UNSAID

    def averages(self) -> bool:
        return False


CASES = [
    ("ab", {}, "ab", "nothing is said"),
    ("abc", {"first": "ab bc"}, "ac", "who is out beats nobody, and claims are not closed"),
    ("abc", {"first": "ab bc ac"}, "a", "each over the next, and the first over the last"),
    ("abc", {"first": "ab bc ca"}, "abc", "a circle: the rung says nothing"),
    ("abcd", {"first": "ab bc ca cd"}, "abcd", "beaten only from a circle: nothing is said of it either"),
    ("abcd", {"first": "ab bc ca da"}, "bd", "who is in beats into the circle, and opens it: a falls, b stays, c falls"),
    ("abc", {"first": "ab bc ca", "second": "ab"}, "ac", "what a circle leaves goes on to the next rung"),
    ("abc", {"first": "ab", "second": "ca bc"}, "c", "who is out stays out, whoever falls later"),
    ("abcde", {"first": "ab bc cd de"}, "ace", "exceptions to exceptions"),
]


@pytest.mark.parametrize(("names", "beats", "left", "why"), CASES)
def test_who_is_left(names: str, beats: dict[str, str], left: str, why: str) -> None:
    candidates = [candidate(name, number) for number, name in enumerate(names)]
    end = climb(Ladder((FIRST, SECOND)), candidates, Judge(**beats))
    assert "".join(sorted(i.clause.name for i in end.standing)) == left, why
    assert all(beaten.by.clause.name != beaten.instance.clause.name for beaten in end.beaten)


def test_clauses_that_agree_never_beat_each_other() -> None:
    same = [candidate("a", 1), candidate("b", 1), candidate("c", 2)]
    end = climb(Ladder((FIRST,)), same, Judge(first="ab bc"))
    assert sorted(i.clause.name for i in end.standing) == ["a", "b"] and end.rung == "first"
