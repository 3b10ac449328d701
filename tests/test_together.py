"""All worlds at once come to what the worlds one by one come to, and to what the reference says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from agreement import by_force, differences
from generators import Case, case_of
from reference import TooLarge
from telling import tell
from trying import tried

from adjudicator.desk.settling import open_files
from adjudicator.engine.engine import Engine
from adjudicator.engine.guards import Diagrams, OverBudget
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.together import answers_together
from adjudicator.engine.worlds import Ground, explore_moment
from adjudicator.model.outcomes import Outcome
from adjudicator.report.text import why_several
from adjudicator.settling import exploring
from adjudicator.settling.outcomes import outcomes_of, outcomes_together
from adjudicator.settling.settling import settle

CROWD = """book crowd "A crowd"
ladder
  rung explicit claim
  rung specificity
kind guest
kind host is a guest
property {guest} is lucky, default unknown
property {guest} is tired, default unknown
property {guest} is shy, default unknown
property {guest} is dancing
property the party is loud
property the party is over
property the score of {guest} is a whole number
property the price of {guest} is a whole number
property the bill is a whole number
property {guest} follows {guest second}
clause luck-makes-noise
  the party is loud
  when a guest is lucky
clause sleep-keeps-quiet
  the party is not loud
  when a guest is tired
clause a-throw
  for a guest g
  the score of g is random: 1 with chance 1/6, 2 with chance 1/6, 3 with chance 1/6, 4 with chance 1/6, 5 with chance 1/6, 6 with chance 1/6
clause dancing-is-catching
  for a guest g
  g is dancing
  when a guest other is dancing
  and g is lucky
clause somebody-begins
  for a host h
  h is dancing
  when h is lucky
clause whoever-follows-is-followed
  for a guest g, a guest h
  g follows h
  when h is tired
  and g is shy
clause following-goes-on
  for a guest g, a guest h
  g follows h
  when g follows a guest between
  and between follows h
clause first-bill
  the bill is 2
clause each-adds
  for a guest g
  add 1 to the bill
  when g is lucky
clause a-price
  for a guest g
  the price of g is 3
clause dearer
  for a guest g
  the price of g is 5
  when a guest is shy
"""


def outcome(one: Outcome) -> tuple:
    """What there is to an outcome, without the world that shows it; where conditions are too many, which are told is not settled (8.6)."""
    when = frozenset() if one.more_conditions else frozenset(map(frozenset, one.when))
    return (one.world.decided, one.answer, one.probability, one.because_of, when, one.more_conditions)


def crowd(folder: Path, guests: int, ask: str, *lines: str) -> tuple[Engine, Ground, object]:
    """A party with so many guests of whom nothing is known, the first of them a host."""
    book = folder / "crowd"
    book.mkdir(exist_ok=True)
    (book / "crowd.rules").write_text(CROWD, encoding="utf-8")
    file = folder / "crowd.scenario"
    names = ", ".join(f"G{i}" for i in range(1, guests))
    told = [f"  uses {book}", "  host G0", f"  guests {names}", *(f"  {line}" for line in lines), f"  ask {ask}"]
    file.write_text("\n".join(['scenario "A crowd"', *told]) + "\n", encoding="utf-8")
    [(scenario, rulebook)] = open_files((str(file),))
    engine = Engine(rulebook)
    return engine, Ground(engine, scenario.situation, scenario.questions), scenario


def both_ways(ground: Ground, question) -> tuple[list[Outcome], list[Outcome]]:
    """The outcomes from the worlds one by one, and from all of them at once."""
    worlds = explore_moment(Ground(ground.engine, ground.table.situation, ground.questions), question)
    answers = answers_together(ground, question)
    assert answers is not None, "not followed at once"
    return outcomes_of(worlds.possible, worlds.broken), outcomes_together(ground, question, answers)


@pytest.mark.slow
def test_random_books_come_out_alike() -> None:
    """In status, answers, chances, causes, conditions, and (but where chances are added up) in the world that shows each outcome."""
    counted = {"questions": 0, "branching": 0, "refused": 0}

    def alike(case: Case) -> None:
        engine = Engine(case.book)
        for question in case.scenario.questions:
            ground = Ground(engine, case.scenario.situation, case.scenario.questions)
            try:
                worlds = explore_moment(Ground(engine, case.scenario.situation, case.scenario.questions), question)
            except (LimitReached, RuleFault):
                continue
            counted["questions"] += 1
            counted["branching"] += len(worlds.possible) + len(worlds.broken) > 1
            answers = answers_together(ground, question)
            try:
                found = None if answers is None else outcomes_together(ground, question, answers)
            except OverBudget:
                found = None
            if found is None:
                counted["refused"] += 1
                continue
            expected = outcomes_of(worlds.possible, worlds.broken) if worlds.possible else []
            assert list(map(outcome, found)) == list(map(outcome, expected)), tell(case) + f"\n{question.text}"
            shown = [(a, b) for a, b in zip(found, expected, strict=True) if a.probability is None]
            assert all(a.world.decisions == b.world.decisions for a, b in shown), tell(case)

    tried(case_of, alike, 10)
    assert counted["branching"] * 10 >= counted["questions"], counted
    assert counted["refused"] * 8 <= counted["questions"], counted  # circles of what must be told, and much to a circle, are walked


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_the_reference_says_the_same_of_all_worlds_at_once(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "WALKED", 1)
    try:
        case, expected = by_force(case_of(seed))
    except TooLarge:
        return
    assert not differences(case, expected, settle(case.book, case.scenario)), tell(case)


@pytest.mark.parametrize("ask", [
    "whether the party is loud", "how many guests x such that x is lucky", "whether a guest is lucky",
    "the sum of the score of x over guests x", "the greatest of the score of x over guests x",
    "how many guests x such that x is dancing", "the price of G1", "the bill", "whether G0 follows G1",
    "how many guests x such that x follows G0", "whether every guest is tired", "the set of guests x such that x is shy",
])  # fmt: skip
def test_a_small_crowd_comes_out_alike(ask: str, tmp_path: Path) -> None:
    _, ground, scenario = crowd(tmp_path, 3, ask)
    walked, together = both_ways(ground, scenario.questions[0])
    assert list(map(outcome, together)) == list(map(outcome, walked)) and len(walked) > 1


def test_forty_unknown_facts_are_counted(tmp_path: Path) -> None:
    """2 to the 40th worlds: every number from none to all; one condition for each end, more than are listed in between."""
    engine, _, scenario = crowd(tmp_path, 40, "how many guests x such that x is lucky")
    [answer] = settle(engine.book, scenario, engine=engine).answers
    assert [one.answer for one in answer.outcomes] == [Fraction(i) for i in range(41)]
    assert len(answer.outcomes[0].when) == 1 and len(answer.outcomes[0].when[0]) == 40 and answer.outcomes[7].more_conditions
    assert all(len(one.because_of) == 40 for one in answer.outcomes)


def test_a_circle_and_a_sum_over_many_unknown_facts(tmp_path: Path) -> None:
    """Whoever is lucky dances when the host does; what is added up is every number from two to sixteen."""
    engine, _, scenario = crowd(tmp_path, 14, "how many guests x such that x is dancing")
    [answer] = settle(engine.book, scenario, engine=engine).answers
    assert [one.answer for one in answer.outcomes] == [Fraction(i) for i in range(15)]
    assert all(len(one.because_of) == 14 for one in answer.outcomes[1:])
    engine, _, scenario = crowd(tmp_path, 14, "the bill")
    [answer] = settle(engine.book, scenario, engine=engine).answers
    assert [one.answer for one in answer.outcomes] == [Fraction(i) for i in range(2, 17)]


def test_clauses_that_clash_over_forty_unknown_facts(tmp_path: Path) -> None:
    engine, _, scenario = crowd(tmp_path, 20, "whether the party is loud")
    [answer] = settle(engine.book, scenario, engine=engine).answers
    assert [one.answer for one in answer.outcomes] == [True, False]
    assert {cause.cause for cause in answer.outcomes[0].because_of} == {"unknown", "open"}
    assert all(len(one) in (2, 21) for one in answer.outcomes[0].when)
    # each of the 20 guests is lucky, and the conflict goes that way or nobody is tired
    assert why_several(answer.outcomes[0])[-1] == "or in 36 other ways"


def test_the_chances_of_ten_dice_are_exact(tmp_path: Path) -> None:
    engine, _, scenario = crowd(tmp_path, 10, "the sum of the score of x over guests x")
    [answer] = settle(engine.book, scenario, engine=engine).answers
    chances = {one.answer: one.probability for one in answer.outcomes}
    assert sum(chances.values()) == 1 and chances[Fraction(10)] == Fraction(1, 6**10) and len(chances) == 51
    three = sum(Fraction(1, 216) for throw in product(range(1, 7), repeat=3) if sum(throw) == 10)
    engine, _, scenario = crowd(tmp_path, 3, "the sum of the score of x over guests x")
    [answer] = settle(engine.book, scenario, engine=engine).answers
    assert {one.answer: one.probability for one in answer.outcomes}[Fraction(10)] == three


def test_diagrams_beyond_their_budget_say_so() -> None:
    diagrams = Diagrams(budget=20)
    guard = diagrams.yes
    with pytest.raises(OverBudget):
        for i in range(20):
            guard = diagrams.chosen(diagrams.variable(i, (True, False)), guard, diagrams.negated(guard))
