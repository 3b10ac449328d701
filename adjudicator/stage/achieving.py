"""Making conditions true: from sentences to sketches of situations in which they hold.

Each goal is reached in every way there is, the plainest first: a fact where nothing but the scenario can say it, what
holds anyway, a clause that gives it (whose own conditions are goals then), and last a fact in spite of the clauses.
What comes out is a proposal: whether it shows what it should is for the engine to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.looked import Asked
from adjudicator.model.clauses import DORMANT_STATUSES, Clause
from adjudicator.model.expressions import (
    TOLD,
    And,
    Apply,
    Compare,
    Literal,
    Not,
    Occurs,
    OptionOn,
    Or,
    Permitted,
    Quantified,
    Sentence,
    Term,
    TextTest,
    Var,
    as_sentence,
    as_term,
    free_variables,
)
from adjudicator.model.rebuilding import stable
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Event
from adjudicator.stage.comparing import Comparing
from adjudicator.stage.frames import (
    DEEPEST,
    NOTHING,
    OPPOSITE,
    PLAIN,
    Found,
    Frame,
    Spent,
    permission_default,
)
from adjudicator.stage.orders import ORDERS
from adjudicator.stage.playing import Playing
from adjudicator.stage.sketch import Sketch, joined, met_kinds, of_kind, replace, with_item, with_named
from adjudicator.stage.valuing import Valuing


class Achiever(Playing, Comparing, Valuing):
    """Reaches goals under one rulebook, within a number of steps."""

    def __init__(self, book: Rulebook, steps: int = 4_000) -> None:
        self.book = book
        self.left = steps
        self.awake = frozenset[str]()
        self.assumed = frozenset[str]()
        self.looked: set[Asked] | None = None
        self.order = 0
        self.having = dict[tuple[str, str], list[Event]]()

    def _step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Spent

    # ---- clauses ----

    def clause(self, sketch: Sketch, clause: Clause, frame: Frame, depth: int) -> Found:
        """The clause applies: its kinds, its conditions, and none of its exceptions."""
        if clause.option:
            sketch = replace(sketch, options=sketch.options | {clause.option})
        for narrowed in self._kinds(sketch, clause, frame, depth):
            if self.looked is not None:
                self.looked.add(("body", clause.name))
            for after, inner in self.all(narrowed, clause.whens, frame, depth):
                for whole, last in self._rest(after, clause, inner, depth):
                    yield from self._exceptions(whole, clause.unlesses, last, depth)

    def _kinds(self, sketch: Sketch, clause: Clause, frame: Frame, depth: int) -> Iterator[Sketch]:
        """The bound parameters are of their kinds."""
        tests = [(frame.binding[p.name], p.kind) for p in clause.parameters if p.name in frame.binding]
        yield from self._of_kinds(sketch, tests, depth)

    def _of_kinds(self, sketch: Sketch, tests: list[tuple[Value, str]], depth: int) -> Iterator[Sketch]:
        if not tests:
            yield sketch
            return
        (value, kind), rest = tests[0], tests[1:]
        for narrowed in self.is_a(sketch, value, kind, depth):
            yield from self._of_kinds(narrowed, rest, depth)

    def _rest(self, sketch: Sketch, clause: Clause, frame: Frame, depth: int) -> Found:
        """Parameters that nothing has bound yet stand for something of their kind."""
        missing = [p for p in clause.parameters if p.name not in frame.binding]
        if not missing:
            yield sketch, frame
            return
        for after, value in self.some(sketch, missing[0].kind, depth):
            yield from self._rest(after, clause, frame.bound(missing[0].name, value), depth)

    def _exceptions(self, sketch: Sketch, unlesses: tuple[Sentence, ...], frame: Frame, depth: int) -> Found:
        plain = [u for u in unlesses if free_variables(u) <= frame.binding.keys()]
        yield from self.all(sketch, tuple(Not(u) for u in plain), frame, depth)

    def all(self, sketch: Sketch, sentences: tuple[Sentence, ...], frame: Frame, depth: int) -> Found:
        """All sentences hold."""
        if not sentences:
            yield sketch, frame
            return
        for after, inner in self.holds(sketch, sentences[0], True, frame, depth):
            yield from self.all(after, sentences[1:], inner, depth)

    # ---- sentences ----

    def holds(self, sketch: Sketch, sentence: Sentence, want: bool, frame: Frame, depth: int) -> Found:
        """The sentence is true (or not)."""
        self._step()
        match sentence:
            case Literal(value):
                if bool(value) == want:
                    yield sketch, frame
            case Not(body):
                yield from self.holds(sketch, body, not want, frame, depth)
            case And(parts) | Or(parts):
                if isinstance(sentence, And) == want:
                    yield from self.all(sketch, parts if want else tuple(map(Not, parts)), frame, depth)
                else:
                    for part in parts:
                        yield from self.holds(sketch, part, want, frame, depth)
            case Apply(name, args):
                for after, inner, values in self.values(sketch, args, frame, depth):
                    if None in values:
                        continue
                    if name.startswith("kind:"):
                        found = self.is_a(after, values[0], name[5:], depth) if want else self.is_no(after, values[0], name[5:], depth)
                        yield from ((s, inner) for s in found)
                    else:
                        yield from ((s, inner) for s in self.node(after, (name, values), want, depth))
            case Compare(op, left, right):
                yield from self.compare(sketch, op if want else OPPOSITE.get(op, op), left, right, frame, depth)
            case Quantified(op, var, kind, such, body):
                if (op == "some") == want and op != "every" or (op == "every" and not want):
                    inner_body = Not(body) if op == "every" else body
                    yield from self._instance(sketch, var, kind, (such, inner_body), frame, depth)
                else:
                    yield sketch, frame
            case Occurs(event, roles):
                if want:
                    yield from self.event(sketch, event, roles, frame, depth, True)
                else:
                    yield sketch, frame
            case Permitted(modality, event, roles):
                yield from self._permitted(sketch, modality, event, roles, want, frame, depth)
            case OptionOn(name):
                yield (replace(sketch, options=sketch.options | {name}) if want else sketch), frame
            case TextTest(op, term, text):
                yield from self._text(sketch, op, term, text, want, frame, depth)
            case _:
                yield sketch, frame

    def _instance(self, sketch: Sketch, var: str, kind: str, parts: tuple[Sentence, ...], frame: Frame, depth: int) -> Found:
        for after, value in self.some(sketch, kind, depth):
            inner = Frame({**frame.kinds, var: kind}, {**frame.binding, var: value})
            for last, out in self.all(after, parts, inner, depth):
                yield last, out.without(var) if var not in frame.binding else out

    def some(self, sketch: Sketch, kind: str, depth: int) -> Iterator[tuple[Sketch, Value]]:
        """A thing of the kind: a new one, or one that is there already."""
        if kind == "number":
            yield from ((sketch, n) for n in PLAIN[:3])
            return
        event = self.book.is_a(kind, "event")
        there = [ref for name, item in sketch.items.items() if item.event == event and met_kinds(self.book, item.kind, kind)
                 and (ref := Ref(name)).name not in self.book.constants]  # fmt: skip
        printed = kind in self.book.kinds and self.book.kinds[kind].printed
        first = event or printed
        if printed:
            there = [ref for ref in there if self.book.is_a(sketch.kind_of(ref), kind)]
        if first:
            for ref in there:
                yield from ((s, ref) for s in self.is_a(sketch, ref, kind, depth))
        after, ref = with_item(sketch, self.book, kind)
        yield after, ref
        if not first:
            for ref in there:
                yield from ((s, ref) for s in self.is_a(sketch, ref, kind, depth))

    # ---- kinds ----

    def is_a(self, sketch: Sketch, value: Value, kind: str, depth: int) -> Iterator[Sketch]:
        """The thing is of the kind, by its declaration or because a clause counts it as one."""
        value = sketch.now(value)
        if not isinstance(value, Ref):
            if kind in ("number", "thing", "") and value is not None:
                yield sketch
            return
        if kind in ("", "thing"):
            yield sketch
            return
        yield from of_kind(sketch, self.book, value, kind)
        if depth >= DEEPEST or self.book.is_a(sketch.kind_of(value), kind) or kind not in self.book.changeable_kinds:
            return
        for below in sorted(self.book.descendants.get(kind, frozenset())):
            if f"kind:{below}" in self.book.clauses_about:
                yield from self.by_clauses(sketch, (f"kind:{below}", (value,)), True, depth)

    def is_no(self, sketch: Sketch, value: Value, kind: str, depth: int) -> Iterator[Sketch]:
        """The thing is not of the kind."""
        value = sketch.now(value)
        if not isinstance(value, Ref) or not self.book.is_a(sketch.kind_of(value), kind):
            yield sketch
        elif depth < DEEPEST and f"kind:{kind}" in self.book.clauses_about:
            yield from self.by_clauses(sketch, (f"kind:{kind}", (value,)), False, depth)

    # ---- property instances ----

    def node(self, sketch: Sketch, node: Node, value: Value, depth: int) -> Iterator[Sketch]:
        """The instance has the value."""
        self._step()
        node, value = sketch.node(node), sketch.now(value)
        name, args = node
        if name in TOLD and (len(set(args)) < len(args) or value is True and self._told_otherwise(sketch, node)):
            return
        if node in sketch.wanted:
            known = sketch.wanted[node]
            if known == value and (known is None) == (value is None) or name == "may" and {known, value} == {"may", "must"}:
                yield sketch
            elif isinstance(known, Ref) and isinstance(value, Ref):
                yield from joined(sketch, self.book, known, value)
            return
        if name in self.assumed:
            yield sketch
            return
        prop = self.book.properties.get(name)
        if prop is not None and not name.startswith("role:"):
            for fitting in self._in_places(sketch, args, prop.kinds):
                if fitting is sketch:
                    yield from self._valued(sketch, node, value, depth)
                else:
                    yield from self._valued(fitting, fitting.node(node), value, depth)
            return
        yield from self._valued(sketch, node, value, depth)

    def _told_otherwise(self, sketch: Sketch, node: Node) -> bool:
        """Whether the event already answers (copies, comes of) another one: it does so of one only."""
        name, (event, *other) = node
        return bool(other) and any(n == name and value is True and args[0] == event and args != node[1]
                                   for (n, args), value in sketch.wanted.items())  # fmt: skip

    def _in_places(self, sketch: Sketch, args: tuple[Value, ...], kinds: tuple[str, ...]) -> Iterator[Sketch]:
        """The things fit the places of a property's phrase."""
        if not args or not kinds:
            yield sketch
            return
        value, kind = sketch.now(args[0]), kinds[0]
        fitting: Iterator[Sketch] = iter((sketch,))
        if isinstance(value, Ref) and kind in self.book.kinds:
            narrowed = list(of_kind(sketch, self.book, value, kind))
            if not narrowed and self.book.may_meet(sketch.kind_of(value), kind):
                narrowed = [sketch]
            fitting = iter(narrowed)
        for after in fitting:
            yield from self._in_places(after, args[1:], kinds[1:])

    def _valued(self, sketch: Sketch, node: Node, value: Value, depth: int) -> Iterator[Sketch]:
        """The instance has the value, its things being fit for it."""
        name, args = node
        if name == "happens" and isinstance(args[0], Ref):
            yield from self._happens(sketch, args[0].name, bool(value), depth)
            return
        wanted = replace(sketch, wanted={**sketch.wanted, node: value})
        default = self.default(sketch, node)
        holds_anyway = default is not NOTHING and default == value and (default is None) == (value is None)
        spoken_of = name in self.book.clauses_about or name in self.book.definition_of
        if holds_anyway or not spoken_of and self._can_be_said(name):
            yield wanted
            if holds_anyway:
                return
        if name in self.book.definition_of:
            yield from self._defined(wanted, node, value, depth)
            return
        if not spoken_of:
            return
        told = self._can_be_said(name) and self.book.properties[name].state
        if told:
            yield replace(wanted, given=wanted.given | {node})
        if depth < DEEPEST:
            yield from self.by_clauses(wanted, node, value, depth)
        if self._can_be_said(name) and not told:
            yield replace(wanted, given=wanted.given | {node})

    def _can_be_said(self, name: str) -> bool:
        return name in self.book.properties

    def _happens(self, sketch: Sketch, name: str, value: bool, depth: int) -> Iterator[Sketch]:
        if value and name not in sketch.proposed:
            yield replace(sketch, happening=sketch.happening | {name})
        elif not value and name not in sketch.happening:
            yield replace(sketch, proposed=sketch.proposed | {name})
        elif not value:
            yield from self.by_clauses(sketch, ("happens", (Ref(name),)), False, depth)

    def default(self, sketch: Sketch, node: Node) -> Value:
        """What holds of the instance where nothing is said."""
        name, args = node
        if name == "may":
            return permission_default(self.book, sketch.kind_of(args[0])) or NOTHING if isinstance(args[0], Ref) else NOTHING
        if name == "before":
            return False
        if name.startswith("after:"):
            inner = (name[6:], args)
            return sketch.wanted.get(inner, self.default(sketch, inner))
        prop = self.book.properties.get(name)
        if prop is None:
            return NOTHING
        subject = args[prop.subject] if args and prop.kind_defaults else None
        for kind, special in prop.kind_defaults:
            if isinstance(subject, Ref) and self.book.is_a(sketch.kind_of(subject), kind):
                return NOTHING if special.undecided or special.unknown else special.value
        return NOTHING if prop.default.undecided or prop.default.unknown else prop.default.value

    def _defined(self, sketch: Sketch, node: Node, value: Value, depth: int) -> Iterator[Sketch]:
        definition = self.book.definition_of[node[0]]
        kinds = {p.name: p.kind for p in definition.parameters}
        frame = Frame(kinds, dict(zip(kinds, node[1], strict=True)))
        if isinstance(value, bool):
            found = self.holds(sketch, as_sentence(definition.meaning), value, frame, depth + 1)
        else:
            found = self.compare(sketch, "=", as_term(definition.meaning), Literal(value), frame, depth + 1)
        yield from (s for s, _ in found)

    def by_clauses(self, sketch: Sketch, node: Node, value: Value, depth: int) -> Iterator[Sketch]:
        """A clause gives the instance its value."""
        if self.looked is not None and self.order:
            about = sketch.kind_of(node[1][0]) if node[1] and isinstance(node[1][0], Ref) else ""
            self.looked.add(("order", node[0], stable(Literal(value)), about))
        for clause, index in ORDERS[self.order](self.book.clauses_about.get(node[0], ())):
            conclusion = clause.conclusions[index]
            if conclusion.form != "is" or clause.status in DORMANT_STATUSES and clause.name not in self.awake:
                continue
            if isinstance(conclusion.value, Literal) and conclusion.value.value != value:
                continue
            if (clause.name, node) in sketch.supported or self._of_others(sketch, clause, conclusion.args, node[1]):
                continue
            marked = replace(sketch, supported=sketch.supported | {(clause.name, node)})
            frame = Frame({p.name: p.kind for p in clause.parameters}, {})
            for after, bound in self.head(marked, conclusion.args, node[1], frame):
                for last, inner in self.clause(after, clause, bound, depth + 1):
                    if isinstance(conclusion.value, Literal):
                        yield last
                    else:
                        yield from (s for s, _ in self.compare(last, "=", conclusion.value, Literal(value), inner, depth + 1))

    def _of_others(self, sketch: Sketch, clause: Clause, args: tuple[Term, ...], values: tuple[Value, ...]) -> bool:
        """Whether the clause is about things of kinds that these can never be of: most clauses about a property are."""
        for arg, value in zip(args, values, strict=True):
            if isinstance(arg, Var) and isinstance(value, Ref):
                kind = clause.kind_of(arg.name)
                if kind in ("", "thing") or kind in self.book.changeable_kinds:
                    continue
                if not met_kinds(self.book, sketch.kind_of(value), kind):
                    return True
        return False

    def head(self, sketch: Sketch, args: tuple[Term, ...], values: tuple[Value, ...], frame: Frame) -> Found:
        """The places of a conclusion stand for these values."""
        if not args:
            yield sketch, frame
            return
        for after, inner in self.equal(sketch, args[0], values[0], frame):
            yield from self.head(after, args[1:], values[1:], inner)

    def equal(self, sketch: Sketch, term: Term, value: Value, frame: Frame) -> Found:
        """A place of a conclusion stands for a value."""
        value = sketch.now(value)
        match term:
            case Var(name) if name not in frame.binding:
                yield sketch, frame.bound(name, value)
            case Var(name):
                yield from ((s, frame) for s in self.same(sketch, frame.binding[name], value))
            case Literal(other):
                if isinstance(other, Ref):
                    sketch = with_named(sketch, self.book, other)
                yield from ((s, frame) for s in self.same(sketch, other, value))

    def same(self, sketch: Sketch, one: Value, other: Value) -> Iterator[Sketch]:
        """Two values are the same."""
        one, other = sketch.now(one), sketch.now(other)
        if isinstance(one, Ref) and isinstance(other, Ref):
            yield from joined(sketch, self.book, one, other)
        elif one == other and (one is None) == (other is None):
            yield sketch
