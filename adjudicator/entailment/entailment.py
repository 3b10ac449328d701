"""Whether one clause's requirements entail another's, in all situations.

The two questions that specificity asks (docs/meaning.md 5.1).  Verdicts are
remembered by the content of both conditions, in memory and in the store; z3 is
imported only when a question is new.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from adjudicator.entailment.conditions import Condition, subject_condition, subject_roles, whole_condition
from adjudicator.entailment.forms import Goal, Premise, goal_of, identity_and_kinds, named_kinds, premise_of
from adjudicator.entailment.session import DEFAULT_LIMITS, Limits, Result, Session, session_for
from adjudicator.entailment.verdicts import NoStore, Store, vocabulary_digest
from adjudicator.model.clauses import Clause
from adjudicator.model.rebuilding import stable
from adjudicator.model.rulebook import Rulebook

if TYPE_CHECKING:
    from adjudicator.entailment.vocabulary import Vocabulary

Side = tuple[str, int]


class Entailment:
    """Answers the two questions for the clauses of one rulebook; belongs to one thread.

    `unknown` lists the pairs of (clause, conclusion) that the solver could not
    decide within the limits: these count as "does not entail".
    """

    def __init__(self, book: Rulebook, store: Store | None = None, limits: Limits = DEFAULT_LIMITS) -> None:
        self.book = book
        self.store = NoStore() if store is None else store
        self.limits = limits
        self.unknown: list[tuple[Side, Side]] = []
        self.gave_up: set[tuple[Side, Side]] = set()
        self._spent: set[tuple[str, str]] = set()
        self.asked = 0
        self._conditions: dict[tuple[object, ...], tuple[Clause, Condition, str]] = {}
        self._premises: dict[str, Premise] = {}
        self._goals: dict[str, Goal] = {}
        self._verdicts: dict[tuple[str, str], bool | None] = {}
        self._engine: tuple[Vocabulary, Session] | None = None

    def conditions_entail(self, a: Clause, a_index: int, b: Clause, b_index: int) -> bool:
        """Whether everything that `b` requires follows from everything that `a` requires."""
        return self._entails((a, a_index), (b, b_index), None)

    def subject_entails(self, a: Clause, a_index: int, b: Clause, b_index: int) -> bool:
        """Whether the kind of thing that `a` is about is of the kind that `b` is about."""
        roles = subject_roles(self.book, a, a_index) | subject_roles(self.book, b, b_index)
        return self._entails((a, a_index), (b, b_index), tuple(sorted(roles)))

    def save(self) -> None:
        """Write new verdicts to the store; a store that cannot be written is left alone."""
        self.store.save()

    def _entails(self, a: tuple[Clause, int], b: tuple[Clause, int], roles: tuple[str, ...] | None) -> bool:
        (premise, premise_key), (goal, goal_key) = self._condition(*a, roles), self._condition(*b, roles)
        key = (premise_key, goal_key)
        if key not in self._verdicts:
            self._verdicts[key] = self._verdict(key, premise, goal)
        verdict = self._verdicts[key]
        if verdict is None:
            pair = ((a[0].name, a[1]), (b[0].name, b[1]))
            if pair not in self.unknown:
                self.unknown.append(pair)
            if key in self._spent:
                self.gave_up.add(pair)
        return bool(verdict)

    def _condition(self, clause: Clause, index: int, roles: tuple[str, ...] | None) -> tuple[Condition, str]:
        key = (id(clause), index, roles)
        if key not in self._conditions:
            if roles is None:
                condition = whole_condition(self.book, clause, index)
            else:
                condition = subject_condition(self.book, clause, index, roles)
            content = f"{condition.variables} {stable(condition.sentence)}"
            self._conditions[key] = (clause, condition, sha256(content.encode()).hexdigest())
        _, condition, digest = self._conditions[key]
        return condition, digest

    def _verdict(self, key: tuple[str, str], premise: Condition, goal: Condition) -> bool | None:
        if key[0] == key[1]:
            return True
        plain = self._plain_verdict(premise, goal)
        if plain is not None:
            return plain
        stored = f"{key[0]} {key[1]}"
        known = self.store.get(stored)
        if known is not None:
            return known
        verdict = self._ask(key, premise, goal)
        if verdict is not None:
            self.store.put(stored, verdict)
        return verdict

    def _plain_verdict(self, premise: Condition, goal: Condition) -> bool | None:
        """The verdict where both sides are lists of kinds and names: the lattice alone gives it."""
        has, wants = identity_and_kinds(premise), identity_and_kinds(goal)
        if has is None or wants is None or not wants.keys() <= {name for name, _ in premise.variables}:
            return None
        nothing: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
        if any(len(names) > 1 for _, names in has.values()):
            return None
        for variable, (kinds, names) in wants.items():
            if not variable.startswith("@"):
                return None
            has_kinds, has_names = has.get(variable, nothing)
            has_kinds = has_kinds.union(*(named_kinds(self.book, name) for name in has_names))
            above = frozenset().union(*(self.book.ancestors.get(kind, frozenset((kind,))) for kind in has_kinds))
            if not (kinds <= above and names <= has_names):
                return False
        return True

    def _ask(self, key: tuple[str, str], premise: Condition, goal: Condition) -> bool | None:
        from adjudicator.entailment.encode import TooWide
        from adjudicator.entailment.refutation import refutation

        if key[0] not in self._premises:
            self._premises[key[0]] = premise_of(self.book, premise)
        if key[1] not in self._goals:
            self._goals[key[1]] = goal_of(goal)
        vocabulary, session = self._ready()
        self.asked += 1
        try:
            assertions = refutation(vocabulary, self._premises[key[0]], self._goals[key[1]])
        except TooWide:
            return None
        result = session.check_all(assertions)
        if result is Result.UNKNOWN:
            self._spent.add(key)
            return None
        return result is Result.UNSAT

    def _ready(self) -> tuple[Vocabulary, Session]:
        if self._engine is None:
            from adjudicator.entailment.vocabulary import Vocabulary

            session = session_for(self.book.digest or vocabulary_digest(self.book), self.limits)
            self._engine = (Vocabulary(self.book, session), session)
        return self._engine
