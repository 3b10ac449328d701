"""Which units can notice a change, and which does: only those are settled again that looked at what has changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from adjudicator.demonstrating.changed import changed_engine
from adjudicator.demonstrating.mutations import Mutation, changed_clause
from adjudicator.demonstrating.played import Telling
from adjudicator.demonstrating.prints import difference
from adjudicator.demonstrating.reaching import is_stepwise
from adjudicator.demonstrating.units import Seen, again
from adjudicator.engine.engine import Engine
from adjudicator.model.clauses import Clause, Conclusion
from adjudicator.model.expressions import EFFECTS, Apply, Occurs, Sentence, Var, free_variables
from adjudicator.model.situation import Scenario
from adjudicator.records import dataclass

Scenarios = Callable[[Seen], tuple[Scenario, Engine]]
"""The scenario of a unit, and the engine of its book (which may have clauses of the scenario's own file)."""


LOOKED = ("produced", "considered", "met", "kept_out", "about", "reached")
"""What of a unit says which changes it can notice (units.py)."""


@dataclass(frozen=True)
class Verdict:
    """What became of a change: the unit that noticed it (as play, or `spoilt` and why), by what, and how many were settled for it.

    `unit` is empty where none noticed it; `reached` is False where the time was over before all were asked.
    `looked` is what was looked at besides (`body CLAUSE`, `about PROPERTY`), on which the verdict rests.
    """

    key: str
    unit: str = ""
    by: str = ""
    spoilt: str = ""
    tried: int = 0
    reached: bool = True
    equal: bool = False
    looked: tuple[str, ...] = ()


class Watchers:
    """All units of a book, by what each looked at."""

    def __init__(self, engine: Engine, found: Iterable[Seen]) -> None:
        self.engine, self.book = engine, engine.book
        self.telling = Telling(engine.book)
        self.units = {seen.unit.key: seen for seen in found if seen.counted}
        self._by: dict[str, dict[str, list[str]]] = {name: defaultdict(list) for name in LOOKED}
        for key, seen in self.units.items():
            for name, index in self._by.items():
                for one in getattr(seen, name) or ():
                    index[one].append(key)
        self._stories = [key for key, seen in self.units.items() if seen.story]
        sorts = frozenset().union(*(seen.sorts for seen in self.units.values()))
        self._kinds = {sort: self.book.upwards(tuple(sort.split("|"))) for sort in sorts}

    def of(self, mutation: Mutation) -> list[Seen]:
        """The units whose answers a change can bear on, the cheapest first."""
        keys = self._clause(mutation) if mutation.sort == "clause" else self._other(mutation)
        if is_stepwise(self.book, mutation):
            unknown = (key for key in keys if self.units[key].reached is None)
            keys = [*unknown, *self._by["reached"].get(mutation.key, ())]
        return sorted((self.units[key] for key in dict.fromkeys(keys)), key=lambda seen: (seen.cost, seen.unit.key))

    def _other(self, mutation: Mutation) -> Iterable[str]:
        match mutation.sort:
            case "definition":
                return self._by["about"].get(self.book.definitions[mutation.rule].property, ())
            case "invariant":
                return self.units
            case "rung":
                return [key for key, seen in self.units.items() if seen.met]
        return [key for key, seen in self.units.items() if seen.drawn]

    def _clause(self, mutation: Mutation) -> Iterable[str]:
        name, clause = mutation.rule, self.book.clauses[mutation.rule]
        produced, considered, met, about = (self._by[what] for what in ("produced", "considered", "met", "about"))
        spoken = (key for c in clause.conclusions for key in about.get(c.property, ()))
        effect = any(c.property.startswith(EFFECTS) for c in clause.conclusions)
        meeting = list(met.get(name, ()))
        match mutation.change, mutation.where:
            case "out", _:
                return produced.get(name, ())
            case (("condition" | "exception"), where) if not mutation.path:
                part = (clause.whens if where == "when" else clause.unlesses)[mutation.index]
                waits = effect and self._waits(clause, part)
                kept = self._by["kept_out"].get(f"{name}\t{where}\t{mutation.index}", ())
                return [*kept, *met.get(name, ()), *(self._stories if waits else ())]
            case (("condition" | "exception"), _):
                return considered.get(name, ())
            case "claim", "fallback":
                return [*spoken, *(self._stories if effect else ())]
            case "claim", _:
                return meeting
            case "number", ("when" | "unless"):
                return considered.get(name, ())
            case "number", "number":
                return meeting
            case "number", "argument":
                return [*spoken, *(self._stories if effect else ())]
            case "wider", _:
                return self._wider(mutation, clause, [*spoken, *considered.get(name, ()), *(self._stories if effect else ())])
        return produced.get(name, ())

    def _waits(self, clause: Clause, part: Sentence) -> bool:
        """Whether an effect clause can wait for other events without this condition: not where it only says that its one event happens,
        since effects are of what happens (docs/meaning.md 11.6)."""
        if not isinstance(part, Apply):
            return isinstance(part, Occurs)
        events = [Var(p.name) for p in clause.parameters if self.book.is_a(p.kind, "event")]
        phrases = any(isinstance(when, Occurs) for when in clause.whens)
        effects = all(c.property.startswith(EFFECTS) for c in clause.conclusions)
        return part.property == "happens" and (phrases or not effects or events != [part.args[0]])

    def _wider(self, mutation: Mutation, clause: Clause, keys: list[str]) -> list[str]:
        """Of these units, those with something of the wider kind that is not of the narrower one, where the clause would meet it."""
        parameter, changeable = clause.parameters[mutation.index], self.book.changeable_kinds
        if parameter.kind in changeable or mutation.by in changeable:
            return keys
        newly = {sort for sort in self._kinds if mutation.by in self._kinds[sort] and parameter.kind not in self._kinds[sort]}
        effect = any(c.property.startswith(EFFECTS) for c in clause.conclusions)
        first = not effect and all(c.args and c.args[0] == Var(parameter.name) for c in clause.conclusions)
        if not first:
            return [key for key in dict.fromkeys(keys) if not newly.isdisjoint(self.units[key].sorts)]
        asked = {f"{c.property}\t{sort}" for c in clause.conclusions for sort in newly}
        return [key for key in dict.fromkeys(keys) if not asked.isdisjoint(self.units[key].of)]

    def notice(self, mutation: Mutation, scenario_of: Scenarios, first: str = "", over: Callable[[], bool] = lambda: False) -> Verdict:
        """Settle again, one after the other, what the change can bear on, until one answer is another.

        Units told as play go before others; `first`, where it is still one of them, before all.
        """
        waiting = self.of(mutation)
        play = [seen for seen in waiting if not self.telling.spoilt(seen, mutation)]
        spoilt = [seen for seen in waiting if self.telling.spoilt(seen, mutation)]
        order = sorted(play, key=lambda seen: seen.unit.key != first) + sorted(spoilt, key=lambda seen: seen.unit.key != first)
        engines: dict[str, Engine] = {}
        looked: set[str] = set()
        for tried, seen in enumerate(order):
            if over():
                return Verdict(mutation.key, tried=tried, reached=False)
            scenario, engine = scenario_of(seen)
            if engine.book.digest not in engines:
                engines[engine.book.digest] = changed_engine(engine, mutation)
            after = again(engines[engine.book.digest], seen, scenario)
            looked |= {f"body\t{name}" for name in after.considered} | {f"about\t{name}" for name in after.about}
            changed = next(((a, b) for a, b in zip(seen.prints, after.prints, strict=True) if a != b), None)
            if changed is not None:
                own = {f"body\t{name}" for name in after.considered} | {f"about\t{name}" for name in after.about}
                return Verdict(mutation.key, seen.unit.key, difference(*changed), self.telling.spoilt(seen, mutation), tried + 1,
                               looked=tuple(sorted(own)))  # fmt: skip
        return Verdict(mutation.key, tried=len(order), equal=self._is_equal(mutation), looked=tuple(sorted(looked)))

    def _is_equal(self, mutation: Mutation) -> bool:
        """Whether a clause that asks for less is proved to ask for the same: what is left entails what was dropped."""
        if mutation.sort != "clause" or mutation.change not in ("condition", "exception", "wider"):
            return False
        before = self.book.clauses[mutation.rule]
        after = changed_clause(before, mutation)
        if after is None or not all(map(_of_its_places, before.conclusions)):
            return False
        entails = self.engine.entailment
        return all(entails.conditions_entail(after, n, before, n) and entails.conditions_entail(before, n, after, n)
                   for n in range(len(before.conclusions)))  # fmt: skip


def _of_its_places(conclusion: Conclusion) -> bool:
    """Whether a conclusion says one thing of its places, however often and of whomever else the conditions hold."""
    places = frozenset().union(*map(free_variables, conclusion.args))
    return conclusion.form == "is" and not conclusion.property.startswith(EFFECTS) and free_variables(conclusion.value) <= places
