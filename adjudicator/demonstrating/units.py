"""What is settled as one: a question about a moment, or a story with all its questions; and what was looked at on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.demonstrating.prints import fingerprint
from adjudicator.demonstrating.reaching import Reaching
from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, Limits, RuleFault
from adjudicator.engine.loops import Circular
from adjudicator.engine.trace import Trace
from adjudicator.engine.worlds import Ground
from adjudicator.model.clauses import Clause
from adjudicator.model.outcomes import Answer
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Question, Scenario
from adjudicator.model.story import Said
from adjudicator.records import dataclass
from adjudicator.settling.expecting import comes_out
from adjudicator.settling.exploring import explore
from adjudicator.settling.outcomes import outcomes_of, status_of
from adjudicator.settling.settling import settle_question

NO_ANSWER = "cannot be told"
"""The fingerprint of a story that cannot be, or of a rule at fault."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Questions of one scenario that are settled together, by their places."""

    file: str
    scenario: int
    questions: tuple[int, ...]

    @property
    def key(self) -> str:
        """What tells the unit from others: the file, which scenario of it, and which question (a story has all)."""
        return f"{self.file}#{self.scenario}" + (f".{self.questions[0]}" if len(self.questions) == 1 else "")


@dataclass(frozen=True)
class Seen:
    """What came of a unit under the book as it is: only plain values, so that it can be kept.

    `prints` are the answers of the questions in `counted`, those whose expectation is met: only these notice anything.
    `produced` are the clauses that spoke, `considered` those whose conditions were gone through, `met` those that met others,
    `kept_out` the conditions and exceptions (`CLAUSE when 0`) that mattered, `about` the properties of which clauses were asked.
    `of` are these properties with what the thing in their first place was declared to be (`PROPERTY KIND|KIND`, tabs between; of
    no property: the events whose effects were asked for), `sorts` what the things on the table were.
    `told` are the properties that the scenario tells of the start and that were asked for, `said` those of later on.
    `cost` is how often anything was asked for.
    `cites` are the statements by which its answers are expected.
    """

    unit: Unit
    title: str
    counted: tuple[int, ...]
    prints: tuple[str, ...]
    story: bool
    drawn: bool
    produced: frozenset[str]
    considered: frozenset[str]
    met: frozenset[str]
    kept_out: frozenset[str]
    about: frozenset[str]
    of: frozenset[str]
    sorts: frozenset[str]
    told: frozenset[str]
    said: frozenset[str]
    cost: int
    nodes: int
    steps: int
    worlds: int
    cites: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Again:
    """What came of a unit under a changed book: the answers up to the first other one, and what was looked at besides (`body CLAUSE`,
    `about PROPERTY`, a tab between)."""

    prints: tuple[str, ...]
    looked: frozenset[str]


def units_of(file: str, place: int, scenario: Scenario) -> Iterator[Unit]:
    """The units of one scenario: those of its questions that expect something."""
    asked = tuple(n for n, question in enumerate(scenario.questions) if question.expected is not None)
    if scenario.situation.story is not None:
        if asked:
            yield Unit(file, place, tuple(range(len(scenario.questions))))
    else:
        yield from (Unit(file, place, (n,)) for n in asked)


def seen(engine: Engine, unit: Unit, scenario: Scenario) -> Seen:
    """Settle a unit under the book as it is, and take down what was looked at."""
    engine.trace = trace = Trace()
    questions = [scenario.questions[n] for n in unit.questions]
    ground = Ground(engine, scenario.situation, tuple(questions))
    try:
        answers = [_answer(ground, question) for question in questions]
    finally:
        engine.trace = None
    counted = tuple(n for n, (question, answer) in enumerate(zip(questions, answers, strict=True)) if _met(ground, question, answer))
    asked, book = trace.nodes, engine.book
    worlds = max((len(outcome.when) or 1 for answer in answers if isinstance(answer, Answer) for outcome in answer.outcomes), default=1)
    steps = max((len(o.world.steps) for answer in answers if isinstance(answer, Answer) for o in answer.outcomes), default=0)
    situation = scenario.situation
    told = {node[0] for node, fact in situation.facts.items() if not fact.unknown and (node in asked or node[0] in trace.listed)}
    entries = situation.story.entries if situation.story is not None else ()
    nodes = [node for entry in entries if isinstance(entry, Said) for node, _ in entry.facts]
    said = {node[0] for node in nodes if node in asked or node[0] in trace.listed}
    return Seen(
        unit, scenario.title, counted, _prints(dict(enumerate(answers)), counted), situation.story is not None, situation.board is not None,
        frozenset(trace.clauses), frozenset(trace.considered), frozenset(trace.met), frozenset(_named(book, trace)), _about(trace),
        frozenset(f"{name}\t{lowest(book, kinds)}" for name, kinds in trace.about),
        frozenset(lowest(book, kinds) for kinds in (*(kinds for _, kinds in trace.about), *_declared(book, scenario))),
        frozenset(told), frozenset(said),
        trace.work, len(trace.nodes), steps, worlds, frozenset(cited for question in questions for cited in _cites(question)),
    )  # fmt: skip


def _cites(question: Question) -> tuple[str, ...]:
    """The statements by which an answer is expected."""
    return question.expected.by if question.expected is not None else ()


def reached(engine: Engine, before: Seen, scenario: Scenario, reaching: Reaching) -> frozenset[str]:
    """Settle a unit once more under the book as it is: the changes of those that are tried on its steps by which one comes out otherwise.

    All of them, where the unit does not come out as it did, or comes round to a step that is being tried.
    """
    engine.probe, engine.trace = reaching, Trace()
    reaching.begin(20_000 + 20 * before.cost)
    try:
        questions = [scenario.questions[n] for n in before.unit.questions]
        ground = Ground(engine, scenario.situation, tuple(questions))
        prints = _prints({n: _answer(ground, questions[n]) for n in before.counted}, before.counted)
    except Circular:
        return reaching.tried
    finally:
        engine.probe = engine.trace = None
    return frozenset(reaching.reached) if prints == before.prints else reaching.tried


def again(engine: Engine, before: Seen, scenario: Scenario) -> Again:
    """Settle a unit under a changed book; how far it is followed goes by how far it was before."""
    engine.trace = trace = Trace(most=20_000 + 20 * before.cost)
    limits = Limits(max(256, 8 * before.worlds), 4_000 + 20 * before.nodes, 60 + 4 * before.steps, engine.limits.waiting, 200)
    try:
        questions = [scenario.questions[n] for n in before.unit.questions]
        prints = list(before.prints)
        with engine.within(limits):
            ground = Ground(engine, scenario.situation, tuple(questions))
            for place, n in enumerate(before.counted):
                (prints[place],) = _prints({n: _changed_answer(ground, questions[n])}, (n,))
                if prints[place] != before.prints[place]:
                    break
    finally:
        engine.trace = None
    return Again(tuple(prints), looked_at(trace, before))


def looked_at(trace: Trace, before: Seen) -> frozenset[str]:
    """What was looked at that was not looked at before."""
    clauses, about = frozenset(trace.considered) - before.considered, _about(trace) - before.about
    return frozenset((*(f"body\t{name}" for name in clauses), *(f"about\t{name}" for name in about)))


def lowest(book: Rulebook, kinds: frozenset[str]) -> str:
    """The kinds of which none is above another of them, as one text."""
    above = frozenset().union(*(book.ancestors.get(kind, frozenset((kind,))) - {kind} for kind in kinds))
    return "|".join(sorted(kinds - above - {"thing"}))


def _about(trace: Trace) -> frozenset[str]:
    return frozenset((*(name for name, _ in trace.about if name), *(node[0] for node in trace.nodes)))


def _declared(book: Rulebook, scenario: Scenario) -> Iterator[frozenset[str]]:
    yield from {book.upwards(thing.kinds) for thing in scenario.situation.things.values()}
    yield from {book.upwards(kinds) for kinds in book.constants.values()}


def _answer(ground: Ground, question: Question) -> Answer | str:
    """The answer to a question, without its grade, which costs more than the answer; or why there is none."""
    try:
        worlds = explore(ground, question)
        if not worlds.possible:
            return Answer(question.text, "impossible")
        outcomes = outcomes_of(worlds.possible, worlds.broken)
        return Answer(question.text, status_of(outcomes), tuple(outcomes))
    except RuleFault:
        return NO_ANSWER
    except (LimitReached, RecursionError):
        return "limit"


def _changed_answer(ground: Ground, question: Question) -> Answer | str:
    """The same under a changed book, which can be such as no reader of rules would let pass: then it cannot be told."""
    try:
        return _answer(ground, question)
    except (ArithmeticError, AssertionError, AttributeError, Circular, LookupError, TypeError, ValueError):
        return NO_ANSWER


def _met(ground: Ground, question: Question, answer: Answer | str) -> bool:
    """Whether the question comes out as it is expected to, by whatever statement; where it seems not to, all that can be told is asked."""
    if question.expected is None or not isinstance(answer, Answer):
        return False
    return comes_out(answer, question.expected) or settle_question(ground, question).met is True


def _prints(answers: Mapping[int, Answer | str], counted: tuple[int, ...]) -> tuple[str, ...]:
    found = []
    for n in counted:
        answer = answers[n]
        found.append(fingerprint(answer) if isinstance(answer, Answer) else answer)
    return tuple(found)


def _named(book: Rulebook, trace: Trace) -> Iterator[str]:
    """The conditions and exceptions of clauses that were taken down, by name."""
    for name in trace.considered:
        clause = book.clauses.get(name)
        if clause is not None:
            yield from _of(clause, trace)


def _of(clause: Clause, trace: Trace) -> Iterator[str]:
    for where, parts in (("when", clause.whens), ("unless", clause.unlesses)):
        yield from (f"{clause.name}\t{where}\t{index}" for index, part in enumerate(parts) if id(part) in trace.kept_out)
