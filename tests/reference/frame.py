"""What does not change from world to world: the book, the table, who is silent."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from adjudicator.model.clauses import DORMANT_STATUSES, READING_STATUSES, Clause, Conclusion, Parameter
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Situation
from adjudicator.model.values import PERMISSION, YES_NO, Ref, Type, Value
from adjudicator.model.vocabulary import Default, Property


class Frame:
    """A rulebook and a situation, with the questions about them that need no world."""

    def __init__(self, book: Rulebook, situation: Situation) -> None:
        self.book = book
        self.situation = situation
        self.things = tuple(Ref(name) for name in situation.things)

    def given(self, node: Node) -> tuple[Value] | None:
        """1.2: what the scenario settles; roles and happening are always facts."""
        name, args = node
        fact = self.situation.facts.get(node)
        if fact is not None:
            return None if fact.unknown else (fact.value,)
        thing = self.situation.things.get(args[0].name) if args and isinstance(args[0], Ref) else None
        if name == "happens":
            return (thing is not None and thing.happens,)
        if name.startswith("role:"):
            return (dict(thing.roles).get(name[len("role:") :]) if thing else None,)
        return None

    def declared(self, thing: Ref, kind: str) -> bool:
        """1.4: whether the thing was declared to be of the kind or of one below it."""
        return any(self.book.is_a(k, kind) for k in self.situation.things[thing.name].kinds)

    def conceivable(self, thing: Ref, kind: str) -> bool:
        """Whether the thing is of the kind in some world."""
        return self.declared(thing, kind) or kind in self.book.changeable_kinds

    def bindings(self, parameters: tuple[Parameter, ...]) -> Iterator[dict[str, Value]]:
        """1.3: every binding of the parameters to things that could be of their kinds."""
        choices = [[t for t in self.things if self.conceivable(t, p.kind)] for p in parameters]
        for combination in product(*choices):
            yield {p.name: thing for p, thing in zip(parameters, combination, strict=True)}

    def property_of(self, node: Node) -> Property | None:
        """1.1: the declared property behind a node, if there is one."""
        name = node[0].removeprefix("after:")
        return self.book.properties.get(name)

    def type_of(self, node: Node) -> Type:
        """1.1: families of properties have the types that their names say."""
        name = node[0]
        if name.startswith("kind:") or name in ("before", "happens"):
            return YES_NO
        if name == "may":
            return PERMISSION
        found = self.property_of(node)
        return found.type if found else Type("thing", nobody=True)

    def default_of(self, node: Node) -> Default:
        """1.4: the default of a declared property, of an event's permission, and so on."""
        name, args = node
        if name == "may":
            thing = self.situation.things[args[0].name]
            normally = [self.book.events[k].default for k in thing.kinds if k in self.book.events]
            return Default(normally[0]) if normally and normally[0] else Default(undecided=True)
        if name == "before":
            return Default(False)
        found = self.book.properties.get(name)
        if found is None:
            return Default(undecided=True)
        fitting = (default for kind, default in found.kind_defaults if self.declared(args[found.subject], kind))
        return next(fitting, found.default)

    def supposed(self, clause: Clause) -> bool | None:
        """2.1: `suppose` names a clause, an id it cites, a status or a group; the clause itself goes first."""
        names = (clause.name, *clause.cites, *clause.groups, clause.status)
        return next((self.situation.suppose[n] for n in names if n in self.situation.suppose), None)

    def silent(self, clause: Clause) -> bool:
        """2.1 and 2.2: silent in every world."""
        supposed = self.supposed(clause)
        if supposed is False or (supposed is None and clause.status in DORMANT_STATUSES):
            return True
        if clause.option:
            option = self.book.options.get(clause.option)
            return not self.situation.options.get(clause.option, bool(option and option.default))
        return False

    def reading_of(self, clause: Clause) -> tuple[str, tuple[str, ...], str] | None:
        """2.3 and 2.4: the reading the clause depends on: its name, alternatives, and the one it needs."""
        if clause.reading:
            name, needed = clause.reading
            return name, self.book.readings[name].alternatives, needed
        if clause.status in READING_STATUSES and self.supposed(clause) is None:
            return clause.name, ("on", "off"), "on"
        return None

    def clauses_about(self, name: str, forms: tuple[str, ...]) -> Iterator[tuple[Clause, Conclusion]]:
        """The clauses with a conclusion of one of these forms about a property, silent ones left out."""
        for clause, index in self.book.clauses_about.get(name, ()):
            conclusion = clause.conclusions[index]
            if conclusion.form in forms and not self.silent(clause):
                yield clause, conclusion
