"""Lines that have come to the same go on as one (docs/meaning.md 11.13).

A branching is forgotten when all its alternatives have come to the same, other
decisions being equal, and no moment that can still be asked about depends on it.  Branchings of chance about events that are forgotten
are added up: whichever way they came to the same, the chances sum.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import Any

from adjudicator.engine.happening import Apart
from adjudicator.engine.resolve import World
from adjudicator.model.outcomes import Cause, Decision
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.story.line import Line, Snapshot


def state_key(line: Line) -> tuple[Any, ...]:
    """What is so on a line now: the state, the roles of its events, what is pending and over."""
    return (
        frozenset((node, fact.value, fact.unknown) for node, fact in line.state.items()),
        frozenset((name, thing.kinds, thing.roles) for name, thing in line.things.items() if thing.is_event),
        line.pool, line.awaiting, frozenset(line.tree.items()), line.caused,
        frozenset((event, stamp.took_place, stamp.turn, stamp.round) for event, stamp in line.past.items()),
    )  # fmt: skip


def about_event(world: World, event: str) -> dict[Node, Value]:
    """What has been asked of an event in its moment: the instances of which it is the first event, with their values."""
    first = (event,)
    found = {}
    for node, resolution in world.resolved.items():
        if (next((arg.name for arg in node[1] if isinstance(arg, Ref) and world.table.is_event(arg)), None),) == first:
            found[node] = resolution.value
    return found


def merged(lines: list[Line], apart: bool = False) -> list[Line]:
    """The lines, those that have come to the same as few as can be.

    With `apart`, lines go on as one only if the moments that are remembered were the same in all that was so then;
    without, if nothing that has been asked of these moments tells them apart.
    """
    if len(lines) < 2:
        return lines
    groups: dict[tuple[Any, ...], list[Line]] = defaultdict(list)
    for line in lines:
        groups[_key(line, apart)].append(line)
    if all(len(group) == 1 for group in groups.values()):
        return lines
    found: list[Line] = []
    for group in groups.values():
        found += _cancelled(group)
    return _added_up(found, apart) if any(len(group) > 1 for group in groups.values()) else found


def _key(line: Line, apart: bool) -> tuple[Any, ...]:
    return (
        line.entry, line.stage, line.chosen, line.over, line.looped, line.on_turn, line.turn, line.round, line.untold, line.gone_by,
        line.begun, line.ends, line.met, frozenset((condition.text, holds) for condition, holds in line.path),
        state_key(line),
        line.passed,
        frozenset((event, snapshot.state if apart else snapshot.key) for event, snapshot in line.kept.items()),
    )  # fmt: skip


def _cancelled(group: list[Line]) -> list[Line]:
    """Without the branchings whose alternatives are all here, everything else being equal."""
    changed = True
    while changed and len(group) > 1:
        changed = False
        fixed = frozenset().union(*(snapshot.met for line in group for snapshot in line.kept.values()))
        for key in dict.fromkeys(d.key for line in group for d in line.decisions if d.among > 1 and d.key not in fixed):
            alike: dict[frozenset[Any], list[Line]] = defaultdict(list)
            for line in group:
                if any(d.key == key for d in line.decisions):
                    alike[frozenset((d.key, d.taken) for d in line.decisions if d.key != key)].append(line)
            for same in alike.values():
                among = next(d.among for d in same[0].decisions if d.key == key)
                if len({d.taken for line in same for d in line.decisions if d.key == key}) == among and len(same) == among:
                    kept = replace(same[0], decisions=tuple(d for d in same[0].decisions if d.key != key), kept=_together(same))
                    group = [line for line in group if all(line is not one for one in same)] + [kept]
                    changed = True
            if changed:
                break
    return group


MOST_OTHERS = 64


def _together(lines: list[Line]) -> dict[str, Snapshot]:
    """The remembered moments of lines that go on as one: the first line's, each with the others that were not the same."""
    found = {}
    for event, snapshot in lines[0].kept.items():
        all_ = [one for line in lines for own in (line.kept[event],) for one in (own, *own.others)]
        distinct = {one.state: one for one in reversed(all_) if one.state != snapshot.state}
        if len(distinct) > MOST_OTHERS:
            raise Apart
        found[event] = replace(snapshot, others=tuple(distinct.values())) if distinct else snapshot
    return found


def _added_up(lines: list[Line], apart: bool) -> list[Line]:
    """Chances about events that are forgotten, added up where the rest of two lines is the same."""
    groups: dict[tuple[Any, ...], list[Line]] = defaultdict(list)
    for line in lines:
        rest = frozenset((d.key, d.taken) for d in line.decisions if not _forgotten(line, d))
        groups[(_key(line, apart), rest)].append(line)
    if all(len(group) == 1 for group in groups.values()):
        return lines
    return [_sum(group) for group in groups.values()]


def _forgotten(line: Line, decision: Decision) -> bool:
    """Whether a chance can never be asked about again: it was about an event that is no longer on the table."""
    if decision.cause.cause != "chance" or any(decision.key in snapshot.met for snapshot in line.kept.values()):
        return False
    if decision.key[0] in ("added up", "next"):  # the same events never wait for the same turn again
        return True
    args = [*decision.key[1][1], *(Ref(part) for part in decision.key[2:3] if isinstance(part, str))]
    return any(isinstance(arg, Ref) and arg.name not in line.things for arg in args)


def _sum(group: list[Line]) -> Line:
    """One line for several, with the sum of their chances."""
    first = group[0]
    forgotten = [d for d in first.decisions if _forgotten(first, d)]
    if not forgotten:
        return replace(first, kept=_together(group))
    causes: dict[Cause, None] = {}
    total = Fraction(0)
    for line in group:
        chance = Fraction(1)
        for decision in line.decisions:
            if _forgotten(line, decision):
                chance *= decision.chance
                causes.update(dict.fromkeys(decision.causes))
        total += chance
    cause, *also = causes
    taken = " or ".join(sorted(", ".join(str(d.taken) for d in line.decisions if _forgotten(line, d)) for line in group))
    one = Decision(cause, ("added up", frozenset(causes)), taken, total, 0, tuple(also))
    return replace(first, decisions=(*(d for d in first.decisions if not _forgotten(first, d)), one), kept=_together(group))
