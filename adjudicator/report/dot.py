"""The precedence graph as DOT, for Graphviz."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

COLOURS = {"explicit claim": "#b03030", "specificity": "#2060b0", "rank of source": "#508030", "open": "#d08000"}


def dot(graph: nx.DiGraph, title: str = "precedence") -> str:
    """The graph in DOT, in a fixed order; an arrow goes from what prevails to what yields."""
    style = '  rankdir=TB; node [shape=box, fontname="Helvetica"]; edge [fontname="Helvetica", fontsize=10];'
    lines = [f"digraph {_quoted(title)} {{", style]
    for name, data in sorted(graph.nodes(data=True)):
        label = name + (f"\n{data['cites']}" if data.get("cites") else "")
        lines.append(f"  {_quoted(name)} [label={_quoted(label)}];")
    for a, b, data in sorted(graph.edges(data=True), key=lambda e: (e[0], e[1])):
        colour = COLOURS.get(data["rung"], "#606060")
        style = ", dir=none, style=dashed" if data["rung"] == "open" else ""
        label = f"{data['rung']}\n{data['reason']}"
        lines.append(f"  {_quoted(a)} -> {_quoted(b)} [label={_quoted(label)}, color={_quoted(colour)}{style}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
