"""Tricky points of docs/meaning.md 11, each settled by the reference and by the engine.

Written out by hand with the answer that the page gives, as in test_meaning.py.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from agreement import differences
from generators import Case
from reference import ReferenceAnswer, settle_by_force

from adjudicator.model.clauses import Claim, Clause, Conclusion, Parameter
from adjudicator.model.expressions import (
    CHANCE,
    SAME_TIME,
    TRUE,
    Aggregate,
    Apply,
    Arith,
    Compare,
    Draw,
    Literal,
    Occurs,
    Quantified,
    Sentence,
    Term,
    Var,
)
from adjudicator.model.ladder import Ladder, Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question, Scenario, Situation, Thing
from adjudicator.model.story import END, AtOnce, Awaited, Entry, Moment, Story, Telling, Turn
from adjudicator.model.values import WHOLE, YES_NO, Ref, Type, Value
from adjudicator.model.vocabulary import Clock, Default, Event, Kind, Phrase, Property, Slot
from adjudicator.settling.settling import settle

ANN, BOB = Ref("Ann"), Ref("Bob")
E, S, X = Var("e"), Var("s"), Var("x")
HALF = Fraction(1, 2)
ROLES = {"hit": ("agent", "target"), "guard": ("agent", "answered"), "spark": ("target",), "dawn": ("who",), "whirl": ("around",)}
CLOCK = Clock("being", on_turn="mover", round="round", next="next", open="open", turn_begins="dawn", loop="whirl")
TARGET = Compare("=", Apply("role:target", (E,)), X)
ANSWERED = Compare("=", Apply("role:answered", (S,)), E)
BEING = Type("thing", kind="being", nobody=True)


def a_property(name: str, type_: Type, default: Default, *kinds: str) -> Property:
    """A property of one thing, or of none."""
    slots = tuple(Slot(f"{kind} {i}", kind) for i, kind in enumerate(kinds))
    return Property(name, (Phrase(name, (*slots, "is", name), len(slots)),), tuple(slot.role for slot in slots), kinds, type_, default)


PROPERTIES = [
    a_property("life", WHOLE, Default(Fraction(5)), "being"),
    a_property("brave", YES_NO, Default(False), "being"),
    a_property("force", WHOLE, Default(Fraction(1)), "event"),
    a_property("ally", BEING, Default(None), "being"),
    a_property("mover", BEING, Default(None)),
    a_property("round", WHOLE, Default(Fraction(1))),
    a_property("next", BEING, Default(undecided=True), "being"),
    a_property("open", YES_NO, Default(False), "event", "event"),
]


def says(name: str, about: str, args: tuple[Term, ...], value: Value | Term, *whens: Sentence, form: str = "is", **kinds: str) -> Clause:
    """A clause; its parameters are the words that are left: `e="hit"`."""
    term = value if isinstance(value, Draw | Arith | Apply | Var) else Literal(value)
    texts = tuple(f"condition {i}" for i in range(len(whens)))
    parameters = tuple(Parameter(name, kind) for name, kind in kinds.items())
    return Clause(name, parameters, (Conclusion(about, args, form, term),), whens, when_texts=texts)


HURTS = says("hurts", "after:life", (X,), Fraction(-1), TARGET, form="adds", e="hit", x="being")
BURNS = says("burns", "after:life", (X,), Fraction(-1), TARGET, form="adds", e="spark", x="being")
KINDLES = says("kindles", "causes:spark", (X,), Fraction(1), TARGET, e="hit", x="being")
BLOCKS = says("blocks", "happens", (E,), False, ANSWERED, Apply("happens", (S,)), e="hit", s="guard")
SETS_1 = says("sets-1", "after:life", (X,), Fraction(1), Compare("=", Apply("role:agent", (E,)), Literal(ANN)), TARGET, e="hit", x="being")
SETS_2 = says("sets-2", "after:life", (X,), Fraction(2), Compare("=", Apply("role:agent", (E,)), Literal(BOB)), TARGET, e="hit", x="being")


def settled(clauses: list[Clause], events: list[Thing], entries: list[Entry], ask: str, of: Ref = BOB,
            moment: Moment = END) -> ReferenceAnswer:  # fmt: skip
    """The answer of the reference, after the engine was found to give the same."""
    kinds = [Kind("thing"), Kind("being", ("thing",)), Kind("event", ("thing",)), *(Kind(name, ("event",)) for name in ROLES)]
    phrases = {name: Phrase(name, tuple(Slot(role, "thing") for role in roles), 0) for name, roles in ROLES.items()}
    made = {name: Event(name, (phrases[name],), roles, ("thing",) * len(roles), ("event",), "may",
                        answers="answered" if "answered" in roles else "") for name, roles in ROLES.items()}  # fmt: skip
    book = Rulebook("by-hand", kinds={k.name: k for k in kinds}, properties={p.name: p for p in PROPERTIES}, events=made,
                    clauses={c.name: c for c in clauses}, ladder=Ladder((Rung("claim", "explicit claim"),)), clock=CLOCK)  # fmt: skip
    things = {t.name: t for t in (Thing("Ann", ("being",)), Thing("Bob", ("being",)), *events)}
    story = Story(tuple(entries), (ANN, BOB))
    question = Question(ask, Apply(ask, (Literal(of),)), ask == "brave", moment=moment)
    scenario = Scenario("by hand", "by-hand", Situation(things, story=story), (question,))
    expected = settle_by_force(book, scenario)
    assert not differences(Case(book, scenario), expected, settle(book, scenario))
    return expected[0]


def hit(name: str, agent: Ref = ANN, target: Ref = BOB) -> Thing:
    """Somebody hits somebody."""
    return Thing(name, ("hit",), (("agent", agent), ("target", target)))


def guard(name: str, answered: str) -> Thing:
    """Bob guards against something."""
    return Thing(name, ("guard",), (("agent", BOB), ("answered", Ref(answered))))


def answers(answer: ReferenceAnswer) -> set[object]:
    """The answers of all outcomes."""
    return {outcome.answer for outcome in answer.outcomes}


def test_what_is_open_waits_for_what_is_told_next() -> None:
    """11.3: the spark that comes of the blow is open to the guard told in the next line; a second blow comes after it."""
    opens = says("opens", "open", (E, S), True, e="spark", s="guard")
    stops = says("stops", "happens", (E,), False, Compare("=", Apply("answers", (S, E)), Literal(True)), e="spark", s="guard")
    events = [hit("blow"), Thing("guard", ("guard",), (("agent", BOB), ("answered", None))), hit("second")]
    told = [Telling("blow"), Telling("guard"), Telling("second")]
    assert answers(settled([KINDLES, BURNS, stops, opens], events, told, "life")) == {4}
    assert answers(settled([KINDLES, BURNS, HURTS, opens], events, told, "life", moment=Moment("after", 0))) == {4}
    assert answers(settled([KINDLES, BURNS, HURTS, opens], events, told, "life", moment=Moment("before", 1))) == {4}
    assert answers(settled([KINDLES, BURNS, HURTS, opens], events, told, "life", moment=Moment("after", 1))) == {4}, "the spark waits still"
    assert answers(settled([KINDLES, BURNS, HURTS, opens], events, told, "life", moment=Moment("before", 2))) == {3}


def test_what_is_only_proposed_comes_between_nothing() -> None:
    """11.3: the moment after the event that it would answer comes when that is over, with what came of it; a real answer comes before."""
    opens = says("opens", "open", (E, S), True, e="event", s="guard")
    grace = says("grace", "after:life", (X,), Fraction(3), form="adds", s="guard", x="being")
    shown = Thing("shown", ("guard",), (("agent", BOB), ("answered", None)), happens=False)
    real = Thing("real", ("guard",), (("agent", BOB), ("answered", None)))
    events, clauses = [hit("blow"), shown, real, hit("second")], [HURTS, KINDLES, BURNS, grace, opens]
    told = [Telling("blow"), Telling("shown"), Telling("second")]
    assert answers(settled(clauses, events, told, "life", moment=Moment("after", 0))) == {3}
    assert answers(settled(clauses, events, told[:2], "life", moment=Moment("after", 0))) == {3}
    told = [Telling("blow"), Telling("shown"), Telling("real"), Telling("second")]
    assert answers(settled(clauses, events, told, "life", moment=Moment("after", 0))) == {5}
    told = [Telling("blow"), Telling("real"), Telling("shown"), Telling("second")]
    assert answers(settled(clauses, events, told, "life", moment=Moment("after", 0))) == {5}
    assert answers(settled(clauses, events, told, "life", moment=Moment("after", 1))) == {8}


def test_changes_of_one_moment_add_up_and_last() -> None:
    """11.6 and 11.2: two clauses change the same number; the next event starts from there."""
    also = says("also", "after:life", (X,), Fraction(-1), TARGET, form="adds", e="hit", x="being")
    told = [Telling("first"), Telling("second")]
    assert answers(settled([HURTS, also], [hit("first"), hit("second")], told, "life")) == {1}
    assert answers(settled([HURTS, also], [hit("first"), hit("second")], told, "life", moment=Moment("after", 0))) == {3}
    assert answers(settled([HURTS, also], [hit("first"), hit("second")], told, "life", moment=Moment("during", event="second"))) == {3}


def test_an_answer_comes_first_and_may_stop_what_it_answers() -> None:
    """11.3 and 11.5: and an answer to the answer stops that."""
    events = [hit("blow"), guard("guard", "blow")]
    assert answers(settled([HURTS, BLOCKS], events, [Telling("blow", (Telling("guard"),))], "life")) == {5}
    deny = says("deny", "happens", (E,), False, ANSWERED, e="guard", s="guard")
    events.append(guard("counter", "guard"))
    assert answers(settled([HURTS, BLOCKS, deny], events, [Telling("blow", (Telling("guard", (Telling("counter"),)),))], "life")) == {4}


def test_an_event_is_not_hit_twice_by_what_only_its_answer_makes_true() -> None:
    """11.6: `when the blow happens` is not met while the blow is still to come."""
    grace = says("grace", "after:life", (X,), Fraction(3), ANSWERED, TARGET, Apply("happens", (E,)),
                 form="adds", s="guard", e="hit", x="being")  # fmt: skip
    told = [Telling("blow", (Telling("guard"),))]
    assert answers(settled([grace], [hit("blow"), guard("guard", "blow")], told, "life")) == {8}


def test_what_an_event_causes_comes_before_what_is_told_next() -> None:
    """11.4: with all that came of it; so the spark is there before the second blow, which sets the number."""
    told = [Telling("blow", (Telling("guard"),)), Telling("second")]
    events = [hit("blow"), guard("guard", "blow"), hit("second", BOB)]
    assert answers(settled([KINDLES, BURNS, SETS_2], events, told, "life")) == {1}


def test_a_line_that_waits_answers_what_comes() -> None:
    """11.3: the spark that comes of the blow is guarded against."""
    stops = says("stops", "happens", (E,), False, Compare("=", Apply("answers", (S, E)), Literal(True)), e="spark", s="guard")
    guarded = Thing("guard", ("guard",), (("agent", BOB), ("answered", None)))
    told = [Telling("blow", (Awaited("spark", (("target", BOB),), (Telling("guard"),)),))]
    assert answers(settled([KINDLES, BURNS, stops], [hit("blow"), guarded], told, "life")) == {5}
    assert answers(settled([KINDLES, BURNS], [hit("blow"), guarded], told, "life")) == {4}


def test_events_at_once_are_open_chosen_or_random() -> None:
    """11.4: and a clause that orders them decides."""
    events, told = [hit("a"), hit("b", BOB)], [AtOnce((Telling("a"), Telling("b")))]
    either = settled([SETS_1, SETS_2], events, told, "life")
    assert (answers(either), {c for o in either.outcomes for c, _, _ in o.causes}) == ({1, 2}, {"open"})
    f = Var("f")
    lot = says("lot", "decider:before", (E, f), CHANCE, e="hit", f="hit")
    drawn = settled([SETS_1, SETS_2, lot], events, told, "life")
    assert {(o.answer, o.probability) for o in drawn.outcomes} == {(1, HALF), (2, HALF)}
    choice = settled([SETS_1, SETS_2, says("choice", "decider:before", (E, f), BOB, e="hit", f="hit")], events, told, "life")
    assert {cause for o in choice.outcomes for cause in {(c, who) for c, _, who in o.causes}} == {("choice", "Bob")}
    first = says("first", "before", (E, f), True, Compare("=", Apply("role:agent", (E,)), Literal(BOB)),
                 Compare("=", Apply("role:agent", (f,)), Literal(ANN)), e="hit", f="hit")  # fmt: skip
    assert answers(settled([SETS_1, SETS_2, lot, first], events, told, "life")) == {1}


def test_an_order_that_makes_no_difference_is_forgotten() -> None:
    """11.13: two blows that take one each."""
    answer = settled([HURTS], [hit("a"), hit("b", BOB)], [AtOnce((Telling("a"), Telling("b")))], "life")
    assert (answer.status, answers(answer)) == ("forced", {3})


TOGETHER: list[Entry] = [AtOnce((Telling("a"), Telling("b")), same_time=True)]


def test_events_at_the_same_time_find_things_as_they_were_before_any_of_them() -> None:
    """11.6: two who strike each other down both strike; where nothing says that they do so at once, it matters who is first."""
    fells = says("fells", "after:brave", (X,), False, TARGET, Apply("brave", (Apply("role:agent", (E,)),)), e="hit", x="being")
    brave = [says("were", "after:brave", (X,), True, e="dawn", x="being")]
    events = [Thing("morning", ("dawn",), (("who", ANN),)), hit("a"), hit("b", BOB, ANN)]
    for whose in (ANN, BOB):
        told: list[Entry] = [Telling("morning"), *TOGETHER]
        assert answers(settled([fells, *brave], events, told, "brave", whose)) == {False}
        one_by_one: list[Entry] = [Telling("morning"), Telling("a"), Telling("b")]
        assert answers(settled([fells, *brave], events, one_by_one, "brave", whose)) == {whose == ANN}


def test_what_events_at_the_same_time_add_counts_for_each() -> None:
    """11.6: also where the clause does not name the event, and two events are alike; a clause about both of them speaks once."""
    told, events = TOGETHER, [hit("a"), hit("b")]
    answer = settled([HURTS], events, told, "life")
    assert (answer.status, answers(answer)) == ("forced", {3})
    phrase = says(
        "phrase", "after:life", (X,), Fraction(-1), Occurs("hit", (("agent", Literal(ANN)), ("target", X))), form="adds", x="being"
    )
    assert answers(settled([phrase], events, told, "life")) == {3}
    both = says("both", "after:life", (X,), Fraction(-1), *(Compare("=", Apply("role:target", (v,)), X) for v in (E, S)),
                Apply("happens", (E,)), Apply("happens", (S,)), Compare("=", Apply("role:agent", (E,)), Literal(ANN)),
                Compare("=", Apply("role:agent", (S,)), Literal(BOB)), form="adds", e="hit", s="hit", x="being")  # fmt: skip
    assert answers(settled([both], [hit("a"), hit("b", BOB)], told, "life")) == {4}


def test_what_events_at_the_same_time_make_different_climbs_the_ladder() -> None:
    """11.6: of two values for one thing one wins by a claim, or it is open between them."""
    events = [hit("a"), hit("b", BOB)]
    assert answers(settled([SETS_1, replace(SETS_2, claims=(Claim("overrides", "sets-1"),))], events, TOGETHER, "life")) == {2}
    assert answers(settled([SETS_1, SETS_2, HURTS], events, TOGETHER, "life")) == {-1, 0}


def test_what_comes_of_events_at_the_same_time_is_so_too() -> None:
    """11.4: each causes what it causes, and those are at once too; what answers one of them comes before both."""
    events, told = [hit("a"), hit("b", BOB)], TOGETHER
    assert answers(settled([KINDLES, BURNS], events, told, "life")) == {3}
    unharmed = says("unharmed", "after:life", (X,), Fraction(-1), TARGET, Compare("=", Apply("life", (X,)), Literal(Fraction(5))),
                    form="adds", e="spark", x="being")  # fmt: skip
    assert answers(settled([KINDLES, unharmed], events, told, "life")) == {3}
    assert answers(settled([KINDLES, unharmed], events, [Telling("a"), Telling("b")], "life")) == {4}
    rises = says("rises", "after:life", (X,), Fraction(1), Compare("=", Apply("role:agent", (S,)), X), s="guard", x="being")
    answered: list[Entry] = [AtOnce((Telling("a"), Telling("b", (Telling("guard"),))), same_time=True)]
    assert answers(settled([rises, HURTS], [*events, guard("guard", "b")], answered, "life")) == {-1}


def test_a_clause_says_that_events_happen_at_the_same_time() -> None:
    """11.4: of those that nothing orders; against it stands who says that chance or somebody decides."""
    f = Var("f")
    flares = says("flares", "causes:guard", (E, E), Fraction(1), e="hit")
    stands = says("stands", "after:life", (Literal(BOB),), Fraction(1), e="guard")
    joined = says("joined", "decider:before", (E, f), SAME_TIME, e="spark", f="guard")
    sears = says("sears", "after:life", (X,), Fraction(2), TARGET, Compare("=", Apply("life", (X,)), Literal(Fraction(5))),
                 e="spark", x="being")  # fmt: skip
    apart = settled([KINDLES, flares, stands, sears], [hit("a")], [Telling("a")], "life")
    assert (answers(apart), {c for o in apart.outcomes for c, _, _ in o.causes}) == ({1}, set())
    together = settled([KINDLES, flares, stands, sears, joined], [hit("a")], [Telling("a")], "life")
    assert (answers(together), {c for o in together.outcomes for c, _, _ in o.causes}) == ({1, 2}, {"open"})


def test_what_an_event_was_it_stays() -> None:
    """11.8: the force of the first blow is what it was when Ann was not brave yet."""
    grows = says("grows", "after:brave", (X,), True, Compare("=", Apply("role:agent", (E,)), X), e="hit", x="being")
    strong = says("strong", "force", (E,), Fraction(3), Apply("brave", (Apply("role:agent", (E,)),)), e="hit")
    told, events = [Telling("first"), Telling("second")], [hit("first"), hit("second")]
    assert answers(settled([grows, strong], events, told, "force", Ref("first"))) == {1}
    assert answers(settled([grows, strong], events, told, "force", Ref("second"))) == {3}


def test_what_is_over_is_meant_only_where_it_is_asked_for() -> None:
    """11.8: a spark that comes down on somebody is joined with the blow against him of its own tree, not with one before,
    unless it is asked whether that has happened; and what another clause asks makes no difference."""
    F = Var("f")
    struck = Compare("=", Apply("role:target", (F,)), X)
    joins = says("joins", "after:life", (X,), Fraction(-1), TARGET, struck, form="adds", e="spark", f="hit", x="being")
    asks = says(
        "asks", "after:life", (X,), Fraction(-1), TARGET, struck, Apply("happened", (F,)), form="adds", e="spark", f="hit", x="being"
    )
    happened = Quantified("some", "z", "hit", TRUE, Apply("happened", (Var("z"),)))
    elsewhere = says("elsewhere", "after:life", (X,), Fraction(-1), happened, form="adds", e="dawn", x="being")
    events = [hit("first"), hit("second"), Thing("spark", ("spark",), (("target", BOB),))]
    told: list[Entry] = [Telling("first"), Telling("second"), Telling("spark")]
    assert answers(settled([joins], events, told, "life")) == {5}
    assert answers(settled([joins, elsewhere], events, told, "life")) == {5}
    assert answers(settled([asks], events, told, "life")) == {3}
    assert answers(settled([joins, KINDLES], events, [Telling("first"), Telling("second")], "life")) == {3}
    some = Quantified("some", "f", "hit", TRUE, struck)
    feels = says("feels", "brave", (X,), True, some, x="being")
    assert answers(settled([feels, elsewhere], events, told, "brave")) == {False}
    assert answers(settled([feels, elsewhere], events, told, "brave", moment=Moment("during", event="second"))) == {True}


def test_what_is_over_is_meant_where_it_is_named() -> None:
    """11.8: a guard that is told later against the first blow names that."""
    named = says("named", "after:life", (X,), Fraction(-2), ANSWERED, TARGET, form="adds", s="guard", e="hit", x="being")
    events, told = [hit("first"), hit("second"), guard("guard", "first")], [Telling("first"), Telling("second"), Telling("guard")]
    assert answers(settled([named], events, [*told], "life")) == {3}


def test_a_number_drawn_for_an_event_is_drawn_once() -> None:
    """11.9: asked for by two effects and again later it is the same; each event has its own."""
    draw = Draw(((Literal(Fraction(1)), Literal(HALF)), (Literal(Fraction(2)), Literal(HALF))))
    forces = says("forces", "force", (E,), draw, e="hit")
    loss = Arith("-", Literal(Fraction(0)), Apply("force", (E,)))
    loses = says("loses", "after:life", (X,), loss, TARGET, form="adds", e="hit", x="being")
    also = says("also", "after:life", (X,), loss, TARGET, form="adds", e="hit", x="being")
    once = settled([forces, loses, also], [hit("a")], [Telling("a")], "life")
    assert {(o.answer, o.probability) for o in once.outcomes} == {(1, HALF), (3, HALF)}
    twice = settled([forces, loses], [hit("a"), hit("b")], [Telling("a"), Telling("b")], "life")
    assert {(o.answer, o.probability) for o in twice.outcomes} == {(1, HALF / 2), (2, HALF), (3, HALF / 2)}


def test_a_choice_is_among_those_that_are_there() -> None:
    """11.9: of the agent, among the brave; there is but one of them."""
    brave = Aggregate("set", "z", "being", Apply("brave", (Var("z"),)))
    chosen = says("chosen", "after:ally", (X,), Draw(among=brave, by=Apply("role:agent", (E,))), TARGET, e="hit", x="being")
    bold = says("bold", "brave", (X,), True, Compare("=", X, Literal(ANN)), x="being")
    assert answers(settled([chosen, bold], [hit("a")], [Telling("a")], "ally")) == {ANN}
    everyone = settled([chosen, says("all-bold", "brave", (X,), True, x="being")], [hit("a")], [Telling("a")], "ally")
    assert answers(everyone) == {ANN, BOB}
    assert {who for o in everyone.outcomes for _, _, who in o.causes} == {"Ann"}


def test_a_copy_is_like_its_original_but_for_the_roles_named() -> None:
    """11.7: the guard throws the blow back."""
    events, told = [hit("blow"), guard("guard", "blow")], [Telling("blow", (Telling("guard"),))]
    thrown = says("thrown", "copies:target", (E, X), Fraction(1), ANSWERED, Compare("=", Apply("role:agent", (E,)), X),
                  Apply("happens", (S,)), s="guard", e="hit", x="being")  # fmt: skip
    stopped = [HURTS, BLOCKS, thrown]
    assert answers(settled(stopped, events, told, "life", ANN)) == {4}
    assert answers(settled(stopped, events, told, "life", BOB)) == {5}


def test_a_loop_ends_the_world_or_is_an_event() -> None:
    """11.11: sparks that kindle sparks; what the whirl does is for clauses."""
    again = says("again", "causes:spark", (X,), Fraction(1), TARGET, e="spark", x="being")
    calms = says("calms", "after:brave", (X,), True, Occurs("whirl", ()), x="being")
    spark = Thing("spark", ("spark",), (("target", BOB),))
    assert answers(settled([again, calms], [spark], [Telling("spark")], "brave")) == {True}
    both: list[Entry] = [AtOnce((Telling("spark"), Telling("late")))]  # what never came to it was announced all the same (11.1)
    assert answers(settled([again, calms], [spark, hit("late")], both, "may", Ref("late"))) == {"may"}


def test_turns_go_round_by_the_seats_unless_clauses_say_otherwise() -> None:
    """11.10: a told turn that cannot be makes the world impossible; turns not told go by."""
    told: list[Entry] = [Turn(ANN, 3), Turn(BOB)]
    third = Moment("turn begins", who=ANN, nth=2)
    thrive = says("thrive", "after:life", (X,), Fraction(1), Compare("=", Apply("role:who", (E,)), X), form="adds", e="dawn", x="being")
    assert answers(settled([thrive], [], told, "life", ANN, third)) == {7}
    assert answers(settled([thrive], [], told, "life", ANN)) == {6}
    extra = Draw(((Literal(ANN), Literal(HALF)), (Literal(BOB), Literal(HALF))))
    again = says("again", "next", (X,), extra, Compare("=", X, Literal(ANN)), x="being")
    assert answers(settled([thrive, again], [], told, "life", ANN)) == {6}
