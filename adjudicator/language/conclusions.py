"""Conclusions: what a clause says, from its sentence to the property instance and value it is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from adjudicator.language.diagnostics import SentenceError
from adjudicator.language.reading import read_sentence, read_term
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.model.clauses import Conclusion
from adjudicator.model.expressions import Apply, Arith, Compare, Draw, Literal, Not, Permitted, Sentence, Term, Var
from adjudicator.model.places import Place
from adjudicator.model.values import Type


@dataclass
class Reading:
    """A conclusion that has been read, with the conditions its wording brings along."""

    conclusion: Conclusion
    conditions: list[Sentence] = field(default_factory=list)


def read_conclusion(text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading:
    """Read one conclusion line; `a KIND` in it names a new parameter.

    Raises SentenceError where it cannot be read or says nothing a clause can say.
    """
    for reader in (_decided_by, _random, _modifier, _limit, _becomes):
        found = reader(text, book, scope)
        if found is not None:
            applied, form, value = found
            return _finish(applied, form, value, text, place, book, scope)
    return _stated(read_sentence(text, book, scope, introduce=True), text, place, book, scope)


def _target(text: str, book: Phrasebook, scope: Scope) -> tuple[Apply, Type]:
    term, kind = read_term(text, book, scope)
    if not isinstance(term, Apply):
        raise SentenceError("conclusion", f"`{text}` is not a property that a clause can speak of", 0, len(text))
    return term, kind


def _decided_by(text: str, book: Phrasebook, scope: Scope):
    left, word, right = text.partition(" is decided by ")
    if not word:
        return None
    applied, _ = _target(left, book, scope)
    who, _ = read_term(right, book, scope, Type("thing", kind="thing"))
    return Apply("decider:" + applied.property, applied.args), "is", who


def _random(text: str, book: Phrasebook, scope: Scope):
    left, word, right = text.partition(" is random")
    if not word or (right and not right.startswith((" among ", ":"))):
        return None
    applied, kind = _target(left, book, scope)
    if right.startswith(" among "):
        members, _ = read_term(right[len(" among ") :], book, scope)
        return applied, "is", Draw((), members)
    if not right:
        return applied, "is", Draw()
    cases = []
    for part in right[1:].split(","):
        value, chance, weight = part.strip().partition(" with chance ")
        if not chance:
            raise SentenceError("chance", f"`{part.strip()}` gives no chance", text.find(part), len(part),
                                "say `VALUE with chance 1/2`")  # fmt: skip
        cases.append((_value(value, kind, book, scope), read_term(weight, book, scope, Type("fraction"))[0]))
    total = sum((w.value for _, w in cases if isinstance(w, Literal)), start=0)
    if all(isinstance(w, Literal) for _, w in cases) and total != 1:
        raise SentenceError("chance", f"these chances sum to {total}, not to 1", text.find(":"), len(right))
    return applied, "is", Draw(tuple(cases))


def _value(text: str, kind: Type, book: Phrasebook, scope: Scope) -> Term:
    if kind.base == "yes/no":
        if text not in ("yes", "no"):
            raise SentenceError("kind", f"`{text}` is neither yes nor no", 0, len(text))
        return Literal(text == "yes")
    return read_term(text, book, scope, kind)[0]


def _modifier(text: str, book: Phrasebook, scope: Scope):
    if text.startswith("add ") and " to " in text:
        amount, target = text[len("add ") :].split(" to ", 1)
        return _target(target, book, scope)[0], "adds", read_term(amount, book, scope, Type("fraction"))[0]
    if text.startswith("subtract ") and " from " in text:
        amount, target = text[len("subtract ") :].split(" from ", 1)
        term = read_term(amount, book, scope, Type("fraction"))[0]
        return _target(target, book, scope)[0], "adds", Arith("-", Literal(Fraction(0)), term)
    if text.startswith("multiply ") and " by " in text:
        target, factor = text[len("multiply ") :].rsplit(" by ", 1)
        return _target(target, book, scope)[0], "multiplies", read_term(factor, book, scope, Type("fraction"))[0]
    return None


def _limit(text: str, book: Phrasebook, scope: Scope):
    for words in (" is at most ", " is at least "):
        left, word, right = text.partition(words)
        if word:
            bound = read_term(right, book, scope, Type("fraction"))[0]
            return _target(left, book, scope)[0], words.strip().removeprefix("is "), bound
    return None


def _becomes(text: str, book: Phrasebook, scope: Scope):
    left, word, right = text.partition(" becomes ")
    if not word:
        return None
    applied, kind = _target(left, book, scope)
    return Apply("after:" + applied.property, applied.args), "is", _value(right, kind, book, scope)


def _stated(sentence: Sentence, text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading:
    match sentence:
        case Apply():
            return _finish(sentence, "is", Literal(True), text, place, book, scope)
        case Not(Apply() as applied):
            return _finish(applied, "is", Literal(False), text, place, book, scope)
        case Compare("=", Apply() as applied, value):
            return _finish(applied, "is", value, text, place, book, scope)
        case Permitted(modality, event, roles):
            name = next(n for n in (event, *(f"{event} {i}" for i in range(2, 99))) if n not in scope.variables)
            scope.variables[name] = event
            reading = _finish(Apply("may", (Var(name),)), "is", Literal(modality), text, place, book, scope)
            reading.conditions += [Compare("=", Apply(f"role:{role}", (Var(name),)), term) for role, term in roles]
            return reading
    raise SentenceError(
        "conclusion", "a clause cannot conclude this", 0, len(text),
        "a conclusion says one thing of one property: a value, yes or no, may or may not, counts as, comes before",
    )  # fmt: skip


def _finish(applied: Apply, form: str, value: Term, text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading:
    """Make every place of the conclusion a variable or a thing; other terms become conditions."""
    args: list[Term] = []
    conditions: list[Sentence] = []
    for position, arg in enumerate(applied.args):
        if isinstance(arg, Var) and arg not in args or isinstance(arg, Literal):
            args.append(arg)
            continue
        name = f"place {position + 1}"
        while name in scope.variables:
            name += "'"
        scope.variables[name] = _kind_of_place(applied.property, position, book)
        args.append(Var(name))
        conditions.append(Compare("=", arg, Var(name)))
    return Reading(Conclusion(applied.property, tuple(args), form, value, text, place), conditions)


def _kind_of_place(name: str, position: int, book: Phrasebook) -> str:
    prop = book.book.properties.get(name.partition(":")[2] or name) if ":" in name else book.book.properties.get(name)
    return prop.kinds[position] if prop and position < len(prop.kinds) else "thing"

