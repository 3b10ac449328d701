"""Explanations: an answer as an argument, each step said once, down to the facts of the scenario.

The premises and what they rest on come from proof.py.  Here they become the
numbered steps of PubGrub's derivation graph: a step used twice is explained
once; what is given, printed on a card or taken for granted is folded into the
step that uses it, so that only what somebody could dispute gets a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace

from adjudicator.engine.symbols import Symbol
from adjudicator.explaining.proof import TOLD as TOLD_BY_STORY
from adjudicator.explaining.proof import Proof, Support
from adjudicator.explaining.rungs import RungSays, rungs_say
from adjudicator.explaining.voicing import MAP, Loss, Reason, Voice, losses_of, once, reason_of, says_who
from adjudicator.model.expressions import TOLD
from adjudicator.model.outcomes import NOT_TOLD, Decision
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.undecided import UNDECIDED
from adjudicator.records import dataclass
from adjudicator.settling.scenes import Scenes, plain, step_of
from adjudicator.settling.support import geometry_cites


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the argument: what holds, by which clauses, over which others, resting on what.

    `uses` are the numbers of the steps it rests on, `given` what the scenario says, `missing` what nothing says;
    `also` are clauses that say the same and are not needed, `between` those that stand against it as well as for it
    (so that a branch was taken: `branches`), `rungs` what each rung of the ladder alone would have said.
    """

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
    also: tuple[Reason, ...] = ()
    branches: tuple[Decision, ...] = ()
    rungs: tuple[RungSays, ...] = ()
    starts: str = ""


@dataclass(frozen=True, slots=True)
class Argument:
    """The steps behind one outcome, the nearest to the question first; what the question itself reads of facts and silences,
    and what everything else takes for granted (what things are, who plays which role)."""

    steps: tuple[Step, ...]
    given: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    granted: tuple[str, ...] = ()
    numbers: Mapping[Node, int] = field(default_factory=dict)


def argue(scenes: Scenes, proof: Proof, voice: Voice, all_rungs: bool = True) -> Argument:
    """The argument of a proof, in words; with what all rungs would have said, or only those of numbers."""
    told = _Teller(scenes, proof, voice, all_rungs)
    numbers: dict[Node, int] = {}
    todo = told.expanded(proof.root)
    while todo:
        node = todo.pop(0)
        if node not in numbers:
            numbers[node] = len(numbers) + 1
            todo += told.expanded(proof.supports[node].below)
    steps = tuple(told.step(node, numbers) for node in numbers)
    granted = dict.fromkeys(voice.statement(n, s.resolution.value) for n, s in proof.supports.items() if s.is_leaf and trivial(s))
    return Argument(steps, told.given(proof.root), told.missing(proof.root), tuple(granted), numbers)


def trivial(support: Support) -> bool:
    """What nobody disputes: what a thing is declared to be, who plays a role, that something told happens, that nothing forbids it."""
    name, how = plain(support.node)[0], support.resolution.how
    if name.startswith(("kind:", "role:")) or name in ("happens", "before"):
        return True
    return name in TOLD and support.resolution.value is False or name == "may" and how == "gap"


def _unchanged(support: Support) -> bool:
    """Whether it only says that what was so before is so afterwards."""
    return bool(support.below) and plain(support.node)[0].startswith("after:")


def printed(support: Support) -> bool:
    """Whether it is only what is printed on a card."""
    return bool(support.speaking) and not support.objections and all(", as printed" in i.clause.name for i in support.speaking)


def _as_printed(support: Support) -> str:
    """What is printed, and on which printing, where a table of cards says so."""
    said = next((i.conclusion.text for i in support.speaking if not i.clause.place.file.endswith((".rules", ".scenario"))), "")
    return f" (as printed: {said})" if said else " (as printed)"


def _going_round(support: Support) -> str:
    """That an instance is as the circle comes to rest of which it is a part, and by which clauses that goes."""
    clauses = support.resolution.circles[0].clauses if support.resolution.circles else ()
    by = f" through {' and '.join(clauses)}" if clauses else ""
    return f" (they go round{by}: this is the one way in which it comes to rest)"


_REMARKS = {"given": "", TOLD_BY_STORY: "", "unknown": " (not known; taken so here)", "not told": " (nobody said; taken so here)",
            "default": " (nothing says otherwise)",
            "modified": " (nothing says otherwise)"}  # fmt: skip
ELSE = " (nothing else says otherwise)"
"""Of a default against which a clause would speak that does not apply."""

NO_VALUE = {False: "nothing gives", True: "nothing says whether"}
"""Before what has no value: the life of Ann; Ann is happy."""


class _Teller:
    """Turns the supports of one proof into steps."""

    def __init__(self, scenes: Scenes, proof: Proof, voice: Voice, all_rungs: bool) -> None:
        self.scenes, self.proof, self.voice, self.all_rungs = scenes, proof, voice, all_rungs

    def expanded(self, nodes: tuple[Node, ...]) -> list[Node]:
        """Of these instances those that need a step; those that only pass on another are looked through."""
        return [s.node for s in self._through(nodes, lambda s: not self._needs_step(s)) if self._needs_step(s)]

    def _through(self, nodes: tuple[Node, ...], looked_through: Callable[[Support], bool]) -> Iterator[Support]:
        """These instances and, in the place of each that is looked through, what it rests on: each once, in order."""
        todo, seen = list(nodes[::-1]), set()
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                support = self.proof.supports[node]
                yield support
                if looked_through(support):
                    todo += support.below[::-1]

    def _needs_step(self, support: Support) -> bool:
        if printed(support) and all(trivial(self.proof.supports[n]) for n in support.below):
            return False
        spoken = support.speaking or support.objections or support.standing
        return bool(spoken) or support.resolution.how in ("defined", "chosen", "geometry")

    def _leaves(self, nodes: tuple[Node, ...]) -> list[Support]:
        """What these instances rest on that has no step of its own, in order."""
        through = self._through(nodes, lambda s: not (printed(s) or self._needs_step(s)))  # a default may pass on another instance
        return [s for s in through if s.is_leaf or printed(s)]

    def given(self, nodes: tuple[Node, ...]) -> tuple[str, ...]:
        """The facts of the scenario among these, as sentences, and what is printed on cards."""
        found: dict[str, None] = {}
        for support in self._leaves(nodes):
            how, value = support.resolution.how, support.resolution.value
            if trivial(support) or value is UNDECIDED or (how == "default" and (isinstance(value, bool) or _unchanged(support))):
                continue
            if isinstance(value, Symbol) and how == NOT_TOLD:
                continue
            if isinstance(value, Symbol):
                found[f"{self.voice.noun(plain(support.node))} is not known"] = None
            elif how == "loop":
                found[self.voice.fact(support.node, value) + _going_round(support)] = None
            elif how in _REMARKS or printed(support):
                remark = _as_printed(support) if printed(support) else ELSE if support.resolution.lifted else _REMARKS[how]
                found[self.voice.fact(support.node, value) + remark] = None
        return tuple(found)

    def missing(self, nodes: tuple[Node, ...]) -> tuple[str, ...]:
        """What nothing says: values that are not given, and plain facts taken for untrue."""
        found: dict[str, None] = {}
        for support in self._leaves(nodes):
            node, resolution = support.node, support.resolution
            if trivial(support) or not support.is_leaf or (support.below and resolution.how == "default"):
                continue
            if isinstance(resolution.value, Symbol) and resolution.how == NOT_TOLD:
                found[f"nobody said what {self.voice.noun(plain(node))} is"] = None
            elif resolution.how == "gap" or resolution.value is UNDECIDED:
                found[f"{NO_VALUE[self.voice.is_sentence(plain(node))]} {self.voice.noun(plain(node))}"] = None
            elif resolution.how == "default" and resolution.value is False:
                found[f"nothing says that {self.voice.noun(plain(node))}"] = None
            elif resolution.how == "default" and resolution.value is True:
                found[f"nothing says that {self.voice.fact(node, False)}"] = None
        return tuple(found)

    def step(self, node: Node, numbers: Mapping[Node, int]) -> Step:
        """One instance as a step."""
        support, voice = self.proof.supports[node], self.voice
        resolution = support.resolution
        world = self.scenes.world(step_of(node))
        uses = sorted({numbers[n] for n in self.expanded(support.below) if n in numbers and n != node})
        usual = support.by_default or resolution.as_usual and resolution.modifiers
        starts = voice.fact(node, resolution.base) if usual and support.speaking else ""
        says, bare = voice.statement(node, resolution.value), voice.fact(node, resolution.value)
        reasons = [reason_of(voice, i) for i in once(list(support.speaking))]
        words = (*resolution.words, *self._lifted(support))
        return Step(
            numbers[node], node, says, resolution.how,
            tuple(replace(r, says=says) if r.says == bare else r for r in reasons) or _by_book(voice.book, support, says),
            tuple(losses_of(voice, support.objections)), resolution.rung, self.given(support.below), tuple(uses),
            tuple(reason_of(voice, i) for i in once(list(support.standing))), self.missing(support.below), words,
            tuple(r for r in (reason_of(voice, i) for i in once(list(support.idle))) if r.clause not in _names(support)),
            support.decisions, rungs_say(world, resolution, self.all_rungs) if world is not None else (), starts,
        )  # fmt: skip

    def _lifted(self, support: Support) -> Iterator[str]:
        """Which clauses do not apply that would have spoken against what clauses say."""
        world = self.scenes.world(step_of(support.node))
        if world is None or not support.speaking:
            return
        for node in support.resolution.lifted:
            yield self.voice.statement(node, False) + says_who(world.resolve(node))


def _names(support: Support) -> set[str]:
    return {i.clause.name for i in support.speaking}


def _by_book(book: Rulebook, support: Support, says: str) -> tuple[Reason, ...]:
    """What speaks though it is no clause: a definition, or the geometry of a map."""
    resolution, name = support.resolution, plain(support.node)[0]
    if resolution.how == "geometry":
        cites = geometry_cites(book, resolution)
        words = tuple(book.register[i].says for i in cites if i in book.register)
        return (Reason("geometry", cites, words, says, MAP),) if cites else ()
    definition = book.definition_of.get(name) if resolution.how == "defined" else None
    if definition is None:
        return ()
    words = tuple(book.register[i].says for i in definition.cites if i in book.register)
    return (Reason(definition.name, definition.cites, words, definition.text, "rule", str(definition.place)),)
