"""A witness file settled again from its text alone: does it show what the finding says, and nothing that it need not?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.worlds import Ground
from adjudicator.language.loading import load_scenarios
from adjudicator.model.expressions import Apply, Compare, Occurs, Permitted
from adjudicator.model.outcomes import NOT_KNOWN
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Question, Scenario, Situation
from adjudicator.model.values import Ref
from adjudicator.settling.settling import settle_on
from adjudicator.stage.clashes import clash_on, worlds
from adjudicator.stage.storying import without_events
from adjudicator.vetting.endless import loops as goes_round
from adjudicator.vetting.findings import Finding

ENGINES: dict[str, Engine] = {}


def read(finding: Finding, folder: Path) -> tuple[Scenario, Rulebook]:
    """The witness as its file has it."""
    path = folder / f"{finding.id}.scenario"
    path.write_text(finding.witness, encoding="utf-8")
    ((scenario, book),) = load_scenarios(path)
    return scenario, book


def shows(finding: Finding, folder: Path) -> str:
    """Empty if the witness shows the finding; else what it shows instead."""
    return seen_in(finding, *read(finding, folder))


def seen_in(finding: Finding, scenario: Scenario, book: Rulebook, told: bool = False) -> str:
    """Empty if the scenario shows the finding; else what it shows instead.

    With `told`, words that do nothing are looked for only in worlds in which nothing is missing.
    """
    engine = ENGINES.setdefault(book.digest, Engine(book))
    ground = Ground(engine, scenario.situation, scenario.questions)
    if finding.code == "V102":
        (answer,) = settle_on(ground, scenario)[1].answers
        return "" if answer.status == "impossible" else f"{finding.id}: {answer.status}"
    if finding.code == "V107" and len(finding.sides) == 1:
        (answer,) = settle_on(ground, scenario)[1].answers
        causes = {(cause.cause, cause.what) for outcome in answer.outcomes for cause in outcome.because_of}
        return "" if answer.status == "several" and any(c == "reading" for c, _ in causes) else f"{finding.id}: {answer.status} {causes}"
    if finding.code == "V204" and scenario.situation.story is not None:
        return "" if goes_round(ground) else f"{finding.id}: the story ends"
    node = node_of(scenario.questions[0], ground)
    if finding.code == "V204":
        loops = any(world.resolve(node).circles for world in worlds(ground, node))
        return "" if loops else f"{finding.id}: no loop"
    if finding.code in ("V202", "V203"):
        clause = book.clauses[finding.clauses[0]]
        known = [w for w in worlds(ground, node) if not told or not any(k[0] in ("number", *NOT_KNOWN) for k in w.decisions.by_key)]
        spoke = {i.clause.name for w in known for i in (*w.resolve(node).winners, *(b.instance for b in w.resolve(node).beaten))}
        return "" if clause.name in spoke else f"{finding.id}: {clause.name} does not apply"
    first, second = (book.clauses[name] for name in finding.clauses)
    found = [
        clash for i, one in enumerate(first.conclusions) for j, other in enumerate(second.conclusions)
        if one.property == other.property == node[0] and (clash := clash_on(ground, node, (first, i), (second, j))) is not None
    ]  # fmt: skip
    if any((clash.code, clash.winner) == (finding.code, finding.winner) and (clash.is_decided or " undecided" in finding.sentence)
           for clash in found):  # fmt: skip
        return ""
    return f"{finding.id}: {[(clash.code, clash.winner) for clash in found]}"


def shows_with_less(finding: Finding, folder: Path) -> list[str]:
    """What could be left out of the witness: facts, or things and events with all that is said of them."""
    scenario, book = read(finding, folder)
    (question,) = scenario.questions
    node = node_of(question, Ground(ENGINES.setdefault(book.digest, Engine(book)), scenario.situation))
    asked = {v.name for v in node[1] if isinstance(v, Ref)}
    return [
        f"{finding.id}: {part} can be left out"
        for part, smaller in _smaller(scenario.situation, asked, book)
        if _seen(finding, replace(scenario, situation=smaller), book)
    ]


def _seen(finding: Finding, scenario: Scenario, book: Rulebook) -> bool:
    """Whether the scenario shows the finding within the limits: without a fact that must be told it may have too many worlds."""
    try:
        return seen_in(finding, scenario, book, told=True) == ""
    except LimitReached:
        return False


def _smaller(situation: Situation, asked: set[str], book: Rulebook) -> Iterator[tuple[str, Situation]]:
    """The situation without one of its facts, without one of its things. (What answers what is how a story is told.)"""
    for node in situation.facts:
        if situation.story is not None and node[0] == "answers":
            continue
        yield str(node), replace(situation, facts={n: f for n, f in situation.facts.items() if n != node})
    for name in situation.things:
        if name in book.constants or name in asked:
            continue
        gone: set[str] = {name}
        while more := {n for n, t in situation.things.items() if any(isinstance(v, Ref) and v.name in gone for _, v in t.roles)} - gone:
            gone |= more
        story = without_events(situation.story, gone) if situation.story is not None else None
        if gone.isdisjoint(asked) and (situation.story is None or story is not None):
            facts = {n: f for n, f in situation.facts.items()
                     if not any(isinstance(v, Ref) and v.name in gone for v in (*n[1], f.value))}  # fmt: skip
            yield name, replace(situation, facts=facts, story=story, things={n: t for n, t in situation.things.items() if n not in gone})


def node_of(question: Question, ground: Ground) -> Node:
    """The instance that a witness asks about."""
    match question.ask:
        case Permitted(_, event, roles):
            return ("may", (ground.table.find_event(event, {role: term.value for role, term in roles}),))
        case Compare("=", Apply("may", args), _):
            return ("may", tuple(arg.value for arg in args))
        case Occurs(event, roles):
            told = {role: term.value for role, term in roles}
            return (f"causes:{event}", tuple(told.get(role) for role in ground.table.book.events[event].roles))
        case Apply(name, args) if ground.table.situation.story is not None:
            return (f"after:{name}", tuple(arg.value for arg in args))
        case Apply(name, args):
            return (name, tuple(arg.value for arg in args))
    raise AssertionError(f"no plain question: {question.text}")
