"""Explanations: an answer as an argument, each step said once, down to the facts of the scenario.

The shape is PubGrub's derivation graph: numbered steps, a step used twice is
explained once; what is given or taken for granted is folded into the step
that uses it, so that only what somebody could dispute gets a line.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from adjudicator.adjudication.support import below, geometry_cites
from adjudicator.language.wording import Things, node_text, statement
from adjudicator.logic.undecided import UNDECIDED
from adjudicator.model.expressions import TOLD
from adjudicator.model.outcomes import Beaten, Instance, Outcome, Resolution
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node


@dataclass(frozen=True, slots=True)
class Reason:
    """A clause that speaks: its name, its citations, the register's words for them, and what it says here."""

    clause: str
    cites: tuple[str, ...]
    words: tuple[str, ...]
    says: str
    status: str = "rule"
    file: str = ""


@dataclass(frozen=True, slots=True)
class Loss:
    """A contrary clause that fell: to whom, on which rung, and why."""

    loser: Reason
    winner: str
    rung: str
    reason: str


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the argument: what holds, by which clauses, over which others, resting on what."""

    number: int
    node: Node
    says: str
    how: str
    reasons: tuple[Reason, ...] = ()
    losses: tuple[Loss, ...] = ()
    rung: str | None = None
    given: tuple[str, ...] = ()
    uses: tuple[int, ...] = ()
    between: tuple[Reason, ...] = ()
    missing: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Argument:
    """The steps behind one outcome, the nearest to the question first."""

    steps: tuple[Step, ...]
    given: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Voice:
    """Says instances in the phrases of a rulebook, knowing the things of a situation."""

    book: Rulebook
    things: Things

    def statement(self, node: Node, value: object) -> str:
        """The instance with its value, as a sentence."""
        return statement(self.book, node, value, self.things)

    def noun(self, node: Node) -> str:
        """The instance without its value, as a noun."""
        return node_text(self.book, node, self.things)


def argue(book: Rulebook, outcome: Outcome, things: Things) -> Argument:
    """The argument for an outcome; `things` are those of the situation, proposals included."""
    voice = Voice(book, things)
    resolutions = outcome.world.resolutions
    disputable: dict[Node, int] = {}
    todo = _expand(list(outcome.world.root), resolutions)
    while todo:
        node = todo.pop(0)
        if node not in disputable:
            disputable[node] = len(disputable) + 1
            todo += _expand(below(resolutions[node]), resolutions)
    steps = tuple(_step(voice, resolutions, disputable, node) for node in disputable)
    root = list(outcome.world.root)
    return Argument(steps, _given(voice, resolutions, root), _missing(voice, resolutions, root))


def _expand(nodes: list[Node], resolutions: dict[Node, Resolution]) -> list[Node]:
    """Of these instances those that need a step; defaults that only pass on another are looked through."""
    found: dict[Node, None] = {}
    todo, seen = list(nodes), set()
    while todo:
        node = todo.pop(0)
        resolution = resolutions.get(node)
        if resolution is None or node in seen:
            continue
        seen.add(node)
        if _needs_step(resolution):
            found[node] = None
        elif resolution.how in ("default", "gap", "loop", "state", "then"):
            todo = list(resolution.rests_on) + todo
    return list(found)


def _needs_step(resolution: Resolution) -> bool:
    return bool(resolution.winners or resolution.modifiers or resolution.beaten or resolution.open_between) or (
        resolution.how in ("defined", "chosen", "averaged", "geometry")
    )


def _given(voice: Voice, resolutions: dict[Node, Resolution], nodes: list[Node]) -> tuple[str, ...]:
    """The facts of the scenario among these instances, as sentences."""
    found: dict[str, None] = {}
    for node in nodes:
        resolution = resolutions.get(node)
        if resolution is None:
            continue
        if resolution.how == "unknown":
            found[f"{voice.statement(node, resolution.value)} (unknown)"] = None
        elif resolution.how == "given" and _worth_saying(node, resolution):
            found[voice.statement(node, resolution.value)] = None
    return tuple(found)


def _worth_saying(node: Node, resolution: Resolution) -> bool:
    """Of what is given, not that an event happens, who plays a role in it, or what no event has anything to do with."""
    name = node[0].rpartition("@")[0] or node[0]
    return name != "happens" and not name.startswith("role:") and (name not in TOLD or resolution.value is True)


def _missing(voice: Voice, resolutions: dict[Node, Resolution], nodes: list[Node]) -> tuple[str, ...]:
    """What nothing says: values that are not given, and plain facts taken for untrue."""
    found: dict[str, None] = {}
    for node in nodes:
        resolution = resolutions.get(node)
        if resolution is None or resolution.winners or ":" in node[0] or node[0].partition("@")[0] in ("may", "before"):
            continue
        if resolution.how == "gap" or (resolution.how == "state" and resolution.value is UNDECIDED):
            found[f"nothing gives {voice.noun(node)}"] = None
        elif resolution.how == "default" and resolution.value is False:
            found[f"nothing says that {voice.noun(node)}"] = None
    return tuple(found)


def _step(voice: Voice, resolutions: dict[Node, Resolution], numbers: dict[Node, int], node: Node) -> Step:
    resolution = resolutions[node]
    under = below(resolution)
    between = resolution.open_between
    winners = [i for i in resolution.winners if i not in between] if between else list(resolution.winners)
    speaking = once([*winners, *resolution.modifiers])
    return Step(
        numbers[node], node, voice.statement(node, resolution.value), resolution.how,
        tuple(reason_of(voice, i) for i in speaking) or _by_book(voice.book, resolution),
        tuple(losses_of(voice, resolution.beaten)), resolution.rung, _given(voice, resolutions, under),
        tuple(sorted({numbers[n] for n in _expand(under, resolutions) if n in numbers and n != node})),
        tuple(reason_of(voice, i) for i in once(list(between))), _missing(voice, resolutions, under),
        resolution.words,
    )  # fmt: skip


def _by_book(book: Rulebook, resolution: Resolution) -> tuple[Reason, ...]:
    """What speaks though it is no clause: a definition, or the geometry of a map."""
    if resolution.how == "geometry":
        cites = geometry_cites(book, resolution)
        words = tuple(book.register[i].says for i in cites if i in book.register)
        return (Reason("geometry", cites, words, "what the map shows"),) if cites else ()
    return _by_definition(book, resolution)


def _by_definition(book: Rulebook, resolution: Resolution) -> tuple[Reason, ...]:
    definition = book.definition_of.get(resolution.node[0]) if resolution.how == "defined" else None
    if definition is None:
        return ()
    words = tuple(book.register[i].says for i in definition.cites if i in book.register)
    return (Reason(definition.name, definition.cites, words, definition.text, "rule", str(definition.place)),)


def once(instances: list[Instance]) -> list[Instance]:
    """Each clause once, as it speaks with each distinct value."""
    found: dict[tuple, Instance] = {}
    for instance in instances:
        found.setdefault((instance.clause.name, instance.conclusion.form, str(instance.value)), instance)
    return list(found.values())


def losses_of(voice: Voice, beaten: tuple[Beaten, ...]) -> list[Loss]:
    found: dict[tuple, Loss] = {}
    for one in beaten:
        key = (one.instance.clause.name, one.by.clause.name, one.rung)
        found.setdefault(key, Loss(reason_of(voice, one.instance), one.by.clause.name, one.rung, one.reason))
    return list(found.values())


def reason_of(voice: Voice, instance: Instance) -> Reason:
    """A clause instance in words."""
    clause, conclusion = instance.clause, instance.conclusion
    register = voice.book.register
    words = tuple(register[i].says for i in clause.cites if i in register)
    return Reason(clause.name, clause.cites, words, says_here(voice, instance), clause.status, str(conclusion.place))


def says_here(voice: Voice, instance: Instance) -> str:
    """What the clause says of the instance at hand: `the life of Bob is 2`, `add 1 to ...`."""
    conclusion, binding = instance.conclusion, dict(instance.binding)
    args = tuple(binding[a.name] if hasattr(a, "name") else a.value for a in conclusion.args)
    node = (conclusion.property, args)
    match conclusion.form:
        case "is":
            return voice.statement(node, instance.value)
        case "adds" if isinstance(instance.value, Fraction) and instance.value < 0:
            return f"subtract {-instance.value} from {voice.noun(node)}"
        case "adds":
            return f"add {instance.value} to {voice.noun(node)}"
        case "multiplies":
            return f"multiply {voice.noun(node)} by {instance.value}"
    return f"{voice.noun(node)} is {conclusion.form} {instance.value}"
