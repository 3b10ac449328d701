"""Specificity: which of two clauses is about less (docs/meaning.md, section 5)."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.entailment.entailment import Entailment
from adjudicator.entailment.session import Limits, Result, Session, session_for
from adjudicator.entailment.verdicts import FileStore, NoStore, store_for
from adjudicator.model.clauses import Card, Clause, Conclusion, Definition, Parameter
from adjudicator.model.expressions import (
    TRUE,
    Aggregate,
    And,
    Apply,
    Arith,
    Compare,
    Draw,
    Literal,
    Not,
    Occurs,
    OptionOn,
    Or,
    Permitted,
    Quantified,
    Round,
    TextTest,
    Var,
)
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import FRACTION, WHOLE, YES_NO, Ref, Type
from adjudicator.model.vocabulary import Event, Kind, Property
from adjudicator.precedence.specificity import more_specific

KINDS = {
    "agent": (), "creature": ("agent",), "wizard": ("creature",), "monster": ("creature",),
    "card": (), "spell": ("card",), "object": ("card",), "stone": ("object",),
    "event": (), "attack": ("event",), "cast": ("attack",), "punch": ("attack",),
    "SHIFTING STONE": ("stone",), "SHIFT": ("spell",), "MAGNET": ("object",), "PLANT": ("monster",),
}  # fmt: skip


def _property(name: str, kinds: tuple[str, ...], type_: Type = YES_NO, subject: int = 0) -> Property:
    roles = tuple(f"place {i}" for i in range(len(kinds)))
    return Property(name, (), roles, kinds, type_, subject=subject)


PROPERTIES = [
    _property("carries", ("wizard", "object")),
    _property("near", ("creature", "creature")),
    _property("blind", ("creature",)),
    _property("weak", ("creature",)),
    _property("stops", ("object", "creature"), subject=1),
    _property("fixed", ("card",)),
    _property("life", ("creature",), WHOLE),
    _property("price", ("object",), FRACTION),
    _property("element", ("card",), Type("choice", ("none", "fire", "water"))),
    _property("owner", ("agent",), Type("thing", kind="wizard", nobody=True)),
    _property("controls", ("wizard", "creature"), subject=1),
    _property("friends", ("creature",), Type("set", kind="creature")),
]
EVENTS = [
    Event("cast", (), ("caster", "spell", "target"), ("wizard", "spell", "agent"), ("attack",), subject="spell"),
    Event("punch", (), ("puncher", "target"), ("creature", "agent"), ("attack",)),
]
BOOK = Rulebook(
    "test",
    kinds={name: Kind(name, parents, printed=name.isupper()) for name, parents in KINDS.items()},
    properties={p.name: p for p in PROPERTIES},
    events={e.name: e for e in EVENTS},
    cards={"SHIFTING STONE": Card("SHIFTING STONE", ("stone",)), "PLANT": Card("PLANT", ("monster",))},
    definitions={
        d.name: d
        for d in [
            Definition("weak-means", "weak", (Parameter("c", "creature"),),
                       Compare("<=", Apply("life", (Var("c"),)), Literal(Fraction(2)))),
        ]
    },
)  # fmt: skip
X, Y, Z, E = Var("x"), Var("y"), Var("z"), Var("e")


def variables(declared: str) -> tuple[Parameter, ...]:
    """Parameters written as "y: kind, z: kind"."""
    pairs = (one.split(":") for one in declared.split(",") if one)
    return tuple(Parameter(name.strip(), kind.strip()) for name, kind in pairs)


def on(kind: str, *whens, unless=(), also: str = "", prop: str = "life", args=(X,), name: str = "c") -> Clause:
    """A clause about `x` of the kind; `also` declares further variables."""
    conclusion = Conclusion(prop, args, "is", Literal(Fraction(1)))
    return Clause(name, (Parameter("x", kind), *variables(also)), (conclusion,), tuple(whens), tuple(unless))


def holds(name: str, *args) -> Apply:
    return Apply(name, args)


def life(op: str, number: int, of: Var = X) -> Compare:
    return Compare(op, Apply("life", (of,)), Literal(Fraction(number)))


def is_a(kind: str, thing=X) -> Apply:
    return Apply(f"kind:{kind}", (thing,))


@pytest.fixture(scope="module")
def entails() -> Entailment:
    return Entailment(BOOK)


def verdicts(a: Clause, b: Clause, entails: Entailment) -> tuple[bool, bool]:
    return more_specific(a, 0, b, 0, entails).holds, more_specific(b, 0, a, 0, entails).holds


def conditions(a: Clause, b: Clause, entails: Entailment) -> tuple[bool, bool]:
    return entails.conditions_entail(a, 0, b, 0), entails.conditions_entail(b, 0, a, 0)


# --- the book's own two cases


def test_the_shift_beats_the_stone_that_never_changes(entails):
    """The stone's type can never be changed by anything; the shift names the stone it may change."""
    changes = {"prop": "stops", "args": (Var("by"), X)}
    stone = on("SHIFTING STONE", also="by: card", **changes)
    shift = on("SHIFTING STONE", is_a("SHIFT", Var("by")), also="by: card", **changes)
    verdict = more_specific(shift, 0, stone, 0, entails)
    assert (verdict.holds, verdict.reason) == (True, "same subject, narrower condition")
    assert more_specific(stone, 0, shift, 0, entails).reason == "same subject, wider condition"


def test_the_plant_beats_the_magnet(entails):
    """The magnet controls any monster; the plant can never be owned. Neither condition entails the other."""
    magnet = on("monster", holds("carries", Y, Z), is_a("MAGNET", Z), also="y: wizard, z: object",
                prop="controls", args=(Y, X))  # fmt: skip
    plant = on("PLANT", also="y: wizard", prop="controls", args=(Y, X))
    assert conditions(magnet, plant, entails) == (False, False)
    verdict = more_specific(plant, 0, magnet, 0, entails)
    assert (verdict.holds, verdict.reason) == (True, "its subject is narrower")
    assert not more_specific(magnet, 0, plant, 0, entails).holds


# --- subjects


def test_identical_clauses_are_equally_specific(entails):
    a, b = on("wizard", holds("blind", X), name="a"), on("wizard", holds("blind", X), name="b")
    assert verdicts(a, b, entails) == (False, False)
    assert more_specific(a, 0, b, 0, entails).reason == "same subject, same condition"


def test_names_of_variables_do_not_matter(entails):
    a = on("wizard", holds("carries", X, Y), also="y: stone")
    b = Clause("b", (Parameter("w", "wizard"), Parameter("s", "stone")),
               (Conclusion("life", (Var("w"),), "is", Literal(Fraction(1))),),
               (holds("carries", Var("w"), Var("s")),))  # fmt: skip
    assert conditions(a, b, entails) == (True, True)


def test_incomparable_subjects(entails):
    a, b = on("wizard"), on("monster", holds("blind", X))
    assert verdicts(a, b, entails) == (False, False)
    assert more_specific(a, 0, b, 0, entails).reason == "neither subject is narrower than the other"


def test_a_narrower_subject_wins_over_a_narrower_condition(entails):
    a, b = on("PLANT"), on("creature", holds("blind", X), life("<=", 2))
    assert verdicts(a, b, entails) == (True, False)


def test_kinds_two_levels_deep(entails):
    assert verdicts(on("wizard"), on("agent"), entails) == (True, False)
    assert verdicts(on("SHIFTING STONE", prop="fixed"), on("card", prop="fixed"), entails) == (True, False)


def test_is_a_in_the_condition_belongs_to_the_subject(entails):
    a = on("creature", is_a("wizard"))
    assert verdicts(a, on("creature", holds("blind", X)), entails) == (True, False)
    assert verdicts(a, on("wizard"), entails) == (False, False)
    either = on("creature", Or((is_a("wizard"), is_a("PLANT"))))
    assert verdicts(either, on("creature"), entails) == (True, False)
    assert verdicts(on("PLANT"), either, entails) == (True, False)


def test_a_named_thing_is_the_narrowest_subject(entails):
    named = on("monster", Compare("=", X, Literal(Ref("PLANT"))))
    assert verdicts(named, on("PLANT"), entails) == (True, False)
    direct = on("monster", prop="life", args=(Literal(Ref("PLANT")),))
    assert verdicts(direct, on("PLANT"), entails) == (True, False)
    assert verdicts(direct, named, entails) == (False, False)
    other = on("monster", args=(Literal(Ref("Bob")),))
    assert verdicts(direct, other, entails) == (False, False)


def test_the_subject_place_is_the_one_declared(entails):
    a = on("wizard", prop="stops", also="y: object", args=(Y, X))
    b = on("creature", prop="stops", also="y: SHIFTING STONE", args=(Y, X))
    assert verdicts(a, b, entails) == (True, False)


@pytest.mark.parametrize("family", ["after:", "decider:"])
def test_effects_and_deciders_have_the_subject_of_their_property(entails, family):
    a = on("wizard", prop=f"{family}stops", also="y: object", args=(Y, X))
    b = on("creature", prop=f"{family}stops", also="y: SHIFTING STONE", args=(Y, X))
    assert verdicts(a, b, entails) == (True, False)


def test_a_thing_said_to_be_another_has_its_kinds(entails):
    a = on("creature", Compare("=", X, Y), also="y: wizard")
    assert verdicts(a, on("creature"), entails) == (True, False)
    assert verdicts(a, on("wizard"), entails) == (False, False)


def test_clauses_about_nothing_in_particular(entails):
    a = on("wizard", holds("blind", X), prop="round", args=())
    b = on("wizard", prop="round", args=())
    assert verdicts(a, b, entails) == (True, False)


def test_clauses_about_different_properties(entails):
    assert verdicts(on("wizard"), on("creature", prop="price"), entails) == (False, False)


# --- events


def permission(kind: str, *whens, also: str = "") -> Clause:
    conclusion = Conclusion("may", (E,), "is", Literal("may not"))
    return Clause("p", (Parameter("e", kind), *variables(also)), (conclusion,), whens)


def role(name: str) -> Apply:
    return Apply(f"role:{name}", (E,))


def test_a_narrower_event(entails):
    assert verdicts(permission("cast"), permission("attack"), entails) == (True, False)
    assert verdicts(permission("cast"), permission("punch"), entails) == (False, False)


def test_the_role_that_an_event_declares_as_subject(entails):
    stone = permission("cast", Compare("=", role("spell"), Y), also="y: SHIFT")
    blind = permission("cast", holds("blind", role("caster")))
    assert verdicts(stone, blind, entails) == (True, False)
    assert verdicts(permission("cast", is_a("SHIFT", role("spell"))), blind, entails) == (True, False)
    by = permission("cast", Compare("=", role("caster"), Y), also="y: wizard")
    assert more_specific(by, 0, blind, 0, entails).reason != "its subject is narrower"


def test_a_role_of_a_kind_is_narrower_than_none(entails):
    at_creature = permission("cast", is_a("creature", role("target")))
    assert conditions(at_creature, permission("cast"), entails) == (True, False)


def test_event_phrases_are_events(entails):
    said = on("wizard", Occurs("cast", (("caster", X), ("spell", Y))), also="y: SHIFT")
    vaguer = on("wizard", Occurs("attack", (("caster", X),)))
    named = on("wizard", Compare("=", role("caster"), X), is_a("SHIFT", role("spell")), holds("happens", E), also="e: cast")
    assert conditions(said, vaguer, entails) == (True, False)
    assert conditions(named, vaguer, entails) == (True, False)
    assert conditions(named, said, entails)[0]
    assert not entails.unknown


def test_permissions_in_conditions(entails):
    may = on("wizard", Permitted("may", "cast", (("caster", X),)))
    must = on("wizard", Permitted("must", "cast", (("caster", X),)))
    assert conditions(must, may, entails) == (True, False)


# --- conditions


def number(value: str) -> Literal:
    return Literal(Fraction(value))


LIFE, PRICE, ELEMENT, OWNER, FRIENDS = (Apply(p, (X,)) for p in ("life", "price", "element", "owner", "friends"))
HALF_LIFE = Round("down", Arith("/", LIFE, number("2")))
NARROWER = {
    "smaller limit": ([life("<=", 2)], [life("<=", 5)]),
    "equation": ([life("=", 4)], [life(">", 3)]),
    "one more": ([life("<=", 2), holds("blind", X)], [life("<=", 2)]),
    "alternative": ([holds("blind", X)], [Or((holds("blind", X), life("<=", 2)))]),
    "definition": ([holds("weak", X)], [life("<=", 5)]),
    "choice": ([Compare("=", ELEMENT, Literal("fire"))], [Compare("!=", ELEMENT, Literal("none"))]),
    "fractions": ([Compare("=", PRICE, number("1/2"))], [Compare("<", PRICE, number("1"))]),
    "options": ([Not(Or((holds("blind", X), OptionOn("flash"))))], [Not(OptionOn("flash"))]),
    "members": ([Compare("in", Y, FRIENDS), is_a("wizard", Y)], [Compare("in", Y, FRIENDS)]),
    "nobody": ([Compare("=", OWNER, Literal(None))], [Compare("!=", OWNER, Literal(Ref("Bob")))]),
    "min": ([Compare(">=", Arith("min", LIFE, PRICE), number("3"))], [life(">=", 3)]),
}  # fmt: skip
EQUAL = {
    "whole numbers": ([life("<", 3)], [life("<=", 2)]),
    "arithmetic": ([Compare("=", Arith("*", LIFE, number("2")), number("4"))], [life("=", 2)]),
    "rounding": ([Compare(">=", HALF_LIFE, number("2"))], [life(">=", 4)]),
    "rounding up": ([Compare("<=", Round("up", Arith("/", LIFE, number("2"))), number("2"))], [life("<=", 4)]),
    "definition": ([holds("weak", X)], [Not(life(">", 2))]),
    "only words": ([Compare("=", ELEMENT, Literal("fire"))], [
        Not(Compare("=", ELEMENT, Literal("none"))), Not(Compare("=", ELEMENT, Literal("water")))]),
    "yes": ([Compare("=", holds("blind", X), Literal(False))], [Not(holds("blind", X))]),
}  # fmt: skip


@pytest.mark.parametrize("case", NARROWER)
def test_narrower_conditions(entails, case):
    a, b = (on("creature", *whens, also="y: creature") for whens in NARROWER[case])
    assert verdicts(a, b, entails) == (True, False)


@pytest.mark.parametrize("case", EQUAL)
def test_equal_conditions(entails, case):
    a, b = (on("creature", *whens) for whens in EQUAL[case])
    assert conditions(a, b, entails) == (True, True)


def test_definitions_are_put_in(entails):
    weak, few = on("wizard", holds("weak", X)), on("wizard", life("<=", 2))
    assert conditions(weak, few, entails) == (True, True)
    assert verdicts(weak, on("wizard", life("<=", 5)), entails) == (True, False)


def test_a_definition_by_itself_comes_to_an_end():
    """near means near, or near something that is near: unfolded twice and then left."""
    c, d, m = Var("c"), Var("d"), Var("m")
    body = Or((Compare("=", c, d), Quantified("some", "m", "creature", holds("near", c, m), holds("near", m, d))))
    near = Definition("near-means", "near", (Parameter("c", "creature"), Parameter("d", "creature")), body)
    entails = Entailment(replace(BOOK, definitions={"near-means": near}))
    same, close = Compare("=", X, Y), holds("near", X, Y)
    a, b = (on("wizard", when, also="y: creature", args=(X, Y)) for when in (same, close))
    assert conditions(a, b, entails) == (True, False)


def test_a_definition_does_not_reach_things_of_other_kinds(entails):
    weak, few = on("agent", holds("weak", X)), on("agent", life("<=", 2))
    assert conditions(weak, few, entails) == (False, False)


def test_variables_of_the_wider_clause_are_existential(entails):
    a = on("wizard", holds("carries", X, Y), holds("blind", X), also="y: SHIFTING STONE")
    b = on("wizard", holds("carries", X, Z), also="z: object")
    assert conditions(a, b, entails) == (True, False)
    two = on("wizard", holds("carries", X, Y), holds("carries", X, Z), also="y: stone, z: stone")
    one = on("wizard", holds("carries", X, Y), also="y: stone")
    assert conditions(two, one, entails) == (True, True)  # the two may be the same stone


def test_an_owner_is_found_as_the_value_of_a_property(entails):
    a = on("creature", holds("blind", Apply("owner", (X,))))
    b = on("creature", Compare("=", Apply("owner", (X,)), Y), holds("blind", Y), also="y: agent")
    assert conditions(a, b, entails)[1]
    named = on("creature", Compare("=", Apply("owner", (X,)), Y), also="y: agent")
    assert conditions(b, named, entails) == (True, False)


def test_repeated_places(entails):
    a = on("creature", prop="near", args=(X, X))
    b = on("creature", prop="near", args=(X, Y), also="y: creature")
    assert verdicts(a, b, entails) == (True, False)


def some(kind: str, body, op: str = "some", such=TRUE) -> Quantified:
    return Quantified(op, "q", kind, such, body)


Q = Var("q")


def test_quantifiers(entails):
    carries, magic = holds("carries", X, Q), holds("fixed", Q)
    assert conditions(on("wizard", some("stone", carries)), on("wizard", some("object", carries)), entails) == (
        True,
        False,
    )
    no_object, no_stone = on("wizard", some("object", carries, "no")), on("wizard", some("stone", carries, "no"))
    assert conditions(no_object, no_stone, entails) == (True, False)
    every = on("wizard", some("object", magic, "every", carries))
    stones = on("wizard", some("stone", magic, "every", carries))
    assert conditions(every, stones, entails) == (True, False)
    bound = on("wizard", holds("carries", X, Y), also="y: stone")
    assert conditions(bound, on("wizard", some("stone", carries)), entails) == (True, True)


def test_nested_quantifiers_are_not_strengthened(entails):
    """Every creature has something near; that does not put one thing near everybody."""
    near = holds("near", Q, Var("r"))
    each = on("wizard", Quantified("every", "q", "creature", TRUE, Quantified("some", "r", "creature", TRUE, near)))
    one = on("wizard", Quantified("some", "r", "creature", TRUE, Quantified("every", "q", "creature", TRUE, near)))
    assert conditions(one, each, entails) == (True, False)


def test_unless(entails):
    plain = on("wizard", holds("blind", X))
    guarded = on("wizard", holds("blind", X), unless=(life("<=", 2),))
    assert verdicts(guarded, plain, entails) == (True, False)
    wider = on("wizard", holds("blind", X), unless=(life("<=", 1),))
    assert conditions(guarded, wider, entails) == (True, False)


def test_variables_of_an_unless_are_existential(entails):
    free = on("wizard", unless=(And((is_a("stone", Y), holds("carries", X, Y))),))
    no_object = on("wizard", some("object", holds("carries", X, Q), "no"))
    assert conditions(no_object, free, entails) == (True, False)
    declared = on("wizard", unless=(holds("carries", X, Y),), also="y: stone")
    assert conditions(no_object, declared, entails) == (False, False)  # there must be a stone


def test_what_holds_of_nothing_holds_not_of_the_subject(entails):
    no_monsters = on("creature", unless=(some("monster", TRUE),))
    itself = on("creature", unless=(is_a("monster"),))
    assert conditions(no_monsters, itself, entails) == (True, False)


def test_what_holds_of_everything_holds_of_what_is_sought(entails):
    all_wizards = on("creature", some("creature", is_a("wizard", Q), "every"), holds("near", X, Y), also="y: creature")
    near_wizard = on("creature", holds("near", X, Y), also="y: wizard")
    assert conditions(all_wizards, near_wizard, entails)[0]


def count(kind: str, op: str, number: int) -> Compare:
    return Compare(op, Aggregate("count", "q", kind, holds("carries", X, Q)), Literal(Fraction(number)))


def test_numbers_of_things(entails):
    assert conditions(on("wizard", count("stone", ">=", 3)), on("wizard", count("stone", ">=", 2)), entails) == (
        True,
        False,
    )
    carries = on("wizard", holds("carries", X, Y), also="y: stone")
    assert conditions(on("wizard", count("stone", ">=", 1)), carries, entails) == (True, True)
    assert conditions(on("wizard", count("stone", "=", 0)), carries, entails) == (False, False)
    many = on("wizard", count("object", ">=", 70))
    assert conditions(many, on("monster"), entails) == (False, False)  # seventy things are possible


def test_what_cannot_be_analysed_entails_itself(entails):
    god = TextTest("word", X, "GOD")
    square = Arith("*", Apply("life", (X,)), Apply("life", (X,)))
    big = [Compare(">=", square, Literal(Fraction(n))) for n in (9, 4)]
    assert conditions(on("wizard", god, holds("blind", X)), on("wizard", god), entails) == (True, False)
    assert conditions(on("wizard", TextTest("word", X, "IMP")), on("wizard", god), entails) == (False, False)
    assert conditions(on("wizard", big[0]), on("wizard", big[1]), entails) == (True, False)
    assert conditions(on("wizard", TextTest("word", Literal(Ref("A GOD")), "GOD")), on("wizard"), entails) == (
        True,
        True,
    )


def test_a_goal_that_looks_for_too_much_is_unknown_not_answered():
    entails = Entailment(BOOK)
    names = "abcdefgh"
    chain = [holds("near", Var(p), Var(q)) for p, q in itertools.pairwise(("x", *names))]
    a = on("creature", *chain, also=", ".join(f"{n}: creature" for n in names))
    b = on("creature", *chain, holds("blind", X), also=", ".join(f"{n}: creature" for n in names))
    assert not entails.conditions_entail(b, 0, a, 0)
    assert entails.unknown == [(("c", 0), ("c", 0))]


# --- a strict order


ATOMS = [
    holds("blind", X), holds("fixed", X), life("<=", 2), life("<=", 5), life(">=", 4), is_a("wizard"),
    is_a("monster"), holds("carries", X, Y), holds("near", X, Y), holds("near", Y, X), is_a("stone", Y),
    Compare("=", X, Y), some("stone", holds("carries", X, Q)), some("object", holds("carries", X, Q), "no"),
    some("creature", holds("near", Q, X), "every", holds("blind", Q)), holds("weak", X),
]  # fmt: skip
LITERALS = st.sampled_from(ATOMS).flatmap(lambda atom: st.sampled_from([atom, atom, Not(atom)]))
SENTENCES = st.one_of(
    LITERALS, st.lists(LITERALS, min_size=2, max_size=2).map(lambda pair: Or(tuple(pair))),
    st.lists(LITERALS, min_size=2, max_size=2).map(lambda pair: Not(And(tuple(pair)))),
)  # fmt: skip


@st.composite
def clauses(draw) -> Clause:
    return on(
        draw(st.sampled_from(["agent", "creature", "wizard", "PLANT"])),
        *draw(st.lists(SENTENCES, max_size=3)),
        unless=tuple(draw(st.lists(SENTENCES, max_size=1))),
        also=f"y: {draw(st.sampled_from(['thing', 'object', 'stone', 'creature']))}",
    )


SHARED = Entailment(BOOK)
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@QUICK
@given(clauses(), clauses())
def test_specificity_is_asymmetric_and_irreflexive(a, b):
    assert not more_specific(a, 0, a, 0, SHARED).holds
    assert verdicts(a, b, SHARED) != (True, True)


@QUICK
@given(st.lists(clauses(), min_size=3, max_size=4))
def test_specificity_is_transitive(family):
    for a, b, c in itertools.permutations(family, 3):
        if more_specific(a, 0, b, 0, SHARED).holds and more_specific(b, 0, c, 0, SHARED).holds:
            assert more_specific(a, 0, c, 0, SHARED).holds


# --- entailments are true: small situations, by brute force


class Table:
    """A small situation: three things, their kinds, who carries and is near whom, and their lives."""

    def __init__(self, pick) -> None:
        names = ("p", "q", "r")
        self.names = names
        self.kinds = {n: frozenset().union(*(BOOK.ancestors[k] for k in pick(list(KINDS)))) for n in names}
        self.pairs = {(p, *pair) for p in ("carries", "near") for pair in itertools.product(names, names) if pick.coin()}
        self.ones = {(p, n) for p in ("blind", "fixed") for n in names if pick.coin()}
        self.weak = {n for n in names if pick.coin()}
        self.life = {n: pick.number() for n in names}

    def true(self, node, env) -> bool:
        match node:
            case Apply(name, (Var(v),)) if name.startswith("kind:"):
                return name[5:] in self.kinds[env[v]]
            case Apply("weak", (Var(v),)):
                thing = env[v]
                return self.life[thing] <= 2 if "creature" in self.kinds[thing] else thing in self.weak
            case Apply(name, args):
                return (name, *(env[a.name] for a in args)) in self.pairs | self.ones
            case Compare("=", Var(a), Var(b)):
                return env[a] == env[b]
            case Compare(op, Apply("life", (Var(v),)), Literal(n)):
                return self.life[env[v]] <= n if op == "<=" else self.life[env[v]] >= n
            case Not(body):
                return not self.true(body, env)
            case And(parts):
                return all(self.true(p, env) for p in parts)
            case Or(parts):
                return any(self.true(p, env) for p in parts)
            case Quantified(op, var, kind, such, body):
                found = [
                    self.true(body, {**env, var: n}) for n in self.names
                    if kind in self.kinds[n] and (such == TRUE or self.true(such, {**env, var: n}))
                ]  # fmt: skip
                return all(found) if op == "every" else any(found) == (op == "some")
            case _:
                return bool(node.value)

    def speaks(self, c: Clause, x: str) -> bool:
        about, other = c.parameters
        if about.kind not in self.kinds[x]:
            return False
        ys = [n for n in self.names if other.kind == "thing" or other.kind in self.kinds[n]]

        def whens(y):
            return all(self.true(s, {"x": x, "y": y}) for s in c.whens)

        def blocked(y):
            return any(self.true(s, {"x": x, "y": y}) for s in c.unlesses)

        return any(whens(y) and not blocked(y) for y in ys)


class Pick:
    def __init__(self, data) -> None:
        self.random = data

    def __call__(self, kinds):
        return self.random.sample(kinds, self.random.randint(0, 2))

    def coin(self):
        return self.random.random() < 0.5

    def number(self):
        return self.random.choice([0, 1, 2, 3, 4, 5, 6])


@settings(QUICK, max_examples=120)
@given(clauses(), clauses(), st.randoms(use_true_random=False))
def test_what_is_entailed_holds_in_every_small_situation(a, b, random):
    if not SHARED.conditions_entail(a, 0, b, 0):
        return
    for _ in range(40):
        table = Table(Pick(random))
        for x in table.names:
            assert not table.speaks(a, x) or table.speaks(b, x)


# --- verdicts kept, sessions, care


def hard_pair() -> tuple[Clause, Clause]:
    return on("wizard", life("<=", 2), name="a"), on("wizard", life("<=", 5), name="b")


def test_verdicts_are_kept_between_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("ADJUDICATOR_CACHE", str(tmp_path))
    first = Entailment(BOOK, store_for(BOOK))
    assert first.conditions_entail(*_sides(hard_pair())) and first.asked == 1
    first.save()
    again = Entailment(BOOK, store_for(BOOK))
    assert again.conditions_entail(*_sides(hard_pair())) and again.asked == 0
    (file,) = tmp_path.rglob("*.json")
    assert list(json.loads(file.read_bytes().split(b"\n", 1)[1]).values()) == [True]
    file.write_text("{broken")
    assert Entailment(BOOK, store_for(BOOK)).conditions_entail(*_sides(hard_pair()))


def _sides(pair: tuple[Clause, Clause]) -> tuple[Clause, int, Clause, int]:
    return pair[0], 0, pair[1], 0


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    store = FileStore(tmp_path / "file" / "verdicts.json")
    store.put("key", True)
    store.save()
    assert store.get("key") is True
    monkeypatch.setenv("ADJUDICATOR_CACHE", "")
    assert isinstance(store_for(BOOK), NoStore)


def test_limits_give_unknown_and_are_remembered():
    entails = Entailment(BOOK, limits=Limits(work=1, milliseconds=5_000))
    assert not entails.conditions_entail(*_sides(hard_pair()))
    assert entails.unknown == [(("a", 0), ("b", 0))]


def test_one_session_for_a_rulebook_and_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(session_for("one")))
    thread.start()
    thread.join()
    assert session_for("one") is session_for("one")
    assert session_for("two") is not session_for("one") and found[0] is not session_for("one")


def test_ctrl_c_is_not_swallowed():
    import z3

    session = Session(Limits(work=4_000_000_000, milliseconds=20_000))
    solver = session.solver()
    pigeons = [[z3.Bool(f"p{i}.{j}", session.context) for j in range(11)] for i in range(12)]
    solver.add(*(z3.Or(*row) for row in pigeons))
    solver.add(*(z3.Or(z3.Not(a[j]), z3.Not(b[j])) for a, b in itertools.combinations(pigeons, 2) for j in range(11)))
    threading.Thread(target=lambda: (time.sleep(0.5), os.kill(os.getpid(), signal.SIGINT))).start()
    with pytest.raises(KeyboardInterrupt):
        assert session.check(solver) is not Result.SAT
        time.sleep(5)


def test_z3_is_not_imported_before_it_is_needed():
    code = (
        "import sys, adjudicator.entailment.entailment, adjudicator.entailment.session, adjudicator.precedence.specificity;"
        "sys.exit('z3' in sys.modules or 'platformdirs' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- total: any expression has some encoding, and entails itself


SOME_KIND = st.sampled_from(["wizard", "stone", "thing", "cast"])
NAMES = st.sampled_from(["life", "blind", "element", "owner", "price", "friends", "role:caster", "may", "unheard of"])
VALUES = [X, Y, Q, number("1/2"), number("0"), Literal("fire"), Literal(None), Literal(Ref("PLANT")), Literal(True)]
LEAVES = st.sampled_from([*VALUES, Literal(frozenset({Ref("a"), Ref("b")})), OWNER, Apply("role:target", (X,))])
SIMPLE = st.builds(Compare, st.sampled_from(["=", "!=", "<", ">=", "in"]), LEAVES, LEAVES)


def bigger_terms(terms):
    aggregates = st.sampled_from(["count", "sum", "least", "set", "nearest"])
    return st.one_of(
        st.builds(Apply, NAMES, st.tuples(terms)),
        st.builds(Arith, st.sampled_from(["+", "-", "*", "/", "min", "max"]), terms, terms),
        st.builds(Round, st.sampled_from(["up", "down"]), terms),
        st.builds(Aggregate, aggregates, st.just("q"), SOME_KIND, SIMPLE, terms),
        st.builds(Draw, st.just(()), terms),
    )


TERMS = st.recursive(LEAVES, bigger_terms, max_leaves=5)
ROLES = st.tuples(st.tuples(st.just("target"), TERMS))
BARE = st.one_of(
    st.builds(Apply, NAMES, st.tuples(TERMS)),
    st.builds(Compare, st.sampled_from(["=", "!=", "<", ">=", "in"]), TERMS, TERMS),
    st.builds(TextTest, st.sampled_from(["word", "digit"]), TERMS, st.just("9")),
    st.builds(Occurs, st.just("cast"), ROLES),
    st.builds(Permitted, st.sampled_from(["may", "may not"]), st.just("cast"), ROLES),
    st.sampled_from([TRUE, Literal(False), OptionOn("o")]),
)


def bigger(sentences):
    return st.one_of(
        st.builds(Not, sentences),
        st.builds(And, st.tuples(sentences, sentences)),
        st.builds(Or, st.tuples(sentences, sentences)),
        st.builds(Quantified, st.sampled_from(["every", "some", "no"]), st.just("q"), SOME_KIND, sentences, sentences),
    )


ANYTHING = st.recursive(BARE, bigger, max_leaves=5)


@settings(QUICK, max_examples=100)
@given(ANYTHING, ANYTHING)
def test_every_expression_has_an_answer(one, other):
    a, b = on("wizard", one, also="y: thing"), on("wizard", other, also="y: thing")
    both = on("wizard", one, other, also="y: thing")
    conditions(a, b, SHARED)
    assert SHARED.conditions_entail(a, 0, a, 0)
    SHARED.conditions_entail(both, 0, a, 0)
    SHARED.subject_entails(both, 0, a, 0)
