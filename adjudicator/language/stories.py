"""Stories: what a scenario tells to happen one after another (docs/language.md, `Telling a story`)."""

from __future__ import annotations

import re
from dataclasses import field
from typing import TYPE_CHECKING

from adjudicator.language.diagnostics import SentenceError, did_you_mean
from adjudicator.language.draft import report_sentence
from adjudicator.language.layout import Line
from adjudicator.language.reading import read_sentence
from adjudicator.language.words import in_words, opens_name
from adjudicator.model.expressions import Literal, Occurs
from adjudicator.model.situation import Fact
from adjudicator.model.story import AtOnce, Awaited, Entry, Moment, Phase, Said, Story, Telling, Turn
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass

if TYPE_CHECKING:
    from adjudicator.language.scenarios import ScenarioReader

_WHO = r"[A-Z][^\s,]*(?: [A-Z][^\s,]*){0,4}?"
_TURN = re.compile(
    r"^(?:(?:[Ii]n )?[Rr]ound (?P<before>\d+)[,:] )?(?![Ii]t is )"
    r"(?:(?:[Tt]hen )?(?:[Ii]n |[Oo]n |[Dd]uring )?(?P<name>\S+(?: \S+){0,4}?)'s (?:next )?turn"
    rf"|(?:[Tt]he turn|[Tt]urn) of (?P<whose>{_WHO}))"
    r"(?:(?:,| in| of)? round (?P<round>.+?)| \(round (?P<within>.+?)\))?(?:(?:,| in) phase (?P<phase>[^,]+?))?"
    r"(?:, called (?P<called>[^,]+))?$"
)
_NEARLY_TURN = re.compile(r"^(?P<name>[^\W\d_]\w*) turn(?P<rest>, round .+)?$")
_ROUND = re.compile(r"^[0-9]{1,9}$")
_ROUND_OF_TURNS = re.compile(r"^(?:[Ii]n )?[Rr]ound (?P<round>[0-9]{1,9})$")
AWAITED = "answering "
"""How a line begins that waits for an event."""
_SEQUENCE, _AT_ONCE, _SAME_TIME, _PHASE = "in order", "at once", "at the same time", "phase "


def is_heading(line: Line) -> bool:
    """Whether a line of a scenario opens a part of a story."""
    return (
        line.text in (_SEQUENCE, _AT_ONCE, _SAME_TIME) or line.text.startswith(_PHASE) or _TURN.match(line.text) is not None
        or _nearly_turn(line) is not None or _round_of_turns(line) is not None
    )  # fmt: skip


def _round_of_turns(line: Line) -> re.Match[str] | None:
    """`round 2`, with the turns of that round below it; a bare `round 2` says when all this is."""
    return _ROUND_OF_TURNS.match(line.text) if any(is_heading(inner) for inner in line.lines) else None


def _nearly_turn(line: Line) -> re.Match[str] | None:
    """`Anns turn`: the heading of a turn, without its apostrophe."""
    match = _NEARLY_TURN.match(line.text)
    return match if match and opens_name(match["name"]) else None


def _shown(text: str) -> str:
    """An event in a moment, by the name that it is given where it is told, else as it is told."""
    _, called, name = text.partition(", called ")
    return "the " + name.split(",")[0].strip().removeprefix("the ") if called else f"`{text}`"


def _phase_called(name: str, phases: tuple[str, ...]) -> str:
    """The phase that is meant: `3` is the one called three, `Move and Cast` the one called move-and-cast."""
    joined = "-".join(name.lower().split())
    return next((phase for phase in phases if phase in (name, in_words(name), joined)), name)


@dataclass
class StoryReader:
    """Reads the story of one scenario; what its lines say of things and events goes through the scenario's reader."""

    reader: ScenarioReader
    entries: list[Entry] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)
    """The entry in which each event is told."""
    begun: dict[int, Moment] = field(default_factory=dict)
    """The moment in which what a heading opens has begun, by the heading's line."""
    over: dict[int, Moment] = field(default_factory=dict)
    """The moment in which what a line tells, with all below it, is over."""

    def read(self, lines: list[Line]) -> Story:
        """The story that these lines tell; facts before the first entry are how things stand at the start."""
        for line in lines:
            self._entry(line, False)
        return Story(tuple(self.entries), self._seats())

    def _seats(self) -> tuple[Ref, ...]:
        book = self.reader.book
        if book.clock is None:
            return ()
        kinds = book.descendants.get(book.clock.seats, frozenset((book.clock.seats,)))
        return tuple(Ref(name) for name, thing in self.reader.things.items() if not kinds.isdisjoint(thing.kinds))

    # ---- entries ----

    def _entry(self, line: Line, inside: bool, within: str | None = None) -> None:
        """One line of the story and what stands below it; `within` is the round under whose heading it stands."""
        self._read(line, inside, within)
        self.over[line.place.line] = self._now(f"after {_shown(line.text)}")

    def _now(self, text: str) -> Moment:
        """The moment between what is told so far and what is told next."""
        return Moment("after", len(self.entries) - 1, text=text) if self.entries else Moment("start", text=text)

    def _read(self, line: Line, inside: bool, within: str | None) -> None:
        match = _TURN.match(line.text)
        if line.form == "proposed":
            self._said_or_told(line, inside)
        elif match:
            number = match["round"] or match["within"] or match["before"] or within
            self._turn(line, match["name"] or match["whose"], number, match["phase"], match["called"])
        elif round_of_turns := _round_of_turns(line):
            self._below(line, round_of_turns["round"])
        elif nearly := _nearly_turn(line):
            known = [name for name in self.reader.things if nearly["name"].removesuffix("s") == name.removesuffix("s")]
            name = known[0] if known else nearly["name"].removesuffix("s")
            self.reader._error("story", "a turn is headed `NAME's turn`", line, f"did you mean `{name}'s turn{nearly['rest'] or ''}`?")
            self._below(line)
        elif line.text == _SEQUENCE:
            self._below(line)
        elif line.text in (_AT_ONCE, _SAME_TIME):
            self._at_once(line)
        elif line.text.startswith(_PHASE):
            self._phase(line, line.text[len(_PHASE) :])
            self._below(line)
        elif line.text.startswith(AWAITED):
            self.reader._error("story", "this waits for an event, but stands below none", line,
                               "put it below the event it can come of, two spaces further in")  # fmt: skip
        else:
            self._said_or_told(line, inside)

    def _below(self, line: Line, within: str | None = None) -> None:
        """What stands below a heading, which has begun."""
        self.begun[line.place.line] = self._now(f"as `{line.text}` begins")
        for inner in line.lines:
            self._entry(inner, True, within)

    def _turn(self, line: Line, name: str, number: str | None, phase: str | None, called: str | None) -> None:
        clock = self.reader.book.clock
        who = self.reader.things.get(name)
        if clock is None:
            self.reader._error("story", "this rulebook has no clock, so nobody has a turn", line, "head the story with `in order`")
        elif who is None:
            self.reader._error("name", f"nobody here is called `{name}`", line, did_you_mean(name, self.reader.things))
        elif not any(self.reader.book.is_a(kind, clock.seats) for kind in who.kinds):
            self.reader._error("kind", f"`{name}` takes no turns: it is no {clock.seats}", line)
        elif number is not None and not _ROUND.match(number):
            self.reader._error("number", f"`{number}` is not a round", line,
                               f"write it with digits, at most nine: `{name}'s turn, round 3`")  # fmt: skip
        else:
            self.entries.append(Turn(Ref(name), int(number) if number else None, True, line.place))
            if called is not None:
                nth = sum(isinstance(entry, Turn) and entry.who == Ref(name) for entry in self.entries)
                self.reader.turns[called.strip().removeprefix("the ")] = Ref(name), nth
            if phase is not None:
                self._phase(line, phase)
        self._below(line)

    def _phase(self, line: Line, called: str) -> None:
        """A phase begins."""
        clock = self.reader.book.clock
        words = self.reader.book.properties[clock.phase].type.options if clock and clock.phase else ()
        name = _phase_called(called, words)
        if name not in words:
            self.reader._error("name", f"there is no phase `{name}`", line, did_you_mean(name, words)
                               or ("the phases are " + ", ".join(words) if words else "this rulebook has no phases"))  # fmt: skip
        else:
            self.entries.append(Phase(name, line.place))

    def _at_once(self, line: Line) -> None:
        self.begun[line.place.line] = self._now(f"as `{line.text}` begins")
        index = len(self.entries)
        tellings = tuple(t for inner in line.lines if isinstance(t := self._telling(inner, None, index), Telling))
        if tellings:
            self.entries.append(AtOnce(tellings, line.place, line.text == _SAME_TIME))
        else:
            self.reader._error("story", f"nothing happens `{line.text}` here", line, "write the events below it, two spaces further in")

    def _said_or_told(self, line: Line, inside: bool) -> None:
        before, self.reader.facts = self.reader.facts, {} if inside else self.reader.facts
        event = self.reader._statement(line)
        if inside:
            said, self.reader.facts = self.reader.facts, before
            always = [fact for fact in said.values() if event or self._of_one_only_considered(fact)]
            if now := [fact for fact in said.values() if fact not in always]:
                self.entries.append(Said(tuple((fact.node, fact.value) for fact in now), line.place))
            for fact in always:
                self.reader._add_fact(fact, line)
        if event is not None:
            self.entries.append(self._with_answers(event, line, len(self.entries)))
        else:
            for below in line.lines:
                self.reader._no_answer(line, below)

    def _of_one_only_considered(self, fact: Fact) -> bool:
        """Whether the fact is about an event that is proposed above it, which is never over: so it holds of that from the start."""
        spoken_of = (self.reader.things.get(arg.name) for arg in fact.node[1] if isinstance(arg, Ref))
        return any(thing is not None and thing.is_event and not thing.happens for thing in spoken_of)

    # ---- events and their answers ----

    def _telling(self, line: Line, answered: str | None, index: int, awaiting: bool = False) -> Telling | Awaited | None:
        if line.text.startswith(AWAITED) and line.form != "proposed":
            return self._awaited(line, index)
        event = self.reader._statement(line, "" if awaiting else answered)
        if event is None:
            self.reader._no_event(line)
            return None
        if answered is not None:
            self._answers(event, answered, line)
        return self._with_answers(event, line, index, awaiting)

    def _with_answers(self, event: str, line: Line, index: int, awaiting: bool = False) -> Telling:
        self._not_over(event, line, index, awaiting)
        self.told[event] = index
        self.over[line.place.line] = Moment("after event", index, event, f"after {_shown(line.text)}")
        answers = tuple(t for inner in line.lines if (t := self._telling(inner, event, index)) is not None)
        return Telling(event, answers, line.place)

    def _awaited(self, line: Line, index: int) -> Awaited | None:
        text, reader = line.text[len(AWAITED) :], self.reader
        try:
            sentence = read_sentence(text, reader.phrasebook, reader.scope)
        except SentenceError as error:
            report_sentence(reader.messages, error, line, len(AWAITED))
            return None
        if not isinstance(sentence, Occurs) or not all(isinstance(term, Literal) for _, term in sentence.roles):
            reader._error("story", f"`{text}` is no event with named things", line, "say whom and what it is about by name")
            return None
        reader._appear(sentence, line)
        roles: tuple[tuple[str, Value], ...] = tuple((role, term.value) for role, term in sentence.roles if isinstance(term, Literal))
        answers = tuple(t for inner in line.lines if (t := self._telling(inner, None, index, True)) is not None)
        return Awaited(sentence.event, roles, answers, text, line.place)

    def _answers(self, event: str, answered: str, line: Line) -> None:
        node = ("answers", (Ref(event), Ref(answered)))
        self.reader.facts[node] = Fact(node, True, False, line.text, line.place)

    def _not_over(self, event: str, line: Line, index: int, awaiting: bool = False) -> None:
        """An answer has an event to answer; to one that is told in an earlier entry it comes too late."""
        answered = self.reader.answered_by(event)
        clock = self.reader.book.clock
        if not awaiting and not (clock is not None and clock.open):
            self.reader.answers_something(event, line)
        if answered in self.told and self.told[answered] != index:
            self.reader._error("story", f"`{answered}` is over when this happens", line,
                               "put this line below it, two spaces further in")  # fmt: skip
