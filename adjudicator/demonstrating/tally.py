"""How far a run has come: which statements of the register are judged whole, and how many of them are demonstrated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from adjudicator.demonstrating.carrying import carriers_of
from adjudicator.demonstrating.mutations import CORE, Mutation
from adjudicator.demonstrating.noticing import Verdict
from adjudicator.model.rulebook import RegisterEntry, Rulebook
from adjudicator.vetting.checking import own_register


def by_play(verdict: Verdict) -> bool:
    """Whether a scenario told as play noticed the change."""
    return bool(verdict.unit) and not verdict.spoilt


def changes_of(book: Rulebook, mutations: Iterable[Mutation]) -> list[tuple[RegisterEntry, list[Mutation]]]:
    """For each statement of the book's own register the changes by which it is demonstrated."""
    by_rule: dict[tuple[str, str], list[Mutation]] = defaultdict(list)
    for mutation in mutations:
        if mutation.change in CORE:
            by_rule[mutation.sort, mutation.rule].append(mutation)
    carriers = carriers_of(book)
    return [(entry, [m for rule in carriers.get(entry.id, ()) for m in by_rule.get(rule, ())]) for entry in own_register(book).values()]


class Tally:
    """The statements said to be encoded, each with its changes: `open` are those of which some change has no verdict yet."""

    def __init__(self, book: Rulebook, mutations: Iterable[Mutation]) -> None:
        encoded = [(entry.id, changes) for entry, changes in changes_of(book, mutations) if entry.stands == "encoded"]
        self.open = {name: {mutation.key: mutation for mutation in changes} for name, changes in encoded if changes}
        self.total, self.demonstrated = len(encoded), 0
        self._of: dict[str, list[str]] = defaultdict(list)
        self._verdicts: dict[str, list[Verdict]] = defaultdict(list)
        for name, changes in encoded:
            for mutation in changes:
                self._of[mutation.key].append(name)

    def counts(self, mutation: Mutation) -> bool:
        """Whether it is a change by which some statement is demonstrated."""
        return mutation.key in self._of

    def judged(self, mutation: Mutation, verdict: Verdict) -> None:
        """A change has a verdict; where the time did not reach it, its statements stay open."""
        for name in self._of.get(mutation.key, ()) if verdict.reached else ():
            if name not in self.open or self.open[name].pop(mutation.key, None) is None:
                continue
            self._verdicts[name].append(verdict)
            if not self.open[name]:
                del self.open[name]
                counted = [one for one in self._verdicts[name] if not one.equal]
                self.demonstrated += bool(counted) and all(map(by_play, counted))

    def __str__(self) -> str:
        return f"{self.total - len(self.open):,} of {self.total:,} statements judged, {self.demonstrated:,} demonstrated"
