"""The proof of an answer: the premises from which it follows, none too many (docs/meaning.md 13).

From the question downwards: each property instance that is needed, with what it
rests on, until facts of the scenario, silences ("nothing says otherwise") and
decisions are left.  `thinning.py` then leaves out what the rest can do without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property

from adjudicator.engine.decisions import Fork
from adjudicator.engine.defaults import default_resolution
from adjudicator.engine.limits import LimitReached
from adjudicator.engine.resolve import World
from adjudicator.engine.symbols import Symbol
from adjudicator.engine.triggers import brought_by
from adjudicator.engine.ways import CIRCLE
from adjudicator.explaining.grounds import NOTHING, OPTION, Finder, Grounds, Leaf, beyond, every, picked, renamed
from adjudicator.explaining.ordering import Telling
from adjudicator.explaining.teams import Team, team
from adjudicator.language.wording import called
from adjudicator.model.expressions import EFFECTS, Apply, Sentence, Var, applying, in_binding
from adjudicator.model.graphs import components
from adjudicator.model.outcomes import NOT_KNOWN, PARADOX, Beaten, Cause, Circle, Decision, Instance, Resolution
from adjudicator.model.situation import Node, Question
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Drawn, Ref, Usual, Value
from adjudicator.precedence.contradictions import contradictions_between
from adjudicator.records import dataclass
from adjudicator.settling.origins import cause_of
from adjudicator.settling.scenes import NOW, Scenes, at, plain, step_of

BETWEEN = ("open", "chance rung")
"""Branchings between clauses that survived the whole ladder."""
TOLD = "told"
"""How something came about that the story itself tells: a turn begins, something is said."""


@dataclass(frozen=True, slots=True)
class Support:
    """What one property instance rests on.

    `speaking` are the clause instances (candidates and modifiers) that are needed, `idle` those that
    say the same or change nothing, `objections` what was brought against it and fell, `below` the
    instances that have to hold for all this; `decisions` are the branches taken here, `standing` what
    else could have been taken. `by_default` tells that modifiers work on a default. `grounds` are all
    ways to have what it rests on, of which `below` is one.
    """

    node: Node
    resolution: Resolution
    speaking: tuple[Instance, ...] = ()
    idle: tuple[Instance, ...] = ()
    objections: tuple[Beaten, ...] = ()
    below: tuple[Node, ...] = ()
    decisions: tuple[Decision, ...] = ()
    standing: tuple[Instance, ...] = ()
    by_default: bool = False
    grounds: Grounds = NOTHING

    @property
    def is_leaf(self) -> bool:
        """Whether it is itself a premise: a fact, a silence, or what nobody can say more about."""
        return not self.speaking and (self.by_default or self.resolution.how in ("given", *NOT_KNOWN, "default", "gap", "loop", TOLD))


@dataclass(frozen=True)
class Proof:
    """Everything an answer rests on, the nearest to the question first; `root` are the instances that the question reads."""

    root: tuple[Node, ...]
    supports: dict[Node, Support] = field(default_factory=dict)


Usable = Callable[[Node], bool]


class Prover:
    """Finds what instances rest on, moment by moment."""

    def __init__(self, scenes: Scenes, question: Question) -> None:
        self.scenes, self.question = scenes, question
        self._resolved: dict[Node, Resolution] = {}
        self._supports: dict[Node, Support] = {}

    @cached_property
    def root(self) -> Grounds:
        """What the answer itself rests on."""
        world, lived = self.scenes.world(NOW), self.scenes.outcome.world
        if world is None or not lived.root and not lived.decided:
            return NOTHING
        finder = Finder(world)
        try:
            if self.question.yes_no:
                return finder.sentence(self.question.ask, {}, bool(lived.answer) if lived.decided else None)  # type: ignore[arg-type]
            return finder.term(self.question.ask, {})  # type: ignore[arg-type]
        except (Fork, LimitReached):
            return every(Leaf(node) for node in lived.root)

    def start(self, node: Node, circle: Iterable[Node]) -> None:
        """From now on, take an instance of a circle for what it was when the rounds began, or as the circle comes to rest."""
        if self.began_so(node):
            resolution = Resolution(node, self.resolution(node).value, "default")
        else:
            clauses = sorted({called(i.clause.name) for one in circle for i in _speaking(self.resolution(one))})
            resolution = Resolution(node, self.resolution(node).value, "loop", circles=(Circle(tuple(clauses)),))
        self._supports[node] = Support(node, resolution)

    def began_so(self, node: Node) -> bool:
        """Whether an instance of a circle was from the beginning what it came out as."""
        world = self.scenes.world(step_of(node))
        try:
            return world is not None and world.unsupported(plain(node)).value == self.resolution(node).value
        except (Fork, LimitReached):
            return False

    def resolution(self, node: Node) -> Resolution:
        """How an instance was resolved in its moment; what nobody resolved is told by the story itself."""
        known = self._resolved.get(node)
        if known is None:
            known = self._resolved[node] = self._resolution(node)
        return known

    def _resolution(self, node: Node) -> Resolution:
        name, args = node
        if name == OPTION:
            return Resolution(node, self.scenes.ground.table.situation.options.get(str(args[0]), False), "given")
        step, inner = step_of(node), plain(node)
        world, told = self.scenes.world(step), self.scenes.step(step)
        if world is not None:
            try:
                return world.resolve(inner)
            except (Fork, LimitReached):
                if inner[0].startswith("kind:") and beyond(world, args[0], inner[0][len("kind:") :]):
                    return Resolution(node, False, "default")  # however the branch would be taken
        changes = [c for c in told.changes if c.node == (inner[0].removeprefix("after:"), args)] if told else []
        if changes and changes[0].resolution is not None:
            return changes[0].resolution
        said = dict(told.said) if told else {}
        return Resolution(node, said.get((inner[0].removeprefix("after:"), args), UNDECIDED), TOLD)

    def support(self, node: Node) -> Support:
        """All that an instance can rest on; its `below` is still to be chosen."""
        known = self._supports.get(node)
        if known is None:
            known = self._supports[node] = self._support(node)
        return known

    def _support(self, node: Node) -> Support:
        resolution, step = self.resolution(node), step_of(node)
        world = self.scenes.world(step)
        if world is None or node[0] == OPTION:
            return Support(node, resolution)
        try:
            return self._found(node, resolution, Finder(world), step)
        except (Fork, LimitReached):
            below = every(Leaf(at(step, n)) for n in _recorded(resolution))
            return Support(node, resolution, _speaking(resolution), objections=resolution.beaten, grounds=below)

    def _found(self, node: Node, resolution: Resolution, finder: Finder, step: int) -> Support:
        decisions = self._decisions(node, resolution)
        arisen = tuple(Leaf(n) for n in self._arisen(node))

        def here(grounds: Iterable[Grounds]) -> Grounds:
            return every((renamed(every(grounds), lambda n: at(step, n)), *arisen))

        if resolution.how == "defined" or (resolution.how == "gap" and plain(node)[0] in finder.world.book.definition_of):
            return Support(node, resolution, grounds=here([self._definition(plain(node), resolution, finder)]))
        spared = any(isinstance(winner.value, Usual) for winner in resolution.winners)
        usual = default_resolution(finder.world, plain(node)).rests_on if spared else ()
        passed_on = [Leaf(n) for n in (*resolution.rests_on, *resolution.lifted)]
        if not (resolution.winners or resolution.modifiers or resolution.beaten or resolution.open_between):
            return Support(node, resolution, decisions=decisions, grounds=here(passed_on))
        both = self._team(finder.world, resolution, decisions, step)
        speaking = (*both.needed, *both.modifiers)
        grounds = [grounds_of_instance(finder, i) for i in speaking] + [Leaf(n) for n in both.compared]
        played = (d for beaten in both.objections for d in self._played(beaten))
        readings = (*(d for i in speaking for d in self._readings(i)), *played, *self._comparisons(finder.world, both.compared))
        return Support(
            node, resolution, speaking, both.idle, (*both.objections, *resolution.silenced), (),
            tuple(dict.fromkeys((*decisions, *readings))), both.standing,
            not resolution.winners and resolution.how == "modified" and not resolution.rests_on,
            here([*grounds, *map(Leaf, usual), *(passed_on if not both.needed else ())]),
        )  # fmt: skip

    def _team(self, world: World, resolution: Resolution, decisions: tuple[Decision, ...], step: int) -> Team:
        between = next((d.taken for d in decisions if d.key[0] in BETWEEN), None)
        settled = resolution.base if resolution.modifiers else resolution.value
        return team(world, resolution, settled if between is None else between, lambda one: self._telling.order(one, step))

    @cached_property
    def _telling(self) -> Telling:
        return Telling(self.scenes.outcome.world)

    def _definition(self, node: Node, resolution: Resolution, finder: Finder) -> Grounds:
        definition = finder.world.book.definition_of[node[0]]
        binding = dict(zip((p.name for p in definition.parameters), node[1], strict=True))
        boolean = isinstance(resolution.value, bool)
        if boolean or (resolution.value is UNDECIDED and not isinstance(definition.meaning, Apply | Var)):
            try:
                return finder.sentence(definition.meaning, binding, resolution.value if boolean else None)  # type: ignore[arg-type]
            except TypeError:
                pass
        return finder.term(definition.meaning, binding)  # type: ignore[arg-type]

    def _arisen(self, node: Node) -> tuple[Node, ...]:
        """Of an event in its own moment, what made it come up, where the story does not tell it."""
        step = self.scenes.step(step_of(node))
        if step is None or plain(node) != ("happens", (Ref(step.event),)):
            return ()
        found = cause_of(self.scenes.outcome.world.steps, step)
        return () if found is None else (found,)

    def _decisions(self, node: Node, resolution: Resolution) -> tuple[Decision, ...]:
        """The branches that this world has taken about the instance, where it came out so because of them."""
        step, inner = self.scenes.step(step_of(node)), plain(node)
        own = step.event if step is not None and inner[0].startswith(EFFECTS) else None
        found = {d.key[0]: d for d in self.scenes.outcome.world.decisions  # in a circle, the last of each sort
                 if len(d.key) > 1 and (d.key[1] == inner or _goes_through(d, inner)) and (own is None or own in d.key)}  # fmt: skip
        between = [found[sort] for sort in BETWEEN if sort in found and any(i.conclusion.form == "is" for i in resolution.open_between)]
        sorts = {d.key[0] for d in between} | ({"order"} if resolution.open_between else set())
        if resolution.how in NOT_KNOWN or (resolution.how == "chosen" and (not resolution.open_between or resolution.as_usual)):
            sorts |= {resolution.how} if resolution.how in NOT_KNOWN else {"choice"}
        sorts |= {CIRCLE} if resolution.circles and not resolution.could else {PARADOX} if resolution.could else set()
        won = [d.taken for d in between] or [i.value for i in resolution.winners]
        drawn = [value for value in won if isinstance(value, Drawn)]
        sorts |= {"chance" if value.by is None else "choice" for value in drawn}
        if "chance" in sorts and "chance" not in found and (draw := self._added_up(node, resolution, drawn[0])) is not None:
            found["chance"] = draw
        return tuple(d for sort, d in found.items() if sort in sorts)

    def _added_up(self, node: Node, resolution: Resolution, drawn: Drawn) -> Decision | None:
        """A draw whose chance the story has added up with others (8.5): what was drawn is known by what came of it."""
        world, value = self.scenes.world(step_of(node)), resolution.base if resolution.modifiers else resolution.value
        total = sum((weight for _, weight in drawn.weighted), Fraction(0))
        share = sum((weight for each, weight in drawn.weighted if each == value), Fraction(0))
        if world is None or not 0 < share < total:
            return None
        return Decision(Cause("chance", world.matter(plain(node))), ("chance", plain(node)), value, share / total)

    def _comparisons(self, world: World, compared: tuple[Node, ...]) -> tuple[Decision, ...]:
        """What was taken of numbers that are not known, where they were compared on the ladder."""
        names = [world.text(node) for node in compared if isinstance(self.resolution(node).value, Symbol)]
        return tuple(d for d in self.scenes.outcome.world.decisions if d.key[0] == "number" and any(name in d.cause.what for name in names))

    def _readings(self, instance: Instance) -> tuple[Decision, ...]:
        names = {instance.clause.name, instance.clause.reading[0] if instance.clause.reading else ""}
        return tuple(d for d in self.scenes.outcome.world.decisions if d.key[0] == "reading" and d.key[1] in names)

    def _played(self, beaten: Beaten) -> tuple[Decision, ...]:
        """Which side of a contradiction of the book was played, where that is why something fell."""
        book, situation = self.scenes.ground.engine.book, self.scenes.ground.table.situation
        if not any(r.form == "contradiction" and r.title == beaten.rung for r in (situation.ladder or book.ladder).rungs):
            return ()
        names = {one.name for one in contradictions_between(book, beaten.by.clause, beaten.instance.clause)}
        return tuple(d for d in self.scenes.outcome.world.decisions if d.key[0] == "reading" and d.key[1] in names)


def _goes_through(decision: Decision, node: Node) -> bool:
    """Whether it is the way of a circle to which the instance belongs."""
    return decision.key[0] == CIRCLE and node in decision.key[1]


def grounds_of_instance(finder: Finder, instance: Instance) -> Grounds:
    """What has to hold for a clause instance to speak: its conditions, that none of its exceptions holds, what it works out."""
    clause, binding, world = instance.clause, dict(instance.binding), finder.world
    parts = [finder.kind(binding[p.name], p.kind) for p in clause.parameters]
    parts += [finder.sentence(when, binding, True) for when in clause.whens]
    exceptions = [unless for unless in clause.unlesses if not _plainly_applies(finder, unless, binding)]
    parts += [finder.sentence(unless, binding, finder.truth(unless, binding)) for unless in exceptions]  # type: ignore[arg-type]
    parts.append(finder.term(instance.conclusion.value, binding))
    now = world.table.happening
    if instance.conclusion.property.startswith(EFFECTS) and now is not None:
        by = [event for event in now.acting(instance.conclusion.property) if brought_by(finder.world, instance, event)]
        parts += [Leaf(("happens", (Ref(event),))) for event in by]
    return every(parts)


def _plainly_applies(finder: Finder, unless: Sentence, binding: Mapping[str, Value]) -> bool:
    """Whether it stands for exceptions from elsewhere, and none speaks of these things, so that nobody need say that the clause applies."""
    asked = applying(unless)
    try:
        return asked is not None and finder.world.resolve(in_binding(asked, binding)).how == "default"
    except (Fork, LimitReached):
        return False


def _recorded(resolution: Resolution) -> tuple[Node, ...]:
    """What settling took down, where grounds cannot be worked out again (numbers that are not known)."""
    nodes = [n for i in _speaking(resolution) for n in i.rests_on]
    return tuple(dict.fromkeys((*nodes, *resolution.rests_on)))


def _speaking(resolution: Resolution) -> tuple[Instance, ...]:
    return tuple({i.key: i for i in (*resolution.winners, *resolution.modifiers)}.values())


def prove(prover: Prover, usable: Usable = lambda node: True) -> Proof | None:
    """The proof that uses only these instances; None where there is none. It goes round in no circle."""
    while True:
        proof = _proved(prover, usable)
        if proof is None or not _cut(prover, proof):
            return proof


def _proved(prover: Prover, usable: Usable) -> Proof | None:
    root = picked(prover.root, usable)
    if root is None:
        return None
    supports: dict[Node, Support] = {}
    todo = list(root)
    for node in todo:
        if node in supports:
            continue
        support = prover.support(node)
        below = picked(support.grounds, usable)
        if below is None:
            return None
        supports[node] = replace(support, below=below)
        todo += below
    return Proof(root, supports)


def _cut(prover: Prover, proof: Proof) -> bool:
    """Whether there was a circle; of each, one instance is from now on taken for what it was when the rounds began (7.1)."""
    graph = {node: support.below for node, support in proof.supports.items()}
    circular = [part for part in components(graph) if len(part) > 1 or part[0] in graph[part[0]]]
    for part in circular:
        order = sorted(part, key=list(graph).index)
        prover.start(next((node for node in order if prover.began_so(node)), order[-1]), part)
    return bool(circular)
