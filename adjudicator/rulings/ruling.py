"""An answer as a ruling: what was ruled in one line, and by which clauses. So it can be written down and compared."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, Limits, RuleFault
from adjudicator.engine.worlds import Ground
from adjudicator.language.wording import called
from adjudicator.model.outcomes import Answer, Beaten, Cause, Outcome, World
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Scenario
from adjudicator.model.values import order_key, show
from adjudicator.records import dataclass
from adjudicator.settling.settling import settle_on
from adjudicator.settling.support import deciding_resolutions
from adjudicator.vetting.checking import claim_circles


@dataclass(frozen=True)
class Ruled:
    """What a question is answered, as an `expect` line would have it; the deciding clauses, what they beat, and the causes."""

    answer: str
    clauses: tuple[str, ...]
    beaten: tuple[Beaten, ...] = ()
    causes: tuple[Cause, ...] = ()
    decided: bool = True


def ruled(answer: Answer) -> Ruled:
    """The answer as a ruling; `decided` is False where a limit was reached, which is no answer."""
    if answer.status == "limit":
        return Ruled("no answer within the limits", (), decided=False)
    if answer.status == "impossible":
        return Ruled("impossible", _names(instance.clause.name for instance in answer.conflict))
    names: list[str] = []
    beaten: list[Beaten] = []
    causes: list[Cause] = []
    for outcome in answer.outcomes:
        for resolution in deciding_resolutions(outcome):
            names += [i.clause.name for i in (*resolution.winners, *resolution.modifiers, *resolution.open_between)]
            beaten += resolution.beaten
        causes += outcome.because_of
        names += _changed_it(outcome.world)
    return Ruled(_answer(answer), _names(names), tuple(beaten), tuple(sorted(set(causes), key=str)))


def _changed_it(world: World) -> list[str]:
    """The clauses by which a story last changed what is asked about."""
    open_ = set(world.root)
    names: list[str] = []
    for step in reversed(world.steps):
        for change in step.changes:
            if change.node in open_ and change.resolution is not None:
                open_.discard(change.node)
                names += [i.clause.name for i in (*change.resolution.winners, *change.resolution.modifiers)]
    return names


def _names(names: Iterator[str] | list[str]) -> tuple[str, ...]:
    return tuple(sorted({called(name) for name in names}))


def _answer(answer: Answer) -> str:
    if answer.status == "undecided":
        return "undecided"
    decided = sorted((o for o in answer.outcomes if o.world.decided), key=lambda o: order_key(o.answer))
    several = len(answer.outcomes) > 1
    parts = [_value(outcome, several) for outcome in decided]
    parts = list(dict.fromkeys(parts)) + ["undecided"] * (len(decided) < len(answer.outcomes))
    return parts[0] if len(parts) == 1 else "either " + " or ".join(parts)


def _value(outcome: Outcome, several: bool) -> str:
    text = show(outcome.answer)
    if several and isinstance(outcome.answer, frozenset):
        text = text.replace(", ", " and ")
    return text + (f" with chance {outcome.probability}" if several and outcome.probability is not None else "")


def same_answer(recorded: str, today: str) -> bool:
    """Whether two answers are the same; chances only count where both name them."""
    if " with chance " not in recorded or " with chance " not in today:
        recorded, today = _CHANCE.sub("", recorded), _CHANCE.sub("", today)
    return _alternatives(recorded) == _alternatives(today)


_CHANCE = re.compile(r" with chance \S+?(?=,|\s|$)")
_BETWEEN = re.compile(r"\s+or\s+|,\s*")


def _alternatives(answer: str) -> frozenset[frozenset[str]]:
    """The alternatives of an answer, each a set of values: in whatever order they are written, they are the same."""
    if answer.startswith("either "):
        return frozenset(_values(part, " and ") for part in _BETWEEN.split(answer.removeprefix("either ")))
    return frozenset({_values(answer, ",")})


def _values(text: str, between: str) -> frozenset[str]:
    return frozenset(" ".join(part.removeprefix("the ").split()).casefold() for part in text.strip().split(between))


class Table:
    """Settles many scenarios; the engine of a rulebook is shared by its scenarios. Close it in the end."""

    def __init__(self, limits: Limits = Limits()) -> None:
        self.limits = limits
        self._engines: dict[str, Engine] = {}
        self._circles: dict[str, list[str]] = {}

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Keep what the engines have learned."""
        for engine in self._engines.values():
            engine.close()

    def engine(self, book: Rulebook) -> Engine:
        """The engine of a rulebook, made once."""
        if book.digest not in self._engines:
            self._engines[book.digest] = Engine(book, self.limits)
            self._circles[book.digest] = [finding.message for finding in claim_circles(book)]
        return self._engines[book.digest]

    def answers(self, scenario: Scenario, book: Rulebook) -> tuple[Answer, ...] | str:
        """The answers to all questions; or, where the scenario cannot be settled at all, why not."""
        engine = self.engine(book)
        if self._circles[book.digest]:
            return self._circles[book.digest][0]
        try:
            return settle_on(Ground(engine, scenario.situation, scenario.questions), scenario)[1].answers
        except RuleFault as fault:
            return f"{fault.message} ({fault.place})" if fault.place.line else fault.message
        except LimitReached as limit:
            return str(limit)
