"""Which clauses can speak of a property instance, found without trying them all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import field

from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import Literal, Var
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

MODIFIERS = ("adds", "multiplies", "at most", "at least")
Speaking = tuple[int, Clause, int]
"""The clause's place in the book, the clause, and which of its conclusions speaks."""


@dataclass
class Speakers:
    """The clauses about one property, by what they require of the thing in its first place."""

    always: list[Speaking] = field(default_factory=list)
    by_kind: dict[str, list[Speaking]] = field(default_factory=lambda: defaultdict(list))
    by_thing: dict[Ref, list[Speaking]] = field(default_factory=lambda: defaultdict(list))
    _known: dict[tuple[Ref | None, frozenset[str]], list[Speaking]] = field(default_factory=dict)

    def about(self, first: object, kinds: frozenset[str]) -> list[Speaking]:
        """The clauses that can speak of an instance whose first place is this thing, in the order of the book."""
        if not self.by_kind and not self.by_thing:
            return self.always
        named = first if isinstance(first, Ref) and first in self.by_thing else None
        known = self._known.get((named, kinds))
        if known is None:
            found = [*self.always, *self.by_thing.get(named, ())] if named is not None else list(self.always)
            for kind in kinds & self.by_kind.keys():
                found += self.by_kind[kind]
            known = self._known[(named, kinds)] = sorted(found, key=lambda speaking: speaking[0])
        return known


def index_speakers(book: Rulebook, properties: Iterable[str] | None = None) -> dict[tuple[str, bool, bool], Speakers]:
    """For (property, fallback, modifier) the clauses that speak so, of all properties or of some."""
    about = book.clauses_about
    return speakers_among(book, {name: about.get(name, ()) for name in (about if properties is None else properties)})


def speakers_among(book: Rulebook, about: Mapping[str, Iterable[tuple[Clause, int]]]) -> dict[tuple[str, bool, bool], Speakers]:
    """The same of any clauses about these properties, in the words of a rulebook."""
    found: dict[tuple[str, bool, bool], Speakers] = defaultdict(Speakers)
    for name, pairs in about.items():
        for position, (clause, index) in enumerate(pairs):
            conclusion = clause.conclusions[index]
            speakers = found[(name, clause.fallback, conclusion.form in MODIFIERS)]
            first = conclusion.args[0] if conclusion.args else None
            speaking = (position, clause, index)
            if isinstance(first, Literal) and isinstance(first.value, Ref):
                speakers.by_thing[first.value].append(speaking)
            elif isinstance(first, Var) and _fixed(book, clause.kind_of(first.name)):
                speakers.by_kind[clause.kind_of(first.name)].append(speaking)
            else:
                speakers.always.append(speaking)
    return dict(found)


def _fixed(book: Rulebook, kind: str) -> bool:
    """Whether being of the kind is declared once and for all, so that it can serve as a key."""
    return kind not in ("", "thing", "number") and kind not in book.changeable_kinds
