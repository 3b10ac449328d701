"""Answers as players write them: `no`, `7`, `Ann`, `Ann, Bob`, read as values of what a question asks."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.engine.defaults import type_of
from adjudicator.engine.worlds import Ground
from adjudicator.language.diagnostics import Diagnostic, LanguageError, did_you_mean
from adjudicator.language.terms import parse_number
from adjudicator.model.expressions import Aggregate, Apply, Arith, Round
from adjudicator.model.outcomes import Answer
from adjudicator.model.places import NOWHERE
from adjudicator.model.situation import Question
from adjudicator.model.values import FRACTION, YES_NO, Ref, Type, Value, show
from adjudicator.settling.scenes import NOW, Scenes

NOBODY = ("nobody", "nothing")
NONE = ("none", *NOBODY)


def read_answer(ground: Ground, question: Question, answer: Answer, text: str) -> Value:
    """The value that a text means as an answer to the question. Raises LanguageError with the nearest right thing."""
    kind = _type(ground, question, answer)
    if kind.base == "set":
        parts = [] if text in NONE else [part.strip() for part in text.replace(" and ", ", ").split(",")]
        return frozenset(_thing(ground, question, answer, part) for part in parts)
    if kind.base == "yes/no":
        if text not in ("yes", "no"):
            raise _wrong(question, f"it is answered by yes or no, not by `{text}`", text, ("yes", "no"))
        return text == "yes"
    if kind.is_number:
        number = parse_number(text)
        if number is None:
            raise _wrong(question, f"`{text}` is not a number", text, [show(o.answer) for o in answer.outcomes])
        return number
    if kind.base == "choice":
        if text not in kind.options:
            raise _wrong(question, f"`{text}` is not {kind}", text, kind.options)
        return text
    return None if text in NOBODY else _thing(ground, question, answer, text)


def _type(ground: Ground, question: Question, answer: Answer) -> Type:
    """What kind of value answers the question."""
    if question.yes_no:
        return YES_NO
    match question.ask:
        case Apply(name, _) if answer.outcomes and (world := Scenes(ground, answer.outcomes[0]).world(NOW)) is not None:
            return type_of(world, name)
        case Aggregate(op="set"):
            return Type("set")
        case Aggregate(op="nearest"):
            return Type("thing")
        case Aggregate() | Arith() | Round():
            return FRACTION
    return Type("thing")


def _thing(ground: Ground, question: Question, answer: Answer, text: str) -> Ref:
    """A thing of the table, with or without its article."""
    name = text.removeprefix("the ")
    things = {**ground.table.all_things, **{k: t for o in answer.outcomes for k, t in (o.world.things or {}).items()}}
    if name not in things:
        raise _wrong(question, f"nothing on this table is called `{text}`", name, things)
    return Ref(name)


def _wrong(question: Question, message: str, text: str, known: Iterable[str]) -> LanguageError:
    place = question.place or NOWHERE
    return LanguageError([Diagnostic("why-not", message, place, f"  ask {question.text}", did_you_mean(text, known))])
