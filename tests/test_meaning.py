"""Tricky points of docs/meaning.md, each settled by the reference and by the engine.

Every case is written out by hand with the answer that the page gives, so that both
are held to the page and not only to each other.
"""

from __future__ import annotations

from fractions import Fraction

from agreement import differences
from generators import Case
from reference import UNDECIDED, ReferenceAnswer, settle_by_force

from adjudicator.model.clauses import Claim, Clause, Conclusion, Invariant, Parameter
from adjudicator.model.expressions import Apply, Draw, Literal, Not, Sentence, Var
from adjudicator.model.ladder import Key, Ladder, Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Question, Scenario, Situation, Thing
from adjudicator.model.values import WHOLE, YES_NO, Ref, Type, Value
from adjudicator.model.vocabulary import Default, Kind, Phrase, Property, Slot, Source
from adjudicator.settling.settling import settle

X = Var("x")
ANN, BOB = Ref("Ann"), Ref("Bob")
KINDS = {"being": Kind("being"), "beast": Kind("beast", ("being",)), "bird": Kind("bird", ("beast",))}
MOODS = Type("choice", ("red", "green", "blue"))
NUMBER = Rung("key", "number", keys=(Key(Apply("pull", (Var("it"),))),), otherwise=1000, numbered=True)
CLAIM, SPECIFICITY, SOURCE = Rung("claim", "claim"), Rung("specificity", "specificity"), Rung("source", "source")


def a_property(name: str, type_: Type, default: Default) -> Property:
    """A property of one being."""
    slot = Slot("being", "being")
    parts = (slot, "is", name) if type_ is YES_NO else ("the", name, "of", slot)
    return Property(name, (Phrase(name, parts, 1 if type_ is YES_NO else -1),), ("being",), ("being",), type_, default)


PROPERTIES = [
    a_property("mood", MOODS, Default(undecided=True)),
    a_property("pull", WHOLE, Default(undecided=True)),
    a_property("size", WHOLE, Default(Fraction(1))),
    *(a_property(name, YES_NO, Default(False)) for name in ("brave", "calm", "dull")),
]


def says(name: str, about: str, value: Value | Draw, *whens: Sentence, kind: str = "being", form: str = "is", **more) -> Clause:
    """A clause about a being."""
    term = value if isinstance(value, Draw) else Literal(value)
    texts = tuple(f"condition {i}" for i in range(len(whens)))
    conclusion = Conclusion(about, (X,), form, term)
    return Clause(name, (Parameter("x", kind),), (conclusion,), whens, when_texts=texts, **more)


def settled(clauses: list[Clause], ask: str, ladder: tuple[Rung, ...] = (), facts: dict[tuple[str, Ref], Value] | None = None,
            unknown: tuple[tuple[str, Ref], ...] = (), invariants: tuple[Invariant, ...] = ()) -> ReferenceAnswer:  # fmt: skip
    """The answer of the reference about Ann, after the engine was found to give the same."""
    book = Rulebook(
        "by-hand",
        kinds=KINDS,
        properties={p.name: p for p in PROPERTIES},
        sources={"low": Source("low", 1), "high": Source("high", 2)},
        clauses={c.name: c for c in clauses},
        invariants={i.name: i for i in invariants},
        ladder=Ladder(ladder),
    )
    given = {(name, (who,)): Fact((name, (who,)), value) for (name, who), value in (facts or {}).items()}
    open_ones = {(name, (who,)): Fact((name, (who,)), None, unknown=True) for name, who in unknown}
    things = {"Ann": Thing("Ann", ("bird",)), "Bob": Thing("Bob", ("being",))}
    question = Question(ask, Apply(ask, (Literal(ANN),)), book.properties[ask].type is YES_NO)
    scenario = Scenario("by hand", "by-hand", Situation(things, given | open_ones), (question,))
    expected = settle_by_force(book, scenario)
    assert not differences(Case(book, scenario), expected, settle(book, scenario))
    return expected[0]


def answers(answer: ReferenceAnswer) -> set[object]:
    """The answers of all outcomes."""
    return {outcome.answer for outcome in answer.outcomes}


def test_elimination_goes_rung_by_rung_where_pairs_would_make_a_circle() -> None:
    """4.1: red beats green by claim, green beats blue by source, blue beats red by number: red falls to nobody.

    Compared pair by pair down the ladder each would be beaten by another.
    """
    clauses = [
        says("red-one", "mood", "red", number=30, claims=(Claim("overrides", "green-one"),)),
        says("green-one", "mood", "green", number=20, source="high"),
        says("blue-one", "mood", "blue", number=10, source="low"),
    ]
    answer = settled(clauses, "mood", (CLAIM, SOURCE, NUMBER))
    assert answer.status == "forced"
    assert answers(answer) == {"blue"}
    assert answer.outcomes[0].rungs == {"number"}


def test_a_defeated_clause_defeats_nothing() -> None:
    """4.1: an exception to an exception puts the rule back in force, though the exception is above the rule."""
    clauses = [
        says("rule", "brave", True),
        says("exception", "brave", False, kind="beast"),
        says("exception-to-that", "brave", True, kind="bird"),
    ]
    answer = settled(clauses, "brave", (SPECIFICITY,))
    climb = answer.worlds[0].resolutions[("brave", (ANN,))].climb
    assert answers(answer) == {True}
    assert climb is not None
    assert {c.clause.name for c in climb.standing} == {"rule", "exception-to-that"}


def test_candidates_win_as_a_team() -> None:
    """4.1: each of two contrary clauses falls to another of two that agree."""
    clauses = [
        says("no-1", "brave", False),
        says("no-2", "brave", False),
        says("yes-1", "brave", True, claims=(Claim("overrides", "no-1"),)),
        says("yes-2", "brave", True, claims=(Claim("overrides", "no-2"),)),
    ]
    answer = settled(clauses, "brave", (CLAIM,))
    assert (answer.status, answers(answer)) == ("forced", {True})
    assert answer.outcomes[0].rungs == {"claim"}


def test_a_loop_that_supports_itself_supports_nothing() -> None:
    """7.1: brave because calm, calm because brave."""
    clauses = [
        says("one", "brave", True, Apply("calm", (X,))),
        says("other", "calm", True, Apply("brave", (X,))),
    ]
    assert answers(settled(clauses, "brave")) == {False}
    assert answers(settled([*clauses, says("spark", "calm", True)], "brave")) == {True}


def test_a_loop_that_denies_itself_is_undecided() -> None:
    """7.2: brave if not brave."""
    assert settled([says("paradox", "brave", True, Not(Apply("brave", (X,))))], "brave").status == "undecided"


def test_only_the_loop_itself_is_undecided() -> None:
    """7.3: what reads a paradox from outside follows it under each value."""
    clauses = [
        says("paradox", "brave", True, Not(Apply("brave", (X,)))),
        says("onlooker", "calm", True, Apply("brave", (X,))),
    ]
    assert answers(settled(clauses, "calm")) == {False, True}


def test_a_gap_is_not_a_conflict() -> None:
    """1.4 and 4.10: no clause speaks, or two do and nothing decides between them."""
    gap = settled([], "mood")
    assert gap.status == "undecided"
    conflict = settled([says("one", "mood", "red"), says("other", "mood", "blue")], "mood")
    assert conflict.status == "several"
    assert answers(conflict) == {"red", "blue"}
    assert {cause for o in conflict.outcomes for cause, _, _ in o.causes} == {"open"}


def test_an_answer_that_is_the_same_in_all_branches_is_forced() -> None:
    """8.3: downstream of an open conflict both branches are followed to the end."""
    clauses = [
        says("one", "calm", True),
        says("other", "calm", False),
        says("if", "mood", "red", Apply("calm", (X,))),
        says("if-not", "mood", "red", Not(Apply("calm", (X,)))),
    ]
    answer = settled(clauses, "mood")
    assert (answer.status, answers(answer)) == ("forced", {"red"})
    assert not answer.outcomes[0].causes


def test_a_clause_that_others_override_by_name_does_not_override_them_with_everything() -> None:
    """4.2: a claim by name beats a claim over everything; and claims are direct: of the third clause nothing is said."""
    clauses = [
        says("sweeping", "mood", "red", claims=(Claim("overrides", "everything"),)),
        says("pointed", "mood", "blue", claims=(Claim("overrides", "sweeping"),)),
        says("plain", "mood", "green"),
    ]
    assert answers(settled(clauses[:2], "mood", (CLAIM,))) == {"blue"}
    assert answers(settled(clauses, "mood", (CLAIM,))) == {"blue", "green"}


def test_a_fallback_speaks_only_alone() -> None:
    """1.4: even where it would be more specific."""
    clauses = [says("plain", "mood", "red"), says("last-resort", "mood", "blue", kind="bird", fallback=True)]
    assert answers(settled(clauses, "mood", (SPECIFICITY,))) == {"red"}
    assert answers(settled(clauses[1:], "mood", (SPECIFICITY,))) == {"blue"}


def test_orders_of_modifiers_that_differ_are_open() -> None:
    """6.2: (1 + 2) times 2, or 1 times 2 plus 2; a word about the order settles it."""
    two = Fraction(2)
    adds = says("adds", "size", two, form="adds")
    doubles = says("doubles", "size", two, form="multiplies")
    assert answers(settled([adds, doubles], "size")) == {Fraction(4), Fraction(6)}
    first = says("adds-first", "size", two, form="adds", before=("doubles",))
    assert answers(settled([first, doubles], "size")) == {Fraction(6)}


def test_probability_is_given_for_each_choice_of_all_else() -> None:
    """8.5 and 10.4: one draw matters only where an unknown says so, so red is certain or an even chance."""
    half = Literal(Fraction(1, 2))
    draw = Draw(((Literal("red"), half), (Literal("blue"), half)))
    clauses = [
        says("drawn", "mood", draw, Apply("brave", (X,))),
        says("fixed", "mood", "red", Not(Apply("brave", (X,)))),
    ]
    answer = settled(clauses, "mood", unknown=(("brave", ANN),))
    found = {(o.answer, o.probability) for o in answer.outcomes}
    assert found == {("red", Fraction(1)), ("red", Fraction(1, 2)), ("blue", Fraction(1, 2))}


def test_an_invariant_takes_worlds_away() -> None:
    """8.2: nothing is left, or only what the invariant allows."""
    never_brave = Invariant("never", (Parameter("x", "being"),), Not(Apply("brave", (X,))))
    assert settled([says("rule", "brave", True)], "brave", invariants=(never_brave,)).status == "impossible"
    answer = settled([], "brave", unknown=(("brave", ANN),), invariants=(never_brave,))
    assert (answer.status, answers(answer)) == ("forced", {False})


def test_an_undecided_value_is_contrary_to_others() -> None:
    """10.1: who says that the size is that of something undecided has still said something."""
    clauses = [
        says("plain", "size", Fraction(2)),
        Clause("pulled", (Parameter("x", "being"),), (Conclusion("size", (X,), "is", Apply("pull", (X,))),)),
    ]
    answer = settled(clauses, "size")
    assert answers(answer) == {Fraction(2), UNDECIDED}
    assert answers(settled(clauses, "size", facts={("pull", ANN): Fraction(2)})) == {Fraction(2)}


def test_a_reading_causes_what_only_it_makes_possible() -> None:
    """8.4 and 10.3: between two and between three values are different decisions."""
    clauses = [
        says("one", "mood", "red"),
        says("other", "mood", "green"),
        says("third", "mood", "blue", status="disputed"),
    ]
    answer = settled(clauses, "mood")
    blue = next(o for o in answer.outcomes if o.answer == "blue")
    assert {cause for cause, _, _ in blue.causes} == {"open", "reading"}
