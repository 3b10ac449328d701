"""What two rulebooks say alike: clauses with the same content, and properties that rest on the same clauses altogether.

Names, citations, files and their order are no content.  Where everything that a property rests on is the same in both
books, no situation can tell them apart about it, and none need be looked for.
"""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256

from adjudicator.engine.loops import dependency_graph
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, walk
from adjudicator.model.graphs import components
from adjudicator.model.rebuilding import stable
from adjudicator.model.rulebook import Rulebook, properties_in
from adjudicator.precedence.claims import claims_of
from adjudicator.records import dataclass

Speaker = tuple[Clause, int]


def says(clause: Clause) -> str:
    """What a clause says and when, whatever weight it has."""
    said = [(c.property, tuple(map(stable, c.args)), c.form, stable(c.value)) for c in clause.conclusions]
    whens, unlesses = sorted(map(stable, clause.whens)), sorted(map(stable, clause.unlesses))
    return repr((sorted((p.name, p.kind) for p in clause.parameters), said, whens, unlesses, clause.option, clause.reading))


def weighs(book: Rulebook, clause: Clause) -> str:
    """What the ladder reads of a clause by itself: status, rank and number of its source, its own number, its bearer."""
    source = book.sources.get(clause.source)
    ladder = book.ladder.rungs
    rank = source.rank if source is not None and any(r.form == "source" for r in ladder) else None
    number = source.number if source is not None and any(r.form == "key" for r in ladder) else None
    return repr((clause.status, rank, number, clause.number, clause.bearer, clause.card, clause.fallback))


@dataclass(frozen=True)
class Contents:
    """The digests of one rulebook: of each clause, and of all that each property rests on."""

    book: Rulebook

    @cached_property
    def clauses(self) -> dict[str, str]:
        """By clause: what it says with what it weighs, and whom it claims to go before."""
        relations = (claims_of(self.book), claims_of(self.book, calls=True))
        own = {name: _short(says(c), weighs(self.book, c)) for name, c in self.book.clauses.items()}
        above = {name: [sorted(own[n] for n in one.named.get(name, ()) if n in own) for one in relations] for name in own}
        sweep = {c.name: [(k.verb, bool(k.warrant.call)) for k in c.claims if k.target == "everything"] for c in self.book.clauses.values()}
        before = {c.name: sorted(c.before) for c in self.book.clauses.values()}
        return {name: _short(own[name], above[name], sweep[name], before[name]) for name in own}

    @cached_property
    def properties(self) -> dict[str, str]:
        """By property: everything that its instances can rest on."""
        read = {name for i in self.book.invariants.values() for name in properties_in(i.always) | properties_in(i.when)}
        held = sorted(_short(stable(i.always), stable(i.when), i.parameters) for i in self.book.invariants.values())
        frame = _short(_ladder(self.book), held, sorted(self._resting.get(name, "") for name in read))
        return {name: _short(frame, digest) for name, digest in self._resting.items()}

    def rests_on(self, name: str) -> str:
        """The digest of a property; the same for those of which nothing is said but the declaration."""
        return self.properties.get(name) or _short("nothing", self._declared(name))

    @cached_property
    def _resting(self) -> dict[str, str]:
        """Digests from the bottom up: those of a circle are one."""
        book = self.book
        graph = dependency_graph(book)
        names = {*graph, *book.clauses_about, *book.definition_of}
        names |= {n for needs in graph.values() for n in needs}
        found: dict[str, str] = {}
        for part in components({name: sorted(graph.get(name, ())) for name in sorted(names)}):
            said = sorted(d for name in part for d in self._said(name))
            below = sorted({found[n] for name in part for n in graph.get(name, ()) if n in found})
            digest = _short(sorted(part), said, below)
            found.update(dict.fromkeys(part, digest))
        return found

    def _said(self, name: str) -> list[str]:
        """What is said of one property: by its declaration, its definition, its clauses, and of what weighs these."""
        book = self.book
        speakers = [book.claimant(c) for c, _ in book.clauses_about.get(name, ())]
        cards = {c.card for c in speakers}
        kinds = sorted({k for c in speakers for p in c.parameters for k in book.ancestors.get(p.kind, ())})
        found = [self._declared(name), repr(kinds), *(self.clauses[c.name] for c in speakers)]
        if name in book.definition_of:
            defined = book.definition_of[name]
            found.append(repr((defined.parameters, stable(defined.meaning))))
        return found + [self.clauses[c.name] for c in self._keyed if not c.card or c.card in cards]

    def _declared(self, name: str) -> str:
        book = self.book
        prop = book.properties.get(name.removeprefix("after:").removeprefix("decider:"))
        if prop is not None and not name.startswith("role:"):
            return repr((prop.kinds, prop.type, prop.default, prop.kind_defaults, prop.state, prop.subject, prop.averages, prop.order_by))
        return repr(sorted((e.name, e.default) for e in book.events.values())) if name in ("may", "happens") else ""

    @cached_property
    def _keyed(self) -> list[Clause]:
        """The clauses about what the keys of the ladder read."""
        terms = [key.term for rung in self.book.ladder.rungs for key in rung.keys]
        names = sorted({node.property for term in terms for node in walk(term) if isinstance(node, Apply)})
        return [clause for name in names for clause, _ in self.book.clauses_about.get(name, ())]


def _ladder(book: Rulebook) -> str:
    rungs = [(r.form, r.order, tuple((stable(k.term), k.lowest) for k in r.keys), r.otherwise, r.numbered) for r in book.ladder.rungs]
    return repr(rungs)


def _short(*parts: object) -> str:
    return sha256("\n".join(map(str, parts)).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Likeness:
    """Two rulebooks side by side."""

    one: Contents
    two: Contents

    def same(self, name: str) -> bool:
        """Whether both books rest a property on the same."""
        return self.one.rests_on(name) == self.two.rests_on(name)

    @cached_property
    def revisions(self) -> bool:
        """Whether the two weigh clauses in the same way, as revisions of one book do: then a change of weight is a difference, too."""
        a, b = self.one.book, self.two.book
        return _ladder(a) == _ladder(b) and _ranks(a) == _ranks(b)

    def own(self, side: int) -> frozenset[str]:
        """The clauses of one book that the other does not have."""
        mine, other = ((self.one, self.two), (self.two, self.one))[side]
        known = frozenset(self._digest(other, name) for name in other.book.clauses)
        return frozenset(name for name in mine.book.clauses if self._digest(mine, name) not in known)

    def _digest(self, contents: Contents, name: str) -> str:
        if self.revisions:
            return contents.clauses[name]
        clause = contents.book.clauses[name]
        return f"{says(clause)} {clause.status} {clause.fallback}"


def _ranks(book: Rulebook) -> str:
    return repr(sorted((source.name, source.rank, source.number) for source in book.sources.values()))
