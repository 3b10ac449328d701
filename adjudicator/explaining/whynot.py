"""Why not: for an answer that did not come about, the nearest clause that would have given it, and what stopped that clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction

from adjudicator.engine.decisions import Fork
from adjudicator.engine.instances import free_vars
from adjudicator.engine.limits import LimitReached, RuleFault
from adjudicator.engine.resolve import World
from adjudicator.engine.symbols import Symbol
from adjudicator.engine.truth import instance_meant, value_of
from adjudicator.engine.worlds import Ground
from adjudicator.explaining.demands import ANYTHING, CAUSES, OTHERWISE, Demand, demands, of_condition, of_value
from adjudicator.explaining.nearest import ASLEEP, ELSEWHERE, LIFTED, OVER, Near, Nearness, Sought, nearest
from adjudicator.explaining.proof import Prover
from adjudicator.explaining.retelling import change_text, event_said
from adjudicator.explaining.voicing import Loss, Reason, Voice, losses_of, once, reason_of, silent_reason
from adjudicator.model.expressions import And, Apply, Compare, Not, Or, Sentence, Term, Var, walk
from adjudicator.model.outcomes import NOT_KNOWN, Outcome, Resolution, Step
from adjudicator.model.situation import Node, Question
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value, show
from adjudicator.records import dataclass
from adjudicator.settling.scenes import NOW, Scenes, at, plain, step_of

MOST_EVENTS = 40
"""So many events of a story, the last ones, are asked what came near to being said of them."""
DEPTH = 3
"""How far it is followed why a condition does not hold."""
AT_HAND = (0, 0, 0, 0, 0, 0.0)
"""Of what was brought about, or brought forward, and stopped: nothing is nearer."""
GIVEN, BEATEN, SILENT, STOPPED, CHANGED, NOTHING, FAR = "given", "beaten", "silent", "stopped", "changed", "nothing", "far"
EMPTY = (NOTHING, FAR)
"""The sorts that name nothing that could be otherwise."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stood in the way of one instance being otherwise.

    `sort` is given (the scenario `says` so), beaten (`clause` would have said it, and fell: `loss`), silent (`clause` would
    have said it, but for the condition `failing`, or the exception, where `excepted`), stopped (the event of it did not
    happen), changed (an event made it what it is, by `clause`), nothing (no clause would ever say so) or far (clauses could, but none comes
    near to it here). `would` is what
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
    order: Nearness = (99, 0, 0, 0, 0, 0.0)


def why_not(ground: Ground, question: Question, outcome: Outcome, wanted: object = OTHERWISE, most: int = 1,
            told: Mapping[int, int] | None = None) -> list[Obstacle]:  # fmt: skip
    """What stood in the way of another answer than that of this outcome, the nearest first; `wanted` says which other one."""
    found = _stood_in_the_way(ground, question, outcome, wanted, most, told or {})
    if not found and wanted is not OTHERWISE:
        return [Obstacle(FAR, f"the answer is {show(wanted)}")]  # type: ignore[arg-type]
    return found


def _stood_in_the_way(ground: Ground, question: Question, outcome: Outcome, wanted: object, most: int,
                      told: Mapping[int, int]) -> list[Obstacle]:  # fmt: skip
    scenes = Scenes(ground, outcome)
    world = scenes.world(NOW)
    if world is None or not (outcome.world.root or outcome.world.decided):
        return []
    things = outcome.world.things if outcome.world.things is not None else world.table.all_things
    seeker = _Seeker(scenes, question, Voice(ground.engine.book, things, told))
    value: object = wanted
    if wanted is OTHERWISE and question.yes_no:
        value = not outcome.answer
    try:
        asked = demands(world, question.ask, value, question.yes_no)  # type: ignore[arg-type]
    except (Fork, LimitReached):
        return []
    found = [obstacle for demand in asked for obstacle in seeker.obstacles(demand, DEPTH, most)]
    useful = [one for one in found if one.sort not in EMPTY] or found
    return _alike_once(useful)[: max(most, 1) if wanted is OTHERWISE else 3 * most]


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
            return self._nearest_of_steps(plain(node), Sought(lambda times: times != 0), most) if step_of(node) == NOW else []
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
        return [*beaten, *changes, *silent, *worked, *passed][: 2 * most] or [self._none(demand)]

    def _none(self, demand: Demand) -> Obstacle:
        """That no clause came near; or that none ever could."""
        name, about = plain(demand.node)[0], self.scenes.ground.engine.book.clauses_about
        return Obstacle(FAR if name in about or f"after:{name}" in about else NOTHING, self._matter(demand))

    def _worked_out(self, demand: Demand, resolution: Resolution, depth: int, most: int) -> list[Obstacle]:
        """Of a number that a clause works out from others, why these are not otherwise."""
        step, world = step_of(demand.node), self.scenes.world(step_of(demand.node))
        if world is None or depth == 0 or not isinstance(resolution.value, Fraction):
            return []
        asked = [one for i in resolution.winners for one in of_value(world, i.conclusion.value, dict(i.binding))]
        return [one for one in self._through(asked, step, depth, most) if one.sort not in EMPTY]

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
        return [one for one in self.obstacles(Demand(below, value), depth, most) if one.sort not in EMPTY]

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
            yield Obstacle(BEATEN, self._matter(demand), loss.loser, loss.loser.says, loss=loss, order=AT_HAND)

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
            yield Obstacle(CHANGED, says, reason_of(self.voice, by[0]), order=AT_HAND)

    def _silent(self, demand: Demand, resolution: Resolution, depth: int, most: int) -> list[Obstacle]:
        """Clauses that would have said it but for a condition; of what an event changes, those that speak of that event."""
        world, number = self.scenes.world(step_of(demand.node)), step_of(demand.node)
        if world is None:
            return []
        step = self.scenes.step(number) if plain(demand.node)[0].startswith("after:") else None
        event = Ref(step.event) if step is not None else None
        found = nearest(world, plain(demand.node), _sought(demand, resolution), most, event)
        here = [self._of_near(near, number, self._matter(demand), depth, most) for near in found]
        if number != NOW:
            return here
        nearest_of: dict[str, Obstacle] = {}  # of each clause what it lacks now, or lacked in the moment of which it speaks
        for one in sorted([*here, *self._silent_then(demand, resolution, depth, most)], key=lambda o: o.order):
            nearest_of.setdefault(one.clause.clause if one.clause else one.says, one)
        return list(nearest_of.values())[:most]

    def _silent_then(self, demand: Demand, resolution: Resolution, depth: int, most: int) -> list[Obstacle]:
        """What clauses that speak of an event which happens would have said in the moment of it, the later events first."""
        found: list[Obstacle] = []
        for step in self._events()[::-1]:
            world = self.scenes.world(step.number) if step.happened else None
            if world is not None and demand.node[0] in world.book.clauses_about:
                then = nearest(world, demand.node, _sought(demand, resolution), most, Ref(step.event))
                found += [self._of_near(near, step.number, self._matter(demand), depth, most) for near in then]
        return _once(found)

    def _events(self) -> list[Step]:
        """The last events of the story that are not the clock's."""
        steps = [step for step in self.scenes.outcome.world.steps if step.what == "event" and not step.clockwork]
        return steps[-MOST_EVENTS:]

    def _of_near(self, near: Near, step: int, matter: str, depth: int, most: int) -> Obstacle:
        clause, binding = near.clause, dict(near.binding)
        reason = silent_reason(self.voice, clause, near.index)
        world = self.scenes.world(step)
        failing = near.failing + self._where(near.failing, binding, near.condition, world)
        if near.matter is not None:
            failing = self.voice.statement(at(step, near.matter[0]), near.matter[1])
        deeper: list[Obstacle] = []
        if near.condition is not None and world is not None and free_vars(near.condition) <= binding.keys() and _followed(near.condition):
            deeper = self._through(of_condition(world, near.condition, binding, not near.excepted), step, depth, most)  # type: ignore[arg-type]
        deeper = [one for one in deeper if one.sort not in EMPTY]
        would = clause.conclusions[near.index].text
        return Obstacle(
            SILENT, matter, reason, would + self._when(step), failing, near.undecided, near.excepted, None, tuple(deeper), near.order
        )

    def _when(self, step: int) -> str:
        return f" (at step {self.voice.told[step]})" if step in self.voice.told else ""

    def _where(self, text: str, binding: dict[str, object], condition: Sentence | None = None, world: World | None = None) -> str:
        """Who the variables of a condition are, where it speaks of them; and what comes of that: who plays the roles, what is compared."""
        if text in (ASLEEP, ELSEWHERE, OVER) or text.startswith(LIFTED):
            return ""
        words = f" {text} "
        said = {("this card" if name == "it" else name): value for name, value in binding.items()}
        who = [f"{_article(name)} is {self._called(value)}" for name, value in said.items()
               if isinstance(value, Ref) and f" {name} " in words.replace(",", " ").replace("'s ", " ") and name != value.name]  # fmt: skip
        if condition is not None and world is not None:
            who += [one for one in self._what(condition, binding, world) if one not in text]
        return f" (where {' and '.join(dict.fromkeys(who))})" if who else ""

    def _what(self, condition: Sentence, binding: dict[str, object], world: World) -> Iterator[str]:
        """Who plays the roles of which a condition speaks, and the values that it compares."""
        for term in _terms(condition):
            if not free_vars(term) <= binding.keys():
                continue
            with suppress(Fork, LimitReached, RuleFault, TypeError):
                node, value = instance_meant(world, term, binding), value_of(world, term, binding)  # type: ignore[arg-type]
                if node is not None and value is not UNDECIDED and not isinstance(value, (bool, Symbol, frozenset)):
                    yield f"{self.voice.noun(node)} is {show(value)}"

    def _called(self, value: Ref) -> str:
        return f"the {value}" if value.name[:1].islower() and not value.name.startswith(("a ", "an ", "the ")) else value.name

    def _unchanged(self, demand: Demand, resolution: Resolution, depth: int, most: int) -> list[Obstacle]:
        """Of what no event of the story has changed, the events that came nearest to changing it."""
        name, args = demand.node
        if step_of(demand.node) != NOW:
            return []
        return self._nearest_of_steps((f"after:{name}", args), _sought(demand, resolution), most, depth)

    def _nearest_of_steps(self, effect: Node, sought: Sought, most: int, depth: int = DEPTH) -> list[Obstacle]:
        """The events of the story that came nearest to having an effect, and what was in the way."""
        found: list[Obstacle] = []
        steps = self._events() if effect[0] in self.scenes.ground.engine.book.clauses_about else []
        for step in steps[::-1]:
            if not step.happened:
                found += self._stopped(step, effect)
                continue
            world = self.scenes.world(step.number)
            if world is not None:
                found += self._denied(effect, step.number)
                near = nearest(world, effect, sought, 1, Ref(step.event))
                found += [self._of_near(one, step.number, "", depth, 1) for one in near]
        return _once(found)[:most]

    def _denied(self, effect: Node, number: int) -> Iterator[Obstacle]:
        """That by a clause an event does not come of this step; of others, what only some roles are known of says nothing."""
        world = self.scenes.world(number)
        if world is None or not effect[0].startswith(CAUSES) or ANYTHING in effect[1]:
            return
        with suppress(Fork, LimitReached):
            resolution = world.resolve(effect)
            if resolution.winners and resolution.value == 0:
                reason = reason_of(self.voice, resolution.winners[0])
                yield Obstacle(STOPPED, self.voice.statement(at(number, effect), resolution.value), reason, order=AT_HAND)

    def _stopped(self, step: Step, effect: Node) -> list[Obstacle]:
        """An event about the same things that did not happen, and by which clause; first those that would have done it to these."""
        thing = step.things.get(step.event)
        if thing is None or not thing.happens or not {*effect[1]} & {*dict(thing.roles).values()}:
            return []
        node = ("happens", (Ref(step.event),))
        resolution = step.resolutions.get(node)
        if resolution is not None and not resolution.winners and resolution.rests_on:
            resolution = step.resolutions.get(resolution.rests_on[0], resolution)
        winners = once(list(resolution.winners)) if resolution is not None else []
        reason = reason_of(self.voice, winners[0]) if winners else None
        order = AT_HAND if self._would_do(effect, dict(thing.roles)) else AT_HAND[:-1] + (1.0,)
        return [Obstacle(STOPPED, self.voice.statement(at(step.number, node), False), reason, order=order)]

    def _would_do(self, effect: Node, roles: Mapping[str, Value]) -> bool:
        """Whether a clause has such an effect on just what plays a role in the event: `the life of the target`."""
        for clause, index in self.scenes.ground.engine.book.clauses_about.get(effect[0], ()):
            for term, value in zip(clause.conclusions[index].args, effect[1], strict=False):
                for part in (part for condition in clause.whens for part in walk(condition)):
                    match part:
                        case Compare("=", Apply(role, (Var(),)), other) if other == term and role.startswith("role:"):
                            if roles.get(role.removeprefix("role:")) == value:
                                return True
        return False


def _sought(demand: Demand, resolution: Resolution) -> Sought:
    """The values that are demanded, in place of the one that came about."""
    wanted = UNDECIDED if demand.value is OTHERWISE else demand.value
    return Sought(lambda value: demand.met_by(value, resolution.value), wanted, resolution.value)  # type: ignore[arg-type]


def _alike_once(found: Iterable[Obstacle]) -> list[Obstacle]:
    """In their order, each clause once for each thing that it lacks, of whatever it would have said it."""
    seen: dict[tuple[object, ...], Obstacle] = {}
    for one in found:
        about = (one.clause.clause, one.would, one.failing, one.loss) if one.clause is not None else (one.says,)
        seen.setdefault((one.sort, *about), one)
    return list(seen.values())


def _once(found: list[Obstacle]) -> list[Obstacle]:
    """The nearest first, each clause once for each thing that it lacks."""
    best: dict[tuple[str, str, str], Obstacle] = {}
    for one in sorted(found, key=lambda o: o.order):
        best.setdefault((one.sort, one.clause.clause if one.clause else one.says, one.failing.partition(" (where")[0]), one)
    return list(best.values())


def _followed(condition: Sentence) -> bool:
    """Conditions that only say who plays a role are not followed further."""
    return not (isinstance(condition, Apply) and condition.property.startswith(("role:", "kind:")))


def _terms(condition: Sentence | Term) -> Iterator[Apply]:
    """The terms in a condition whose values tell why it does not hold: who plays a role, what is compared; not those of a quantifier."""
    match condition:
        case Not(body):
            yield from _terms(body)
        case And(parts) | Or(parts):
            for part in parts:
                yield from _terms(part)
        case Compare(_, left, right):
            yield from (side for side in (left, right) if isinstance(side, Apply))
        case Apply(_, args):
            yield from (arg for arg in args if isinstance(arg, Apply) and arg.property.startswith("role:"))


def _article(name: str) -> str:
    return name if name[:1].isupper() or len(name) == 1 or name == "this card" else f"the {name}"
