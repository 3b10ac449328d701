"""Which of two clauses is the more specific on what both conclude about.

The order of docs/meaning.md 5.1: first by the kind of thing the clause is about,
then by its whole condition.  What entails what is decided elsewhere (by the
solver); here it is only compared, as in the specificity of Nute's defeasible logic.
"""

from __future__ import annotations

from typing import Protocol

from adjudicator.model.clauses import Clause
from adjudicator.records import dataclass


class Entails(Protocol):
    """Decides entailment between the requirements of two clauses' conclusions."""

    def conditions_entail(self, a: Clause, a_index: int, b: Clause, b_index: int) -> bool: ...

    def subject_entails(self, a: Clause, a_index: int, b: Clause, b_index: int) -> bool: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the first clause is the more specific, and why, as said of the first."""

    holds: bool
    reason: str


def more_specific(a: Clause, a_index: int, b: Clause, b_index: int, entails: Entails) -> Verdict:
    """Compare conclusion `a_index` of `a` with conclusion `b_index` of `b`."""
    if a.conclusions[a_index].property != b.conclusions[b_index].property:
        return Verdict(False, "they speak of different properties")
    match entails.subject_entails(a, a_index, b, b_index), entails.subject_entails(b, b_index, a, a_index):
        case True, False:
            return Verdict(True, "its subject is narrower")
        case False, True:
            return Verdict(False, "its subject is wider")
        case False, False:
            return Verdict(False, "neither subject is narrower than the other")
    match entails.conditions_entail(a, a_index, b, b_index), entails.conditions_entail(b, b_index, a, a_index):
        case True, False:
            return Verdict(True, "same subject, narrower condition")
        case False, True:
            return Verdict(False, "same subject, wider condition")
        case False, False:
            return Verdict(False, "same subject, and neither condition is narrower than the other")
    return Verdict(False, "same subject, same condition")
