"""Random rulebooks so small that every situation of their stage can be settled by brute force."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from dice import Dice

from adjudicator.model.clauses import Claim, Clause, Conclusion, Parameter
from adjudicator.model.expressions import TRUE, Apply, Compare, Literal, Not, Or, Quantified, Sentence, Term, Var
from adjudicator.model.ladder import Key, Ladder, Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import FRACTION, YES_NO, Type
from adjudicator.model.vocabulary import Default, Kind, Phrase, Property, Slot, Source

FORMS = ("claim", "specificity", "source", "status", "averaging", "number", "alphabet", "chance")
CARDS = ("ANVIL", "BELL", "CANDLE")
"""Of cards only is there an alphabet."""
MOODS = Type("choice", ("red", "green", "blue"))
X, Y, Z = Var("x"), Var("y"), Var("z")


@dataclass(frozen=True)
class Words:
    """Free properties, which facts settle, and told ones, of which clauses speak."""

    free: tuple[str, ...]
    told: tuple[Property, ...]


def book_of(seed: int) -> Rulebook:
    """The rulebook of a seed."""
    dice = Dice(Random(seed))
    words = _words(dice)
    properties = {p.name: p for p in (*(_plain(name, YES_NO, Default(False)) for name in words.free), *words.told)}
    if dice.often(40):
        properties["pull"] = _plain("pull", Type("whole"), Default(Fraction(1)))
    printed = Dice(Random(-seed - 1))
    clauses = {
        name: replace(clause, card=printed.one(CARDS) if printed.often(75) else "")
        for name, clause in _clauses(dice, words, "pull" in properties).items()
    }
    return Rulebook(
        name="small",
        kinds={"being": Kind("being", (), "beings"), "beast": Kind("beast", ("being",), "beasts")},
        properties=properties,
        sources={"old": Source("old", 1, 10), "new": Source("new", 2, 20)},
        clauses=clauses,
        ladder=ladder_of(dice, "pull" in properties),
        digest=f"small book {seed}",
    )


def _words(dice: Dice) -> Words:
    told = [_plain("dull", YES_NO, dice.one((Default(False), Default(False), Default(True))))]
    if dice.often(60):
        told.append(_plain("mood", MOODS, dice.one((Default(undecided=True), Default("red")))))
    if dice.often(30):
        told.append(replace(_plain("worth", FRACTION, Default(Fraction(2))), averages=True))
    return Words(("brave", "calm")[: dice.number(1, 2)], tuple(told))


def _plain(name: str, type_: Type, default: Default) -> Property:
    slot = Slot("being", "being")
    if type_ is YES_NO:
        phrase = Phrase(f"{{being}} is {name}", (slot, "is", name), 1)
    else:
        phrase = Phrase(f"the {name} of {{being}}", ("the", name, "of", slot))
    return Property(name, (phrase,), ("being",), ("being",), type_, default)


def ladder_of(dice: Dice, pull: bool) -> Ladder:
    """Most of the rungs, now and then in another order."""
    forms = [form for form in FORMS if dice.often(65)]
    if dice.often(25):
        forms = dice.shuffled(forms)
    rungs = []
    for form in forms:
        if form == "number":
            term: Term = Apply("pull", (Var("it"),)) if pull else Literal(Fraction(5))
            rungs.append(Rung("key", "number", keys=(Key(term, dice.often(75)),), otherwise=15, numbered=True))
        elif form == "status":
            rungs.append(Rung("status", "status", order=("principle", "rule", "effect")))
        else:
            rungs.append(Rung(form, form))
    return Ladder(tuple(rungs))


def _clauses(dice: Dice, words: Words, pull: bool) -> dict[str, Clause]:
    made: dict[str, Clause] = {}
    for place in range(dice.number(3, 6)):
        about = words.told[0] if dice.often(60) else dice.one(words.told)
        clause = _clause(dice, words, f"c{place}", about, pull)
        rivals = tuple(c.name for c in made.values() if c.conclusions[0].property == about.name and not c.fallback)
        if rivals and dice.often(25) and not clause.fallback:
            clause = replace(clause, claims=(Claim("overrides", dice.one(rivals)),))
        if any(c.status == "disputed" for c in made.values()):
            clause = replace(clause, status="rule" if clause.status == "disputed" else clause.status)
        made[clause.name] = clause
    return made


def _clause(dice: Dice, words: Words, name: str, about: Property, pull: bool) -> Clause:
    parameters = [Parameter("x", dice.one(("being", "being", "beast")))]
    whens = [_condition(dice, words, X, about) for _ in range(dice.one((0, 1, 1, 2)))]
    unlesses = (_condition(dice, words, X, about),) if dice.often(20) else ()
    if dice.often(20):
        parameters.append(Parameter("y", "being"))
        whens += [_condition(dice, words, Y, about)]
    says = Conclusion(about.name, (X,), "is", _value(dice, about), f"{about.name} says {name}")
    return Clause(
        name, tuple(parameters), (says,), tuple(whens), unlesses,
        status=dice.one(("rule",) * 6 + ("principle", "effect", "disputed")), source=dice.one(("", "", "old", "new")),
        bearer=parameters[-1].name if pull and dice.often(50) else "", number=dice.number(1, 3) * 10 if dice.often(15) else None,
        fallback=dice.often(5),
    )  # fmt: skip


def _value(dice: Dice, about: Property) -> Term:
    if about.type is YES_NO:
        return Literal(dice.often(50))
    if about.type is MOODS:
        return Literal(dice.one(MOODS.options))
    return Literal(Fraction(dice.number(1, 3)))


def _condition(dice: Dice, words: Words, it: Term, about: Property) -> Sentence:
    if dice.often(8):
        return Or((_literal(dice, words, it, about), _literal(dice, words, it, about)))
    if dice.often(6):
        return Quantified("some", "z", "beast", TRUE, _literal(dice, words, Z, about))
    return _literal(dice, words, it, about)


def _literal(dice: Dice, words: Words, it: Term, about: Property) -> Sentence:
    """Mostly a fact; sometimes a told property, rarely the same one (which makes a circle)."""
    if dice.often(10):
        return Apply("kind:beast", (it,))
    others = [p for p in words.told if p.name != about.name or dice.often(15)]
    if others and dice.often(25):
        prop = dice.one(tuple(others))
        if prop.type is YES_NO:
            return Apply(prop.name, (it,)) if dice.often(60) else Not(Apply(prop.name, (it,)))
        if prop.type is MOODS:
            return Compare(dice.one(("=", "!=")), Apply(prop.name, (it,)), Literal(dice.one(MOODS.options)))
        return Compare(">=", Apply(prop.name, (it,)), Literal(Fraction(2)))
    term = Apply(dice.one(words.free), (it,))
    return Not(term) if dice.often(40) else term
