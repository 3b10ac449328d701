"""Random clauses about events: effects, events that come of events, stops, orders, deciders, draws."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from clause_generators import DRAWS, NUMBERS, Words
from dice import Dice

from adjudicator.model.clauses import READING_STATUSES, Claim, Clause, Conclusion, Parameter
from adjudicator.model.expressions import (
    CHANCE,
    INSTEAD,
    SAME_TIME,
    TRUE,
    Aggregate,
    Apply,
    Arith,
    Compare,
    Deed,
    Draw,
    Literal,
    Occurs,
    Quantified,
    Sentence,
    Term,
    Var,
)
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Clock

X, Y, Z, E, F, S = (Var(name) for name in "xyzefs")
AGENT, TARGET = Apply("role:agent", (E,)), Apply("role:target", (E,))
ACTS = ("strike", "strike", "mark")
PAIRS = (
    *(("strike", "strike"), ("act", "act")) * 3,
    ("mark", "mark"), ("mark", "strike"), ("strike", "mark"), ("act", "strike"), ("strike", "shield"),
)  # fmt: skip
STATUSES = ("rule",) * 12 + ("ruling", "disputed", "overruled")
MOST_BRANCHINGS = 2


@dataclass(frozen=True)
class Bare:
    """What a clause is before it is dressed: its parameters, conclusions and conditions."""

    parameters: tuple[Parameter, ...]
    conclusions: tuple[Conclusion, ...]
    whens: tuple[Sentence, ...] = ()


def effect_clauses(dice: Dice, words: Words, clock: Clock | None) -> dict[str, Clause]:
    """Two to seven clauses, some of them exceptions to others."""
    makers = (_hits,) * 5 + (_causes, _causes, _stops, _stops, _orders, _orders, _derives, _chooses, _moves)
    made: list[Clause] = []
    for index in range(dice.number(2, 7)):
        name = f"c{index:02}"
        if made and dice.often(30):
            made.append(_exception(dice, words, name, dice.one(tuple(made))))
        elif clock and dice.often(18):
            made.append(_dressed(dice, words, name, _by_the_clock(dice, words, clock)))
        else:
            made.append(_dressed(dice, words, name, dice.one(makers)(dice, words)))
    return _bounded(_with_claims(dice, made))


def _given(name: str, value: Value | Term, *args: Term, form: str = "is") -> Conclusion:
    return Conclusion(name, args, form, value if isinstance(value, Term) else Literal(value))


def _p(name: str, kind: str) -> Parameter:
    return Parameter(name, kind)


def _effect(dice: Dice, words: Words, it: Term, *, event: bool) -> Conclusion:
    """What is so of a being from then on."""
    sort = dice.number(0, 99)
    if sort < 35:
        form = dice.one(("adds", "adds", "is", "at most"))
        amount: Term = Literal(dice.one(NUMBERS[1:]))
        if event and form == "adds" and dice.often(50):
            amount = Arith("-", Literal(Fraction(0)), Apply("power", (E,)))
        return _given("after:life", _drawn(dice, NUMBERS, 60, amount) if form == "is" else amount, it, form=form)
    if sort < 65:
        value = dice.often(60)
        return _given("after:brave", _drawn(dice, (True, False), 60, Literal(value)), it)
    if sort < 85:
        return _given("after:mood", _drawn(dice, ("red", "green"), 45, Literal(dice.one(("red", "green")))), it)
    return _given("after:kind:beast", dice.often(60), it)


def _drawn(dice: Dice, values: tuple[Value, ...], percent: int, plain: Term) -> Term:
    """The term, or a random value instead."""
    if not dice.often(percent):
        return plain
    first, second = dice.some(values, 2, 2)
    p, q = dice.one(DRAWS)
    return Draw(((Literal(first), Literal(p)), (Literal(second), Literal(q))))


def _condition(dice: Dice, words: Words, it: Term) -> tuple[Sentence, ...]:
    """Sometimes a condition on a being, or on what has happened."""
    if dice.often(25):
        return (words.literal(dice, it),)
    if dice.often(12):
        told = dice.one(("happened", "happened this turn", "happened this round"))
        return (Quantified(dice.one(("some", "no")), "z", dice.one(ACTS), TRUE, Apply(told, (Z,))),)
    return ()


def _hits(dice: Dice, words: Words) -> Bare:
    """An effect on whom an event hits; or on everybody, in every moment."""
    if dice.often(8):
        return Bare((_p("x", "being"),), (_effect(dice, words, X, event=False),), (words.literal(dice, X),))
    kind = dice.one((*ACTS, "shield"))
    role = "agent" if kind == "shield" or (kind == "strike" and dice.often(20)) else "target"
    if dice.often(30):
        phrase = Occurs(kind, ((role, X),))
        return Bare((_p("x", "being"),), (_effect(dice, words, X, event=False),), (phrase, *_condition(dice, words, X)))
    whens = [Compare("=", Apply(f"role:{role}", (E,)), X), *_condition(dice, words, X)]
    if dice.often(25):
        whens.append(Apply("happens", (E,)))
    if kind == "strike" and dice.often(15):
        whens.append(words.literal(dice, AGENT))
    conclusions = [_effect(dice, words, X, event=True)]
    if dice.often(15):
        other = _effect(dice, words, X, event=True)
        conclusions += [other] * (other.property != conclusions[0].property)
    return Bare((_p("e", kind), _p("x", "being")), tuple(conclusions), tuple(whens))


def instead_clauses(dice: Dice, words: Words) -> dict[str, Clause]:
    """In one story of four, one to three clauses by which another event happens instead of one."""
    names = ("i00", "i01", "i02")[: dice.number(1, 3)] if dice.often(25) else ()
    return {name: _dressed(dice, words, name, _instead(dice, words)) for name in names}


def _instead(dice: Dice, words: Words) -> Bare:
    """A strike or a mark in the place of one of an act; sometimes only where something else is so, or the act itself happens."""
    kind = dice.one(("strike", "strike", "mark", "act"))
    roles: tuple[Term, ...] = (X, Literal(None)) if kind == "act" else (X, TARGET) if kind == "mark" else (X, AGENT, TARGET)
    role = "agent" if kind == "strike" and dice.often(30) else "target"
    whens = [Compare("=", Apply(f"role:{role}", (E,)), X), *_condition(dice, words, X)]
    whens += [Apply("happens", (E,))] if dice.often(6) else []
    other = dice.one(("strike", "mark"))
    deed = Deed(other, (("agent", dice.one(roles)), ("target", dice.one(roles))) if other == "strike" else (("target", dice.one(roles)),))
    return Bare((_p("e", kind), _p("x", "being")), (_given(INSTEAD, deed, E),), tuple(whens))


def joining_clauses(dice: Dice, words: Words) -> dict[str, Clause]:
    """In one story of four, an effect of two events."""
    return {"joins": _dressed(dice, words, "joins", _joined(dice, words))} if dice.often(25) else {}


def _joined(dice: Dice, words: Words) -> Bare:
    """An effect of two events that have somebody in common; sometimes it is asked whether one of them has happened."""
    kind, other = dice.one(ACTS), dice.one(("strike", "mark"))
    whens: list[Sentence] = [Compare("=", TARGET, X), Compare("=", Apply("role:target", (F,)), X)]
    told = dice.one(("", "", "", "happens", "happened", "happened this turn"))
    if told:
        whens.append(Apply(told, (F,)))
    if dice.often(40):
        whens.append(words.literal(dice, X))
    return Bare((_p("e", kind), _p("f", other), _p("x", "being")), (_effect(dice, words, X, event=True),), tuple(whens))


def _causes(dice: Dice, words: Words) -> Bare:
    """Events that come of an event, and copies of it."""
    times = Fraction(dice.one((1,) * 7 + (2,)))
    sort = dice.number(0, 99)
    if sort < 55:
        whens = (Compare("=", TARGET, X), *_condition(dice, words, X))
        conclusions = [_given("causes:mark", times, X)]
        if dice.often(12):
            conclusions.append(_given("causes:mark", Fraction(1), Literal(None)))
        return Bare((_p("e", "strike"), _p("x", "being")), tuple(conclusions), whens)
    if sort < 70:
        whens = (Compare("=", Apply("role:answered", (S,)), E), Compare("=", Apply("role:agent", (S,)), X))
        return Bare((_p("s", "shield"), _p("e", "strike"), _p("x", "being")), (_given("copies:target", times, E, X),), whens)
    if sort < 78:
        whens = (Compare("=", AGENT, X), *_condition(dice, words, X))
        return Bare((_p("e", "strike"), _p("x", "being")), (_given("copies:target", Fraction(1), E, X),), whens)
    if sort < 88:
        whens = (Compare("=", TARGET, X), *_condition(dice, words, X))
        again = _given("causes:mark", Fraction(1), X) if dice.often(40) else _given("causes:strike", Fraction(1), Literal(None), X)
        return Bare((_p("e", "mark"), _p("x", "being")), (again,), whens)
    phrase = Occurs("shield", (("agent", X),))
    return Bare((_p("x", "being"),), (_given("causes:mark", times, X),), (phrase, *_condition(dice, words, X)))


def _stops(dice: Dice, words: Words) -> Bare:
    """An event that does not happen (or does), or may not."""
    sort = dice.number(0, 99)
    if sort < 60:
        done = Apply(dice.one(("happens", "happens", "happened")), (S,))
        answered = Compare("=", Apply("role:answered", (S,)), E)
        if dice.often(30):
            return Bare((_p("e", "act"), _p("s", "shield")), (_given("happens", False, E),), (Apply("answers", (S, E)), done))
        return Bare((_p("e", "act"), _p("s", "shield")), (_given("happens", False, E),), (answered, done))
    kind, about = dice.one((("mark", TARGET), ("strike", AGENT), ("strike", TARGET)))
    said = _given("happens", dice.often(25), E) if sort < 80 else _given("may", dice.one(("may", "may not", "may not")), E)
    return Bare((_p("e", kind),), (said,), tuple(words.literal(dice, about) for _ in range(dice.one((0, 1, 1)))))


def _orders(dice: Dice, words: Words) -> Bare:
    """What comes first, or who says so."""
    kinds = dice.one(PAIRS)
    about = (E, F) if dice.often(75) else (F, E)
    parameters = (_p("e", kinds[0]), _p("f", kinds[1]))
    whens: list[Sentence] = []
    if kinds[0] in ("strike", "mark") and dice.often(50):
        whens.append(words.literal(dice, TARGET))
    if dice.often(25):
        whens.append(Compare(">=", Apply("power", (E,)), Literal(Fraction(2))))
    if dice.often(55):
        return Bare(parameters, (_given("before", True, *about),), tuple(whens))
    deciders: tuple[Value | Term, ...] = (CHANCE, CHANCE, SAME_TIME, Ref("Ann"), Ref("Bob"))
    who = dice.one((*deciders, AGENT) if kinds[0] in ("strike", "shield") else deciders)
    return Bare(parameters, (_given("decider:before", who, *about),), tuple(whens))


def _derives(dice: Dice, words: Words) -> Bare:
    """What is so in a moment: the power of an event, or something of a being."""
    sort = dice.number(0, 99)
    if sort < 55:
        kind, about = dice.one((("strike", AGENT), ("strike", TARGET), ("mark", TARGET)))
        whens = tuple(words.literal(dice, about) for _ in range(dice.one((0, 1))))
        form = dice.one(("is", "is", "adds"))
        value = Literal(dice.one(NUMBERS[1:]))
        return Bare((_p("e", kind),), (_given("power", _drawn(dice, NUMBERS, 20, value) if form == "is" else value, E, form=form),), whens)
    if sort < 75:
        return Bare((_p("x", "being"),), (_given("brave", dice.often(60), X),), (words.literal(dice, X),))
    if sort < 85:
        who = Literal(Ref(dice.one(("Ann", "Bob"))))
        return Bare((_p("x", "being"),), (Conclusion("decider:mood", (X,), "is", who),))
    return Bare((_p("x", "being"),), (_given("mood", dice.one(("red", "green")), X),), (words.literal(dice, X),))


def _chooses(dice: Dice, words: Words) -> Bare:
    """Somebody is chosen, or drawn, among some."""
    among = Aggregate("set", "z", "being", words.literal(dice, Z) if dice.often(60) else TRUE)
    name = dice.one(("after:ally", "after:ally", "after:friends"))
    by = AGENT if name == "after:friends" or dice.often(50) else None
    return Bare((_p("e", "strike"), _p("x", "being")), (_given(name, Draw(among=among, by=by), X),), (Compare("=", TARGET, X),))


def _moves(dice: Dice, words: Words) -> Bare:
    """An answer changes whom an event hits."""
    whens: list[Sentence] = [Compare("=", Apply("role:answered", (S,)), E)]
    who: Term = Apply("role:agent", (S,))
    if dice.often(40):
        who = AGENT
    if dice.often(25):
        among = Aggregate("set", "z", "being", TRUE)
        who = Draw(among=among, by=Apply("role:agent", (S,)) if dice.often(60) else None)
    if dice.often(60):
        whens.append(Apply("happens", (S,)))
    return Bare((_p("s", "shield"), _p("e", "strike")), (_given("after:role:target", who, E),), tuple(whens))


def _by_the_clock(dice: Dice, words: Words, clock: Clock) -> Bare:
    """What turns bring about, and who has the next."""
    if dice.often(35):
        who: Term = _drawn(dice, (Ref("Ann"), Ref("Bob")), 50, X)
        return Bare((_p("x", "being"),), (_given("next", who, X),), _condition(dice, words, X))
    kind = dice.one(("dawn", "dusk"))
    whens = (Compare("=", Apply("role:who", (E,)), X), *_condition(dice, words, X))
    if dice.often(40):
        return Bare((_p("e", kind), _p("x", "being")), (_given("causes:mark", Fraction(1), X),), whens)
    if clock.loop and dice.often(25):
        return Bare((_p("e", "whirl"), _p("x", "being")), (_effect(dice, words, X, event=False),), (words.literal(dice, X),))
    return Bare((_p("e", kind), _p("x", "being")), (_effect(dice, words, X, event=False),), whens)


def _dressed(dice: Dice, words: Words, name: str, bare: Bare) -> Clause:
    """The clause with a status, a source, an exception."""
    about = X if any(p.name == "x" for p in bare.parameters) else None
    unlesses = (words.literal(dice, about),) if about and dice.often(10) else ()
    clause = Clause(name, bare.parameters, bare.conclusions, bare.whens, unlesses)
    plain = bare.conclusions[0].form == "is"
    return replace(
        clause,
        when_texts=tuple(f"condition {i}" for i in range(len(clause.whens))),
        unless_texts=tuple(f"exception {i}" for i in range(len(unlesses))),
        cites=(f"book-1-0{dice.number(1, 2)}",),
        status=dice.one(STATUSES),
        source=dice.one(("", "old", "new")),
        fallback=plain and dice.often(4),
        reading=("letter", dice.one(("strict", "loose"))) if dice.often(4) else None,
    )


def _exception(dice: Dice, words: Words, name: str, to: Clause) -> Clause:
    """A clause about the same, with another value, often narrower."""
    conclusion = to.conclusions[0]
    value: Term = Literal(_other_value(dice, conclusion))
    if conclusion.form != "is" or isinstance(conclusion.value, Draw):
        value = conclusion.value
    if conclusion.property == "before":
        conclusion = replace(conclusion, args=conclusion.args[::-1])
    whens = list(to.whens)
    if any(p.name == "x" for p in to.parameters) and dice.often(60):
        whens.append(words.literal(dice, X))
    made = _dressed(dice, words, name, Bare(to.parameters, (replace(conclusion, value=value),), tuple(whens)))
    return replace(made, fallback=False)


def _other_value(dice: Dice, conclusion: Conclusion) -> Value:
    name = conclusion.property
    if name == "before":
        return True
    if name.startswith(("causes:", "copies:")):
        return Fraction(dice.one((0, 0, 2)))
    if name == "may":
        return dice.one(("may", "may not"))
    if name in ("decider:before", "decider:mood", "next", "after:role:target"):
        return Ref(dice.one(("Ann", "Bob")))
    if name.endswith(("life", "power")):
        return dice.one(NUMBERS)
    if name.endswith("mood"):
        return dice.one(("red", "green"))
    return Ref("Ann") if name == "after:ally" else dice.often(50)


def _with_claims(dice: Dice, made: list[Clause]) -> list[Clause]:
    """Claims over earlier clauses about the same: never in a circle."""
    claimed = []
    for index, clause in enumerate(made):
        about = {c.property for c in clause.conclusions}
        lower = [c.name for c in made[:index] if about & {d.property for d in c.conclusions} and not c.fallback]
        wanted = () if clause.fallback else tuple(Claim("overrides", name) for name in lower if dice.often(25))
        claimed.append(replace(clause, claims=wanted))
    return claimed


def _bounded(made: list[Clause]) -> dict[str, Clause]:
    """Few readings and draws, so that the worlds can be counted on one's fingers."""
    left = MOST_BRANCHINGS
    bounded = {}
    for clause in made:
        drawn = any(isinstance(c.value, Draw) for c in clause.conclusions)
        if clause.status in READING_STATUSES or drawn or clause.reading:
            left -= 1
            if left < 0 and not drawn:
                clause = replace(clause, status="rule", reading=None)
            if left < 0 and drawn:
                continue
        bounded[clause.name] = clause
    return bounded
