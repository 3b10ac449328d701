"""What somebody wants to do, or is asked to be allowed: it is considered where it is told, and does not happen."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adjudicator.asking.ordering import PROPOSED
from adjudicator.asking.pronouns import HER, HIS
from adjudicator.asking.stating import Stating
from adjudicator.language.words import third_person
from adjudicator.model.expressions import Literal, Occurs, Permitted
from adjudicator.model.values import Ref

_PLAYS = re.compile(r"^(?P<who>[Hh]e|[Ss]he|[A-Z][\w-]*) (?:then )?(?:plays|casts|uses) (?P<what>(?:an? |the |his |her )?[A-Z][A-Z' !-]+)$")
_HE = ("he", "she", "He", "She")
_DIES = re.compile(r"^(?:he|she)\b(?= (?:then )?(?:dies|died|is (?:now )?dead|is killed|does not survive|"
                   r"answers|responds|reacts|counters|counteracts|replies)\b)", re.IGNORECASE)  # fmt: skip
_IS_KILLED = re.compile(r"^(?P<who>[A-Z][\w-]*|he|she) (?:then |now )?(?:dies|died|is dead|is killed)"
                        r"(?: from it| of it| by it| because of (?:it|that))?$", re.IGNORECASE)  # fmt: skip
_MAY_PLAY = re.compile(
    r"^(?:may|can|could) (?P<who>[A-Z][\w-]*|he|she|they) "
    r"(?:play|cast|use|(?:answer|respond|react|counter|reply)(?: (?:to )?(?:it|that|this))? with) "
    r"(?P<what>(?:an? |the |his |her )?[A-Z][A-Z' !-]*?)"
    r"(?P<against> (?:against|to|on) (?:it|that|this|the attack))?\?$",
    re.IGNORECASE,
)


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
        if asked is not None and asked["against"] and asked["who"] not in _HE:
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

    def _answered_last(self) -> str:
        """Whose deed was answered last: who may answer that answer in turn; empty where nothing was answered."""
        *before, (_, _, depth) = self._events or [("", "", 0)]
        return next((who for _, who, at in reversed(before) if at < depth), "")

    def _considers(self, said: str) -> bool:
        """`Ann wants to cast it`: an event that is considered where it is told, and does not happen."""
        found = self._understood(said)
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
        told = [one for one in self.row if self._is_deed(one[0], said)]
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

    def _is_deed(self, event: str, said: Permitted) -> bool:
        """Whether an event told is the one that is asked for leave."""
        thing = self.reader.things.get(event)
        wanted = {role: term.value for role, term in said.roles if isinstance(term, Literal)}
        return thing is not None and thing.kinds[:1] == (said.event,) and wanted.items() <= dict(thing.roles).items()

    def _not_done_yet(self, event: str, line: str, depth: int) -> bool:
        """The last thing told, where something else was told before it, is only considered; nothing changes where it is the only one."""
        if depth or self.row[-1][0] != event or sum(not deep for *_, deep in self.row) < 2 or line in self.together:
            return False
        self.lines = [(deep, PROPOSED + one if one == line else one) for deep, one in self.lines]
        self.considered |= {line}
        self.taken[f"`{line}` is asked for leave, so it is only considered"] = None
        return True
