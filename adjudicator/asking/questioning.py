"""Questions, asked in the nearest wording that the reader of scenarios takes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.asking.deeds import of_such_things
from adjudicator.asking.happening import MOST, asked_of, changeable, ways_to
from adjudicator.asking.known import WHERE, GivenUp
from adjudicator.asking.leave import Leaving
from adjudicator.asking.losses import lost
from adjudicator.asking.ordering import PROPOSED
from adjudicator.asking.pronouns import HE, THAT_DEED, of_subject
from adjudicator.asking.wordings import participle_of, without_articles, wordings
from adjudicator.language.asked import questions
from adjudicator.language.diagnostics import Diagnostic
from adjudicator.language.near_phrases import completed
from adjudicator.language.synonyms import same_words
from adjudicator.language.words import NAME, base_form, third_person, with_article
from adjudicator.model.expressions import Aggregate, Apply, Compare, Literal, Not, Occurs, Permitted, Quantified, Sentence, Term, walk
from adjudicator.model.places import Place
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

_DOES_IT = re.compile(r"^(does|did|will|would) it ", re.IGNORECASE)
_ANY_LEFT = re.compile(
    r"^(?:does|do|did|has|will) (?P<who>he|she) (?:still )?(?:have|got|keep) any (?P<what>[a-z]+)(?: left| at all)?$", re.IGNORECASE
)
_SO_MANY = re.compile(
    r"^whether (?P<number>(?:the number of|the) (?P<what>[a-z]+) that (?P<who>.+?) may (?P<verb>[a-z]+)(?P<rest>.*?) is at least \d+)$"
)
_HAS_DONE = re.compile(r"^(?P<who>whether [A-Z][\w-]*) has (?P<verb>[a-z]+)(?P<rest>.*)$")
_IS_ABLE = re.compile(r"^(?P<who>whether [A-Z][\w-]*) can (?P<verb>[a-z]+)(?P<rest>.*)$")
_HAS_IT = re.compile(
    r"^(?:does|do|did|has|is|will) (?P<who>he|she|[A-Z][\w-]*) (?:still |now )?(?:have|keep|own|hold|carry|got|carrying|holding) "
    r"(?:the )?(?P<what>the [a-z]+|[A-Z][A-Z' !-]*[A-Z!])(?: now| then| left| in (?:his|her) hand)?\?$",
    re.IGNORECASE,
)
_OWNS_IT = re.compile(
    r"^(?:does|do|did) (?P<who>[A-Z][\w-]*) (?P<verb>own|possess|command) (?P<what>the [a-z]+|[A-Z][A-Z' !-]*[A-Z!])\?$", re.IGNORECASE
)
_GETS_HIS = re.compile(
    r"^(?P<opener>does|do|did|will|would|can|may) (?P<who>he|she|[A-Z][\w-]*) (?:now |then |also )?"
    r"(?P<verb>get|receive|take over|inherit|gain|take) (?P<all>(?:all|both)(?: of)? )?(?:his|her) (?P<what>[A-Z][A-Z' !-]*[A-Z!]|[a-z]+)"
    r"(?: now| then| as well| too)?\?$",
    re.IGNORECASE,
)
_GETS_ITS = re.compile(
    r"^(?:does|do|did|will|would|can|may) [A-Z][\w-]* (?:now |then |also )?(?:get|receive|take over|inherit|gain|take) "
    r"(?P<whose>[A-Z][\w-]*)'s (?P<what>[A-Z][A-Z' !-]*[A-Z!])(?: now| then| as well| too)?\?$",
    re.IGNORECASE,
)
_GETS_IT = re.compile(
    r"^(?:(?:does|do|did|will|would|can|may) (?P<who>he|she|[A-Z][\w-]*)|who|who will) (?:now |then |also )?"
    r"(?:gets?|receives?|takes? over|inherits?|keeps?|gains?) (?:the |his |her |[A-Z][\w-]*'s )?"
    r"(?P<what>(?<=the )[a-z]+|[A-Z][A-Z' !-]*[A-Z!])(?: now| then| as well| too)?\?$",
    re.IGNORECASE,
)


_HAS_TO = re.compile(rf"\b(?P<does>[Dd]oes|[Dd]o|[Ww]ill|[Ww]ould) (?P<who>{NAME}|he|she) (?:have|need) to (?=[a-z])")
_MUST_SOME = re.compile(
    rf"must (?P<who>{NAME}|he|she) (?:now |then |also )?(?P<verb>[a-z]+) (?:an?|any|some|one or more|at least one) (?P<what>[a-z]+?)s?"
    r"(?: now| then| at all)?",
    re.IGNORECASE,
)


def as_must(said: str) -> str:
    """`does she have to discard it` as `must she discard it`."""
    return _HAS_TO.sub(lambda found: f"{'Must' if found['does'][0].isupper() else 'must'} {found['who']} ", said)


@dataclass
class Questioning(Leaving):
    """Understands what is asked."""

    def _answerable(self, said: str) -> bool:
        """Ask a question in the nearest wording that the reader takes; False where there is none."""
        considered = bool(self.lines) and self.lines[-1][1].startswith(PROPOSED)
        deeds = [THAT_DEED.sub(rf"\g<1> the {event}", said) for event, _, _ in self._events[-1:] if THAT_DEED.match(said)]
        if considered and deeds:  # of what is only considered nothing is asked but leave
            return False
        for wording in (*deeds, *self._of_the_event(said), *self._with_pronouns(said)):
            for one in questions(self.loaded.book, wording):
                for ask in wordings(without_articles(one), self.cards):
                    if self._asks(ask) and (self._about_nothing(ask) or self._in_general(ask) or self._asks_otherwise(ask)):
                        return False
                    if self._asks(ask):
                        ask = self._leave_for_so_many(self._question_for_such(self._leave_for(self._as_it_is_now(ask))))
                        if not ask:
                            return False
                        self._note_small_words(said, ask)
                        self._note_pronoun(said, ask)
                        self._ask(ask)
                        return True
        return False

    def _of_the_event(self, said: str) -> list[str]:
        """`does it hit Bob` of the event told last, where that is asked of events and not of things."""
        for event, _, _ in self._events[-1:]:
            plain = _DOES_IT.sub(rf"\g<1> the {event} ", said)
            for one in questions(self.loaded.book, plain) if plain != said else ():
                match self._sentence(one.removeprefix("whether ")):
                    case Apply(name, args) if name in self.loaded.book.properties and Literal(Ref(event)) in args:
                        kind = self.loaded.book.properties[name].kinds[args.index(Literal(Ref(event)))]
                        return [plain] if self.loaded.book.is_a(kind, "event") else []
        return []

    def _gets_of_another(self, text: str) -> str:
        """`does she get his HAT` by name: his is it of whom that was told, else who was killed or robbed; she is who did that to him."""
        asked = _GETS_HIS.match(text)
        if asked is None:
            return text
        had = {line.split(" ")[0] for _, line in self.lines if line.endswith((f" {asked['what']}", f" {asked['what']} in hand"))}
        aimed = [(whom, agent) for (_, agent, _), (_, whom) in zip(self._events, self._aimed(), strict=True) if whom]
        holder = next(iter(had & {*self.people}), "") if len(had & {*self.people}) == 1 else aimed[-1][0] if aimed else ""
        doer = asked["who"] if not HE.fullmatch(asked["who"]) else next((agent for whom, agent in reversed(aimed) if whom == holder), "")
        if not holder or doer not in self.people or doer == holder:
            return text
        instead = f"{asked['opener']} {doer} {asked['verb']} {asked['all'] or ''}{holder}'s {asked['what']}?"
        self.taken[f"`{text}` is read as `{instead}`"] = None
        return instead

    def _of_whom_it_is_told(self, text: str) -> str:
        """A question how much of something he or she has, where that is told of one person only: it is that one who is meant."""
        text = self._as_it_was_told(self._gets_of_another(text))
        pronoun = HE.search(text)
        if pronoun is None or not text.endswith("?") or any(called.search(text) for called in self.called):
            return text
        amount = _ANY_LEFT.sub(r"how much \g<what> does \g<who> have", text.removesuffix("?"))
        try:
            told = [name for name in self.people if self._is_told(HE.sub(name, amount))]
        except GivenUp:
            return text
        if len(told) != 1 or told[0] in text:
            return text
        self.taken[f"`{pronoun[0]}` is taken to be {told[0]}, of whom it is told"] = None
        return HE.sub(told[0], text)

    def _as_it_was_told(self, text: str) -> str:
        """`does she still have it` as `does Ann hold it`, where that was told of one person and in such words; else the text."""
        owns = _OWNS_IT.match(text)
        if owns is not None and (owned := self._commands(f"{owns['who']} {third_person(owns['verb'])} {owns['what']}")):
            self.taken[f"`{text}` is read as `whether {owned}`"] = None
            return f"whether {owned}?"
        text = self._gets_what_another_had(text)
        asked = _HAS_IT.match(self.with_thing(text))
        if asked is None:
            return text
        who = self.people if HE.fullmatch(asked["who"]) else [asked["who"]]
        said = rf"(?P<who>{'|'.join(map(re.escape, who))}) (?P<verb>holds|has|carries|keeps) {re.escape(asked['what'])}"
        told = [match for _, line in self.lines if (match := re.fullmatch(said, line)) is not None]
        if len(told) != 1:
            return text
        instead = f"does {told[0]['who']} {base_form(told[0]['verb'])} {asked['what']}?"
        self.taken[f"`{text}` is read as `{instead}`, as it was told"] = None
        return instead

    def _gets_what_another_had(self, text: str) -> str:
        """`does she get the HAT` as whether she has it in the words in which it was told that another has it; else the text."""
        asked = _GETS_IT.match(self.with_thing(text))
        if asked is None:
            return text
        anyone = asked["who"] is None
        who = "" if anyone else self._meant(text) if HE.fullmatch(asked["who"]) else asked["who"]
        what = asked["what"] if asked["what"][:1].isupper() else f"the {asked['what']}"
        said = rf"(?P<who>[A-Z][\w-]*) (?P<verb>holds|has|carries|keeps|is carrying) {re.escape(what)}(?P<rest>(?: in .*)?)"
        told = [match for _, line in self.lines if (match := re.fullmatch(said, line)) is not None and match["who"] != who]
        if len(told) != 1 or not (who or anyone):
            return text
        verb = "carries" if told[0]["verb"] == "is carrying" else told[0]["verb"]
        instead = f"who {verb} {what}{told[0]['rest']}?" if anyone else f"does {who} {base_form(verb)} {what}{told[0]['rest']}?"
        self.taken[f"`{text}` is read as `{instead}`, as it was told of {told[0]['who']}"] = None
        return instead

    def _had_how(self, text: str) -> Diagnostic | None:
        """What is said of `does Ann get Bob's HAT`, where nobody told how Bob has it: in his hand or with him makes a difference."""
        asked = _GETS_ITS.match(text)
        what = asked["what"] if asked is not None else ""
        had = re.compile(rf"\b(?:has|holds|carries|carrying|keeps|wears) {re.escape(what)}(?: in .*)?$")
        if asked is None or asked["whose"] not in self.people or any(had.search(line) for _, line in self.lines):
            return None
        ways = [f"{asked['whose']} carries {what}", f"{asked['whose']} has {what} in hand"]
        heard = [way for way in ways if self.meaning(way) is not None]
        return self._to_be_said(f"it has to be told before how {asked['whose']} has it", text, heard) if len(heard) > 1 else None

    def _is_told(self, said: str) -> bool:
        """Whether the first value that a question can ask for is told."""
        asks = (ask for one in questions(self.loaded.book, said) for ask in wordings(without_articles(one), self.cards))
        ask = next((ask for ask in asks if not ask.startswith("whether ") and self._asks(ask)), "")
        expr = self.term(ask) if ask else None
        if not isinstance(expr, Apply):
            return False
        return (expr.property, tuple(arg.value if isinstance(arg, Literal) else arg for arg in expr.args)) in self.reader.facts

    def _asks_otherwise(self, ask: str) -> bool:
        sentence = ask.removeprefix("whether ")
        return sentence != ask and self._done_otherwise(sentence, self._sentence(sentence))

    def _question_for_such(self, ask: str) -> str:
        """Whether somebody may do it, in the words that the book has for doing it with just such things."""
        sentence = ask.removeprefix("whether ")
        other = of_such_things(self.loaded.book, sentence, self._sentence(sentence), self._sentence) if sentence != ask else ""
        if not other:
            return ask
        self.taken[f"`{sentence}` is asked as `{other}`, as the book calls it with such a thing"] = None
        return f"whether {other}"

    def _leave_for(self, ask: str) -> str:
        """`can Ann walk` as whether she may move, where a book calls that so: what she may do now, not what her sort is able to."""
        match = _IS_ABLE.match(ask)
        for other in same_words(match["verb"]) if match is not None else ():
            leave = f"{match['who']} may {other}{match['rest']}"  # type: ignore[index]
            if " " not in other and self._asks(leave):
                self.taken[f"`{ask.removeprefix('whether ')}` is asked as `{leave.removeprefix('whether ')}`"] = None
                return leave
        return ask

    def _as_it_is_now(self, ask: str) -> str:
        """`has Ann won` before anything is done as whether she wins: what only a deed brings about is not so of how things lie."""
        match = _HAS_DONE.match(ask) if not self.row else None
        said = self._sentence(ask.removeprefix("whether ")) if match is not None else None
        if match is None or not isinstance(said, Apply) or not self.loaded.book.properties[said.property].state:
            return ask
        if (said.property, tuple(arg.value if isinstance(arg, Literal) else arg for arg in said.args)) in self.reader.facts:
            return ask
        for verb in participle_of(match["verb"]):
            now = f"{match['who']} {verb}{match['rest']}"
            if isinstance(self._sentence(now.removeprefix("whether ")), Apply):
                self.taken[f"`{ask.removeprefix('whether ')}` is asked as `{now.removeprefix('whether ')}`: nothing was done yet"] = None
                return now
        return ask

    def _leave_for_so_many(self, ask: str) -> str:
        """Whether so many may be done, where the book has only their number: leave for one of them, and that the number is not less.

        The number alone is no leave: who may do nothing has none to do, whatever his number is. It is enough for what is no deed
        (how many one may hold). Empty where the deed cannot be said.
        """
        match = _SO_MANY.match(ask)
        if match is None:
            return ask
        kind = next((kind for kind in self.loaded.book.kinds.values() if kind.plural == match["what"] and not kind.printed), None)
        if kind is None:
            return ""
        state = f"{match['who']} {third_person(match['verb'])} {with_article(kind.name)}{match['rest']}"
        held = self._sentence(state)
        if isinstance(held, Quantified) and isinstance(held.body, Apply):
            return ask
        leave = f"{match['who']} may {match['verb']} the {self.new_thing(kind)}{match['rest']}"
        return f"whether {leave} and {match['number']}" if self._is_sentence(leave) else ""

    def _what_happens(self, who: str) -> bool:
        """`what happens to Bob` after events: all of him that such events can change; without a name, of whom they are aimed at."""
        kinds = [self.reader.things[event].kinds[0] for event, _, _ in self._events]
        aimed = [of_subject(who, self.subject)] if who else [whom for _, whom in self._aimed() if whom][:1]
        for name in aimed if kinds else ():
            thing = self.reader.things.get(name)
            asks = [asked_of(prop, name) for prop in changeable(self.loaded.book, kinds, thing.kinds)] if thing is not None else []
            found = [ask for ask in asks if self._asks(ask)][:MOST]
            for ask in found:
                self._ask(ask)
            if found:
                self.taken[f"what happens to {name} is asked as what events like these can change of {name}"] = None
                return True
        return False

    def _completed(self, said: str) -> bool:
        """Ask a question that leaves out a place which only one thing can fill."""
        found = next(self._complete(said), "")
        if found:
            self._ask(found)
        return bool(found)

    def _about_nothing(self, ask: str) -> bool:
        """Whether a question is whether something may be done with `a THING`, or speaks of one of which none is on the table."""
        sentence = self._sentence(ask.removeprefix("whether ")) if ask.startswith("whether ") else None
        for part in walk(sentence) if sentence is not None else ():
            if isinstance(part, Quantified) and part.op == "some" and not self.loaded.book.is_a(part.kind, "event"):
                there = any(self.loaded.book.is_a(kind, part.kind) for thing in self.reader.things.values() for kind in thing.kinds)
                if not there or any(isinstance(inner, Permitted) for inner in walk(part.body)):
                    return True
        return False

    def _in_general(self, ask: str) -> bool:
        """Whether it is asked if somebody may do, after what was told, what only a thing does in these words: he has to say how."""
        said = self._sentence(ask.removeprefix("whether ")) if self.row and ask.startswith("whether ") else None
        if not isinstance(said, Permitted) or not self._done_by_no_one(said):
            return False
        ways = [f"may {way}?" for way in ways_to(self.loaded.book, said, self._kinds_of)]
        if ways:
            help = "\n".join(("the nearest questions are", *ways))
            self._how = Diagnostic("phrase", "it has to be said how this is done", Place(WHERE, 1, 1, max(1, len(ask))), help=help)
        return bool(ways)

    def _is_it_allowed(self) -> bool:
        """`is that allowed` after an event: whether he who does it may."""
        words = self._last_event.split(", ")[0].split(" ")
        for k in range(1, len(words)):
            ask = " ".join(("whether", *words[:k], "may", base_form(words[k]), *words[k + 1 :]))
            if self._asks(ask):
                self._ask(ask)
                return True
        return False

    def _complete(self, said: str) -> Iterator[str]:
        """Questions that leave a place out which only one thing can fill: `is PIPPIN spilled`, where one thing happens."""
        if self._tries is not None or re.search(r"\b(?:an?|another|\d+) [a-z]", said):
            return
        for one in (one for wording in self._with_pronouns(said) for one in questions(self.loaded.book, wording)):
            for ask in wordings(one, self.cards):
                what = "sentence" if ask.startswith("whether ") else "value"
                if self._hopeless(ask):
                    continue
                if self._in_general(ask):
                    return
                for without in ((), {name for event, *_ in self.row for name in self.used(event)}):
                    found = completed(self.chart(ask.removeprefix("whether "), without), what)
                    whole = ("whether " if what == "sentence" else "") + "".join(found[:1])
                    if (
                        len(found) == 1
                        and self._asks(whole)
                        and not lost(said, found, ())
                        and not self.answers_with_itself(self._sentence(found[0]))
                        and self._can_come_out(self._sentence(found[0]))
                    ):
                        self.taken[f"`{said}` is asked as `{whole}`"] = None
                        yield whole

    def _of_any(self, said: str) -> bool:
        """`does she have to discard a card` as whether the number of cards that she must discard is at least 1, where a book counts so."""
        must = _MUST_SOME.fullmatch(said)
        if must is None:
            return False
        counted = f"{must['what']}s that {must['who']} must {must['verb']}"
        asks = (f"whether {number} {counted} is at least 1" for number in ("the number of", "the"))
        return any(self._answerable(ask) for ask in asks)

    def _can_come_out(self, asked: Sentence | None) -> bool:
        """Whether an event that is asked for could be one: it, or one that counts as it, was told, or some rule brings it about."""
        if not isinstance(asked, Occurs):
            return True
        book = self.loaded.book
        told = {kind for thing in self.reader.things.values() for kind in thing.kinds}
        kinds = {asked.event, *book.descendants.get(asked.event, ())}
        return not kinds.isdisjoint(told) or any(book.clauses_about.get(f"causes:{kind}") for kind in kinds)

    def _asks(self, ask: str) -> bool:
        if ask.startswith("whether "):
            return self._is_sentence(ask.removeprefix("whether "))
        return self._is_term(ask)

    def _ask(self, ask: str) -> None:
        later = f"{ask} afterwards"
        leave = self._for_leave(ask) if ask.startswith("whether ") else ""
        if leave:
            self.asks.append(leave)
            return
        if not self._story and self._events and self._changes(ask) and self._asks(later):
            self.taken[f"`{ask}` is asked of the time when all of this is over"] = None
            ask = later
        self.asks.append(ask)

    def _asked(self, ask: str) -> Sentence | Term | None:
        """What a question asks for; None where it cannot be read."""
        return self._sentence(ask.removeprefix("whether ")) if ask.startswith("whether ") else self.term(ask)

    def _changes(self, ask: str) -> bool:
        """Whether a question is about a state that events change."""
        expr = self._asked(ask)
        inner = expr.body if isinstance(expr, Not) else expr.left if isinstance(expr, Compare) else expr
        inner = inner.such_that if isinstance(inner, Aggregate) and inner.op == "set" else inner
        return isinstance(inner, Apply) and f"after:{inner.property}" in self.loaded.book.clauses_about
