"""One question put to a drawn map in one world: where things are, who sees what, and what the clauses say of things in the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from adjudicator.board.eyes import CROSSES, NUBBIN, TOUCHES, Eyes, Met, Sight
from adjudicator.board.maps import Thing as Piece
from adjudicator.board.moving import Walked
from adjudicator.board.sight import View
from adjudicator.board.spots import Spot, space_name
from adjudicator.board.words import sight_words
from adjudicator.map.asked import World
from adjudicator.model.outcomes import Cause
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Geometry
from adjudicator.records import dataclass

T = TypeVar("T")
TRIES = 64
"""How many ways in which undecided instances may come out are tried before the answer counts as undecided."""


@dataclass
class Doubts:
    """What the clauses say while the map is searched, and which of it is undecided: that is taken as `assumed`, or else as
    a hindrance or not, as `hinders` says."""

    world: World
    hinders: bool = True
    assumed: dict[Node, bool] = field(default_factory=dict)
    met: dict[Node, None] = field(default_factory=dict)

    def hindered(self, node: Node) -> bool:
        """Whether an undecided instance is taken to be in the way."""
        self.met[node] = None
        return self.assumed.get(node, self.hinders)

    def yes(self, name: str, *args: Value) -> bool:
        """Whether something that hinders is so."""
        value = self.world.value((name, args))
        return self.hindered((name, args)) if value is UNDECIDED else value is True

    def open(self, name: str, *args: Value) -> bool:
        """Whether something that helps is so."""
        value = self.world.value((name, args))
        return not self.hindered((name, args)) if value is UNDECIDED else value is True

    def number(self, name: str, *args: Value) -> Fraction | None:
        """A number of points; None where it is undecided, and taken to be more than anybody has."""
        value = self.world.value((name, args))
        if isinstance(value, Fraction):
            return value
        return None if self.hindered((name, args)) else Fraction(0)


class Survey:
    """One question put to the map in one world."""

    def __init__(self, world: World, geometry: Geometry, node: Node) -> None:
        self.world, self.geometry, self.node = world, geometry, node
        drawn = world.situation.board
        assert drawn is not None
        self.drawn, self.positions = drawn, world.table.positions
        self.board = self.positions.board
        self.seen: Sight | None = None
        self.walked: Walked | None = None

    # ---- where things are ----

    def spot(self, thing: Ref) -> Spot | None:
        """Where a thing is: the space the facts put it in, else where it is drawn; nowhere when it is gone."""
        if self.gone(thing):
            return None
        spot = self.positions.spot(thing.name)
        if thing.name in self.positions.moved:
            if spot is not None:
                key, there = ("position", space_name(spot)) if spot.is_space else ("stands on", self.edge_names[spot])
                self.world.value((self.geometry.properties[key], (thing, Ref(there))))
            return spot
        for sector in self.drawn.pieces[thing.name].printed if thing.name in self.drawn.pieces else ():
            self.rest_on_lie(sector)
        return spot

    def drawn_at(self, thing: Ref) -> Spot | None:
        """Where a thing is of which no fact says so; None for spaces and the like, which are places themselves."""
        if thing.name in self.positions.moved or thing.name not in self.drawn.pieces:
            return None
        for sector in self.drawn.pieces[thing.name].printed:
            self.rest_on_lie(sector)
        return self.positions.spot(thing.name)

    @cached_property
    def edge_names(self) -> dict[Spot, str]:
        """The edges that are things of the table."""
        return {self.drawn.spots[name]: name for name in self.drawn.edges}

    def rest_on_lie(self, sector: str) -> None:
        """The answer rests on how a sector lies, if it does not lie as it is drawn."""
        lie, plain = self.positions.lies.get(sector), self.drawn.board.sectors.get(sector)
        if lie is None or plain is None:
            return
        for key, differs in (("corner", lie.corner != plain.corner), ("turned", lie.turned != plain.turned)):
            if differs:
                self.world.value((self.geometry.properties[key], (Ref(sector),)))

    def without_gone_ways(self) -> None:
        """Leave out of the board what joins edges and is there no more."""
        gone = [name for name in self.board.ways if self.gone(Ref(name))]
        if gone:
            self.board = self.positions.without(frozenset(gone))

    def rest_on_all(self) -> None:
        """The answer rests on how all sectors lie."""
        for sector in self.positions.lies:
            self.rest_on_lie(sector)

    def gone(self, thing: Ref) -> bool:
        """Whether a thing that the map draws is there no more."""
        name = self.geometry.properties.get("gone")
        if name is None or not any(thing.name in known for known in (self.drawn.spots, self.positions.moved, self.drawn.board.ways)):
            return False
        if self.world.only_facts(name) and (name, (thing,)) not in self.world.situation.facts:
            return False
        if not self.world.is_kind(thing, self.world.book.properties[name].kinds[0]):
            return False
        found = self.world.resolve((name, (thing,)))
        if found.how == "default" and not found.rests_on:  # that nothing says so goes without saying
            return False
        return self.world.value((name, (thing,))) is True

    def space(self, thing: Ref) -> Spot | None:
        """The same, where it is in a space."""
        spot = self.spot(thing)
        return spot if spot is not None and spot.is_space else None

    def called(self, piece: Piece, spot: Spot) -> Ref:
        """The thing of the table that something on the board is."""
        return Ref(piece.called or piece.name)

    def is_space(self, thing: Ref) -> bool:
        """Whether this is a space of the map itself."""
        spot = self.drawn.spots.get(thing.name)
        return spot is not None and spot.is_space and thing.name == space_name(spot)

    @cached_property
    def in_spaces(self) -> list[tuple[Ref, Spot]]:
        """The things that stand in spaces, with their space."""
        spaces = [(spot, pieces) for spot, pieces in sorted(self.board.things.items()) if spot.is_space]
        found = ((self.called(piece, spot), spot) for spot, pieces in spaces for piece in pieces)
        return [(thing, spot) for thing, spot in found if not self.gone(thing)]

    def told(self, key: str, *args: Ref) -> str | None:
        """The property by which the book tells geometry this, if it does and has it for things like these."""
        name = self.geometry.properties.get(key)
        if name is None:
            return None
        kinds = self.world.book.properties[name].kinds[-len(args) :] if args else ()
        return name if all(self.world.is_kind(arg, kind) for arg, kind in zip(args, kinds, strict=False)) else None

    # ---- what is undecided ----

    def sure(self, work: Callable[[Doubts], T], plain: bool = False) -> T | None:
        """What comes of it, however the undecided instances that it asks about come out; None where that differs.

        `plain`: each hindrance more can only take away, so that with all and with none of them is enough to try.
        """
        doubts = Doubts(self.world)
        first = work(doubts)
        if not doubts.met:
            return first
        if plain:
            return first if work(Doubts(self.world, hinders=False)) == first else None
        waiting: list[dict[Node, bool]] = [{}]
        for _ in range(TRIES):
            if not waiting:
                return first
            assumed = waiting.pop()
            doubts = Doubts(self.world, assumed=assumed)
            found = work(doubts)
            new = next((node for node in doubts.met if node not in assumed), None)
            if new is not None:
                waiting += [{**assumed, new: True}, {**assumed, new: False}]
            elif found != first:
                return None
        return None if waiting else first

    def once(self, key: tuple[Any, ...], doubts: Doubts, work: Callable[[], T]) -> T:
        """Work that several questions share, done once in a world; what it asked of the clauses counts as asked each time."""
        world = self.world
        if any(world.rounds.values()):  # values still change from round to round
            return work()
        if key not in world.surveyed:
            with world.reading() as read:
                first = work()
            world.surveyed[key] = first, read, doubts.met
        found: T
        found, read, met = world.surveyed[key]
        doubts.met.update(met)
        world.has_read(read)
        return found

    def drawn_by_chance(self, chances: dict[Value, Fraction]) -> Value:
        """One of several values, by their chances: a branching about the instance asked for."""
        if len(chances) == 1:
            return next(iter(chances))
        key = ("chance", self.node, *self.world.table.own_key(self.node[0]))
        cause = Cause("chance", self.world.matter(self.node))
        taken: Value = self.world.decisions.take(key, cause, list(chances), list(chances.values()))
        return taken

    # ---- sight ----

    def sight(self, observer: Ref, target: Ref, anybody: bool = False) -> tuple[bool | None, list[str]] | None:
        """Whether one is seen from where the other is; None of it where what blocks is undecided and matters.

        `anybody`: a line that no observer looks along, so that nothing is seen past.
        """
        start, end = self.space(observer), self.spot(target)
        if start is None or end is None or end.is_corner:
            return None
        strict, doubt = self._see(observer, target, start, end, True, anybody)
        self.seen = strict
        if not doubt or strict.clear:
            return strict.clear, [*sight_words(self.board, strict), *self._missing(strict)]
        kind, _ = self._see(observer, target, start, end, False, anybody)
        return (None if kind.clear else False), sight_words(self.board, strict)

    def _see(self, observer: Ref, target: Ref, start: Spot, end: Spot, doubtful: bool, anybody: bool) -> tuple[Sight, bool]:
        """The line of sight, if what is undecided blocks (or not), and whether anything was."""
        blocks, doubts, nubbins = self.geometry.properties.get("blocks"), Doubts(self.world, doubtful), self.positions.nubbins

        def stops(thing: Ref) -> bool:
            if blocks is None or thing in (observer, target) or self.gone(thing):
                return blocks is None and not self.gone(thing)
            places = len(self.world.book.properties[blocks].roles)
            if not doubts.yes(blocks, *(thing, observer)[:places]):
                return False
            through = None if anybody else self.told("sees through", observer, thing)
            return through is None or not doubts.open(through, observer, thing)

        eyes = Eyes(
            on_edge=lambda piece, edge: stops(self.called(piece, edge)),
            holds_up=lambda piece, edge: (
                stops(self.called(piece, edge)) if piece.called in self.drawn.edges else not self.gone(self.called(piece, edge))
            ),
            in_space=lambda piece, space, how: blocks is not None and stops(self.called(piece, space)),
            nubbin=lambda corner: corner not in nubbins or any(stops(Ref(name)) for name in nubbins[corner]),
            past=None if anybody else self._past(observer),
        )
        piece = self.drawn.pieces.get(target.name) if end.is_edge else None
        return View(self.board, eyes).see(start, end, piece), bool(doubts.met)

    def _missing(self, sight: Sight) -> list[str]:
        """What was once in the way of a clear line, in words; the answer rests on its being gone, and on how the sectors lie."""
        lines = [one.line for one in sight.blocked] if sight.line is None else [sight.line]
        for sector in self.positions.lies:
            if any(self.board.sectors[sector].holds(space) for line in lines for space in line.spaces):
                self.rest_on_lie(sector)
        gone = [self.called(piece, edge) for line in lines if sight.clear for edge in line.edges for piece in self.board.on(edge)]
        return [f"the {name} is there no more" if str(name)[:1].islower() else f"{name} is there no more"
                for name in map(str, filter(self.gone, gone))]  # fmt: skip

    def _past(self, observer: Ref) -> Callable[[tuple[Met, ...]], bool] | None:
        """How much the observer sees past: so many things on edges, one after another."""
        name = self.told("looks past", observer)
        if name is None:
            return None
        number = self.world.value((name, (observer,)))
        if not isinstance(number, Fraction) or number < 1:
            return None
        return lambda met: len(met) <= number and all(one.how in (CROSSES, TOUCHES, NUBBIN) for one in met)
