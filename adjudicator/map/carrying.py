"""What goes along when sectors are turned or moved: where it is then (docs/meaning.md 12.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.board.laying import Lie, lie_of, motion_to
from adjudicator.board.maps import Board
from adjudicator.board.spots import EAST, NORTH, SOUTH, WEST, Motion, Spot, named_space, space_name
from adjudicator.map.asked import World
from adjudicator.map.positions import Positions, lie_with
from adjudicator.model.outcomes import Change, Resolution
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value, show
from adjudicator.model.vocabulary import Geometry


def carried(world: World, changes: Sequence[Change]) -> list[Change]:
    """What else changes because some of the changes turn or move sectors. May raise Fork."""
    geometry, drawn = world.book.geometry, world.situation.board
    if geometry is None or drawn is None:
        return []
    lying = {name: key for key in ("corner", "turned") if (name := geometry.properties.get(key))}
    turning = [change for change in changes if change.node[0] in lying]
    if not turning or world.table.positions.fault:
        return []
    positions = world.table.positions
    motions = _motions(positions.board, turning, lying)
    return list(_Carrying(world, geometry, positions, motions, {change.node for change in changes}).changes()) if motions else []


def _motions(board: Board, turning: Sequence[Change], lying: Mapping[str, str]) -> dict[str, Motion]:
    """How the sectors move that do; none at all where it cannot be told of one."""
    lies: dict[str, Lie | None] = {}
    for change in turning:
        name = show(change.node[1][0])
        if name in board.sectors:
            lie = lies.get(name, lie_of(board.sectors[name]))
            lies[name] = None if lie is None else lie_with(lie, lying[change.node[0]], change.value)
    if None in lies.values():
        return {}
    known = {name: lie for name, lie in lies.items() if lie is not None and lie != lie_of(board.sectors[name])}
    return {name: motion_to(board.sectors[name], lie) for name, lie in known.items()}


class _Carrying:
    """One rearrangement, asking of each thing whether it goes along."""

    def __init__(self, world: World, geometry: Geometry, positions: Positions, motions: Mapping[str, Motion], spoken: set[Node]) -> None:
        self.world, self.geometry, self.positions, self.motions = world, geometry, positions, motions
        self.spoken = spoken
        self.edges = {spot: name for name, spot in positions.drawn.spots.items() if name in positions.drawn.edges}

    def changes(self) -> Iterator[Change]:
        """Where each thing is afterwards that has another place then, and what is marked on the ground."""
        for spot, pieces in sorted(self.positions.board.things.items()):
            for piece in pieces:
                loose = not piece.printed or piece.called in self.positions.moved
                if loose and piece.called not in self.positions.drawn.edges:
                    yield from self._thing(Ref(piece.called), spot, piece is pieces[0])
        yield from self._borne()
        yield from self._marked()

    def _thing(self, thing: Ref, spot: Spot, first: bool) -> Iterator[Change]:
        name = self.geometry.properties.get("position" if spot.is_space else "stands on")
        asked, sector = self._goes(thing, spot)
        if name is None or not sector or any(node[0] == name and node[1][0] == thing for node in self.spoken):
            return
        end = self.motions[sector].spot(spot)
        goes = self._value(asked)
        if goes is False or end == spot and not spot.is_edge:
            return
        here, there = self._place(spot), self._place(end)
        if here is not None and end != spot:
            yield self._change((name, (thing, here)), False if goes is True else UNDECIDED, asked)
        if there is not None and end != spot:
            yield self._change((name, (thing, there)), True if goes is True else UNDECIDED, asked)
        yield from self._facing(thing, spot, end, sector, first, asked)

    def _borne(self) -> Iterator[Change]:
        """What a line bears that lies in a sector that moves: the line at the place where it comes bears it then."""
        name = self.geometry.properties.get("borne")
        if name is None:
            return
        line_kind, borne_kind = self.world.book.properties[name].kinds[:2]
        lines, held = set(self.world.extent(line_kind)), list(self.world.extent(borne_kind))
        bearing = [(spot, Ref(line), what) for spot, line in sorted(self.edges.items()) if Ref(line) in lines
                   for what in held if (name, (Ref(line), what)) not in self.spoken
                   and self.world.value((name, (Ref(line), what))) is True]  # fmt: skip
        changes: dict[Node, Change] = {}
        for spot, line, what in bearing:
            asked, sector = self._goes(line, spot)
            end = self.motions[sector].spot(spot) if sector else spot
            goes = self._value(asked) if end != spot else False
            if goes is False:
                continue
            for node, value in (((name, (line, what)), False), ((name, (self._place(end) or line, what)), True)):
                if node not in changes or value:  # where one goes and another comes, it is borne
                    changes[node] = self._change(node, value if goes is True else UNDECIDED, asked)
        yield from changes.values()

    def _value(self, asked: Node | None) -> Value:
        """Whether something goes along: as the book says, or with the sector that keeps it; yes where nothing is asked."""
        value = True if asked is None else self.world.value(asked)
        return isinstance(value, Ref) or value

    def _facing(self, thing: Ref, spot: Spot, end: Spot, sector: str, first: bool, asked: Node | None) -> Iterator[Change]:
        """What lies on one side of an edge lies on the side that comes of it."""
        name = self.geometry.properties.get("faces")
        if name is None or not spot.is_edge or len(self.positions.board.on(spot)) < 2:
            return
        before, after = (WEST, EAST) if spot.upright else (NORTH, SOUTH)
        space = self.motions[sector].spot(spot.beside(before if first else after))
        yield self._change((name, (thing,)), Ref(space_name(space)), asked)

    def _goes(self, thing: Ref, spot: Spot) -> tuple[Node | None, str]:
        """With which sector a thing could go along, and what says whether it does; no sector where none of those moves."""
        around = self.positions.board.sectors_at(spot)
        moving = [name for name in around if name in self.motions]
        if not moving:
            return None, ""
        keeper = self._keeper(thing) if len(around) > 1 else None
        if keeper is not None:
            return keeper[0], keeper[1] if keeper[1] in self.motions else ""
        node = self._node("goes along", thing, Ref(moving[0]))
        return node, moving[0]

    def _keeper(self, thing: Ref) -> tuple[Node, str] | None:
        """The sector that keeps what stands between two, where the book says which."""
        node = self._node("keeps", thing)
        value = self.world.value(node) if node is not None else UNDECIDED
        return (node, value.name) if node is not None and isinstance(value, Ref) else None

    def _node(self, key: str, *args: Ref) -> Node | None:
        """The instance by which the book tells this of the things, and of the event of the moment if it has a place for that."""
        name = self.geometry.properties.get(key)
        if name is None:
            return None
        now, places = self.world.table.happening, self.world.book.properties[name].kinds
        given: tuple[Value, ...] = args
        if len(places) > len(args):
            given = (*args, Ref(now.current if now is not None and now.current is not None else ""))
        return (name, given) if all(self.world.is_kind(arg, kind) for arg, kind in zip(given, places, strict=True)) else None

    def _place(self, spot: Spot) -> Ref | None:
        if spot.is_space:
            return Ref(space_name(spot))
        return Ref(self.edges[spot]) if spot in self.edges else None

    def _marked(self) -> Iterator[Change]:
        """The grounds that the book names, as home bases are: where they lie, each in the first sector that moves."""
        for setting in (one for one in self.geometry.answers if one.key == "marked"):
            for ref in self.world.extent(self.world.book.properties[setting.property].kinds[0]):
                if self.world.is_left_open((setting.property, (ref,))):
                    continue  # nobody said where it lies, so nobody can say where it lies afterwards
                value = self.world.value((setting.property, (ref,)))
                spot = named_space(value.name) if isinstance(value, Ref) else None
                sector = self.positions.board.sector_of(spot) if spot is not None else None
                if spot is None or sector is None or sector not in self.motions or (setting.property, (ref,)) in self.spoken:
                    continue
                asked = self._node("goes along", Ref(space_name(spot)), Ref(sector))
                goes = self._value(asked)
                end = Ref(space_name(self.motions[sector].spot(spot)))
                if goes is not False and end != value:
                    yield self._change((setting.property, (ref,)), end if goes is True else UNDECIDED, asked)

    def _change(self, node: Node, value: Value, asked: Node | None) -> Change:
        """The change with its reason: what says that it goes along."""
        said = self.world.resolve(asked) if asked is not None else None
        before = self.world.resolve(node).value
        found = Resolution((f"after:{node[0]}", node[1]), value, "geometry", said.winners if said is not None else (),
                           rests_on=() if asked is None else (asked,))  # fmt: skip
        self.world.resolved[found.node] = found
        return Change(node, value, found, before, True)
