"""Conditions put back into sentences of the rulebook, with the variables of a clause called as the clause calls them."""

from __future__ import annotations

from adjudicator.language.wording import node_text, statement
from adjudicator.model.expressions import Apply, Compare, Literal, Not, Sentence, Term, Var
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import Ref, Value, show

WORDS = {"=": "is", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}


def sentence_text(book: Rulebook, sentence: Sentence) -> str:
    """The sentence as a clause would write it; empty where there is no plain way to say it."""
    match sentence:
        case Apply(name, (term,)) if name.startswith("kind:"):
            return f"{shown(_value(book, term))} is {_article(name[5:])}"
        case Not(Apply(name, (term,))) if name.startswith("kind:"):
            return f"{shown(_value(book, term))} is not {_article(name[5:])}"
        case Apply(name, args) if name in book.properties:
            return statement(book, (name, _values(book, args)), True)
        case Not(Apply(name, args)) if name in book.properties:
            return statement(book, (name, _values(book, args)), False)
        case Compare(op, left, right) if op in WORDS:
            return f"{shown(_value(book, left))} {WORDS[op]} {shown(_value(book, right))}"
        case Not(Compare("=", left, right)):
            return f"{shown(_value(book, left))} is not {shown(_value(book, right))}"
        case _:
            return ""


def _values(book: Rulebook, terms: tuple[Term, ...]) -> tuple[Value, ...]:
    return tuple(_value(book, term) for term in terms)


def _value(book: Rulebook, term: Term) -> Value:
    """A term as the name of a thing: a name in small letters is said with `the` before it."""
    match term:
        case Var("this card" | "it"):
            return Ref("This card")
        case Var(name):
            return Ref(name if name[:1].islower() else f"the {name}")
        case Literal(value):
            return value
        case Apply(name, args) if name in book.properties:
            text = node_text(book, (name, _values(book, args)))
            return Ref(text.removeprefix("the "))
        case _:
            return Ref("")


def shown(value: Value) -> str:
    """The value in a sentence."""
    if isinstance(value, Ref) and value.name[:1].islower() and not value.name.startswith("the "):
        return f"the {value.name}"
    return show(value)


def _article(kind: str) -> str:
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"


def tidy(text: str) -> str:
    """The sentence with `this card` as the language writes it."""
    return text.replace("This card", "this card")
