"""Scenarios: the things on the table, what is said of them, and the questions."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from fractions import Fraction
from itertools import combinations, dropwhile, islice

from adjudicator.language.asked_where import asks_of
from adjudicator.language.chart import Chart
from adjudicator.language.choices import chosen
from adjudicator.language.declarations import ids_of
from adjudicator.language.diagnostics import Messages, SentenceError
from adjudicator.language.draft import report_sentence
from adjudicator.language.faults import NO_NAME
from adjudicator.language.introducing import introduces, meant_kind, says_besides
from adjudicator.language.layout import Line
from adjudicator.language.questions import read_question
from adjudicator.language.reading import read_sentence, read_term
from adjudicator.language.rewordings import in_one_breath, tells_nothing, there_is, without_idle
from adjudicator.language.scope import KindsOf, Phrasebook, Scope, Things
from adjudicator.language.sentences import chart_of
from adjudicator.language.stories import StoryReader, is_heading
from adjudicator.language.words import ORDINALS, as_counts, as_named, in_words, with_article
from adjudicator.model.defined import fact_of, facts_meant, node_of
from adjudicator.model.expressions import (
    And,
    Apply,
    Compare,
    Literal,
    Not,
    Occurs,
    OptionOn,
    Quantified,
    Sentence,
    Term,
    conjoin,
    walk,
)
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Scenario, Situation, Thing
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass

_INDEFINITE = re.compile(r"\b[Aa]n? (?P<words>[a-z][\w'-]*(?: [a-z][\w'-]*)*)")
_WHOSE = re.compile(
    r"(?<!\S)(?:(?:(?:his|her|its|their)|(?P<who>[A-Z][\w-]*)'s) (?P<words>[a-z][\w'-]*(?: [a-z][\w'-]*)*)"
    r"|the (?P<what>[a-z]+(?: [a-z]+)?) of (?P<whose>[A-Z][\w-]*))"
)
_OWNED = re.compile(r"(?<!\S)(?P<who>[A-Z][\w-]*)'s (?P<words>[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)")
_AT_THE_LINE = re.compile(
    r" (?:(?:at|on|onto|to) the (?:line |border |edge )?)?between (?P<one>[^\s,]+) and (?P<other>[^\s,]+)(?=$|,| with )"
    r"| (?:at|on|along|to) the (?P<side>north|east|south|west)(?:ern)? (?:side|edge|border) of (?P<space>[^\s,]+)(?=$|,| with )"
)
"""Where on a map a line of it is meant."""
_NAMES = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
_SEVERAL = re.compile(rf"(?P<names>{_NAMES}(?:, {_NAMES})+,? and {_NAMES}) (?P<so>[a-z][^,]*)")
_HIMSELF = re.compile(r"(?<!\S)(?:himself|herself|itself|themselves)(?!\S)")
_NAMING = re.compile(r",? (?:and names|naming|and asks for|asking for) (?=[A-Z]|the )")


@dataclass
class ScenarioReader:
    """Reads one scenario block against a rulebook."""

    book: Rulebook
    phrasebook: Phrasebook
    messages: Messages
    things: Things = field(default_factory=Things)
    facts: dict[Node, Fact] = field(default_factory=dict)
    told: dict[Node, Value] = field(default_factory=dict)
    """What is told, at any time of a story."""
    turns: dict[str, tuple[Ref, int]] = field(default_factory=dict)
    """The turns that have names: whose each is, and which of them it is."""
    trying: bool = False
    """Whether lines are only tried: messages then say that a line is not understood, and not why."""
    whole: bool = True
    """Whether it is written to its end, so that all its things are known, and nothing but this reader makes out what is meant."""
    _answered: str | None = None
    _considered: str | None = None
    """The event that the line now read proposes; facts may follow it."""

    def __post_init__(self) -> None:
        for name, kinds in self.book.constants.items():
            self.things[name] = Thing(name, kinds)

    @property
    def scope(self) -> Scope:
        """What names mean in this scenario as read so far."""
        return Scope({}, KindsOf(self.things), True, self.things.by_words, self.trying, self._answered is not None, self.whole)

    def read(self, block: Line) -> Scenario:
        """The whole block as a Scenario."""
        whole, (block, asks) = block, asks_of(block)
        statements = [line for line in block.lines if line.form == "statement"]
        self.messages.brought, self.messages.missed = dict(_brought(statements)), set()
        told = any(is_heading(line) for line in statements)
        said = {
            id(line): rest for line in statements if (rest := line if told and is_heading(line) else self.left_to_say(line)) is not None
        }
        told_of = {*said}
        board = None
        if block.all("drawing") or block.all("drawing_file"):
            from adjudicator.language.placing import drawn_board

            board = drawn_board(self, whole)  # a line that is only asked about is drawn, too
        for below in (below for line in statements if id(line) not in told_of for below in line.lines):
            self._error("layout", "this line stands below a line that takes none", below,
                        "move it to the left, level with the line above")  # fmt: skip
        told_of |= {id(line) for line in _from_heading(block.lines) if line.form == "proposed"}
        lines = [said.get(id(line), line) for line in block.lines if id(line) in told_of]
        teller = StoryReader(self) if told else None
        story = teller.read(lines) if teller else None
        for line in block.lines:
            if line.form == "statement" and id(line) in told_of and not told:
                self._at_this_moment(said[id(line)], None)
            elif line.form == "proposed" and id(line) not in told_of:
                self._statement(line)
            elif line.form == "unknown":
                self._unknown(line)
        if not told:
            self._answers_in(block)
        questions = (read_question(self, ask.line, story, ask.moment(teller)) for ask in asks)
        asked = tuple(question for question in questions if question is not None)
        words = block.one("story")
        table = Situation(dict(self.things), self.facts, story=story, board=board)
        situation = chosen(self.book, table, block, self._error)
        return Scenario(block.text.strip('"'), self.book.name, situation, asked,
                        tuple(i for line in block.all("origin") for i in ids_of(line)), block.place.file,
                        words.text if words else "")  # fmt: skip

    def left_to_say(self, line: Line) -> Line | None:
        """What a line says, once what it puts on the table is there; None where it says nothing more."""
        besides = says_besides(self, line)
        return besides if besides is not None or introduces(self, line) else line

    def _at_this_moment(self, line: Line, answered: str | None) -> None:
        """A line of a scenario that is one moment, with the lines below it that answer it."""
        event = self._statement(line, answered)
        for response in line.lines:
            answer = self._answer(response, event)
            if event is None or answer is None:
                self._no_answer(response if answer is None else line, response)

    def _answers_in(self, block: Line) -> None:
        """Of a scenario of one moment, too, what answers an event says which: level with it, it would answer none, and do nothing."""
        answering = {node[1][0] for node in self.facts if node[0] == "answers"}
        lines = {line.place.line: line for line in block.lines}
        for name, thing in self.things.items():
            if thing.is_event and thing.happens and thing.place.line in lines and Ref(name) not in answering:
                self.answers_something(name, lines[thing.place.line])

    def answers_something(self, event: str, line: Line) -> None:
        """Report an event that answers one, and does not say which."""
        role = self.book.role_answered(self.things[event].kinds)
        if role and not self.answered_by(event):
            self._error("story", f"this answers an event, and does not say which: its `{role}` is left empty", line,
                        "put it below the event it answers, two spaces further in")  # fmt: skip

    def _answer(self, line: Line, answered: str | None) -> str | None:
        """A line below an event (and those below it): the event that answers it, if the line is one."""
        before = len(self.things)
        self._at_this_moment(line, answered)
        new = list(islice(reversed(self.things), len(self.things) - before))[::-1]
        answers = [name for name in new if self.things[name].is_event]
        if answers and answered is not None:
            node = ("answers", (Ref(answers[0]), Ref(answered)))
            self.facts[node] = Fact(node, True, False, line.text, line.place)
        return answers[0] if answers else None

    def answered_by(self, event: str) -> str:
        """The event that fills the role which an event of this kind answers; empty if none does."""
        thing = self.things[event]
        role = self.book.role_answered(thing.kinds)
        filler = dict(thing.roles).get(role)
        return filler.name if isinstance(filler, Ref) else ""

    def _no_event(self, line: Line) -> None:
        """A line that should tell an event, and does not."""
        if not tells_nothing(line.text) and not any(e.place.line == line.place.line for e in self.messages.errors):
            self._error("fact", f"`{line.text}` is no event, so it cannot happen here", line, "tell an event, by one of its phrases")

    def _no_answer(self, wrong: Line, response: Line) -> None:
        """A line that stands below another answers it; both must be events."""
        if not tells_nothing(wrong.text) and not any(e.place.line in (wrong.place.line, response.place.line) for e in self.messages.errors):
            self._error("fact", f"`{wrong.text}` is no event, so nothing can be answered here", response,
                        "move it to the left, level with the line above")  # fmt: skip

    # ---- things ----

    def put(self, name: str, kind: str, line: Line) -> None:
        """A new thing of a kind on the table."""
        if not name:
            self._error("name", "a name is missing here", line)
        elif self._of_the_book(name, kind):
            return  # it is on every table already
        elif (card := self._printed(name, kind)) and (name not in self.things or self.things[name].kinds == (name,)):
            self.things[name] = Thing(name, card, place=line.place)  # the printed card, not another thing of its name
        elif name in self.things:
            first = self.things[name].place
            self._error("twice", f"`{name}` is on the table twice", line, "give the second one another name"
                        + (f"; the first is in line {first.line}" if first.file == line.place.file else ""))  # fmt: skip
        else:
            self.things[name] = Thing(name, (kind,), place=line.place)

    def _of_the_book(self, name: str, kind: str) -> bool:
        """Whether this is a thing that the book puts on every table, and of that kind: to say so once more is no other thing."""
        thing = self.things.get(name)
        return thing is not None and self.book.constants.get(name) == thing.kinds and any(self.book.is_a(own, kind) for own in thing.kinds)

    def _printed(self, name: str, kind: str) -> tuple[str, ...]:
        """The kinds of the printed card that this is, told with a kind that it is of or may be of; none if it is no such card."""
        card = self.book.cards.get(name)
        if card is None:
            return ()
        if self.book.is_a(name, kind):
            return (name,)
        return (name, kind) if any(self.book.is_a(kind, own) for own in self.book.kinds[name].parents) else ()

    def _appear(self, expr: Term | Sentence, line: Line) -> None:
        """Printed cards come to the table when they are first named."""
        for node in walk(expr):
            if isinstance(node, Literal) and isinstance(node.value, Ref) and node.value.name not in self.things:
                name = node.value.name
                self.things[name] = Thing(name, (name,), place=line.place)

    # ---- statements ----

    def _statement(self, line: Line, answered: str | None = None) -> str | None:
        """Facts and events (in answer to another, "" to one that is only awaited); a subject carries on after a comma, and a verb, too,
        where a name stands alone."""
        happens = line.form != "proposed"
        line = self._with_what_it_names(line)
        if (each := self._of_each_two(line)) and happens:
            for two in each:
                self._statement(two, answered)
            return None
        self._answered, self._considered = answered, None
        event, called, subject, stem, shift = None, None, "", "", 0
        faults = len(self.messages.errors)
        who, colon, _ = line.text.partition(": ")
        sheet = bool(colon) and self._is_name(who)
        if sheet:
            subject, shift = who, len(who) + 2
        for part in _comma_parts(line.text[shift:], (*self.book.cards, *self.book.constants)):
            text = part.strip()
            if text.startswith("called "):
                called = text[len("called ") :].removeprefix("the ")
                if event:
                    self._rename(event, called, line)
                    event = called
                else:
                    self.messages.missed.add(called)
                if not event and len(self.messages.errors) == faults:
                    self._error("fact", f"there is no event here that could be called `{called}`", line,
                                "only events are named in this way")  # fmt: skip
                shift += len(part) + 1
                continue
            text = self._its_own(event, text)
            names = [next(self._as_printed(name), name) for name in text.split(" and ")] if stem else []
            listed = bool(stem) and all(map(self._is_name, names))
            text = " and ".join(names) if listed else text
            before = stem if listed else subject
            made = self._say(text, before, line, shift + len(part) - len(part.lstrip()), happens, sheet and not listed)
            event = self._considered = made or event
            subject = subject or self._subject(text)
            if not listed:
                stem = "" if event else self._stem(f"{subject} {text}" if before else text)
            shift += len(part) + 1
        self._answered = None
        return event

    def _of_each_two(self, line: Line) -> list[Line]:
        """`Ann, Bob and Cid are in the same room` as what each two of them are; empty where a line says nothing of three or more."""
        several = _SEVERAL.fullmatch(line.text)
        names = [name.strip() for name in re.split(r", | and ", several["names"]) if name] if several is not None else []
        if several is None or not all(name in self.things or name in self.book.cards for name in names):
            return []
        return [replace(line, text=(text := f"{one} and {other} {several['so']}"), raw=text) for one, other in combinations(names, 2)]

    def _with_what_it_names(self, line: Line) -> Line:
        """`hits Bob, naming PIPPIN`, `hits Bob and names PIPPIN` as the deed `hits Bob naming PIPPIN`, where a book has such deeds."""
        if "naming" not in self.phrasebook.fixed_words:
            return line
        text = _NAMING.sub(" naming ", line.text)
        return line if text == line.text else replace(line, text=text, raw=text)

    def _say(self, text: str, subject: str, line: Line, shift: int, happens: bool, sheet: bool = False) -> str | None:
        """Note what a text says, of a subject that was named before it (on a `sheet`, `Bob: 9 life, blind`, without its verb)."""
        ways = ("", "has ", "is ") if sheet else ("",)
        attempts = [*(f"{subject} {way}{text}" for way in ways), text] if subject else [text]
        if shift and line.text[:6].lower() == "it is ":
            attempts.append(f"it is {text}")
        if shift and self._considered is not None and _IT.search(text):  # of the event of this line
            attempts.append(_IT.sub(as_named(self._considered), _ITS.sub(r"the \g<what> of it", text)))
        for attempt in attempts:
            sentence = self._meaning(attempt)
            if not _is_plain(sentence) and not self.trying:  # nothing that has a name: it may be a count
                named = (self._meaning(said) for said in self._other_words(attempt))
                found = next((one for one in named if _is_plain(one)), None)
                if found is None and self.whole:
                    found = (self._together(attempt) if sentence is None else None) or self._of_something_new(attempt, line)
                sentence = sentence if found is None else found
            if sentence is None:
                continue
            self._appear(sentence, line)
            return self._record(sentence, attempt, line, happens)
        if tells_nothing(text):
            return None
        wanting = attempts[2] if sheet and self._meaning(attempts[2]) is None else attempts[0]
        error = self._why_not(wanting)
        back = len(wanting) - len(text) if subject else 0
        error.width = max(1, error.width - max(0, back - error.start))
        error.start = max(0, error.start - back)
        if subject and difflib.SequenceMatcher(None, text.split(" ")[0], "called").ratio() >= 0.75:
            error.help = "did you mean `called`?"
        if subject:
            self.messages.add(error.code, error.message, line.at(shift + error.start, error.width), error.help)
        else:
            report_sentence(self.messages, error, line, shift)
        return None

    def _meaning(self, text: str) -> Sentence | None:
        """What a text says here; None where it has no meaning, or several."""
        try:
            return read_sentence(text, self.phrasebook, replace(self.scope, trying=True))
        except SentenceError:
            return None

    def _other_words(self, text: str) -> Iterator[str]:
        """A text in other words for the same: a count, a card as it is printed, the event that it takes part in; and without idle words."""
        for said in dict.fromkeys((text, *without_idle(text))):
            yield from (said,) if said != text else ()
            yield from as_counts(said)
            yield from self._as_printed(said)
            yield from self.by_its_card(said)
            yield from self._at_the_line(said)
            yield from self._by_what_is_told(said)
            yield from self._without_owner(said)
            yield from self._the_only_one_of(said)
            yield from self._on_himself(said)

    def _by_what_is_told(self, text: str) -> Iterator[str]:
        """`walks to Ann's gate`, `to her gate`, with the thing that is told to be it."""
        for _, node, plain in self._belongings(text) if self.whole else ():
            if isinstance(known := self.told.get(node), Ref):
                yield plain.format(as_named(known.name))

    def _without_owner(self, text: str) -> Iterator[str]:
        """`hits PIPPIN` for `hits Ann's PIPPIN`, where that name is one thing's, and Ann somebody's: the name alone says which."""
        for one in _OWNED.finditer(text):
            if one["who"] in self.things and any(f"{one['words']} ".startswith(f"{name} ") for name in (*self.things, *self.book.cards)):
                yield f"{text[: one.start()]}{text[one.start('words') :]}"

    def _on_himself(self, text: str) -> Iterator[str]:
        """`hides PIPPIN behind Ann` for `Ann hides PIPPIN behind herself`."""
        who = self._subject(text)
        if who:
            yield from (plain for plain in (_HIMSELF.sub(who, text),) if plain != text)

    def _the_only_one_of(self, text: str) -> Iterator[str]:
        """`lifts CUP` for `lifts Ann's chest`, where CUP is the only chest that is told to be hers."""
        for one in _WHOSE.finditer(text) if self.whole else ():
            who, words = one["who"] or one["whose"], (one["words"] or one["what"]).split()
            for end in range(len(words) if who else 0, 0, -1):
                kind = meant_kind(self, " ".join(words[:end]))
                if kind not in self.book.kinds:
                    continue
                known = [name for name, thing in self.things.items() if any(self.book.is_a(one, kind) for one in thing.kinds)]
                owners = ((name, self._node_of(f"the owner of {name}")) for name in known)
                hers = [name for name, node in owners if node is not None and self.told.get(node) == Ref(who)]
                if len(hers) == 1:
                    yield f"{text[: one.start()]}{as_named(hers[0])}{''.join(f' {word}' for word in words[end:])}{text[one.end() :]}"
                break

    def _belongings(self, text: str) -> Iterator[tuple[str, Node, str]]:
        """What a text speaks of as somebody's (`her gate`): its kind, the instance of a property that it is, and the text around it."""
        for one in _WHOSE.finditer(text):
            who, words = one["who"] or one["whose"] or self._subject(text), (one["words"] or one["what"]).split()
            for end in range(len(words), 0, -1):
                kind = meant_kind(self, " ".join(words[:end]))
                node = self._node_of(f"the {kind} of {who}") if kind in self.book.kinds and who else None
                if node is not None:
                    rest = "".join(f" {word}" for word in words[end:])
                    around = (text[: one.start()], f"{rest}{text[one.end() :]}")
                    yield kind, node, "{}".join(part.replace("{", "{{").replace("}", "}}") for part in around)
                    break

    def _node_of(self, text: str) -> Node | None:
        """The instance of a property of things that lasts, which a text names."""
        try:
            term, kind = read_term(text, self.phrasebook, replace(self.scope, trying=True))
        except SentenceError:
            return None
        node = node_of(term) if isinstance(term, Apply) and kind.base == "thing" else None
        return node if node is not None and node[0] in self.book.properties and not self.book.properties[node[0]].state else None

    def _at_the_line(self, text: str) -> Iterator[str]:
        """`builds PIPPIN at the fence between A1 and A2` for `builds PIPPIN between A1 and A2`, `at the fence at the east side of A1`
        for `at the east side of A1`, where a map has a thing of that name."""
        geometry = self.book.geometry
        edge = dict(geometry.kinds).get("edges") if geometry is not None else None
        where = _AT_THE_LINE.search(text) if edge else None
        if where is not None:
            begins, ends = text[: where.start()], text[where.end() :]
            yield f"{begins} at the {edge} at the {where['side']} side of {where['space']}{ends}" if where["side"] else (
                f"{begins} at the {edge} between {where['one']} and {where['other']}{ends}")  # fmt: skip

    def by_its_card(self, text: str) -> Iterator[str]:
        """`the blaze hits Bob` for `the PIPPIN hits Bob`, where the blaze is the only event told in which PIPPIN takes part."""
        for card in (card for card in self.book.cards if card in text):
            named = re.compile(rf"(?<!\S)(?:the )?{re.escape(card)}(?!\S)")
            if named.search(text) and (event := self.scope.only_event_with(card)):
                yield f"the {event}".join(named.split(text))

    def _of_something_new(self, text: str, line: Line) -> Sentence | None:
        """What a text says of `a wall`, where there is none on the table yet: by that it comes there, and is *the wall* from then on."""
        for said in (text, *there_is(text)):
            for one in _INDEFINITE.finditer(said):
                words = one["words"].split()
                for end in range(len(words), 0, -1):
                    kind = meant_kind(self, " ".join(words[:end]))
                    if kind in self.book.kinds and self._may_be_new(kind):
                        plain = f"{said[: one.start()]}the {kind}{''.join(f' {word}' for word in words[end:])}{said[one.end() :]}"
                        if (sentence := self._with_one(kind, plain, line)) is not None:
                            return sentence
                        break
        for kind, node, plain in self._belongings(text):
            if node in self.told or not (self._may_be_new(kind) or self._are_all_others(kind, node)):
                continue
            name = kind if self._may_be_new(kind) else f"{kind} of {node[1][0]}"
            if (sentence := self._with_one(kind, plain.format(f"the {name}"), line, name)) is not None:
                self._add_fact(Fact(node, Ref(name), False, line.text, line.place), line)
                return sentence
        return None

    def _are_all_others(self, kind: str, node: Node) -> bool:
        """Whether each thing of a kind is told to be that of somebody else, so that this one is none of them."""
        theirs = {value for (name, _), value in self.told.items() if name == node[0]}
        ours = [Ref(name) for name, thing in self.things.items() if any(self.book.is_a(one, kind) for one in thing.kinds)]
        return bool(ours) and theirs.issuperset(ours)

    def _with_one(self, kind: str, text: str, line: Line, name: str = "") -> Sentence | None:
        """What a text says of *the KIND*, which comes to the table; where it says nothing, or of no one thing, none comes."""
        self.things[name or kind] = Thing(name or kind, (kind,), place=line.place)
        sentence = self._meaning(text)
        if sentence is not None and not isinstance(sentence, Quantified):
            return sentence
        self.things.pop(name or kind)
        return None

    def _may_be_new(self, kind: str) -> bool:
        """Whether `a KIND` can only be one that nobody spoke of yet, or is a card that nobody shows; who takes turns comes by name."""
        book, seats = self.book, self.book.clock.seats if self.book.clock is not None else ""
        shown = [one for thing in self.things.values() for one in thing.kinds if thing.name not in book.cards]
        there = any(book.is_a(one, kind) or book.is_a(kind, one) for one in shown)
        sits = bool(seats) and (book.is_a(kind, seats) or book.is_a(seats, kind))
        return not (there or sits or book.kinds[kind].printed or book.is_a(kind, "event"))

    def _together(self, text: str) -> Sentence | None:
        """What a text says in one breath: states of several, or a state in another form; of events each is a line of its own."""
        for way in in_one_breath(text):
            parts = [self._meaning(part) for part in way]
            states: list[Sentence] = [part for part in parts if part is not None and not isinstance(part, (Occurs, Quantified))]
            if len(states) == len(way):
                return conjoin(states)
            if len(way) == 1 and isinstance(parts[0], Occurs) and self._of_two(parts[0]):
                return parts[0]
        return None

    def _of_two(self, deed: Occurs) -> bool:
        """Whether a deed that two do together (`Ann and Bob make a deal`) is one of somebody with somebody, and not with any thing."""
        declared = self.book.events[deed.event]
        kinds = dict(zip(declared.roles, declared.kinds, strict=True))
        return len(deed.roles) > 1 and "thing" not in (kinds[role] for role, _ in deed.roles)

    def _as_printed(self, text: str) -> Iterator[str]:
        """`throws PIPPIN` for `throws a PIPPIN`, `plays THREE` for `plays a 3` or `a 3 card`, where no copy of that card with a name of
        its own lies on the table."""
        copies = {thing.kinds[0] for name, thing in self.things.items() if thing.kinds and name != thing.kinds[0]}
        plain = re.sub(r"\ban? ([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)", lambda one: one[1 if self._is_printed(one[1]) else 0], text)
        numbered = re.compile(r"\ban? (\d+)(?:(?: [A-Za-z]+)? card)?(?!\S)")
        plain = numbered.sub(lambda one: word if (word := in_words(one[1]).upper()) in self.book.cards else one[0], plain)
        if plain != text and not any(card in plain for card in copies & self.book.cards.keys()):
            yield plain

    def _is_printed(self, words: str) -> bool:
        return any(words == card or words.startswith(f"{card} ") for card in self.book.cards)

    def _why_not(self, text: str) -> SentenceError:
        """Why a text that has no meaning here, or several, cannot be read."""
        try:
            read_sentence(text, self.phrasebook, self.scope)
        except SentenceError as failure:
            return failure
        raise AssertionError(f"`{text}` can be read")

    def _subject(self, text: str) -> str:
        """The thing a statement begins with, as it is written."""
        chart = chart_of(text, self.phrasebook, self.scope)
        for end in range(len(chart.tokens) - 1, 0, -1):
            names = tuple(t.text for t in chart.tokens[:end])
            if names in chart.names or names[1:] in chart.names or names in self.phrasebook.kind_names:
                return chart.span_text(0, end)
        return ""

    def _its_own(self, event: str | None, text: str) -> str:
        """What is said after an event on its own line: `the cast` is there the cast of this line, whatever was cast before."""
        kind = self.things[event].kinds[0] if event else ""
        return re.sub(rf"\bthe {re.escape(kind)}\b", f"the {event}", text) if event and kind != event else text

    def _is_name(self, text: str) -> bool:
        """Whether a part of a line is the name of one thing and nothing more."""
        chart = chart_of(text, self.phrasebook, self.scope)
        return self._names_one(chart, 0)

    def _names_one(self, chart: Chart, start: int) -> bool:
        words = tuple(t.text for t in chart.tokens[start:])
        kind = self.phrasebook.kind_names.get(words)
        return words in chart.names or kind is not None and self.book.kinds[kind[0]].printed

    def _stem(self, text: str) -> str:
        """What stands before the thing with which a statement ends: `Ann carries` of `Ann carries DAGGER`; empty where there is none."""
        chart = chart_of(text, self.phrasebook, self.scope)
        for start in range(1, len(chart.tokens)):
            if self._names_one(chart, start):
                return chart.span_text(0, start)
        return ""

    def _record(self, sentence: Sentence, text: str, line: Line, happens: bool) -> str | None:
        match sentence:
            case Occurs(event, roles):
                return self._event(event, roles, text, line, happens)
            case And(parts):
                for part in parts:
                    self._record(part, text, line, happens)
            case Apply() | Not(Apply()) if happens and (meant := facts_meant(self.book, sentence)):
                for part in meant:
                    self._record(part, text, line, happens)
            case Quantified() if not happens:
                self._no_fact(sentence, line)
            case _ if not happens and self._considered is None:
                self._error("fact", "only an event can be proposed", line, "leave out `proposed:` to say that it is so")
            case _ if (fact := fact_of(sentence)) is not None:
                node, value = fact
                prop = self.book.properties.get(node[0])
                if prop and prop.type.base == "whole" and isinstance(value, Fraction) and value.denominator != 1:
                    self._error("kind", f"`{value}` is not a whole number", line, f"the phrase is `{prop.phrases[0].text}`")
                self._add_fact(Fact(node, value, False, text, line.place), line)
            case _:
                self._no_fact(sentence, line)
        return None

    def _no_fact(self, sentence: Sentence, line: Line) -> None:
        """A sentence of a rule where a fact should stand."""
        match sentence:
            case Quantified("some", kind=kind):
                name = self.book.kinds[kind].name
                help = f"put it on the table first, with a name: `{with_article(name)} called NAME`"
                if self.book.kinds[kind].printed:
                    help = f"leave out the article: `{name}`; or put one on the table with a name: `{with_article(name)} called NAME`"
                elif there := [one for one, thing in self.things.items() if any(self.book.is_a(own, kind) for own in thing.kinds)]:
                    help = f"say which: {', '.join(f'`{one}`' for one in there[:4])}; or {help}"
                self._error("fact", f"{NO_NAME}, not of `{with_article(name)}`", line, help)
            case Not(Compare("=")) | Compare("!="):
                self._error("fact", "a scenario says what is so, not what is not", line, "say the value; or put `unknown:` and the phrase")
            case OptionOn(option):
                self._error(
                    "fact", "whether an optional rule is in use is chosen for the whole scenario", line, f"say `with option {option}`"
                )
            case Not(Occurs()) if self.whole and tells_nothing(line.text):
                pass
            case Not(Occurs()):
                self._error(
                    "fact", "a scenario tells what happens, not what does not", line, "leave the line out: what is not told does not happen"
                )
            case _:
                self._error("fact", "a scenario says one thing of named things at a time", line,
                            "rules with `or`, `every` or conditions belong into clauses")  # fmt: skip

    def _add_fact(self, fact: Fact, line: Line) -> None:
        known = self.facts.get(fact.node)
        if known is not None and (known.value, known.unknown) != (fact.value, fact.unknown):
            self._error("contradiction", f"this contradicts `{known.text}` in line {known.place.line}", line,
                        "a scenario says each thing once")  # fmt: skip
            return
        self.facts[fact.node] = fact
        self.told[fact.node] = fact.value

    def _event(self, event: str, roles: Iterable[tuple[str, Term]], text: str, line: Line, happens: bool) -> str | None:
        values: list[tuple[str, Value]] = []
        for role, term in roles:
            if not isinstance(term, Literal):
                self._error("fact", f"the {role} of an event in a scenario is a named thing", line)
                return None
            values.append((role, term.value))
        declared = self.book.events[event]
        if declared.answers and declared.answers not in dict(values) and self._answered:
            values.append((declared.answers, Ref(self._answered)))
        missing: list[tuple[str, Value]] = [(role, None) for role in declared.roles if role not in dict(values)]
        name = self._event_name(event)
        self.things[name] = Thing(name, (event,), tuple(values + missing), happens, line.place, not declared.roles)
        return name

    def _event_name(self, event: str) -> str:
        """What an event is called as long as nobody names it: after its kind, unless a line gives that name to another."""
        names = (event, *(f"{ordinal} {event}" for ordinal in ORDINALS[1:10]))
        for name in (*names, f"other {event}"):
            if name not in self.things and name not in self.messages.brought:
                return name
        return f"{event} {len(self.things)}"

    def _rename(self, old: str, new: str, line: Line) -> None:
        """The event is called so from here on, and what its line said of it before stays said of it."""
        if new == old:
            return
        if new in self.things:
            self._error("twice", f"`{new}` is on the table twice", line, "give the second one another name")
            return
        thing = self.things.pop(old)
        self.things[new] = replace(thing, name=new)
        for fact in [fact for fact in self.facts.values() if Ref(old) in (*fact.node[1], fact.value)]:
            del self.facts[fact.node]
            node: Node = (fact.node[0], tuple(Ref(new) if arg == Ref(old) else arg for arg in fact.node[1]))
            self.facts[node] = replace(fact, node=node, value=Ref(new) if fact.value == Ref(old) else fact.value)

    def _unknown(self, line: Line) -> None:
        try:
            expr: Term | Sentence = read_sentence(line.text, self.phrasebook, self.scope)
        except SentenceError as as_sentence:
            try:
                expr = read_term(line.text, self.phrasebook, self.scope)[0]
            except SentenceError as as_term:
                vague = as_sentence.code == "phrase" and as_term.code != "phrase"
                report_sentence(self.messages, as_term if vague else as_sentence, line)
                return
        self._appear(expr, line)
        node = node_of(expr) if isinstance(expr, Apply) else None
        if node is None:
            self._error("fact", "only a single property of named things can be unknown", line,
                        "say `unknown:` and one phrase about things on the table")  # fmt: skip
            return
        self._add_fact(Fact(node, None, True, line.text, line.place), line)

    def _error(self, code: str, message: str, line: Line, help: str = "") -> None:
        self.messages.add(code, message, line.naming(message), help)


def _is_plain(sentence: Sentence | None) -> bool:
    """Whether a sentence says something of what has a name: no `a beast`, and no `gate of Ann` in the place of a thing."""
    match sentence:
        case None | Quantified():
            return False
        case Occurs(_, roles):
            return all(isinstance(term, Literal) for _, term in roles)
        case Apply(_, args) | Not(Apply(_, args)):
            return not any(isinstance(arg, Apply) for arg in args)
    return True


def _from_heading(lines: Iterable[Line]) -> list[Line]:
    """The lines of a scenario from its first heading on; none where it tells no story."""
    return list(dropwhile(lambda line: line.form != "statement" or not is_heading(line), lines))


def _brought(lines: Iterable[Line]) -> Iterator[tuple[str, int]]:
    """The names that lines give to events, each with the number of its line."""
    for line in lines:
        for part in line.text.split(", called ")[1:]:
            yield part.split(",")[0].strip().removeprefix("the "), line.place.line
        yield from _brought(line.lines)


_IT = re.compile(r"\b(?:it|its)\b")
_ITS = re.compile(r"\bits (?P<what>[a-z]+)\b")


def _comma_parts(text: str, names: Iterable[str] = ()) -> list[str]:
    """Split at commas outside of brackets, and of names that hold a comma."""
    inside = {m.start() + i for name in names if "," in name
              for m in re.finditer(re.escape(name), text) for i, letter in enumerate(name) if letter == ","}  # fmt: skip
    parts, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0 and i not in inside:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]]
