"""Exceptions: `CLAUSE does not apply to X` (docs/meaning.md 3.2).

What a clause says of others is kept as it is written; when all clauses are read, each of those it speaks of gets a property of its
own, whether it applies to these things, of which the exceptions speak, and does not speak where it does not apply.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field, replace

from adjudicator.language.conclusions import finish
from adjudicator.language.diagnostics import Messages, SentenceError, did_you_mean
from adjudicator.language.links import clauses_together, targets_of
from adjudicator.language.reading import read_term
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.language.sentences import chart_of, read_sentences
from adjudicator.language.words import tokens_of, with_article
from adjudicator.model.clauses import Claim, Clause, Conclusion, Exemption, Parameter
from adjudicator.model.expressions import APPLIES, Apply, Literal, Not, Sentence, Var, applying
from adjudicator.model.places import Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref, Type
from adjudicator.model.vocabulary import Default, Phrase, Property, Slot
from adjudicator.records import dataclass

_SAID = re.compile(
    r"^(?P<target>.+?) (?P<verb>does not apply|do not apply|applies|apply)(?P<to> to (?P<thing>.+?)(?: as the (?P<role>[^,]+))?)?$"
)
FREE = " in\u00a0"
"""Stands in the names of the variables of a clause that an exception from it leaves free: nobody writes such a name."""
_NO_NAMES = ("it", "this", "that", "he", "she", "they", "nothing", "everything")


def read_exemption(text: str, place: Place, book: Phrasebook, scope: Scope) -> tuple[Exemption, list[Sentence]] | None:
    """A line that says of another clause that it does not apply (or does), with the conditions its wording brings along.

    None where the line says nothing of the kind, or a declared sentence can be read in it. Raises SentenceError where what it does
    not apply to cannot be read.
    """
    said = _SAID.match(text)
    if said is None or not _may_be_name(said["target"], book, scope):
        return None
    chart = chart_of(text, book, scope)
    if read_sentences(chart, 0, len(chart.tokens)):
        return None
    holds, thing = "not" not in said["verb"], None
    conditions: list[Sentence] = []
    if said["thing"]:
        thing, conditions = _thing(said["thing"], said.start("thing"), place, book, scope)
    return Exemption(said["target"], holds, thing, (said["role"] or "").strip(), text, place), conditions


def _may_be_name(target: str, book: Phrasebook, scope: Scope) -> bool:
    """Whether words can be the name of a clause, group, section or card: those of things and of what is declared come first."""
    return target in book.book.cards or (" " not in target and target not in _NO_NAMES and target not in scope.variables)


def _thing(text: str, at: int, place: Place, book: Phrasebook, scope: Scope) -> tuple[Var | Literal, list[Sentence]]:
    words = text.split()
    if words[0] in ("a", "an"):
        whole, but_last = " ".join(words[1:]), " ".join(words[1:-1])
        kind = next((kind for kind in (whole, but_last) if kind in book.book.kinds), None)
        if kind is None:
            raise SentenceError("name", f"there is no kind `{whole}`", at, len(text), did_you_mean(whole, book.book.kinds))
        name = whole if kind == whole else words[-1]
        scope.variables.setdefault(name, kind)
        return Var(name), []
    try:
        term, _ = read_term(text, book, scope, Type("thing", kind="thing"))
    except SentenceError as error:
        error.start += at
        name = text.removeprefix("the ")
        if error.code == "phrase" and " " not in name:
            raise SentenceError("name", f"nothing is called `{text}`", at, len(text), did_you_mean(name, scope.variables)) from None
        raise
    reading = finish(Apply("", (term,)), "is", Literal(False), text, place, book, scope)
    return reading.conclusion.args[0], reading.conditions  # type: ignore[return-value]


# ---- when all clauses are read ----


def as_written(clause: Clause) -> Clause:
    """A clause without what exceptions, its own or from it, have brought to it."""
    if clause.exemptions:
        own = [c for c in clause.conclusions if not c.property.startswith(APPLIES)]
        clause = replace(clause, conclusions=tuple(own), parameters=tuple(p for p in clause.parameters if FREE not in p.name))
    if clause.unlesses and applying(clause.unlesses[-1]):
        clause = replace(clause, unlesses=clause.unlesses[:-1], unless_texts=clause.unless_texts[:-1])
    return clause


def with_exceptions(book: Rulebook, messages: Messages) -> Rulebook:
    """The book with what its exceptions bring to its clauses. What they name wrongly goes into `messages`."""
    if not book.insisting and not any(c.exemptions or c.unlesses and applying(c.unlesses[-1]) for c in book.clauses.values()):
        return book
    clauses = {name: as_written(clause) for name, clause in book.clauses.items() if FREE not in name}
    properties = {name: prop for name, prop in book.properties.items() if not name.startswith(APPLIES)}
    plain = replace(book, clauses=dict(clauses), properties=dict(properties), insisting={})
    linking = _Linking(plain, messages)
    for clause in plain.clauses.values():
        if clause.exemptions:
            made = linking.excepting(clause)
            del clauses[clause.name]
            clauses |= {one.name: one for one in made}
    for name, places in linking.places.items():
        target = plain.clauses[name]
        properties[APPLIES + name] = _property(target, places)
        if name in clauses:
            clauses[name] = _excepted(clauses[name], places)
    insisting = {name: _insisting(plain.clauses[name], linking.places[name]) for name in linking.insisting if name in clauses}
    return replace(plain, clauses=clauses, properties=properties, insisting=insisting)


Places = tuple[Parameter, ...]
"""The variables of a clause of which exceptions from it speak, in its order."""


@dataclass
class _Linking:
    """Finds the clauses that exceptions speak of.

    `places` are the variables of each of them that exceptions are about, `insisting` those that claim over an exception.
    """

    book: Rulebook
    messages: Messages
    places: dict[str, Places] = field(default_factory=dict)
    insisting: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.together = clauses_together(self.book)
        found = [
            (c, exemption, *meant) for c in self.book.clauses.values() for exemption in c.exemptions for meant in self._meant(c, exemption)
        ]
        spoken: dict[str, set[int | None]] = defaultdict(set)
        self.meant: dict[str, list[tuple[Exemption, Clause, int | None]]] = defaultdict(list)
        for clause, exemption, target, at in found:
            spoken[target.name].add(at)
            self.meant[clause.name].append((exemption, target, at))
            if _claims_over(self.book, target, clause, self.together):
                self.insisting[target.name] = None
        for name, indices in spoken.items():
            self.places[name] = tuple(p for i, p in enumerate(self.book.clauses[name].parameters) if i in indices)

    def excepting(self, clause: Clause) -> list[Clause]:
        """The clause with a conclusion for each clause that its exceptions speak of.

        A conclusion that leaves places free stands alone: whether there are things for them is nothing to the others.
        """
        if clause.fallback:
            self.messages.add("clause", f"`{clause.name}` is an exception, and no fallback", clause.place, "leave out `fallback`")
        said, apart = list(clause.conclusions), []
        for exemption, target, at in self.meant[clause.name]:
            own = target.parameters[at].name if at is not None else ""
            free = {p.name: Parameter(p.name + FREE + target.name, p.kind) for p in self.places[target.name] if p.name != own}
            args = tuple(Var(free[p.name].name) if p.name in free else exemption.thing for p in self.places[target.name])
            value = Literal(exemption.holds)
            one = Conclusion(APPLIES + target.name, args, "is", value, exemption.text, exemption.place)  # type: ignore[arg-type]
            if free:
                apart.append((target.name, one, tuple(free.values())))
            else:
                said.append(one)
        made = [replace(clause, conclusions=tuple(said))] if said else []
        for name, one, more in apart:
            called = clause.name if not made else f"{clause.name},{FREE}{name}"
            groups = clause.groups if not made else (*clause.groups, clause.name)
            made.append(replace(clause, name=called, groups=groups, conclusions=(one,), parameters=(*clause.parameters, *more)))
        return made

    def _meant(self, clause: Clause, exemption: Exemption) -> Iterator[tuple[Clause, int | None]]:
        """The clauses that an exception speaks of, each with the variable that it is about."""
        name = exemption.target
        single = self.book.clauses.get(name)
        others = [single] if single else [c for c in self.together.get(name, ()) if c.name != clause.name]
        if not others:
            self._nothing(name, exemption)
            return
        if exemption.thing is None:
            yield from ((other, None) for other in others)
            return
        found = [(other, self._variables(clause, exemption, other)) for other in others]
        if not any(places for _, places in found):
            which = exemption.role or "this"
            self.messages.add("name", f"`{name}` speaks of nothing that could be {which}", exemption.place, _speaks_of(others[0]))
        for other, places in found:
            if len(places) > 1:
                roles = " or ".join(f"`as the {other.parameters[i].name}`" for i in places)
                self.messages.add("name", f"`{other.name}` speaks of several that could be this", exemption.place, f"say {roles} after it")
            elif places:
                yield other, places[0]

    def _nothing(self, name: str, exemption: Exemption) -> None:
        strict = "definition" if name in self.book.definitions else "invariant" if name in self.book.invariants else ""
        if strict:
            message, help = (
                f"`{name}` is {with_article(strict)}: it holds strictly, and nothing is excepted from it",
                f"give the {strict} a condition",
            )
        else:
            known = {*self.book.clauses, *self.book.cards, *(group for c in self.book.clauses.values() for group in c.groups)}
            message, help = f"no clause, group, card or section is called `{name}`", did_you_mean(name, known)
        self.messages.add("name", message, exemption.place, help)

    def _variables(self, clause: Clause, exemption: Exemption, other: Clause) -> list[int]:
        """The variables of the other clause that the exception can be about."""
        if exemption.role:
            return [i for i, p in enumerate(other.parameters) if p.name == exemption.role]
        kinds = self._kinds(clause, exemption)
        for fits in (str.__eq__, self._related, self.book.may_meet):
            if found := [i for i, p in enumerate(other.parameters) if any(fits(kind, p.kind) for kind in kinds)]:
                return found
        return []

    def _kinds(self, clause: Clause, exemption: Exemption) -> tuple[str, ...]:
        match exemption.thing:
            case Var(name):
                return (clause.kind_of(name),)
            case Literal(Ref() as thing):
                return self.book.constants.get(thing.name, (thing.name,) if thing.name in self.book.kinds else ("thing",))
        return ("thing",)

    def _related(self, kind: str, other: str) -> bool:
        return "thing" in (kind, other) or self.book.is_a(kind, other) or self.book.is_a(other, kind)


def _speaks_of(clause: Clause) -> str:
    own = [p for p in clause.parameters if p.name != "it" and "@" not in p.name and not p.name.startswith("place ")]
    named = ", ".join(with_article(p.kind) if p.kind == p.name else f"{with_article(p.kind)} {p.name}" for p in own)
    return f"it speaks of {named}" if named else "it speaks of nothing in particular: leave out `to ...`"


def _property(clause: Clause, places: Places) -> Property:
    """Whether the clause applies to these things: by default, yes, as its statement says."""
    words: list[str | Slot] = [*(token.text for token in tokens_of(clause.name)), "applies"]
    for index, place in enumerate(places):
        words += ["with" if index else "to", Slot(place.name, place.kind)]
    text = " ".join(word if isinstance(word, str) else f"{{{word.kind} {word.role}}}" for word in words)
    return Property(
        APPLIES + clause.name, (Phrase(text, tuple(words), len(tokens_of(clause.name))),), tuple(p.name for p in places),
        tuple(p.kind for p in places), default=Default(True, by=clause.cites), subject=0 if len(places) == 1 else -1, place=clause.place,
    )  # fmt: skip


def _excepted(clause: Clause, places: Places) -> Clause:
    """The clause, which does not speak where an exception says that it does not apply."""
    applies = Not(Apply(APPLIES + clause.name, tuple(Var(p.name) for p in places)))
    texts = (*clause.unless_texts, f"{clause.name} does not apply")
    return replace(clause, unlesses=(*clause.unlesses, applies), unless_texts=texts)


def _claims_over(book: Rulebook, clause: Clause, other: Clause, together: dict[str, list[Clause]]) -> bool:
    """Whether a clause claims over an exception from it, or that yields to it."""
    return _says(book, clause, "overrides", other, together) or _says(book, other, "yields", clause, together)


def _says(book: Rulebook, clause: Clause, verb: str, other: Clause, together: dict[str, list[Clause]]) -> bool:
    return any(_over(book, claim, other, together) for claim in clause.claims if claim.verb == verb)


def _over(book: Rulebook, claim: Claim, other: Clause, together: dict[str, list[Clause]]) -> bool:
    return claim.target == "everything" or other.name in {one.name for one in targets_of(book, claim, together)}


def _insisting(clause: Clause, places: Places) -> Clause:
    """What stands for a clause's claims over exceptions from it: that it applies."""
    args = tuple(Var(p.name) for p in places)
    said = Conclusion(APPLIES + clause.name, args, "is", Literal(True), f"{clause.name} applies", clause.place)
    return Clause(f"{clause.name} (by its claim)", places, (said,), cites=clause.cites, place=clause.place, insists=clause.name)
