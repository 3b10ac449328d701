"""Which events the rules can still ask about when they are over (docs/meaning.md 11.13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.model.clauses import Clause, Definition, Invariant, Parameter
from adjudicator.model.expressions import COMES_WITH_TIME, TOLD, Aggregate, Apply, Quantified, Sentence, Term, Var, children, walk

_PAST = frozenset(COMES_WITH_TIME) - {"pending"}
_PLAIN = frozenset((*TOLD, "happens"))

Said = list[Sentence | Term]


def asked_when_over(rules: Iterable[Clause | Definition | Invariant]) -> tuple[frozenset[str], frozenset[str]]:
    """The kinds of events of which rules ask whether they have happened, and those of which they ask more than that."""
    kinds: set[str] = set()
    whole: set[str] = set()
    for variables, sentences in _scopes(rules):
        past = {name for sentence in sentences for name in _asked(sentence, _PAST)}
        if past:
            kinds |= {variables.get(name, "event") for name in past}
            whole |= {variables.get(name, "event") for sentence in sentences for name in _asked(sentence, None) & past}
    return frozenset(kinds), frozenset(whole)


def _scopes(rules: Iterable[Clause | Definition | Invariant]) -> Iterator[tuple[dict[str, str], Said]]:
    """For each rule: the kinds of its variables, and its sentences."""
    for rule in rules:
        match rule:
            case Clause():
                concluded = (term for c in rule.conclusions for term in (Apply(c.property, c.args), c.value))
                said: Said = [*rule.whens, *rule.unlesses, *concluded]
            case Definition():
                said = [rule.meaning]
            case Invariant():
                said = [rule.always, rule.when]
        yield _variables(rule.parameters, said), said


def _variables(parameters: tuple[Parameter, ...], sentences: Said) -> dict[str, str]:
    found = {p.name: p.kind for p in parameters}
    for sentence in sentences:
        for node in walk(sentence):
            if isinstance(node, (Quantified, Aggregate)):
                found[node.var] = node.kind
    return found


def _asked(sentence: Sentence | Term, names: frozenset[str] | None) -> set[str]:
    """The variables of which one of these properties is said; with None, any property but roles and what is told."""
    found: set[str] = set()
    todo: list[Sentence | Term] = [sentence]
    while todo:
        node = todo.pop()
        todo += children(node)
        if isinstance(node, Apply):
            plain = node.property in _PLAIN or node.property.startswith("role:")
            if node.property in names if names is not None else not plain:
                found |= {arg.name for arg in node.args if isinstance(arg, Var)}
    return found
