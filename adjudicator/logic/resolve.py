"""Resolving property instances in one world: facts, definitions, clauses, the ladder, defaults.

Grounding is on demand: only what a question needs is ever computed.  The order
of the paragraphs follows docs/meaning.md 1.
"""

from __future__ import annotations

from fractions import Fraction

from adjudicator.language.wording import node_text
from adjudicator.logic.decisions import Decisions, Fork
from adjudicator.logic.engine import Engine
from adjudicator.logic.instances import bindings
from adjudicator.logic.judging import WorldJudge, contrary_values
from adjudicator.logic.limits import LimitReached, RuleFault
from adjudicator.logic.loops import Rounds
from adjudicator.logic.modifiers import results
from adjudicator.logic.symbols import Condition, Symbol, Symbols
from adjudicator.logic.table import Table
from adjudicator.logic.truth import Drawn, Truth, drawn, truth, value_of
from adjudicator.logic.undecided import UNDECIDED
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Draw
from adjudicator.model.outcomes import Cause, Decision, Instance, Resolution
from adjudicator.model.situation import Node
from adjudicator.model.values import PERMISSION, WHOLE, Ref, Type, Value, order_key, show
from adjudicator.model.vocabulary import Default
from adjudicator.precedence.climb import Climb, climb

class Circular(Exception):
    """An instance was needed for itself; caught where it was first asked for."""

    def __init__(self, node: Node) -> None:
        super().__init__(node)
        self.node = node


class World:
    """One branch of a situation: the decisions taken, and everything computed under them."""

    def __init__(self, engine: Engine, table: Table, decisions: Decisions, path: list[tuple[Condition, bool]],
                 resolved: dict[Node, Resolution]) -> None:  # fmt: skip
        self.engine, self.book, self.table = engine, engine.book, table
        self.situation = table.situation
        self.decisions, self.path = decisions, path
        self.resolved = resolved
        self._rough: dict[str, tuple[Ref, ...]] = {}
        self.rounds: dict[int, Rounds] = {}
        self._reading: list[dict[Node, None]] = []
        self._active: set[Node] = set()
        self._work = 0

    def text(self, node: Node) -> str:
        """The instance in the phrases of the rulebook."""
        return node_text(self.book, node, self.table.all_things)

    # ---- what truth.py asks ----

    @property
    def symbols(self) -> Symbols:
        return self.engine.symbols

    def value(self, node: Node):
        """The value of a property instance, UNDECIDED where nothing decides it."""
        if self._reading:
            self._reading[-1][node] = None
        return self.resolve(node).value

    def is_kind(self, value: Value, kind: str) -> bool:
        """Whether a thing is of a kind, declared or counted as."""
        return self.kind_truth(value, kind) is True

    def kind_truth(self, value: Value, kind: str) -> Truth:
        """The same with None where it is undecided."""
        if not isinstance(value, Ref):
            return kind == "number" and isinstance(value, (Fraction, Symbol))
        if kind == "thing":
            return True
        if kind not in self.book.changeable_kinds:
            return kind in self.table.declared_kinds(value)
        if not self.can_be(value, kind):
            return False
        found = self.value((f"kind:{kind}", (value,)))
        return None if found is UNDECIDED else found is True

    def can_be(self, ref: Ref, kind: str) -> bool:
        """Whether the thing can ever count as one of the kind."""
        possible = self.engine.possible_kinds[kind]
        return not self.table.declared_kinds(ref).isdisjoint(possible) or ref in self.table.with_kind_facts

    def rough_extent(self, kind: str) -> tuple[Ref, ...]:
        """The things that may be of the kind, without computing anything."""
        if kind not in self.book.changeable_kinds:
            return self.table.extents.get(kind, ())
        found = self._rough.get(kind)
        if found is None:
            found = self._rough[kind] = tuple(ref for ref in self.table.everything() if self.can_be(ref, kind))
        return found

    def extent(self, kind: str) -> list[Ref]:
        """The things of a kind, in the order of the scenario."""
        if kind in self.book.changeable_kinds:
            return [ref for ref in self.rough_extent(kind) if self.is_kind(ref, kind)]
        return list(self.table.extents.get(kind, ()))

    def decide(self, condition: Condition) -> bool:
        """The truth of a comparison of unknown numbers in this world; a branching where both are possible."""
        key = ("number", condition.text)
        known = self.decisions.by_key.get(key)
        if known is not None:
            self.decisions.met[key] = known
            return known.taken is True
        possible = [holds for holds in (True, False) if self.symbols.possible(self.path, condition, holds)]
        if len(possible) == 1:
            return possible[0]
        what = " and ".join(sorted(self.text(node) for node in condition.about))
        raise Fork([Decision(Cause("unknown", what), key, holds) for holds in possible], condition)

    # ---- resolution ----

    def resolve(self, node: Node) -> Resolution:
        """How the instance comes to its value; computed once in a world."""
        known = self.resolved.get(node)
        if known is not None:
            return known
        circle = self.engine.circles.get(node[0])
        rounds = self.rounds.get(circle) if circle is not None else None
        if rounds is not None:
            return rounds.read(node)
        if node in self._active:
            if circle is None:
                return Resolution(node, UNDECIDED, "loop")
            raise Circular(node)
        self._active.add(node)
        try:
            self.resolved[node] = self.compute(node)
        except Circular as found:
            if found.node != node or circle is None:
                raise
            self._go_round(node, circle)
        finally:
            self._active.discard(node)
        return self.resolved[node]

    def _go_round(self, node: Node, circle: int) -> None:
        """The instance turned out to depend on itself: compute all on the circle together."""
        self.rounds[circle] = Rounds(self)
        try:
            self.resolved.update(self.rounds[circle].run(node))
        finally:
            del self.rounds[circle]

    def compute(self, node: Node) -> Resolution:
        """1.2 to 1.4: a fact, a definition, the clauses, or the default."""
        self._work += 1
        if self._work > self.engine.limits.instances:
            raise LimitReached(f"more than {self.engine.limits.instances:,} property instances were needed")
        name, args = node
        if name.startswith("role:"):
            return Resolution(node, self.table.role(args[0], name[5:]), "given")
        fact = self.situation.facts.get(node)
        if fact is not None:
            return Resolution(node, self._unknown(node) if fact.unknown else fact.value, "unknown" if fact.unknown else "given")
        if name == "happens":
            thing = self.table.thing(args[0])
            return Resolution(node, bool(thing and thing.happens), "given")
        if name in self.book.definition_of:
            return self._defined(node)
        return self._modified(self._by_clauses(node))

    def unsupported(self, node: Node) -> Resolution:
        """7.1: what holds of an instance in a circle before anything supports it."""
        name, args = node
        if node in self.situation.facts or name == "happens":
            return self.compute(node)
        if name.startswith("kind:"):
            return Resolution(node, name[5:] in self.table.declared_kinds(args[0]), "default")
        if name.startswith("after:") and name[6:] not in self.engine.circles:
            return self._default(node)
        if name in self.book.definition_of or name.startswith(("after:", "decider:")):
            boolean = self._type(name).base == "yes/no"
            return Resolution(node, False if boolean else UNDECIDED, "default" if boolean else "gap")
        default = self._default_of(name, args)
        if name == "may" or name == "before" or not (default.undecided or default.unknown):
            return self._default(node)
        return Resolution(node, UNDECIDED, "gap")

    def _defined(self, node: Node) -> Resolution:
        definition = self.book.definition_of[node[0]]
        binding = dict(zip((p.name for p in definition.parameters), node[1], strict=True))
        self._reading.append({})
        try:
            if self._type(node[0]).base == "yes/no":
                found = truth(self, definition.meaning, binding)
                value = UNDECIDED if found is None else found
            else:
                value = value_of(self, definition.meaning, binding)
        finally:
            read = self._reading.pop()
        return Resolution(node, value, "defined" if value is not UNDECIDED else "gap", rests_on=tuple(read))

    def _by_clauses(self, node: Node) -> Resolution:
        candidates = self.instances(node, fallback=False) or self.instances(node, fallback=True)
        if not candidates:
            return self._default(node)
        end = climb(self.book.ladder, candidates, WorldJudge(self, node[0]))
        value, how, between = self._verdict(node, end)
        return Resolution(node, value, how, tuple(i for i in end.standing if how not in ("clauses", "gap") or self._agrees(node, i, value)),
                          end.beaten, end.rung, open_between=between)  # fmt: skip

    def _agrees(self, node: Node, instance: Instance, value) -> bool:
        return isinstance(instance.value, Drawn) or not contrary_values(node[0], instance.value, value)

    def _verdict(self, node: Node, end: Climb) -> tuple[Value, str, tuple[Instance, ...]]:
        """The value of those that stand, taking a branch where they differ."""
        if end.averaged is not None:
            return end.averaged, "averaged", ()
        values = _distinct(node[0], [i.value for i in end.standing])
        if len(values) == 1:
            return self._single(node, values[0]), "gap" if values[0] is UNDECIDED else "clauses", ()
        text = self.text(node)
        if end.chance:
            share = [Fraction(1, len(values))] * len(values)
            cause = Cause("chance", text)
            taken = self.decisions.take(("chance rung", node), cause, values, share)
        else:
            taken = self.decisions.take(("open", node), Cause("open", text), values)
        return self._single(node, taken), "chosen", end.standing

    def _single(self, node: Node, value):
        """A value as it is, or one drawn by chance."""
        if not isinstance(value, Drawn):
            return value
        cases = list(value)
        if not cases:
            everything = self.all_values(self._type(node[0]))
            cases = [(v, 1) for v in everything]
        total = sum(weight for _, weight in cases)
        merged: dict = {}
        for v, weight in cases:
            merged[v] = merged.get(v, Fraction(0)) + Fraction(weight) / total
        if len(merged) == 1:
            return next(iter(merged))
        cause = Cause("chance", self.text(node))
        return self.decisions.take(("chance", node), cause, list(merged), list(merged.values()))

    # ---- candidates ----

    def instances(self, node: Node, fallback: bool, modifiers: bool = False) -> list[Instance]:
        """1.3: all clause instances about the node that are in force and whose conditions hold."""
        speakers = self.engine.speakers.get((node[0], fallback, modifiers))
        if speakers is None:
            return []
        first = node[1][0] if node[1] else None
        kinds = self.table.declared_kinds(first) if isinstance(first, Ref) else frozenset()
        found: list[Instance] = []
        for _, clause, index in speakers.about(first, kinds):
            if self._awake(clause):
                found += self._of_clause(clause, index, node)
        return found

    def _of_clause(self, clause: Clause, index: int, node: Node) -> list[Instance]:
        found = []
        self._reading.append({})
        try:
            for binding in bindings(self, clause, index, node):
                if any(truth(self, unless, binding) is True for unless in clause.unlesses):
                    continue
                if not self._read_so(clause):
                    break
                value, read = self._value(clause, index, binding)
                found.append(Instance(clause, clause.conclusions[index], tuple(sorted(binding.items())), value, read))
        finally:
            self._reading.pop()
        return found

    def _value(self, clause: Clause, index: int, binding: dict) -> tuple[Value, tuple[Node, ...]]:
        """What the instance concludes, and what its conditions and its value rest on."""
        self._reading.append({})
        try:
            for parameter in clause.parameters:
                self.is_kind(binding[parameter.name], parameter.kind)
            for condition in clause.whens:
                truth(self, condition, binding)
            term = clause.conclusions[index].value
            value = drawn(self, term, binding) if isinstance(term, Draw) else value_of(self, term, binding)
        finally:
            read = self._reading.pop()
        return value, tuple(read)

    def _awake(self, clause: Clause) -> bool:
        """2.1 and 2.2, worked out once for the situation."""
        known = self.table.awake.get(clause.name)
        if known is None:
            known = self.table.awake[clause.name] = self.engine.awake(self.situation, clause)
        return known

    def _read_so(self, clause: Clause) -> bool:
        """2.3 and 2.4: whether the clause is in force in the reading this world takes."""
        if clause.reading is not None:
            name, alternative = clause.reading
            chosen = self.situation.readings.get(name)
            if chosen is None:
                reading = self.book.readings[name]
                chosen = self.decisions.take(("reading", name), Cause("reading", name), list(reading.alternatives))
            return chosen == alternative
        if self.engine.is_reading(self.situation, clause):
            what = f"{clause.name} ({clause.status}{': ' + ', '.join(clause.cites) if clause.cites else ''})"
            return self.decisions.take(("reading", clause.name), Cause("reading", what), [True, False]) is True
        return True

    # ---- defaults ----

    def _default_of(self, name: str, args: tuple[Value, ...]) -> Default:
        prop = self.book.properties.get(name)
        if prop is None:
            return Default(undecided=True)
        for kind, default in prop.kind_defaults:
            if args and isinstance(args[prop.subject], Ref) and kind in self.table.declared_kinds(args[prop.subject]):
                return default
        return prop.default

    def _default(self, node: Node) -> Resolution:
        """1.4: what holds where no clause speaks."""
        name, args = node
        if name.startswith("kind:"):
            below = self.book.descendants.get(name[5:], frozenset()) & self.engine.told_kinds
            for kind in sorted(below - {name[5:]}):
                if self.value((f"kind:{kind}", args)) is True:
                    return Resolution(node, True, "default", rests_on=((f"kind:{kind}", args),))
            return Resolution(node, name[5:] in self.table.declared_kinds(args[0]), "default")
        if name.startswith("after:"):
            before = (name[6:], args)
            return Resolution(node, self.value(before), "default", rests_on=(before,))
        if name == "before":
            return Resolution(node, False, "default")
        if name == "may":
            normally = self._normally(args[0])
            return Resolution(node, normally or UNDECIDED, "default" if normally else "gap")
        default = self._default_of(name, args)
        if default.unknown:
            return Resolution(node, self._unknown(node), "unknown")
        if not default.undecided:
            return Resolution(node, default.value, "default")
        return self._choice(node)

    def _normally(self, event: Value) -> str:
        thing = self.table.thing(event) if isinstance(event, Ref) else None
        kinds = thing.kinds if thing else ()
        for kind in kinds:
            for name in (kind, *sorted(self.book.ancestors.get(kind, frozenset()) - {kind})):
                if name in self.book.events and self.book.events[name].default:
                    return self.book.events[name].default
        return ""

    def _choice(self, node: Node) -> Resolution:
        """A choice of the one who decides, where somebody does; else a gap."""
        decider = ("decider:" + node[0], node[1])
        if not node[0].startswith("decider:") and (decider[0] in self.book.clauses_about or decider in self.situation.facts):
            who = self.value(decider)
            everything = self.all_values(self._type(node[0])) if who is not UNDECIDED and who is not None else []
            if everything:
                cause = Cause("choice", self.text(node), show(who))
                taken = self.decisions.take(("choice", node), cause, everything)
                return Resolution(node, taken, "chosen", rests_on=(decider,))
        return Resolution(node, UNDECIDED, "gap")

    def _type(self, name: str) -> Type:
        if name == "may":
            return PERMISSION
        if name.startswith("decider:"):
            return Type("thing", kind="thing")
        prop = self.book.properties.get(name.removeprefix("after:"))
        return prop.type if prop is not None else Type("yes/no")

    def all_values(self, kind: Type) -> list[Value]:
        """Every value of a finite type, in a fixed order; none where there are too many to list."""
        if kind.base == "yes/no":
            return [True, False]
        if kind.base == "choice":
            return list(kind.options)
        if kind.base == "thing":
            refs: list[Value] = list(self.extent(kind.kind)) if kind.kind != "thing" else list(self.table.everything())
            return [*refs, None] if kind.nobody else refs
        return []

    def _unknown(self, node: Node) -> Value:
        """8.1: an open fact; finite ones branch, numbers stay symbols."""
        kind = self._type(node[0]) if not node[0].startswith("kind:") else Type("yes/no")
        text = self.text(node)
        if kind.is_number:
            return self.symbols.constant(node, text, kind == WHOLE)
        everything = self.all_values(kind)
        if not everything:
            raise LimitReached(f"{text} is unknown, and its values cannot be listed")
        return self.decisions.take(("unknown", node), Cause("unknown", text), everything)

    # ---- modifiers ----

    def _modified(self, resolution: Resolution) -> Resolution:
        """6.2 and 6.3: modifiers applied, whole numbers checked."""
        node, name = resolution.node, resolution.node[0]
        kind = self._type(name)
        if not kind.is_number:
            return resolution
        found = [*self.instances(node, False, True), *self.instances(node, True, True)]
        if found and resolution.value is not UNDECIDED:
            found = self._unbeaten(name, found, resolution)
        if found and resolution.value is not UNDECIDED:
            values = results(self, resolution.value, found)
            value = values[0] if len(values) == 1 else self._order(node, values)
            how = resolution.how if resolution.how == "chosen" else "modified"
            between = resolution.open_between or (tuple(found) if len(values) > 1 else ())
            resolution = Resolution(node, value, how, resolution.winners, resolution.beaten, resolution.rung, tuple(found),
                                    resolution.rests_on, between)  # fmt: skip
        self._check_whole(resolution, kind)
        return resolution

    def _unbeaten(self, name: str, modifiers: list[Instance], resolution: Resolution) -> list[Instance]:
        claims = self.engine.claims
        in_force = [*resolution.winners, *modifiers]
        return [m for m in modifiers if not any(claims.beats(other.clause, m.clause, name) for other in in_force if other.key != m.key)]

    def _order(self, node: Node, values: list) -> Value:
        prop = self.book.properties.get(node[0].removeprefix("after:"))
        text = f"the order of what changes {self.text(node)}"
        if prop is not None and prop.order_by in prop.roles:
            who = node[1][prop.roles.index(prop.order_by)]
            return self.decisions.take(("order", node), Cause("choice", text, show(who)), values)
        return self.decisions.take(("order", node), Cause("open", text), values)

    def _check_whole(self, resolution: Resolution, kind: Type) -> None:
        value = resolution.value
        if kind.base != "whole" or isinstance(value, Symbol) or value is UNDECIDED or value is None or resolution.how == "averaged":
            return
        if value.denominator != 1:
            clauses = [i.clause for i in (*resolution.winners, *resolution.modifiers)]
            place = clauses[0].place if clauses else None
            name = f"the clause `{clauses[0].name}`" if clauses else "the rulebook"
            fault = f"{self.text(resolution.node)} comes out as {value}, but it is declared whole"
            help = f"let {name} round it (`rounded up` or `rounded down`), or declare it as `a number`"
            raise RuleFault(fault, *(() if place is None else (place,)), help=help)

    # ---- questions ----

    def answer(self, question) -> tuple[Value, tuple[Node, ...]]:
        """The answer to a question (UNDECIDED if open) and the instances it reads directly."""
        self._reading.append({})
        try:
            if question.yes_no:
                found: Truth = truth(self, question.ask, {})
                value = UNDECIDED if found is None else found
            else:
                value = value_of(self, question.ask, {})
        finally:
            read = self._reading.pop()
        return value, tuple(read)


def _distinct(name: str, values: list) -> list:
    """The values that differ, in a fixed order; of `may` and `must` the stronger."""
    found: list = []
    for value in values:
        if value not in found:
            found.append(value)
    if name == "may" and "must" in found and "may" in found:
        found.remove("may")
    plain = [v for v in found if not isinstance(v, (Drawn, Symbol)) and v is not UNDECIDED]
    return sorted(plain, key=order_key) + [v for v in found if v not in plain]
