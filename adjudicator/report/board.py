"""The map of a scenario with what its answers rest on: a picture for every moment that is asked about in which it looks otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from adjudicator.board.eyes import Sight
from adjudicator.board.laying import united
from adjudicator.board.layout import Shown
from adjudicator.board.maps import Board, Table, Thing
from adjudicator.board.moving import Walked
from adjudicator.board.spots import HEADINGS, Spot
from adjudicator.board.svg import svg
from adjudicator.board.terminal import terminal
from adjudicator.engine.table import Table as Situated
from adjudicator.model.drawn import DrawnBoard
from adjudicator.model.outcomes import Answer, World
from adjudicator.model.situation import Question
from adjudicator.model.values import Ref
from adjudicator.settling.support import supporting_nodes

Picture = tuple[Board, Shown]


def pictures(drawn: DrawnBoard, answers: Iterable[Answer], questions: Sequence[Question] = ()) -> list[Picture]:
    """The boards of the moments that are asked about, each once, with the lines and ways followed for the questions there.

    `questions`: those of the answers, in their order; then a picture says of which moments it is.
    """
    found: list[tuple[Board, dict[tuple[Spot, Spot, bool], Sight], dict[Walked, None], dict[str, None]]] = []
    for answer, question in zip_longest(answers, questions):
        for outcome in answer.outcomes if answer is not None else ():
            board = board_of(drawn, outcome.world)
            known = next((one for one in found if one[0] == board), None)
            if known is None:
                known = (board, {}, {}, {})
                found.append(known)
            _followed(outcome.world, known[1], known[2])
            if question is not None:
                known[3][question.moment.text or "at the end"] = None
    if not found:
        return [(united(drawn.board), Shown())]
    several = len(found) > 1
    return [
        (board, Shown(tuple(sights.values()), walks=tuple(walks), caption=_caption(moments) if several else ""))
        for board, sights, walks, moments in found
    ]


def _caption(moments: Iterable[str]) -> str:
    return "The map " + ", ".join(moments) if moments else ""


def board_of(drawn: DrawnBoard, world: World) -> Board:
    """The board as it is in the moment of a world, without what is gone."""
    table = world.table
    if not isinstance(table, Situated):
        return united(drawn.board)
    positions, name = table.positions, table.book.geometry.properties.get("gone") if table.book.geometry else None
    if name is None:
        return united(positions.board)
    gone = {node[1][0] for node, fact in table.situation.facts.items() if node[0] == name and fact.value is True}
    gone |= {node[1][0] for node, resolution in world.resolutions.items() if node[0] == name and resolution.value is True}
    spots = {positions.spot(ref.name): ref for ref in gone if isinstance(ref, Ref)}
    things = {
        spot: tuple(piece for piece in pieces if spot not in spots or Ref(piece.called or piece.name) not in gone)
        for spot, pieces in positions.board.things.items()
    }
    nubbins = {corner: names for corner, names in positions.board.nubbins.items() if not _falls(corner, positions.board, things)}
    kept = Table({spot: pieces for spot, pieces in things.items() if pieces})
    return united(replace(positions.board, things=kept, nubbins=Table(nubbins)))


def _falls(corner: Spot, board: Board, left: Mapping[Spot, tuple[Thing, ...]]) -> bool:
    """Whether all that held up an end of wall is gone, so that no line of sight is stopped by it any more."""
    edges = [corner.beside(heading) for heading in HEADINGS]
    return any(board.on(edge) for edge in edges) and not any(left.get(edge) for edge in edges)


def _followed(world: World, sights: dict[tuple[Spot, Spot, bool], Sight], walks: dict[Walked, None]) -> None:
    """The lines of sight and the ways that were followed for an answer."""
    about = {node[1] for node in supporting_nodes(world)}
    for node, resolution in world.resolutions.items():
        if node[1] not in about:
            continue
        if (sight := resolution.sight) is not None:
            sights.setdefault((sight.source, sight.target, sight.clear), sight)
        if resolution.walked is not None:
            walks[resolution.walked] = None


def board_text(drawn: DrawnBoard, answers: Iterable[Answer], questions: Sequence[Question] = (), colour: bool = True) -> str:
    """The map in box-drawing signs, with its lines of sight and ways and a sentence for each; one below the other where there
    are several moments."""
    return "\n".join(terminal(board, shown, colour) for board, shown in pictures(drawn, answers, questions))


def board_svgs(drawn: DrawnBoard, answers: Iterable[Answer], questions: Sequence[Question] = ()) -> list[str]:
    """The same as SVG pictures, each of which can stand in a page as it is."""
    return [svg(board, shown) for board, shown in pictures(drawn, answers, questions)]
