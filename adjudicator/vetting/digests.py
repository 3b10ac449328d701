"""What a rulebook answers to whatever a verdict has looked at (engine/looked.py), as digests.

A verdict of an earlier run stands as long as every question that it has put to the rulebook has the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from hashlib import sha256

from adjudicator.cache.program import digest_of
from adjudicator.engine.engine import Engine
from adjudicator.engine.looked import EVERYTHING, Asked
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Literal, Sentence, Term, Var
from adjudicator.model.graphs import reachable
from adjudicator.model.rebuilding import stable
from adjudicator.model.rulebook import Rulebook, properties_in
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Default
from adjudicator.stage.cones import Cones
from adjudicator.stage.orders import plainest_first
from adjudicator.stage.sketch import met_kinds
from adjudicator.vetting.pairs import Pairs

FRAME = "frame"
"""What every verdict depends on: the words of the book, its ladder, what always holds."""
APART = "\t"


def program_digest() -> str:
    """A hash of the program's own searching, settling and telling code, so that a changed program asks again."""
    return digest_of("board", "engine", "entailment", "language", "map", "model", "precedence", "settling", "stage", "story", "vetting")


def question_of(book: Rulebook, asked: Asked) -> str:
    """What was asked, as plain text: the same for every thing of which the book could not tell the difference."""
    if asked[0] != "about":
        return APART.join(map(str, asked))
    _, name, first, kinds = asked
    assert isinstance(kinds, frozenset)
    known = first.name if isinstance(first, Ref) and (first.name in book.constants or first.name in book.kinds) else ""
    return APART.join(("about", str(name), known, *_lowest(book, kinds)))


def _lowest(book: Rulebook, kinds: frozenset[str]) -> list[str]:
    """The kinds that are above no other of them: what a thing is declared to be."""
    above = frozenset().union(*(book.ancestors.get(kind, frozenset((kind,))) - {kind} for kind in kinds))
    return sorted(kinds - above - {"thing"}) or sorted(kinds)


class Digests:
    """The answers of one rulebook, each worked out once, when it is first asked for."""

    def __init__(self, book: Rulebook, engine: Engine, cones: Callable[[], Cones], pairs: Callable[[], Pairs]) -> None:
        self.book, self.engine, self._cones, self._pairs = book, engine, cones, pairs
        self._answers: dict[str, str] = {}
        self._questions: dict[Asked, str] = {}
        self._heads: dict[str, str] = {}
        self._bodies: dict[str, str] = {}

    @cached_property
    def state(self) -> str:
        """A digest of the book and the program as they are: where it is the same, all answers are."""
        return _digest(program_digest(), self.book.digest)

    def question(self, asked: Asked) -> str:
        """What was asked, as plain text."""
        if asked not in self._questions:
            self._questions[asked] = question_of(self.book, asked)
        return self._questions[asked]

    def of(self, question: str) -> str:
        """A digest of the answer to a question."""
        if question not in self._answers:
            self._answers[question] = self._answer(*question.split(APART))[:16]
        return self._answers[question]

    def _answer(self, form: str, *of: str) -> str:
        match form, of:
            case "says", (name,):
                return self._says(name)
            case "about", (name, first, *kinds):
                return self._about(name, Ref(first) if first else None, tuple(kinds))
            case "heads", (name,):
                return _digest(*(self._head(clause, name, index) for clause, index in self.book.clauses_about.get(name, ())))
            case "all", (name,):
                return _digest(*(self._body(clause) + self._head(clause, name, i) for clause, i in self.book.clauses_about.get(name, ())))
            case "body", (name,):
                return self._body(self.book.clauses[name]) if name in self.book.clauses else ""
            case "counting", (kind,):
                counting = self.engine.counting.get(kind)
                return "" if counting is None else _digest(*map(_sorted, (counting.kinds, counting.things, counting.facts)))
            case "triggers", ():
                return self._triggers()
            case "cone", (name,):
                return self._cone(name)
            case "order", (name, value, kind):
                return _digest(*(clause.name for clause, _ in plainest_first(self._giving(name, value, kind))))
            case "reach", ():
                return _digest(str(self._pairs().reach))
            case "held", (name,):
                return _digest(*(invariant for invariant, below in self._held.items() if name in below))
            case "frame", ():
                return self._frame()
        return self._everything() if form == EVERYTHING[0] else _digest(self.state, form, *of)

    def _says(self, name: str) -> str:
        """How an instance comes to its value, apart from what its clauses say."""
        definition, engine = self.book.definition_of.get(name), self.engine
        told = "" if definition is None else f"{definition.parameters} {stable(definition.meaning)} {self._defining((definition.meaning,))}"
        voiced = (name in self.book.clauses_about, f"decider:{name}" in self.book.clauses_about, name in engine.plain_relations,
                  name in engine.fluents)  # fmt: skip
        return _digest(name, told, repr(voiced), *self._circles.get(engine.circles.get(name, -1), ()))

    @cached_property
    def _circles(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for name, number in sorted(self.engine.circles.items()):
            found.setdefault(number, []).append(name)
        return found

    def _about(self, name: str, first: Ref | None, lowest: tuple[str, ...]) -> str:
        """The clauses that can speak of an instance whose first place is such a thing."""
        kinds = self.book.upwards(lowest) if lowest else frozenset()
        said = []
        for fallback in (False, True):
            for modifiers in (False, True):
                speakers = self.engine.speakers.get((name, fallback, modifiers))
                spoken = speakers.about(first, kinds) if speakers is not None else ()
                said += [str(speakers is not None), *(self._head(clause, name, index) for _, clause, index in spoken)]
        return _digest(*said)

    def _giving(self, name: str, value: str, kind: str) -> list[tuple[Clause, int]]:
        """The clauses that can give an instance a value, as far as their conclusions tell: in its first place is something of the kind."""

        def can(clause: Clause, index: int) -> bool:
            said = clause.conclusions[index]
            first = said.args[0] if said.args else None
            about = clause.kind_of(first.name) if isinstance(first, Var) else ""
            fits = not kind or not about or about in self.book.changeable_kinds or met_kinds(self.book, kind, about)
            return bool(fits) and (not isinstance(said.value, Literal) or stable(said.value) == value)

        return [speaking for speaking in self.book.clauses_about.get(name, ()) if can(*speaking)]

    def _head(self, clause: Clause, name: str, index: int) -> str:
        """What a clause concludes, of whom, on what authority, and over whom it claims to go as to a property."""
        known = self._heads.get(clause.name)
        if known is None:
            known = self._heads[clause.name] = _digest(head_of(clause), repr(self.book.voices.get(clause.name)))
        return f"{known} {index} {self._claims(clause, name)}"

    def _body(self, clause: Clause) -> str:
        """All of a clause, with the definitions of what it speaks of put beside it."""
        known = self._bodies.get(clause.name)
        if known is None:
            parts = (*clause.whens, *clause.unlesses, *(c.value for c in clause.conclusions))
            known = self._bodies[clause.name] = _digest(
                self._head(clause, "", 0), *map(stable, (*clause.whens, *clause.unlesses)), str(len(clause.whens)), self._defining(parts)
            )
        return known

    def _defining(self, parts: Iterable[Sentence | Term]) -> str:
        """The definitions of the defined properties that the parts speak of, and of those that these speak of."""
        definitions = self.book.definition_of
        if not definitions:
            return ""
        waiting = sorted(set().union(*(properties_in(part) for part in parts)) & definitions.keys())
        found: dict[str, str] = {}
        while waiting:
            name = waiting.pop()
            if name not in found:
                meaning = definitions[name].meaning
                found[name] = f"{name} {definitions[name].parameters} {stable(meaning)}"
                waiting += sorted(properties_in(meaning) & definitions.keys())
        return "\n".join(sorted(found.values()))

    def _claims(self, clause: Clause, name: str) -> str:
        edges = self._edges.get(clause.name)
        below = (claims.below(clause.name, name) for claims in (self.engine.claims, self.engine.calls))
        return f"{[*map(sorted, below)]} {edges}" if edges else ""

    @cached_property
    def _edges(self) -> dict[str, list[tuple[str, str, str]]]:
        """The claims by name that each clause makes, or that are made for it."""
        found: dict[str, list[tuple[str, str, str]]] = {}
        for edge in (*self.engine.claims.edges, *self.engine.calls.edges):
            found.setdefault(edge.stronger, []).append((edge.weaker, edge.aspect, edge.reason))
        return found

    def _triggers(self) -> str:
        """What the effect clauses wait for."""
        return _digest(*(f"{self._head(t.clause, '', 0)} {t.events} {[*map(stable, t.phrases)]} {t.happening} {sorted(t.kinds)}"
                         for t in self.engine.triggers))  # fmt: skip

    def _cone(self, name: str) -> str:
        """All that a value can depend on, where that is so little that its situations can be gone through."""
        found = self._cones().reach(name)
        if found is None:
            return "none"
        members, held = found
        members = members.union(*self._cones().held.values())  # No world may break an invariant, whatever it is about.
        return _digest(*(self.of(f"{form}{APART}{m}") for m in sorted(members) for form in ("says", "all")), *held)

    @cached_property
    def _held(self) -> dict[str, frozenset[str]]:
        """For each invariant the properties that it depends on."""
        graph, told = self.book.dependencies, self.book.changeable_kinds
        read = {name: properties_in(invariant.always, told) for name, invariant in self.book.invariants.items()}
        return {name: frozenset(first).union(*(reachable(graph, one) for one in first)) for name, first in read.items()}

    def _everything(self) -> str:
        return _digest(self._frame(), *(self._body(clause) for clause in self.book.clauses.values()),
                       *(self._says(name) for name in self.book.definition_of))  # fmt: skip

    def _frame(self) -> str:
        return _digest(program_digest(), *frame_of(self.book), _sorted(self.engine.told_kinds),
                       *(repr(claims.everything) for claims in (self.engine.claims, self.engine.calls)))  # fmt: skip


def head_of(clause: Clause) -> str:
    """All of a clause but its conditions, and where it stands."""
    said = [(c.property, [*map(stable, c.args)], c.form, stable(c.value), c.text) for c in clause.conclusions]
    claims = [c.content for c in clause.claims]
    return repr((clause.name, [(p.name, p.kind) for p in clause.parameters], said, clause.status, clause.source, clause.groups, claims,
                 clause.bearer, clause.card, clause.number, clause.fallback, clause.reading, clause.option, clause.before, clause.cites,
                 clause.voices, clause.warrants))  # fmt: skip


def frame_of(book: Rulebook) -> list[str]:
    """The words of a book with their wording, the ladder, the sources, defaults, readings, invariants, and what follows for kinds."""
    kinds = [(k.name, k.parents, k.plural, k.printed) for k in book.kinds.values()]
    properties = [
        (p.name, [phrase.text for phrase in p.phrases], p.roles, p.kinds, p.type.base, p.type.options, p.type.kind, p.type.nobody,
         _default(p.default), p.state, p.subject, p.averages, p.order_by, p.field, [(k, _default(d)) for k, d in p.kind_defaults])
        for p in book.properties.values()
    ]  # fmt: skip
    events = [(e.name, [phrase.text for phrase in e.phrases], e.roles, e.kinds, e.parents, e.default, e.subject, e.answers)
              for e in book.events.values()]  # fmt: skip
    ladders = [[(r.form, r.title, r.order, [(stable(k.term), k.lowest) for k in r.keys], r.otherwise, r.numbered) for r in ladder.rungs]
               for ladder in (book.ladder, *book.ladders.values())]  # fmt: skip
    held = [(i.name, [(p.name, p.kind) for p in i.parameters], stable(i.always), stable(i.when), i.text) for i in book.invariants.values()]
    told = [
        [(c.name, c.kinds) for c in book.cards.values()], list(book.constants.items()), list(book.ladders),
        [(o.name, o.default, o.says) for o in book.options.values()], [(r.name, r.alternatives, r.chosen) for r in book.readings.values()],
        [(c.sides, c.played, c.because) for c in book.contradictions.values()],
        [(s.name, s.rank, s.number) for s in book.sources.values()], sorted(book.readers.items()),
        [(p.name, p.title, p.ruled, p.holds, p.disputes) for p in book.persons.values()],
        [(name, stable(d.meaning)) for name, d in book.definition_of.items() if name.startswith("kind:")],
    ]  # fmt: skip
    clock, shape = book.clock, book.geometry
    time = None if clock is None else (clock.seats, clock.on_turn, clock.round, clock.phase, clock.left, clock.next, clock.open,
                                       clock.turn_begins, clock.turn_ends, clock.round_begins, clock.phase_begins, clock.loop)  # fmt: skip
    maps = None if shape is None else ([(s.key, s.property) for s in (*shape.answers, *shape.tells)], len(shape.answers), shape.kinds,
                                       shape.directions)  # fmt: skip
    counted = [(kind, sorted(kinds)) for kind, kinds in sorted(book.possible_kinds.items())]
    over = [*(sorted(kinds) for kinds in book.asked_when_over), sorted((name, sorted(at)) for name, at in book.asking_of_the_past.items())]
    return [*map(repr, (kinds, properties, events, ladders, held, told, time, maps, counted, over, sorted(book.changeable_kinds)))]


def _default(default: Default) -> tuple[str, bool, bool, bool]:
    return (stable(Literal(default.value)), default.undecided, default.unknown, default.must_be_told)


def _sorted(values: Iterable[object]) -> str:
    return repr(sorted(values, key=repr))


def _digest(*parts: str) -> str:
    return sha256("\n".join(parts).encode()).hexdigest()
