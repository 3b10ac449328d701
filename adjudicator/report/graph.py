"""What goes before what, as a picture: clauses in layers, an arrow from each to those it beat, with the rung on it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from adjudicator.language.wording import called
from adjudicator.model.outcomes import Resolution
from adjudicator.precedence.graph import graph_of_resolutions
from adjudicator.report.dot import COLOURS

if TYPE_CHECKING:
    import networkx as nx

LINE, LETTER, GAP, LAYER, MARGIN = 15, 6.6, 26, 92, 10
"""Heights of lines, widths of letters, and distances, in the picture's units."""
WIDEST = 1_600
"""How wide a row of parts may become."""
STYLE = """
  .beats rect { fill: #fff; stroke: #555; rx: 4; } .beats text { font: 11.5px sans-serif; fill: #222; text-anchor: middle; }
  .beats .cites { fill: #666; font-size: 10px; } .beats .why { font-size: 10px; paint-order: stroke; stroke: #fff; stroke-width: 3px; }
  .beats line { stroke-width: 1.6; }
"""


def precedence_graph(resolutions: Iterable[Resolution]) -> nx.DiGraph:
    """The clauses that stood against each other, each with an edge to those it beat; nothing of those that agreed."""
    import networkx as nx

    graph = graph_of_resolutions([r for r in resolutions if r.beaten or r.open_between])
    graph.remove_nodes_from([name for name in list(graph) if graph.degree(name) == 0])
    return nx.relabel_nodes(graph, {name: called(name) for name in graph})


def picture(graph: nx.DiGraph) -> str:
    """The graph as an SVG document; empty where there is nothing to draw."""
    if not graph:
        return ""
    places, width, height = _places(graph)
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="beats" {size} role="img" aria-label="what goes before what">'
    parts = [head, f"<style>{STYLE}</style>", _arrowheads(graph)]
    parts += [_edge(graph, places, a, b) for a, b in sorted(graph.edges)]
    parts += [_box(graph, places[name], name) for name in sorted(graph)]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _layers(graph: nx.DiGraph) -> list[list[str]]:
    """From what prevails down; what goes round in a circle stands side by side, each layer in the order of what is above it."""
    import networkx as nx

    folded = nx.condensation(graph)
    layers = [sorted(name for part in layer for name in folded.nodes[part]["members"]) for layer in nx.topological_generations(folded)]
    for above, layer in zip(layers, layers[1:], strict=False):
        position = {name: place for place, name in enumerate(above)}
        layer.sort(key=lambda name: (min((position[p] for p in graph.predecessors(name) if p in position), default=0), name))
    return layers


def _rows(graph: nx.DiGraph, layer: list[str]) -> list[list[str]]:
    """A layer in as many rows as it needs."""
    rows: list[list[str]] = [[]]
    wide = 0.0
    for name in layer:
        width = _width(graph, name) + GAP
        if rows[-1] and wide + width > WIDEST:
            rows.append([])
            wide = 0.0
        rows[-1].append(name)
        wide += width
    return rows


def _places(graph: nx.DiGraph) -> tuple[dict[str, tuple[float, float]], float, float]:
    """The middle of each box, and the size of the whole: what hangs together side by side, and in rows where that is too wide."""
    import networkx as nx

    found: dict[str, tuple[float, float]] = {}
    x = y = high = wide = 0.0
    for part in sorted(nx.weakly_connected_components(graph), key=min):
        places, width, height = _together(graph.subgraph(part))
        if x and x + width > WIDEST:
            x, y, high = 0.0, y + high, 0.0
        found |= {name: (x + left, y + top) for name, (left, top) in places.items()}
        x, high = x + width, max(high, height)
        wide = max(wide, x)
    return found, wide, y + high


def _together(graph: nx.DiGraph) -> tuple[dict[str, tuple[float, float]], float, float]:
    """The middle of each box of one part of the graph, and the size of that part."""
    layers = [row for layer in _layers(graph) for row in _rows(graph, layer)]
    widths = [sum(_width(graph, name) + GAP for name in layer) - GAP for layer in layers]
    whole = max(widths) + 2 * MARGIN
    places = {}
    for number, (layer, wide) in enumerate(zip(layers, widths, strict=True)):
        left = (whole - wide) / 2
        for name in layer:
            places[name] = (left + _width(graph, name) / 2, MARGIN + LINE * 1.4 + number * LAYER)
            left += _width(graph, name) + GAP
    return places, whole, 2 * MARGIN + LINE * 2.8 + (len(layers) - 1) * LAYER


def _width(graph: nx.DiGraph, name: str) -> float:
    """Wide enough for its name, and for what is written on the arrows to it."""
    notes = [f"{data['rung']}: {data['reason']}" for _, _, data in graph.in_edges(name, data=True)]
    return LETTER * max(len(name), len(graph.nodes[name].get("cites", "")), *(int(0.85 * len(note)) for note in notes), 8) + 16


def _arrowheads(graph: nx.DiGraph) -> str:
    colours = sorted({_colour(data) for _, _, data in graph.edges(data=True)})
    heads = (f'<marker id="head-{colour[1:]}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
             f'<path d="M0 0 L8 4 L0 8 z" fill="{colour}"/></marker>' for colour in colours)  # fmt: skip
    return f"<defs>{''.join(heads)}</defs>"


def _colour(data: dict[str, str]) -> str:
    return COLOURS.get(data["rung"], "#606060")


def _edge(graph: nx.DiGraph, places: dict[str, tuple[float, float]], a: str, b: str) -> str:
    data = graph.edges[a, b]
    (x1, y1), (x2, y2), colour = places[a], places[b], _colour(data)
    down = LINE * 1.4 if y1 != y2 else 0
    if down == 0:
        side = 1 if x2 > x1 else -1
        x1, x2 = x1 + side * _width(graph, a) / 2, x2 - side * _width(graph, b) / 2
    head = f' marker-end="url(#head-{colour[1:]})"' if data["rung"] != "open" else ' stroke-dasharray="5 4"'
    x, y = x1 + (x2 - x1) * 0.62, (y1 + y2) / 2 + 4
    note = f"{data['rung']}: {data['reason']}"
    sign = 1 if y2 >= y1 else -1
    return (f'<line x1="{x1:g}" y1="{y1 + sign * down:g}" x2="{x2:g}" y2="{y2 - sign * down:g}" stroke="{colour}"{head}/>'
            f'<text class="why" x="{x:g}" y="{y:g}">{escape(note)}</text>')  # fmt: skip


def _box(graph: nx.DiGraph, place: tuple[float, float], name: str) -> str:
    x, y = place
    wide, cites = _width(graph, name), graph.nodes[name].get("cites", "")
    text = f'<text x="{x:g}" y="{y + (0 if cites else 4):g}">{escape(name)}</text>'
    text += f'<text class="cites" x="{x:g}" y="{y + LINE - 2:g}">{escape(cites)}</text>' if cites else ""
    return f'<g><rect x="{x - wide / 2:g}" y="{y - LINE * 1.4:g}" width="{wide:g}" height="{LINE * 2.8:g}"/>{text}</g>'
