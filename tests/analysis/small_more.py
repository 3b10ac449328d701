"""Small random rulebooks with more in them: invariants, and events of which clauses say whether they may happen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from dice import Dice
from small_books import X, book_of, ladder_of

from adjudicator.model.clauses import Claim, Clause, Conclusion, Invariant, Parameter
from adjudicator.model.expressions import TRUE, Apply, Compare, Literal, Not, Occurs, Or, Sentence, Term, Var
from adjudicator.model.ladder import Ladder, Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import FRACTION, YES_NO
from adjudicator.model.vocabulary import Default, Event, Kind, Phrase, Property, Slot, Source

E = Var("e")


def held_book_of(seed: int) -> Rulebook:
    """A plain book with one or two invariants."""
    dice = Dice(Random(f"held {seed}"))
    book = book_of(seed)
    made = [_invariant(dice, book, f"held{place}") for place in range(dice.number(1, 2))]
    return replace(book, invariants={i.name: i for i in made}, digest=f"held book {seed}")


def _invariant(dice: Dice, book: Rulebook, name: str) -> Invariant:
    """What is told of a being is never so, or never so together with something free."""
    always = _never(dice, book)
    if dice.often(30):
        always = Or((always, _free(dice, book, X)))
    when = _free(dice, book, X) if dice.often(40) else TRUE
    return Invariant(name, (Parameter("x", dice.one(("being", "being", "beast"))),), always, when, text=f"{name} is so")


def _never(dice: Dice, book: Rulebook) -> Sentence:
    told = [p for p in book.properties.values() if p.name in ("dull", "mood", "worth")]
    prop = dice.one((told[0], *told))
    it = Apply(prop.name, (X,))
    if prop.type is YES_NO:
        return Not(it) if dice.often(60) else it
    if prop.type.is_number:
        return Compare("<=", it, Literal(Fraction(dice.number(1, 3))))
    return Compare("!=", it, Literal(dice.one(prop.type.options)))


def _free(dice: Dice, book: Rulebook, it: Term) -> Sentence:
    term = Apply(dice.one(tuple(n for n in ("brave", "calm") if n in book.properties)), (it,))
    return Not(term) if dice.often(40) else term


def mean_book_of(seed: int) -> Rulebook:
    """A plain book in which most clauses speak of a number, on a ladder with the mean."""
    dice = Dice(Random(f"mean {seed}"))
    book = book_of(seed)
    clauses = {}
    for name, clause in book.clauses.items():
        if dice.often(75):
            says = Conclusion("worth", (X,), "is", Literal(Fraction(dice.number(1, 3))), f"worth says {name}")
            clause = replace(clause, conclusions=(says,), whens=clause.whens[:1], unlesses=())
        clauses[name] = clause
    slot = Slot("being", "being")
    phrase = Phrase("the worth of {being}", ("the", "worth", "of", slot))
    worth = Property("worth", (phrase,), ("being",), ("being",), FRACTION, Default(Fraction(2)), averages=True)
    rungs = [rung for rung in book.ladder.rungs if rung.form != "averaging"]
    rungs.insert(dice.number(0, len(rungs)), Rung("averaging", "averaging"))
    properties = {**book.properties, "worth": worth}
    return replace(book, clauses=clauses, properties=properties, ladder=Ladder(tuple(rungs)), digest=f"mean book {seed}")


# ---- events ----


@dataclass(frozen=True)
class Deeds:
    """The words of a book about strikes: whether there are beasts, and who plays a role in a strike."""

    dice: Dice
    beasts: bool

    @property
    def roles(self) -> tuple[str, ...]:
        """Where there are beasts only one, so that the stage stays small."""
        return ("agent",) if self.beasts else ("agent", "target")

    def player(self) -> Term:
        """Somebody who takes part in the strike that a clause is about."""
        return Apply(f"role:{self.dice.one(self.roles)}", (E,))

    def being(self) -> Parameter:
        """Of whom a clause speaks."""
        return Parameter("x", self.dice.one(("being", "beast")) if self.beasts else "being")

    def literal(self, it: Term) -> Sentence:
        """Mostly a fact, sometimes what clauses tell of a being."""
        if self.beasts and self.dice.often(15):
            return Apply("kind:beast", (it,))
        term = Apply("dull" if self.dice.often(20) else "brave", (it,))
        return Not(term) if self.dice.often(40) else term

    def deed(self) -> Sentence:
        """Something that a being does, or that is done to it."""
        deed = Occurs("strike", ((self.dice.one(self.roles), X),))
        return Not(deed) if self.dice.often(20) else deed


def played_book_of(seed: int) -> Rulebook:
    """A book about strikes: which may happen, which happen, and what beings are by what happens."""
    dice = Dice(Random(f"played {seed}"))
    deeds = Deeds(dice, dice.often(40))
    kinds = [Kind("thing"), Kind("event", ("thing",)), Kind("being", (), "beings"), Kind("strike", ("event",))]
    if deeds.beasts:
        kinds.append(Kind("beast", ("being",), "beasts"))
    properties = [_of_being("brave", Default(False)), _of_being("dull", dice.one((Default(False), Default(False), Default(True))))]
    clauses: dict[str, Clause] = {}
    for place in range(dice.number(4, 6)):
        clause = _clause(deeds, f"c{place}", dice.one(("may",) * 6 + ("happens",) * 2 + ("dull",) * 3 + ("after:brave",) * 5))
        about = clause.conclusions[0].property
        rivals = tuple(c.name for c in clauses.values() if c.conclusions[0].property == about and not c.fallback)
        if rivals and dice.often(20) and not clause.fallback:
            clause = replace(clause, claims=(Claim("overrides", dice.one(rivals)),))
        if clause.status == "disputed" and any(c.status == "disputed" for c in clauses.values()):
            clause = replace(clause, status="rule")
        clauses[clause.name] = clause
    return Rulebook(
        name="small",
        kinds={k.name: k for k in kinds},
        properties={p.name: p for p in properties},
        events={"strike": _strike(deeds)},
        sources={"old": Source("old", 1, 10), "new": Source("new", 2, 20)},
        clauses=clauses,
        ladder=ladder_of(dice, False),
        digest=f"played book {seed}",
    )


def _of_being(name: str, default: Default) -> Property:
    slot = Slot("being", "being")
    return Property(name, (Phrase(f"{{being}} is {name}", (slot, "is", name), 1),), ("being",), ("being",), YES_NO, default)


def _strike(deeds: Deeds) -> Event:
    dice, roles = deeds.dice, deeds.roles
    slots = [Slot(role, "being") for role in roles]
    phrase = Phrase("{being agent} strikes", (slots[0], "strikes", *slots[1:]), 1)
    default, subject = dice.one(("", "may", "may", "may not")), dice.one(("", *roles))
    return Event("strike", (phrase,), roles, ("being",) * len(roles), ("event",), default, subject)


def _clause(deeds: Deeds, name: str, about: str) -> Clause:
    """A clause about a strike (whether it may happen, whether it happens) or about a being."""
    dice = deeds.dice
    common = {"status": dice.one(("rule",) * 6 + ("principle", "effect", "disputed")), "source": dice.one(("", "", "old", "new")),
              "number": dice.number(1, 3) * 10 if dice.often(15) else None, "fallback": dice.often(5)}  # fmt: skip
    if about == "dull":
        whens = [deeds.deed() if dice.often(60) else deeds.literal(X), *([deeds.literal(X)] if dice.often(40) else [])]
        says = Conclusion("dull", (X,), "is", Literal(dice.often(50)), f"dull says {name}")
        return Clause(name, (deeds.being(),), (says,), tuple(whens), **common)
    if about == "after:brave":
        struck = [Compare("=", deeds.player(), X)] if dice.often(80) else []
        whens = [*struck, *(deeds.literal(dice.one((X, deeds.player()))) for _ in range(dice.one((0, 1, 1))))]
        says = Conclusion(about, (X,), "is", Literal(dice.often(50)), f"brave becomes {name}")
        return Clause(name, (deeds.being(), Parameter("e", "strike")), (says,), tuple(whens), **common)
    parameters, whens = [Parameter("e", "strike")], [deeds.literal(deeds.player()) for _ in range(dice.one((0, 1, 1, 2)))]
    if dice.often(25):
        parameters.append(deeds.being())
        whens += [Compare("=", deeds.player(), X), deeds.deed() if about == "happens" and dice.often(60) else deeds.literal(X)]
    unlesses = (deeds.literal(deeds.player()),) if dice.often(15) else ()
    value = Literal(dice.one(("may", "may not", "may not", "must")) if about == "may" else dice.often(25))
    says = Conclusion(about, (E,), "is", value, f"{about} says {name}")
    return Clause(name, tuple(parameters), (says,), tuple(whens), unlesses, **common)
