"""Which statements of a book bear on a question: those behind the clauses that can answer it, and behind what these ask for in turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, Occurs, Permitted, Sentence, Term, Var, walk
from adjudicator.model.rulebook import Rulebook, properties_in

DEEPEST = 2
"""So many steps behind the clauses that answer a question are looked at."""
_ALWAYS = frozenset(("happens", "may"))
"""What nearly every clause speaks of: it leads from anything to everything."""


def bearing_on(book: Rulebook, asked: Term | Sentence, named: Collection[str] = ()) -> dict[str, int]:
    """For each statement that bears on what is asked how many steps it stands behind it; of single cards only those that are `named`."""
    found: dict[str, int] = {}
    todo, seen = [*_asked_for(book, asked)], set[str]()
    for steps in range(DEEPEST + 1):
        behind: set[str] = set()
        for clause in todo:
            behind |= {f"causes:{one.kind}" for one in clause.parameters}
            if all(not book.kinds[one.kind].printed or one.kind in named for one in clause.parameters if one.kind in book.kinds):
                for id in clause.cites:
                    found.setdefault(id, steps)
                behind |= properties_in((*clause.whens, *clause.unlesses))
        behind -= seen | _ALWAYS
        seen |= behind
        todo = [clause for name in behind for clause in _about(book, name)]
    return found


def _asked_for(book: Rulebook, asked: Term | Sentence) -> Iterator[Clause]:
    """The clauses that can answer what is asked: for leave only those about such deeds."""
    for part in walk(asked):
        match part:
            case Permitted(_, event):
                for clause, index in book.clauses_about.get("may", ()):
                    deed = clause.conclusions[index].args[0]
                    if isinstance(deed, Var) and book.may_meet(clause.kind_of(deed.name), event):
                        yield clause
            case Occurs(event):
                yield from (clause for clause, _ in book.clauses_about.get(f"causes:{event}", ()))
            case Apply(name, _):
                yield from _about(book, name)


def _about(book: Rulebook, name: str) -> Iterator[Clause]:
    """The clauses about a property: what it is, and what changes it; where it is defined, about what its meaning asks for."""
    for about in (name, f"after:{name}"):
        yield from (clause for clause, _ in book.clauses_about.get(about, ()))
    definition = book.definition_of.get(name)
    for read in properties_in(definition.meaning) - {name} - _ALWAYS if definition is not None else ():
        for about in (read, f"after:{read}"):
            yield from (clause for clause, _ in book.clauses_about.get(about, ()))
