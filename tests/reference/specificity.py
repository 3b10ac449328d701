"""Specificity by brute force over all small structures (5).

It decides entailment for the fragment that the generators make: conditions over
one-place properties (yes/no, choice, small numbers) and kinds, of the clause's
variables and of the roles of an event; who plays such a role; and that an event
takes place of which one role is named.  For these sentences it is enough to look
at structures whose elements are the ones that the two clauses speak of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from adjudicator.model.clauses import Clause, Conclusion
from adjudicator.model.expressions import (
    APPLIES,
    And,
    Apply,
    Compare,
    Literal,
    Not,
    Occurs,
    Or,
    Permitted,
    Quantified,
    Sentence,
    Term,
    Var,
    conjoin,
    free_variables,
    walk,
)
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from reference.branching import TooLarge
from reference.expressions import UNDECIDED, Known, evaluate

MOST_STRUCTURES = 20_000
Profile = tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Structure:
    """A situation in the abstract: each element with its kinds and properties; roles lead to elements."""

    profiles: dict[Ref, dict[str, Value]]
    roles: dict[tuple[str, Ref], Ref]

    def things(self) -> tuple[Ref, ...]:
        """All elements."""
        return tuple(self.profiles)

    def meant(self, of: object) -> tuple[Ref, ...]:
        """5.2: in all situations; nothing is over in them."""
        return self.things()

    def option(self, name: str) -> bool:
        """Options are not part of the fragment."""
        raise TypeError(name)

    def read(self, node: Node) -> Known:
        """The value of a property of an element, or who plays a role in it.

        Who plays one that is not required is nobody in particular: then nothing that is said of him is sure.
        """
        name, (thing,) = node
        if name.startswith("role:"):
            return self.roles.get((name, thing), UNDECIDED)
        return self.profiles[thing][name]


@dataclass(frozen=True)
class Demand:
    """What a clause requires: its variables with their kinds, and sentences that must all hold.

    `shared` names the variables that stand in the places of the conclusion, in order.
    """

    kinds: tuple[tuple[str, str], ...]
    shared: tuple[str, ...]
    parts: tuple[Sentence, ...]

    @property
    def conjuncts(self) -> tuple[Sentence, ...]:
        """All that is required, the kinds of the variables among it."""
        members = tuple(Apply(f"kind:{kind}", (Var(name),)) for name, kind in self.kinds)
        return (*members, *self.parts)


def flat(sentences: tuple[Sentence, ...]) -> tuple[Sentence, ...]:
    """The conjuncts of some sentences."""
    joined = conjoin(sentences)
    return joined.parts if isinstance(joined, And) else (joined,)


def whole(clause: Clause, shared: tuple[str, ...]) -> Demand:
    """5.1: the clause's whole condition: all that it requires, and no `unless` holding."""
    kinds = tuple((p.name, p.kind) for p in clause.parameters)
    own = (u for u in clause.unlesses if not _excepts(u))
    parts = (*flat(clause.whens), *(Not(u) for u in own))
    return Demand(kinds, shared, tuple(_plain(part) for part in parts))


def _excepts(unless: Sentence) -> bool:
    """3.2: whether an `unless` only says that an exception from the clause holds; it is no condition of the clause."""
    return isinstance(unless, Not) and isinstance(unless.body, Apply) and unless.body.property.startswith(APPLIES)


def places(a: Conclusion, b: Conclusion, turned: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """5.1: the places that two conclusions share, those of one turned round where they are of opposite orders (11.4)."""
    pairs = list(zip(a.args, reversed(b.args) if turned else b.args, strict=True))
    pairs = [pair for pair in pairs if pair[0] != pair[1] or isinstance(pair[0], Var)]
    if not all(isinstance(term, Var) for pair in pairs for term in pair):
        raise TooLarge("conclusions about other things than variables")
    return tuple(x.name for x, _ in pairs), tuple(y.name for _, y in pairs)


def _plain(sentence: Sentence) -> Sentence:
    """That an event takes place in which x plays a role is a property of x, as long as clauses say no more of the event."""
    match sentence:
        case Occurs(event, ((role, Var() as it),)):
            return Apply(f"occurs {event} {role}", (it,))
        case Occurs() | Permitted():
            raise TooLarge("more of an event than one role")
        case Not(body):
            return Not(_plain(body))
        case And(parts) | Or(parts):
            return type(sentence)(tuple(_plain(part) for part in parts))
        case Apply(_, args) if len(args) > 1:
            raise TooLarge("a property of several things")
    return sentence


def subject(clause: Clause, conclusion: Conclusion, place: int) -> Demand:
    """5.1: what it requires of the thing in the subject place: parameter's kind, `is a`, identity."""
    it = conclusion.args[place]
    if not isinstance(it, Var):
        raise TooLarge("a subject that is no variable")
    parts = tuple(s for s in flat(clause.whens) if _about_kind(s, it))
    return Demand(((it.name, clause.kind_of(it.name)),), (it.name,), parts)


def _about_kind(sentence: Sentence, it: Var) -> bool:
    """`is a` and identity, also where one of several is required."""
    match sentence:
        case Or(parts) | And(parts):
            return all(_about_kind(part, it) for part in parts)
        case Apply(name, args):
            return name.startswith("kind:") and args == (it,)
        case Compare("=", left, right) if isinstance(left, Var | Literal) and isinstance(right, Var | Literal):
            return it in (left, right)
    return False


class Specificity:
    """Which conclusion is more specific than which, remembered per rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._known: dict[tuple, bool] = {}
        self._ways = 1

    def more_specific(self, a: tuple[Clause, Conclusion], b: tuple[Clause, Conclusion], *, turned: bool = False) -> bool:
        """5.1: narrower subject first; where the subjects are equivalent, narrower condition."""
        key = (a[0].name, a[1], b[0].name, b[1], turned)
        if key not in self._known:
            self._known[key] = self._compare(a, b, turned)
        return self._known[key]

    def _compare(self, a: tuple[Clause, Conclusion], b: tuple[Clause, Conclusion], turned: bool) -> bool:
        name = a[1].property
        if name != "before":
            about = self.book.properties.get(name.removeprefix("after:").removeprefix("decider:"))
            place = about.subject if about else 0
            if place >= 0:  # 3.3: where exceptions are about different places, none of them is the subject
                a_subject, b_subject = subject(*a, place), subject(*b, place)
                narrower, wider = self.entails(a_subject, b_subject), self.entails(b_subject, a_subject)
                if not (narrower and wider):
                    return narrower
        mine, theirs = places(a[1], b[1], turned)
        a_whole, b_whole = whole(a[0], mine), whole(b[0], theirs)
        self._check_mixed(a_whole, b_whole)
        return self.entails(a_whole, b_whole) and not self.entails(b_whole, a_whole)

    def _check_mixed(self, a: Demand, b: Demand) -> None:
        """Event phrases are plain properties only where no variable stands for such an event."""
        told = {n.property.split()[1] for part in (*a.parts, *b.parts) for n in walk(part)
                if isinstance(n, Apply) and n.property.startswith("occurs ")}  # fmt: skip
        kinds = {kind for _, kind in (*a.kinds, *b.kinds)}
        related = any(self.book.is_a(t, k) or self.book.is_a(k, t) for t in told for k in (*kinds, *(told - {t})))
        if related:
            raise TooLarge("event phrases about events that the clauses speak of otherwise")

    def entails(self, a: Demand, b: Demand) -> bool:
        """5.2: in all situations: there is no structure in which `a` holds and `b` does not.

        Variables that `b` shares with the conclusion stand for the same elements as
        those of `a` in the same places; its others are existential.
        """
        return not any(
            not self._satisfied(b, dict(zip(b.shared, places, strict=True)), structure) for structure, places in self._models(a, b)
        )

    def _satisfied(self, demand: Demand, binding: dict[str, Value], structure: Structure) -> bool:
        free = [name for name, _ in demand.kinds if name not in binding]
        return any(
            all(evaluate(part, {**binding, **dict(zip(free, others, strict=True))}, structure) is True
                for part in demand.conjuncts)
            for others in product(structure.things(), repeat=len(free))
        )  # fmt: skip

    def _models(self, a: Demand, b: Demand) -> Iterator[tuple[Structure, tuple[Ref, ...]]]:
        """Every structure over the named elements in which `a` holds, with the elements of the places."""
        vocabulary = _Vocabulary(self.book, (*a.conjuncts, *b.conjuncts))
        variables = {name: Ref(name) for name, _ in a.kinds}
        spare = sum(isinstance(n, Quantified) for part in (*a.parts, *b.parts) for n in walk(part))
        renamed = {f: t.name for f, t in zip(b.shared, (variables[v] for v in a.shared), strict=True)}
        played = sorted(_roles(a, {}) | _roles(b, renamed))
        linked = any(_links(part) for part in (*a.parts, *b.parts))
        spares = [Ref(f"spare {i}") for i in range(spare)]
        options = [(Ref(f"{role} of {v}"), *(variables.values() if linked else ())) for role, v in played]
        self._ways = prod(map(len, options))
        for players in product(*options):
            roles = {(role, Ref(v)): player for (role, v), player in zip(played, players, strict=True)}
            elements = list(dict.fromkeys((*variables.values(), *spares, *players)))
            yield from self._with_roles(a, vocabulary, variables, elements, roles)

    def _with_roles(self, a: Demand, vocabulary: _Vocabulary, variables: dict[str, Ref], elements: list[Ref], roles: dict):
        """The structures in which these play the roles."""
        choices = [self._profiles(e, a, vocabulary, roles) for e in elements]
        choices = [self._typed(e, profiles, roles) for e, profiles in zip(elements, choices, strict=True)]
        size = prod(map(len, choices)) * self._ways
        if size > MOST_STRUCTURES:
            raise TooLarge(f"{size} structures")
        for combination in product(*choices):
            structure = Structure(dict(zip(elements, combination, strict=True)), roles)
            if all(evaluate(part, variables, structure) is True for part in a.conjuncts):
                yield structure, tuple(variables[v] for v in a.shared)

    def _typed(self, element: Ref, profiles: list[dict[str, Value]], roles: dict) -> list[dict[str, Value]]:
        """5.2: who plays a role is of the kind that the event's declaration says."""
        played = {role.removeprefix("role:") for (role, _), player in roles.items() if player == element}
        kinds = {k for e in self.book.events.values() for r, k in zip(e.roles, e.kinds, strict=True) if r in played}
        above = {f"kind:{up}" for kind in kinds for up in self.book.ancestors[kind]}
        return [p for p in profiles if all(p.get(kind, True) for kind in above)]

    def _profiles(self, element: Ref, a: Demand, words: _Vocabulary, roles: dict) -> list[dict[str, Value]]:
        """The profiles that an element can have where the conjuncts of `a` about it alone hold."""
        alone = [part for part in a.conjuncts
                 if free_variables(part) == {element.name} and not _has_role(part) and not _quantifies(part)]  # fmt: skip
        found = []
        for profile in words.profiles():
            tiny = Structure({element: profile}, roles)
            if all(evaluate(part, {element.name: element}, tiny) is True for part in alone):
                found.append(profile)
        return found


def _links(sentence: Sentence) -> bool:
    """Whether it compares who plays a role with somebody."""
    return any(isinstance(n, Compare) and isinstance(n.left, Apply) and n.left.property.startswith("role:") and isinstance(n.right, Var)
               for n in walk(sentence))  # fmt: skip


def _has_role(sentence: Sentence) -> bool:
    return any(isinstance(n, Apply) and n.property.startswith("role:") for n in walk(sentence))


def _quantifies(sentence: Sentence) -> bool:
    return any(isinstance(n, Quantified) for n in walk(sentence))


def _roles(demand: Demand, renamed: dict[str, str]) -> set[tuple[str, str]]:
    """The role terms of a demand: which role of which variable."""
    return {
        (node.property, renamed.get(node.args[0].name, node.args[0].name))
        for part in demand.parts
        for node in walk(part)
        if isinstance(node, Apply) and node.property.startswith("role:")
    }


class _Vocabulary:
    """The words that a comparison uses, and all ways in which one element can satisfy them."""

    def __init__(self, book: Rulebook, sentences: tuple[Sentence, ...]) -> None:
        self.book = book
        self.numbers: set[Fraction] = set()
        self.words: set[str] = set()
        for sentence in sentences:
            self._collect(sentence)

    def _collect(self, sentence: Sentence | Term) -> None:
        for node in walk(sentence):
            if isinstance(node, Literal) and isinstance(node.value, Fraction):
                self.numbers.add(node.value)
            if isinstance(node, Quantified):
                self.words.add(f"kind:{node.kind}")
            if isinstance(node, Apply) and not node.property.startswith("role:") and node.property not in self.words:
                self.words.add(node.property)
                definition = self.book.definition_of.get(node.property)
                if definition:
                    self._collect(definition.meaning)

    def _values(self, word: str) -> tuple[Value, ...]:
        """The values that make a difference; for numbers, those around the numbers mentioned."""
        if word == "may":
            return ("may", "must", "may not")
        about = self.book.properties.get(word)
        if about is None or about.type.base == "yes/no":
            return (False, True)
        if about.type.base == "choice":
            return about.type.options
        steps = (Fraction(-1), Fraction(-1, 2), Fraction(0), Fraction(1, 2), Fraction(1))
        near = {number + step for number in self.numbers or {Fraction(0)} for step in steps}
        return tuple(sorted(n for n in near if about.type.base != "whole" or n.denominator == 1))

    def profiles(self) -> Iterator[dict[str, Value]]:
        """5.2: kinds closed upwards, definitions respected."""
        defined = [w for w in sorted(self.words) if w in self.book.definition_of]
        plain = [w for w in sorted(self.words) if w not in defined]
        for values in product(*(self._values(w) for w in plain)):
            profile = dict(zip(plain, values, strict=True))
            if all(self._upward(profile, word) for word in plain if word.startswith("kind:") and profile[word]):
                yield self._with_definitions(profile, defined)

    def _upward(self, profile: dict[str, Value], word: str) -> bool:
        above = self.book.ancestors.get(word.removeprefix("kind:"), ())
        return all(profile.get(f"kind:{kind}", True) for kind in above)

    def _with_definitions(self, profile: dict[str, Value], defined: list[str]) -> dict[str, Value]:
        it = Ref("it")
        for word in defined:
            definition = self.book.definition_of[word]
            binding = {definition.parameters[0].name: it}
            profile = {**profile, word: evaluate(definition.meaning, binding, Structure({it: profile}, {}))}
        return profile
