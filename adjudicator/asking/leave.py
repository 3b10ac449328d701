"""What somebody wants to do, or is asked to be allowed: it is considered where it is told, and does not happen."""

from __future__ import annotations

import re
from collections.abc import Collection

from adjudicator.asking.happening import ways_to
from adjudicator.asking.known import SOME, WHERE
from adjudicator.asking.ordering import PROPOSED
from adjudicator.asking.pronouns import HER, HIS
from adjudicator.asking.stating import Stating
from adjudicator.asking.wordings import OWNS
from adjudicator.language.asked import least_of_it
from adjudicator.language.diagnostics import Diagnostic
from adjudicator.language.words import base_form, third_person
from adjudicator.model.expressions import Literal, Occurs, Permitted
from adjudicator.model.places import Place
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

_PLAYS = re.compile(r"^(?P<who>[Hh]e|[Ss]he|[A-Z][\w-]*) (?:then )?(?:plays|casts|uses) (?P<what>(?:an? |the |his |her )?[A-Z][A-Z' !-]+)$")
_HE = ("he", "she", "He", "She")
_DIES = re.compile(r"^(?:he|she)\b(?= (?:then )?(?:dies|died|is (?:now )?dead|is killed|does not survive|"
                   r"answers|responds|reacts|counters|counteracts|replies)\b)", re.IGNORECASE)  # fmt: skip
_IS_KILLED = re.compile(r"^(?P<who>[A-Z][\w-]*|he|she) (?:then |now )?(?:dies|died|is dead|is killed)"
                        r"(?: from it| of it| by it| because of (?:it|that))?$", re.IGNORECASE)  # fmt: skip
_MAY_PLAY = re.compile(
    r"^(?:may|can|could) (?P<who>[A-Z][\w-]*|he|she|they) "
    r"(?:play|cast|use|(?P<by>answer|respond|react|counter|counteract|reply|stop|block|prevent)(?: (?:to )?(?:it|that|this))? with) "
    r"(?P<what>(?:an? |the |his |her )?[A-Z][A-Z' !-]*?)"
    r"(?P<against> (?:against|to|on) (?:it|that|this|the attack))?\?$",
    re.IGNORECASE,
)
_THE_ANSWERED = re.compile(
    r"\b(?P<verb>(?:answer|counter|counteract|respond|react|reply)s?|replies) (?:to |against )?"
    r"(?:(?:it|that|this)|(?:(?:the|that|this|his|her|their|[A-Z][\w-]*'s) )?(?P<what>[A-Z][A-Z' !-]*[A-Z!]|[a-z]+))(?= with\b|\?$|$)"
)
_ANSWER_ALONE = re.compile(
    r"^(?:may|can|could) (?P<who>[A-Z][\w-]*|he|she) (?P<verb>answer|counter|counteract|respond|react|reply)$", re.IGNORECASE
)
_DOES_ALONE = re.compile(r"^(?:may|can|could) (?P<who>[A-Z][\w-]*|he|she) (?P<verb>[a-z]+)$", re.IGNORECASE)
_DOES_SO = re.compile(r"^(?P<who>[A-Z][\w-]*|[Hh]e|[Ss]he) (?P<verb>[a-z]+s)(?: (?:it|that|this|himself|herself))?$")
SHORTEST = 5
"""So long a verb is at least by whose beginning a card is known."""
MOST_WAYS = 4
"""So many ways to say something are offered."""


@dataclass
class Leaving(Stating):
    """Understands deeds that are considered, and what he does or may do at whom a deed was aimed."""

    def _of_the_dead(self, text: str) -> str:
        """`he dies`, `he answers with it` after a deed: he at whom it was aimed; who plays something that can answer it, too."""
        aimed = next((whom for _, whom in reversed(self._aimed()) if whom), "")
        dies = _IS_KILLED.match(text) if aimed else None
        if dies is not None and dies["who"] in (aimed, *_HE) and (kill := self._kill(aimed)):
            self.taken[f"`{text}` is read as `{kill}`"] = None
            return kill
        played = _PLAYS.match(text)
        if not aimed or played is None or played["who"] not in (aimed, *_HE) or any(pronoun.search(text) for pronoun in self.called):
            return _DIES.sub(aimed, text) if aimed else text
        answer = f"{aimed} answers with {played['what']}"
        found = self._understood(answer)
        if found is None or self._answered(found)[0] is None:
            return text
        self.taken[f"`{text}`: {aimed} is taken to answer"] = None
        if played["who"] in _HE:
            self.called.setdefault(HIS if HIS.search(text) else HER, aimed)
        return answer

    def _kill(self, aimed: str) -> str:
        """Who kills somebody that dies of a deed, in the words that the book has for it; empty where it has none."""
        event, who = next((event, who) for event, who, _ in reversed(self._events) if (event, aimed) in self._aimed())
        used = [filler.name for _, filler in self.reader.things[event].roles if isinstance(filler, Ref)]
        means = [name for name in used if name in self.loaded.book.cards and name != who]
        ways = (*(f"{who} kills {aimed} with {name}" for name in means), f"{who} kills {aimed}")
        return next((way for way in ways if who and isinstance(self._sentence(way), Occurs) and self._taken_by_reader(way)), "")

    def _leave_to_answer(self, text: str) -> str:
        """`may she play it?` after a deed: of her at whom it was aimed, and of what can answer it, whether she may answer with it."""
        aimed = next((whom for _, whom in reversed(self._aimed()) if whom), "")
        asked = _MAY_PLAY.match(text)
        called = {who for pronoun, who in self.called.items() if pronoun.search(text)}
        alone = _ANSWER_ALONE.match(text.rstrip("?"))
        if alone is not None and alone["who"] in _HE and aimed and called <= {aimed}:
            self.taken[f"`{text}`: {aimed} is taken to answer"] = None
            return f"may {aimed} {alone['verb']}?"
        if asked is not None and (asked["against"] or asked["by"]) and asked["who"] not in _HE:
            self.seat_people(asked["who"])
            answer = self._understood(f"{asked['who']} answers with {asked['what']}")
            if answer is not None and self._answered(answer)[0] is not None:
                return f"may {asked['who']} answer with {asked['what']}?"
        who = asked["who"] if asked is not None and asked["who"] == self._answered_last() else aimed
        if not who or asked is None or asked["who"] not in (who, *_HE) or not called <= {who}:
            return text
        found = self._understood(f"{who} answers with {asked['what']}")
        if found is None or self._answered(found)[0] is None:
            return text
        self.taken[f"`{text}`: {who} is taken to answer"] = None
        return f"may {who} answer with {asked['what']}?"

    def _without_the_answered(self, text: str) -> str:
        """`may she counteract Ann's PIPPIN` as `may she counteract`, where that is what was just thrown: against it, and not with it."""
        match = _THE_ANSWERED.search(text)
        done = {name for event, *_ in self._events for name in self.used(event)}
        what = match["what"] if match is not None else None
        if match is None or not self._events or what is not None and what not in done | {event for event, *_ in self._events} | {"attack"}:
            return text
        return f"{text[: match.start()]}{match['verb']}{text[match.end() :]}"

    def _ask_with_what(self, text: str) -> None:
        """Note that it has to be said what somebody answers with, where it is asked if he may at all and nothing fits, or several do."""
        asked = _ANSWER_ALONE.match(text) if self._events else None
        if asked is None:
            return
        who = self._meant(text) if asked["who"] in _HE else asked["who"]
        ways = [f"may {who} answer with {name}?" for name in self._told_as_his(who)]
        heard = [way for way in ways if self.meaning(way) is not None]
        if heard:
            self._how = self._to_be_said("it has to be said what it is answered with", text, heard)
            return
        help = f"ask it of a card: `may {who} answer with ...?`"
        self._how = Diagnostic("phrase", "it has to be said what it is answered with", Place(WHERE, 1, 1, max(1, len(text))), help=help)

    def _ask_of_whom(self, text: str) -> None:
        """`may she attack` of nobody: note in which ways she may do that to whoever else is there, each to be asked by itself."""
        asked = _DOES_ALONE.match(text)
        who = "" if asked is None else self._meant(text) if asked["who"] in _HE else asked["who"]
        if asked is None or who not in self.people:
            return
        ways: dict[str, None] = {}
        for other in self.people:
            said = self._sentence(f"{who} may {asked['verb']} {other}") if other != who else None
            if isinstance(said, Permitted) and self._done_by_no_one(said):
                ways |= dict.fromkeys(f"may {way}?" for way in ways_to(self.loaded.book, said, self._kinds_of))
        if ways:
            self._how = self._to_be_said("it has to be said how this is done, and to whom", text, ways)

    def _answers_by_a_word(self, text: str) -> bool:
        """`Bob shields` as that he answers with the one card of his that is called so; where he has none, the cards are offered."""
        does = _DOES_SO.match(text) if self._events else None
        if does is None or len(does["verb"]) < SHORTEST:
            return False
        aimed = next((whom for _, whom in reversed(self._aimed()) if whom), "")
        who = (aimed or self.subject) if does["who"] in _HE else does["who"]
        word = base_form(does["verb"]).upper()
        named = [card for card in self.loaded.book.cards if any(part.startswith(word) for part in card.split(" "))]
        ways = {card: f"{who} answers with {card}" for card in named}
        heard = {card: way for card, way in ways.items() if (found := self._understood(way)) and self._answered(found)[0] is not None}
        his = [way for card, way in heard.items() if card in self._told_as_his(who)]
        if len(his) == 1:
            self.taken[f"`{text}` is read as `{his[0]}`"] = None
            return self.tells(his[0])
        if heard:
            self._how = self._to_be_said("it has to be said which card is meant", text, list(heard.values())[:MOST_WAYS], "sentences")
        return False

    def _told_as_his(self, who: str) -> list[str]:
        """The things that were told to be somebody's, or in his hand."""
        told = {line for _, line in self.lines}
        ways = (*OWNS, "{who} holds {what}")
        return [name for name in self.reader.things if any(way.format(who=who, what=name) in told for way in ways)]

    def _to_be_said(self, message: str, text: str, ways: Collection[str], what: str = "questions") -> Diagnostic:
        """That something has to be said more closely, with the ways to say it."""
        return Diagnostic("phrase", message, Place(WHERE, 1, 1, max(1, len(text))), help="\n".join((f"the nearest {what} are", *ways)))

    def _answered_last(self) -> str:
        """Whose deed was answered last: who may answer that answer in turn; empty where nothing was answered."""
        *before, (_, _, depth) = self._events or [("", "", 0)]
        return next((who for _, who, at in reversed(before) if at < depth), "")

    def _considers(self, said: str) -> bool:
        """`Ann wants to cast it`: an event that is considered where it is told, and does not happen."""
        new = re.search(r"\banother (?=[a-z])", said) is not None  # `another hat` is none of those that are on the table
        ways = (*map(self._understood, least_of_it(self.loaded.book, said)), self._understood(said)) if not new else ()
        found = next((one for one in ways if one), None)
        if found is None and SOME.search(said):  # `Ann wants to wear a hat`, where none has a name: one comes to the table
            kept = self._state(), list(self.things)
            found = self._understood(self.seat_named(said))
            if found is None:
                self._back_to(kept[0])
                self.things = kept[1]
        if found is None or not isinstance(self._sentence(found.split(", ")[0]), Occurs):
            return self._not_understood(said)
        _, depth = self._answered(found)
        self._last_event = found
        self.subject = self._agent(found) or self.subject
        deed = self._sentence(found.split(", ")[0])
        self._last_fact = tuple((role, term.value) for role, term in getattr(deed, "roles", ()) if isinstance(term, Literal))
        self.lines.append((depth + self._story, PROPOSED + found))
        return True

    def _for_leave(self, ask: str) -> str:
        """Where it is asked whether something may be done after other things were: it is considered last, and asked of that point.

        What was told as done, and is then asked for leave, was not done yet. Returned is the question; empty where it stays as it is.
        """
        said = self._sentence(ask.removeprefix("whether "))
        if not isinstance(said, Permitted) or said.modality != "may" or not self.loaded.book.clock:
            return ""
        deed = self._deed(ask, said)
        if any(line == PROPOSED + deed for _, line in self.lines) and not self._again:
            return ask
        told = [one for one in self.row if self._is_deed(one[0], said) and one[1] not in self.already]
        if told and not self._again:
            return ask if self._not_done_yet(*told[-1]) else ""
        if not deed or not self.row:
            return ""
        answered, depth = self._answered(deed)
        self.lines.append((depth + self._story, PROPOSED + deed))
        if not depth:
            return ask
        trial, before = self.trial(), set(self.reader.things)
        trial._statement(self.line(deed), answered)
        return next((f"whether the {name} may happen" for name in trial.things if name not in before and trial.things[name].is_event), ask)

    def _deed(self, ask: str, said: Permitted) -> str:
        """`Ann casts it` for whether Ann may cast it; empty where that is nothing that can be told."""
        words = ask.removeprefix("whether ").split(" ")
        for k in (k for k, word in enumerate(words) if word == "may" and 0 < k < len(words) - 1):
            deed = " ".join((*words[:k], third_person(words[k + 1]), *words[k + 2 :]))
            found = self._sentence(deed)
            if isinstance(found, Occurs) and found.event == said.event and found.roles == said.roles and self._taken_by_reader(deed):
                return deed
        return ""

    def _done_by_no_one(self, said: Permitted) -> bool:
        """Whether somebody stands in a place of an event that is not his who does it, though he could: `Ann attacks` as a trap does."""
        event = self.loaded.book.events[said.event]
        slot = event.phrases[0].slots[0] if event.phrases and event.phrases[0].slots else None
        if slot is None or slot.role in dict(said.roles):
            return False
        people = [term.value.name for _, term in said.roles if isinstance(term, Literal) and isinstance(term.value, Ref)]
        return sum(self._takes_turns(name) for name in people) > 1

    def _kinds_of(self, name: str) -> tuple[str, ...]:
        thing = self.reader.things.get(name)
        return thing.kinds if thing is not None else ()

    def _is_deed(self, event: str, said: Permitted) -> bool:
        """Whether an event told is the one that is asked for leave."""
        thing = self.reader.things.get(event)
        wanted = {role: term.value for role, term in said.roles if isinstance(term, Literal)}
        return thing is not None and thing.kinds[:1] == (said.event,) and wanted.items() <= dict(thing.roles).items()

    def _not_done_yet(self, event: str, line: str, depth: int) -> bool:
        """The last thing told, where something else was told before it, is only considered; nothing changes where it is the only one."""
        if depth or self.row[-1][0] != event or sum(not deep for *_, deep in self.row) < 2 or line in self.together:
            return False
        last = max(at for at, (_, one) in enumerate(self.lines) if one == line)
        self.lines = [(deep, PROPOSED + one if at == last else one) for at, (deep, one) in enumerate(self.lines)]
        self.considered |= {line}
        self.taken[f"`{line}` is asked for leave, so it is only considered"] = None
        return True
