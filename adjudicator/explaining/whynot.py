"""Why not: for an answer that did not come about, the nearest clause that would have given it, and what stopped that clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from adjudicator.engine.decisions import Fork
from adjudicator.engine.instances import free_vars
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.worlds import Ground
from adjudicator.explaining.demands import CAUSES, OTHERWISE, Demand, demands, of_condition, of_value
from adjudicator.explaining.nearest import ASLEEP, ELSEWHERE, LIFTED, Near, nearest
from adjudicator.explaining.proof import Prover
from adjudicator.explaining.retelling import change_text, event_said
from adjudicator.explaining.voicing import Loss, Reason, Voice, losses_of, once, reason_of, silent_reason
from adjudicator.model.expressions import Apply, Sentence
from adjudicator.model.outcomes import NOT_KNOWN, Outcome, Resolution, Step
from adjudicator.model.situation import Node, Question
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass
from adjudicator.settling.scenes import NOW, Scenes, at, plain, step_of

DEPTH = 3
"""How far it is followed why a condition does not hold."""
GIVEN, BEATEN, SILENT, STOPPED, CHANGED, NOTHING = "given", "beaten", "silent", "stopped", "changed", "nothing"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stood in the way of one instance being otherwise.

    `sort` is given (the scenario `says` so), beaten (`clause` would have said it, and fell: `loss`), silent (`clause` would
    have said it, but for the condition `failing`, or the exception, where `excepted`), stopped (the event of it did not
    happen), changed (an event made it what it is, by `clause`) or nothing (no clause would ever say so). `would` is what
    the clause would have said, `deeper` why its condition does not hold.
    """

    sort: str
    says: str
    clause: Reason | None = None
    would: str = ""
    failing: str = ""
    undecided: bool = False
    excepted: bool = False
    loss: Loss | None = None
    deeper: tuple[Obstacle, ...] = ()
    held: float = 0


def why_not(ground: Ground, question: Question, outcome: Outcome, wanted: object = OTHERWISE, most: int = 1,
            told: Mapping[int, int] | None = None) -> list[Obstacle]:  # fmt: skip
    """What stood in the way of another answer than that of this outcome, the nearest first; `wanted` says which other one."""
    scenes = Scenes(ground, outcome)
    world = scenes.world(NOW)
    if world is None or not (outcome.world.root or outcome.world.decided):
        return []
    things = outcome.world.things if outcome.world.things is not None else world.table.all_things
    seeker = _Seeker(scenes, question, Voice(ground.engine.book, things, told or {}))
    value: object = wanted
    if wanted is OTHERWISE and question.yes_no:
        value = not outcome.answer
    try:
        asked = demands(world, question.ask, value, question.yes_no)  # type: ignore[arg-type]
    except (Fork, LimitReached):
        return []
    found = [obstacle for demand in asked for obstacle in seeker.obstacles(demand, DEPTH, most)]
    useful = [one for one in found if one.sort != NOTHING] or found
    return list(dict.fromkeys(useful))[: max(most, 1) if wanted is OTHERWISE else 3 * most]


class _Seeker:
    """Looks for what stood in the way, moment by moment."""

    def __init__(self, scenes: Scenes, question: Question, voice: Voice) -> None:
        self.scenes, self.voice = scenes, voice
        self.prover = Prover(scenes, question)
        self._open: set[Node] = set()

    def obstacles(self, demand: Demand, depth: int, most: int) -> list[Obstacle]:
        """Why an instance is not as demanded."""
        node = demand.node
        if plain(node)[0].startswith(CAUSES):
            return self._nearest_of_steps(plain(node), lambda times: times != 0, most) if step_of(node) == NOW else []
        if node in self._open:
            return []
        self._open.add(node)
        try:
            return self._obstacles(demand, self.prover.resolution(node), depth, most)
        except (Fork, LimitReached):
            return []
        finally:
            self._open.discard(node)

    def _obstacles(self, demand: Demand, resolution: Resolution, depth: int, most: int) -> list[Obstacle]:
        node, step = demand.node, step_of(demand.node)
        if resolution.how in ("state", "then") and resolution.rests_on:
            changed = Demand(at(step, resolution.rests_on[0]), demand.value)
            return self.obstacles(changed, depth, most)
        if resolution.how == "defined":
            return self._through(self._definition(node, resolution), step, depth, most)
        changes = self._unchanged(demand, resolution, depth, most)
        if resolution.how in ("given", *NOT_KNOWN):
            event = plain(node)[0] == "happens"
            return changes or [self._untold(node, resolution) if event else Obstacle(GIVEN, self.voice.fact(node, resolution.value))]
        beaten = [*self._beaten(demand, resolution), *self._made(node, resolution)]
        silent = self._silent(demand, resolution, depth, most)
        passed = [one for n in resolution.rests_on for one in self._passed_on(demand, at(step, n), resolution, depth, most)]
        worked = self._worked_out(demand, resolution, depth, most) if not (beaten or changes) else []
        return [*beaten, *changes, *silent, *worked, *passed][: 2 * most] or [Obstacle(NOTHING, self._matter(demand))]

    def _worked_out(self, demand: Demand, resolution: Resolution, depth: int, most: int) -> list[Obstacle]:
        """Of a number that a clause works out from others, why these are not otherwise."""
        step, world = step_of(demand.node), self.scenes.world(step_of(demand.node))
        if world is None or depth == 0 or not isinstance(resolution.value, Fraction):
            return []
        asked = [one for i in resolution.winners for one in of_value(world, i.conclusion.value, dict(i.binding))]
        return [one for one in self._through(asked, step, depth, most) if one.sort != NOTHING]

    def _untold(self, node: Node, resolution: Resolution) -> Obstacle:
        return Obstacle(STOPPED, self.voice.statement(node, resolution.value))

    def _matter(self, demand: Demand) -> str:
        """What is demanded, as a sentence."""
        if demand.value is OTHERWISE or demand.value is UNDECIDED:
            return f"{self.voice.noun(demand.node)} is otherwise"
        return self.voice.statement(demand.node, demand.value)

    def _passed_on(self, demand: Demand, below: Node, resolution: Resolution, depth: int, most: int) -> list[Obstacle]:
        """Where a default only passes on another instance, that one."""
        if resolution.winners or resolution.modifiers or resolution.beaten:
            return []
        name = plain(below)[0]
        value = demand.value if name == plain(demand.node)[0].removeprefix("after:") or name.startswith("kind:") else OTHERWISE
        return [one for one in self.obstacles(Demand(below, value), depth, most) if one.sort != NOTHING]

    def _definition(self, node: Node, resolution: Resolution) -> list[Demand]:
        world = self.scenes.world(step_of(node))
        definition = self.scenes.ground.engine.book.definition_of[plain(node)[0]]
        if world is None or not isinstance(resolution.value, bool):
            return []
        binding = dict(zip((p.name for p in definition.parameters), node[1], strict=True))
        return of_condition(world, definition.meaning, binding, not resolution.value)  # type: ignore[arg-type]

    def _through(self, asked: Iterable[Demand], step: int, depth: int, most: int) -> list[Obstacle]:
        if depth == 0:
            return []
        marked = (Demand(at(step, one.node), one.value) for one in asked)
        return [obstacle for demand in marked for obstacle in self.obstacles(demand, depth - 1, most)][:most]

    def _beaten(self, demand: Demand, resolution: Resolution) -> Iterator[Obstacle]:
        """Clauses that would have said it and fell, or whose change another clause took away."""
        now = resolution.value
        fallen = [b for b in resolution.beaten if demand.met_by(b.instance.value, now)] + list(resolution.silenced)
        for loss in losses_of(self.voice, fallen):
            yield Obstacle(BEATEN, self._matter(demand), loss.loser, loss.loser.says, loss=loss, held=1)

    def _made(self, node: Node, resolution: Resolution) -> Iterator[Obstacle]:
        """The event that made it what it is, with the clause by which it did."""
        inner, step = plain(node), self.scenes.step(step_of(node))
        if step is None or not inner[0].startswith("after:"):
            return
        made = next((one for one in step.changes if (f"after:{one.node[0]}", one.node[1]) == inner), None)
        by = once([*resolution.winners, *resolution.modifiers])
        if made is not None and by:
            when = self._when(step.number) or (f" (when {event_said(self.voice, step.event)})" if step.what == "event" else "")
            says = change_text(self.voice, made) + when
            yield Obstacle(CHANGED, says, reason_of(self.voice, by[0]), held=1)

    def _silent(self, demand: Demand, resolution: Resolution, depth: int, most: int) -> list[Obstacle]:
        """Clauses that would have said it but for a condition; of what an event changes, those that speak of that event."""
        world, number = self.scenes.world(step_of(demand.node)), step_of(demand.node)
        if world is None:
            return []
        step = self.scenes.step(number) if plain(demand.node)[0].startswith("after:") else None
        found = nearest(world, plain(demand.node), lambda value: demand.met_by(value, resolution.value), most)
        return [self._of_near(near, number, self._matter(demand), depth, most) for near in found if step is None or _speaks_of(near, step)]

    def _of_near(self, near: Near, step: int, matter: str, depth: int, most: int) -> Obstacle:
        clause, binding = near.clause, dict(near.binding)
        reason = silent_reason(self.voice, clause, near.index)
        failing = near.failing + self._where(near.failing, binding)
        deeper: list[Obstacle] = []
        world = self.scenes.world(step)
        if near.condition is not None and world is not None and free_vars(near.condition) <= binding.keys() and _followed(near.condition):
            deeper = self._through(of_condition(world, near.condition, binding, not near.excepted), step, depth, most)  # type: ignore[arg-type]
        deeper = [one for one in deeper if one.sort != NOTHING]
        would = clause.conclusions[near.index].text
        return Obstacle(
            SILENT, matter, reason, would + self._when(step), failing, near.undecided, near.excepted, None, tuple(deeper), near.held
        )

    def _when(self, step: int) -> str:
        return f" (at step {self.voice.told[step]})" if step in self.voice.told else ""

    def _where(self, text: str, binding: dict[str, object]) -> str:
        """Who the variables of a condition are, where it speaks of them."""
        if text in (ASLEEP, ELSEWHERE) or text.startswith(LIFTED):
            return ""
        words = f" {text} "
        who = [f"{_article(name)} is {self._called(value)}" for name, value in binding.items()
               if isinstance(value, Ref) and f" {name} " in words.replace(",", " ").replace("'s ", " ")]  # fmt: skip
        return f" (where {' and '.join(who)})" if who else ""

    def _called(self, value: Ref) -> str:
        return f"the {value}" if value.name[:1].islower() else value.name

    def _unchanged(self, demand: Demand, resolution: Resolution, depth: int, most: int) -> list[Obstacle]:
        """Of what no event of the story has changed, the events that came nearest to changing it."""
        name, args = demand.node
        if step_of(demand.node) != NOW:
            return []
        return self._nearest_of_steps((f"after:{name}", args), lambda value: demand.met_by(value, resolution.value), most, depth)

    def _nearest_of_steps(self, effect: Node, fits: Callable[[object], bool], most: int, depth: int = DEPTH) -> list[Obstacle]:
        """The events of the story that came nearest to having an effect, and what was in the way."""
        found: list[Obstacle] = []
        steps = self.scenes.outcome.world.steps if effect[0] in self.scenes.ground.engine.book.clauses_about else ()
        for step in steps:
            if step.what != "event" or step.clockwork:
                continue
            if not step.happened:
                found += self._stopped(step, effect[1])
                continue
            world = self.scenes.world(step.number)
            if world is not None:
                found += [self._of_near(n, step.number, "", depth, 1) for n in nearest(world, effect, fits, 1) if _speaks_of(n, step)]
        best: dict[tuple[str, str, str], Obstacle] = {}
        for one in sorted(found, key=lambda o: -o.held):
            best.setdefault((one.sort, one.clause.clause if one.clause else one.says, one.failing.partition(" (where")[0]), one)
        return list(best.values())[:most]

    def _stopped(self, step: Step, args: tuple[Value, ...]) -> list[Obstacle]:
        """An event about the same things that did not happen, and by which clause."""
        thing = step.things.get(step.event)
        if thing is None or not thing.happens or not {*args} & {*dict(thing.roles).values()}:
            return []
        node = ("happens", (Ref(step.event),))
        resolution = step.resolutions.get(node)
        if resolution is not None and not resolution.winners and resolution.rests_on:
            resolution = step.resolutions.get(resolution.rests_on[0], resolution)
        winners = once(list(resolution.winners)) if resolution is not None else []
        reason = reason_of(self.voice, winners[0]) if winners else None
        return [Obstacle(STOPPED, self.voice.statement(at(step.number, node), False), reason, held=0.99)]


def _speaks_of(near: Near, step: Step) -> bool:
    return Ref(step.event) in dict(near.binding).values()


def _followed(condition: Sentence) -> bool:
    """Conditions that only say who plays a role are not followed further."""
    return not (isinstance(condition, Apply) and condition.property.startswith(("role:", "kind:")))


def _article(name: str) -> str:
    return name if name[:1].isupper() or len(name) == 1 else f"the {name}"
