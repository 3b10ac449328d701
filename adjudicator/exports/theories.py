"""From a situation and a question to its ground theory (exports/theory.py).

The paragraphs are those of engine/resolve.py and docs/meaning.md 1, 6 and 8;
every property instance that can matter becomes one variable.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from adjudicator.engine.decisions import Decisions, Fork
from adjudicator.engine.defaults import default_of, permission_of, type_of
from adjudicator.engine.resolve import World, asked_for
from adjudicator.engine.truth import value_of
from adjudicator.engine.worlds import Ground
from adjudicator.exports.candidates import Candidate, Clauses, Ladder, values_standing
from adjudicator.exports.formulas import (
    NO,
    YES,
    Cases,
    Formula,
    Is,
    Kleene,
    Unknown,
    Variable,
    all_of,
    any_of,
    compared,
    is_whole,
    merged,
    negated,
)
from adjudicator.exports.grounding import Expressions, checked
from adjudicator.exports.modified import modified
from adjudicator.exports.refusing import Refused
from adjudicator.exports.theory import Defined, Required, Selected, Theory
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import EVENTFUL, INSTEAD, Apply, as_sentence, as_term, conjuncts
from adjudicator.model.situation import Node, Question, the_first
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import WHOLE, Drawn, Type, Usual, Value, show
from adjudicator.model.vocabulary import NO_BOUNDS
from adjudicator.records import dataclass

MOST_AVERAGED = 6
MOST_ROUNDS = 16
MOST_IN_ROUNDS = 400
"""Instances of a circle times its rounds."""
GOES_ROUND = f"not settled in {MOST_ROUNDS} rounds"
"""The answer of a theory where instances that rest on each other have not come to rest (docs/meaning.md 7.2)."""


def theory_of(ground: Ground, question: Question) -> Theory:
    """The ground theory of a question. Raises Refused where it has none, with what stands in the way."""
    if ground.table.situation.story is not None:
        raise Refused("it is about a story, and a theory is about a single moment")
    if ground.table.situation.board is not None:
        raise Refused("it is about a drawn map, and a theory has no geometry")
    theory = Theory(question.text, question.text)
    try:
        Grounder(ground, theory).question(question)
    except RecursionError:
        raise Refused("a chain of reasons that is too deep") from None
    return theory


class Grounder:
    """Builds one theory, instance by instance, each after those it rests on."""

    def __init__(self, ground: Ground, theory: Theory) -> None:
        self.theory = theory
        self.world = World(ground.engine, ground.table, Decisions(), [], {})
        self.book, self.situation = self.world.book, self.world.situation
        self.expressions = Expressions(self.world, self.of_node)
        self.clauses = Clauses(self.expressions, self._reading)
        self._done: dict[Node, Cases] = {}
        self._active: dict[Node, None] = {}
        self._circles: list[_Circle] = []
        self._restless: list[Formula] = []
        self._readings: dict[str, Variable] = {}
        self._lots: dict[tuple[object, ...], Variable] = {}

    # ---- the question ----

    def question(self, question: Question) -> None:
        """State everything the question needs, the invariants, and the answer."""
        asked = asked_for(question)
        prop = None if asked is None else self.book.properties.get(asked.property)
        told = asked is not None and self._is_told(asked)
        if not told and prop is not None and any(default.must_be_told for default in (prop.default, *(d for _, d in prop.kind_defaults))):
            raise Refused("it asks for itself what must be told")
        if question.yes_no:
            cases = _of_kleene(self.expressions.truth(as_sentence(question.ask), {}))
        else:
            cases = self.expressions.cases(as_term(question.ask), {})
        for invariant in self.book.invariants.values():
            kinds = {p.name: p.kind for p in invariant.parameters}
            for binding, when in self.clauses.solve(conjuncts(invariant.when), {}, kinds, YES):
                breaks = all_of([when, self.expressions.truth(invariant.always, binding).false])
                if breaks.known is not False:
                    self.theory.statements.append(Required(negated(breaks), (f"always {invariant.text}", *invariant.cites)))
        restless = any_of(self._restless)
        if restless.known is not False:
            cases = merged([*((value, all_of([when, negated(restless)])) for value, when in cases), (GOES_ROUND, restless)])
        if any(isinstance(value, (Unknown, Drawn)) for value, _ in cases) and len(cases) > 1:
            raise Refused("an answer that is a number in some worlds and something else in others")
        self.theory.answer = self._define("answer", cases, (question.text,))[0]

    def _is_told(self, asked: Apply) -> bool:
        """Whether the scenario tells what is asked for; of whom or what it is asked may be open, and then nobody told it."""
        try:
            return (asked.property, tuple(value_of(self.world, arg, {}) for arg in asked.args)) in self.situation.facts
        except Fork:
            return False

    # ---- variables ----

    def _define(self, name: str, cases: Cases, notes: tuple[str, ...] = ()) -> tuple[Variable, Cases]:
        """A variable with these cases, and its values as atoms."""
        cases = merged(cases)
        if any(isinstance(value, Unknown) for value, _ in cases):
            return self._define_number(name, cases, notes)
        variable = self.theory.variable(name, tuple(value for value, _ in cases))
        self.theory.statements.append(Defined(variable, cases, notes))
        return variable, tuple((value, Is(variable, value)) for value in variable.values)

    def _define_number(self, name: str, cases: Cases, notes: tuple[str, ...]) -> tuple[Variable, Cases]:
        """A variable for a number that is not known; where it may be undecided, a second one says so."""
        odd = [value for value, _ in cases if not isinstance(value, (Unknown, Fraction)) and value is not UNDECIDED]
        if odd:
            raise Refused(f"{name} is a number that is not known, or else {odd[0]}")
        undecided = any_of([when for value, when in cases if value is UNDECIDED])
        gap = self.named(f"undecided: {name}", undecided)
        numbers = tuple((value, when) for value, when in cases if value is not UNDECIDED)
        whole = all(is_whole(value) for value, _ in numbers)
        variable = self.theory.variable(name, (), whole)
        self.theory.statements.append(Defined(variable, numbers, notes))
        known = (Unknown("variable", (variable,), whole), negated(gap))
        return variable, tuple(case for case in (known, (UNDECIDED, gap)) if case[1].known is not False)

    def named(self, name: str, formula: Formula, notes: tuple[str, ...] = ()) -> Formula:
        """The formula under a name of its own; a plain one stays as it is."""
        if formula.known is False or formula == YES or (isinstance(formula, Is) and not notes):
            return formula
        cases = merged([(True, formula), (False, negated(formula))])
        _, atoms = self._define(name, cases, notes)
        return atoms[0][1]

    def select(self, name: str, cause: str, active: Formula, allowed: Cases, notes: tuple[str, ...] = ()) -> Variable:
        """A branching among the allowed values."""
        allowed = merged(allowed)
        if self._circles and len(self._active) == self._circles[-1].above and cause != "reading":
            return self._select_once(name, cause, allowed, notes)
        variable = self.theory.variable(f"{cause}: {name}", tuple(value for value, _ in allowed))
        self.theory.statements.append(Selected(variable, active, allowed, cause, notes))
        return variable

    def _select_once(self, name: str, cause: str, allowed: Cases, notes: tuple[str, ...]) -> Variable:
        """A branching of a circle, the same in every round: what it is between must not depend on the round (10.3)."""
        values = tuple(value for value, _ in allowed)
        if len(values) > 2 and any(when.known is not True for _, when in allowed) or cause == "choice" and len(notes) > 1:
            raise Refused(f"a branching inside of a circle of instances: {name}")
        key = (name, cause, values, notes)
        if key not in self._lots:
            variable = self._lots[key] = self.theory.variable(f"{cause}: {name}", values)
            self.theory.statements.append(Selected(variable, YES, tuple((value, YES) for value in values), cause, notes))
        return self._lots[key]

    def _reading(self, clause: Clause, when: Formula) -> Formula:
        """2.3 and 2.4: when the clause is in force as far as readings go."""
        if clause.reading is not None:
            name, alternative = clause.reading
            chosen = self.situation.readings.get(name)
            if chosen is not None:
                return YES if chosen == alternative else NO
            return Is(self._reading_of(name, self.book.readings[name].alternatives), alternative)
        if self.world.engine.is_reading(self.situation, clause):
            return Is(self._reading_of(clause.name, (True, False)), True)
        return YES

    def _reading_of(self, name: str, alternatives: tuple[Value, ...]) -> Variable:
        if name not in self._readings:
            self._readings[name] = self.select(name, "reading", YES, tuple((a, YES) for a in alternatives))
        return self._readings[name]

    # ---- property instances ----

    def of_node(self, node: Node) -> Cases:
        """The possible values of a property instance, as atoms of its variable; in a circle, those of the last round."""
        if node in self._done:
            return self._done[node]
        for place, circle in enumerate(self._circles):
            if node in circle.current:
                inside = {member for inner in self._circles[place + 1 :] for member in inner.current}
                joining = inside.union(list(self._active)[circle.above :]) - circle.current.keys()
                if joining:
                    raise _Joined(circle.root, joining)
                return circle.current[node]
        if node in self._active:
            below = list(self._active)[list(self._active).index(node) :]
            raise _Joined(node, {*below, *(member for circle in self._circles if circle.root in below for member in circle.current)})
        self._active[node] = None
        before = self._so_far()
        try:
            self._done[node] = self._stated(node)
        except _Joined as joined:
            if joined.root != node:
                raise
            self._back_to(before)
            self._go_round(node, joined.members)
        finally:
            del self._active[node]
        return self._done[node]

    def _stated(self, node: Node, again: str = "") -> Cases:
        notes: list[str] = []
        cases = self._cases(node, notes)
        whole = self.world.text(node) if node[0] not in ("happens",) else f"{node[1][0]} takes place"
        return self._define(whole + again, cases, tuple(notes))[1]

    # ---- circles ----

    def _so_far(self) -> _SoFar:
        return len(self.theory.statements), len(self._restless), self.theory.taken, tuple(map(len, self._growing))

    @property
    def _growing(self) -> tuple[dict[Any, Any], ...]:
        return self._done, self._readings, self._lots

    def _back_to(self, before: _SoFar) -> None:
        """Take back what has been stated since: it rests on an instance of a circle that was not known to be one."""
        count, restless, taken, lengths = before
        del self.theory.statements[count:]
        del self._restless[restless:]
        self.theory.give_back(taken)
        for grown, length in zip(self._growing, lengths, strict=True):
            while len(grown) > length:
                grown.popitem()

    def _go_round(self, root: Node, members: set[Node]) -> None:
        """7.1: the instances of a circle, round by round, from what holds of them unsupported."""
        while True:
            before = self._so_far()
            try:
                found = self._rounds(root, members)
                self._done.update(found)
                return
            except _Joined as joined:
                if joined.root != root:
                    raise
                self._back_to(before)
                members = members | joined.members

    def _rounds(self, root: Node, members: set[Node]) -> dict[Node, Cases]:
        """The last round: one that changed nothing, or the last that is stated; then worlds in which it did are told apart."""
        in_order = sorted(members, key=str)
        try:
            current: dict[Node, Cases] = {node: ((self.world.unsupported(node).value, YES),) for node in in_order}
        except Fork:
            raise Refused(f"a circle of instances that begins with a branching: {self.world.text(root)}") from None
        circle = _Circle(root, len(self._active), current)
        self._circles.append(circle)
        same: Formula = YES
        try:
            for number in range(1, MOST_ROUNDS + 1):
                if number * len(members) > MOST_IN_ROUNDS:
                    raise Refused(f"a circle of {len(members)} instances: " + ", ".join(self.world.text(n) for n in in_order[:8]))
                following = {node: self._stated(node, f", round {number}") for node in in_order}
                same = all_of([_equal(following[node], circle.current[node]) for node in in_order])
                circle.current = following
                if same.known:
                    return following
        finally:
            self._circles.pop()
        self._restless.append(self.named(f"goes round: {self.world.text(root)}", negated(same)))
        return circle.current

    def _cases(self, node: Node, notes: list[str]) -> Cases:
        name, args = node
        if name.startswith("role:"):
            return ((self.world.table.role(the_first(node), name[5:]), YES),)
        fact = self.situation.facts.get(node)
        if fact is not None:
            notes.append("the scenario says so" if not fact.unknown else "the scenario leaves it open")
            return self._unknown(node) if fact.unknown else ((fact.value, YES),)
        if name == "happens":
            takes_place = self.world.table.takes_place(the_first(node))
            if takes_place is not None:
                return ((takes_place, YES),)
        definition = self.book.definition_of.get(name)
        if definition is not None:
            notes.append(f"by definition {definition.name} {_cited(definition.cites)}".rstrip())
            binding = dict(zip((p.name for p in definition.parameters), args, strict=True))
            if type_of(self.world, name).base == "yes/no":
                return _of_kleene(self.expressions.truth(as_sentence(definition.meaning), binding))
            return self.expressions.cases(as_term(definition.meaning), binding)
        return self._by_clauses(node, notes)

    def _candidates(self, node: Node, fallback: bool, modifiers: bool = False) -> list[Candidate]:
        found = self.clauses.instances(node, fallback, modifiers)
        for candidate in found:
            clause = candidate.clause
            says = f"{candidate.instance.conclusion.form} {_shown(candidate.value)}"
            notes = (f"{clause.name} {_cited(clause.cites)}".rstrip() + f": {self.world.text(node)} {says}",)
            candidate.speaks = candidate.stands = self.named(f"speaks: {candidate.text}", candidate.speaks, notes)
        return found

    def _by_clauses(self, node: Node, notes: list[str]) -> Cases:
        """1.3 and 1.4: the candidates up the ladder, else fallbacks, else the default; then modifiers."""
        speaking = self._candidates(node, False)
        silent = negated(any_of([c.speaks for c in speaking]))
        if silent.known is not False:
            late = self._candidates(node, True)
            for candidate in late:
                candidate.speaks = candidate.stands = all_of([silent, candidate.speaks])
            speaking += [c for c in late if c.speaks.known is not False]
            silent = all_of([silent, negated(any_of([c.speaks for c in late]))])
        climbed = self._climbed(node, speaking) if speaking else ()
        cases: list[tuple[Value, Formula]] = [(value, when) for value, when in climbed if not isinstance(value, Usual)]
        silent = any_of([silent, *(when for value, when in climbed if isinstance(value, Usual))])  # 3.5
        if silent.known is not False:
            cases += [(value, all_of([silent, when])) for value, when in self._default(node)]
        found = checked(merged(cases))
        if type_of(self.world, node[0]).is_number:
            active = [*self._candidates(node, False, True), *self._candidates(node, True, True)]
            found = modified(self.world, node, found, speaking, active) if active else found
        notes += [f"clause {c.clause.name} {_cited(c.clause.cites)}".rstrip() for c in speaking] or ["no clause speaks"]
        return found

    def _climbed(self, node: Node, candidates: list[Candidate]) -> Cases:
        """4: the values of those that stand at the top, selected where they differ."""
        ladder = Ladder(self.expressions, node[0], self.named)
        averaged: list[tuple[Value, Formula]] = []
        stopped: Formula = NO
        by_lot = False
        for rung in (self.situation.ladder or self.book.ladder).rungs:
            conflict = all_of([ladder.conflict(candidates), negated(stopped)])
            if conflict.known is False:
                break
            if rung.form == "averaging":
                means, when = self._means(ladder, candidates, conflict)
                averaged += means
                stopped = any_of([stopped, when])
            elif rung.form == "chance":
                by_lot = True
                break
            elif stopped.known is not None:
                ladder.eliminate(rung, candidates)
            else:
                raise Refused(f"the rung {rung.title} below a mean that is not taken in all worlds")
        differ = all_of([ladder.conflict(candidates), negated(stopped)])
        standing = [(v, all_of([when, negated(stopped)])) for v, when in values_standing(node[0], candidates)]
        return merged([*averaged, *self._selected(node, merged(standing), differ, "chance" if by_lot else "open")])

    def _means(self, ladder: Ladder, candidates: list[Candidate], conflict: Formula) -> tuple[list[tuple[Value, Formula]], Formula]:
        """4.7: the mean of those that stand, for each set of them that can stand."""
        if not ladder.judge.averages():
            return [], NO
        values = [c.value for c in candidates if isinstance(c.value, Fraction)]
        if len(candidates) > MOST_AVERAGED or len(values) < len(candidates):
            raise Refused(f"the mean of {len(candidates)} values that depend on what is not known")
        found: list[tuple[Value, Formula]] = []
        for chosen in product((True, False), repeat=len(candidates)):
            inside = [value for value, yes in zip(values, chosen, strict=True) if yes]
            when = all_of([conflict, *(c.stands if yes else negated(c.stands) for c, yes in zip(candidates, chosen, strict=True))])
            if inside and when.known is not False:
                found.append((sum(inside, Fraction(0)) / len(inside), when))
        return found, conflict

    def _selected(self, node: Node, standing: Cases, differ: Formula, cause: str) -> Cases:
        """4.9 and 4.10: one of the values that stand; a branching where several do."""
        if differ.known is False or len(standing) == 1:
            chosen = standing
        else:
            if any(isinstance(value, Unknown) for value, _ in standing):
                raise Refused(f"numbers that are not known against each other: {self.world.text(node)}")
            differ = self.named(f"conflict: {self.world.text(node)}", differ)
            selector = self.select(self.world.text(node), cause, differ, standing)
            alone = negated(differ)
            chosen = tuple((v, any_of([all_of([when, alone]), all_of([differ, Is(selector, v)])])) for v, when in standing)
        return self._drawn(node, chosen)

    def _drawn(self, node: Node, cases: Cases) -> Cases:
        """6.1: values left to chance, drawn only when they have won."""
        found: list[tuple[Value, Formula]] = []
        for value, when in cases:
            if not isinstance(value, Drawn):
                found.append((value, when))
                continue
            lots = value.weighted or [(v, Fraction(1)) for v in self._everything(type_of(self.world, node[0]))]
            total = sum(weight for _, weight in lots)
            shares: dict[Value, Fraction] = {}
            for v, weight in lots:
                shares[v] = shares.get(v, Fraction(0)) + weight / total
            notes = tuple(f"{_shown(v)} with chance {share}" for v, share in shares.items())
            selector = self.select(self.world.text(node), "chance", when, tuple((v, YES) for v in shares), notes)
            found += [(v, all_of([when, Is(selector, v)])) for v in shares]
        return merged(found)

    # ---- defaults ----

    def _default(self, node: Node) -> Cases:
        name, args = node
        if name.startswith("kind:"):
            return self._counted(name[5:], args)
        if name.startswith("after:"):
            return self.of_node((name[6:], args))
        if name == "happens" and INSTEAD in self.book.clauses_about:
            raise Refused("what happens instead of an event")
        if name in ("before", "happens"):
            return ((name == "happens", YES),)
        if name.startswith(EVENTFUL):
            return ((Fraction(0), YES),)
        if name == "may":
            return ((permission_of(self.world, args[0]) or UNDECIDED, YES),)
        default = default_of(self.world, name, args)
        if default.unknown:
            return self._unknown(node)
        if default.must_be_told and None not in args and f"decider:{name}" not in self.book.clauses_about:
            return self._unknown(node)
        return self._choice(node) if default.undecided else ((default.value, YES),)

    def _counted(self, kind: str, args: tuple[Value, ...]) -> Cases:
        """A thing is of a kind when it was declared so, or counts as one of a kind below."""
        if kind in self.world.table.declared_kinds(the_first((kind, args))):
            return ((True, YES),)
        below = self.book.descendants.get(kind, frozenset()) & self.world.engine.told_kinds
        counts = any_of([self.expressions.kind(args[0], k).true for k in sorted(below - {kind})])
        return merged([(True, counts), (False, negated(counts))])

    def _choice(self, node: Node) -> Cases:
        """8.1: a choice of the one who decides, where somebody does; else a gap."""
        decider = ("decider:" + node[0], node[1])
        if node[0].startswith("decider:") or not (decider[0] in self.book.clauses_about or decider in self.situation.facts):
            return ((UNDECIDED, YES),)
        whos = self.of_node(decider)
        decided = any_of([when for value, when in whos if value is not UNDECIDED and value is not None])
        everything = self._everything(type_of(self.world, node[0])) if decided.known is not False else []
        if not everything:
            return ((UNDECIDED, YES),)
        if len(everything) == 1:
            return merged([(everything[0], decided), (UNDECIDED, negated(decided))])
        notes = tuple(f"{_shown(v)} may choose" for v, _ in whos if v is not UNDECIDED)
        selector = self.select(self.world.text(node), "choice", decided, tuple((v, YES) for v in everything), notes)
        return merged([*((v, all_of([decided, Is(selector, v)])) for v in everything), (UNDECIDED, negated(decided))])

    def _everything(self, kind: Type) -> list[Value]:
        """Every value of a finite type, in a fixed order; refused where the kind itself is not settled."""
        if kind.base == "yes/no":
            return [True, False]
        if kind.base == "choice":
            return list(kind.options)
        if kind.base != "thing":
            return []
        found: list[Value] = []
        for ref in self.world.rough_extent(kind.kind) if kind.kind != "thing" else self.world.table.everything():
            of_kind = self.expressions.kind(ref, kind.kind).true
            if of_kind.known is None:
                raise Refused(f"a branching over all things of the kind {kind.kind}, when it is not known which these are")
            found += [ref] if of_kind.known else []
        return [*found, None] if kind.nobody else found

    def _unknown(self, node: Node) -> Cases:
        kind = type_of(self.world, node[0]) if not node[0].startswith("kind:") else Type("yes/no")
        text = self.world.text(node)
        if kind.is_number:
            variable = self.theory.variable(f"unknown: {text}", (), kind == WHOLE)
            number = Unknown("variable", (variable,), kind == WHOLE)
            self.theory.statements.append(Selected(variable, YES, (), "unknown"))
            prop = self.book.properties.get(node[0])
            for op, bound in zip((">=", "<="), NO_BOUNDS if prop is None else prop.bounds, strict=True):
                if bound is not None:
                    self.theory.statements.append(Required(compared(op, number, bound), ("within its bounds",)))
            return ((number, YES),)
        everything = self._everything(kind)
        if not everything:
            raise Refused(f"{text} is unknown, and its values cannot be listed")
        selector = self.select(text, "unknown", YES, tuple((v, YES) for v in everything))
        return tuple((v, Is(selector, v)) for v in everything)


_SoFar = tuple[int, int, int, tuple[int, ...]]
"""How many statements, rounds without rest and names there are, and how many of what is looked up: all of it only grows."""


@dataclass
class _Circle:
    """Instances that rest on each other, as the last round left them; `above` is how many were being stated when it began."""

    root: Node
    above: int
    current: dict[Node, Cases]


class _Joined(Exception):
    """Instances turned out to rest on each other; caught where the first of them is stated."""

    def __init__(self, root: Node, members: set[Node]) -> None:
        super().__init__(root)
        self.root, self.members = root, members


def _equal(one: Cases, other: Cases) -> Formula:
    """When the two have the same value."""
    pairs = [(v, w, all_of([when, so])) for v, when in one for w, so in other]
    return any_of([all_of([both, compared("=", v, w)]) if UNDECIDED not in (v, w) else both
                   for v, w, both in pairs if (v is UNDECIDED) == (w is UNDECIDED)])  # fmt: skip


def _of_kleene(found: Kleene) -> Cases:
    return merged([(True, found.true), (False, found.false), (UNDECIDED, found.neither)])


def _cited(cites: tuple[str, ...]) -> str:
    return f"({', '.join(cites)})" if cites else ""


def _shown(value: Value) -> str:
    if value is UNDECIDED:
        return "undecided"
    if isinstance(value, Drawn):
        return "by chance"
    return str(value) if isinstance(value, Unknown) else show(value)
