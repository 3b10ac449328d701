"""Grades: what an answer rests on, from the resolutions that were recorded on the way to it (docs/meaning.md 14).

A value is *given* where the scenario says it in the moment it is said for, *ruled* where a clause in force gives it, by
*default* where clauses could conclude it and none does, *silent* where no clause in force concludes anything that fits. A sentence
passes on the grades of what it reads; nothing is decided here, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adjudicator.engine.decisions import Fork
from adjudicator.engine.happening import Apart
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.resolve import World
from adjudicator.engine.truth import Binding, events_meant, leave_meant, truth, value_of
from adjudicator.engine.worlds import Ground
from adjudicator.model.expressions import (
    TOLD,
    Aggregate,
    And,
    Apply,
    Compare,
    Draw,
    Literal,
    Not,
    Occurs,
    OptionOn,
    Or,
    Permitted,
    Quantified,
    Sentence,
    Term,
    Var,
    children,
)
from adjudicator.model.outcomes import Outcome, Resolution
from adjudicator.model.outcomes import World as Branch
from adjudicator.model.situation import Node, Question
from adjudicator.model.values import Ref, Value
from adjudicator.settling.concluding import could_conclude, is_input, is_shown
from adjudicator.settling.scenes import NOW, Scenes, at, plain, step_of
from adjudicator.settling.warrants import default_warrant

SILENT, DEFAULT, RULED, GIVEN = "silent", "default", "ruled", "given"
GRADES = (SILENT, DEFAULT, RULED, GIVEN)
"""From the weakest to the strongest."""
SURE = (RULED, GIVEN)
"""What can be called forced."""
_CANNOT = (Fork, Apart, LimitReached, RecursionError)


def weakest(grades: Iterable[str]) -> str:
    """The weakest of these; of none, that of what the table itself shows."""
    return min(grades, key=GRADES.index, default=GIVEN)


def strongest(grades: Iterable[str]) -> str:
    """The strongest of these; of none, that of what the table itself shows."""
    return max(grades, key=GRADES.index, default=GIVEN)


def graded(ground: Ground, question: Question, outcomes: list[Outcome], worlds: list[Branch]) -> list[Outcome]:
    """The outcomes with their grades: of several worlds with one answer, the weakest."""
    found: dict[tuple[bool, Value], str] = {}
    for world in worlds:
        key = (world.decided, world.answer)
        if world.decided and found.get(key) != SILENT:
            one = grade_of(ground, question, world)
            found[key] = weakest((one, found.get(key, one)))
    return [replace(outcome, grade=found.get((outcome.world.decided, outcome.answer), "")) for outcome in outcomes]


def grade_of(ground: Ground, question: Question, world: Branch) -> str:
    """The grade of the answer to a question in one world in which it is decided."""
    grader = _Grader(Scenes(ground, Outcome(world.answer, None, (), world)))
    try:
        return grader.sentence(question.ask, {}, NOW) if question.yes_no else grader.term(question.ask, {}, NOW)  # type: ignore[arg-type]
    except _CANNOT:
        return DEFAULT


class _Grader:
    """Reads the recorded resolutions of one world, moment by moment."""

    def __init__(self, scenes: Scenes) -> None:
        self.scenes = scenes
        self.engine = scenes.ground.engine
        self.known: dict[Node, str] = {}

    # ---- sentences and terms ----

    def sentence(self, sentence: Sentence, binding: Binding, step: int) -> str:
        """The grade of a sentence that is true or false."""
        world = self.scenes.world(step)
        assert world is not None
        match sentence:
            case Literal() | OptionOn():
                return GIVEN
            case Apply():
                return self.term(sentence, binding, step)
            case Not(body):
                return self.sentence(body, binding, step)
            case And(parts):
                return self.all_of([(part, binding) for part in parts], step)
            case Or(parts):
                return self.all_of([(Not(part), binding) for part in parts], step)
            case Quantified(op, var, kind, such, body):
                inners = [{**binding, var: ref} for ref in world.meant_by(sentence)]
                wanted = body if op == "every" else Not(body)
                grade = self.all_of([(Or((Not(such), wanted)), inner) for inner in inners], step)
                none = op != "every" and truth(world, sentence, binding) is (op == "no")
                return weakest((grade, DEFAULT)) if none and self.are_events(kind) else grade
            case Occurs():
                return self.occurs(sentence, binding, step)
            case Permitted():
                leave = leave_meant(world, sentence, binding)
                return DEFAULT if leave is None else self.node(leave, step)
        return weakest(self.term(part, binding, step) for part in children(sentence))

    def all_of(self, parts: list[tuple[Sentence, Binding]], step: int) -> str:
        """Of what is true together the weakest; where some are false, the strongest of these."""
        world = self.scenes.world(step)
        assert world is not None
        false = [(part, inner) for part, inner in parts if truth(world, part, inner) is False]
        if false:
            return strongest(self.sentence(part, inner, step) for part, inner in false)
        return weakest(self.sentence(part, inner, step) for part, inner in parts)

    def occurs(self, phrase: Occurs, binding: Binding, step: int) -> str:
        """That an event takes place: the strongest of those it can mean; that none does, by default."""
        world = self.scenes.world(step)
        assert world is not None
        meant = events_meant(world, phrase, binding)
        happening = [ref for ref in meant if world.value(("happens", (ref,))) is True]
        if happening:
            return strongest(self.node(("happens", (ref,)), step) for ref in happening)
        return weakest([DEFAULT, *(self.node(("happens", (ref,)), step) for ref in meant)])

    def term(self, term: Term | Sentence, binding: Binding, step: int) -> str:
        """The grade of a value."""
        match term:
            case Var() | Literal():
                return GIVEN
            case Apply(name, args):
                world = self.scenes.world(step)
                assert world is not None
                values = tuple(value_of(world, arg, binding) for arg in args)
                own = self.kind(values[0], name[5:], step) if name.startswith("kind:") else self.node((name, values), step)
                return weakest([own, *(self.term(arg, binding, step) for arg in args)])
            case Aggregate():
                return self.aggregate(term, binding, step)
            case Draw():
                return RULED
            case And() | Or() | Not() | Compare() | Quantified() | Occurs() | Permitted():
                return self.sentence(term, binding, step)
        return weakest(self.term(part, binding, step) for part in children(term))

    def aggregate(self, term: Aggregate, binding: Binding, step: int) -> str:
        """The weakest of what is counted; where nothing is, of what is left out."""
        world = self.scenes.world(step)
        assert world is not None
        inners = [{**binding, term.var: ref} for ref in world.meant_by(term)]
        counted = [inner for inner in inners if truth(world, term.such_that, inner) is True]
        grades = [self.sentence(term.such_that, inner, step) for inner in counted or inners]
        if term.term is not None:
            grades += [self.term(term.term, inner, step) for inner in counted]
        return weakest([*grades, *([] if counted or not self.are_events(term.kind) else [DEFAULT])])

    def are_events(self, kind: str) -> bool:
        """Whether things of a kind are events: that none is so is by default, for one could have been told, or have come about."""
        return kind in self.engine.book.events

    # ---- property instances ----

    def kind(self, value: object, kind: str, step: int) -> str:
        """That a thing is of a kind, or not: as declared, unless clauses can say so."""
        world = self.scenes.world(step)
        fixed = not isinstance(value, Ref) or kind not in self.engine.book.changeable_kinds
        if fixed or world is None or not world.can_ever_be(value, kind):  # type: ignore[arg-type]
            return GIVEN
        return self.node((f"kind:{kind}", (value,)), step)  # type: ignore[arg-type]

    def node(self, node: Node, step: int) -> str:
        """The grade of a property instance in the moment of a step."""
        marked = at(step, node)
        if marked not in self.known:
            self.known[marked] = DEFAULT  # in a circle, what supports itself is a default
            self.known[marked] = self._node(marked)
        return self.known[marked]

    def _node(self, marked: Node) -> str:
        step, node = step_of(marked), plain(marked)
        world = self.scenes.world(step)
        if world is None:  # something is said, or a turn begins
            return GIVEN
        found = world.resolve(node)
        match found.how:
            case "given":
                return self.told(node, step)
            case "unknown" | "not told" | "geometry":
                return GIVEN
            case "state":
                return self.kept(node, found, step)
            case "clauses" | "averaged" | "chosen" | "modified":
                return RULED
            case "defined":
                return self.defined(node, world, step)
            case "then":
                return weakest(self.node(below, step) for below in found.rests_on) if node[0] not in TOLD else GIVEN
            case "default":
                return self.default(node, found, world, step)
        return DEFAULT

    def told(self, node: Node, step: int) -> str:
        """What the scenario says: of what events can change, only in the moment it is said for."""
        if step == NOW and self.scenes.outcome.world.steps and node[0] in self.engine.fluents and node in self._start():
            return self.unchanged(node, 0)
        return GIVEN

    def _start(self) -> Iterable[Node]:
        return self.scenes.ground.table.situation.facts

    def unchanged(self, node: Node, since: int) -> str:
        """A state that no event has changed since the step in which it was said, though some event has happened."""
        if not any(step.what == "event" and step.happened for step in self.scenes.outcome.world.steps[since:]):
            return GIVEN
        world = self.scenes.world(NOW)
        return DEFAULT if world is not None and could_conclude(world, (f"after:{node[0]}", node[1])) else SILENT

    def kept(self, node: Node, found: Resolution, step: int) -> str:
        """A state that a step has changed: by its clause, or as it was said then."""
        number = step_of(found.rests_on[0]) if found.rests_on else NOW
        changed = self.scenes.step(number)
        if changed is None or changed.what != "event":
            return self.unchanged(node, number) if changed is not None and changed.what == "said" else GIVEN
        return self.node(found.rests_on[0], step)

    def defined(self, node: Node, world: World, step: int) -> str:
        """A definition passes on what it reads."""
        definition = self.engine.book.definition_of[node[0]]
        binding: Binding = dict(zip((p.name for p in definition.parameters), node[1], strict=True))
        yes_no = isinstance(world.resolve(node).value, bool)
        return self.sentence(definition.meaning, binding, step) if yes_no else self.term(definition.meaning, binding, step)  # type: ignore[arg-type]

    def default(self, node: Node, found: Resolution, world: World, step: int) -> str:
        """What holds where no clause speaks: by its warrant, or because nothing says otherwise, or without anybody ever saying."""
        name, args = node
        if name.startswith("kind:") and found.value is True and not found.rests_on:
            return GIVEN
        if name == "happens":
            return RULED if found.value is True else weakest(self.node(below, step) for below in found.rests_on)
        clock = self.engine.book.clock
        if clock is not None and name == clock.next and clock.cites:
            return RULED
        if found.rests_on:
            return weakest(self.node(below, step) for below in found.rests_on)
        if default_warrant(self.engine.book, world, node):
            return RULED
        on_the_map = world.situation.board is not None and is_shown(self.engine.book, name)
        if could_conclude(world, node) or on_the_map or (found.value is False and is_input(self.engine.book, name)):
            return DEFAULT  # nothing says otherwise, nobody said so, or the map shows none
        return GIVEN if name.startswith("kind:") else SILENT
