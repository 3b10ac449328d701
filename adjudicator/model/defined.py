"""Words that a book defines by facts: whoever tells one of them tells these facts (docs/meaning.md 1.2)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.model.expressions import And, Apply, Compare, Literal, Not, Sentence
from adjudicator.model.rebuilding import E, mapped, substitute
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Value


def node_of(applied: Apply) -> Node | None:
    """The instance, where all of its places are fixed things or values."""
    args = [arg.value for arg in applied.args if isinstance(arg, Literal)]
    return (applied.property, tuple(args)) if len(args) == len(applied.args) else None


def fact_of(sentence: Sentence) -> tuple[Node, Value] | None:
    """The instance of which a sentence gives the value, and that value; None where it says anything else."""
    value: Value
    match sentence:
        case Apply() as applied:
            node, value = node_of(applied), True
        case Not(Apply() as applied):
            node, value = node_of(applied), False
        case Compare("=", Apply() as applied, Literal(given)) | Compare("=", Literal(given), Apply() as applied):
            node, value = node_of(applied), given
        case _:
            return None
    return None if node is None else (node, value)


def facts_meant(book: Rulebook, said: Sentence) -> tuple[Sentence, ...]:
    """What is told in a word that the book defines by facts and nothing but facts (`Ann holds WISH`: it is hers, and lies in hand; `Bob is
    alive`, asked of the end: he is not dead): these facts. Nothing for any other word."""
    told = said.body if isinstance(said, Not) else said
    definition = book.definition_of.get(told.property) if isinstance(told, Apply) else None
    if definition is None or not isinstance(told, Apply):
        return ()
    names = {one.name: term for one, term in zip(definition.parameters, told.args, strict=True)}
    parts = definition.meaning.parts if isinstance(definition.meaning, And) else (definition.meaning,)
    meant = [_now(substitute(part, names)) for part in parts if isinstance(part, (Apply, Not, Compare))]
    if isinstance(said, Not):
        meant = [one.body if isinstance(one, Not) else Not(one) for one in meant] if len(parts) == 1 else []
    return tuple(meant) if len(meant) == len(parts) and all(fact_of(one) is not None for one in meant) else ()


def _now(node: E) -> E:
    """The same of this moment, where it is said of the end of it (`afterwards`)."""
    if isinstance(node, Apply) and node.property.startswith("after:"):
        return replace(node, property=node.property.removeprefix("after:"))
    return mapped(node, _now) if isinstance(node, (Not, Compare)) else node
