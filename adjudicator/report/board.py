"""The drawn map of a scenario with the lines of sight that its answers rest on."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.adjudication.support import supporting_nodes
from adjudicator.board.eyes import Sight
from adjudicator.board.laying import united
from adjudicator.board.layout import Shown
from adjudicator.board.svg import svg
from adjudicator.board.terminal import terminal
from adjudicator.model.drawn import DrawnBoard
from adjudicator.model.outcomes import Answer


def asked_sights(answers: Iterable[Answer]) -> tuple[Sight, ...]:
    """The lines of sight that were followed for some answers, each once, in the order of the questions."""
    found: dict[tuple, Sight] = {}
    for answer in answers:
        for outcome in answer.outcomes:
            about = {node[1] for node in supporting_nodes(outcome.world)}
            for node, resolution in outcome.world.resolutions.items():
                if (sight := resolution.sight) is not None and node[1] in about:
                    found.setdefault((sight.source, sight.target, sight.clear), sight)
    return tuple(found.values())


def board_text(drawn: DrawnBoard, answers: Iterable[Answer]) -> str:
    """The map in box-drawing signs, coloured, with its lines of sight and a sentence for each."""
    return terminal(united(drawn.board), Shown(asked_sights(answers)), colour=True)


def board_svg(drawn: DrawnBoard, answers: Iterable[Answer]) -> str:
    """The same as an SVG picture."""
    return svg(united(drawn.board), Shown(asked_sights(answers)))
