"""Resolving property instances in one world: facts, definitions, clauses, the ladder, defaults.

Grounding is on demand: only what a question needs is ever computed.  The order
of the paragraphs follows docs/meaning.md 1.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.defaults import all_values, begins_alone, default_of, default_resolution, must_be_told, open_value, type_of
from adjudicator.engine.engine import Engine
from adjudicator.engine.happening import Apart
from adjudicator.engine.instances import mentioned_by
from adjudicator.engine.judging import WorldJudge, contrary_values, standing_by_claims
from adjudicator.engine.limits import LimitReached, OutOfTime, TooLong
from adjudicator.engine.loops import Around, Circular, Rounds, Touched
from adjudicator.engine.modifiers import modified
from adjudicator.engine.offers import distinct, subsets
from adjudicator.engine.reading import Reading
from adjudicator.engine.speaking import instances
from adjudicator.engine.symbols import Condition, Symbol, Symbols
from adjudicator.engine.table import Table
from adjudicator.engine.tried import Asked, Compared, End, Trail, Tried, answered
from adjudicator.engine.truth import Binding, Truth, instance_meant, truth, value_of
from adjudicator.engine.ways import CIRCLE, circle_text
from adjudicator.language.wording import named, node_text, statement
from adjudicator.model.clauses import Conclusion
from adjudicator.model.expressions import (
    EVENTFUL,
    INSTEAD,
    TOLD,
    Aggregate,
    And,
    Apply,
    Arith,
    Literal,
    Not,
    Or,
    Quantified,
    as_sentence,
    as_term,
)
from adjudicator.model.outcomes import NOT_TOLD, PARADOX, Cause, Decision, Instance, Resolution
from adjudicator.model.situation import Fact, Node, Question, the_first
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Drawn, Ref, Usual, Value, show
from adjudicator.precedence.climb import Climb, climb

if TYPE_CHECKING:
    from adjudicator.engine.lifting import Lifted


def _says_otherwise(said: Conclusion, found: Resolution) -> bool:
    """Whether a conclusion, did its clause apply, would stand against a value or change it."""
    if said.form != "is" or not isinstance(said.value, Literal):
        return True
    if isinstance(said.value.value, Usual):
        return bool(found.winners) and not found.as_usual
    return found.value is not UNDECIDED and contrary_values(said.property, said.value.value, found.value)


class World:
    """One branch of a situation: the decisions taken, and everything computed under them."""

    def __init__(self, engine: Engine, table: Table, decisions: Decisions, path: list[tuple[Condition, bool]],
                 resolved: MutableMapping[Node, Resolution], tried: Tried | None = None) -> None:  # fmt: skip
        self.engine, self.book, self.table = engine, engine.book, table
        self.situation = table.situation
        self.ladder = table.situation.ladder or engine.book.ladder
        self.decisions, self.path = decisions, path
        self.resolved, self.tried = resolved, tried
        self._rough: dict[str, tuple[Ref, ...]] = {}
        self._counted: dict[str, tuple[frozenset[str], frozenset[Value]]] = {}
        self.rounds: dict[int, list[Rounds]] = {}
        self._reading: list[dict[Node, None]] = []
        self._active: set[Node] = set()
        self._work = 0
        self.lifted_from: dict[Node, dict[Node, Conclusion]] = {}
        self._earlier: dict[str, list[World]] = {}
        self.surveyed: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self.terms = ""
        self.missing = False

    def text(self, node: Node) -> str:
        """The instance in the phrases of the rulebook."""
        return node_text(self.book, node, self.table.all_things)

    def matter(self, node: Node) -> str:
        """What a branching is about: the instance, and in a story the event whose own branching it is."""
        own = self.table.own_key(node[0])
        return self.text(node) + (f", when {named(self.book, own[0], self.table.all_things)} happens" if own else "")

    def note(self, *asked: object) -> None:
        """Take down what is asked of the rulebook, where somebody wants to know (engine/looked.py)."""
        if self.engine.looked is not None:
            self.engine.looked.add(asked)

    def work_more(self) -> None:
        """An instance of a circle has to be worked out, which is counted where all worlds are worked out together."""

    # ---- what truth.py and speaking.py ask ----

    @overload
    def lifted(self, expression: And | Or | Quantified, binding: Binding) -> tuple[Truth] | None: ...

    @overload
    def lifted(self, expression: Aggregate | Arith, binding: Binding) -> tuple[Value] | None: ...

    def lifted(self, expression: Lifted, binding: Binding) -> tuple[Value] | None:
        """The value of an expression if it is known of all worlds together (engine/guarded.py), which it is not in a single one."""
        return None

    def speaking(self, node: Node, fallback: bool, modifiers: bool) -> list[Instance] | None:
        """The clause instances about the node if they are known of all worlds together, which they are not in a single one."""
        return None

    @property
    def symbols(self) -> Symbols:
        """The solver side of unknown numbers."""
        return self.engine.symbols

    def reading(self) -> Reading:
        """Within it, take down what is read."""
        return Reading(self._reading)

    def has_read(self, nodes: Iterable[Node]) -> None:
        """These have been read, by somebody whose work is used again."""
        if self._reading:
            self._reading[-1].update(dict.fromkeys(nodes))

    def value(self, node: Node) -> Value:
        """The value of a property instance, UNDECIDED where nothing decides it."""
        if self._reading:
            self._reading[-1][node] = None
        return self.taken(self.resolve(node))

    def taken(self, found: Resolution) -> Value:
        """The value of an instance for whatever reads it: of a paradox, which has none, each that it could have is followed (7.3)."""
        if not found.could:
            return found.value
        things = self.table.all_things
        named = {statement(self.book, found.node, value, things): value for value in found.could}
        about = circle_text(found.circles[0].clauses, [self.text(found.node)], paradox=True)
        return named[str(self.decisions.take((PARADOX, found.node, *self.table.own_key(found.node[0])), Cause(CIRCLE, about), list(named)))]

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
        if not self.can_ever_be(value, kind):
            return False
        found = self.value((f"kind:{kind}", (value,)))
        return None if found is UNDECIDED else found is True

    def can_ever_be(self, ref: Ref, kind: str) -> bool:
        """Whether the thing could count as one of the kind in some situation of this table, by what it is declared to be."""
        possible = self.book.possible_kinds[kind]
        return not self.table.declared_kinds(ref).isdisjoint(possible) or ref in self.table.with_kind_facts

    def can_be_here(self, ref: Ref, kind: str) -> bool:
        """Whether it can in this situation: where a clause counts it as one only upon a fact, the fact is there."""
        kinds, refs = self._counted_as(kind)
        return not self.table.declared_kinds(ref).isdisjoint(kinds) or ref in refs or ref in self.table.with_kind_facts

    def _counted_as(self, kind: str) -> tuple[frozenset[str], frozenset[Value]]:
        known = self._counted.get(kind)
        if known is None:
            known = self._counted[kind] = self._who_counts(kind)
        return known

    def _who_counts(self, kind: str) -> tuple[frozenset[str], frozenset[Value]]:
        """The declared kinds of things that may count as one of the kind, and single things that may besides."""
        self.note("counting", kind)
        counting = self.engine.counting[kind]
        if not all(self.only_facts(name) for name, _ in counting.facts):
            return self.book.possible_kinds[kind], counting.things
        met = (values[place] for name, place in counting.facts for values in self.table.true_facts(name))
        return counting.kinds, counting.things.union(met)

    def rough_extent(self, kind: str) -> tuple[Ref, ...]:
        """The things that may be of the kind, without computing anything."""
        if kind not in self.book.changeable_kinds:
            return self.table.extent(kind)
        found = self._rough.get(kind)
        if found is None:
            kinds, refs = self._counted_as(kind)
            sorts = {sort for sort in self.table.sorts if not sort.isdisjoint(kinds)}
            besides = refs | self.table.with_kind_facts
            found = self._rough[kind] = tuple(ref for ref, sort in self.table.sorted_things if sort in sorts or besides and ref in besides)
        return found

    def extent(self, kind: str) -> list[Ref]:
        """The things of a kind, in the order of the scenario."""
        if kind in self.book.changeable_kinds:
            return [ref for ref in self.rough_extent(kind) if self.is_kind(ref, kind)]
        return list(self.table.extent(kind))

    def meant_by(self, over: Quantified | Aggregate, refs: Sequence[Ref] | None = None) -> Sequence[Ref]:
        """The things (of the kind, or of `refs`) over which a quantifier or aggregate goes: those of a rule mean events of an
        earlier tree only where they ask for them (11.8)."""
        refs = self.extent(over.kind) if refs is None else refs
        if self.table.happening is None or id(over) in self.table.questions or not self.engine.holds_to_now(over):
            return refs
        return [ref for ref in refs if not self.table.is_earlier(ref)]

    def only_facts(self, name: str) -> bool:
        """Whether instances of a yes/no property hold exactly where the scenario says so."""
        self.note("says", name)
        plain = name in self.engine.plain_relations and name not in self.table.with_unknown_facts
        return plain and not self.table.map_answers(name)

    def decide(self, condition: Condition) -> bool:
        """The truth of a comparison of unknown numbers in this world; a branching where both are possible."""
        trail = self.decisions.trail
        return self._decided(condition) if trail is None else trail.ask(Compared(condition), lambda: self._decided(condition))

    def _decided(self, condition: Condition) -> bool:
        key = ("number", condition.text)
        known = self.decisions.by_key.get(key)
        if known is not None:
            self.decisions.met[key] = known
            return known.taken is True
        possible = [holds for holds in (True, False) if self.symbols.possible(self.path, condition, holds)]
        if len(possible) == 1:
            return possible[0]
        what = " and ".join(sorted(self.text(node) for node in condition.about))
        cause = NOT_TOLD if all(self.symbols.causes[node] == NOT_TOLD for node in condition.about) else "unknown"
        raise Fork([Decision(Cause(cause, what), key, holds) for holds in possible], condition)

    def reads(self, value: Symbol, op: str, text: str) -> bool:
        """Whether an unknown number is written with a digit, in this world."""
        key = ("digit", str(value), op, text)
        said = f"{value} is written with {text}" if op == "digit" else f"{value} reads {text}"
        cause = NOT_TOLD if self.symbols.is_missing(value) else "unknown"
        return self.decisions.take(key, Cause(cause, said), [True, False]) is True

    # ---- resolution ----

    def resolve(self, node: Node) -> Resolution:
        """How the instance comes to its value; computed once in a world."""
        if self.decisions.trail is not None:
            return self._asked(self.decisions.trail, node)
        if self.engine.trace is not None:
            self.engine.trace.ask(node)
        known = self.resolved.get(node)
        if known is not None:
            return known
        self.note("says", node[0])
        circle = self.engine.circles.get(node[0])
        running = self.rounds.get(circle) if circle is not None else None
        if running:
            for rounds in reversed(running):
                if node in rounds.current:
                    if rounds.probing or rounds is not running[-1]:
                        raise Touched(rounds)
                    return rounds.read(node)
            if not running[-1].probing and node not in self._active:
                return running[-1].meet(node)
        if node in self._active:
            if circle is None and self.engine.probe is None:
                return Resolution(node, UNDECIDED, "loop")
            raise Circular(node, circle)
        probe = self.engine.probe
        if probe is not None and (found := probe.known(self, node)) is not None:
            self.resolved[node] = found
            return found
        try:
            then = self._then(node)
            if then is not None:
                self.resolved[node] = then
                return then
            self._active.add(node)
            found = self.compute(node)
            self.resolved.setdefault(node, found)
        except Around as around:
            if circle is None or circle != around.number:
                raise
            if not isinstance(around, Circular) or around.node != node or node not in self._active:
                around.way[node] = None
                raise
            self._go_round(node, circle, around.way)
        finally:
            self._active.discard(node)
            if probe is not None:
                probe.resolved(self, node)
        return self.resolved[node]

    def _asked(self, trail: Trail, node: Node) -> Resolution:
        """The same, taken down for the instance for which it is asked; what is read for this one is no part of that."""
        self.decisions.trail = None
        try:
            return trail.ask(Asked(node), lambda: self.resolve(node), answered)
        finally:
            self.decisions.trail = trail

    def _then(self, node: Node) -> Resolution | None:
        """11.8: of an event that is over, what was so in its moment."""
        now = self.table.happening
        if now is None or not now.past or not self.engine.is_lasting(node[0]) or node in self.situation.facts:
            return None
        over = next((arg.name for arg in node[1] if isinstance(arg, Ref) and self.table.is_event(arg)), None)
        if over is None or over not in now.past or over not in now.earlier:
            return None
        if over not in self._earlier:
            self._earlier[over] = now.earlier[over](self)
        found, *others = (earlier.resolve(node) for earlier in self._earlier[over])
        if any((other.value, other.could) != (found.value, found.could) for other in others):
            raise Apart
        how = "loop" if found.could else "then"
        return Resolution(node, found.value, how, rests_on=(at_step(node, now.past[over].step),), circles=found.circles, could=found.could)

    def _go_round(self, node: Node, circle: int, way: Iterable[Node]) -> None:
        """The instance turned out to depend on itself by way of others: compute all on the circle together."""
        running = self.rounds.setdefault(circle, [])
        running.append(Rounds(self, circle))
        try:
            self.resolved.update(running[-1].run(node, reversed(tuple(way))))
        except Around as around:
            if around.number == circle:
                around.way.update(dict.fromkeys(running[-1].current))
            raise
        finally:
            running.pop()

    def compute(self, node: Node) -> Resolution:
        """1.2 to 1.4: a fact, a definition, the clauses, or the default."""
        self._work += 1
        if self._work > self.engine.limits.instances:
            raise LimitReached(f"more than {self.engine.limits.instances:,} property instances were needed, {self.text(node)} among them")
        try:
            self.engine.clock.tick()
            return self._computed(node) if self.tried is None or not self._goes_round(node) else self._once(self.tried, node)
        except TooLong as limit:
            raise LimitReached(limit.about(self.text(node))) from None
        except OutOfTime as limit:
            raise limit.at(self.text(node)) from None

    def _goes_round(self, node: Node) -> bool:
        """Whether a circle on which the instance may be is being gone round, and nobody looks on."""
        engine = self.engine
        return bool(self.rounds.get(engine.circles.get(node[0], -1))) and not (engine.trace or engine.looked or engine.probe)

    def _once(self, tried: Tried, node: Node) -> Resolution:
        """What an instance comes to, worked out once for what is read for it."""
        end = tried.found(self, node)
        if end is None:
            self.work_more()
            trail, before = Trail(), self.decisions.trail
            self.decisions.trail = trail
            try:
                with self.reading() as read:
                    found = self._computed(node)
                end = End(found, tuple(read))
            finally:
                self.decisions.trail = before
                tried.keep(node, trail, end)
        self.has_read(end.read)
        return end.found

    def _computed(self, node: Node) -> Resolution:
        name, args = node
        if name.startswith("role:"):
            return Resolution(node, self.table.role(the_first(node), name[5:]), "given")
        fact = self.situation.facts.get(node)
        if fact is not None:
            return self._from_fact(node, fact)
        if name == "happens":
            takes_place = self.table.takes_place(the_first(node))
            if takes_place is not None:
                return Resolution(node, takes_place, "given")
        if name in TOLD:
            return self._told(node)
        if name in self.book.definition_of:
            return self._defined(node)
        if (
            name[:5] == "kind:"
            and name[5:] in self.book.changeable_kinds
            and isinstance(args[0], Ref)
            and not self.can_be_here(args[0], name[5:])
        ):
            return Resolution(node, False, "default")  # no clause and no fact can make it one
        found = modified(self, self._by_clauses(node))
        lifted = self.lifted_from.get(node)
        if not lifted or found.how not in ("default", "clauses", "modified"):
            return found
        return replace(found, lifted=tuple(one for one, said in lifted.items() if _says_otherwise(said, found)))

    def _told(self, node: Node) -> Resolution:
        """What the story itself tells of an event: that it is still to come, or has happened."""
        now, (name, args) = self.table.happening, node
        if now is None or len(args) > 1:
            return Resolution(node, False, "given")
        event = the_first(node).name
        stamp = now.past.get(event) if name != "pending" else None
        rests = () if stamp is None else (at_step(("happens", args), stamp.step),)
        return Resolution(node, now.told(name, event), "then" if rests else "given", rests_on=rests)

    def _from_fact(self, node: Node, fact: Fact) -> Resolution:
        """What the scenario says, or what an earlier step of the story has made so."""
        if fact.unknown:
            return Resolution(node, open_value(self, node, "unknown"), "unknown")
        if fact.step:
            return Resolution(node, fact.value, "state", rests_on=(at_step(("after:" + node[0], node[1]), fact.step),))
        return Resolution(node, fact.value, "given")

    def unsupported(self, node: Node) -> Resolution:
        """7.1: what holds of an instance in a circle before anything supports it."""
        name, args = node
        if node in self.situation.facts or name in TOLD:
            return self.compute(node)
        if name.startswith("kind:"):
            return Resolution(node, name[5:] in self.table.declared_kinds(the_first(node)), "default")
        if name.startswith("after:") and name[6:] not in self.engine.circles:
            return default_resolution(self, node)
        if name in self.book.definition_of or name.startswith(("after:", "decider:")):
            boolean = type_of(self, name).base == "yes/no"
            return Resolution(node, False if boolean else UNDECIDED, "default" if boolean else "gap")
        default = default_of(self, name, args)
        if self.table.map_answers(name):
            boolean = type_of(self, name).base == "yes/no"
            return Resolution(node, False if boolean else UNDECIDED, "default" if boolean else "gap")
        if name == "happens":
            return begins_alone(self, node)
        if name in ("may", "before", INSTEAD) or name.startswith(EVENTFUL) or not (default.undecided or default.unknown):
            return default_resolution(self, node)
        return Resolution(node, UNDECIDED, "gap")

    def _defined(self, node: Node) -> Resolution:
        definition = self.book.definition_of[node[0]]
        binding = dict(zip((p.name for p in definition.parameters), node[1], strict=True))
        with self.reading() as read:
            if type_of(self, node[0]).base == "yes/no":
                found = truth(self, as_sentence(definition.meaning), binding)
                value: Value = UNDECIDED if found is None else found
            else:
                value = value_of(self, as_term(definition.meaning), binding)
        return Resolution(node, value, "defined" if value is not UNDECIDED else "gap", rests_on=tuple(read))

    def _by_clauses(self, node: Node) -> Resolution:
        first = instances(self, node, fallback=False)
        if any(one.clause.insists for one in first):
            first = standing_by_claims(self, node[0], first)
        candidates = first or instances(self, node, fallback=True)
        found = self.weighed(node, candidates)
        if self.engine.probe is not None:
            self.engine.probe.weighed(self, node, first, candidates, found)
        return found

    def weighed(self, node: Node, candidates: list[Instance]) -> Resolution:
        """What the candidates make of the instance together; the default where there are none."""
        if not candidates:
            return default_resolution(self, node)
        judge = WorldJudge(self, node[0])
        end, compared = self.climbed(candidates, judge)
        value, how, between = self._verdict(node, end)
        if isinstance(value, Usual):
            return replace(self._as_usual(node, end, compared, between), contest=judge.contest)
        return Resolution(node, value, how, tuple(i for i in end.standing if how not in ("clauses", "gap") or self._agrees(node, i, value)),
                          end.beaten, end.rung, rests_on=compared, open_between=between, contest=judge.contest)  # fmt: skip

    def _as_usual(self, node: Node, end: Climb, compared: tuple[Node, ...], between: tuple[Instance, ...]) -> Resolution:
        """3.5: a defeater has won, so that it is as though no clause spoke."""
        usual, defeaters = default_resolution(self, node), tuple(i for i in end.standing if isinstance(i.value, Usual))
        how = usual.how if usual.how not in ("default", "geometry") else "chosen" if between else "clauses"
        rests_on = (*usual.rests_on, *compared)
        return replace(usual, how=how, winners=defeaters, beaten=end.beaten, rung=end.rung, rests_on=rests_on, open_between=between)

    def climbed(self, candidates: list[Instance], judge: WorldJudge) -> tuple[Climb, tuple[Node, ...]]:
        """Where the candidates end on the ladder, and what was compared on the rung that decided, if it compares keys."""
        with self.reading() as read:
            end = climb(self.ladder, candidates, judge)
        if self.engine.trace is not None:
            self.engine.trace.won |= {beaten.by.clause.name: None for beaten in end.beaten}
            self.engine.trace.met |= {instance.clause.name: None for instance in candidates} if len(candidates) > 1 else {}
        by_key = any(rung.form == "key" and rung.title == end.rung for rung in self.ladder.rungs)
        return end, tuple(read) if by_key else ()

    def _agrees(self, node: Node, instance: Instance, value: Value) -> bool:
        return isinstance(instance.value, Drawn) or not contrary_values(node[0], instance.value, value)

    def _verdict(self, node: Node, end: Climb) -> tuple[Value, str, tuple[Instance, ...]]:
        """The value of those that stand, taking a branch where they differ."""
        if end.averaged is not None:
            return end.averaged, "averaged", ()
        values = distinct(node[0], self._differing(node, end.standing))
        if len(values) == 1:
            return self._single(node, values[0]), "gap" if values[0] is UNDECIDED else "clauses", ()
        text = self.matter(node)
        if end.chance:
            share = [Fraction(1, len(values))] * len(values)
            cause = Cause("chance", text)
            taken = self.decisions.take(("chance rung", node, *self.table.own_key(node[0])), cause, values, share)
        else:
            taken = self.decisions.take(("open", node, *self.table.own_key(node[0])), Cause("open", text), values)
        return self._single(node, taken), "chosen", end.standing

    def _differing(self, node: Node, standing: tuple[Instance, ...]) -> list[Value]:
        """The values of those that stand, without what comes to the same in this world (of that, a number that is known)."""
        judge = WorldJudge(self, node[0])
        kept: list[Instance] = []
        for instance in sorted(standing, key=lambda one: isinstance(one.value, Symbol)):
            if node[0] == "may" or all(judge.contrary(instance, other) for other in kept):
                kept.append(instance)
        return [instance.value for instance in kept]

    def _single(self, node: Node, value: Value) -> Value:
        """A value as it is, or one drawn by chance."""
        if not isinstance(value, Drawn):
            return value
        if value.by is not None:
            return self._chosen(node, value)
        cases = value.weighted or [(v, Fraction(1)) for v in all_values(self, type_of(self, node[0]))]
        total = sum(weight for _, weight in cases)
        merged: dict[Value, Fraction] = {}
        for v, weight in cases:
            merged[v] = merged.get(v, Fraction(0)) + weight / total
        if len(merged) == 1:
            return next(iter(merged))
        cause = Cause("chance", self.matter(node))
        key = ("chance", node, *self.table.own_key(node[0]))
        return self.decisions.take(key, cause, list(merged), list(merged.values()))

    def _chosen(self, node: Node, value: Drawn) -> Value:
        """11.9: a choice among what is offered; of a set-valued property, any of its subsets."""
        offered: list[Value] = [v for v, _ in value]
        if type_of(self, node[0]).base == "set":
            offered = subsets(offered)
        if len(offered) < 2:
            return offered[0] if offered else UNDECIDED
        cause = Cause("choice", self.matter(node), show(value.by))
        return self.decisions.take(("choice", node, *self.table.own_key(node[0])), cause, offered)

    def answer(self, question: Question) -> tuple[Value, tuple[Node, ...]]:
        """The answer to a question (UNDECIDED if open) and the instances it reads directly."""
        with self.reading() as read:
            if question.yes_no:
                found = truth(self, as_sentence(question.ask), {})
                value: Value = UNDECIDED if found is None else found
            else:
                value = value_of(self, as_term(question.ask), {})
            self.missing = self.is_missing(asked_for(question))
            if isinstance(value, Symbol) and not self.missing and (number := self.symbols.only(value, self.path)) is not None:
                value = number
            if self.missing or isinstance(value, Symbol) and self.symbols.is_missing(value):
                self.terms, value = "" if self.missing else str(value), UNDECIDED
        return value, tuple(read)

    def told(self, node: Node) -> Value:
        """The value of an instance as an answer says it: undecided where it is missing, or made of what is."""
        value = self.resolve(node).value
        if isinstance(value, Symbol) and self.symbols.is_missing(value) or self._is_missing(node):
            return UNDECIDED
        return value

    def is_missing(self, asked: Apply | None) -> bool:
        """Whether what is asked for itself must be told, and is not (9.5), or is a paradox (7.3): then it is undecided, whatever is
        taken of it elsewhere."""
        node = None if asked is None else instance_meant(self, asked, {})
        return node is not None and self._is_missing(node)

    def is_left_open(self, node: Node) -> bool:
        """Whether an instance must be told, is not, and no value of it is taken here. Raises Fork for anything else that is open."""
        try:
            self.resolve(node)
        except Fork as fork:
            if fork.alternatives[0].key[:2] == (NOT_TOLD, node):
                return True
            raise
        return False

    def _is_missing(self, node: Node) -> bool:
        if self.resolve(node).could:
            return True
        return must_be_told(self, node) and self._missing(node)

    def _missing(self, node: Node, above: frozenset[Node] = frozenset()) -> bool:
        """Whether an instance is missing, or clauses only take over what missing ones of the same property have (who sees is seen)."""
        found = self.resolved.get(node)
        if found is None or found.how != "clauses" or node in above:
            return node in above or found is not None and found.how == NOT_TOLD
        others = (mentioned_by(winner, node[0]) for winner in found.winners)
        return all(any(self._missing(n, above | {node}) for n in nodes) for nodes in others)


def asked_for(question: Question) -> Apply | None:
    """The property instance that a question asks for itself; None where it asks what comes of several."""
    ask = question.ask.body if isinstance(question.ask, Not) else question.ask
    return ask if isinstance(ask, Apply) else None


def at_step(node: Node, step: int) -> Node:
    """An instance of the moment of an earlier step, as later ones speak of it."""
    return (f"{node[0]}@{step}", node[1])
