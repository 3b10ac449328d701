"""Sight agrees with the slow one on ten thousand random maps."""

from __future__ import annotations

import random

import pytest
from boards import WALL, random_board, random_eyes, with_sectors
from slow_sight import World, clear, flat, folded, images

from adjudicator.board import sight
from adjudicator.board.changing import put
from adjudicator.board.eyes import Eyes
from adjudicator.board.joins import joined, sector_sides, side_by_side
from adjudicator.board.maps import Board
from adjudicator.board.sight import View
from adjudicator.board.spots import EAST, HEADINGS, NORTH, SOUTH, WEST, Spot, space_at


def world(board: Board, eyes: Eyes) -> World:
    """The map as the slow sight wants it."""
    edges = {tuple(s) for s, things in board.things.items() if s.is_edge and any(t.kind == "wall" for t in things)}
    spaces = {tuple(s) for s, things in board.things.items() if s.is_space and any(t.kind == "bush" for t in things)}
    nubbins = {tuple(c) for c in board.nubbins if any(board.on(c.beside(h)) for h in HEADINGS)}
    return World(board, edges, spaces, nubbins, eyes.ends_block, eyes.corners_block, eyes.reach, eyes.joins)


def pairs(board: Board, chance: random.Random, count: int) -> list[tuple[Spot, Spot]]:
    spaces = sorted(board.spaces)
    return [(chance.choice(spaces), chance.choice(spaces)) for _ in range(count)]


@pytest.mark.parametrize("part", range(7))
def test_the_line_on_the_drawing(part: int) -> None:
    for seed in range(part * 1000, part * 1000 + 1000):
        chance = random.Random(seed)
        board, eyes = random_board(chance, 5, wraps=False), random_eyes(chance)
        view, slow = View(board, eyes), world(board, eyes)
        for source, target in pairs(board, chance, 6):
            assert view.see(source, target).clear == flat(slow, source, target), (seed, source, target)
        source, edge = chance.choice(sorted(board.spaces)), chance.choice(board.edges())
        if view.see(source, source).clear:
            assert view.see(source, edge).clear == flat(slow, source, edge), (seed, source, edge)


@pytest.mark.parametrize("part", range(3))
def test_the_line_through_joined_edges(part: int) -> None:
    for seed in range(20000 + part * 1000, 20000 + part * 1000 + 1000):
        chance = random.Random(seed)
        board, eyes = random_board(chance, 4), random_eyes(chance, strict=True)
        view, slow = View(board, eyes), world(board, eyes)
        for source, target in pairs(board, chance, 2):
            assert view.see(source, target).clear == folded(slow, source, target), (seed, source, target)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(("one", "other"), [(NORTH, EAST), (NORTH, SOUTH), (EAST, WEST), (SOUTH, WEST), (NORTH, WEST)])
def test_whole_rims_joined_with_a_turn(one: int, other: int, mirrored: bool) -> None:
    board = with_sectors(Board(frozenset(space_at(i, j) for i in range(3) for j in range(3))), 3, 1)
    rims = [sector_sides(board, "S0", heading) for heading in (one, other)]
    board = joined(board, side_by_side(*rims, mirrored=mirrored))
    for joins in (1, 2):
        eyes = Eyes(joins=joins)
        for wall in (None, board.edges()[7]):
            walled = board if wall is None else put(board, wall, WALL)
            view, slow = View(walled, eyes), world(walled, eyes)
            for source in walled.spaces:
                found = {target for target in walled.spaces if lines(view, source, target) != slow_lines(slow, source, target)}
                assert not found, (source, found)


def lines(view: View, source: Spot, target: Spot) -> set[Spot]:
    """The images of a target to which a line is clear."""
    return {image for image in view._images(source, target) if image != source and _clear(view, source, target, image)}


def _clear(view: View, source: Spot, target: Spot, image: Spot) -> bool:
    trace = view._trace(source, target, image, None, False)
    return trace.arrived and trace.stopped is None


def slow_lines(slow: World, source: Spot, target: Spot) -> set[tuple[int, int]]:
    return {image for image in images(slow, target) if image != tuple(source) and clear(slow, source, target, image)}


@pytest.mark.parametrize("part", range(4))
def test_all_that_is_seen_is_what_is_seen_one_by_one(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if part % 2:
        monkeypatch.setattr(sight, "PURSE", 30)
    for seed in range(40000 + part * 100, 40000 + part * 100 + 100):
        chance = random.Random(seed)
        view = View(random_board(chance), random_eyes(chance))
        for source in view.board.spaces:
            one_by_one = {space for space in view.board.spaces if view.see(source, space).clear}
            assert view.seen_from(source) == one_by_one == {space for space in view.board.spaces if view.sees(source, space)}
