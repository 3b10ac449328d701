"""Direct claims, keeper's calls and contradictions (docs/meaning.md 4.2, 4.11, 4.12): by hand, and in random books by brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from agreement import by_force, differences
from dice import Dice
from generators import Case, case_of
from reference import settle_by_force
from reference.branching import TooLarge
from test_meaning import ANN, PROPERTIES, SPECIFICITY, says

from adjudicator.language.ladders import with_own_rungs
from adjudicator.model.clauses import Claim, Clause, Warrant
from adjudicator.model.expressions import Apply, Literal
from adjudicator.model.ladder import Ladder, Rung
from adjudicator.model.outcomes import Answer
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Expectation, Question, Scenario, Situation, Thing
from adjudicator.model.vocabulary import Contradiction, Kind, Reading
from adjudicator.report.as_json import decided_by
from adjudicator.settling.settling import settle

CLAIM = Rung("claim", "explicit claim")
KINDS = {"being": Kind("being"), "beast": Kind("beast", ("being",)), "bird": Kind("bird", ("beast",))}
CALL = Warrant(call="somebody has to go first")
ONE_OR_TWO = Contradiction("b-1 or b-2", (("b-1",), ("b-2",)), "b-1", "it is later")


def over(target: str, warrant: Warrant = CALL) -> tuple[Claim, ...]:
    """A claim over one clause, or over everything."""
    return (Claim("overrides", target, warrant=warrant),)


def book_of(clauses: list[Clause], rungs: tuple[Rung, ...], contradictions: tuple[Contradiction, ...]) -> Rulebook:
    """A book with the rungs that it needs for its calls and contradictions."""
    readings = {c.name: Reading(c.name, (c.played, c.other)) for c in contradictions}
    plain = Rulebook("by-hand", kinds=KINDS, properties={p.name: p for p in PROPERTIES}, clauses={c.name: c for c in clauses},
                     ladder=Ladder(rungs), readings=readings, contradictions={c.name: c for c in contradictions})  # fmt: skip
    return with_own_rungs(plain)


def settled(clauses: list[Clause], rungs: tuple[Rung, ...] = (CLAIM, SPECIFICITY), contradictions: tuple[Contradiction, ...] = (),
            expected: Expectation | None = None, **situation) -> Answer:  # fmt: skip
    """The mood of Ann, after brute force was found to give the same."""
    book = book_of(clauses, rungs, contradictions)
    question = Question("mood", Apply("mood", (Literal(ANN),)), False, expected)
    scenario = Scenario("by hand", "by-hand", Situation({"Ann": Thing("Ann", ("bird",))}, {}, **situation), (question,))
    settlement = settle(book, scenario)
    assert not differences(Case(book, scenario), settle_by_force(book, scenario), settlement)
    return settlement.answers[0]


def found(answer: Answer) -> list[object]:
    return [outcome.answer for outcome in answer.outcomes]


def test_claims_are_direct() -> None:
    """4.2: red over green and green over blue: green is out, and of red and blue nothing is said."""
    three = [
        says("red", "mood", "red", claims=over("green", Warrant(("b-1",)))),
        says("green", "mood", "green", claims=over("blue", Warrant(("b-1",)))),
        says("blue", "mood", "blue"),
    ]
    assert set(found(settled(three))) == {"red", "blue"}
    assert found(settled([three[0], three[1]])) == ["red"]
    narrower = [*three[:2], says("blue", "mood", "blue", kind="bird")]
    assert found(settled(narrower)) == ["blue"], "what no claim decides is decided further down"


def test_a_call_goes_after_the_book_s_claims_and_before_the_rest() -> None:
    """4.11: a call turns specificity round, and no claim of the book."""
    wide, narrow = says("wide", "mood", "red", claims=over("narrow")), says("narrow", "mood", "blue", kind="bird")
    assert found(settled([wide, narrow])) == ["red"]
    assert found(settled([wide, replace(narrow, claims=over("wide", Warrant(("b-1",))))])) == ["blue"]
    assert found(settled([wide, narrow], suppose={"calls": False})) == ["blue"]


def test_an_answer_that_rests_on_a_call_says_so_and_what_would_be_without_it() -> None:
    wide, narrow = says("wide", "mood", "red", claims=over("narrow")), says("narrow", "mood", "blue", kind="bird")
    (outcome,) = settled([wide, narrow]).outcomes
    (call,) = outcome.calls
    assert (call.clause, call.because) == ("wide", "somebody has to go first")
    assert call.without == 'blue, on the rung "specificity"'
    assert decided_by(outcome)[0]["warrant"] == "keeper's call"
    (alone,) = settled([wide]).outcomes
    assert not alone.calls, "a call that beats nobody is not mentioned"


def test_a_claim_names_its_statement() -> None:
    clauses = [says("wide", "mood", "red", claims=over("narrow", Warrant(("b-7",)))), says("narrow", "mood", "blue", kind="bird")]
    (outcome,) = settled(clauses).outcomes
    assert decided_by(outcome)[0]["warrant"] == "b-7"
    assert outcome.world.resolutions[("mood", (ANN,))].beaten[0].reason == "it claims to override it, by b-7"


def test_a_clause_that_is_a_call_is_switched_off_with_the_calls() -> None:
    ours = says("ours", "mood", "red", warrants=(("clause", CALL),))
    (outcome,) = settled([ours]).outcomes
    assert [call.what for call in outcome.calls] == ["all of it"]
    assert settled([ours], suppose={"calls": False}).status == "undecided"


def test_a_contradiction_branches_as_played_and_otherwise() -> None:
    """4.12: one reading; the played answer first; a bare expectation is the played one."""
    one, two = says("one", "mood", "red", cites=("b-1",)), says("two", "mood", "blue", kind="bird", cites=("b-2",))
    answer = settled([one, two], contradictions=(ONE_OR_TWO,), expected=Expectation(("red",), text="red"))
    assert (answer.status, found(answer), answer.met) == ("several", ["red", "blue"], True)
    assert [outcome.played for outcome in answer.outcomes] == [True, False]
    assert {cause.cause for outcome in answer.outcomes for cause in outcome.because_of} == {"reading"}
    wrong = settled([one, two], contradictions=(ONE_OR_TWO,), expected=Expectation(("blue",), text="blue"))
    assert wrong.met is False
    chosen = settled([one, two], contradictions=(ONE_OR_TWO,), readings={"b-1 or b-2": "b-2"})
    assert (chosen.status, found(chosen)) == ("forced", ["blue"])


def test_a_contradiction_is_met_only_where_its_sides_are_contrary() -> None:
    one, two = says("one", "mood", "red", cites=("b-1",)), says("two", "mood", "red", cites=("b-2",))
    assert settled([one, two], contradictions=(ONE_OR_TWO,)).status == "forced"
    both = says("both", "mood", "blue", cites=("b-1", "b-2"), kind="bird")
    assert found(settled([one, both], contradictions=(ONE_OR_TWO,))) == ["blue"], "who cites both sides stands on neither"


def test_a_clause_under_one_side_is_there_only_where_it_is_followed() -> None:
    """It brings the branching with it, and meets third clauses as any other does."""
    one = replace(says("one", "mood", "red"), cites=("b-1",), reading=("b-1 or b-2", "b-1"))
    third = replace(says("third", "mood", "blue"), fallback=True)
    answer = settled([one, third], contradictions=(ONE_OR_TWO,), expected=Expectation(("red",), text="red"))
    assert found(answer) == ["red", "blue"] and answer.met
    assert {cause.cause for outcome in answer.outcomes for cause in outcome.because_of} == {"reading"}
    assert found(settled([one, third], contradictions=(ONE_OR_TWO,), readings={"b-1 or b-2": "b-2"})) == ["blue"]


def test_a_claim_of_the_book_goes_before_a_contradiction() -> None:
    one = says("one", "mood", "red", cites=("b-1",))
    two = says("two", "mood", "blue", cites=("b-2",), claims=over("one", Warrant(("b-9",))))
    assert found(settled([one, two], contradictions=(ONE_OR_TWO,))) == ["blue"]


def kept_case(seed: int) -> Case:
    """A random case in which some claims are calls and some statements contradict each other."""
    case, dice = case_of(seed), Dice(Random(seed + 1))
    clauses = {}
    for name, clause in case.book.clauses.items():
        claims = tuple(replace(claim, warrant=CALL) if dice.often(40) else claim for claim in clause.claims)
        clauses[name] = replace(clause, claims=claims)
    ids = sorted({cited for clause in clauses.values() for cited in clause.cites})
    contradictions = {}
    if len(ids) > 1 and dice.often(60):
        first, second = dice.some(tuple(ids), 2, 2)
        one = Contradiction(f"{first} or {second}", ((first,), (second,)), dice.one((first, second)), "so")
        contradictions[one.name] = one
    readings = case.book.readings | {name: Reading(name, (one.played, one.other)) for name, one in contradictions.items()}
    book = with_own_rungs(replace(case.book, clauses=clauses, contradictions=contradictions, readings=readings))
    situation = case.scenario.situation
    if dice.often(10):
        situation = replace(situation, suppose={**situation.suppose, "calls": False})
    for one in contradictions.values():
        if dice.often(15):
            situation = replace(situation, readings={**situation.readings, one.name: one.other})
    return Case(book, replace(case.scenario, situation=situation))


SEEDS = 120
AT_LEAST = {"call decided": 3, "contradiction met": 4, "calls off": 4}


def test_random_books_agree_with_brute_force() -> None:
    """Random cases settled both ways; enough of them have what is to be tried."""
    total: Counter[str] = Counter()
    for seed in range(SEEDS):
        try:
            case, expected = by_force(kept_case(seed))
        except TooLarge:
            continue
        settlement = settle(case.book, case.scenario)
        assert not differences(case, expected, settlement), f"seed {seed}"
        resolutions = [r for a in settlement.answers for o in a.outcomes for r in o.world.resolutions.values()]
        causes = {cause.what for a in settlement.answers for o in a.outcomes for cause in o.because_of if cause.cause == "reading"}
        total["call decided"] += any(b.warrant.call for r in resolutions for b in r.beaten)
        total["contradiction met"] += bool(causes & case.book.contradictions.keys())
        total["calls off"] += case.scenario.situation.suppose.get("calls") is False
    assert {name: total[name] for name, least in AT_LEAST.items() if total[name] < least} == {}
