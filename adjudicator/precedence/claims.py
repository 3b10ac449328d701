"""Explicit claims: which clause claims precedence over which. They are direct: A over B and B over C says nothing of A and C.

A claim that names a clause beats a claim over everything (docs/meaning.md 4.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from adjudicator.language.links import clauses_together, targets_of
from adjudicator.model.clauses import UNSAID, Claim, Clause, Warrant
from adjudicator.model.graphs import components
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

Reasons = dict[str, dict[str, str]]
"""For each stronger clause, the weaker ones with the reason."""


@dataclass(frozen=True, slots=True)
class Edge:
    """That one clause goes before another: by whose claim, about what (empty: about everything), and what the claim rests on."""

    stronger: str
    weaker: str
    aspect: str
    reason: str
    warrant: Warrant = UNSAID

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", self.reason + by_whose_word(self.warrant))


def by_whose_word(warrant: Warrant) -> str:
    """What a claim rests on, as the end of a sentence."""
    if warrant.call:
        return f", by the keeper's call: {warrant.call}"
    return f", by {', '.join(warrant.by)}" if warrant.by else ""


class Claims:
    """The relation of the explicit-claim rung for one rulebook, or with `calls` that of the rung of the keeper's calls."""

    def __init__(self, book: Rulebook, calls: bool = False) -> None:
        self.book, self.calls = book, calls
        self._direct: dict[frozenset[str], dict[str, dict[str, Edge]]] = {}

    def _claims(self) -> Iterable[tuple[Clause, Claim]]:
        for clause in self.book.clauses.values():
            for claim in clause.claims:
                if bool(claim.warrant.call) is self.calls:
                    yield clause, claim

    @cached_property
    def edges(self) -> list[Edge]:
        """Every claim that names its target, for each clause that it names."""
        found: list[Edge] = []
        named = [(clause, claim) for clause, claim in self._claims() if claim.target != "everything"]
        together = clauses_together(self.book, (claim.target for _, claim in named)) if named else {}
        for clause, claim in named:
            for target in targets_of(self.book, claim, together):
                if target.name != clause.name and claim.verb == "overrides":
                    found.append(Edge(clause.name, target.name, claim.aspect, "it claims to override it", claim.warrant))
                elif target.name != clause.name:
                    found.append(Edge(target.name, clause.name, claim.aspect, "the other yields to it", claim.warrant))
        return found

    @cached_property
    def named(self) -> Reasons:
        """All claims by name as one graph, whatever they are about."""
        return {a: {b: edge.reason for b, edge in below.items()} for a, below in self._graph(self._aspects).items()}

    def _graph(self, aspects: frozenset[str]) -> dict[str, dict[str, Edge]]:
        graph = self._direct.get(aspects)
        if graph is None:
            graph = self._direct[aspects] = {}
            for edge in self.edges:
                if not edge.aspect or edge.aspect in aspects:
                    graph.setdefault(edge.stronger, {})[edge.weaker] = edge
        return graph

    @cached_property
    def _aspects(self) -> frozenset[str]:
        return frozenset(edge.aspect for edge in self.edges if edge.aspect)

    def _about(self, about: str) -> frozenset[str]:
        return self._aspects & {about, about.split(":")[0]}

    @cached_property
    def sweeping(self) -> dict[str, tuple[str, Warrant]]:
        """Clauses that claim over everything, with the aspect of that claim and what it rests on."""
        return {c.name: (claim.aspect, claim.warrant) for c, claim in self._claims()
                if claim.target == "everything" and claim.verb == "overrides"}  # fmt: skip

    @cached_property
    def yielding(self) -> dict[str, Warrant]:
        """Clauses that yield to everything, with what that rests on."""
        return {c.name: claim.warrant for c, claim in self._claims() if claim.target == "everything" and claim.verb == "yields"}

    @property
    def everything(self) -> tuple[list[tuple[str, str]], list[str]]:
        """Who claims over everything, about what, and who yields to everything, in order."""
        return sorted((name, aspect) for name, (aspect, _) in self.sweeping.items()), sorted(self.yielding)

    def below(self, name: str, about: str) -> frozenset[str]:
        """The clauses that this one claims over by name about a property (or that yield to it)."""
        return frozenset(self._graph(self._about(about)).get(name, ()))

    def beats(self, a: Clause, b: Clause, about: str) -> str:
        """Why `a` is above `b` when both speak of property `about`; empty when it is not."""
        edge = self.edge(a, b, about)
        return "" if edge is None else edge.reason

    def edge(self, a: Clause, b: Clause, about: str) -> Edge | None:
        """By which claim `a` is above `b` when both speak of property `about`."""
        if a.name == b.name:
            return None
        graph = self._graph(self._about(about))
        own = graph.get(a.name, {}).get(b.name)
        if own is not None or a.name in graph.get(b.name, {}):
            return own
        sweep = self._sweeps(a, b, about)
        if sweep is not None:
            return Edge(a.name, b.name, "", "it claims to override everything", sweep)
        if b.name in self.yielding and a.name not in self.yielding:
            return Edge(a.name, b.name, "", "the other yields to everything", self.yielding[b.name])
        if b.fallback and not a.fallback and not self.calls:
            return Edge(a.name, b.name, "", "the other speaks only where nothing else does", b.warrant("fallback"))
        return None

    def _sweeps(self, a: Clause, b: Clause, about: str) -> Warrant | None:
        aspect, warrant = self.sweeping.get(a.name, ("", None))
        return None if b.name in self.sweeping or (aspect and aspect not in (about, about.split(":")[0])) else warrant

    def cycles(self) -> list[list[str]]:
        """Circles of claims, each as the clauses on it, shortest first."""
        found = [sorted(part) for part in components(self.named) if len(part) > 1]
        return sorted((self._circle(part) for part in found), key=lambda c: (len(c), c))

    def _circle(self, part: list[str]) -> list[str]:
        """One circle among clauses that all lead to each other."""
        import networkx as nx

        graph = nx.DiGraph([(a, b) for a in part for b in sorted(self.named.get(a, {})) if b in part])
        return [a for a, _ in nx.find_cycle(graph, part[0])]


_KNOWN: dict[tuple[str, bool], Claims] = {}


def claims_of(book: Rulebook, calls: bool = False) -> Claims:
    """The claims of a rulebook (or the keeper's calls in it), worked out once in a run."""
    if not book.digest:
        return Claims(book, calls)
    if (book.digest, calls) not in _KNOWN:
        _KNOWN[book.digest, calls] = Claims(book, calls)
    return _KNOWN[book.digest, calls]
