"""Lines of sight: all pairs of a 20 by 20 map, one line on a 60 by 60 map, and what else is asked of a board.

python bench/board.py [--quick]
"""

from __future__ import annotations

import random
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from measure import line, scale

from adjudicator.board.distance import distances
from adjudicator.board.drawing import read_drawing
from adjudicator.board.eyes import Eyes
from adjudicator.board.joins import joined, opposite
from adjudicator.board.maps import Board, Table, Thing
from adjudicator.board.moving import reachable
from adjudicator.board.printing import drawn
from adjudicator.board.rearranging import rotated
from adjudicator.board.sight import View
from adjudicator.board.spots import space_at
from adjudicator.board.svg import svg
from adjudicator.desk.settling import open_files, settle_all

WALL = Thing("wall")
EYES = Eyes(on_edge=lambda thing, _: thing.kind == "wall")


def spent(work: Callable[[], object]) -> float:
    """Seconds of the processor's time: all of this is one thread of reckoning, and the machine may be busy with others."""
    start = time.process_time()
    work()
    return time.process_time() - start


def walled(size: int, share: float, wraps: bool) -> Board:
    """A square map with walls on this share of its edges, its opposite rims joined or not."""
    chance = random.Random(7)
    board = Board(frozenset(space_at(i, j) for i in range(size) for j in range(size)))
    board = replace(board, things=Table({edge: (WALL,) for edge in board.edges() if chance.random() < share}))
    return joined(board, opposite(board)) if wraps else board


def all_pairs(board: Board) -> int:
    """How many pairs of spaces see each other, with nothing known before."""
    view = View(board, EYES)
    return sum(len(view.seen_from(space)) for space in board.spaces)


def asked(quick: bool) -> None:
    """Whole questions, put to the house rules: with every clause that has a say in them."""
    for size, share, question in (
        (60, 0.02, "whether Ann has LOS to Bob"),
        (60, 0.25, "whether Ann can reach Z5 with 12 points"),
        (60, 0.25, "which spaces s such that Ann can reach s with 12 points"),
        (20, 0.25, "which spaces s such that Ann has LOS to s"),
    )[: 1 if quick else 4]:
        size = 10 if quick else size
        board = walled(size, share, True)
        standing = {space_at(3, 3): (Thing("", "Ann"),), space_at(size - 2, 3): (Thing("", "Bob"),)}
        board = replace(board, things=Table({**board.things, **standing}))
        rows = "".join(f"    {row}\n" for row in drawn(board).splitlines())
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "asked.scenario"
            file.write_text(f"scenario S\n  uses house\n\n  wizards Ann, Bob\n  board\n{rows}\n  ask {question}\n", encoding="utf-8")
            opened = open_files((str(file),))
        line(f"{size}x{size}, house rules: {question}", [spent(lambda opened=opened: list(settle_all(opened))) for _ in range(3)])


def main() -> None:
    """Print the figures."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small maps, a few lines")
    quick = parser.parse_args().quick
    small, large, lines = (6, 12, 4) if quick else (20, 60, 40)
    scale()
    print("the figures are processor time")
    for share in (0.25,) if quick else (0, 0.1, 0.25, 0.4):
        for wraps in (False, True):
            board = walled(small, share, wraps)
            what = f"{small}x{small}, walls on {share:4.0%} of edges{', joined' if wraps else ''}: all pairs"
            line(what, [spent(lambda board=board: all_pairs(board)) for _ in range(3)], target=2)
    for share, wraps in ((0, False), (0, True), (0.02, True), (0.25, True)):
        board = walled(large, share, wraps)
        chance = random.Random(11)
        pairs = [
            (space_at(chance.randrange(large), chance.randrange(large)), space_at(chance.randrange(large), chance.randrange(large)))
            for _ in range(lines)
        ]
        what = f"{large}x{large}, walls on {share:4.0%} of edges{', joined' if wraps else ''}: one line"
        line(what, [spent(lambda a=a, b=b, board=board: View(board, EYES).see(a, b)) for a, b in pairs], target=0.02)
    asked(quick)
    board = walled(large, 0.25, True)
    text, size = drawn(board), f"{large}x{large}"
    line(f"{size}: read the drawing", [spent(lambda: read_drawing(text)) for _ in range(3)])
    line(f"{size}: print the drawing", [spent(lambda: drawn(board)) for _ in range(3)])
    line(f"{size}: a picture (SVG)", [spent(lambda: svg(board)) for _ in range(3)])
    line(f"{size}: all distances from one space", [spent(lambda: distances(board, space_at(large // 2, large // 2))) for _ in range(3)])
    line(f"{size}: reachable with 12 points", [spent(lambda: reachable(board, space_at(large // 2, large // 2), 12)) for _ in range(3)])
    sector = read_drawing(drawn(walled(20, 0.25, True)) + "sector Red A1-E5\nsector Blue F1-J5\n")
    line("20x20: a sector turned", [spent(lambda: rotated(sector, "Red", 1)) for _ in range(5)])


if __name__ == "__main__":
    main()
