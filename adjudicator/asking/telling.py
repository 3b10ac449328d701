"""From what somebody tells to the text of a scenario.

Each piece of the telling is turned into lines that the scenario reader can read, in the nearest wording that it can;
what had to be taken for granted on the way is noted. What cannot be read is reported in the person's own words.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from adjudicator.asking.asked import opens_question, questions
from adjudicator.asking.wordings import cards_of, is_printed, plain, wordings
from adjudicator.language.chart import Chart
from adjudicator.language.diagnostics import Diagnostic, Messages, SentenceError
from adjudicator.language.introducing import introduces
from adjudicator.language.layout import Line, parse_layout
from adjudicator.language.loading import Loaded
from adjudicator.language.near_phrases import completed, fixed_words_of
from adjudicator.language.reading import read_sentence, read_term, sentence_of, term_of
from adjudicator.language.scenarios import ScenarioReader
from adjudicator.language.scope import Scope
from adjudicator.language.stories import is_heading
from adjudicator.language.words import STRUCTURE_WORDS, opens_name, tokens_of
from adjudicator.model.expressions import And, Apply, Compare, Literal, Not, Occurs
from adjudicator.model.places import Place
from adjudicator.model.situation import Scenario

WHERE = "what was asked"
"""The file that messages about a telling name."""

_ENDS = re.compile(r"[;\n]+|(?<=[?!])\s+|(?<=[^.\d\s])\.(?:\s+(?=[A-Z])|\s*$)")
_JOINTS = re.compile(r",? (?:and then|and|but|then) |, ")
_LEAD = re.compile(r"^(?:(?:and|then|and then|now|so|but|first|next|afterwards|say|suppose|if|when)\b,? )+", re.IGNORECASE)
_HEADS = ("unknown:", "proposed:", "with option ", "reading ", "suppose ", "uses ", "ask ")


@dataclass(frozen=True)
class Told:
    """What was understood of a telling: the text of a scenario, what was taken for granted, and what was not understood."""

    scenario: str
    taken: tuple[str, ...] = ()
    faults: tuple[Diagnostic, ...] = ()


@dataclass
class Teller:
    """Understands one telling, piece by piece; `reader` knows what is on the table so far."""

    loaded: Loaded
    title: str = ""
    uses: str = ""
    taken: dict[str, None] = field(default_factory=dict)
    faults: list[Diagnostic] = field(default_factory=list)
    people: list[str] = field(default_factory=list)
    things: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    lines: list[tuple[int, str]] = field(default_factory=list)
    asks: list[str] = field(default_factory=list)
    _events: list[tuple[str, str, int]] = field(default_factory=list)
    """The events told so far in a chain of answers: each with who does it and how deep its line stands."""
    _story: bool = False
    _subject: str = ""

    def __post_init__(self) -> None:
        self.reader = ScenarioReader(self.loaded.book, self.loaded.phrasebook, Messages())
        self.cards = dict(cards_of(self.loaded.book))
        self.kind = self.loaded.book.clock.seats if self.loaded.book.clock else ""

    # ---- the whole ----

    def tell(self, text: str) -> None:
        """Understand a telling of several pieces, each a sentence or a question."""
        for piece in pieces(text):
            self.piece(piece)

    def piece(self, said: str) -> bool:
        """Understand one piece; False where it cannot be (which is noted)."""
        text = _LEAD.sub("", said.strip()).strip().removesuffix(".").removesuffix("!").strip()
        if not text:
            return True
        if text.endswith("?") or opens_question(text):
            return self._question(text)
        if text.startswith(_HEADS):
            return self._head(text)
        if self._introduction(text):
            return True
        self._people_of(text)
        if self._heading(text) or self._statement(text):
            return True
        if self._is_term(text) and self._question(text):
            return True
        return self._not_understood(text)

    def told(self) -> Told:
        """The scenario that was understood, and all that is to be said of it."""
        return Told(self.text(), tuple(self.taken), tuple(self.faults))

    def text(self) -> str:
        """The scenario as the reader of scenarios reads it."""
        parts = [f"scenario {self.title or 'A debate'}", f"  uses {self.uses or self.loaded.book.name}"]
        parts += [*(f"  {head}" for head in self.heads), ""]
        if self.people:
            kind = self.loaded.book.kinds[self.kind]
            parts.append(f"  {kind.plural if len(self.people) > 1 and kind.plural else kind.name} {', '.join(self.people)}")
        parts += [f"  {thing}" for thing in self.things]
        parts += [f"{'  ' * (depth + 1)}{line}" for depth, line in self.lines]
        parts += [""] * bool(self.asks) + [f"  ask {ask}" for ask in self.asks]
        return "\n".join(parts) + "\n"

    # ---- who and what there is ----

    def _people_of(self, text: str) -> None:
        """Everybody with a name that nothing has yet comes to the table, as one of those who take turns."""
        for name in self._new_names(text):
            if self.kind:
                self.seat(name)

    def seat(self, name: str) -> None:
        """Somebody who takes turns comes to the table."""
        self.reader.put(name, self.kind, self._line(name))
        self.people.append(name)
        self.cards[tuple(token.text.casefold() for token in tokens_of(name))] = name

    def _new_names(self, text: str) -> Iterator[str]:
        tokens, fixed = tokens_of(text), fixed_words_of(self.loaded.phrasebook)
        known = {token for name in (*self.reader.things, *self.loaded.book.kinds) for token in name.split()}
        called = re.search(r"\bcalled (.+)$", text)
        for i, token in enumerate(tokens):
            word = token.text.removesuffix("'s")
            lower = word.lower()
            if not opens_name(word) or word in known or is_printed(word) and len(word) > 1 or called and token.start >= called.start(1):
                continue
            if i == 0 and (lower in fixed or lower in STRUCTURE_WORDS or lower in ("nobody", "nothing", "it", "there")):
                continue
            if any(lower in name for name in self.cards) or word in fixed and i:
                continue
            known.add(word)
            yield word

    def _introduction(self, text: str) -> bool:
        """`a troll called Rex`, `Rex is a troll`: things put on the table in the words of scenarios."""
        for wording in (text, text[:1].lower() + text[1:]):
            trial = self._trial()
            if introduces(trial, self._line(wording)) and not trial.messages.errors:
                introduces(self.reader, self._line(wording))
                self.things.append(wording)
                return True
        return False

    def _heading(self, text: str) -> bool:
        line = self._line(text)
        if not is_heading(line) or not self._story and self.lines and any(depth for depth, _ in self.lines):
            return False
        self._story = True
        self.lines.append((0, text))
        self._events.clear()
        return True

    def _head(self, text: str) -> bool:
        if text.startswith("ask "):
            return self._question(text[len("ask ") :])
        if text.startswith(("unknown:", "proposed:")):
            word, _, rest = text.partition(":")
            self._people_of(rest)
            found = next((one for one in wordings(rest.strip(), self.cards) if self._is_sentence(one) or self._is_term(one)), "")
            if not found:
                return self._not_understood(rest.strip())
            self.things.append(f"{word}: {found}")
            return True
        self.heads.append(text)
        return True

    # ---- what is so, and what happens ----

    def _statement(self, text: str) -> bool:
        """A fact or an event, or several joined by `and`."""
        found = self._understood(text)
        if found is None:
            joined = self._joined(text)
            for part in joined:
                self._say(part)
            return bool(joined)
        self._say(found)
        return True

    def _understood(self, text: str) -> str | None:
        """The nearest wording that the reader takes as a fact or an event."""
        for wording in self._with_pronouns(text):
            for one in wordings(wording, self.cards):
                sentence = self._sentence(one.split(", ")[0])
                several = isinstance(sentence, And) and any(isinstance(part, Occurs) for part in sentence.parts)
                if sentence is not None and not several and self._taken_by_reader(one):
                    return one
        return None

    def _with_pronouns(self, text: str) -> list[str]:
        """The text, and with `he` and `him` as the one who was spoken of last."""
        if not self._subject or not re.search(r"\b(?:he|she|him|her|they|it)\b", text, re.IGNORECASE):
            return [text]
        return [text, re.sub(r"\b(?:he|she|him|her|they|it)\b", self._subject, text, flags=re.IGNORECASE)]

    def _joined(self, text: str) -> list[str]:
        """`Ann casts FIREBALL at Bob and Bob answers with ABSORB`, `Bob carries a SOULSTONE and a BLOODSTONE`: the parts as sentences."""
        for joint in _JOINTS.finditer(text):
            first = self._understood(text[: joint.start()])
            if first is None:
                continue
            kept = self._state()
            self._say(first, quiet=True)
            rest = text[joint.end() :]
            words = first.split(" ")
            carried = [rest, *(" ".join((*words[:k], rest)) for k in range(len(words) - 1, 0, -1))]
            found = next((parts for one in carried if (parts := self._alone_or_joined(one))), [])
            self._back_to(kept)
            if found:
                return [first, *found]
        return []

    def _alone_or_joined(self, text: str) -> list[str]:
        found = self._understood(text)
        return [found] if found is not None else self._joined(text) if _JOINTS.search(text) else []

    def _say(self, text: str, quiet: bool = False) -> None:
        """Put a line that the reader takes into the scenario; an answer goes below what it answers."""
        before = set(self.reader.things)
        answered, depth = self._answered(text)
        self.reader._statement(self._line(text), True, answered)
        events = [name for name in self.reader.things if name not in before and self.reader.things[name].is_event]
        self._subject = self._agent(text) or self._subject
        if events:
            if not depth:
                self._events = []
            self._events = [*(one for one in self._events if one[2] < depth), (events[0], self._agent(text), depth)]
        if not quiet:
            self.lines.append((depth + self._story, text))

    def _answered(self, text: str) -> tuple[str | None, int]:
        """The event that a line answers without saying so, and how deep the line stands below it."""
        sentence = self._sentence(text.split(", ")[0])
        if not isinstance(sentence, Occurs) or not self._events:
            return None, 0
        declared = self.loaded.book.events[sentence.event]
        if not declared.answers or declared.answers in dict(sentence.roles):
            return None, 0
        others = [one for one in self._events if one[1] != self._agent(text)] or self._events
        event, _, depth = others[-1]
        return event, depth + 1

    def _agent(self, text: str) -> str:
        return self.reader._subject(text)

    # ---- questions ----

    def _question(self, text: str) -> bool:
        said = text.strip().rstrip("?").strip()
        self._people_of(_without_opener(said))
        for wording in self._with_pronouns(said):
            for one in questions(self.loaded.book, wording):
                for ask in wordings(one, self.cards):
                    if self._asks(ask):
                        self._ask(ask)
                        return True
        for one in self._complete(said):
            self._ask(one)
            return True
        return self._not_understood(said, question=True)

    def _complete(self, said: str) -> Iterator[str]:
        """Questions that leave a place out which only one thing can fill: `is SOULSTONE destroyed`, where one thing happens."""
        for one in questions(self.loaded.book, said):
            for ask in wordings(one, self.cards):
                what = "sentence" if ask.startswith("whether ") else "value"
                found = completed(self._chart(ask.removeprefix("whether ")), what)
                if len(found) == 1 and self._asks(whole := ("whether " if what == "sentence" else "") + found[0]):
                    self.taken[f"`{said}` is asked as `{whole}`"] = None
                    yield whole

    def _asks(self, ask: str) -> bool:
        if ask.startswith("whether "):
            return self._is_sentence(ask.removeprefix("whether "))
        return self._is_term(ask)

    def _ask(self, ask: str) -> None:
        later = f"{ask} afterwards"
        if not self._story and self._events and self._changes(ask) and self._asks(later):
            self.taken[f"`{ask}` is asked of the time when all of this is over"] = None
            ask = later
        self.asks.append(ask)

    def _changes(self, ask: str) -> bool:
        """Whether a question is about a state that events change."""
        expr = self._sentence(ask.removeprefix("whether ")) if ask.startswith("whether ") else self._term(ask)
        inner = expr.body if isinstance(expr, Not) else expr.left if isinstance(expr, Compare) else expr
        return isinstance(inner, Apply) and f"after:{inner.property}" in self.loaded.book.clauses_about

    # ---- the reader of scenarios ----

    def _is_sentence(self, text: str) -> bool:
        return self._sentence(text) is not None

    def _is_term(self, text: str) -> bool:
        term = self._term(text)
        return term is not None and not isinstance(term, Literal)

    def _term(self, text: str):
        return term_of(text, self.loaded.phrasebook, self.reader.scope)

    def _sentence(self, text: str):
        return sentence_of(text, self.loaded.phrasebook, self.reader.scope)

    def _chart(self, text: str) -> Chart:
        """A text about what is on the table, answers to events left out."""
        answers = {event for event, _, depth in self._events if depth}
        things = {name: kinds for name, kinds in self.reader.scope.things.items() if name not in answers}
        return Chart(text, self.loaded.phrasebook, Scope({}, things, True))

    def _taken_by_reader(self, text: str) -> bool:
        """Whether the reader of scenarios takes a line without a message."""
        trial = self._trial()
        trial._statement(self._line(text), True, self._answered(text)[0])
        return not trial.messages.errors

    def _trial(self) -> ScenarioReader:
        trial = ScenarioReader(self.loaded.book, self.loaded.phrasebook, Messages())
        trial.things, trial.facts = copy.deepcopy(self.reader.things), dict(self.reader.facts)
        return trial

    def _state(self) -> tuple:
        return copy.deepcopy(self.reader.things), dict(self.reader.facts), list(self._events), self._subject

    def _back_to(self, state: tuple) -> None:
        self.reader.things, self.reader.facts, self._events, self._subject = state

    def _line(self, text: str) -> Line:
        return Line("statement", text, Place(WHERE, 1, 1, max(1, len(text))), raw=text)

    # ---- what is not understood ----

    def _not_understood(self, text: str, question: bool = False) -> bool:
        """Note what the reader says of the nearest wording, with the line as it was said."""
        wording = plain(text, self.cards)
        messages = Messages({WHERE: [wording]})
        if question:
            forms = [form for form in questions(self.loaded.book, wording) if form.startswith("whether ")]
            turned = forms[0] if forms and not wording.startswith(("the ", "who ", "which ", "how ")) else wording
            wording = turned.removeprefix("whether ")
            messages.sources[WHERE] = [wording]
        trial = self._trial()
        trial.messages = messages
        try:
            if question and not turned.startswith("whether "):
                read_term(wording, self.loaded.phrasebook, trial.scope)
            else:
                read_sentence(wording, self.loaded.phrasebook, trial.scope)
                trial._statement(self._line(wording), True)
        except SentenceError as error:
            messages.add(error.code, error.message, Place(WHERE, 1, error.start + 1, max(1, error.width)), error.help)
        if not messages.found:
            messages.add("phrase", "this is not understood here", Place(WHERE, 1, 1, max(1, len(wording))))
        self.faults += messages.found
        return False


def scenario_of(loaded: Loaded, told: Told, file: str, messages: Messages) -> Scenario | None:
    """The scenario, read from its text as every other; what the reader has to say of it goes into `messages`."""
    messages.sources[file] = told.scenario.split("\n")
    blocks = parse_layout(told.scenario, file, messages)
    return ScenarioReader(loaded.book, loaded.phrasebook, messages).read(blocks[0]) if blocks else None


def pieces(text: str) -> list[str]:
    """The sentences and questions of a telling."""
    return [piece.strip() for piece in _ENDS.split(text) if piece and piece.strip()]


def _without_opener(text: str) -> str:
    """A question without the word that opens it, so that it is not taken for a name."""
    first, _, rest = text.partition(" ")
    return rest if opens_question(first) else text


def tell(loaded: Loaded, text: str, uses: str = "") -> Told:
    """What a telling says, as a scenario of the book, which it `uses` by its name or folder."""
    teller = Teller(loaded, _title(text), uses)
    teller.tell(text)
    if teller.people and teller.kind:
        kind = loaded.book.kinds[teller.kind]
        are = f"is a {kind.name}" if len(teller.people) == 1 else f"are {kind.plural}"
        teller.taken = {f"{_and(teller.people)} {are}, seated in this order": None, **teller.taken}
    return teller.told()


def _title(text: str) -> str:
    """The beginning of the telling, as a title."""
    line = " ".join(text.split()).replace("--", "-").strip()
    return line if len(line) <= 90 else line[:87].rsplit(" ", 1)[0] + " ..."


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
