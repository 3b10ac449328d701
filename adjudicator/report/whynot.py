"""Why an answer did not come about, as text: the nearest clauses that would have given it, and what stopped them."""

from __future__ import annotations

from rich.console import Console

from adjudicator.explaining.nearest import ASLEEP, ELSEWHERE, LIFTED
from adjudicator.explaining.whynot import BEATEN, CHANGED, FAR, GIVEN, NOTHING, STOPPED, Obstacle
from adjudicator.language.wording import called
from adjudicator.report.lines import Said, line
from adjudicator.report.wrapping import put


def why_not(console: Console, found: list[Obstacle], said: Said) -> None:
    """The obstacles, the nearest first, each with why its condition does not hold."""
    for position, obstacle in enumerate(found):
        _obstacle(console, obstacle, said, "not     " if position == 0 else "        ", 3)


def _obstacle(console: Console, obstacle: Obstacle, said: Said, head: str, indent: int) -> None:
    deep = indent + len(head) + 2
    put(console, indent, headline(obstacle), head=((head, "bold"),))
    stopped = stopped_by(obstacle)
    if stopped:
        line(console, deep, stopped, "")
    for words in said.new(obstacle.clause.words) if obstacle.clause is not None else ():
        line(console, deep + 3, words, "italic dim")
    for one in obstacle.deeper:
        _obstacle(console, one, said, "for     ", deep)


def headline(obstacle: Obstacle) -> str:
    """What stood in the way, in one line: a fact, an event that did not happen or made it so, or a clause with what it would have said."""
    clause = obstacle.clause
    named = called(clause.clause) + (f" ({', '.join(clause.cites)})" if clause.cites else "") if clause is not None else ""
    match obstacle.sort:
        case sort if sort == GIVEN:
            return f"since the scenario says that {obstacle.says}"
        case sort if sort == NOTHING:
            return f"no clause would ever say that {obstacle.says}"
        case sort if sort == FAR:
            return f"no clause comes near here to saying that {obstacle.says}"
        case sort if sort in (STOPPED, CHANGED):
            return f"since {obstacle.says}" + (f", by {named}" if named else "")
    return f"{named} would say: {obstacle.would}"


def stopped_by(obstacle: Obstacle) -> str:
    """`but it does not hold that ...`, `but it was beaten on the rung ...`; empty where there is nothing to add."""
    if obstacle.sort in (GIVEN, NOTHING, FAR, STOPPED, CHANGED):
        return ""
    if obstacle.sort == BEATEN and obstacle.loss is not None:
        return f'but it was beaten on the rung "{obstacle.loss.rung}", by {called(obstacle.loss.winner)}: {obstacle.loss.reason}'
    if obstacle.failing == ASLEEP:
        return f"but {ASLEEP} (a suggestion, an option that is not in use, or supposed off)"
    if obstacle.failing == ELSEWHERE or obstacle.failing.startswith(LIFTED):
        return f"but {obstacle.failing}"
    if obstacle.excepted:
        return f"but there is an exception, which holds: {obstacle.failing}"
    return f"but {'it is not decided whether' if obstacle.undecided else 'it does not hold that'} {obstacle.failing}"
