"""A witness file settled again from its text alone: does it show what the finding says?"""

from __future__ import annotations

from pathlib import Path

from adjudicator.analysis.clashes import clash_on, worlds
from adjudicator.analysis.findings import Finding
from adjudicator.language.loading import load_scenarios
from adjudicator.logic.walking.engine import Engine
from adjudicator.logic.walking.worlds import Ground
from adjudicator.model.expressions import Apply, Compare, Permitted
from adjudicator.model.situation import Node, Question

ENGINES: dict[str, Engine] = {}


def shows(finding: Finding, folder: Path) -> str:
    """Empty if the witness shows the finding; else what it shows instead."""
    path = folder / f"{finding.id}.scenario"
    path.write_text(finding.witness, encoding="utf-8")
    ((scenario, book),) = load_scenarios(path)
    engine = ENGINES.setdefault(book.digest, Engine(book))
    ground = Ground(engine, scenario.situation)
    node = node_of(scenario.questions[0], ground)
    match finding.code:
        case "V102":
            from adjudicator.adjudication.settling import settle_on

            (answer,) = settle_on(ground, scenario).answers
            return "" if answer.status == "impossible" else f"{finding.id}: {answer.status}"
        case "V204":
            loops = any(world.resolve(node).how == "loop" for world in worlds(ground, node))
            return "" if loops else f"{finding.id}: no loop"
        case "V202" | "V203":
            clause = book.clauses[finding.clauses[0]]
            spoke = {
                i.clause.name
                for w in worlds(ground, node)
                for i in (*w.resolve(node).winners, *(b.instance for b in w.resolve(node).beaten))
            }
            return "" if clause.name in spoke else f"{finding.id}: {clause.name} does not apply"
    if len(finding.sides) == 1:
        from adjudicator.adjudication.settling import settle_on

        (answer,) = settle_on(ground, scenario).answers
        causes = {(cause.cause, cause.what) for outcome in answer.outcomes for cause in outcome.because_of}
        return "" if answer.status == "several" and any(c == "reading" for c, _ in causes) else f"{finding.id}: {answer.status} {causes}"
    first, second = (book.clauses[name] for name in finding.clauses)
    found = [
        clash for i, one in enumerate(first.conclusions) for j, other in enumerate(second.conclusions)
        if one.property == other.property == node[0] and (clash := clash_on(ground, node, (first, i), (second, j))) is not None
    ]  # fmt: skip
    if any((clash.code, clash.winner) == (finding.code, finding.winner) for clash in found):
        return ""
    return f"{finding.id}: {[(clash.code, clash.winner) for clash in found]}"


def node_of(question: Question, ground: Ground) -> Node:
    """The instance that a witness asks about."""
    match question.ask:
        case Permitted(_, event, roles):
            return ("may", (ground.table.find_event(event, {role: term.value for role, term in roles}),))
        case Compare("=", Apply("may", args), _):
            return ("may", tuple(arg.value for arg in args))
        case Apply(name, args):
            return (name, tuple(arg.value for arg in args))
    raise AssertionError(f"no plain question: {question.text}")
