"""What follows from the premises of an argument and from nothing else: an independent checker (docs/meaning.md 13).

It shares nothing with the engine but the dataclasses: sentences are evaluated
and ladders climbed by the reference evaluator, over what is known so far; what
is neither shown nor follows is *missing*.  From the premises up, round after
round, until nothing more follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import permutations

from generators import Case
from reference.branching import Fork, Path
from reference.effects import applies
from reference.expressions import UNDECIDED, Known, evaluate
from reference.frame import Frame
from reference.instances import MODIFIERS, Tables, World, _applied, _respects
from reference.ladder import Candidate, Drawn, sides, survivors
from reference.specificity import Specificity

from adjudicator.model.expressions import (
    APPLIES,
    EFFECTS,
    Aggregate,
    And,
    Apply,
    Arith,
    Compare,
    Draw,
    Literal,
    Not,
    Or,
    Quantified,
    Round,
    Sentence,
    Term,
    Var,
)
from adjudicator.model.outcomes import Instance
from adjudicator.model.situation import Node, Question
from adjudicator.model.undecided import UNDECIDED as OPEN
from adjudicator.model.values import AS_USUAL, Described, Ref, Value
from adjudicator.model.values import Drawn as EngineDrawn

Expression = Term | Sentence


@dataclass(frozen=True)
class Shown:
    """The premises of an argument: facts and silences (with the value that they give), clause instances, what was
    brought against them and fell, and the branches taken (what an instance came out as there)."""

    facts: tuple[tuple[Node, Known], ...]
    instances: tuple[tuple[Node, Instance], ...]
    objections: tuple[tuple[Node, Instance], ...]
    taken: tuple[tuple[Node, str, Known], ...]
    passed_on: tuple[tuple[Node, Node], ...]
    deciders: tuple[tuple[Node, Node, Known], ...] = ()
    bases: tuple[tuple[Node, Known], ...] = ()
    rungs: tuple[tuple[Node, str | None], ...] = ()
    values: tuple[tuple[Node, Known], ...] = ()
    means: tuple[tuple[Node, frozenset], ...] = ()
    alternatives: tuple[tuple[Node, frozenset], ...] = ()
    orders: tuple[tuple[Node, frozenset], ...] = ()
    many: tuple[tuple[Node, int], ...] = ()
    lifted: tuple[tuple[Node, tuple[Known, tuple[Node, ...]]], ...] = ()

    def without(self) -> list[tuple[str, Shown]]:
        """These premises but one, for every one of them, with a word for it; who says that a clause does apply may be told (13.4)."""
        found = []
        for name in ("facts", "instances", "taken", "bases"):
            every = getattr(self, name)
            spared = [i for i, one in enumerate(every) if name != "instances" or not _says_that_it_applies(*one)]
            found += [(f"{name}: {every[i]}", replace(self, **{name: every[:i] + every[i + 1 :]})) for i in spared]
        return found


def _says_that_it_applies(node: Node, instance: Instance) -> bool:
    return node[0].startswith(APPLIES) and instance.value is True


class _Reader(World):
    """A world that knows what has followed so far; whatever else is read is missing."""

    def __init__(self, tables: Tables, known: dict[Node, Known], is_question: bool = False) -> None:
        super().__init__(tables, Path())
        self.known, self.is_question = known, is_question
        self.lacking: list[Node] = []

    def read(self, node: Node) -> Known:
        if node[0] == "what is undecided":
            return UNDECIDED
        if node in self.known:
            return self.known[node]
        name, args = node
        if name.startswith("role:") and self.frame.known is not None:
            return self.frame.given(node)[0]  # what is told is taken as it is (13.6)
        if name.startswith("kind:") and not self._may_be(args[0], name[5:]):
            return self.frame.declared(args[0], name[5:])
        if name.startswith(APPLIES) and not self.is_question:
            return True  # as long as no exception is shown that speaks of these things (13.4)
        self.lacking.append(node)
        return UNDECIDED

    def _may_be(self, thing: Value, kind: str) -> bool:
        """Whether it is for clauses (or facts) to say if the thing is of the kind."""
        told = any(name.startswith("kind:") and args[0] == thing for name, args in self.frame.situation.facts)
        feeding = self.frame.book.possible_kinds.get(kind, ())
        return kind in self.frame._moving and (told or any(self.frame.declared(thing, one) for one in feeding))


def follows(case: Case, question: Question, shown: Shown) -> Known | None:
    """The answer that follows by steps each of which is so; None where something that it needs is missing."""
    following = Following(Tables(Frame(case.book, case.scenario.situation), Specificity(case.book), {}), shown)
    while following.more():
        pass
    return following.answer(question)


class Following:
    """What follows in one moment from what is shown of it; `known` grows from round to round."""

    def __init__(self, tables: Tables, shown: Shown) -> None:
        self.tables, self.shown = tables, shown
        self.known: dict[Node, Known] = dict(shown.facts)
        self.so = dict(shown.values)
        self.spoken: dict[int, Candidate] = {}
        self.wanted = {node for node, _ in (*shown.instances, *shown.passed_on)} | {node for node, _, _ in shown.taken}
        self.wanted |= {node for node, _ in shown.lifted}

    def more(self) -> bool:
        """One round: whether anything has followed that was not known."""
        before = len(self.known), len(self.spoken)
        for i, (_, instance) in enumerate(self.shown.instances):
            if i not in self.spoken and (candidate := _speaks(self.tables, self.known, instance)) is not None:
                self.spoken[i] = candidate
        for node in self.wanted - self.known.keys():
            value = _value(self.tables, self.known, self.shown, self.spoken, node)
            if value is not None and value == self.so[node]:
                self.known[node] = value
        for node in _defined(self.tables.frame, self.known):
            if node not in self.known and (value := _by_definition(self.tables, self.known, node)) is not None:
                self.known[node] = value
        return before != (len(self.known), len(self.spoken))

    def answer(self, question: Question) -> Known | None:
        """What the question comes to; None where something that it needs is missing."""
        return _whole(_Reader(self.tables, self.known, is_question=True), question.ask, {})


MISSING = Apply("what is missing", ())


def _whole(world: _Reader, expression: Expression, binding: dict[str, Value]) -> Known | None:
    """What it comes to; None where it is undecided only because something is missing."""
    found = evaluate(_unfolded(world, expression, binding), binding, world)
    return None if found is UNDECIDED and world.lacking else found


def _unfolded(world: _Reader, expression: Expression, binding: dict[str, Value]) -> Expression:
    """The expression with what is said of some, every and no thing said of each thing: whether it is meant can be missing, too."""
    match expression:
        case Quantified():
            return _quantified(world, expression, binding)
        case Aggregate():
            meant = [_meant(world, expression, {**binding, expression.var: thing}) for thing in world.things()]
            return MISSING if None in meant else expression
        case Not(body):
            return Not(_unfolded(world, body, binding))
        case And(parts) | Or(parts):
            return type(expression)(tuple(_unfolded(world, part, binding) for part in parts))
        case Compare(op, left, right) | Arith(op, left, right):
            return type(expression)(op, _unfolded(world, left, binding), _unfolded(world, right, binding))
        case Round(direction, term):
            return Round(direction, _unfolded(world, term, binding))
    return expression


def _apart(world: _Reader, expression: Expression, binding: dict[str, Value]) -> Known | None:
    return _whole(_Reader(world.tables, world.known), expression, binding)


def _meant(world: _Reader, of: Quantified | Aggregate, inner: dict[str, Value]) -> bool | None:
    """Whether a thing is of the kind and the sentence true of it; None where that is missing."""
    parts = [_apart(world, Apply(f"kind:{of.kind}", (Var(of.var),)), inner), _apart(world, of.such_that, inner)]
    if any(part is False or part is UNDECIDED for part in parts):
        return False
    return None if None in parts else True


def _quantified(world: _Reader, sentence: Quantified, binding: dict[str, Value]) -> Expression:
    """A thing of which it is missing whether it is meant matters only where the sentence is not as it should be of it."""
    found: list[Known | None] = []
    harmless = sentence.op == "every"
    for thing in world.things():
        inner = {**binding, sentence.var: thing}
        meant, body = _meant(world, sentence, inner), _apart(world, sentence.body, inner)
        if meant is not False and body is not harmless:
            found.append(body if meant else None)
    if (not harmless) not in found:
        if None in found:
            return MISSING
        if UNDECIDED in found:
            return Apply("what is undecided", ())
        return Literal(sentence.op != "some")
    return Literal(sentence.op == "some")


def acting(tables: Tables, name: str) -> tuple[Ref | None, ...]:
    """Who may bring about what an effect family speaks of: of events at the same time, each a change; else the current one."""
    known = tables.frame.known
    return (None,) if known is None else known.beside if name.startswith("after:") else (known.current,)


def _speaks(tables: Tables, known: dict[Node, Known], instance: Instance) -> Candidate | None:
    """The candidate, if all its conditions are shown to hold and none of its exceptions can."""
    clause, binding = instance.clause, dict(instance.binding)
    if instance.conclusion.property.startswith(EFFECTS) and not any(
        applies(_Reader(tables, known), clause, binding, event) for event in acting(tables, instance.conclusion.property)
    ):
        return None
    for sentence in (*(Apply(f"kind:{p.kind}", (Var(p.name),)) for p in clause.parameters), *clause.whens):
        if _whole(_Reader(tables, known), sentence, binding) is not True:
            return None
    for unless in clause.unlesses:
        if _whole(_Reader(tables, known), unless, binding) in (None, True):
            return None
    world = _Reader(tables, known)
    term = instance.conclusion.value
    parts = [term] if not isinstance(term, Draw) else [part for case in term.cases for part in case]
    parts += [part for part in (term.among, term.by) if part is not None] if isinstance(term, Draw) else []
    if any(_whole(_Reader(tables, known), part, binding) is None for part in parts):
        return None
    value = world.value_of(instance.conclusion, binding)
    return None if value is UNDECIDED and world.lacking else Candidate(clause, instance.conclusion, instance.binding, value)


def _value(tables: Tables, known: dict[Node, Known], shown: Shown, spoken: dict[int, Candidate], node: Node) -> Known | None:
    """The value that the shown instances give, against everything that was brought against them."""
    wanted = [i for i, (about, _) in enumerate(shown.instances) if about == node]
    if any(i not in spoken for i in wanted):
        return None
    speaking = [spoken[i] for i in wanted]
    objections = [as_it_was(instance) for about, instance in shown.objections if about == node]
    candidates = tuple(c for c in (*speaking, *objections) if c.conclusion.form == "is")
    modifiers = tuple(c for c in speaking if c.conclusion.form in MODIFIERS)
    silenced = tuple(c for c in objections if c.conclusion.form in MODIFIERS)
    if len(modifiers) < dict(shown.many).get(node, 0):
        return None  # more than five count as a whole (13.4)
    taken = {sort: value for about, sort, value in shown.taken if about == node}
    base: Known | None = None
    standing: tuple[Candidate, ...] = ()
    if candidates:
        world = _Reader(tables, known)
        top = None
        try:
            top = survivors(world, node, candidates)
        except Fork as fork:
            base, standing = _between(shown, node, taken, fork.branching.alternatives), candidates
        else:
            standing = top.standing
            values = sides(node, standing)
            several = top.value is UNDECIDED and len(values) > 1
            base = _between(shown, node, taken, values) if several else top.value
            if several and base is None:  # lines of a story that came to the same have gone on as one: which was taken is not known
                alike = {_usually(tables, known, taken, node) if value == AS_USUAL else value for value in values}
                base = alike.pop() if len(alike) == 1 else None
            if not several and dict(shown.alternatives).get(node):
                return None  # it was open between several
        averaged = node in dict(shown.means)
        if averaged and frozenset(map(name_of, standing)) != dict(shown.means).get(node):
            return None  # a mean is one of all that are averaged
        if not averaged and not any(c.value == base for c in speaking if c.conclusion.form == "is"):
            return None  # what was brought against it is no help
        if isinstance(base, Drawn):
            values = {value for value, _ in base.cases}
            base = next(iter(values)) if len(values) == 1 else taken.get("drawn")
        if world.lacking or (top is not None and top.rung != dict(shown.rungs).get(node)):
            return None
        if base == AS_USUAL:
            base = _usually(tables, known, taken, node)
    elif node in dict(shown.lifted):  # by default, because of the exceptions from what would say otherwise (3.4)
        value, exceptions = dict(shown.lifted)[node]
        base = value if all(known.get(one) is False for one in exceptions) else None
    elif node in dict(shown.bases):
        base = dict(shown.bases)[node]
    elif dict(shown.passed_on).get(node) is not None:
        base = known.get(dict(shown.passed_on)[node])
        if node[0] == "happens" and base is not None:
            base = base != "may not" and not isinstance(base, Described)  # what comes of something else (11.5), or is replaced (11.7)
    elif any(about == node and known.get(decider) == who for about, decider, who in shown.deciders):
        base = taken.get("drawn")
    if base is None:
        return None
    world = _Reader(tables, known)
    among = dict(shown.orders).get(node, frozenset())
    found = [_modified(world, node, base, standing, some, taken.get("order"), among) for some in (modifiers, (*modifiers, *silenced))]
    return found[0] if found[0] == found[1] else None


def _usually(tables: Tables, known: dict[Node, Known], taken: dict[str, Known | Drawn], node: Node) -> Known | Drawn | None:
    """3.5: what holds as though no clause spoke; that a thing does not count as one of a kind below is no more shown than any silence."""
    if node[0].startswith("kind:"):
        kind, (thing,) = node[0].removeprefix("kind:"), node[1]
        below = tables.frame.book.descendants.get(kind, frozenset())
        return tables.frame.declared(thing, kind) or any(known.get((f"kind:{k}", (thing,))) is True for k in below - {kind})
    world = _Reader(tables, known)
    try:
        value = world.by_default(node).value
    except Fork:
        return taken.get("drawn")
    return None if world.lacking else value


def _between(shown: Shown, node: Node, taken: dict[str, Known | Drawn], values: Iterable[Known | Drawn]) -> Known | Drawn | None:
    """The branch taken between these; None where it was taken between others: that was another decision (10.3)."""
    return taken.get("between") if frozenset(values) == dict(shown.alternatives).get(node) else None


def _modified(
    world: _Reader, node: Node, base: Known, standing, modifiers: tuple[Candidate, ...], taken: Known | None, among: frozenset
) -> Known | None:
    """The value after the modifiers; where several orders differ, that of the order taken, if it was taken between these (10.3)."""
    loud = world.unclaimed(node, tuple(standing), modifiers)
    if base is UNDECIDED or any(m.value is UNDECIDED for m in loud):
        return UNDECIDED
    results = frozenset(_applied(order, base) for order in permutations(loud) if _respects(order))
    if among or len(results) > 1:
        return taken if results == among else None
    return next(iter(results))


def orders(base: Known, modifiers: Iterable[Instance]) -> frozenset:
    """What the modifiers can make of a value, where their order matters."""
    several = [order for order in permutations(map(as_it_was, modifiers)) if _respects(order)]
    found = frozenset(_applied(order, base) for order in several)
    return found if len(found) > 1 else frozenset()


def as_it_was(instance: Instance) -> Candidate:
    """An objection is in play whether or not its own grounds are shown."""
    clause = instance.clause
    clause = replace(clause, name=clause.insists) if clause.insists else clause  # that a clause applies, by its claims (3.3)
    return Candidate(clause, instance.conclusion, instance.binding, known_as(instance.value))


def known_as(value: object) -> Known | Drawn:
    """A value of the engine as the reference has it."""
    if isinstance(value, EngineDrawn):
        return Drawn(tuple(value), None if value.by is None else str(value.by))
    return UNDECIDED if value is OPEN else value  # type: ignore[return-value]


def name_of(instance: Instance | Candidate) -> tuple:
    """What tells a clause instance from others."""
    return instance.clause.name, instance.conclusion, frozenset(instance.binding)


def _defined(frame: Frame, known: dict[Node, Known]) -> list[Node]:
    things = [arg for node in known for arg in node[1]] + list(frame.things)
    return [(d.property, (thing,)) for d in frame.book.definitions.values() for thing in dict.fromkeys(things)]


def _by_definition(tables: Tables, known: dict[Node, Known], node: Node) -> Known | None:
    definition = tables.frame.book.definition_of[node[0]]
    return _whole(_Reader(tables, known), definition.meaning, {definition.parameters[0].name: node[1][0]})
