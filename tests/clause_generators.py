"""Random clauses: conclusions, conditions, exceptions to earlier clauses, claims."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from dice import Dice

from adjudicator.model.clauses import READING_STATUSES, Claim, Clause, Conclusion, Exemption, Parameter
from adjudicator.model.expressions import (
    TRUE,
    Aggregate,
    Apply,
    Arith,
    Compare,
    Draw,
    Literal,
    Not,
    Or,
    Quantified,
    Sentence,
    Term,
    Var,
)
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Property

NUMBERS = (Fraction(0), Fraction(1), Fraction(2), Fraction(3))
FEW = (0, 0, 0, 0, 1, 1, 2)
DRAWS = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 3), Fraction(2, 3)))
CARDS = ("ANVIL", "BELL", "CANDLE")
STATUSES = (
    ("rule",) * 8
    + ("principle", "effect", "ruling")
    + ("principle", "effect", "ruling", "consensus", "disputed", "open", "suggestion", "overruled")
)
TOWER = "tower"
DEEDS = (*(("may", value) for value in ("may", "must", "may not") * 2), ("happens", False), ("happens", False), ("happens", True))
ABOUT_DEEDS = ("may", "happens")
X, Y, Z, E = Var("x"), Var("y"), Var("z"), Var("e")
AGENT = Apply("role:agent", (E,))


@dataclass(frozen=True)
class Words:
    """The vocabulary of one case."""

    kinds: tuple[str, ...]
    properties: tuple[Property, ...]
    things: tuple[str, ...]
    event: bool

    @property
    def told(self) -> tuple[Property, ...]:
        """The properties that clauses speak of; `pull` is left to the facts."""
        return tuple(p for p in self.properties if p.name != "pull")

    def named(self, name: str) -> Property | None:
        """The property of a name, if it is there."""
        return next((p for p in self.properties if p.name == name), None)

    def after(self, name: str) -> Words:
        """Only the properties listed after this one, which conditions may read without a loop."""
        names = [p.name for p in self.properties]
        index = names.index(name) + 1 if name in names else 0
        return replace(self, properties=self.properties[index:] or self.properties)

    def value(self, dice: Dice, about: Property) -> Value:
        """A random value of a property."""
        if about.type.base == "yes/no":
            return dice.often(50)
        return dice.one(about.type.options if about.type.base == "choice" else NUMBERS)

    def value_like(self, dice: Dice, name: str) -> Value:
        """A value of any family that clauses speak of."""
        about = self.named(name.removeprefix("after:"))
        if about:
            return self.value(dice, about)
        if name == "may":
            return dice.one(("may", "must", "may not"))
        return Ref(dice.one(self.things)) if name.startswith("decider:") else dice.often(50)

    def literal(self, dice: Dice, it: Term) -> Sentence:
        """A plain condition on one thing."""
        if dice.often(10):
            return Apply(f"kind:{dice.one(self.kinds[1:])}", (it,))
        about = dice.one(self.properties)
        term = Apply(about.name, (it,))
        if about.type.base == "yes/no":
            return Not(term) if dice.often(40) else term
        if about.type.base == "choice":
            return Compare(dice.one(("=", "!=")), term, Literal(dice.one(about.type.options)))
        return Compare(dice.one((">=", "<=", "=")), term, Literal(dice.one(NUMBERS[1:])))

    def condition(self, dice: Dice, it: Term, *, nested: bool = True) -> Sentence:
        """A literal; sometimes a disjunction, or something about any being of a kind."""
        if nested and dice.often(8):
            return Or((self.literal(dice, it), self.literal(dice, it)))
        if nested and dice.often(5):
            return Quantified("some", "z", dice.one(self.kinds), TRUE, self.literal(dice, Z))
        return self.literal(dice, it)


def clauses(dice: Dice, words: Words) -> dict[str, Clause]:
    """Four to twelve clauses, half of them about one property, and their claims."""
    focus = dice.one((*words.told, *(p for p in words.told if p.type.is_number)))
    made = _tower(dice, words, focus) if dice.often(20) else []
    for index in range(len(made), dice.number(4, 7) + dice.number(0, 5)):
        name = f"c{index:02}"
        earlier = [c for c in made if c.conclusions[0].form == "is" and not c.fallback]
        if earlier and dice.often(50):
            made.append(_exception(dice, words, name, earlier[-1] if dice.often(40) else dice.one(tuple(earlier))))
        else:
            about = focus if dice.often(75) else dice.one(words.told)
            made.append(_clause(dice, words, name, about))
    return _with_claims(dice, _bounded(made))


def _tower(dice: Dice, words: Words, about: Property) -> list[Clause]:
    """A rule, its exception, the exception to that, and so on: each is above the one before."""
    values = (words.value(dice, about), words.value(dice, about))
    first = Clause("c00", (Parameter("x", "being"),), (Conclusion(about.name, (X,), "is", Literal(values[0])),))
    tower = [_dressed(dice, words, first, X)]
    for index in range(1, dice.number(3, 4)):
        below = tower[-1]
        conclusion = replace(below.conclusions[0], value=Literal(values[index % 2]))
        whens = (*below.whens, words.literal(dice, X)) if dice.often(15) else below.whens
        bare = Clause(f"c{index:02}", below.parameters, (conclusion,), whens)
        tower.append(_dressed(dice, words, bare, X))
    return [replace(c, groups=(TOWER,), fallback=False, reading=None, option="", status="rule") for c in tower]


def _bounded(made: list[Clause], most: int = 2) -> list[Clause]:
    """Few readings and few random values, so that the worlds can be counted on one's fingers."""
    readings = random = 0
    bounded = []
    for clause in made:
        conclusion = clause.conclusions[0]
        if clause.status in READING_STATUSES:
            readings += 1
            if readings > most:
                clause = replace(clause, status="rule")
        if isinstance(conclusion.value, Draw):
            random += 1
            if random > most:
                clause = replace(clause, conclusions=(replace(conclusion, value=conclusion.value.cases[0][0]),))
        bounded.append(clause)
    return bounded


def _clause(dice: Dice, words: Words, name: str, about: Property) -> Clause:
    """A clause about a property, a kind, a decider, a permission, or what is afterwards."""
    sort = dice.number(0, 99)
    if words.event and sort < 25:
        said, value = dice.one(DEEDS)
        whens = tuple(words.condition(dice, AGENT, nested=False) for _ in range(dice.one(FEW)))
        if said == "may" and dice.often(10):
            whens = (*whens, Apply("happens", (E,)))
        made = Clause(name, (Parameter("e", "deed"),), (Conclusion(said, (E,), "is", Literal(value)),), whens)
        return _dressed(dice, words, made, E)
    if sort < 32:
        target = f"kind:{dice.one(words.kinds)}"
        return _of_beings(dice, words, name, Conclusion(target, (X,), "is", Literal(dice.often(75))))
    mood = words.named("mood")
    if mood and mood.default.undecided and sort < 50:
        who = Literal(Ref(dice.one(words.things)))
        return _of_beings(dice, words, name, Conclusion("decider:mood", (X,), "is", who))
    if about.type.is_number and sort < 72:
        return _of_beings(dice, words, name, _modifier(dice, words, about))
    family = "after:" if sort > 95 else ""
    value = _value(dice, words, about, X)
    return _of_beings(dice, words, name, Conclusion(family + about.name, (X,), "is", value))


def _value(dice: Dice, words: Words, about: Property, it: Term) -> Term:
    """A literal, a random value, or for numbers a term over numbers that stand lower."""
    if dice.often(7):
        first, second = Literal(words.value(dice, about)), Literal(words.value(dice, about))
        if first != second:
            p, q = dice.one(DRAWS)
            return Draw(((first, Literal(p)), (second, Literal(q))))
    if about.type.is_number and dice.often(25):
        pull: Term = Apply("pull", (it,))
        if about.name == "worth" and words.named("size") and dice.often(40):
            pull = Apply("size", (it,))
        return dice.one((pull, Arith("+", pull, Literal(Fraction(1)))))
    return Literal(words.value(dice, about))


def _modifier(dice: Dice, words: Words, about: Property) -> Conclusion:
    form = dice.one(("adds", "adds", "multiplies", "at most", "at least"))
    factor = Fraction(2) if about.type.base == "whole" else Fraction(3, 2)
    value: Term = Literal(factor if form == "multiplies" else dice.one(NUMBERS[1:]))
    if form == "adds" and dice.often(10):
        value = Aggregate("count", "z", dice.one(words.kinds), words.literal(dice, Z))
    return Conclusion(about.name, (X,), form, value)


def _of_beings(dice: Dice, words: Words, name: str, conclusion: Conclusion) -> Clause:
    if dice.often(60):
        words = words.after(conclusion.property)
    parameters = [Parameter("x", "being" if dice.often(60) else dice.one(words.kinds))]
    whens = [words.condition(dice, X) for _ in range(dice.one(FEW))]
    if dice.often(30):
        parameters.append(Parameter("y", dice.one(words.kinds)))
        whens += [words.literal(dice, Y) for _ in range(dice.number(0, 1))]
        if conclusion.property in ("size", "worth") and conclusion.form == "is" and dice.often(50):
            conclusion = replace(conclusion, value=Apply("pull", (Y,)))
    conclusions = [conclusion]
    if dice.often(10):
        other = dice.one(words.told or words.properties)
        if other.name not in (conclusion.property, "pull"):
            conclusions.append(Conclusion(other.name, (X,), "is", Literal(words.value(dice, other))))
    made = Clause(name, tuple(parameters), tuple(conclusions), tuple(whens))
    return _dressed(dice, words, made, X)


def _dressed(dice: Dice, words: Words, bare: Clause, it: Var) -> Clause:
    """The clause with a status, a source, and whatever else a clause can carry."""
    about = AGENT if it == E else it
    unlesses = (words.condition(dice, about, nested=it == X),) if dice.often(20) else ()
    bearers = tuple(p.name for p in bare.parameters if p.name != "e")[-1:]
    modifier = bool(bare.conclusions) and bare.conclusions[0].form != "is"
    return replace(
        bare,
        unlesses=unlesses,
        when_texts=tuple(f"condition {i}" for i in range(len(bare.whens))),
        unless_texts=tuple(f"exception {i}" for i in range(len(unlesses))),
        cites=(f"book-{dice.number(1, 2)}-0{dice.number(1, 2)}",),
        status=dice.one(STATUSES),
        source=dice.one(("", "old", "new", "side")),
        groups=("loud",) if dice.often(15) else (),
        bearer=dice.one(bearers) if bearers and dice.often(40 if len(bare.parameters) == 1 else 80) else "",
        number=dice.number(1, 3) * 10 if dice.often(15) else None,
        fallback=not modifier and dice.often(6),
        reading=("letter", dice.one(("strict", "loose"))) if dice.often(7) else None,
        option="extra" if dice.often(5) else "",
        card=dice.one(CARDS) if dice.often(40) else "",
    )


def _exception(dice: Dice, words: Words, name: str, to: Clause) -> Clause:
    """A clause about the same thing, with another value, mostly narrower."""
    conclusion = to.conclusions[0]
    value: Term = conclusion.value
    for _ in range(3):
        if value == conclusion.value:
            value = Literal(words.value_like(dice, conclusion.property))
    it: Term = AGENT if conclusion.property in ABOUT_DEEDS else X
    whens = (*to.whens, words.literal(dice, it)) if dice.often(50) else to.whens
    bare = Clause(name, to.parameters, (replace(conclusion, value=value),), whens)
    dressed = _dressed(dice, words, bare, E if it == AGENT else X)
    return replace(dressed, fallback=False)


def _with_claims(dice: Dice, made: list[Clause]) -> dict[str, Clause]:
    """Claims that never go round in a circle: each clause has a height, and claims agree with it.

    At most one clause overrides everything.
    """
    made = [replace(c, groups=()) if c.fallback else c for c in made]
    heights = dict(zip((c.name for c in made), dice.shuffled(list(range(len(made)))), strict=True))
    tower = [c.name for c in made if TOWER in c.groups]
    heights |= dict(zip(tower, sorted(heights[name] for name in tower), strict=True))
    everything = dice.one(tuple(made)).name if dice.often(8) else ""
    result = {}
    for clause in made:
        claims = [] if clause.fallback else _claims(dice, clause, made, heights)
        if clause.name in tower[1:] and dice.often(85):
            claims.append(Claim("overrides", tower[tower.index(clause.name) - 1]))
        if clause.name == everything and not clause.fallback:
            claims.append(Claim("overrides", "everything"))
        result[clause.name] = replace(clause, claims=tuple(claims), before=_befores(dice, clause, made, heights))
    return result


def exceptions(dice: Dice, words: Words, made: dict[str, Clause]) -> dict[str, Clause]:
    """The clauses, in a third of the cases with one to three that say of others that they do not apply, and of these again."""
    if not dice.often(35):
        return made
    found = dict(made)
    for index in range(dice.number(1, 3)):
        name = f"x{index:02}"
        earlier = tuple(c for c in found.values() if c.name.startswith("x"))
        target = dice.one(earlier if earlier and dice.often(40) else tuple(found.values()))
        at = dice.one(target.parameters)
        exemption = Exemption(target.name if dice.often(85) else dice.one(("loud", "book-1-01")), dice.often(15), Var(at.name), at.name)
        about = AGENT if at.name == "e" else Var(at.name)
        whens = tuple(words.literal(dice, about) for _ in range(dice.one(FEW)))
        kind = dice.one(words.kinds) if at.kind in words.kinds and dice.often(30) else at.kind
        dressed = _dressed(dice, words, Clause(name, (Parameter(at.name, kind),), (), whens), Var(at.name))
        claims = (Claim("overrides", target.name),) if dice.often(15) else ()
        found[name] = replace(dressed, fallback=False, claims=claims, exemptions=(exemption,))
        if dice.often(30):
            over = Claim("overrides", dice.one((name, name, "everything")))
            found[target.name] = replace(found[target.name], claims=(*found[target.name].claims, over))
    return found


def _claims(dice: Dice, clause: Clause, made: list[Clause], heights: dict[str, int]) -> list[Claim]:
    """A claim about one rival, or about a group or a section that is all above or all below."""
    claims = []
    rivals = tuple(c for c in made if c is not clause and _same_matter(c, clause) and not c.fallback)
    if rivals and dice.often(35):
        claims.append(_claim(dice, clause, dice.one(rivals).name, rivals, heights))
    if dice.often(12):
        target = dice.one(("loud", "book-1", "book-2", "book-1-01"))
        claims.append(_claim(dice, clause, target, tuple(c for c in made if c is not clause), heights))
    return [claim for claim in claims if claim is not None]


def _claim(dice: Dice, clause: Clause, target: str, others: tuple[Clause, ...], heights: dict[str, int]) -> Claim | None:
    """`overrides` where all that the target names stand lower, `yields` where all stand higher."""
    named = [heights[c.name] for c in others if target in (c.name, *c.groups, *c.cites, *(i[:6] for i in c.cites))]
    aspect = dice.one(tuple(c.property for c in clause.conclusions)) if dice.often(15) else ""
    if named and heights[clause.name] > max(named):
        return Claim("overrides", target, aspect)
    # A fallback is below all others, so nothing yields to what may be one.
    if named and heights[clause.name] < min(named) and not any(c.fallback for c in others):
        return Claim("yields", target, aspect)
    return None


def _befores(dice: Dice, clause: Clause, made: list[Clause], heights: dict[str, int]) -> tuple[str, ...]:
    """Modifiers that apply after this one."""
    if clause.conclusions[0].form == "is":
        return ()
    lower = (c for c in made if c.conclusions[0].form != "is" and heights[c.name] < heights[clause.name])
    return tuple(c.name for c in lower if dice.often(20))


def _same_matter(a: Clause, b: Clause) -> bool:
    return bool({c.property for c in a.conclusions} & {c.property for c in b.conclusions})
