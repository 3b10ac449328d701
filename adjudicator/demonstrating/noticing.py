"""Which units can notice a change: only those that looked at what has changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from adjudicator.demonstrating.mutations import Mutation, changed_clause
from adjudicator.demonstrating.played import Telling
from adjudicator.demonstrating.units import Seen
from adjudicator.engine.engine import Engine
from adjudicator.model.clauses import Clause, Conclusion
from adjudicator.model.expressions import EFFECTS, Apply, Occurs, Sentence, Var, free_variables
from adjudicator.records import dataclass

_UNLIKELY = 8
"""How much more a unit may cost that is likelier to notice a change."""
LOOKED = ("produced", "considered", "met", "kept_out", "about")
"""What of a unit says which changes it can notice (units.py)."""


@dataclass(frozen=True)
class Verdict:
    """What became of a change: the unit that noticed it (as play, or `spoilt` and why), by what, and how many were asked for it.

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

    def of(self, mutation: Mutation) -> Iterator[Seen]:
        """The units whose answers a change can bear on, the likeliest for their cost to notice it first; those told as play before others.

        Likelier are those where what is changed is known to have mattered, and those whose answers are expected by what the rule cites.
        """
        cites, mattered = self._cites(mutation), frozenset(self._mattered(mutation))

        def price(seen: Seen) -> tuple[int, str]:
            unlikely = (seen.unit.key not in mattered) + seen.cites.isdisjoint(cites)
            return seen.cost * _UNLIKELY**unlikely, seen.unit.key

        spoilt = []
        for seen in sorted(self.looking(mutation), key=price):
            if self.telling.spoilt(seen, mutation):
                spoilt.append(seen)
            else:
                yield seen
        yield from spoilt

    def looking(self, mutation: Mutation) -> list[Seen]:
        """The same in no order."""
        keys = self._clause(mutation) if mutation.sort == "clause" else self._other(mutation)
        return [self.units[key] for key in dict.fromkeys((*keys, *self._mattered(mutation)))]

    def _mattered(self, mutation: Mutation) -> Iterable[str]:
        """The units where a condition or exception kept something out, or where the clause met others."""
        whole = mutation.change in ("condition", "exception") and not mutation.path
        if mutation.sort != "clause" or not (whole or mutation.change == "claim"):
            return ()
        kept = self._by["kept_out"].get(f"{mutation.rule}\t{mutation.where}\t{mutation.index}", ()) if whole else ()
        return [*kept, *self._by["met"].get(mutation.rule, ())]

    def _cites(self, mutation: Mutation) -> tuple[str, ...]:
        """The statements that the changed rule cites."""
        match mutation.sort:
            case "clause":
                return self.book.clauses[mutation.rule].cites
            case "definition":
                return self.book.definitions[mutation.rule].cites
            case "invariant":
                return self.book.invariants[mutation.rule].cites
        return ()

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
        effect = clause.is_effect
        meeting = list(met.get(name, ()))
        match mutation.change, mutation.where:
            case "out", _:
                return produced.get(name, ())
            case (("condition" | "exception"), where):
                part = (clause.whens if where == "when" else clause.unlesses)[mutation.index]
                waits = effect and not mutation.path and self._waits(clause, part)
                return [*considered.get(name, ()), *(self._stories if waits else ())]
            case "claim", "fallback":
                return [*spoken, *(self._stories if effect else ())]
            case "claim", _:
                return considered.get(name, ()) if clause.exemptions else meeting
            case "number", ("when" | "unless"):
                return considered.get(name, ())
            case "number", "number":
                return meeting
            case "number", "argument":
                return [*spoken, *(self._stories if effect else ())]
            case "wider", _:
                newly = self._wider(mutation, clause, [*spoken, *considered.get(name, ()), *(self._stories if effect else ())])
                return [*newly, *meeting]  # where it meets another clause, the more special of them goes before
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
        effect = clause.is_effect
        first = not effect and all(c.args and c.args[0] == Var(parameter.name) for c in clause.conclusions)
        if not first:
            return [key for key in dict.fromkeys(keys) if not newly.isdisjoint(self.units[key].sorts)]
        asked = {f"{c.property}\t{sort}" for c in clause.conclusions for sort in newly}
        return [key for key in dict.fromkeys(keys) if not asked.isdisjoint(self.units[key].of)]


def is_equal(engine: Engine, mutation: Mutation) -> bool:
    """Whether a clause that asks for less is proved to ask for the same: what is left entails what was dropped."""
    if mutation.sort != "clause" or mutation.change not in ("condition", "exception", "wider"):
        return False
    before = engine.book.clauses[mutation.rule]
    after = changed_clause(before, mutation)
    if after is None or not all(map(_of_its_places, before.conclusions)):
        return False
    entails = engine.entailment
    return all(entails.conditions_entail(after, n, before, n) and entails.conditions_entail(before, n, after, n)
               for n in range(len(before.conclusions)))  # fmt: skip


def _of_its_places(conclusion: Conclusion) -> bool:
    """Whether a conclusion says one thing of its places, however often and of whomever else the conditions hold."""
    places = frozenset().union(*map(free_variables, conclusion.args))
    return conclusion.form == "is" and not conclusion.property.startswith(EFFECTS) and free_variables(conclusion.value) <= places
