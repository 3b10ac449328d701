"""Explicit claims: which clause claims precedence over which, closed transitively.

A claim that names a clause beats a claim over everything (docs/meaning.md 4.2).
"""

from __future__ import annotations

from functools import cached_property

from adjudicator.language.links import clauses_together, targets_of
from adjudicator.model.clauses import Clause
from adjudicator.model.graphs import components, reachable
from adjudicator.model.rulebook import Rulebook

Reasons = dict[str, dict[str, str]]
"""For each stronger clause, the weaker ones with the reason."""


class Claims:
    """The relation of the explicit-claim rung for one rulebook.

    A claim `about` one property concerns only that property: the closure is
    taken anew for each set of such aspects that a property calls up.
    """

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._below: dict[tuple[str, frozenset[str]], frozenset[str]] = {}
        self._graphs: dict[frozenset[str], Reasons] = {}

    @cached_property
    def edges(self) -> list[tuple[str, str, str, str]]:
        """(stronger, weaker, aspect, reason) for every claim that names its target."""
        found = []
        together = clauses_together(self.book)
        for clause in self.book.clauses.values():
            for claim in clause.claims:
                if claim.target == "everything":
                    continue
                for target in targets_of(self.book, claim, together):
                    if target.name != clause.name and claim.verb == "overrides":
                        found.append((clause.name, target.name, claim.aspect, "it claims to override it"))
                    elif target.name != clause.name:
                        found.append((target.name, clause.name, claim.aspect, "the other yields to it"))
        return found

    @cached_property
    def named(self) -> Reasons:
        """All claims by name as one graph, whatever they are about."""
        return self._graph(frozenset(aspect for _, _, aspect, _ in self.edges if aspect))

    def _graph(self, aspects: frozenset[str]) -> Reasons:
        graph = self._graphs.get(aspects)
        if graph is None:
            graph = self._graphs[aspects] = {}
            for stronger, weaker, aspect, reason in self.edges:
                if not aspect or aspect in aspects:
                    graph.setdefault(stronger, {})[weaker] = reason
        return graph

    @cached_property
    def _aspects(self) -> frozenset[str]:
        return frozenset(aspect for _, _, aspect, _ in self.edges if aspect)

    def _about(self, about: str) -> frozenset[str]:
        return self._aspects & {about, about.split(":")[0]}

    @cached_property
    def sweeping(self) -> dict[str, str]:
        """Clauses that claim over everything, with the aspect of that claim."""
        return {c.name: claim.aspect for c in self.book.clauses.values() for claim in c.claims
                if claim.target == "everything" and claim.verb == "overrides"}  # fmt: skip

    @cached_property
    def yielding(self) -> frozenset[str]:
        """Clauses that yield to everything."""
        return frozenset(c.name for c in self.book.clauses.values() for claim in c.claims
                         if claim.target == "everything" and claim.verb == "yields")  # fmt: skip

    def below(self, name: str, about: str) -> frozenset[str]:
        """All clauses that this one claims over by name about a property, directly or through others."""
        key = (name, self._about(about))
        if key not in self._below:
            graph = self._graph(key[1])
            self._below[key] = reachable(graph, name) - {name}
        return self._below[key]

    def beats(self, a: Clause, b: Clause, about: str) -> str:
        """Why `a` is above `b` when both speak of property `about`; empty when it is not."""
        if a.name == b.name:
            return ""
        if b.name in self.below(a.name, about):
            graph = self._graph(self._about(about))
            return graph.get(a.name, {}).get(b.name, "it claims over one that claims over it")
        if a.name in self.below(b.name, about):
            return ""
        if self._sweeps(a, b, about):
            return "it claims to override everything"
        if b.name in self.yielding and a.name not in self.yielding:
            return "the other yields to everything"
        for between in self.sweeping:
            if between in self.below(a.name, about) and self._sweeps(self.book.clauses[between], b, about):
                return f"it claims over {between}, which overrides everything"
        return "the other speaks only where nothing else does" if b.fallback and not a.fallback else ""

    def _sweeps(self, a: Clause, b: Clause, about: str) -> bool:
        aspect = self.sweeping.get(a.name)
        if aspect is None or b.name in self.sweeping or (aspect and aspect not in (about, about.split(":")[0])):
            return False
        return a.name not in self.below(b.name, about)

    def cycles(self) -> list[list[str]]:
        """Circles of claims, each as the clauses on it, shortest first."""
        found = [sorted(part) for part in components(self.named) if len(part) > 1]
        return sorted((self._circle(part) for part in found), key=lambda c: (len(c), c))

    def _circle(self, part: list[str]) -> list[str]:
        """One circle among clauses that all lead to each other."""
        import networkx as nx

        graph = nx.DiGraph([(a, b) for a in part for b in sorted(self.named.get(a, {})) if b in part])
        return [a for a, _ in nx.find_cycle(graph, part[0])]


_KNOWN: dict[str, Claims] = {}


def claims_of(book: Rulebook) -> Claims:
    """The claims of a rulebook, worked out once in a run."""
    if not book.digest:
        return Claims(book)
    return _KNOWN.setdefault(book.digest, Claims(book))
