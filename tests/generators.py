"""Random small rulebooks with a scenario, made directly from the dataclasses of the model.

The words never change (four kinds, four things, a handful of properties); what
varies is which of them are there, the clauses, the ladder and the facts.  Sizes
are kept such that brute force settles a case in milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from circle_generators import with_circle
from clause_generators import Words, clauses, exceptions
from dice import Dice

from adjudicator.language.diagnostics import Messages
from adjudicator.language.excepting import with_exceptions
from adjudicator.model.clauses import READING_STATUSES, Conclusion, Definition, Invariant, Parameter
from adjudicator.model.expressions import APPLIES, And, Apply, Literal, Not, Or, Quantified, Sentence, Term, Var
from adjudicator.model.ladder import Key, Ladder, Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Question, Scenario, Situation, Thing
from adjudicator.model.values import AS_USUAL, FRACTION, WHOLE, YES_NO, Ref, Type
from adjudicator.model.vocabulary import Default, Event, Kind, Option, Phrase, Property, Reading, Slot, Source

KINDS = ("being", "beast", "bird", "crow")
THINGS = ("Ann", "Bob", "Cat", "Dan")
YES_NO_NAMES = ("brave", "calm", "dull", "eager")
MOODS = Type("choice", ("red", "green", "blue"))
FORMS = ("claim", "specificity", "source", "status", "averaging", "number", "pull", "alphabet", "chance")
STATUS_ORDER = ("principle", "rule", "effect", "ruling")


@dataclass(frozen=True)
class Case:
    """A rulebook and a scenario to settle with it."""

    book: Rulebook
    scenario: Scenario


def case_of(seed: int) -> Case:
    """The case of a seed."""
    dice = Dice(Random(seed))
    kinds = _kinds(dice)
    properties = with_missing(Dice(Random(seed + 1)), _properties(dice))
    event = dice.often(25)
    words = Words(tuple(kinds), tuple(properties.values()), THINGS[: dice.number(2, 4)], event)
    definitions = _definitions(dice, words)
    book = Rulebook(
        name="random",
        kinds=kinds | ({"deed": Kind("deed")} if event else {}),
        properties=properties | {d.property: _plain(d.property, YES_NO, Default(False)) for d in definitions.values()},
        events={"deed": _event(dice)} if event else {},
        options={"extra": Option("extra")},
        readings={"letter": Reading("letter", ("strict", "loose"))},
        sources={"old": Source("old", 1, 10), "new": Source("new", 2, 20), "side": Source("side", 2)},
        definitions=definitions,
        clauses=clauses(dice, words),
        invariants=_invariants(dice, words),
        ladder=_ladder(dice),
    )
    case = Case(book, _scenario(dice, words, book))
    case = with_exemptions(with_defeaters(case, Dice(Random(seed + 3))), Dice(Random(seed + 2)), words)
    case = with_mean(case, Dice(Random(seed + 9)))
    return Case(*with_circle(case.book, case.scenario, Dice(Random(seed + 4))))


def with_mean(case: Case, dice: Dice) -> Case:
    """The case; sometimes, where several clauses speak of a number that averages, with that rung first and a question about it."""
    worths = [c for c in case.book.clauses.values() if (c.conclusions[0].property, c.conclusions[0].form) == ("worth", "is")]
    if len(worths) < 2 or not dice.often(60):
        return case
    others = tuple(rung for rung in case.book.ladder.rungs if rung.form != "averaging")
    book = replace(case.book, ladder=Ladder((_rung(dice, "averaging"), *others)))
    about = tuple(name for name, one in case.scenario.situation.things.items() if any(book.is_a(kind, "being") for kind in one.kinds))
    moment = case.scenario.questions[0].moment
    asked = Question("worth", Apply("worth", (Literal(Ref(dice.one(about))),)), False, moment=moment)
    return Case(book, replace(case.scenario, questions=(*case.scenario.questions, asked)))


ALWAYS_SAID = ("before", "decider:", "causes:", "copies:", "instead")
"""What is never as usual."""


def with_defeaters(case: Case, dice: Dice) -> Case:
    """The case, in a third of them with one to three clauses that only keep others from giving a value (3.5)."""
    clauses, fitting = dict(case.book.clauses), [c for c in case.book.clauses.values() if _can_be_usual(c.conclusions[0])]
    if not fitting or not dice.often(35):
        return case
    for clause in dice.some(tuple(fitting), 1, min(3, len(fitting))):
        first, *others = clause.conclusions
        status = "rule" if clause.status in READING_STATUSES else clause.status  # few readings: worlds are to be counted on one's fingers
        clauses[clause.name] = replace(clause, conclusions=(replace(first, value=Literal(AS_USUAL)), *others), status=status)
    return Case(replace(case.book, clauses=clauses), case.scenario)


def _can_be_usual(conclusion: Conclusion) -> bool:
    return conclusion.form == "is" and not conclusion.property.startswith(ALWAYS_SAID)


def with_exemptions(case: Case, dice: Dice, words: Words) -> Case:
    """The case, in a third of them with exceptions; what else it holds stays as it was."""
    clauses_and_more = exceptions(dice, words, case.book.clauses)
    if clauses_and_more is case.book.clauses:
        return case
    messages = Messages()
    book = with_exceptions(replace(case.book, clauses=clauses_and_more), messages)
    asked = _about_exceptions(dice, book, words)
    return Case(book, replace(case.scenario, questions=(*case.scenario.questions, *asked)))


def _about_exceptions(dice: Dice, book: Rulebook, words: Words) -> tuple[Question, ...]:
    """Sometimes a question whether a clause applies."""
    names = tuple(name for name, prop in book.properties.items() if name.startswith(APPLIES) and len(prop.roles) == 1)
    if not names or not dice.often(60):
        return ()
    name = dice.one(names)
    thing = "a deed" if book.properties[name].kinds == ("deed",) else dice.one(words.things)
    return (Question(f"{name} of {thing}", Apply(name, (Literal(Ref(thing)),)), True),)


def _kinds(dice: Dice) -> dict[str, Kind]:
    """A tree of two to four kinds."""
    kinds = {"being": Kind("being")}
    for name in KINDS[1 : dice.number(2, 4)]:
        kinds[name] = Kind(name, (dice.one(tuple(kinds)),))
    return kinds


def _properties(dice: Dice) -> dict[str, Property]:
    """Two to four yes/no properties, and some with values; `pull` serves the key rungs."""
    made = [_plain(name, YES_NO, _yes_no_default(dice)) for name in YES_NO_NAMES[: dice.number(2, 4)]]
    if dice.often(15):
        made[0] = replace(made[0], default=Default(unknown=True))
    if dice.often(60):
        made.append(_plain("mood", MOODS, dice.one((Default(undecided=True), Default(undecided=True), Default("red")))))
    if dice.often(55):
        size = _plain("size", WHOLE, dice.one((Default(Fraction(1)), Default(undecided=True))))
        made.append(replace(size, order_by="being" if dice.often(20) else ""))
    if dice.often(45):
        worth = _plain("worth", FRACTION, dice.one((Default(Fraction(2)), Default(undecided=True))))
        made.append(replace(worth, averages=True))
    if dice.often(15):
        special = Default(True) if made[-1].type is YES_NO else Default(undecided=True)
        made[-1] = replace(made[-1], kind_defaults=((dice.one(KINDS[1:3]), special),))
    pull = _plain("pull", WHOLE, dice.one((Default(Fraction(5)), Default(undecided=True))))
    return {p.name: p for p in (*made, pull)}


BOUNDS = (Fraction(0), Fraction(3))


def with_missing(dice: Dice, properties: dict[str, Property], numbers: bool = True) -> dict[str, Property]:
    """The same words; in a third of the cases one or two of them must be told, sometimes a number among them.

    The dice are others than those of the case, so that what is not changed here stays as it was.
    """
    if not dice.often(35):
        return properties
    plain = tuple(p for p in properties.values() if p.type.base in ("yes/no", "choice") and p.name not in CLOCKWORK)
    chosen = [dice.one(plain) for _ in range(dice.number(1, 2))]
    found = {p.name: replace(p, default=Default(undecided=True, must_be_told=True), kind_defaults=()) for p in chosen}
    if numbers and dice.often(45):
        found["pull"] = replace(properties["pull"], default=Default(undecided=True, must_be_told=True), bounds=BOUNDS)
    return {**properties, **found}


CLOCKWORK = ("phase",)
"""What the clock itself moves."""


def _yes_no_default(dice: Dice) -> Default:
    return dice.one((Default(False),) * 5 + (Default(True), Default(undecided=True)))


def _plain(name: str, type_: Type, default: Default) -> Property:
    """A property of one being."""
    slot = Slot("being", "being")
    if type_ is YES_NO:
        phrase = Phrase(f"{{being}} is {name}", (slot, "is", name), 1)
    else:
        phrase = Phrase(f"the {name} of {{being}}", ("the", name, "of", slot))
    return Property(name, (phrase,), ("being",), ("being",), type_, default)


def _event(dice: Dice) -> Event:
    slot = Slot("agent", "being")
    phrase = Phrase("{being agent} does a deed", (slot, "does", "a", "deed"), 1)
    return Event("deed", (phrase,), ("agent",), ("being",), default=dice.one(("", "may", "may not")))


def _definitions(dice: Dice, words: Words) -> dict[str, Definition]:
    """Sometimes one yes/no property that is strictly equivalent to a sentence."""
    if not dice.often(15):
        return {}
    parts = (words.literal(dice, Var("x")), words.literal(dice, Var("x")))
    meaning = dice.one((And(parts), Or(parts), Not(And(parts))))
    parameter = Parameter("x", "being")
    return {"odd-means": Definition("odd-means", "odd", (parameter,), meaning)}


def _invariants(dice: Dice, words: Words) -> dict[str, Invariant]:
    """Sometimes one sentence that must hold of every being."""
    if not dice.often(20):
        return {}
    x = Var("x")
    always = Or((words.literal(dice, x), words.literal(dice, x)))
    when: Sentence = words.literal(dice, x) if dice.often(50) else Literal(True)
    return {"held": Invariant("held", (Parameter("x", dice.one(words.kinds)),), always, when)}


def _ladder(dice: Dice) -> Ladder:
    """Some of the rungs; mostly in the usual order, sometimes in any."""
    left_out = dice.number(0, 7)
    forms = list(FORMS)
    if dice.often(20):
        forms.remove("number")
    if dice.often(50):
        forms.remove("pull")
        forms.insert(dice.number(0, len(forms) - 2), "pull")
    for _ in range(left_out):
        forms.remove(dice.one(tuple(forms)))
    if dice.often(40):
        forms = dice.shuffled(forms)
    return Ladder(tuple(_rung(dice, form) for form in forms))


def _rung(dice: Dice, form: str) -> Rung:
    pull: Term = Apply("pull", (Var("it"),))
    match form:
        case "status":
            return Rung("status", "status", order=STATUS_ORDER[: dice.number(2, 4)])
        case "number":
            return Rung("key", "number", keys=(Key(pull, dice.often(75)),), otherwise=15, numbered=True)
        case "pull":
            return Rung("key", "pull", keys=(Key(pull, dice.often(50)),))
        case "alphabet":
            return Rung("alphabet", "alphabet", order=("bearers",) if dice.often(20) else ())
    return Rung(form, form)


def _scenario(dice: Dice, words: Words, book: Rulebook) -> Scenario:
    things = {name: Thing(name, dice.some(words.kinds[::-1], 1, 2)) for name in words.things}
    if words.event:
        agent = Ref(dice.one(words.things))
        things["a deed"] = Thing("a deed", ("deed",), (("agent", agent),), happens=dice.often(75))
    situation = Situation(
        things=things,
        facts=_facts(dice, words),
        options={"extra": True} if dice.often(30) else {},
        readings={"letter": dice.one(("strict", "loose"))} if dice.often(25) else {},
        suppose={dice.one((*book.clauses, "suggestion", "disputed", "loud")): dice.often(50)} if dice.often(15) else {},
    )
    questions = tuple(_question(dice, words, book, things) for _ in range(3))
    return Scenario("a random situation", "random", situation, questions)


def _facts(dice: Dice, words: Words) -> dict[Node, Fact]:
    """Some instances given, at most two unknown."""
    facts: dict[Node, Fact] = {}
    unknown = 0
    for about in words.properties:
        for name in words.things:
            node = (about.name, (Ref(name),))
            if dice.often(80 if about.name == "pull" else 8):
                facts[node] = Fact(node, words.value(dice, about))
            elif unknown < 2 and not about.type.is_number and dice.often(5):
                unknown += 1
                facts[node] = Fact(node, None, unknown=True)
    return facts


def _question(dice: Dice, words: Words, book: Rulebook, things: dict[str, Thing]) -> Question:
    """Mostly about an instance that some clause speaks of, sometimes a sentence."""
    if dice.often(12):
        body = words.literal(dice, Var("z"))
        sentence = Quantified(dice.one(("some", "every", "no")), "z", dice.one(words.kinds), Literal(True), body)
        return Question("a sentence", sentence, True)
    if words.event and dice.often(10):
        return Question("whether the deed happens", Apply("happens", (Literal(Ref("a deed")),)), True)
    clause = dice.one(tuple(book.clauses.values()))
    name, kind = clause.conclusions[0].property, clause.parameters[0].kind
    fitting = tuple(t.name for t in things.values() if any(book.is_a(k, kind) for k in t.kinds))
    if name == "decider:mood" and dice.often(60):
        name = "mood"
    if name in ("size", "mood") and dice.often(10):
        name = f"after:{name}"
    thing = dice.one(fitting or words.things)
    ask = Apply(name, (Literal(Ref(thing)),))
    yes_no = name.startswith("kind:") or name == "happens" or (name in book.properties and book.properties[name].type is YES_NO)
    return Question(f"{name} of {thing}", ask, yes_no)
