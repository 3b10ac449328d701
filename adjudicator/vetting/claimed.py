"""What `check` says of the upper rungs: the keeper's calls, claims in a row with nothing between their ends, contradictions never met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.engine.judging import contrary_values
from adjudicator.engine.speakers import MODIFIERS
from adjudicator.model.clauses import Clause, Conclusion
from adjudicator.model.expressions import Literal, Var
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.vocabulary import Contradiction
from adjudicator.precedence.claims import claims_of
from adjudicator.vetting.noted import Finding

PARTS = {"clause": "all of it", "fallback": "`fallback`", "number": "its number"}


def keepers_calls(book: Rulebook) -> Iterator[Finding]:
    """Every call that the keeper of the rulebook has made, with his reason."""
    for clause in book.clauses.values():
        said = [(f"{claim.verb} {claim.target}", claim.warrant.call, claim.place) for claim in clause.claims]
        said += [(PARTS.get(part, part), warrant.call, clause.place) for part, warrant in clause.warrants]
        for what, why, place in dict.fromkeys(one for one in said if one[1]):
            yield Finding("call", f"{clause.name}, {what}: {why}", place, (clause.name,), "info")
    defaults = [(p.phrases[0].text if p.phrases else p.name, p.default.call, p.place) for p in book.properties.values()]
    defaults += [(event.name, event.call, event.place) for event in book.events.values()]
    for name, why, place in defaults:
        if why:
            yield Finding("call", f"the default of `{name}`: {why}", place, (), "info")


def claims_in_a_row(book: Rulebook) -> Iterator[Finding]:
    """Three clauses, contrary in pairs: the first over the second, the second over the third, and nothing between first and last."""
    claims = claims_of(book)
    for name, pairs in book.clauses_about.items():
        speaking = [(c, c.conclusions[i]) for c, i in pairs if c.conclusions[i].form not in MODIFIERS and not c.fallback]
        named = [(c, said) for c, said in speaking if claims.below(c.name, name)]
        for first, top in named:
            for second, middle in named:
                if second.name not in claims.below(first.name, name) or not _contrary(book, (first, top), (second, middle), name):
                    continue
                for third, last in speaking:
                    over = third.name in claims.below(second.name, name) and first.name != third.name
                    apart = _contrary(book, (second, middle), (third, last), name) and _contrary(book, (first, top), (third, last), name)
                    if over and apart and not claims.edge(first, third, name) and not claims.edge(third, first, name):
                        message = f"{first.name} goes before {second.name}, and that before {third.name}, but nothing says who of the " \
                                  f"first and the last goes before the other about {name}"  # fmt: skip
                        yield Finding("claims", message, first.place, (first.name, second.name, third.name), "note")


def _contrary(book: Rulebook, one: tuple[Clause, Conclusion], other: tuple[Clause, Conclusion], name: str) -> bool:
    """Whether the two can be contrary: different values, and places that the same things can fill."""
    (a, said), (b, answered) = one, other
    if isinstance(said.value, Literal) and isinstance(answered.value, Literal):
        if not contrary_values(name.removeprefix("after:"), said.value.value, answered.value.value):
            return False
    elif name == "may":
        return False
    places = zip(said.args, answered.args, strict=True)
    kinds = ((a.kind_of(x.name), b.kind_of(y.name)) for x, y in places if isinstance(x, Var) and isinstance(y, Var))
    return all(book.may_meet(k, j) for k, j in kinds if k and j)


def declared_contradictions(book: Rulebook) -> Iterator[Finding]:
    """Every contradiction of the book that is declared, with what is played and why."""
    for one in book.contradictions.values():
        first, second = (" and ".join(side) for side in one.sides)
        said = f"{first} against {second}: they cannot both be followed, and {one.played} is played: {one.because}"
        yield Finding("declared", said, one.place, (), "info", _cites(one), one.sides)


def contradiction_findings(book: Rulebook) -> Iterator[Finding]:
    """Declared contradictions whose clauses can never meet (and no clause stands under one side), and clauses that cite both sides."""
    for one in book.contradictions.values():
        sides = [[c for c in book.clauses.values() if one.side_of(c) == side[0]] for side in one.sides]
        stands_under_it = any(clause.reading is not None and clause.reading[0] == one.name for clause in book.clauses.values())
        if not stands_under_it and not any(_meet(book, a, b) for a in sides[0] for b in sides[1]):
            missing = next((side[0] for side, clauses in zip(one.sides, sides, strict=True) if not clauses), "")
            why = f"no clause carries {missing} alone" if missing else "none of their clauses can say contrary things of one matter"
            yield Finding("contradiction", f"{one.name} can never be met: {why}", one.place, (), "warning", _cites(one))
        for clause in book.clauses.values():
            if all(not set(side).isdisjoint(clause.cites) for side in one.sides):
                message = f"{clause.name} cites both sides of the contradiction {one.name}, and so stands on neither"
                yield Finding("contradiction", message, clause.place, (clause.name,), "note", _cites(one))


def _meet(book: Rulebook, a: Clause, b: Clause) -> bool:
    """Whether two clauses can say contrary things of one matter, and neither gives way to the other before."""
    claims = claims_of(book)
    if a.fallback != b.fallback:
        return False
    return any(not claims.edge(a, b, name) and not claims.edge(b, a, name) for _, _, name in contrary_pairs(book, [a], [b]))


def contrary_pairs(book: Rulebook, ones: Iterable[Clause], others: Sequence[Clause]) -> Iterator[tuple[Clause, Clause, str]]:
    """The clauses of either list that can say contrary things of one matter, with the property of which they do."""
    for a in ones:
        for b in others:
            for said in a.conclusions:
                for answered in b.conclusions:
                    same = said.property == answered.property and said.form not in MODIFIERS and answered.form not in MODIFIERS
                    if same and _contrary(book, (a, said), (b, answered), said.property):
                        yield a, b, said.property


def _cites(one: Contradiction) -> tuple[str, ...]:
    return (*one.sides[0], *one.sides[1])
