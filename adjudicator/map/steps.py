"""The steps of somebody on a drawn map, as the clauses have them: what bars, what a step takes, where a movement ends."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.board.maps import Crossing
from adjudicator.board.moving import Mover
from adjudicator.board.spots import Spot
from adjudicator.board.words import place
from adjudicator.map.survey import Doubts, Survey
from adjudicator.model.values import Ref, Value

Found = tuple[Value, list[str]] | None
"""An answer with its words; None where geometry has nothing to say."""


def where(survey: Survey, *things: Ref) -> list[str]:
    """Where things are, as a sentence."""
    found = []
    for thing in things:
        spot = survey.spot(thing)
        if spot is not None and not survey.is_space(thing) and place(survey.board, spot) not in thing.name:
            name = f"the {thing.name}" if thing.name[:1].islower() else thing.name
            found.append(f"{name} is {place(survey.board, spot)}")
    return [" and ".join(found)] if found else []


class Steps:
    """The steps of one walker, or of nobody in particular, as the clauses have them."""

    def __init__(self, survey: Survey, doubts: Doubts, walker: Ref | None = None, *apart: Ref) -> None:
        self.survey, self.doubts, self.walker = survey, doubts, walker
        self.apart = (*apart, *((walker,) if walker is not None else ()))
        self.bars = survey.told("bars", walker) if walker is not None else None
        self.stops = survey.geometry.properties.get("stops")

    def stopped(self, thing: Ref) -> bool:
        """Whether a thing is in the way; what is `apart` stops nobody: the walker himself, and what he walks to."""
        if thing in self.apart or self.survey.gone(thing):
            return False
        if self.bars is not None:
            return self.doubts.yes(self.bars, thing, self.walker)
        return self.stops is not None and self.doubts.yes(self.stops, thing)

    def met(self, crossing: Crossing) -> list[Ref]:
        """The things over and into which a step goes."""
        edges = [self.survey.called(piece, edge) for piece, edge in self.survey.board.met(crossing)]
        return edges + self.standing(crossing.space)

    def standing(self, space: Spot) -> list[Ref]:
        """The things in a space."""
        return [self.survey.called(piece, space) for piece in self.survey.board.on(space)]

    def barred(self, crossing: Crossing) -> list[Ref]:
        """What is in the way of a step."""
        return [thing for thing in self.met(crossing) if self.stopped(thing)]

    def open(self, crossing: Crossing) -> bool:
        """Whether a step can be made."""
        return not any(self.stopped(thing) for thing in self.met(crossing))

    def cost(self, crossing: Crossing) -> Fraction | None:
        """The points that a step takes: one, and what the things met take more, or less; None where it cannot be made."""
        if not self.open(crossing):
            return None
        name, total = self.survey.told("costs", self.walker) if self.walker else None, Fraction(1)
        if name is None:
            return total
        for thing in self.met(crossing):
            more = self.doubts.number(name, thing, self.walker) if thing not in self.apart else Fraction(0)
            if more is None:
                return None
            total += more
        return max(total, Fraction(0))

    def any(self, key: str, space: Spot) -> bool:
        """Whether the book says this of something in a space and the walker."""
        name = self.survey.told(key, self.walker) if self.walker else None
        return name is not None and any(
            self.doubts.yes(name, thing, self.walker) for thing in self.standing(space) if thing not in self.apart
        )

    def warps(self, space: Spot) -> list[Spot]:
        """The spaces to which something in this space leads, one step away."""
        name, world = self.survey.geometry.properties.get("leads"), self.survey.world
        found: dict[Spot, None] = {}
        if name is None:
            return []
        for near in self.standing(space):
            known = {args[1] for args in world.table.true_facts(name) if args[0] == near} if world.only_facts(name) else None
            for far, spot in self.survey.in_spaces:
                if far != near and spot != space and (known is None or far in known) and self.doubts.open(name, near, far):
                    found[spot] = None
        return list(found)

    def mover(self) -> Mover:
        """The same as geometry asks for it."""
        return Mover(
            cost=self.cost,
            ends=lambda space: self.any("ends", space),
            may_stay=lambda space: not self.any("no stop", space),
            warps=lambda space: [(spot, Fraction(1)) for spot in self.warps(space)],
        )
