"""What rules can hear: for each property and event, the sentences of it that they hold (docs/meaning.md 14.7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from adjudicator.model.clauses import Clause, Definition, Invariant, Parameter
from adjudicator.model.expressions import Aggregate, Apply, Literal, Occurs, Permitted, Quantified, Sentence, Term, Var, children
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

Place = Ref | str
"""What stands in a place of a sentence: a thing, or a kind of things (`thing` where it may be anything)."""
Places = tuple[Place, ...]
By = str | None
"""The name of the clause that listens; None for what listens always."""
ANYTHING = "thing"
_FAMILIES = ("after:", "decider:")


@dataclass(frozen=True)
class Ears:
    """The sentences that something listens to: by property its places, and by whom; the kinds and things that are spoken of."""

    sentences: dict[str, list[tuple[Places, By]]] = field(default_factory=dict)
    kinds: dict[str, dict[By, None]] = field(default_factory=dict)
    things: dict[str, dict[By, None]] = field(default_factory=dict)

    def add(self, name: str, places: Places, by: By) -> None:
        """Listen to the sentences of one property."""
        found, one = self.sentences.setdefault(name, []), (places, by)
        if not found or found[-1] != one:
            found.append(one)

    def hear(self, node: Sentence | Term, kinds: dict[str, str], by: By = None) -> None:
        """Listen to a sentence, and to all that is said in it; `kinds` are those of its variables."""
        match node:
            case Apply(name, args):
                if name.startswith("kind:"):
                    self.kinds.setdefault(name[5:], {})[by] = None
                self.add(name, _places(args, kinds), by)
            case Occurs(event, roles) | Permitted(_, event, roles):
                self.kinds.setdefault(event, {})[by] = None
                for _, term in roles:
                    if isinstance(term, Literal) and isinstance(term.value, Ref):
                        self.things.setdefault(term.value.name, {})[by] = None
            case Quantified(var=var, kind=kind) | Aggregate(var=var, kind=kind):
                self.kinds.setdefault(kind, {})[by] = None
                kinds = {**kinds, var: kind}
            case Literal(Ref(name)):
                self.things.setdefault(name, {})[by] = None
        for child in children(node):
            self.hear(child, kinds, by)


def ears_of(rules: Iterable[Clause | Definition | Invariant], keys: Iterable[Term], always: Iterable[tuple[str, Places]]) -> Ears:
    """All that rules listen to, the keys of a ladder (each of a thing called `it`), and sentences that are always heard.

    What only the meaning of a word holds that none of them uses is heard by nobody.
    """
    ears, meanings = Ears(), []
    for rule in rules:
        match rule:
            case Clause():
                _hear_clause(ears, rule)
            case Definition():
                meanings.append(rule)
            case Invariant():
                kinds = _declare(ears, rule.parameters, None)
                ears.hear(rule.when, kinds)
                ears.hear(rule.always, kinds)
    for key in keys:
        ears.hear(key, {"it": ANYTHING})
    for name, places in always:
        ears.add(name, places, None)
    hear_meanings(ears, meanings)
    return ears


def base_name(name: str) -> str:
    """The property that is spoken of, afterwards or as to who decides it."""
    for family in _FAMILIES:
        name = name.removeprefix(family)
    return name


def hear_meanings(ears: Ears, definitions: Iterable[Definition]) -> None:
    """Hear the meaning of each defined word that is heard, and of those that these use."""
    left = {definition.property: definition for definition in definitions}
    while heard := left.keys() & {base_name(name) for name in ears.sentences}:
        for name in sorted(heard):
            definition = left.pop(name)
            ears.hear(definition.meaning, _declare(ears, definition.parameters, None))


def _hear_clause(ears: Ears, clause: Clause) -> None:
    kinds = _declare(ears, clause.parameters, clause.name)
    for sentence in (*clause.whens, *clause.unlesses):
        ears.hear(sentence, kinds, clause.name)
    for conclusion in clause.conclusions:
        for term in (*conclusion.args, conclusion.value):
            ears.hear(term, kinds, clause.name)
        own = conclusion.property.removeprefix("after:")
        if conclusion.property != own or conclusion.form != "is":  # what an effect or a modifier changes, it hears
            ears.add(own, _places(conclusion.args, kinds), clause.name)
        if own.startswith("kind:"):
            ears.kinds.setdefault(own[5:], {})[clause.name] = None
    if clause.card:
        ears.kinds.setdefault(clause.card, {})[clause.name] = None


def _declare(ears: Ears, parameters: Iterable[Parameter], by: By) -> dict[str, str]:
    kinds = {parameter.name: parameter.kind for parameter in parameters}
    for kind in kinds.values():
        ears.kinds.setdefault(kind, {})[by] = None
    return kinds


def _places(args: tuple[Term, ...], kinds: dict[str, str]) -> Places:
    """What stands in each place."""
    found: list[Place] = []
    for arg in args:
        match arg:
            case Var(name):
                found.append(kinds.get(name, ANYTHING))
            case Literal(Ref() as ref):
                found.append(ref)
            case _:
                found.append(ANYTHING)
    return tuple(found)
