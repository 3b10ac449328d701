"""Facts and events as they are told: the nearest wording that the reader of scenarios takes, and where it goes in the scenario."""

from __future__ import annotations

import re
from functools import cached_property

from adjudicator.asking.acting import acts, nearest_word
from adjudicator.asking.deeds import of_such_things, other_deeds, spoken_of
from adjudicator.asking.happening import tells_of_the_past
from adjudicator.asking.known import MOST_READS, SOME, WHERE, GivenUp
from adjudicator.asking.ordering import USUAL_ROUND
from adjudicator.asking.pronouns import PRONOUN, Meant
from adjudicator.asking.unread import JOINTS, unread
from adjudicator.asking.wordings import OWNS, TOWARDS, ones_of, wordings
from adjudicator.language.diagnostics import Diagnostic
from adjudicator.language.stories import is_heading
from adjudicator.language.wording import statement
from adjudicator.language.words import as_named, base_form, third_person, verbs_from
from adjudicator.model.defined import fact_of, facts_meant
from adjudicator.model.expressions import And, Apply, Compare, Literal, Not, Occurs, Quantified, Sentence, walk
from adjudicator.model.listening import Hearing, hearing
from adjudicator.model.places import Place
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

_HAS_ONE = re.compile(
    r"^(?P<who>[A-Z][\w-]*) (?P<verb>has|has got|owns|possesses|commands) (?:the |an? )?(?P<what>[A-Z][A-Z'!-]+(?: "
    r"[A-Z][A-Z'!-]*)*|[A-Z][\w'-]+|(?<=the )[a-z]+(?: [a-z]+)?)$"
)
OWNING = re.compile(r" (?:owns|possesses|commands) ")
"""Said of whatever is somebody's: which word a book has for it depends on the thing."""
_IS_ONE = re.compile(r"^(?P<who>[A-Z][\w-]*) is (?:an? )?(?P<what>[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]*)*)$")
_UNDER = re.compile(
    r"^(?P<who>[A-Z][\w-]*) (?:(?:is|was|has been|got|has become)(?: now| still)? |has caught |is (?:sick|ill) with |suffers from )"
    r"(?:(?:made|turned into|put under|affected by|under the effects? of) )?(?:an? |the )?(?P<what>[A-Za-z][\w' !-]*)$"
)
_BETWEEN = re.compile(r"\bbetween (?P<one>[A-Z][\w-]*) and (?P<other>[A-Z][\w-]*)$")
_BOTH = re.compile(r"^(?P<one>\S+) and (?P<other>\S+) (?:both )?(?P<verb>[a-z]+)(?P<rest>.*)$")


@dataclass
class Stating(Meant):
    """Understands what is told as so, or as happening."""

    _now: bool = False
    """Whether the piece tells what came of what was told before."""
    _at_once: bool = False
    """Whether the piece tells of one moment."""
    _how: Diagnostic | None = None
    """What is said of a question that has to say how something is done."""
    _again: bool = False
    """Whether the piece asks whether something may be done once more."""
    _done_before: bool = False
    """Whether the piece tells what was done already."""
    _over: bool = False
    """Whether the piece asks what has come about."""
    _tries: int | None = None
    """How often the piece may still be said again in another way; None while it is read as it was said."""
    _passed_over: bool = False
    """Whether a reading of the piece was passed over, since no rule listens to what it says."""
    _picky: bool = False
    """Whether a reading with other words, to which no rule listens, is passed over for another one."""
    _swapped: int = 0
    """How many words of the piece that is being read are read as others."""
    _idle_too: bool = False
    """Whether such a reading is taken, since there is no other."""
    _trying: bool = False
    """Whether a piece is only tried, to be offered."""

    def _heading(self, text: str) -> bool:
        line = self.line(text)
        who, turn, more = text.partition("'s turn")
        if not is_heading(line) or turn and not self._takes_turns(who):
            return False
        if turn and not more and not self._story and not self.row and self.loaded.book.clock:
            told = self.reader.facts.get((self.loaded.book.clock.round, ()))
            number = told.value if told is not None else USUAL_ROUND
            text = f"{text}, round {number}"
            if told is None:
                self.taken[f"this is taken to happen in round {number}: nobody said which"] = None
        self._story, self.subject = True, who if turn else self.subject
        self.lines.append((0, text))
        self._events.clear()
        return True

    def owns(self, who: str, what: str) -> bool:
        """Say that somebody has something, in the words that the book has for it; False where it has none."""
        if who not in self.reader.things:
            self._people_of(who)
        for own in OWNS:
            found = self._understood(own.format(who=who, what=what))
            if found is not None:
                if not any(line == found for _, line in self.lines):
                    self._say(found)
                return True
        return False

    def _from_the_other_side(self, fact: str) -> str:
        """`the rug is between Bob and Ann` for `the rug is between Ann and Bob`, where that is a fact of its own; else empty."""
        turned = _BETWEEN.sub(r"between \g<other> and \g<one>", fact)
        return turned if turned != fact and isinstance(self._sentence(fact), Apply) and self._taken_by_reader(turned) else ""

    def _note_small_words(self, said: str, read: str) -> None:
        """Say so where `on` was read as `at`."""
        instead = [word for word in read.split() if word in TOWARDS and word not in said.split()]
        before = [word for word in said.split() if word in TOWARDS and word not in read.split()]
        if instead and before:
            self.taken[f"`{before[0]}` is read as `{instead[0]}`: `{read}`"] = None

    def _note_pronoun(self, said: str, ask: str) -> None:
        """Say who was meant by `he`, where it could be another."""
        found, meant = PRONOUN.search(said), self._meant(said)
        if found is not None and len(self.people) > 1 and meant and meant in ask:
            self.taken[f"`{found[0]}` is taken to be {meant}"] = None

    def _of_both(self, text: str) -> list[str]:
        """`Ann and Bob carry PIPPIN`: said of the one and of the other."""
        match = _BOTH.match(text)
        if match is None:
            return []
        said = [f"{match[who]} {verb}{match['rest']}" for verb in (third_person(base_form(match["verb"])),) for who in ("one", "other")]
        found = [self._understood(one) for one in said]
        return [one for one in found if one is not None] if None not in found else []

    def _commands(self, text: str) -> str:
        """`Ann owns DOG` in the word whose place fits such a thing most closely: controls a dog, carries a hat; else empty.

        `Ann has it` is left as it is said where she does not control such a thing.
        """
        match = _HAS_ONE.match(text)
        if match is None or match["who"] not in self.people:
            return ""
        what = as_named(match["what"].removeprefix("the "))
        thing = self.reader.things.get(match["what"].removeprefix("the "))
        own = [way.format(who=match["who"], what=what) for kind in (thing.kinds[:1] if thing is not None else ()) for way in ones_of(kind)]
        if just := next((way for way in own if self._is_sentence(way) and self._taken_by_reader(way)), ""):
            return just
        ways = [way.format(who=match["who"], what=what) for way in (OWNS[0], OWNS[3], *OWNS[1:3])]
        said = {way: found for way in ways if (found := self._sentence(way)) is not None and self._taken_by_reader(way)}
        nearest = nearest_word(self.loaded.book, said, what)
        return nearest if not match["verb"].startswith("has") or nearest == ways[0] else ""

    def _bewitched(self, text: str) -> str:
        """`Ann is a TOAD` as that she is under it: who sits at the table is no card himself; else empty."""
        match = _IS_ONE.match(text)
        if match is None or match["who"] not in self.people or match["what"] not in self.loaded.book.cards:
            return ""
        said = f"{match['who']} is under {match['what']}"
        return said if self._is_sentence(said) and self._taken_by_reader(said) else ""

    def _under_a_card(self, text: str) -> str | None:
        """`Ann has been stilled` as that she is under STILL, where a rule asks whether somebody is under that card."""
        match = _UNDER.match(text)
        if match is None or match["who"] not in self.people:
            return None
        what = match["what"].lower()
        for word in (what, *(base_form(verb) for verb in verbs_from(what))):
            said = f"{match['who']} is under {word.upper()}"
            sentence = self._sentence(said) if word.upper() in self.loaded.book.cards else None
            if sentence is not None and self._binds(sentence, word.upper()) and self._taken_by_reader(said):
                self.taken[f"`{text}` is read as `{said}`"] = None
                return said
        return None

    def _binds(self, said: Sentence, card: str) -> bool:
        """Whether a rule that reads what is said reads it of this card."""
        clauses = (
            self.loaded.book.clauses.get(name) for name in (self._listened_to.read[said.property] if isinstance(said, Apply) else ())
        )
        return any(
            card in {parameter.kind for parameter in clause.parameters}
            or any(isinstance(node, Quantified) and node.kind == card for one in (*clause.whens, *clause.unlesses) for node in walk(one))
            for clause in clauses
            if clause is not None
        )

    def _understood(self, text: str) -> str | None:
        """The nearest wording that the reader takes as a fact or an event."""
        if commands := self._commands(text) or self._bewitched(text):
            self.taken[f"`{text}` is read as `{commands}`"] = None
            return commands
        for wording in self._with_pronouns(text):
            for one in wordings(wording, self.cards):
                sentence = self._sentence(one.split(", ")[0])
                if sentence is not None and not self._holds_several(sentence, one) and self._taken_by_reader(one):
                    if self._done_otherwise(one, sentence) or self._is_found_out(one, sentence):
                        return None
                    if self._picky and self._tries is not None and self._is_idle(sentence):
                        self._passed_over = True
                        continue
                    return self._as_defined(one, sentence) or self._deed_for_such(one, sentence)
        return self._under_a_card(text)

    def _done_otherwise(self, text: str, said: Sentence | None) -> bool:
        """Whether rules speak of another deed with such a thing, and none of this one: then it has to be said so."""
        book = self.loaded.book
        if of_such_things(book, text, said, self._sentence):
            return False
        ways = other_deeds(book, self._spoken_of, said, self.reader.things)
        if ways:
            help = "\n".join((f"the nearest {'questions' if ways[0].endswith('?') else 'sentences'} are", *ways))
            message = "no rule speaks of doing this with such a thing; the book has another deed for it"
            self._how = Diagnostic("phrase", message, Place(WHERE, 1, 1, max(1, len(text))), help=help)
        return bool(ways)

    def _is_found_out(self, text: str, said: Sentence) -> bool:
        """Whether something is told that a definition finds out from what has happened: then it has to be told what that was."""
        of = said.body if isinstance(said, Not) else said.left if isinstance(said, Compare) else said
        if not isinstance(of, Apply) or not tells_of_the_past(self.loaded.book, of.property):
            return False
        message = "this comes of what has happened: tell what was done, and it is found out"
        self._how = Diagnostic("phrase", message, Place(WHERE, 1, 1, max(1, len(text))))
        return True

    def _as_defined(self, text: str, said: Sentence) -> str:
        """What is told in a word that a book only defines, to be asked of the end (`is alive` for `is not dead afterwards`): in the
        words of what it means; else empty."""
        meant = [fact_of(one) for one in facts_meant(self.loaded.book, said)]
        if len(meant) != 1 or meant[0] is None:
            return ""
        node, value = meant[0]
        plain = statement(self.loaded.book, node, value, self.reader.things)
        if not self._taken_by_reader(plain):
            return ""
        self.taken[f"`{text}` is read as `{plain}`"] = None
        return plain

    def _is_idle(self, said: Sentence) -> bool:
        """Whether a fact is told to which no rule of the book listens."""
        of = said.body if isinstance(said, Not) else said.left if isinstance(said, Compare) else said
        heard = self._listened_to
        return isinstance(of, Apply) and of.property not in heard.read and of.property not in heard.others

    @cached_property
    def _listened_to(self) -> Hearing:
        return hearing(self.loaded.book)

    @cached_property
    def _spoken_of(self) -> dict[tuple[str, str], set[str]]:
        return spoken_of(self.loaded.book)

    def _deed_for_such(self, text: str, said: Sentence | None) -> str:
        """A deed in the words that the book has for it with just such things; what was put for what is noted."""
        other = of_such_things(self.loaded.book, text, said, self._sentence)
        if not other or not self._taken_by_reader(other):
            return text
        self.taken[f"`{text}` is read as `{other}`, as the book calls it with such a thing"] = None
        return other

    def _holds_several(self, sentence: Sentence, text: str) -> bool:
        """Whether a line tells an event beside something else, so that each needs a line of its own."""
        joined = isinstance(sentence, And) and any(isinstance(part, Occurs) for part in sentence.parts)
        return joined or any(isinstance(self._sentence(part), Occurs) for part in text.split(", ")[1:])

    def tells_alone(self, text: str) -> bool:
        """Whether a text is a fact or an event as it stands."""
        return self._understood(text) is not None

    def tells(self, text: str) -> bool:
        """Put a fact or an event into the scenario; False where it is not understood."""
        found = self._understood(text)
        if found is not None:
            self._say(found)
        return found is not None

    def _joined(self, text: str) -> list[str]:
        """`Ann throws PIPPIN at Bob and Bob answers with LID`, `Bob carries a PIPPIN and a QUINCE`: the parts as sentences."""
        for joint in JOINTS.finditer(text):
            first = self._understood(text[: joint.start()])
            if first is None:
                continue
            kept = self._state()
            self._say(first, quiet=True)
            rest = text[joint.end() :]
            words = first.split(" ")
            carried = self._alike(first, rest) or [rest, *(" ".join((*words[:k], rest)) for k in range(len(words) - 1, 0, -1))]
            found = next((parts for one in carried if (parts := self.alone_or_joined(one))), [])
            self._back_to(kept)
            if found:
                return [first, *found]
        return []

    def _alike(self, first: str, rest: str) -> list[str]:
        """`Ann ties a rope to a tree and another rope`: of two ropes the second stands where the first does."""
        match = SOME.match(rest)
        kind, words = self._kind_at_start(match["rest"], False) if match is not None else (None, "")
        there = self.reader.things.get(rest.removeprefix("the "))
        kinds = {kind.name} if kind is not None and words == rest[match.end() :] else {*there.kinds[:1]} if there else set()  # type: ignore[union-attr]
        alike = [name for name, thing in self.reader.things.items() if kinds & {*thing.kinds} and f"the {name} " in first]
        return [first.replace(f"the {alike[0]} ", f"{rest} ", 1)] if len(alike) == 1 else []

    def alone_or_joined(self, text: str) -> list[str]:
        found = self._understood(text)
        return [found] if found is not None else self._joined(text) if JOINTS.search(text) else []

    def _say(self, text: str, quiet: bool = False) -> None:
        """Put a line that the reader takes into the scenario; an answer goes below what it answers."""
        before = set(self.reader.things)
        if self.row and not quiet and (next_turn := self._next_turn(text)):
            self._heading(next_turn)
            return
        answered, depth = self._answered(text)
        self.reader._statement(self.line(text), answered)
        events = [name for name in self.reader.things if name not in before and self.reader.things[name].is_event]
        self.subject = self._agent(text) or self.subject
        sentence = self._sentence(text.split(", ")[0]) if not events else None
        self.subject = self._whose_turn(sentence) or self.subject
        if isinstance(sentence, Apply):
            self._last_fact = tuple((str(k), arg.value) for k, arg in enumerate(sentence.args) if isinstance(arg, Literal))
        if isinstance(sentence, Compare) and isinstance(sentence.left, Apply) and isinstance(getattr(sentence.right, "value", None), Ref):
            of = tuple((str(k), arg.value) for k, arg in enumerate(sentence.left.args) if isinstance(arg, Literal))
            things = [
                self.reader.things[value.name].kinds for _, value in of if isinstance(value, Ref) and value.name in self.reader.things
            ]
            self._last_fact = of if any(acts(self.loaded.book, kinds, self.kind) for kinds in things) else self._last_fact
        elif isinstance(sentence, Compare) and isinstance(sentence.left, Apply) and not events:  # `HAMPER is in hand`
            of = tuple((str(k), arg.value) for k, arg in enumerate(sentence.left.args) if isinstance(arg, Literal))
            self._last_fact = of if any(isinstance(one, Ref) and one.name not in self.people for _, one in of) else self._last_fact
        if events:
            if not depth:
                self._events = []
            self._last_event, self._last_fact = text, ()
            self._events = [*(one for one in self._events if one[2] < depth), (events[0], self._agent(text), depth)]
            self.row.append((events[0], text, depth))
            self.together |= {text} if self._at_once and not depth else set()
            self.already |= {text} if self._done_before else set()
        elif self._now or any(re.search(rf"\bthe {event}\b", text) for event, *_ in self.row):
            self.later |= {text}
        if not quiet:
            early = self._story and self.row and not events and text not in self.later
            self.lines.append((depth + (self._story and not early), text))
            self.early |= {text} if early else set()

    def _next_turn(self, text: str) -> str:
        """The heading of a turn for `it is the turn of Bob` after something was done; empty for all else."""
        who = self._whose_turn(self._sentence(text))
        return f"{who}'s turn" if who else ""

    def _whose_turn(self, said: Sentence | None) -> str:
        """Whose turn a sentence says it is; empty for all else."""
        clock = self.loaded.book.clock
        if clock is None or not isinstance(said, Compare) or not isinstance(said.right, Literal) or not isinstance(said.right.value, Ref):
            return ""
        return said.right.value.name if isinstance(said.left, Apply) and said.left.property == clock.on_turn else ""

    def _not_understood(self, text: str, question: bool = False) -> bool:
        """Note why a piece is not understood, and say False."""
        if self._tries is None and not self._trying:
            self._reads = MOST_READS
            try:
                self.faults += unread(self, text, question)  # type: ignore[arg-type]
            except GivenUp:
                self.faults.append(Diagnostic("phrase", "this is not understood here", Place(WHERE, 1, 1, max(1, len(text)))))
        return False
