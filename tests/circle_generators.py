"""Random circles through exceptions: two or three properties, each so unless (or when) the next one is."""

from __future__ import annotations

from dataclasses import replace

from dice import Dice

from adjudicator.model.clauses import Clause, Conclusion, Parameter
from adjudicator.model.expressions import APPLIES, Apply, Literal, Not, Sentence, Var
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question, Scenario
from adjudicator.model.values import YES_NO, Ref

X = Var("x")


def with_circle(book: Rulebook, scenario: Scenario, dice: Dice, percent: int = 20) -> tuple[Rulebook, Scenario]:
    """The same, in so many of a hundred cases with a circle more, and a question about it: what else there is stays as it was."""
    ours = (p for p in book.properties.values() if p.type is YES_NO and p.kinds == ("being",) and p.name not in book.definition_of)
    plain = tuple(p.name for p in ours if not p.name.startswith(APPLIES))
    if len(plain) < 2 or not dice.often(percent):
        return book, scenario
    ring = dice.some(plain, 2, 3)
    kind = "being" if dice.often(70) else dice.one(tuple(name for name in book.kinds if book.is_a(name, "being")))
    made = [_link(dice, f"r{place}", kind, about, ring[(place + 1) % len(ring)]) for place, about in enumerate(ring)]
    thing = dice.one(tuple(name for name, one in scenario.situation.things.items() if any(book.is_a(k, "being") for k in one.kinds)))
    asked = Question(f"{ring[0]} of {thing}", Apply(ring[0], (Literal(Ref(thing)),)), True)
    moment = scenario.questions[0].moment
    return (
        replace(book, clauses={**book.clauses, **{clause.name: clause for clause in made}}),
        replace(scenario, questions=(*scenario.questions, replace(asked, moment=moment))),
    )


def _link(dice: Dice, name: str, kind: str, about: str, other: str) -> Clause:
    """One thing is so unless another is; sometimes when it is."""
    whens: tuple[Sentence, ...] = ()
    unlesses: tuple[Sentence, ...] = ()
    read = Apply(other, (X,))
    if dice.often(75):
        unlesses = (read,)
    else:
        whens = (Not(read) if dice.often(50) else read,)
    return Clause(
        name, (Parameter("x", kind),), (Conclusion(about, (X,), "is", Literal(True)),), whens, unlesses,
        when_texts=("a condition",) * len(whens), unless_texts=("an exception",) * len(unlesses), cites=("book-3-01",),
        status=dice.one(("rule", "rule", "principle", "effect")), source=dice.one(("", "old", "new")),
    )  # fmt: skip
