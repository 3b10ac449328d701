"""Random edits of a rulebook, as an author makes them: one clause said otherwise, one less, one more, one elsewhere."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

from adjudicator.model.clauses import Claim, Clause, Conclusion, Parameter
from adjudicator.model.expressions import Literal, Not, Sentence, free_variables
from adjudicator.model.rulebook import Rulebook


def edited(book: Rulebook, random: Random) -> Rulebook:
    """The book after one edit; its digest is another one."""
    names = list(book.clauses)
    clause = book.clauses[random.choice(names)]
    clauses = random.choice(EDITS)(book, clause, random)
    return replace(book, clauses=clauses, digest=f"{book.digest} {random.random()}")


def _with(book: Rulebook, clause: Clause) -> dict[str, Clause]:
    return {**book.clauses, clause.name: clause}


def _fitting(book: Rulebook, clause: Clause, random: Random) -> Sentence | None:
    """A condition of some other clause that can be said of what this one speaks of."""
    known = {p.name: p.kind for p in clause.parameters}
    found = [
        when for other in book.clauses.values() for when in other.whens
        if free_variables(when) <= known.keys() and all(other.kind_of(name) == known[name] for name in free_variables(when))
    ]  # fmt: skip
    return random.choice(found) if found else None


def _condition(book: Rulebook, clause: Clause, random: Random) -> dict[str, Clause]:
    """One condition more, less, or the other way round."""
    more = _fitting(book, clause, random)
    whens = list(clause.whens)
    if whens and random.random() < 0.6:
        place = random.randrange(len(whens))
        gone = whens.pop(place)
        if random.random() < 0.5:
            whens.insert(place, gone.body if isinstance(gone, Not) else Not(gone))
    elif more is not None:
        whens.insert(random.randrange(len(whens) + 1), more)
    return _with(book, replace(clause, whens=tuple(whens)))


def _exception(book: Rulebook, clause: Clause, random: Random) -> dict[str, Clause]:
    more = _fitting(book, clause, random)
    unlesses = () if clause.unlesses or more is None else (more,)
    return _with(book, replace(clause, unlesses=unlesses))


def _value(book: Rulebook, clause: Clause, random: Random) -> dict[str, Clause]:
    """Another value: one that another clause about the property gives, or the other way round."""
    index = random.randrange(len(clause.conclusions))
    said = clause.conclusions[index]
    values = [c.conclusions[i].value for c, i in book.clauses_about[said.property] if isinstance(c.conclusions[i].value, Literal)]
    if isinstance(said.value, Literal) and values:
        value = random.choice(values)
        if isinstance(value.value, bool):
            value = Literal(not said.value.value)
        elif isinstance(value.value, Fraction):
            value = Literal(value.value + 1)
        said = replace(said, value=value, text=f"{said.text} or so")
    return _with(book, replace(clause, conclusions=_put(clause.conclusions, index, said)))


def _put(conclusions: tuple[Conclusion, ...], index: int, said: Conclusion) -> tuple[Conclusion, ...]:
    return (*conclusions[:index], said, *conclusions[index + 1 :])


def _standing(book: Rulebook, clause: Clause, random: Random) -> dict[str, Clause]:
    """Another status, source or number."""
    form = random.randrange(3)
    if form == 0:
        return _with(book, replace(clause, status=random.choice(("rule", "principle", "effect", "disputed", "suggestion"))))
    if form == 1:
        return _with(book, replace(clause, source=random.choice(("", *book.sources))))
    return _with(book, replace(clause, number=random.choice((None, 5, 25))))


def _claim(book: Rulebook, clause: Clause, random: Random) -> dict[str, Clause]:
    """A claim over another clause, which claims nothing itself; or none any more."""
    others = [c.name for c in book.clauses.values() if c.name != clause.name and not c.claims and not c.fallback]
    if clause.claims or clause.fallback or not others:
        return _with(book, replace(clause, claims=()))
    claimed = any(k.target == clause.name for c in book.clauses.values() for k in c.claims)
    return _with(book, clause if claimed else replace(clause, claims=(Claim("overrides", random.choice(others)),)))


def _kind(book: Rulebook, clause: Clause, random: Random) -> dict[str, Clause]:
    """One of its things is of another kind."""
    if not clause.parameters:
        return _with(book, clause)
    place = random.randrange(len(clause.parameters))
    old = clause.parameters[place]
    near = [k for k in book.kinds if old.kind in book.kinds[k].parents or k in book.kinds.get(old.kind, book.kinds[k]).parents]
    kind = random.choice(near) if near else old.kind
    return _with(book, replace(clause, parameters=_at(clause.parameters, place, Parameter(old.name, kind))))


def _at(parameters: tuple[Parameter, ...], place: int, parameter: Parameter) -> tuple[Parameter, ...]:
    return (*parameters[:place], parameter, *parameters[place + 1 :])


def _gone(book: Rulebook, clause: Clause, random: Random) -> dict[str, Clause]:
    left = {name: other for name, other in book.clauses.items() if name != clause.name}
    claimed = any(k.target == clause.name for c in left.values() for k in c.claims)
    return book.clauses if claimed or len(left) < 3 else left


def _again(book: Rulebook, clause: Clause, random: Random) -> dict[str, Clause]:
    """The same clause once more, under another name."""
    name = f"{clause.name}-again"
    return book.clauses if name in book.clauses else {**book.clauses, name: replace(clause, name=name, claims=())}


def _moved(book: Rulebook, clause: Clause, random: Random) -> dict[str, Clause]:
    """It stands last."""
    return {**{name: other for name, other in book.clauses.items() if name != clause.name}, clause.name: clause}


def _swapped(book: Rulebook, clause: Clause, random: Random) -> dict[str, Clause]:
    """Two clauses have changed places."""
    names = list(book.clauses)
    one, other = random.randrange(len(names)), random.randrange(len(names))
    names[one], names[other] = names[other], names[one]
    return {name: book.clauses[name] for name in names}


EDITS = (_condition, _condition, _condition, _exception, _value, _standing, _claim, _kind, _gone, _again, _moved, _swapped)
