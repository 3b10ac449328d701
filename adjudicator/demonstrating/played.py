"""Whether a scenario is told as play, as far as a rule is concerned: not with what the rules should find out (docs/demonstrate.md).

A fact that is told spoils a scenario for a clause where the property is one that the clause concludes, or that some clause
concludes on which this one rests there; and where only one statement of the book reads the word, for that statement.
What is at the start, answers of the map where none is drawn, printed words, inputs of the table, how the dice fell and what
somebody chose are play.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from adjudicator.demonstrating.mutations import Mutation
from adjudicator.demonstrating.units import Seen
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import EFFECTS, Draw
from adjudicator.model.rulebook import Rulebook, properties_in

PLAY, DERIVED, OWN_WORD = "", "told outright", "its own word"
"""Why a scenario does not show a rule as play; nothing where it does."""


class Telling:
    """What of a book's words a table may tell; belongs to one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._reads: dict[str, frozenset[str]] = {}
        self._graphs: dict[str, dict[str, frozenset[str]]] = {}
        self._above: dict[tuple[str, str], frozenset[str]] = {}
        self._told: dict[str, frozenset[str]] = {}
        self._spoilt: dict[tuple[str, str, str], str] = {}

    @cached_property
    def state(self) -> frozenset[str]:
        """What persists until an event changes it: told of the start, it is play."""
        book = self.book
        changed = {name[len("after:") :] for name in book.clauses_about if name.startswith("after:")}
        return frozenset(p.name for p in book.properties.values() if p.state) | changed | self.clockwork

    @cached_property
    def clockwork(self) -> frozenset[str]:
        """What the headings of a story tell."""
        clock = self.book.clock
        return frozenset() if clock is None else frozenset({clock.on_turn, clock.round, clock.phase, clock.left, clock.next} - {""})

    @cached_property
    def concluded(self) -> frozenset[str]:
        """What clauses or definitions give a value at any moment."""
        return frozenset(name for name in self.book.clauses_about if not name.startswith(EFFECTS)) | frozenset(self.book.definition_of)

    @cached_property
    def drawn(self) -> frozenset[str]:
        """What clauses only leave to chance, or to somebody: how the dice fell, and what he chose, the table tells."""
        about = ((name, pairs) for name, pairs in self.book.clauses_about.items() if name not in self.book.definition_of)
        return frozenset(name for name, pairs in about if all(isinstance(c.conclusions[index].value, Draw) for c, index in pairs))

    @cached_property
    def changed(self) -> frozenset[str]:
        """What effects of events change."""
        return frozenset(name[len("after:") :] for name in self.book.clauses_about if name.startswith("after:"))

    @cached_property
    def mapped(self) -> frozenset[str]:
        """What a drawn map answers."""
        return frozenset() if self.book.geometry is None else frozenset(self.book.geometry.answered)

    @cached_property
    def inputs(self) -> frozenset[str]:
        """What the table gives, by its declaration, and what is printed on cards."""
        book = self.book
        printed = {str(name) for card in book.cards.values() for name, _ in card.facts}
        plain = (clause for clause in book.clauses.values() if clause.card and clause.name.startswith(f"{clause.card}, as printed"))
        printed |= {conclusion.property for clause in plain for conclusion in clause.conclusions}
        return frozenset(p.name for p in book.properties.values() if p.input or p.field or p.name in printed)

    @cached_property
    def statement_of_word(self) -> dict[str, frozenset[str]]:
        """For each word that one statement alone reads, and nothing concludes, this statement (or those that always read it together).

        A definition that nothing cites passes a word on to those who read what it defines.
        """
        book = self.book
        readers: dict[str, list[frozenset[str]]] = defaultdict(list)
        passed: dict[str, set[str]] = defaultdict(set)
        for clause in book.clauses.values():
            for name in self.reads(clause):
                readers[name].append(frozenset(clause.cites) or frozenset((clause.name,)))
        for definition in book.definitions.values():
            for name in properties_in(definition.meaning):
                if definition.cites:
                    readers[name].append(frozenset(definition.cites))
                else:
                    passed[name].add(definition.property)
        for name, into in passed.items():
            for one in into:
                readers[name] += readers.get(one, [])
        other = self.concluded | self.changed | self.mapped | self.inputs | self.clockwork | self._rung_words
        words = (
            name for name in readers if readers[name] and name in book.properties and name not in other and not name.startswith("role:")
        )
        found = {name: frozenset.intersection(*readers[name]) for name in words}
        return {name: by for name, by in found.items() if by}

    @cached_property
    def _rung_words(self) -> frozenset[str]:
        ladders = (self.book.ladder, *self.book.ladders.values())
        keys = (key.term for ladder in ladders for rung in ladder.rungs for key in rung.keys)
        told = () if self.book.geometry is None else (setting.property for setting in self.book.geometry.tells)
        return frozenset(told).union(*(properties_in(key) for key in keys))

    def reads(self, clause: Clause) -> frozenset[str]:
        """The properties that a clause reads, kinds that may change among them."""
        known = self._reads.get(clause.name)
        if known is None:
            changeable = self.book.changeable_kinds
            concluded = (term for c in clause.conclusions for term in (c.value, *c.args))
            parts = (*clause.whens, *clause.unlesses, *concluded)
            kinds = {f"kind:{p.kind}" for p in clause.parameters if p.kind in changeable}
            known = self._reads[clause.name] = frozenset(kinds.union(*(properties_in(part, changeable) for part in parts)))
        return known

    def found_out(self, seen: Seen) -> frozenset[str]:
        """What the scenario of a unit tells although the rules should find it out."""
        known = self._told.get(seen.unit.key)
        if known is None:
            known = self._told[seen.unit.key] = self._found_out(seen)
        return known

    def _found_out(self, seen: Seen) -> frozenset[str]:
        first = {name for name in seen.told & self.concluded if name not in self.state}
        later = {name for name in seen.said if name in self.changed or name in self.concluded and name not in self.state}
        return frozenset((first | later) - self.clockwork - (frozenset() if seen.drawn else self.mapped))

    def spoilt(self, seen: Seen, mutation: Mutation) -> str:
        """Why the unit does not show the rule as play; empty where it does."""
        key = (seen.unit.key, mutation.sort, mutation.rule)
        known = self._spoilt.get(key)
        if known is None:
            known = self._spoilt[key] = self._why_spoilt(seen, mutation)
        return known

    def _why_spoilt(self, seen: Seen, mutation: Mutation) -> str:
        told = self.found_out(seen)
        if mutation.sort != "clause":
            own = self.book.definitions[mutation.rule].property if mutation.sort == "definition" else mutation.rule
            return DERIVED if own in told or told and mutation.sort == "rung" else PLAY
        clause = self.book.clauses[mutation.rule]
        if told:
            own_heads = {c.property for c in clause.conclusions} | {c.property.removeprefix("after:") for c in clause.conclusions}
            if told & own_heads:
                return DERIVED
            if (told - self.inputs - self.drawn) & self._rests_on(seen, clause):
                return DERIVED
        words = (seen.told | seen.said) & self.reads(clause)
        cites = frozenset(clause.cites) or frozenset((clause.name,))
        return OWN_WORD if any(cites & self.statement_of_word.get(word, frozenset()) for word in words) else PLAY

    def _rests_on(self, seen: Seen, clause: Clause) -> frozenset[str]:
        """The properties on which a clause can rest in a unit: what it reads, and what the clauses considered there read for it."""
        key = (seen.unit.key, clause.name)
        known = self._above.get(key)
        if known is None:
            graph = self._graph(seen)
            found: set[str] = set()
            waiting = list(self.reads(clause))
            while waiting:
                name = waiting.pop()
                if name not in found:
                    found.add(name)
                    waiting += graph.get(name, ())
            known = self._above[key] = frozenset(found)
        return known

    def _graph(self, seen: Seen) -> dict[str, frozenset[str]]:
        """For each property the properties from which clauses that were considered in the unit conclude it."""
        known = self._graphs.get(seen.unit.key)
        if known is None:
            found: dict[str, set[str]] = defaultdict(set)
            for name in seen.considered:
                clause = self.book.clauses.get(name)
                if clause is None:
                    continue
                for conclusion in clause.conclusions:
                    found[conclusion.property] |= self.reads(clause)
                    if conclusion.property.startswith("after:"):
                        found[conclusion.property[len("after:") :]] |= self.reads(clause)
            for name, definition in self.book.definition_of.items():
                found[name] |= properties_in(definition.meaning)
            known = self._graphs[seen.unit.key] = {name: frozenset(read) for name, read in found.items()}
        return known
