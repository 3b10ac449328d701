"""Coded strings printed on cards: read part by part by a declared format, every fault reported."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.layout import Line
from adjudicator.model.places import Place
from adjudicator.model.values import Value
from adjudicator.model.vocabulary import Field, Format


def read_string(draft: Draft, form: Format, line: Line) -> tuple[tuple[str, Value], ...]:
    """The fields of a card's string, by name; what does not fit is reported at its place."""
    parts = line.text.split(form.separator)
    if len(parts) != len(form.parts):
        shown = f" {form.separator} ".join(" ".join(f.name for f in fields) for fields in form.parts)
        draft.messages.add("string", f"a {form.name} has {len(form.parts)} parts joined by `{form.separator}`, "
                           f"this has {len(parts)}", line.place, f"the parts are {shown}")  # fmt: skip
        return ()
    found: list[tuple[str, Value]] = []
    column = line.place.column
    for number, (text, fields) in enumerate(zip(parts, form.parts, strict=True), 1):
        place = Place(line.place.file, line.place.line, column, max(1, len(text)))
        found += _read_part(draft, form, text, fields, number, place)
        column += len(text) + len(form.separator)
    return tuple(found)


def _read_part(draft: Draft, form: Format, text: str, fields: tuple[Field, ...], number: int, place: Place) -> list[tuple[str, Value]]:
    rest = text
    found: list[tuple[str, Value]] = []
    for index, field in enumerate(fields):
        last = index == len(fields) - 1
        taken = _take(field, rest, last)
        if taken is None:
            draft.messages.add("string", f"part {number} of the {form.name}, `{text}`: {_wants(field, rest)}", place,
                               did_you_mean(rest, field.options) if field.form == "one of" else "")  # fmt: skip
            return found
        value, rest = taken
        found.append((field.name, value))
    if rest:
        draft.messages.add("string", f"part {number} of the {form.name}, `{text}`: nothing is known about `{rest}` at its end", place)
    return found


def _wants(field: Field, rest: str) -> str:
    got = f"`{rest}`" if rest else "nothing"
    if field.form == "one of":
        return f"the {field.name} is one of {', '.join(field.options)}, not {got}"
    if field.form == "some of":
        return f"the {field.name} are some of {', '.join(field.options)}, each once, not {got}"
    if field.options:
        return f"the {field.name} is written as `{field.options[0]}` and digits, not as {got}"
    return f"the {field.name} is written in {'letters' if field.form == 'letters' else 'one to nine digits'}, not as {got}"


def _take(field: Field, rest: str, last: bool) -> tuple[Value, str] | None:
    """The field's value from the front of the text, and what is left of it."""
    match field.form:
        case "letters":
            length = next((i for i, c in enumerate(rest) if not (c.isalpha() and c.isascii())), len(rest))
            return (rest[:length], rest[length:]) if length else None
        case "digits" | "number":
            prefix = field.options[0] if field.options else ""
            if not rest.startswith(prefix):
                return None
            body = rest[len(prefix) :]
            length = next((i for i, c in enumerate(body) if not (c.isdigit() and c.isascii())), len(body))
            return (Fraction(int(body[:length])), body[length:]) if 0 < length <= 9 else None
        case "one of":
            fitting = [option for option in field.options if rest.startswith(option) and (not last or rest == option)]
            return (max(fitting, key=len), rest[len(max(fitting, key=len)) :]) if fitting else None
        case _:
            return _take_some(field, rest)


def _take_some(field: Field, rest: str) -> tuple[Value, str] | None:
    codes: list[str] = []
    ordered = sorted(field.options, key=len, reverse=True)
    while rest:
        code = next((option for option in ordered if rest.startswith(option)), None)
        if code is None:
            return None
        if code in codes:
            return None
        codes.append(code)
        rest = rest[len(code) :]
    return (frozenset(codes), "") if codes else None
