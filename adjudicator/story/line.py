"""One line of a story: a world on its way through the entries, with all that has come about so far."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import field, replace
from typing import Any

from adjudicator.engine.happening import Stamp
from adjudicator.engine.symbols import Condition
from adjudicator.engine.table import Table
from adjudicator.model.outcomes import Decision, Resolution, Step
from adjudicator.model.places import Place
from adjudicator.model.situation import Fact, Node, Thing
from adjudicator.model.story import Awaited, Moment
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

Position = tuple[tuple[tuple[Any, ...], int], ...]
"""Where an event stands in what is told: (group, place) pairs from the entry down; only places of one group are ordered."""


@dataclass(frozen=True, slots=True)
class Announced:
    """An event of the pool: under which event it stands (11.3), and where in what is told (11.4)."""

    event: str
    position: Position
    under: str | None = None


@dataclass(frozen=True)
class Snapshot:
    """A moment: its table and what has been resolved in it.

    `key` tells it from others like it; `met` are the branchings on which it depends.
    `others` are the moments of lines that went on as one with this one although they
    differed in what was so then (`state`): nothing that has been asked told them apart.
    """

    table: Table
    resolved: MutableMapping[Node, Resolution]
    key: object = None
    met: frozenset[tuple[Any, ...]] = frozenset()
    state: object = None
    others: tuple[Snapshot, ...] = ()


@dataclass(frozen=True)
class Seen:
    """A line as it was at a moment that is asked about; without snapshot where a loop has kept the moment from coming."""

    line: Line
    snapshot: Snapshot | None


@dataclass(frozen=True)
class Line:
    """A world at one place of the story.

    `stage` counts the parts of an entry; `chosen` is the event whose moment comes
    next (or several that happen at the same time), where several were first, for the reasons `ordered`, which rest on what was
    `weighed`; `known` what has been worked out for the next step already. `met` are the
    places of the awaited events that came up. `under` remembers for each event of the
    tree what it stood under; `kept` holds the moments of events that are over and can
    still be asked about; `named` counts the names given to events that nobody told, so
    that none is given twice. `untold` counts the turns that went by after all that is
    told, `gone_by` those before the turn that is told next; `begun` and `ends` mark a
    turn that has just begun or ended, until that moment is taken down; `counts` holds
    the entries at which turns began and ended, `passed` the moments taken down, `seen` the states of this tree with the step at which they
    stood, `rounds` how often it went round in a loop, `looped` the events of the loop
    in which the line ended.
    """

    entry: int = 0
    stage: int = 0
    pool: tuple[Announced, ...] = ()
    chosen: tuple[str, ...] = ()
    awaiting: tuple[tuple[Awaited, Position], ...] = ()
    met: frozenset[Place] = frozenset()
    things: Mapping[str, Thing] = field(default_factory=dict)
    state: Mapping[Node, Fact] = field(default_factory=dict)
    under: Mapping[str, str | None] = field(default_factory=dict)
    tree: Mapping[str, bool] = field(default_factory=dict)
    past: Mapping[str, Stamp] = field(default_factory=dict)
    kept: Mapping[str, Snapshot] = field(default_factory=dict)
    caused: frozenset[str] = frozenset()
    named: Mapping[str, int] = field(default_factory=dict)
    on_turn: Ref | None = None
    turn: int = 0
    round: int = 0
    counts: Mapping[tuple[str, Ref | None], tuple[int, ...]] = field(default_factory=dict)
    untold: int = 0
    gone_by: int = 0
    begun: Ref | None = None
    ends: Ref | None = None
    ordered: tuple[Resolution, ...] = ()
    weighed: Mapping[Node, Resolution] = field(default_factory=dict)
    steps: tuple[Step, ...] = ()
    passed: frozenset[Moment] = frozenset()
    seen: Mapping[object, int] = field(default_factory=dict)
    rounds: int = 0
    looped: tuple[str, ...] = ()
    over: bool = False
    decisions: tuple[Decision, ...] = ()
    path: tuple[tuple[Condition, bool], ...] = ()
    known: dict[Node, Resolution] = field(default_factory=dict)

    def on(self, **changes: object) -> Line:
        """The line a step further: with these changes, and nothing worked out for the next step yet."""
        return replace(self, known={}, **changes)  # type: ignore[arg-type]
