"""What is supposed comes out as the reference has it: persons, numbers of clauses, ladders without a rung or in another order."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from agreement import by_force, differences
from generators import Case, case_of
from reference import TooLarge
from telling import tell
from trying import tried

from adjudicator.language.choices import suppose
from adjudicator.settling.settling import settle

VERBS = ("ruled", "holds", "disputes")


def supposing(case: Case) -> Case:
    """The case with people who have ruled or dispute clauses, and something supposed of them and of the ladder."""
    dice = Random(str(case.scenario.situation) + str(sorted(case.book.clauses)))
    clauses = {
        name: replace(clause, voices=tuple((dice.choice(VERBS), who) for who in ("Ann", "Bob") if dice.random() < 0.3))
        for name, clause in case.book.clauses.items()
    }
    book = replace(case.book, clauses=clauses)
    situation = case.scenario.situation
    for who in ("Ann", "Bob"):
        if dice.random() < 0.5:
            situation = replace(situation, suppose={**situation.suppose, who: dice.random() < 0.5})
    rungs = [rung.title for rung in book.ladder.rungs]
    if len(rungs) > 1 and dice.random() < 0.5:
        first, second = dice.sample(rungs, 2)
        situation = suppose(book, situation, first, dice.choice(("off", f"before {second}", f"after {second}")))
    if dice.random() < 0.5:
        situation = suppose(book, situation, dice.choice(sorted(clauses)), str(dice.choice((0, 5, 10, 20, 30))))
    return Case(book, replace(case.scenario, situation=situation))


def test_what_is_supposed_comes_out_by_force_too() -> None:
    def agrees(case: Case) -> None:
        try:
            case, expected = by_force(supposing(case))
        except TooLarge:
            return
        found = differences(case, expected, settle(case.book, case.scenario))
        assert not found, "\n".join((tell(case), str(case.scenario.situation.suppose), str(case.scenario.situation.ladder), *found))

    tried(case_of, agrees, 20)
