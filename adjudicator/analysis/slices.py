"""What a verdict about a property depends on: every clause that its value can rest on, and the vocabulary."""

from __future__ import annotations

from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

from adjudicator.analysis.findings import digest_of
from adjudicator.logic.entailing.rewriting import stable
from adjudicator.logic.entailing.verdicts import vocabulary_digest
from adjudicator.logic.walking.loops import dependency_graph
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Apply, walk
from adjudicator.model.graphs import components
from adjudicator.model.rulebook import Rulebook
from adjudicator.precedence.claims import claims_of


@lru_cache(maxsize=1)
def search_digest() -> str:
    """A hash of the program's own searching and settling code, so that a changed program asks again."""
    digest = sha256()
    here = Path(__file__).resolve().parent.parent
    for part in ("analysis", "logic", "precedence", "model"):
        for path in sorted((here / part).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


class Slices:
    """For each property, a digest of all that its instances can depend on."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._known: dict[str, str] = {}
        self._frame = sha256(f"{search_digest()} {vocabulary_digest(book)} {_frame(book)}".encode()).hexdigest()
        self._digests = self._all()

    def of(self, name: str) -> str:
        """The digest of a property."""
        return self._digests.get(name, self._frame)[:32]

    def _all(self) -> dict[str, str]:
        """Digests from the bottom up: those of a circle are one."""
        graph = dependency_graph(self.book)
        own = {name: [self._digest(clause) for clause, _ in speakers] for name, speakers in self.book.clauses_about.items()}
        for definition in self.book.definitions.values():
            own.setdefault(definition.property, []).append(stable(definition.meaning))
        found: dict[str, str] = {}
        for part in components({name: sorted(needs) for name, needs in graph.items()} | {n: () for n in own if n not in graph}):
            said = sorted([d for name in part for d in own.get(name, ())] + [d for name in part for d in self._of_the_ladder(name)])
            below = sorted({found[n] for name in part for n in graph.get(name, ()) if n in found})
            digest = sha256("\n".join([self._frame, *sorted(part), *said, *below]).encode()).hexdigest()
            found.update(dict.fromkeys(part, digest))
        return found

    def _digest(self, clause: Clause) -> str:
        if clause.name not in self._known:
            self._known[clause.name] = digest_of(clause)
        return self._known[clause.name]

    def _of_the_ladder(self, name: str) -> list[str]:
        """What the ladder reads of those who speak of a property: the keys of their cards, and who claims to go before whom."""
        speakers = {clause.name: clause for clause, _ in self.book.clauses_about.get(name, ())}
        cards = {clause.card for clause in speakers.values()}
        found = [self._digest(c) for c, _ in self._keys if not c.card or c.card in cards]
        claims = claims_of(self.book)
        for clause in speakers.values():
            if clause.claims or clause.name in claims.named:
                found.append(f"{clause.name} above {sorted(claims.below(clause.name, name) & speakers.keys())}")
        return found

    @cached_property
    def _keys(self) -> list[tuple[Clause, int]]:
        """The clauses about what the keys of the ladder read."""
        terms = [key.term for rung in self.book.ladder.rungs for key in rung.keys]
        names = sorted({node.property for term in terms for node in walk(term) if isinstance(node, Apply)})
        return [speaker for name in names for speaker in self.book.clauses_about.get(name, ())]


def _frame(book: Rulebook) -> str:
    """The ladder, the sources, defaults, readings, invariants: what every verdict depends on."""
    properties = [(p.name, p.default, p.kind_defaults, p.averages, p.order_by, p.state) for p in book.properties.values()]
    events = [(e.name, e.default) for e in book.events.values()]
    rungs = [(r.form, r.title, r.order, r.keys, r.otherwise, r.numbered) for r in book.ladder.rungs]
    held = [(i.name, stable(i.always), stable(i.when), i.parameters) for i in book.invariants.values()]
    sources = [(s.name, s.rank, s.number) for s in book.sources.values()]
    claims = [(c.name, c.claims[0].verb) for c in book.clauses.values() for k in c.claims if k.target == "everything"]
    readings = [(r.name, r.alternatives, r.chosen) for r in book.readings.values()]
    return repr((properties, events, rungs, held, sources, sorted(claims), readings))
