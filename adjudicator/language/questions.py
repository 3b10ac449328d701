"""Questions of a scenario, what is expected of them, and the moment at which they are asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING

from adjudicator.language.asked import as_done, opens_question, questions, turned_round, values_otherwise, without_lead
from adjudicator.language.diagnostics import SentenceError, did_you_mean
from adjudicator.language.draft import report_sentence
from adjudicator.language.faults import number_fault
from adjudicator.language.layout import Line
from adjudicator.language.moments import no_moment, split_moment
from adjudicator.language.reading import is_sentence, read_sentence, read_term
from adjudicator.language.rewordings import without_idle
from adjudicator.language.scope import Scope, words_of
from adjudicator.language.sentences import in_the_past
from adjudicator.language.terms import parse_number
from adjudicator.model.expressions import Aggregate, Apply, Literal, Not, Occurs, Permitted, Quantified, Sentence, Term, walk
from adjudicator.model.situation import Expectation, Question, Ruling, Thing
from adjudicator.model.story import END, Moment, Story, events_of
from adjudicator.model.values import Ref, Type, Value

if TYPE_CHECKING:
    from adjudicator.language.scenarios import ScenarioReader

_CHANCE = " with chance "
_MODAL = re.compile(r"^(?:may|can|could|must|should) ")
_MODAL_WITHIN = re.compile(r"^whether (.+?) (?:may|can|could|must|should) (?!not )")
_OVER = ("end", "after", "after event")
"""Moments in which nothing is going on any more."""


def read_question(reader: ScenarioReader, line: Line, story: Story | None, here: Moment = END) -> Question | None:
    """An `ask` line with the `expect` lines below it, asked `here` where it says no other moment; None where it cannot be read."""
    said, moment = split_moment(reader, line, story) if story is not None else (line.text, END)
    if moment is None:
        return None
    asked = said
    try:
        try:
            expr, kind = _read(reader, said, replace(reader.scope, trying=True))
        except SentenceError:
            if said != line.text and _reads(reader, line.text):  # a phrase that ends as a moment does: `what E keeps after F`
                said, moment = line.text, END
            asked = _as_people_ask(reader, said)
            expr, kind = _read(reader, asked, reader.scope)
    except SentenceError as error:
        if (so := _why_not_so(reader, asked)) is not None:
            so.help += f"\n{error.help}" if error.help.startswith("the nearest value") and "\n" in so.help else ""
            error = so
        yes_no = said.startswith("whether ")
        if not yes_no and is_sentence(said, reader.phrasebook, reader.scope):
            said_so = "this says that something is so, and asks nothing"
            error = SentenceError(error.code, said_so, 0, len(said), f"write `ask whether {said}`")
        wrong = no_moment(line.text, story)
        if wrong is not None and _reads(reader, wrong[0]):
            reader._error("story", wrong[1], line, wrong[2])
            return None
        report_sentence(reader.messages, error, line, len("whether ") if yes_no else 0)
        return None
    yes_no = asked.startswith("whether ")
    reader._appear(expr, line)
    if story is not None and said == line.text:
        moment = _when_proposed(reader, expr, story) or here
    expected = None
    for inner in line.all("expect"):
        expected = _expectation(reader, inner, kind, yes_no)
    ruled = None
    for inner in line.all("ruled"):
        ruled = _ruling(reader, inner)
    if story is not None:
        expr = _over(expr, moment)
    when = f" {moment.text}" if moment is here and here is not END else line.text[len(said) :]
    return Question(asked + when, expr, yes_no, expected, line.place, moment, ruled)


def _as_people_ask(reader: ScenarioReader, said: str) -> str:
    """`is Bob dead?` as `whether Bob is dead`, `who is it` as `which players x such that x is it`; else as it was said."""
    if not opens_question(said):
        return next((ask for ask in values_otherwise(said) if _reads(reader, ask)), said)
    book = reader.phrasebook.book
    otherwise = (text for text in chain(without_idle(said), reader.by_its_card(said), _of_the_event(reader, said)) if text != said)
    ways = chain(questions(book, said), as_done(said), chain.from_iterable(questions(book, text) for text in otherwise))
    return next((ask for ask in ways if _reads(reader, ask)), said)


def _why_not_so(reader: ScenarioReader, asked: str) -> SentenceError | None:
    """Why what a question of yes or no (`is Bob deead`) asks is no sentence; None where it is no such question, or names nobody there.

    Of a deed that somebody may do (`can Bob attack`), why it is none that he does.
    """
    plain = _MODAL.sub("does ", without_lead(asked.rstrip("?").strip()))
    *_, plain = without_idle(_MODAL_WITHIN.sub(r"does \1 ", plain))
    words = plain.split(" ")
    for count in range(len(words) - 2, 0, -1):
        if words_of(" ".join(words[1 : count + 1])) not in reader.scope.names:
            continue
        turned = next(turned_round(plain, count), "")
        if not turned:
            return None
        try:
            read_sentence(turned, reader.phrasebook, reader.scope)
        except SentenceError as error:
            word, said = turned[error.start : error.start + error.width], asked.removeprefix("whether ")
            at = said.find(word) if word != turned else -1
            error.start, error.width = (at, len(word)) if at >= 0 else (0, len(said))
            return error
    return None


def _of_the_event(reader: ScenarioReader, said: str) -> Iterator[str]:
    """`is it an attack` of the one event that is told and answers none."""
    told = [name for name, thing in reader.things.items() if thing.is_event and not reader.answered_by(name)] if reader.whole else []
    if len(told) == 1:
        yield re.sub(r"(?<!\S)it(?!\S)", f"the {told[0]}", said, count=1)


def _when_proposed(reader: ScenarioReader, expr: Term | Sentence, story: Story) -> Moment | None:
    """The moment of the one event proposed in the story of which a question without a moment speaks, if there is one."""
    proposed = [reader.things[name] for entry in story.entries for name in events_of(entry) if not reader.things[name].happens]
    named = {node.value for node in walk(expr) if isinstance(node, Literal)}
    worded = [((node.event,), dict(node.roles)) for node in walk(expr) if isinstance(node, Permitted)]
    spoken = [one.name for one in proposed if Ref(one.name) in named
              or (one.kinds, {role: Literal(filler) for role, filler in one.roles if filler is not None}) in worded]  # fmt: skip
    return Moment("during", event=spoken[0], text=f"when the {spoken[0]} is proposed") if len(spoken) == 1 else None


def _read(reader: ScenarioReader, asked: str, scope: Scope) -> tuple[Term | Sentence, Type]:
    """What is asked for, and the type of what answers it. Raises SentenceError."""
    if asked.startswith("whether "):
        return read_sentence(asked[len("whether ") :], reader.phrasebook, scope), Type("yes/no")
    return read_term(asked, reader.phrasebook, scope)


def _reads(reader: ScenarioReader, asked: str) -> bool:
    """Whether a question can be read."""
    try:
        _read(reader, asked, replace(reader.scope, trying=True))
    except SentenceError:
        return False
    return True


_RULING = re.compile(r"(?P<answer>.+?) on (?P<date>\d{4}-\d\d-\d\d)(?: with (?P<version>\d[\w.+-]*))?(?: by clauses? (?P<clauses>.+))?")
_NAME = re.compile(r'\s*(?:"(?P<quoted>[^"]*)"|(?P<plain>[^,"]*))\s*(?:,|$)')


def _ruling(reader: ScenarioReader, line: Line) -> Ruling | None:
    """What was ruled: an answer as `expect` has it, a day, perhaps a version of the program, and names of clauses.

    A name that holds a comma stands in quotes.
    """
    match = _RULING.fullmatch(line.text)
    if match is None:
        reader._error("ruled", "a ruling has an answer and a day", line, "write `ruled yes on 2026-01-31 by clauses ...`")
        return None
    try:
        date.fromisoformat(match["date"])
    except ValueError:
        reader._error("ruled", f"there is no day `{match['date']}`", line, "a day is written 2026-01-31: year, month, day")
        return None
    names = (n["quoted"] or (n["plain"] or "").strip() for n in _NAME.finditer(match["clauses"] or ""))
    return Ruling(match["answer"], match["date"], tuple(name for name in names if name), line.place, match["version"] or "")


def _over(expr: Term | Sentence, moment: Moment) -> Term | Sentence:
    """Asked when all is over, whether something happens, and which things it happens to, means whether it has happened."""
    match expr:
        case Occurs() | Quantified() if moment.when in _OVER:
            return in_the_past(expr, "happened", "that event") or expr
        case Apply("happens", (Literal(Ref(name)),)) if moment.event != name:
            return Apply("happened", expr.args)
        case Not(body):
            return Not(_over(body, moment))  # type: ignore[arg-type]
        case Aggregate(such_that=such):
            return replace(expr, such_that=_over(such, moment))  # type: ignore[arg-type]
    return expr


def _expectation(reader: ScenarioReader, line: Line, kind: Type, yes_no: bool) -> Expectation:
    text, _, by = line.text.partition(" by ")
    if line.text == "silent":
        return Expectation((), (), "", line.text, line.place, grade="silent")
    grade, by = ("default", "") if by.strip() == "default" else ("", by)
    ids = tuple(part.strip() for part in by.split(",") if part.strip())
    for cited in ids:
        if reader.book.register and cited not in reader.book.register:
            reader._error("cite", f"the register has no `{cited}`", line, did_you_mean(cited, reader.book.register))
    whole = Expectation((), ids, "", line.text, line.place, grade=grade)
    if text in ("undecided", "impossible"):
        return replace(whole, status=text)
    if kind.base == "set" and not text.startswith("either "):
        return replace(whole, answers=(_set_value(reader, text, line),))
    parts = re.split(r"\s+or\s+|,\s*", text.removeprefix("either ")) if text.startswith("either ") else [text]
    pairs = [part.strip().partition(_CHANCE) for part in parts]
    values = [_set_value(reader, v.replace(" and ", ", "), line) if kind.base == "set" else _value(reader, v, kind, yes_no, line)
              for v, _, _ in pairs if v != "undecided"]  # fmt: skip
    return replace(whole, answers=tuple(values), status="undecided" if "undecided" in parts else "", chances=_chances(reader, pairs, line))


def _chances(reader: ScenarioReader, pairs: list[tuple[str, str, str]], line: Line) -> tuple[Fraction, ...]:
    """The chances of the expected answers, where all have one."""
    found = [parse_number(chance) for _, word, chance in pairs if word]
    if not found:
        return ()
    if len(found) < len(pairs) or None in found:
        reader._error("chance", "not every answer here has a chance", line, "say `VALUE with chance 1/2` of each")
        return ()
    total = sum((chance for chance in found if chance is not None), Fraction(0))
    if total != 1:
        reader._error("chance", f"these chances sum to {total}, not to 1", line)
    return tuple(chance for chance in found if chance is not None)


def _set_value(reader: ScenarioReader, text: str, line: Line) -> frozenset[Value]:
    if text in ("none", "nothing", "nobody"):
        return frozenset()
    return frozenset(_value(reader, part.strip(), Type("thing", kind="thing"), False, line) for part in text.split(","))


def _value(reader: ScenarioReader, text: str, kind: Type, yes_no: bool, line: Line) -> Value:
    if yes_no or kind.base == "yes/no":
        if text not in ("yes", "no"):
            reader._error("expect", f"the answer to a `whether` question is yes or no, not `{text}`", line)
        return text == "yes"
    if kind.is_number:
        number = parse_number(text)
        if number is None:
            first = text.split()[0]
            alone = f"write the number alone: {first}" if parse_number(first) is not None else "numbers are written as 5, 7.5 or 1/2"
            fault = number_fault(text) or (f"`{text}` is not a number", alone)
            reader._error("expect", fault[0], line, fault[1])
        return number
    if kind.base == "choice":
        if text not in kind.options:
            reader._error("expect", f"`{text}` is not {kind}", line, did_you_mean(text, kind.options))
        return text
    if text in ("nobody", "nothing"):
        return None
    name = text.removeprefix("the ")
    if name not in reader.things:  # a space may be called otherwise than by its place
        name = reader.things.by_words.get(words_of(name), name)
    if name not in reader.things:
        if name in reader.book.kinds and reader.book.kinds[name].printed:
            reader.things[name] = Thing(name, (name,), place=line.place)
        else:
            reader._error("name", f"nothing on this table is called `{text}`", line, did_you_mean(name, reader.things))
    return Ref(name)
