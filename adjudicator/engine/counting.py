"""Which things can count as one of a kind at all, found without asking about each: most clauses name a fact that few things meet."""

from __future__ import annotations

from adjudicator.model.expressions import Apply, Literal, Sentence, Var
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref
from adjudicator.records import dataclass


@dataclass(frozen=True, slots=True)
class Counting:
    """Who may count as one of a kind: things declared of these kinds, these things, and those at a place of a fact.

    `facts` are the name of a yes/no relation and a place of it: where only the facts of a scenario can make it true, no other
    things than those at this place come into question.
    """

    kinds: frozenset[str]
    things: frozenset[Ref]
    facts: frozenset[tuple[str, int]]


def index_counting(book: Rulebook, plain: frozenset[str]) -> dict[str, Counting]:
    """For each kind that clauses speak of, who may count as one; `plain` are the relations that only facts can make true."""
    found: dict[str, Counting] = {}
    for kind in book.changeable_kinds:
        kinds, things, facts = {kind}, set(), set()
        for below in book.descendants.get(kind, frozenset((kind,))) & book.changeable_kinds:
            kinds.add(below)
            for clause, index in book.clauses_about.get(f"kind:{below}", ()):
                argument = clause.conclusions[index].args[0]
                if not isinstance(argument, Var):
                    if isinstance(argument, Literal) and isinstance(argument.value, Ref):
                        things.add(argument.value)
                    else:
                        kinds.add("thing")
                    continue
                relation = _plain_relation(clause.whens, argument, plain)
                if relation is None:
                    kinds.add(clause.kind_of(argument.name))
                else:
                    facts.add(relation)
        found[kind] = Counting(frozenset(kinds), frozenset(things), frozenset(facts))
    return {kind: _closed(found, kind) for kind in found}


def _plain_relation(whens: tuple[Sentence, ...], argument: Var, plain: frozenset[str]) -> tuple[str, int] | None:
    """A condition of the clause that is a plain relation of the thing: its name, and the place of the thing in it."""
    for when in whens:
        if isinstance(when, Apply) and when.property in plain and argument in when.args:
            return when.property, when.args.index(argument)
    return None


def _closed(direct: dict[str, Counting], kind: str) -> Counting:
    """The same with those who count as one of its kinds by counting as one of another."""
    seen: set[str] = set()
    waiting = [kind]
    kinds, things, facts = frozenset[str](), frozenset[Ref](), frozenset[tuple[str, int]]()
    while waiting:
        one = waiting.pop()
        if one in seen or one not in direct:
            continue
        seen.add(one)
        found = direct[one]
        kinds, things, facts = kinds | found.kinds, things | found.things, facts | found.facts
        waiting += found.kinds
    return Counting(kinds, things, facts)
