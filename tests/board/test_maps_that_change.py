"""The map as state of a story: what events make of it, against the board worked out by itself and against maps drawn that way."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from pathlib import Path

import pytest
from boards import with_sectors
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from adjudicator.board.drawing import read_drawing
from adjudicator.board.joins import joined, opposite
from adjudicator.board.laying import united
from adjudicator.board.maps import Board, Table, Thing
from adjudicator.board.printing import drawn
from adjudicator.board.rearranging import rotated, swapped
from adjudicator.board.spots import Spot, space_at, space_name
from adjudicator.board.words import place
from adjudicator.engine.engine import Engine
from adjudicator.language.diagnostics import LanguageError
from adjudicator.language.loading import load_scenarios
from adjudicator.model.outcomes import Answer
from adjudicator.model.rulebook import Rulebook
from adjudicator.settling.settling import settle

STAGE = Path(__file__).resolve().parents[1] / "maps" / "stage"
few = settings(derandomize=True, max_examples=40, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))


ENGINES: dict[str, Engine] = {}


def settled(folder: Path, board: Board, told: list[str], asks: list[str], said: str = "") -> tuple[list[Answer], dict[str, Board]]:
    """The answers to questions about a story on a map, and the map at the moment of each."""
    lines = ["scenario S", f"  uses {STAGE}", "", "  walkers Ann, Bob", *([f"  {said}"] if said else []), "  board"]
    lines += ["    " + line for line in drawn(board).splitlines()]
    lines += ["", *(["  in order", *("    " + one for one in told)] if told else []), "", *("  ask " + ask for ask in asks)]
    path = folder / "story.scenario"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ((scenario, book),) = load_scenarios(path)
    answers = list(settle(book, scenario, engine=_engine(book)).answers)
    maps = {answer.ask: answer.outcomes[0].world.table.positions.board for answer in answers if answer.outcomes}
    return answers, maps


def _engine(book: Rulebook) -> Engine:
    """One engine for all stories: only the map is new each time."""
    if book.name not in ENGINES:
        ENGINES[book.name] = Engine(book)
    return ENGINES[book.name]


def stage(chance: random.Random, wraps: bool = False) -> Board:
    """Two parts of three by three spaces side by side: walls they print, within and at their borders, some things, Ann and Bob."""
    plain = with_sectors(Board(frozenset(space_at(i, j) for i in range(6) for j in range(3))), 3, 2)
    things: dict[Spot, tuple[Thing, ...]] = {}
    for edge in plain.edges():
        around = plain.sectors_at(edge)
        if chance.random() < 0.25:
            things[edge] = (Thing("wall", "", around if chance.random() < 0.8 else around[:1]),)
    for space in plain.spaces:
        if chance.random() < 0.1:
            things[space] = (chance.choice((Thing("bush"), Thing("pool"))),)
    for name in ("Ann", "Bob"):
        space = chance.choice(sorted(plain.spaces))
        things[space] = (*things.get(space, ()), Thing("", name))
    corners = {Spot(2 * x, 2 * y) for x in range(7) for y in range(4) if chance.random() < 0.15}
    board = replace(plain, things=Table(things), nubbins=Table({corner: plain.sectors_at(corner) for corner in corners}))
    return joined(board, opposite(board)) if wraps else board


def everywhere(board: Board, told: list[str], folder: Path, said: str = "") -> Board:
    """The map when the story is over, as it would be drawn."""
    _, maps = settled(folder, board, told, ["whether Ann sees Bob"], said)
    return united(maps["whether Ann sees Bob"])


@few
@given(st.randoms(use_true_random=False))
def test_turned_four_times_in_a_story_is_not_turned(tmp_path_factory, chance) -> None:
    folder = tmp_path_factory.mktemp("stage")
    board = stage(chance, wraps=True)
    name, rest = chance.choice(("S0", "S1")), chance.choice(([1, 1, 1, 1], [2, 2], [3, 1], [1, 2, 1]))
    after = everywhere(board, [f"Ann turns {name} by {quarters}" for quarters in rest], folder)
    assert placed(after) == placed(board)


@few
@given(st.randoms(use_true_random=False))
def test_swapped_twice_in_a_story_is_not_swapped(tmp_path_factory, chance) -> None:
    board = stage(chance, wraps=True)
    told = ["Ann swaps S0 for S1", chance.choice(("Bob swaps S0 for S1", "Bob swaps S1 for S0"))]
    assert placed(everywhere(board, told, tmp_path_factory.mktemp("stage"))) == placed(board)


@few
@given(st.randoms(use_true_random=False))
def test_a_turned_part_is_as_the_board_turns_it(tmp_path_factory, chance) -> None:
    board = stage(chance)
    name, quarters = chance.choice(("S0", "S1")), chance.choice((1, 2, 3))
    after = everywhere(board, [f"Ann turns {name} by {quarters}"], tmp_path_factory.mktemp("stage"))
    assert placed(after) == placed(rotated(board, name, quarters))


@few
@given(st.randoms(use_true_random=False))
def test_who_stays_behind_stays_where_he_is(tmp_path_factory, chance) -> None:
    board = stage(chance)
    after = everywhere(board, ["Ann turns S0 by 1", "Ann swaps S0 for S1"], tmp_path_factory.mktemp("stage"),
                       "Bob stays behind when S0 goes, Bob stays behind when S1 goes")  # fmt: skip
    assert spots_of(after, "Bob") == spots_of(board, "Bob")
    assert spots_of(after, "Ann") == spots_of(swapped(rotated(board, "S0", 1), "S0", "S1"), "Ann")


@few
@given(st.randoms(use_true_random=False))
def test_a_wall_made_never_opens_a_line_and_one_broken_never_closes_one(tmp_path_factory, chance) -> None:
    board = stage(chance, wraps=chance.random() < 0.5)
    edge = chance.choice([edge for edge in board.edges() if len(board.beside(edge)) == 2])
    told = [f"Ann puts NEW on the seam {place(board, edge)}, called the making", "Bob breaks NEW, called the breaking"]
    pairs = [(who, space) for who in ("Ann", "Bob") for space in chance.sample(sorted(board.spaces), 4)]
    asks = [
        f"whether {who} sees {space_name(space)} {when}"
        for who, space in pairs
        for when in ("at the start", "after the making", "at the end")
    ]
    answers, _ = settled(tmp_path_factory.mktemp("stage"), board, told, asks, "a wall called NEW")
    seen = [answer.outcomes[0].answer for answer in answers]
    for before, made, broken in zip(seen[::3], seen[1::3], seen[2::3], strict=True):
        assert made <= before == broken


@few
@given(st.randoms(use_true_random=False))
def test_a_map_that_has_become_so_answers_as_one_drawn_so(tmp_path_factory, chance) -> None:
    folder, board = tmp_path_factory.mktemp("stage"), stage(chance, wraps=chance.random() < 0.5)
    told, gone = changes(board, chance)
    asks = [f"whether {who} sees {space_name(space)}" for who in ("Ann", "Bob") for space in chance.sample(sorted(board.spaces), 5)]
    asks += ["the way from Ann to Bob", f"the way from Bob to {space_name(chance.choice(sorted(board.spaces)))}"]
    become, maps = settled(folder, board, told, asks, "a wall called NEW")
    now = maps[asks[0]]
    now = replace(
        now, things=now.things.with_({spot: tuple(t for t in things if t.called not in gone) for spot, things in now.things.items()})
    )
    again = united(replace(now, things=now.things.with_({s: tuple(t for t in ts if t.kind != "seam") for s, ts in now.things.items()})))
    assert read_drawing(drawn(again)) == again
    drawn_so, _ = settled(folder, again, [], asks, "a wall called NEW")
    assert [one.outcomes[0].answer for one in become] == [one.outcomes[0].answer for one in drawn_so]


def changes(board: Board, chance: random.Random) -> tuple[list[str], set[str]]:
    """Some changes in a row, and the names of what is broken."""
    told, gone = [], set()
    walls = [(edge, board.sectors_at(edge)) for edge, things in sorted(board.things.items()) if edge.is_edge and things]
    for _ in range(chance.randint(1, 5)):
        choice = chance.random()
        if choice < 0.4:
            told.append(f"Ann turns {chance.choice(('S0', 'S1'))} by {chance.choice((1, 2, 3))}")
        elif choice < 0.6:
            told.append("Bob swaps S0 for S1")
        elif choice < 0.8 and walls:
            name = f"wall {place(board, chance.choice(walls)[0])}"
            if name not in gone:
                told.append(f"Ann breaks the {name}")
                gone.add(name)
        elif not any("NEW" in one for one in told):
            edge = chance.choice([edge for edge in board.edges() if len(board.sectors_at(edge)) == 1])
            told.append(f"Ann puts NEW on the seam {place(board, edge)}")
    return told or ["Ann turns S0 by 1"], gone


def placed(board: Board) -> tuple:
    """What is where, whatever the order of things in one place; how often a part was turned does not matter."""
    things = {spot: sorted(ones) for spot, ones in board.things.items() if ones}
    return board.spaces, things, board.nubbins, board.joins, {name: sector.corner for name, sector in board.sectors.items()}


def spots_of(board: Board, name: str) -> list[Spot]:
    return [spot for spot, things in board.things.items() if any(thing.name == name for thing in things)]


def test_a_shoved_part_takes_its_things_along_and_the_rim_is_joined_anew(tmp_path) -> None:
    board = replace(read_drawing(SHOVED), room=((space_at(0, 0), space_at(4, 4)),))
    answers, maps = settled(tmp_path, board, ["Ann shoves S1 to A3"], ["whether Ann is found in A3"])
    assert answers[0].outcomes[0].answer is True
    now = united(next(iter(maps.values())))
    assert now.spaces == {space_at(i, j) for i in (0, 1) for j in (0, 1, 2, 3)}
    assert now.joins == opposite(now)
    assert spots_of(now, "Bob") == [space_at(0, 0)]


def test_homes_that_are_marked_are_traded_and_go_along(tmp_path) -> None:
    board = read_drawing(SHOVED)
    homes = {space_at(0, 0): ("the home of Ann",), space_at(2, 1): ("the home of Bob",)}
    told = ["Ann trades homes with Bob, called the trade", "Ann turns S0 by 1, called the turning"]
    asks = [f"the home of {who} {when}" for when in ("at the start", "after the trade", "at the end") for who in ("Ann", "Bob")]
    answers, _ = settled(tmp_path, replace(board, marks=Table(homes)), told, asks)
    assert [str(answer.outcomes[0].answer) for answer in answers] == ["A1", "C2", "C2", "A1", "C2", "B1"]


def test_two_walls_broken_at_once_leave_one_map_whichever_comes_first(tmp_path) -> None:
    board = read_drawing("+---+---+---+\n|   |   |   |\n+---+---+---+\nat A1  Ann\nat C1  Bob\n")
    told = ["at once", "  Ann breaks the wall between A1 and B1", "  Bob breaks the wall between B1 and C1"]
    (answer,), _ = settled(tmp_path, board, told, ["whether Ann sees Bob"])
    assert answer.status == "forced" and answer.outcomes[0].answer is True and not answer.outcomes[0].because_of


def test_there_is_no_telling_where_parts_would_lie_on_each_other(tmp_path) -> None:
    board = replace(read_drawing(SHOVED), room=((space_at(0, 0), space_at(4, 4)),))
    (answer,), _ = settled(tmp_path, board, ["Ann shoves S1 to B1"], ["whether Ann sees Bob"])
    assert answer.status == "undecided"
    words = [word for resolution in answer.outcomes[0].world.resolutions.values() for word in resolution.words]
    assert "the sector S1 would lie on B1, which is taken" in words


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("sector Ann B1-B1", "`Ann` is on the table and is no part"),
        ("join north of A1 with south of B1 as WARP", "`WARP` joins edges of the map and is not on the table"),
        ("room B2-A1", "room has two spaces, its first and its last"),
        ("room A1-A99", "a map has at most 60 by 60 spaces"),
    ],
)
def test_what_cannot_be_said_below_a_map(tmp_path, line: str, says: str) -> None:
    board = f"  board\n      +---+---+\n      | A     |\n      +---+---+\n    A  Ann\n    {line}\n"
    path = tmp_path / "bad.scenario"
    path.write_text(f"scenario S\n  uses {STAGE}\n\n  walkers Ann\n{board}\n  ask whether Ann sees Ann\n", encoding="utf-8")
    with pytest.raises(LanguageError) as error:
        load_scenarios(path)
    assert [one.message for one in error.value.diagnostics] == [says]
    assert error.value.diagnostics[0].line.strip() == line


def test_twenty_changes_of_a_large_map_take_a_second(tmp_path) -> None:
    chance = random.Random(7)
    plain = with_sectors(Board(frozenset(space_at(i, j) for i in range(20) for j in range(20))), 10, 2)
    board = replace(plain, sectors=Table({"West": plain.sectors["S0"], "East": plain.sectors["S1"]}))
    things = {edge: (Thing("wall", "", board.sectors_at(edge)),) for edge in board.edges() if chance.random() < 0.25}
    board = replace(board, things=Table({**things, space_at(0, 0): (Thing("", "Ann"),), space_at(19, 19): (Thing("", "Bob"),)}))
    walls = [edge for edge in sorted(things) if len(board.sectors_at(edge)) == 1]
    told = [
        one
        for i in range(10)
        for one in (f"Ann turns {('West', 'East')[i % 2]} by 1, called turn {i}", f"Bob breaks the wall {place(board, walls[7 * i])}")
    ]
    asks = [f"whether Ann sees Bob after turn {i}" for i in range(10)]
    settled(tmp_path, board, told[:2], asks[:1])
    start = time.process_time()
    answers, _ = settled(tmp_path, board, told, asks)
    spent = time.process_time() - start
    assert all(answer.status == "forced" for answer in answers)
    assert spent < 3, f"{spent:.2f} s of processor time"


SHOVED = """
    A   B   C   D
  +   +   +   +   +
1   b       a
  +   +   +   +   +
2
  +   +   +   +   +

a  Ann
b  Bob
sector S0 A1-B2
sector S1 C1-D2
joins opposite
"""
