"""Whom `he`, `her`, `it`, `himself` mean in what is told."""

from __future__ import annotations

import re
from dataclasses import field
from typing import Any

from adjudicator.asking.clauses import clauses
from adjudicator.asking.first_names import MEN, WOMEN
from adjudicator.asking.known import Known
from adjudicator.asking.meaning import named_in
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

PRONOUN = re.compile(r"\b(?:he|she|him|they|it)\b", re.IGNORECASE)
POSSESSIVE = re.compile(r"\b(?:his|their|its)\b(?= [a-z])|\bher\b(?= (?!while|when|if|with|at|to|in|on|from|and|or|after|before|for|as|by|"
                        r"again|then|once)[a-z])")  # fmt: skip

THING_PRONOUN = re.compile(r"(?<!^)\b(?:it|this|that)\b(?! (?:is|was) )(?! [a-z]+s\b)")
THAT_DEED = re.compile(r"^(is|was|does|did|would|will) (?:that|this)\b(?! an? )", re.IGNORECASE)
"""How a question begins that is about what was just done."""
ANOTHER = re.compile(r"\b(?:he|she|him|they|them)\b|\bher\b(?! [A-Za-z])", re.IGNORECASE)
HOW_HE_IS = re.compile(r"(?:is|was|are|does|did|do|will|would|has|have) (?:he|she)\b", re.IGNORECASE)
HIM = re.compile(r"\b(?:he|she|him|they)\b", re.IGNORECASE)
"""Words for people, and for nothing else."""
HE = re.compile(r"\b(?:he|she|him)\b|\bher\b(?! [A-Za-z])", re.IGNORECASE)
"""Words for somebody whose name was said before."""
SELF = re.compile(r"\b(?:him|her|them|it)sel(?:f|ves)\b", re.IGNORECASE)
HIS = re.compile(r"\b(?:he|him|his)\b", re.IGNORECASE)
HER = re.compile(r"\b(?:she|her|hers)\b", re.IGNORECASE)

_NO_THING = re.compile(r"\b(?:turn|round|phase|step) (?:is|was) it\b|^(?:is|was) it (?:\S+'s|my|the) (?:turn|round|phase)", re.IGNORECASE)
"""An `it` that means nothing: `whose turn is it`."""
_AT_HIS_OWN = re.compile(
    r"^(?:(?:[Dd]oes|[Mm]ay|[Cc]an|[Ii]s) )?(?P<who>[A-Z][\w-]*) (?:is|walks?|moves?|goes|go|runs?|steps?|comes?|returns?|"
    r"gets? back|stands?|sits?|drops?|carries|carry|holds?|has|wears?|enters?|leaves?|reaches|reach|puts?|keeps?)\b(?!.*\b[A-Z][a-z]+'s\b)"
)
"""How it is told that somebody goes to his own place, or has his own thing."""
_HIS_TURN = re.compile(r"\b(in|on|during) (?:his|her|their) (?:own )?turn\b", re.IGNORECASE)


_AHEAD = re.compile(r",? (?:(?:may|can|could|must|does|will) (?P<asked>[A-Z][\w-]*) [a-z]+|(?P<who>[A-Z][\w-]*) [a-z]+s)\b")


def _parts(text: str) -> tuple[str, str]:
    """The part of a text in which `he` or `him` stands, and what stands before it and its `and`."""
    him = HIM.search(text)
    at = him.start() if him is not None else 0
    before, joint, own = text[:at].rpartition(" and ")
    return (own + text[at:], before) if joint else (text, "")


def _is_another_s(text: str, name: str) -> bool:
    """Whether a text speaks of her only, and the name is a man's, or of him only, and it is a woman's."""
    his, her = HIS.search(text) is not None, HER.search(text) is not None
    return her != his and name.casefold() in (MEN if her else WOMEN)


def of_them(text: str, pronoun: re.Pattern[str], name: str) -> str:
    """The text with `he`, `him` and `his` (or `she`, `her`) as somebody's name."""
    owned = re.sub(rf"(?:{POSSESSIVE.pattern})", lambda found: f"{name}'s" if pronoun.fullmatch(found[0]) else found[0], text)
    return pronoun.sub(name, owned)


def of_subject(text: str, subject: str, pronoun: re.Pattern[str] = PRONOUN) -> str:
    """The text with `he` and `his` as the one who was spoken of last."""
    return pronoun.sub(subject, POSSESSIVE.sub(f"{subject}'s", text)) if subject else text


@dataclass
class Meant(Known):
    """What is known of a telling, and of whom it spoke: who is meant where no name is said."""

    called: dict[re.Pattern[str], str] = field(default_factory=dict)
    """Whom `she` and `he` were said of."""
    named: frozenset[str] = frozenset()
    """Who is named in the whole telling, at the table or not yet."""
    _last_fact: tuple[tuple[str, Any], ...] = ()
    """What the last fact is said of, by places, where no event was told since."""

    def one_like(self, text: str, name: str) -> str:
        """Whom a text speaks of: this one, or the one other whose name goes with its `she` or `he`, where that is another's."""
        others = {*self.people, *self.named} - {name}
        fitting = [other for other in others if not _is_another_s(text, other)] if _is_another_s(text, name) else []
        return fitting[0] if len(fitting) == 1 else name

    def doer(self, text: str) -> str:
        """Who is meant by `himself`: whoever a text names first, else who was spoken of last."""
        new = {*self._new_names(text)}
        named = [(word, owner) for word, owner in re.findall(r"([A-Z][\w-]*)('s\b)?", text) if word in self.people or word in new]
        doers = [word for word, owner in named if not owner]
        pronoun = HE.search(text)
        if pronoun is not None and doers and self.subject and pronoun.start() < text.index(doers[0]):
            return self.subject
        return (
            next(iter((*doers, *([self.subject] if self.subject else []), *(word for word, _ in named))), "")
            if doers or named
            else self.subject
        )

    def speak_of(self, text: str) -> None:
        """Whoever is named first in a text is spoken of from now on, at the table or not."""
        turn = re.match(r"(?:it is )?([A-Z][\w-]*)'s turn\b", text, re.IGNORECASE)
        self.subject = turn[1] if turn is not None and turn[1] in self.people else self.doer(text)

    def with_thing(self, text: str) -> str:
        """The text with `it` as the thing that was spoken of last, where there is one."""
        return THING_PRONOUN.sub(self._last_thing(), text) if self._last_thing() and not _NO_THING.search(text) else text

    def of_spoken(self, text: str) -> str:
        """The text with `it` as the thing, and `he` as whoever was spoken of last: who has a name as people have is no `it`."""
        return self._of_somebody_or_thing(self.with_thing(text), self.subject)

    def _of_somebody_or_thing(self, text: str, meant: str) -> str:
        return of_subject(text, meant, HIM if meant in {*self.people, *self.named} else PRONOUN)

    def _hear_of_whom(self, text: str) -> None:
        """Remember who was called she, and who he, so that a later `she` is the same one; not where it could be either of two."""
        for pronoun, other in ((HER, HIS), (HIS, HER)):
            said = pronoun.search(text) is not None and other.search(text) is None
            either = HE.search(text) is not None and any(whom for _, whom in self._aimed())
            known = bool({pronoun, other} & {*self.called})
            if said and not either and not known and self.subject in self.people and not named_in(text, (self.subject,)):
                self.called[pronoun] = self.subject

    def _heard_of_whom(self, text: str) -> None:
        """Remember who was called she, or he, in a piece of which the last event was understood: whoever of it the words do not name."""
        for part in clauses(text):
            pronouns = [one for one in (HER, HIS) if one.search(part)]
            spoken = self._spoken() & {*self.people}
            rest = spoken - named_in(part, spoken)
            if len(pronouns) == len(rest) == 1 and not {HER, HIS} & {*self.called}:
                self.called[pronouns[0]] = rest.pop()

    def _turn_of_his(self, text: str) -> str:
        """`in her turn she does it` as `in Ann's turn she does it`."""
        match = _HIS_TURN.search(text)
        if match is None:
            return text
        named, later = self.doer(text[: match.start()]), text[match.end() :]
        ahead = _AHEAD.match(later) if named not in self.people or not match.start() else None
        if ahead is not None and (who := ahead["who"] or ahead["asked"]) in {*self.people, *self._new_names(later)}:
            named = who
        meant = named or (self.subject if self.subject in self.people else self.people[0] if len(self.people) == 1 else "")
        return _HIS_TURN.sub(rf"\g<1> {meant}'s turn", text) if meant else text

    def _aimed(self) -> list[tuple[str, str]]:
        """The events told so far, each with the one other than its agent whom it is said of (empty where there is none or several)."""
        found = []
        for event, agent, _ in self._events:
            others = {filler.name for _, filler in self.reader.things[event].roles if isinstance(filler, Ref)} & {*self.people} - {agent}
            found.append((event, others.pop() if len(others) == 1 else ""))
        return found

    def _with_pronouns(self, text: str) -> list[str]:
        """The text, and with `he` and `him` as the one who was spoken of last."""
        text = self.with_thing(text)
        if HIS.search(text) and HER.search(text):
            return self._of_two(text)
        meant = self._meant(text)
        if not meant:
            return [text]
        owned, her = POSSESSIVE.sub(f"{meant}'s", text), re.sub(r"\bher\b", meant, text)
        him = self._of_somebody_or_thing(text, meant)
        own = POSSESSIVE.sub(f"{doer}'s", text) if (doer := self._at_his_own(text)) else text
        return list(dict.fromkeys((text, own, owned, him, her)))

    def _at_his_own(self, text: str) -> str:
        """Who goes to, is at or has what is called `his`, and so is meant by that; empty where it is done to another."""
        his = POSSESSIVE.search(text)
        match = _AT_HIS_OWN.match(text[: his.start()]) if his is not None else None
        who = match["who"] if match is not None else ""
        called = {one for pronoun, one in self.called.items() if his is not None and pronoun.search(his[0])}
        return who if who in self.people and called <= {who} and POSSESSIVE.search(text, his.end()) is None else ""  # type: ignore[union-attr]

    def other_than(self, name: str, pronoun: str) -> str:
        """Whom a pronoun means that is not this one: who is called so, at whom the last event was aimed, the one other; else nobody."""
        called = {who for one, who in self.called.items() if one.search(pronoun)} - {name}
        aimed = [whom for _, whom in reversed(self._aimed()) if whom and whom != name]
        others = {*self.people, *self.named} - {name}
        return called.pop() if len(called) == 1 else aimed[0] if aimed else others.pop() if len(others) == 1 else ""

    def _spoken(self) -> set[str]:
        """Who and what the last event, or else the last fact, was said of."""
        event = self.reader.things.get(self._events[-1][0]) if self._events else None
        return {filler.name for _, filler in (event.roles if event else self._last_fact) if isinstance(filler, Ref)}

    def _meant(self, text: str) -> str:
        """Who `he` or `she` is: the one person named before in the same text; else who was spoken of last; where that is no person
        or is named beside, the one other person (else nobody)."""
        named = named_in(text, self.people)
        own, before = _parts(text)
        if len(named) == 1 and named == named_in(before, self.people) and not named_in(own, self.people):
            return next(iter(named))
        called = {who for pronoun, who in self.called.items() if pronoun.search(text)} - named
        if len(called) == 1:
            return called.pop()
        others_called = {who for pronoun, who in self.called.items() if not pronoun.search(text)} if HE.search(text) else set()
        unlike = {name for name in self.people if _is_another_s(text, name)}
        rest = {*self.people} - named - others_called - unlike
        if self.subject in {*self.people} - unlike and (self.subject in rest or not ANOTHER.search(text)):
            return self.subject
        others = self._spoken() & rest or (rest if named or others_called or self.subject in unlike else set())
        return others.pop() if len(others) == 1 else "" if named else self.subject

    def _two_may_be_meant(self, text: str) -> bool:
        """Whether it is asked how `he` is after one did something to another: it may be either, and the name has to be said."""
        others = self._spoken() & {*self.people} - {self.subject}
        if any(pronoun.search(text) for pronoun in self.called):
            return False
        return bool(HOW_HE_IS.match(text) and self._events and others and self._events[-1][1] == self.subject)

    def _last_thing(self) -> str:
        """What was spoken of last: the one thing of the last fact told since, else of the last event, as it is written."""
        event = self.reader.things.get(self._events[-1][0]) if self._events else None
        spoken = ({filler.name for _, filler in roles if isinstance(filler, Ref)} - {*self.people}
                  for roles in (self._last_fact, event.roles if event is not None else ()))  # fmt: skip
        name = next((things.pop() for things in spoken if len(things) == 1), "")
        return f"the {name}" if name[:1].islower() else name

    def _of_two(self, text: str) -> list[str]:
        """A text that speaks of him and of her: first the one spoken of last, then the one of whom was said what he does or did."""
        for pronoun, who in self.called.items():
            others = {*self.people} - {who}
            if len(others) == 1:
                return [of_them(of_them(text, pronoun, who), HIS if pronoun is HER else HER, others.pop()), text]
        women, men = ([name for name in self.people if name.casefold() in known] for known in (WOMEN, MEN))
        if len(women) == len(men) == 1 and {*women, *men} <= self._spoken() | {self.subject}:
            return [of_them(of_them(text, HER, women[0]), HIS, men[0]), text]
        spoken = self._spoken() - {self.subject}
        others = spoken & {*self.people} or spoken or {*self.people} - {self.subject}
        if len(others) != 1 or self.subject not in self.people:
            return [text]
        (other,) = others
        first, second = (HIS, HER) if HIS.search(text).start() < HER.search(text).start() else (HER, HIS)  # type: ignore[union-attr]
        return [of_them(of_them(text, first, self.subject), second, other), text]
