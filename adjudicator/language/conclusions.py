"""Conclusions: what a clause says, from its sentence to the property instance and value it is about."""

from __future__ import annotations

from dataclasses import field, replace
from fractions import Fraction

from adjudicator.language.diagnostics import SentenceError
from adjudicator.language.reading import read_sentence, read_term, told_sentence
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.language.words import with_article
from adjudicator.model.clauses import Conclusion
from adjudicator.model.expressions import (
    CHANCE,
    INSTEAD,
    SAME_TIME,
    And,
    Apply,
    Arith,
    Compare,
    Deed,
    Draw,
    Literal,
    Not,
    Occurs,
    Or,
    Permitted,
    Quantified,
    Sentence,
    Term,
    Var,
)
from adjudicator.model.places import Place
from adjudicator.model.values import AS_USUAL, Type
from adjudicator.records import dataclass


@dataclass
class Reading:
    """A conclusion that has been read, with the conditions its wording brings along."""

    conclusion: Conclusion
    conditions: list[Sentence] = field(default_factory=list)


def read_conclusion(text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading:
    """Read one conclusion line; `a KIND` in it names a new parameter.

    Raises SentenceError where it cannot be read or says nothing a clause can say.
    """
    if text.endswith(STAYS):
        raise SentenceError("conclusion", "what stays as it is, is what an event would change", 0, len(text),
                            "say `then` before it, or that it `is as usual`")  # fmt: skip
    if text.endswith(USUAL):
        return read_defeater(text, place, book, scope)
    if (instead := _instead(text, place, book, scope)) is not None:
        return instead
    for reader in (_first, _same_time, _decided_by, _chosen, _random, read_modifier, read_limit, _becomes):
        found = reader(text, book, scope)
        if found is not None:
            applied, form, value = found
            return finish(applied, form, value, text, place, book, scope)
    return _stated(read_sentence(text, book, scope, introduce=True), text, place, book, scope)


USUAL, STAYS = (" is as usual", " are as usual"), (" stays as it is", " stay as they are")
"""How what a defeater says ends (docs/meaning.md 3.5): of what is so, and of what an event does."""
_WHETHER = "whether "


def without_usual(text: str) -> str:
    """What is as usual, or stays as it is."""
    return next(text.removesuffix(words) for words in (*USUAL, *STAYS) if text.endswith(words))


def read_defeater(text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading:
    """`P is as usual`, `whether S is as usual`. Raises SentenceError where it cannot be read, or is about what is never usual."""
    left = without_usual(text)
    if left.startswith(_WHETHER):
        inside = left.removeprefix(_WHETHER)
        try:
            reading = _stated(read_sentence(inside, book, scope, introduce=True), text, place, book, scope)
        except SentenceError as error:
            error.start += len(_WHETHER)
            raise
    else:
        reading = finish(_target(left, 0, book, scope)[0], "is", Literal(AS_USUAL), text, place, book, scope)
    said = reading.conclusion
    if said.property == "before":
        raise SentenceError("conclusion", "no order is the usual one", 0, len(left), "say which comes first, or who decides it")
    if said.value not in (Literal(True), Literal("may"), Literal(AS_USUAL)):
        raise SentenceError("conclusion", "what is as usual has no value of its own", 0, len(left),
                            "say it without `not` and without a value: `P is as usual`, `whether S is as usual`")  # fmt: skip
    return replace(reading, conclusion=replace(said, value=Literal(AS_USUAL)))


_INSTEAD_OF = " instead of "


def _instead(text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading | None:
    """`EVENT PHRASE instead of the EVENT`; None where the words are part of a declared sentence, or not there."""
    said, word, replaced = text.rpartition(_INSTEAD_OF)
    if not word or told_sentence(text, book, Scope(dict(scope.variables), scope.things)) is not None:
        return None
    sentence = read_sentence(said, book, scope, introduce=True)
    if not isinstance(sentence, Occurs):
        raise SentenceError("conclusion", "this says of no event that it happens", 0, len(said),
                            "before `instead of` stands what happens then")  # fmt: skip
    event, roles = book.book.events[sentence.event], dict(sentence.roles)
    term, _ = _term(replaced, len(said + word), book, scope, Type("thing", kind="event"))
    deed = Deed(event.name, tuple((role, roles.get(role, Literal(None))) for role in event.roles))
    return finish(Apply(INSTEAD, (term,)), "is", deed, text, place, book, scope)


def _first(text: str, book: Phrasebook, scope: Scope) -> Concluded | None:
    """`which of X and Y comes first is decided by T` (or `is random`)."""
    head, tail = "which of ", " comes first is "
    if not text.startswith(head) or tail not in text:
        return None
    pair, _, decider = text[len(head) :].partition(tail)
    first, word, second = pair.partition(" and ")
    if not word:
        raise SentenceError("conclusion", "here stand two things, joined by `and`", len(head), max(1, len(pair)))
    things = Type("thing", kind="thing")
    a = _term(first, len(head), book, scope, things)[0]
    b = _term(second, len(head + first + word), book, scope, things)[0]
    at = len(head + pair + tail)
    if decider == "random":
        return Apply("decider:before", (a, b)), "is", Literal(CHANCE)
    if not decider.startswith("decided by "):
        raise SentenceError("conclusion", f"`{decider}` does not say who decides", at, max(1, len(decider)),
                            "say `is decided by ...`, or `is random`")  # fmt: skip
    who = _term(decider[len("decided by ") :], at + len("decided by "), book, scope, things)[0]
    return Apply("decider:before", (a, b)), "is", who


def _same_time(text: str, book: Phrasebook, scope: Scope) -> Concluded | None:
    """`X and Y happen at the same time`; None where the words are part of a declared sentence, or not there."""
    tail = " happen at the same time"
    if not text.endswith(tail) or told_sentence(text, book, Scope(dict(scope.variables), scope.things)) is not None:
        return None
    pair = text.removesuffix(tail)
    first, word, second = pair.partition(" and ")
    if not word:
        raise SentenceError("conclusion", "here stand two things, joined by `and`", 0, max(1, len(pair)))
    things = Type("thing", kind="thing")
    a, b = _term(first, 0, book, scope, things)[0], _term(second, len(first + word), book, scope, things)[0]
    return Apply("decider:before", (a, b)), "is", Literal(SAME_TIME)


def _chosen(text: str, book: Phrasebook, scope: Scope) -> Concluded | None:
    """`P is chosen by T among SET`."""
    left, word, right = text.partition(" is chosen by ")
    if not word:
        return None
    who, among, members = right.partition(" among ")
    at = len(left + word)
    if not among:
        raise SentenceError("conclusion", "this does not say among what is chosen", at, max(1, len(right)),
                            "say `among SET`, or `is decided by ...` where anything may be chosen")  # fmt: skip
    applied, _ = _target(left, 0, book, scope)
    chooser = _term(who, at, book, scope, Type("thing", kind="thing"))[0]
    return applied, "is", Draw((), _term(members, at + len(who + among), book, scope)[0], chooser)


def _target(text: str, at: int, book: Phrasebook, scope: Scope) -> tuple[Apply, Type]:
    term, kind = _term(text, at, book, scope)
    if not isinstance(term, Apply):
        raise SentenceError("conclusion", f"`{text}` is not a property that a clause can speak of", at, len(text),
                            "a clause speaks of what a declared phrase says of things")  # fmt: skip
    return term, kind


def _term(text: str, at: int, book: Phrasebook, scope: Scope, wanted: Type | None = None) -> tuple[Term, Type]:
    """A term that stands `at` so many characters into the line, so that a message points there."""
    try:
        return read_term(text, book, scope, wanted)
    except SentenceError as error:
        error.start += at
        raise


def _decided_by(text: str, book: Phrasebook, scope: Scope) -> Concluded | None:
    left, word, right = text.partition(" is decided by ")
    if not word:
        return None
    applied, _ = _target(left, 0, book, scope)
    who, _ = _term(right, len(left + word), book, scope, Type("thing", kind="thing"))
    return Apply("decider:" + applied.property, applied.args), "is", who


def _random(text: str, book: Phrasebook, scope: Scope) -> Concluded | None:
    left, word, right = text.partition(" is random")
    if not word or (right and not right.startswith((" among ", ":"))):
        return None
    applied, kind = _target(left, 0, book, scope)
    at = len(left + word)
    if right.startswith(" among "):
        members, _ = _term(right[len(" among ") :], at + len(" among "), book, scope)
        return applied, "is", Draw((), members)
    return applied, "is", _cases(right[1:], at + 1, kind, book, scope) if right else Draw()


def _cases(text: str, at: int, kind: Type, book: Phrasebook, scope: Scope) -> Draw:
    """`1 with chance 1/6, 2 with chance 5/6`."""
    cases, start = [], at
    for part in text.split(","):
        inside = start + len(part) - len(part.lstrip())
        value, chance, weight = part.strip().partition(" with chance ")
        if not chance:
            raise SentenceError("chance", f"`{part.strip()}` gives no chance", inside, max(1, len(part.strip())),
                                "say `VALUE with chance 1/2`")  # fmt: skip
        cases.append((_value(value, inside, kind, book, scope),
                      _term(weight, inside + len(value + chance), book, scope, Type("fraction"))[0]))  # fmt: skip
        start += len(part) + 1
    known = [w.value for _, w in cases if isinstance(w, Literal) and isinstance(w.value, Fraction)]
    total = sum(known, start=Fraction(0))
    if len(known) == len(cases) and total != 1:
        raise SentenceError("chance", f"these chances sum to {total}, not to 1", at + 1, max(1, len(text) - 1))
    return Draw(tuple(cases))


def _value(text: str, at: int, kind: Type, book: Phrasebook, scope: Scope) -> Term:
    if kind.base == "yes/no":
        if text not in ("yes", "no"):
            raise SentenceError("kind", f"`{text}` is neither yes nor no", at, max(1, len(text)))
        return Literal(text == "yes")
    return _term(text, at, book, scope, kind)[0]


Concluded = tuple[Apply, str, Term]
"""Of what something is concluded, in which form, and what."""
_MODIFIERS = (("add ", " to "), ("subtract ", " from "), ("multiply ", " by "))


def read_modifier(text: str, book: Phrasebook, scope: Scope) -> Concluded | None:
    """`add T to P`: where the small word occurs several times, the first split that can be read counts."""
    for verb, word in _MODIFIERS:
        if not text.startswith(verb) or word not in text:
            continue
        before, first = dict(scope.variables), text.find(word)
        at = first
        while at >= 0:
            scope.variables = dict(before)
            try:
                trying = replace(scope, trying=True)
                return _modified(verb, text[len(verb) : at], text[at + len(word) :], at + len(word), book, trying)
            except SentenceError:
                at = text.find(word, at + 1)
        scope.variables = dict(before)
        return _modified(verb, text[len(verb) : first], text[first + len(word) :], first + len(word), book, scope)
    return None


def _modified(verb: str, left: str, right: str, at: int, book: Phrasebook, scope: Scope) -> Concluded:
    if verb == "multiply ":
        applied = _target(left, len(verb), book, scope)[0]
        return applied, "multiplies", _term(right, at, book, scope, Type("fraction"))[0]
    amount = _term(left, len(verb), book, scope, Type("fraction"))[0]
    applied = _target(right, at, book, scope)[0]
    return applied, "adds", amount if verb == "add " else Arith("-", Literal(Fraction(0)), amount)


def read_limit(text: str, book: Phrasebook, scope: Scope) -> Concluded | None:
    """`P is at most T`; where an `is` stands before it, these words belong to something inside."""
    for words in (" is at most ", " is at least "):
        left, word, right = text.partition(words)
        if word and " is " not in left:
            applied = _target(left, 0, book, scope)[0]
            bound = _term(right, len(left + word), book, scope, Type("fraction"))[0]
            return applied, words.strip().removeprefix("is "), bound
    return None


def _becomes(text: str, book: Phrasebook, scope: Scope) -> Concluded | None:
    left, word, right = text.partition(" becomes ")
    if not word:
        return None
    applied, kind = _target(left, 0, book, scope)
    return Apply("after:" + applied.property, applied.args), "is", _value(right, len(left + word), kind, book, scope)


def _stated(sentence: Sentence, text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading:
    match sentence:
        case Apply(name, (Apply() as named,)) if name.startswith("kind:") and " as " not in text:
            card = name[len("kind:") :]
            scope.variables.setdefault(card, card)
            return finish(named, "is", Var(card), text, place, book, scope)
        case Apply():
            return finish(sentence, "is", Literal(True), text, place, book, scope)
        case Not(Apply() as applied):
            return finish(applied, "is", Literal(False), text, place, book, scope)
        case Compare("=", Apply() as applied, value):
            return finish(applied, "is", value, text, place, book, scope)
        case Permitted(modality, event, roles):
            name = next(n for n in (event, *(f"{event} {i}" for i in range(2, 99))) if n not in scope.variables)
            scope.variables[name] = event
            reading = finish(Apply("may", (Var(name),)), "is", Literal(modality), text, place, book, scope)
            reading.conditions += [Compare("=", Apply(f"role:{role}", (Var(name),)), term) for role, term in roles]
            return reading
    raise SentenceError("conclusion", _not_concluded(sentence), 0, len(text), _to_conclude(sentence))


def _not_concluded(sentence: Sentence) -> str:
    """Why a sentence that can be read is nothing that a clause says."""
    match sentence:
        case Or():
            return "this leaves open which of the two is so"
        case And():
            return "these are several sentences"
        case Occurs():
            return "this says that something happens"
        case Compare(op) if op != "=":
            return "this compares, and gives no value"
        case Quantified():
            return "this says something of several things at once"
    return "a clause cannot conclude this"


def _to_conclude(sentence: Sentence) -> str:
    match sentence:
        case Or():
            return "write two clauses with a condition each, or `is chosen by ... among ...`"
        case And():
            return "write each on a line of its own"
        case Occurs():
            return "write `then` before it, where it comes of what happens; or `may`, `may not`, `must`"
        case Quantified(var=var, kind=kind):
            name = var.split("@")[0]
            return f"name one in a `for` line, `for {with_article(kind)}{'' if name == kind else ' ' + name}`, and say it of that one"
    return "a conclusion says one thing of one property: a value, yes or no, may or may not, counts as, comes before"


def finish(applied: Apply, form: str, value: Term, text: str, place: Place, book: Phrasebook, scope: Scope) -> Reading:
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
    family, _, base = name.partition(":")
    if family == "causes":
        return book.book.events[base].kinds[position]
    if family == "copies" or name in ("happens", INSTEAD):
        return "event" if position == 0 else "thing"
    prop = book.book.properties.get(name.partition(":")[2] or name) if ":" in name else book.book.properties.get(name)
    return prop.kinds[position] if prop and position < len(prop.kinds) else "thing"
