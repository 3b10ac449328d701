"""Random small stories: events with answers, effects, events that come of events, orders, choices, turns.

The words never change (beings, and acts: strikes, shields that answer them, marks
that come of them); what varies is which clauses there are, the ladder, and what is
told.  Sizes are kept such that brute force walks a story in a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from circle_generators import with_circle
from clause_generators import Words
from dice import Dice
from effect_generators import effect_clauses, instead_clauses, joining_clauses
from generators import Case, with_defeaters, with_missing

from adjudicator.model.clauses import Clause, Conclusion, Invariant, Parameter
from adjudicator.model.expressions import And, Apply, Literal, Not, Quantified, Sentence, Var
from adjudicator.model.ladder import Ladder, Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Question, Scenario, Situation, Thing
from adjudicator.model.story import END, AtOnce, Awaited, Entry, Moment, Phase, Said, Story, Telling, Turn
from adjudicator.model.values import WHOLE, YES_NO, Ref, Type
from adjudicator.model.vocabulary import Clock, Default, Event, Kind, Phrase, Property, Reading, Slot, Source

BEINGS = ("Ann", "Bob", "Cat")
KINDS = ("being", "beast")
MOODS = Type("choice", ("red", "green"))
ALLY = Type("thing", kind="being", nobody=True)
FRIENDS = Type("set", kind="being")
FORMS = ("claim", "specificity", "source", "alphabet", "chance")
ROLES = {"strike": ("agent", "target"), "shield": ("agent", "answered"), "mark": ("target",), "dawn": ("who",), "dusk": ("who",),
         "bell": (), "phase change": (), "whirl": ("around",)}  # fmt: skip
ACTS = ("strike", "shield", "mark")


def story_case_of(seed: int) -> Case:
    """The story of a seed."""
    dice = Dice(Random(seed))
    properties = _properties(dice)
    words = Words(KINDS, tuple(p for p in properties.values() if p.name in ("brave", "calm", "mood", "life")), BEINGS, True)
    clock = _clock(dice) if dice.often(45) else None
    kinds = [Kind("being"), Kind("beast", ("being",)), Kind("thing"), Kind("event", ("thing",)), Kind("act", ("event",)),
             *(Kind(e, ("act",) if e in ACTS else ("event",)) for e in ROLES)]  # fmt: skip
    book = Rulebook(
        name="random",
        kinds={k.name: k for k in kinds},
        properties=with_missing(Dice(Random(seed + 1)), properties, numbers=False) | (_clock_properties() if clock else {}),
        events={name: _event(dice, name) for name in ROLES},
        readings={"letter": Reading("letter", ("strict", "loose"))},
        sources={"old": Source("old", 1), "new": Source("new", 2)},
        clauses=effect_clauses(dice, words, clock)
        | joining_clauses(Dice(Random(seed + 2)), words)
        | instead_clauses(Dice(Random(seed + 4)), words),
        invariants=_invariants(dice),
        ladder=Ladder(tuple(Rung(form, form) for form in FORMS if dice.often(55))),
        clock=clock,
    )
    scenario = _scenario(dice, words, book)
    case = Case(_open(dice, book) if clock is not None and dice.often(30) else book, scenario)
    case = with_defeaters(case, Dice(Random(seed + 3)))
    return Case(*with_circle(case.book, case.scenario, Dice(Random(seed + 4)), 8))


def _open(dice: Dice, book: Rulebook) -> Rulebook:
    """The same book, where some events are open to what is told next."""
    e, f = Var("e"), Var("f")
    going_on, told_next = dice.one(("strike", "mark", "act")), dice.one(("strike", "shield", "act"))
    brave = Apply("brave", (Apply("role:agent" if told_next != "act" else "role:target", (f,)),))
    whens = (brave,) if dice.often(40) else ()
    parameters = (Parameter("e", going_on), Parameter("f", told_next))
    conclusion = Conclusion("open", (e, f), "is", Literal(True))
    clause = Clause("opens", parameters, (conclusion,), whens, when_texts=("a condition",) * len(whens))
    kinds = ("act", "act")
    phrase = Phrase("open", (Slot("first", "act"), "is", "open", "to", Slot("second", "act")), 1)
    word = Property("open", (phrase,), ("first", "second"), kinds, YES_NO, Default(False))
    clock = replace(book.clock, open="open")
    return replace(book, clock=clock, properties=book.properties | {"open": word}, clauses=book.clauses | {"opens": clause})


def _properties(dice: Dice) -> dict[str, Property]:
    undecided = Default(undecided=True)
    made = [
        _property("brave", YES_NO, Default(False), state=dice.often(50)),
        _property("calm", YES_NO, dice.one((Default(False), Default(False), Default(unknown=True)))),
        _property("mood", MOODS, dice.one((undecided, Default("red"))), state=dice.often(50)),
        _property("life", WHOLE, Default(Fraction(2)), state=True),
        _property("ally", ALLY, Default(None)),
        _property("friends", FRIENDS, Default(frozenset())),
        _property("power", WHOLE, Default(Fraction(1)), of="act"),
    ]
    return {p.name: p for p in made}


def _property(name: str, type_: Type, default: Default, *, of: str = "being", state: bool = False) -> Property:
    slot = Slot(of, of)
    parts = (slot, "is", name) if type_ is YES_NO else ("the", name, "of", slot)
    return Property(name, (Phrase(name, parts, 1 if type_ is YES_NO else -1),), (of,), (of,), type_, default, state)


def _clock(dice: Dice) -> Clock:
    optional = {key: name for key, name in (("turn_begins", "dawn"), ("turn_ends", "dusk"), ("round_begins", "bell"),
                                            ("phase_begins", "phase change"), ("loop", "whirl")) if dice.often(60)}  # fmt: skip
    return Clock("being", on_turn="mover", round="round", phase="phase", left="left", next="next", **optional)


def _clock_properties() -> dict[str, Property]:
    """What the clock moves: whose turn it is, the round, the phase; who sits where."""
    made = [
        Property("mover", (Phrase("the mover", ("the", "mover")),), (), (), ALLY, Default(None), True),
        Property("round", (Phrase("the round", ("the", "round")),), (), (), WHOLE, Default(Fraction(1)), True),
        Property("phase", (Phrase("the phase", ("the", "phase")),), (), (), Type("choice", ("early", "late")), Default("early"), True),
        _property("left", Type("thing", kind="being"), Default(undecided=True)),
        _property("next", Type("thing", kind="being"), Default(undecided=True)),
    ]
    return {p.name: p for p in made}


def _event(dice: Dice, name: str) -> Event:
    roles = ROLES[name]
    kinds = tuple("act" if role in ("answered", "around") else "being" for role in roles)
    slots = [part for i, role in enumerate(roles) for part in (Slot(role, kinds[i]), f"{name}s" if i == 0 else "it")]
    phrase = Phrase(name, tuple(slots) or ("a", name, "comes"), 1)
    default = dice.one(("may", "may", "", "may not")) if name == "mark" else "may"
    parents = ("act",) if name in ACTS else ("event",)
    return Event(name, (phrase,), roles, kinds, parents, default, answers="answered" if name == "shield" else "")


def _invariants(dice: Dice) -> dict[str, Invariant]:
    if not dice.often(6):
        return {}
    x = Var("x")
    it = Apply("role:target", (x,)) if dice.often(40) else x
    always = Not(And((Apply("brave", (it,)), Apply("calm", (it,)))))
    return {"held": Invariant("held", (Parameter("x", "being" if it == x else "strike"),), always)}


# The story


class _Teller:
    """Makes events up, and remembers them."""

    def __init__(self, dice: Dice, names: tuple[str, ...]) -> None:
        self.dice = dice
        self.names = names
        self.things: dict[str, Thing] = {}
        self.left = dice.one((2, 2, 3, 3, 4, 5, 6))
        self.at_once = False

    def being(self) -> Ref:
        """Anyone; Ann more often than the others."""
        return Ref(self.dice.one((self.names[0], *self.names)))

    def event(self, kind: str, answered: Ref | None = None) -> str:
        """A new event of a kind."""
        name = f"{kind} {len(self.things) + 1}"
        told = {"agent": self.being(), "target": self.being(), "answered": answered}
        self.things[name] = Thing(name, (kind,), tuple((role, told[role]) for role in ROLES[kind]))
        self.left -= 1
        return name

    def telling(self, depth: int = 0, answered: Ref | None = None) -> Telling:
        """An event, mostly a strike, an answer mostly a shield; and its answers. One without answers may only be proposed."""
        likely = ("shield",) * 5 + ("strike",) if answered else ("strike",) * 4 + ("mark",)
        name = self.event(self.dice.one(likely), answered)
        answers: list[Telling | Awaited] = []
        while self.left > 0 and depth < 2 and self.dice.often(55 if depth == 0 else 25):
            answers.append(self.telling(depth + 1, Ref(name)))
        if self.left > 0 and depth == 0 and self.dice.often(20):
            answers.append(self.awaited())
        if not answers and self.dice.often(12):
            self.things[name] = replace(self.things[name], happens=False)
        return Telling(name, tuple(answers))

    def awaited(self) -> Awaited:
        """A mark that must come of what is told, and an answer to it."""
        roles = (("target", self.being()),) if self.dice.often(60) else ()
        return Awaited("mark", roles, (Telling(self.event("strike")),))

    def entries(self, turns: bool) -> Iterator[Entry]:
        """As many as there are events left to tell."""
        seat = self.dice.number(0, len(self.names) - 1)
        if turns:
            number = self.dice.one((None, 3))
            yield Turn(Ref(self.names[seat]), number)
        while self.left > 0:
            yield from self.entry()
            if turns and self.dice.often(40):
                seat += 1
                yield Turn(Ref(self.names[seat % len(self.names)]) if self.dice.often(80) else None, told=False)

    def entry(self) -> Iterator[Entry]:
        """One entry, perhaps after something that is said."""
        if self.dice.often(10):
            yield Said((((self.dice.one(("brave", "calm")), (self.being(),)), self.dice.often(50)),))
        if self.left > 1 and not self.at_once and self.dice.often(40):
            self.at_once = True
            tellings = tuple(self.telling(1) for _ in range(2 if self.left == 2 or self.dice.often(92) else 3))
            yield AtOnce(tellings, same_time=self.dice.often(45))
        else:
            yield self.telling()


def _scenario(dice: Dice, words: Words, book: Rulebook) -> Scenario:
    names = BEINGS[: dice.number(2, 3)]
    teller = _Teller(dice, names)
    entries = tuple(teller.entries(book.clock is not None))
    if book.clock and dice.often(15):
        entries = (*entries[:2], Phase("late"), *entries[2:])
    things = {name: Thing(name, dice.some(KINDS, 1, 1)) for name in names} | teller.things
    situation = Situation(
        things=things,
        facts=_facts(dice, words, names),
        readings={"letter": dice.one(("strict", "loose"))} if dice.often(40) else {},
        story=Story(entries, tuple(Ref(name) for name in names) if book.clock else ()),
    )
    questions = tuple(_question(dice, words, book, names, teller.things, entries) for _ in range(2))
    return Scenario("a random story", "random", situation, questions)


def _facts(dice: Dice, words: Words, names: tuple[str, ...]) -> dict[Node, Fact]:
    facts: dict[Node, Fact] = {}
    for about in words.properties:
        for name in names:
            node = (about.name, (Ref(name),))
            if dice.often(12):
                facts[node] = Fact(node, words.value(dice, about))
            elif about.type is YES_NO and dice.often(3):
                facts[node] = Fact(node, None, unknown=True)
    return facts


def _question(dice: Dice, words: Words, book: Rulebook, names: tuple[str, ...], events: dict[str, Thing], entries) -> Question:
    """About an instance that clauses change, or about the events, at some moment."""
    moment = _moment(dice, book.clock is not None, names, events, entries)
    if dice.often(8):
        sentence = Quantified(dice.one(("some", "no")), "z", dice.one(ACTS), Literal(True), Apply("happened", (Var("z"),)))
        return Question("a sentence", sentence, True, moment=moment)
    if dice.often(30):
        about = dice.one(("happened", "happened this turn", "pending", "happens", "may", "power", "power"))
        event = moment.event if moment.when == "during" and dice.often(60) else dice.one(tuple(events))
        return _asked(about, event, about not in ("may", "power"), moment)
    changed = [c.property for clause in book.clauses.values() for c in clause.conclusions]
    fitting = [p for name in changed if (p := book.properties.get(name.removeprefix("after:"))) and p.kinds == ("being",)]
    about = dice.one(tuple(fitting)) if fitting and dice.often(75) else dice.one(words.properties)
    name = f"after:{about.name}" if dice.often(20 if moment.when == "during" else 3) else about.name
    return _asked(name, dice.one(names), about.type is YES_NO, moment)


def _asked(about: str, thing: str, yes_no: bool, moment: Moment) -> Question:
    ask: Sentence = Apply(about, (Literal(Ref(thing)),))
    return Question(f"{about} of {thing}", ask, yes_no, moment=moment)


def _moment(dice: Dice, clock: bool, names: tuple[str, ...], events: dict[str, Thing], entries: tuple[Entry, ...]) -> Moment:
    if dice.often(60):
        return END
    if dice.often(50):
        return Moment(dice.one(("during", "during", "after event")), event=dice.one(tuple(events)))
    if clock and dice.often(40):
        when = dice.one(("turn begins", "turn begins", "turn ends", "round begins"))
        if when == "round begins":
            return Moment(when, nth=dice.one((1, 2, 3, 4)))
        return Moment(when, dice.number(0, len(entries) - 1), who=Ref(dice.one(names)), nth=dice.one((1, 1, 2)))
    when = dice.one(("before", "after", "after", "start"))
    fitting = [i for i, entry in enumerate(entries) if when == "after" or isinstance(entry, Telling | AtOnce)]
    return Moment(when, dice.one(tuple(fitting)) if when != "start" else 0)
