"""Explicit claims: which clause claims precedence over which, closed transitively.

A claim that names a clause beats a claim over everything (docs/meaning.md 4.2).
"""

from __future__ import annotations

from functools import cached_property

import networkx as nx

from adjudicator.language.links import aspect_fits, targets_of
from adjudicator.model.clauses import Clause
from adjudicator.model.rulebook import Rulebook


class Claims:
    """The relation of the explicit-claim rung for one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._below: dict[str, frozenset[str]] = {}

    @cached_property
    def named(self) -> nx.DiGraph:
        """An edge from each clause to those it claims over by name; `aspect` limits an edge."""
        graph: nx.DiGraph = nx.DiGraph()
        for clause in self.book.clauses.values():
            for claim in clause.claims:
                if claim.target == "everything":
                    continue
                for target in targets_of(self.book, claim):
                    if target.name != clause.name:
                        pair = (clause.name, target.name) if claim.verb == "overrides" else (target.name, clause.name)
                        graph.add_edge(*pair, aspect=claim.aspect)
        return graph

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

    def below(self, name: str) -> frozenset[str]:
        """All clauses that this one claims over by name, directly or through others."""
        if name not in self._below:
            self._below[name] = frozenset(nx.descendants(self.named, name)) if name in self.named else frozenset()
        return self._below[name]

    def beats(self, a: Clause, b: Clause, about: str) -> str:
        """Why `a` is above `b` when both speak of property `about`; empty when it is not."""
        if a.name == b.name:
            return ""
        if b.name in self.below(a.name):
            return self._named_reason(a, b, about)
        if a.name in self.below(b.name):
            return ""
        if self._sweeps(a, b, about):
            return "it claims to override everything"
        if b.name in self.yielding and a.name not in self.yielding:
            return "the other yields to everything"
        for between in self.sweeping:
            if between in self.below(a.name) and self._sweeps(self.book.clauses[between], b, about):
                return f"it claims over {between}, which overrides everything"
        return "the other speaks only where nothing else does" if b.fallback and not a.fallback else ""

    def _sweeps(self, a: Clause, b: Clause, about: str) -> bool:
        aspect = self.sweeping.get(a.name)
        if aspect is None or b.name in self.sweeping or (aspect and aspect not in (about, about.split(":")[0])):
            return False
        return a.name not in self.below(b.name)

    def _named_reason(self, a: Clause, b: Clause, about: str) -> str:
        if self.named.has_edge(a.name, b.name):
            aspect = self.named.edges[a.name, b.name]["aspect"]
            if aspect and (aspect not in (about, about.split(":")[0]) or not aspect_fits(b, aspect)):
                return ""
            says = any(c.verb == "yields" for c in b.claims) and not any(c.verb == "overrides" for c in a.claims)
            return "the other yields to it" if says else "it claims to override it"
        return "it claims over one that claims over it"

    def cycles(self) -> list[list[str]]:
        """Circles of claims, each as the clauses on it, shortest first."""
        found = [sorted(part) for part in nx.strongly_connected_components(self.named) if len(part) > 1]
        circles = []
        for part in found:
            cycle = nx.find_cycle(self.named.subgraph(part))
            circles.append([a for a, _ in cycle])
        return sorted(circles, key=lambda c: (len(c), c))
