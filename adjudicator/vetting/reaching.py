"""What a thing may be declared as to be of a kind at all, and to meet what a clause plainly asks of it.

A thing is of a kind by its declaration, or because a clause counts it as one; such a clause has conditions of its own
about what it counts.  So an event that is to be an answer and an attack may be a cast, and never a pickup, if nothing counts a
pickup as either.  Only what no situation of the stage can contradict is used: a thing there is of one declared kind, and no
scenario says in spite of the clauses what something counts as.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from adjudicator.model.clauses import DORMANT_STATUSES, Clause
from adjudicator.model.expressions import And, Apply, Compare, Literal, Or, Sentence, Term, Var, walk
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref

Kinds = frozenset[str]


class Reach:
    """The declared kinds of those things that can be what is asked of them, under one rulebook."""

    def __init__(self, book: Rulebook, awake: frozenset[str] = frozenset()) -> None:
        self.book, self.awake = book, awake
        self._declared: dict[str, Kinds] = {}
        self._playing: dict[str, Kinds] = {}

    def of(self, kind: str) -> Kinds | None:
        """The declared kinds of things that can be of this kind; None for any."""
        if kind in ("", "thing"):
            return None
        known = self._counted.get(kind)
        return known if known is not None else self._below(kind)

    def playing(self, role: str) -> Kinds:
        """The declared kinds of events in which somebody plays the role."""
        if role not in self._playing:
            having = [e.name for e in self.book.events.values() if role in e.roles]
            self._playing[role] = frozenset().union(*(self._below(name) for name in having))
        return self._playing[role]

    def filling(self, event: str, role: str) -> Kinds | None:
        """The declared kinds of those who can play the role in an event declared so; None for any, nobody where it has no such role."""
        found: Kinds = frozenset()
        for above in self.book.ancestors.get(event, ()):
            declared = self.book.events.get(above)
            if declared is not None and role in declared.roles:
                fillers = self.of(declared.kinds[declared.roles.index(role)])
                if fillers is None:
                    return None
                found |= fillers
        return found

    def asked(self, sentence: Sentence, about: Term) -> Kinds | None:
        """What the thing must be declared as for the sentence to hold of it; None for anything."""
        return self._asked(sentence, about, self.of)

    def _asked(self, sentence: Sentence, about: Term, of: Callable[[str], Kinds | None]) -> Kinds | None:
        match sentence:
            case Apply(name, (term,)) if name.startswith("kind:"):
                return of(name[5:]) if term == about else self._as_event(term, about)
            case Compare("=", Literal(Ref() as ref), term) | Compare("=", term, Literal(Ref() as ref)):
                return self.named(ref) if term == about else self._as_event(term, about)
            case Compare("=", Apply() as one, other) | Compare("=", other, Apply() as one) if isinstance(other, Var):
                return self._as_event(one, about)
            case And(parts):
                return common(self._asked(part, about, of) for part in parts)
            case Or(parts):
                each = [self._asked(part, about, of) for part in parts]
                return None if None in each else frozenset().union(*(one for one in each if one is not None))
        return None

    def _as_event(self, term: Term, about: Term) -> Kinds | None:
        """A role of it that is to be played by somebody: only events that have the role will do."""
        while isinstance(term, Apply) and term.property.startswith("role:"):
            if term.args[0] == about:
                return self.playing(term.property[5:])
            term = term.args[0]
        return None

    def named(self, ref: Ref) -> Kinds | None:
        """The declared kinds of what has a name of its own; None where that is not known."""
        kinds = self.book.constants.get(ref.name) or ((ref.name,) if ref.name in self.book.kinds else ())
        return frozenset(kinds) or None

    def __str__(self) -> str:
        """All that clauses count as something: the same text for the same."""
        return "\n".join(f"{kind}: {', '.join(sorted(kinds))}" for kind, kinds in sorted(self._counted.items()))

    # ---- what clauses count as something ----

    def _below(self, kind: str) -> Kinds:
        return self.book.descendants.get(kind, frozenset((kind,)))

    @cached_property
    def _counted(self) -> dict[str, Kinds]:
        """For each kind that something can count as, by declaration or by clauses; from below, so that no circle supports itself."""
        found = {kind: self._below(kind) for kind in self.book.changeable_kinds}

        def of(kind: str) -> Kinds | None:
            return None if kind in ("", "thing") else found.get(kind, self._below(kind))

        changed = True
        while changed:
            changed = False
            for kind in found:
                for clause, term in self._counting(kind):
                    more = self._by(clause, term, of)
                    if not more <= found[kind]:
                        found[kind] |= more
                        changed = True
        return found

    def _counting(self, kind: str) -> Iterable[tuple[Clause, Term]]:
        """The clauses that may count something as one of the kind, and what they call it."""
        for below in self._below(kind):
            for name in (f"kind:{below}", f"after:kind:{below}"):
                for clause, index in self.book.clauses_about.get(name, ()):
                    conclusion = clause.conclusions[index]
                    asleep = clause.status in DORMANT_STATUSES and clause.name not in self.awake
                    if not asleep and conclusion.value != Literal(False):
                        yield clause, conclusion.args[0]

    def _by(self, clause: Clause, term: Term, of: Callable[[str], Kinds | None]) -> Kinds:
        if isinstance(term, Literal):
            return (self.named(term.value) if isinstance(term.value, Ref) else None) or frozenset(self.book.kinds)
        kind = clause.kind_of(term.name) if isinstance(term, Var) else ""
        asked = common((of(kind), *(self._asked(when, term, of) for when in clause.whens)))
        return frozenset(self.book.kinds) if asked is None else asked


def common(each: Iterable[Kinds | None]) -> Kinds | None:
    """What is in all of them; None is everything."""
    found: Kinds | None = None
    for one in each:
        if one is not None:
            found = one if found is None else found & one
    return found


Needs = dict[Term, Kinds]
"""For places of a conclusion, and roles of what is in them, the declared kinds that will do."""


def needs_of(reach: Reach, kinds: dict[Term, list[str]], parts: Iterable[Sentence]) -> Needs:
    """What a conclusion plainly needs: by the kinds stated of its places and of the roles in them, and by its conditions."""
    parts = tuple(parts)
    spoken: tuple[Term | Sentence, ...] = (*kinds, *(t for part in parts for t in walk(part)))
    about = {term for term in spoken if isinstance(term, Term) and _is_of_place(term)}
    found: Needs = {}
    for term in about:
        needed = common((*(reach.of(kind) for kind in kinds.get(term, ())), *(reach.asked(part, term) for part in parts)))
        if needed is not None:
            found[term] = needed
    return found


def _is_of_place(term: object) -> bool:
    """Whether the term is a place of the conclusion, or a role of what is in one."""
    if isinstance(term, Var):
        return term.name.startswith("@")
    return isinstance(term, Apply) and term.property.startswith("role:") and _is_of_place(term.args[0])


def apart(reach: Reach, one: Needs, other: Needs) -> bool:
    """Whether no thing on the stage can be what both need."""
    needs = {term: found for term in {**one, **other} if (found := common((one.get(term), other.get(term)))) is not None}
    return any(not _fitting(reach, term, needs) for term in needs)


def _fitting(reach: Reach, term: Term, needs: Needs) -> Kinds:
    """Of the kinds that the term may be declared as, those whose roles can be played by somebody who is what is needed there."""
    played = [(t, t.property[5:]) for t in needs if isinstance(t, Apply) and t.args[0] == term]
    if not played:
        return needs[term]
    fitting = [(_fitting(reach, inner, needs), role) for inner, role in played]
    return frozenset(
        kind for kind in needs[term] if all(common((reach.filling(kind, role), fillers)) for fillers, role in fitting)
    )  # fmt: skip
