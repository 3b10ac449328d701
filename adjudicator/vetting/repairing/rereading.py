"""A finding's witness read back, in the rulebook as it is or as it would be after an edit."""

from __future__ import annotations

from adjudicator.engine.engine import Engine
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.worlds import Ground
from adjudicator.language.diagnostics import Messages
from adjudicator.language.layout import parse_layout
from adjudicator.language.loading import Loaded
from adjudicator.language.scenarios import ScenarioReader
from adjudicator.model.expressions import Apply, Compare, Literal, Permitted, Term
from adjudicator.model.situation import Node, Question, Situation
from adjudicator.model.values import Value
from adjudicator.records import dataclass
from adjudicator.stage.clashes import Clash, Side, candidates, clash_on, is_side, worlds
from adjudicator.vetting.findings import Finding


@dataclass(frozen=True)
class Scene:
    """A situation and the instance in question in it."""

    engine: Engine
    situation: Situation
    node: Node

    def clash(self, first: Side, second: Side) -> Clash | None:
        """The clash of two conclusions in it."""
        try:
            return clash_on(Ground(self.engine, self.situation), self.node, first, second)
        except (LimitReached, RuleFault, RecursionError):
            return None

    def speaks(self, side: Side) -> bool:
        """Whether the conclusion is drawn in it."""
        try:
            ground = Ground(self.engine, self.situation)
            return any(
                is_side(i, side) for world in worlds(ground, self.node, possible=False) for i in candidates(world.resolve(self.node))
            )
        except (LimitReached, RuleFault, RecursionError):
            return False


def scene_of(finding: Finding, loaded: Loaded, engine: Engine) -> Scene | None:
    """The witness of a finding, with the words and clauses of the rulebook given."""
    if not finding.witness:
        return None
    messages = Messages()
    block = next((b for b in parse_layout(finding.witness, "", messages) if b.form == "scenario"), None)
    if block is None:
        return None
    scenario = ScenarioReader(loaded.book, loaded.phrasebook, messages).read(block)
    if messages.errors or not scenario.questions:
        return None
    node = _asked(scenario.questions[0], Ground(engine, scenario.situation))
    return None if node is None else Scene(engine, scenario.situation, node)


def _asked(question: Question, ground: Ground) -> Node | None:
    """The instance that a witness asks about."""
    match question.ask:
        case Permitted(_, event, roles):
            ref = ground.table.find_event(event, {role: _plain(term) for role, term in roles})
            return ("may", (ref,))
        case Compare("=", Apply("may", args), _):
            return ("may", tuple(map(_plain, args)))
        case Apply(name, args):
            return (name, tuple(map(_plain, args)))
    return None


def _plain(term: Term) -> Value:
    assert isinstance(term, Literal)
    return term.value
