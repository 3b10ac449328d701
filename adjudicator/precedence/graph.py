"""The precedence graph: clauses (and things) with an edge for every "goes before", labelled by rung and reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.model.clauses import Clause
from adjudicator.model.ladder import Rung
from adjudicator.model.outcomes import Instance, Resolution
from adjudicator.model.rulebook import Rulebook
from adjudicator.precedence.claims import Claims
from adjudicator.precedence.specificity import Entails, more_specific

if TYPE_CHECKING:
    import networkx as nx


def graph_of_resolutions(resolutions: list[Resolution]) -> nx.DiGraph:
    """What beat what in a settled scenario: an edge from winner to loser with rung and reason."""
    import networkx as nx

    graph: nx.DiGraph = nx.DiGraph()
    for resolution in resolutions:
        for instance in (*resolution.winners, *resolution.open_between):
            _add(graph, instance)
        for beaten in resolution.beaten:
            _add(graph, beaten.instance)
            _add(graph, beaten.by)
            graph.add_edge(beaten.by.clause.name, beaten.instance.clause.name, rung=beaten.rung, reason=beaten.reason)
        names = sorted({i.clause.name for i in resolution.open_between})
        for i, a in enumerate(names):
            for b in names[i + 1 :]:
                graph.add_edge(a, b, rung="open", reason="no rung decides")
    return graph


def _add(graph: nx.DiGraph, instance: Instance) -> None:
    clause = instance.clause
    graph.add_node(clause.name, cites=", ".join(clause.cites), card=clause.card)


Spoken = tuple[Clause, int]
"""A clause and which of its conclusions."""


def graph_of_book(book: Rulebook, entails: Entails | None = None) -> nx.DiGraph:
    """The relations that hold whatever the situation: claims, and with `entails` specificity, source and status
    between clauses that speak differently of one property."""
    import networkx as nx

    graph: nx.DiGraph = nx.DiGraph()
    for clause in book.clauses.values():
        graph.add_node(clause.name, cites=", ".join(clause.cites), card=clause.card)
    for upper, below in Claims(book).named.items():
        for lower in below:
            graph.add_edge(upper, lower, rung="explicit claim", reason="it claims to override it")
    if entails is not None:
        for name, pairs in book.clauses_about.items():
            for i, (a, x) in enumerate(pairs):
                for b, y in pairs[i + 1 :]:
                    one, other = a.conclusions[x], b.conclusions[y]
                    if a.name != b.name and one.form == other.form == "is" and one.value != other.value:
                        _compare(graph, book, (a, x), (b, y), entails, name)
    return graph


def _compare(graph: nx.DiGraph, book: Rulebook, first: Spoken, second: Spoken, entails: Entails, about: str) -> None:
    """The strongest rung that puts one of the two clauses above the other in all situations."""
    for rung in book.ladder.rungs:
        for (a, x), (b, y) in ((first, second), (second, first)):
            reason = _static_reason(book, rung, a, x, b, y, entails)
            if reason:
                if not graph.has_edge(a.name, b.name):
                    graph.add_edge(a.name, b.name, rung=rung.title, reason=f"{reason} ({about})")
                return


def _static_reason(book: Rulebook, rung: Rung, a: Clause, x: int, b: Clause, y: int, entails: Entails) -> str:
    if rung.form == "specificity":
        verdict = more_specific(a, x, b, y, entails)
        return verdict.reason if verdict.holds else ""
    if rung.form == "source" and a.source in book.sources and b.source in book.sources:
        return "its source ranks higher" if book.sources[a.source].rank > book.sources[b.source].rank else ""
    if rung.form == "status" and a.status in rung.order and b.status in rung.order:
        return "its status ranks higher" if rung.order.index(a.status) < rung.order.index(b.status) else ""
    return ""


def cycles(graph: nx.DiGraph) -> dict[str, list[list[str]]]:
    """For each rung, the circles among its edges: a rung must be a strict partial order."""
    import networkx as nx

    found: dict[str, list[list[str]]] = {}
    for rung in sorted({data["rung"] for _, _, data in graph.edges(data=True)}):
        part = nx.DiGraph([(a, b) for a, b, data in graph.edges(data=True) if data["rung"] == rung])
        circles = []
        for component in nx.strongly_connected_components(part):
            if len(component) > 1:
                circles.append([a for a, _ in nx.find_cycle(part.subgraph(component), sorted(component)[0])])
        if circles:
            found[rung] = sorted(circles)
    return found
