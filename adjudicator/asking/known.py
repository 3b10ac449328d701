"""What is known of a telling so far: who and what is on the table, what is so, what happened, what is asked.

It is held as a reader of scenarios holds it, so that any text can be read in its light; and all of it can be taken back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import field, replace
from functools import cached_property, lru_cache
from typing import Any

from adjudicator.asking.wordings import cards_of, is_printed
from adjudicator.language.asked import opens_question, turned_round
from adjudicator.language.chart import Chart
from adjudicator.language.diagnostics import Diagnostic, Messages
from adjudicator.language.layout import Line
from adjudicator.language.loading import Loaded
from adjudicator.language.reading import sentence_of, term_of
from adjudicator.language.scenarios import ScenarioReader
from adjudicator.language.scope import KindsOf, Scope, Things
from adjudicator.language.sentences import chart_of
from adjudicator.language.stories import is_heading
from adjudicator.language.words import NUMERALS, STRUCTURE_WORDS, opens_name, tokens_of, with_article
from adjudicator.model.expressions import Literal, Occurs, Permitted, Sentence, Term
from adjudicator.model.places import Place
from adjudicator.model.situation import Fact, Node
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Kind
from adjudicator.records import dataclass

WHERE = "what was asked"
"""The file that messages about a telling name."""
SOME = re.compile(r"\b(?:(?P<article>an?|another|the)|(?P<count>[2-4])) (?=(?P<rest>[a-z].*))")
_ALWAYS_READ = frozenset((
    "x", "which", "many", "sum", "total", "least", "most", "number", "happens", "happen", "happened", "called", "whether", "there",
    "nobody", "nothing", "none", "one", "between", "among", "more", "less", "only", "each", "both", "other",
))  # fmt: skip
"""Words of the language that stand in no phrase of a book."""
NOBODY_S_NAME = ("we", "you", "my", "our", "your", "all", "everybody", "everyone", "somebody", "someone", "anybody", "anyone")
_NO_NAMES = frozenset((
    "nobody", "nothing", "there", "this", "both", "during", "on", "when",
    *NOBODY_S_NAME, "any", "each", "every", "some", "most", "neither", "that", "these", "those", "here", "no", "not", "yes", "but",
    "although", "while", "after", "before", "since", "because", "however", "meanwhile", "suppose", "again", "first", "still", "until",
    "unless", "another", "other", "then", "next", "afterwards", "later", "now", "so", "and", "if", "say", "finally", "also", "instead",
))  # fmt: skip
_PRONOUNS = frozenset(("he", "she", "they", "it", "him", "her", "them", "his", "their", "its"))
"""Never a name, wherever they stand."""
_SMALL = re.compile(r"(?<![\w'-])[a-z]+(?![\w'-])")

Told = list[tuple[str, str, int]]
State = tuple[Things, dict[Node, Fact], Told, str, Told]
"""What is on the table, what is so, the events of the last chain, who was spoken of last, all events told: to go back to."""
Everything = tuple[State, tuple[Any, ...], bool, str, tuple[frozenset[str], ...]]
MOST_READS = 2_500
"""So many wordings of one piece are read before it is given up."""
MOST_SWAPPED = 2
"""So many words of one piece may be read as others: with more of them something else comes to be said."""
UNREADABLE = 0.2
"""So much of a reading is it to find that a wording has a word which nothing on the table and no phrase has."""


class GivenUp(Exception):
    """A piece has more wordings than are read: it counts as not understood."""


@dataclass
class Known:
    """What a telling has brought to the table; `reader` reads texts in its light."""

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
    subject: str = ""
    """Who was spoken of last."""
    row: list[tuple[str, str, int]] = field(default_factory=list)
    """The events told so far: each with its line and how deep that stands."""
    later: frozenset[str] = frozenset()
    """The facts that were told as what came of the events."""
    early: frozenset[str] = frozenset()
    """The facts told in a story of how things stood at its start."""
    together: frozenset[str] = frozenset()
    """The events that were told as happening at the same time."""
    already: frozenset[str] = frozenset()
    """The events that were told as done before: who asks leave for such a deed asks for one more."""
    considered: frozenset[str] = frozenset()
    """The events that were told as done, and asked for leave afterwards: they are only considered."""
    _events: list[tuple[str, str, int]] = field(default_factory=list)
    """The events told so far in a chain of answers: each with who does it and how deep its line stands."""
    _story: bool = False
    _last_event: str = ""
    _against: str = ""
    """The event against which the piece is told as done."""
    _reads: float = MOST_READS
    """How many more wordings of the piece are read: one that has very many ways is given up."""

    def __post_init__(self) -> None:
        self.reader = ScenarioReader(self.loaded.book, self.loaded.phrasebook, Messages(), whole=False)
        self.cards = dict(cards_of(self.loaded.book))
        types = [prop.type for prop in self.loaded.book.properties.values()]
        self.options = frozenset(option for kind in types for option in kind.options)
        self.kind = self.loaded.book.clock.seats if self.loaded.book.clock else ""

    def _says(self, text: str) -> Sentence | None:
        return sentence_of(text, self.loaded.phrasebook, self.reader.scope) if text[:2] != "--" else None

    def _takes_turns(self, name: str) -> bool:
        thing = self.reader.things.get(name)
        return thing is not None and any(self.loaded.book.is_a(kind, self.kind) for kind in thing.kinds)

    def text(self) -> str:
        """The scenario as the reader of scenarios reads it."""
        parts = [f"scenario {self.title or 'A debate'}", f"  uses {self.uses or self.loaded.book.name}"]
        parts += [*(f"  {head}" for head in self.heads), ""]
        if self.people:
            kind = self.loaded.book.kinds[self.kind]
            parts.append(f"  {kind.plural if len(self.people) > 1 and kind.plural else kind.name} {', '.join(self.people)}")
        parts += [f"  {thing}" for thing in self.things]
        first = next((i for i, (depth, line) in enumerate(self.lines) if not depth and is_heading(self.line(line))), 0)
        early = [one for one in self.lines[first:] if one[1] in self.early and not one[0]]
        told = [*self.lines[:first], *early, *(one for one in self.lines[first:] if one not in early)]
        parts += [f"{'  ' * (depth + 1)}{line}" for depth, line in told]
        parts += [""] * bool(self.asks) + [f"  ask {ask}" for ask in self.asks]
        return "\n".join(parts) + "\n"

    def _people_of(self, text: str) -> None:
        """Everybody with a name that nothing has yet comes to the table, as one of those who take turns."""
        for name in self._new_names(text):
            if self.kind:
                self.seat(name)

    def seat_people(self, text: str) -> None:
        """Everybody whom a text names comes to the table, in the order in which they are named."""
        self._people_of(without_opener(text))

    def seat(self, name: str) -> None:
        """Somebody who takes turns comes to the table."""
        self.reader.put(name, self.kind, self.line(name))
        self.people.append(name)
        self.cards[tuple(token.text.casefold() for token in tokens_of(name))] = name

    def _new_names(self, text: str) -> Iterator[str]:
        tokens, fixed = tokens_of(text), self.loaded.phrasebook.fixed_words
        known = {token for name in (*self.reader.things, *self.loaded.book.kinds) for token in name.split()}
        called = re.search(r"\bcalled (.+)$", text)
        for i, token in enumerate(tokens):
            word = token.text.rstrip("?").removesuffix("'s")
            lower = word.lower()
            if not opens_name(word) or word in known or is_printed(word) and len(word) > 1 or called and token.start >= called.start(1):
                continue
            if i == 0 and (lower in fixed or lower in STRUCTURE_WORDS or lower in _NO_NAMES or lower in NUMERALS):
                continue
            if lower in _PRONOUNS or any(lower in name for name in self.cards) or word in fixed and i:
                continue
            if i and tokens[i - 1].text.lower() == "the":  # `the Hall` is nobody
                continue
            known.add(word)
            yield word

    def new_thing(self, kind: Kind) -> str:
        """A thing of a kind comes to the table, called after its kind."""
        names = (kind.name, *(f"{nth} {kind.name}" for nth in ("second", "third", "fourth", "fifth", "sixth", "seventh")))
        name = next((name for name in names if name not in self.reader.things), f"{kind.name} {len(self.things)}")
        self.reader.put(name, kind.name, self.line(name))
        self.things.append(f"{with_article(kind.name)} called the {name}")
        return name

    def cards_not_there(self) -> dict[tuple[str, ...], str]:
        """The printed names by their words, without those by which something else is called on this table: Hamper is no HAMPER."""
        called = {name.casefold() for name in self.reader.things if name not in self.loaded.book.cards}
        return {words: name for words, name in self.cards.items() if " ".join(words) not in called}

    def _kind_at_start(self, text: str, several: bool) -> tuple[Kind | None, str]:
        """The kind that words begin with, the longest, and how it is said there."""
        kinds = [kind for kind in self.loaded.book.kinds.values() if not kind.printed]
        said = [(kind, words) for kind in kinds for words in (kind.plural if several else kind.name, *kind.also[several::2])]
        found = [
            (kind, words) for kind, words in said if words and text.startswith(words) and not text[len(words) : len(words) + 1].isalnum()
        ]
        kind, words = max(found, key=lambda one: len(one[1]), default=(None, ""))
        if kind is not None and text.startswith(f"{words} "):  # `a red hat`, where reds are hats
            above = [(wide, name) for wide, name in said if name and wide.name != kind.name and self.loaded.book.is_a(kind.name, wide.name)]
            wider = [name for _, name in above if re.match(rf"{re.escape(words)} {re.escape(name)}(?![\w-])", text)]
            words = f"{words} {wider[0]}" if wider else words
        return kind, words

    def seat_named(self, text: str) -> str:
        """Whoever and whatever a text names comes to the table, people by name, things by kind; returned is the text about them."""
        self._people_of(without_opener(text))
        said = text
        for match in SOME.finditer(text):
            kind, words = self._kind_at_start(match["rest"], match["count"] is not None)
            if kind is not None and not self.loaded.book.is_a(kind.name, "event"):
                new = kind.name not in self.reader.things or match["article"] == "another"
                said = said.replace(match[0] + words, f"the {self.new_thing(kind) if new else kind.name}")
        return said

    def _answered(self, text: str) -> tuple[str | None, int]:
        """The event that a line answers without saying so, and how deep the line stands below it."""
        sentence = self._sentence(text.split(", ")[0])
        if not isinstance(sentence, Occurs) or not self._events:
            return None, 0
        declared = self.loaded.book.events[sentence.event]
        against = next(((event, depth) for event, _, depth in self.row if event == self._against), None)
        roles = dict(sentence.roles)
        if against is not None and declared.answers not in roles:
            return against[0], against[1] + 1
        if declared.answers in roles:
            named = getattr(roles[declared.answers], "value", None)
            below = next((depth + 1 for event, _, depth in self._events if named == Ref(event)), 0)
            return (None, below) if below else self._answers_the_last(text)
        if not declared.answers:
            return self._answers_the_last(text)
        others = [one for one in self._events if one[1] != self._agent(text)] or self._events
        event, _, depth = others[-1]
        return event, depth + 1

    def _answers_the_last(self, text: str) -> tuple[str | None, int]:
        """The last event, where it is somebody else's and is said of who does this, and this would be an answer below it."""
        agent, (event, other, depth) = self._agent(text), self._events[-1]
        if other == agent or Ref(agent) not in dict(self.reader.things[event].roles).values():
            return None, 0
        below = sentence_of(text.split(", ")[0], self.loaded.phrasebook, replace(self.reader.scope, below=True))
        if isinstance(below, Occurs) and (answers := self.loaded.book.events[below.event].answers) and answers not in dict(below.roles):
            return event, depth + 1
        return None, 0

    def _agent(self, text: str) -> str:
        return self.reader._subject(text)

    def used(self, event: str) -> set[str]:
        """The cards and things that an event told is done with: whatever it is said of that takes no turns."""
        return {
            filler.name for _, filler in self.reader.things[event].roles if isinstance(filler, Ref) and not self._takes_turns(filler.name)
        }

    def answers_with_itself(self, said: Sentence | None) -> bool:
        """Whether a deed, told or asked for leave, answers an event told, or is about one, with the very thing that this is done with."""
        if not isinstance(said, Occurs | Permitted):
            return False
        named = {term.value.name for _, term in said.roles if isinstance(term, Literal) and isinstance(term.value, Ref)}
        answers = self.loaded.book.events[said.event].answers
        return any(named & self.used(event) for event, *_ in self.row if event in named or answers)

    def _hopeless(self, text: str) -> bool:
        """Whether a text holds a small word that no phrase, kind or thing of the book has: then it cannot be read."""
        unknown = {word for word in _SMALL.findall(text) if word not in self._words}
        hopeless = bool(unknown) and not unknown <= _words_in(tuple(self.reader.things))
        self._reads -= UNREADABLE if hopeless else 1
        if self._reads < 0:
            raise GivenUp
        return hopeless

    @cached_property
    def _words(self) -> frozenset[str]:
        """The small words of the book's sentences, kinds, values and of the language."""
        phrasebook = self.loaded.phrasebook
        names = (word for words in (*phrasebook.kind_names, *phrasebook.name_words) for word in words)
        return frozenset((*phrasebook.fixed_words, *names, *phrasebook.choice_words, *STRUCTURE_WORDS, *_ALWAYS_READ))

    def _is_sentence(self, text: str) -> bool:
        return self._sentence(text) is not None

    def _is_term(self, text: str) -> bool:
        term = self.term(text) if not self._hopeless(text) else None
        return term is not None and not isinstance(term, Literal)

    def term(self, text: str) -> Term | None:
        """The meaning of a text as a value, by what is on the table so far."""
        return term_of(text, self.loaded.phrasebook, self.reader.scope)

    def _sentence(self, text: str) -> Sentence | None:
        return sentence_of(text, self.loaded.phrasebook, self.reader.scope) if not self._hopeless(text) else None

    def meaning(self, said: str) -> Sentence | None:
        """The meaning of a sentence that is offered, or that a question offered asks for."""
        plain = said.removesuffix("?")
        return next((found for one in (plain, *turned_round(plain)) if (found := self._sentence(one)) is not None), None)

    def chart(self, text: str, without: Collection[str] = ()) -> Chart:
        """A text about what is on the table, answers to events left out."""
        answers = {event for event, _, depth in self._events if depth} | {*without}
        things = Things()
        things.update({name: thing for name, thing in self.reader.things.items() if name not in answers})
        return chart_of(text, self.loaded.phrasebook, Scope({}, KindsOf(things), True))

    def _taken_by_reader(self, text: str) -> bool:
        """Whether the reader of scenarios takes a line without a message."""
        trial = self.trial()
        trial._statement(self.line(text), self._answered(text)[0])
        return not trial.messages.errors

    def trial(self) -> ScenarioReader:
        trial = ScenarioReader(self.loaded.book, self.loaded.phrasebook, Messages(), trying=True, whole=False)
        trial.things, trial.facts = self.reader.things.kept(), dict(self.reader.facts)
        return trial

    def all_known(self) -> Everything:
        """All that is known so far, to come back to."""
        kept = (self.taken, self.faults, self.people, self.things, self.heads, self.lines, self.asks, self.cards)
        sets = (self.later, self.early, self.together, self.already, self.considered)
        return self._state(), tuple(one.copy() for one in kept), self._story, self._last_event, sets

    def back_to(self, kept: Everything) -> None:
        state, rest, self._story, self._last_event, sets = kept
        self.later, self.early, self.together, self.already, self.considered = sets
        self._back_to((state[0].kept(), dict(state[1]), list(state[2]), state[3], list(state[4])))
        self.taken, self.faults, self.people, self.things, self.heads, self.lines, self.asks, self.cards = (one.copy() for one in rest)

    def _state(self) -> State:
        return self.reader.things.kept(), dict(self.reader.facts), list(self._events), self.subject, list(self.row)

    def _back_to(self, state: State) -> None:
        self.reader.things, self.reader.facts, self._events, self.subject, self.row = state

    def line(self, text: str) -> Line:
        return Line("statement", text, Place(WHERE, 1, 1, max(1, len(text))), raw=text)


@lru_cache(maxsize=256)
def _words_in(names: tuple[str, ...]) -> frozenset[str]:
    """The words of all names."""
    return frozenset(word for name in names for word in name.split(" "))


def without_opener(text: str) -> str:
    """A question without the word that opens it, so that it is not taken for a name."""
    first, _, rest = text.partition(" ")
    return rest if opens_question(first) else text
