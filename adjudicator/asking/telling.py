"""From what somebody tells to the text of a scenario.

Each piece of the telling is turned into lines that the scenario reader can read, in the nearest wording that it can;
what had to be taken for granted on the way is noted. What cannot be read is reported in the person's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice

from adjudicator.asking.absence import apart_from_nothing, nobody_does, not_done, says_nothing_more, verbs_of_events
from adjudicator.asking.asked import opens_question, questions
from adjudicator.asking.bringing import brought_in, numbered
from adjudicator.asking.copies import of_a_copy, several_copies
from adjudicator.asking.deeds import of_such_things, other_deeds, spoken_of
from adjudicator.asking.happening import MOST, WHAT_HAPPENS, asked_of, changeable, ways_to
from adjudicator.asking.known import MOST_READS, NOBODY_S_NAME, SOME, WHERE, GivenUp, without_opener
from adjudicator.asking.naming import belongs, described, in_his_place, introduces_several, named_in_tables, on_the_board
from adjudicator.asking.ordering import OPEN, PROPOSED, USUAL_ROUND, Hearing, in_a_row, with_answers_below
from adjudicator.asking.pronouns import (
    HE,
    HER,
    HIS,
    PRONOUN,
    SELF,
    THAT_DEED,
    Meant,
    of_subject,
)
from adjudicator.asking.rephrasing import OWNS, SOMEBODY, clauses, plainly, rephrased
from adjudicator.asking.turns import Later, heading_after, next_turn
from adjudicator.asking.unread import JOINTS, unread
from adjudicator.asking.wordings import TOWARDS, with_cards, with_options, without_articles, wordings
from adjudicator.language.diagnostics import Diagnostic
from adjudicator.language.introducing import introduces
from adjudicator.language.near_phrases import completed
from adjudicator.language.stories import is_heading
from adjudicator.language.words import base_form, third_person
from adjudicator.model.expressions import And, Apply, Compare, Literal, Not, Occurs, Permitted, Quantified, Sentence, walk
from adjudicator.model.places import Place
from adjudicator.model.values import Ref
from adjudicator.model.vocabulary import Kind

_ENDS = re.compile(r"[;\n]+|(?<=\?)\s+|(?<=[^.\s])\.(?:\s+(?=[A-Z])|\s*$)")
_LATER = re.compile(r"^(?:and )?(?:then|next|afterwards|after (?:that|this)|later|now|so)\b|\bnow\b", re.IGNORECASE)
"""How a piece begins that tells what came of what was told before."""
_AT_ONCE = re.compile(
    r",? \b(?:(?:all )?(?:at|in) (?:exactly |the very |just )?(?:the same|one) (?:time|moment|instant)|simultaneously|(?:all )?at once)\b"
    r"|^(?:at the same (?:time|moment)|simultaneously),? ",
    re.IGNORECASE,
)
_LEAVE = re.compile(r"^(?:may|can|could|is|are) (?!it\b|that\b|this\b).*\?$", re.IGNORECASE)
_STILL = re.compile(r",? \b(?:in (?:the same|that) turn|this turn|still|even|then|now|again|once more|afterwards|after (?:that|this)|too)\b"
                    r"(?=[ ?])")  # fmt: skip
"""What a question for leave says beside the deed, where the story says it: that it is asked of what comes after."""
_SAYS = re.compile(
    r"^(?:[A-Z][\w-]*|he|she|they) (?:then |now |also )?(?:says?|thinks?|claims?|argues?|believes?|insists?|objects?|"
    r"remembers?|reali[sz]es?|wonders?|hopes?|complains?)\b[:,]? ",
    re.IGNORECASE,
)
"""How a sentence begins that tells what somebody holds, and not what is so."""
_BECAUSE = re.compile(r"^(?P<said>.+?),? because (?P<why>.+)$")
_SAID_BY_ORDER = re.compile(r"(?:(?:and )?`(?:in the same turn|again|afterwards|after (?:that|this)|then|later|this turn|already|still)` )+"
                            r"(?:is|are) left out")  # fmt: skip
_IS_A = re.compile(r"^(?P<who>[A-Z][\w-]*) is an? (?P<kind>[A-Z].*)$")
_DIES = re.compile(r"^(?:he|she)\b(?= (?:then )?(?:dies|died|is (?:now )?dead|is killed|does not survive|"
                   r"answers|responds|reacts|counters|counteracts|replies)\b)", re.IGNORECASE)  # fmt: skip
_HE = ("he", "she", "He", "She")
_MAY_PLAY = re.compile(r"^(?:may|can|could) (?P<who>[A-Z][\w-]*|he|she|they) (?:play|cast|use) (?P<what>[A-Z][\w' -]*)\?$", re.IGNORECASE)
_PLAYS = re.compile(r"^(?P<who>[Hh]e|[Ss]he|[A-Z][\w-]*) (?:then )?(?:plays|casts|uses) (?P<what>(?:an? |the |his |her )?[A-Z][A-Z' !-]+)$")
_AGAIN = re.compile(r"\b(?:again|once more|another time|a second time|twice)\b")
_LEAD = re.compile(
    r"^(?:(?:and|then|and then|now|so|but|first|next|afterwards|after (?:that|this)|later(?: in (?:the same|that|this) turn)?|"
    r"in (?:the same|that|this) turn|say|suppose|if|when)\b,? )+",
    re.IGNORECASE,
)
_ALLOWED = re.compile(r"^(?:is|was|would) (?:that|this|it)(?: be)? "
                      r"(?:allowed|legal|ok|okay|permitted|possible|valid|a legal move)(?: here| now)?$|"
                      r"^(?:may|can|could) (?:he|she|they|\w+)(?: (?:even |still )?do (?:that|this|it|so))?$|"
                      r"^(?:is|are|was) (?:he|she|they|\w+) (?:allowed|permitted|able)(?: to)?(?: do (?:that|this|it|so))?$",
                      re.IGNORECASE)  # fmt: skip
_HAS_NONE = re.compile(r"^(?P<who>[A-Z][\w-]*) (?:has|carries|owns|holds) no (?P<what>[a-z]+(?: [a-z]+)?)(?: (?:left|at all|any more))?$")
_OF_NUMBER = re.compile(r"\ban? \d+\b|\bworth \d+\b|\bshowing \d+\b|\bof \d+\b")
_WHO_WINS = re.compile(
    r"(?:who (?:wins|won|has won|is winning|will win|would win)|(?:does|did|has|will|would) [A-Z][\w-]* (?:win|won))(?: now| then| here)?",
    re.IGNORECASE,
)
"""A question that is about the game, or about what was just done: after something was done it has to be said which."""
_THERE_IS = re.compile(r"^[Tt]here (?:is|are|was|were) (?:also )?")
_THE_IS_A = re.compile(r"(?P<name>the [a-z]+) (?:is|was) (?P<kind>an? [a-z]+(?: [a-z]+)?)")
_THEY = re.compile(r"^(may|can|could|do|are|is) they(?: both)?\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween (?P<one>[A-Z][\w-]*) and (?P<other>[A-Z][\w-]*)$")
_BOTH = re.compile(r"^(?P<one>\S+) and (?P<other>\S+) (?:both )?(?P<verb>[a-z]+)(?P<rest>.*)$")
_HEADS = ("unknown:", "proposed:", "with option ", "reading ", "suppose ", "ask ")


NOTHING_ELSE = "`{}`: nothing else is told, so nothing else is done"
SOMEBODY_S_NAME = "Unnamed"
"""Who did what is told without a doer, where nobody else is told of."""
MOST_TRIES = 40
"""So often a piece is said again in another way before it is given up."""
MOST_SAID_SO = 2
"""So many words before the name of a kind may say how such a thing is."""
MOST_NAMED = 3
"""So many things without a name one sentence may put on the table."""
DEEPEST = 4
"""So often what was said again is itself said again."""


@dataclass
class Teller(Meant):
    """Understands one telling, piece by piece."""

    declined: bool = False
    """Whether it was told, after an event, that somebody does nothing about it: then it is over, and what comes of it is asked."""
    _now: bool = False
    """Whether the piece tells what came of what was told before."""
    _at_once: bool = False
    """Whether the piece tells of one moment."""
    _how: Diagnostic | None = None
    """What is said of a question that has to say how something is done."""
    _again: bool = False
    """Whether the piece asks whether something may be done once more."""
    _failed: set[tuple[str, int, int]] = field(default_factory=set)
    copied: str = ""
    """The card of which somebody was said to have several copies in his hand."""
    named: frozenset[str] = frozenset()
    """Who is named in the whole telling, at the table or not yet."""
    named_as_doers: frozenset[str] = frozenset()
    """Those of them who do something, or to whom something belongs."""
    marks: bool = False
    """Whether what is not understood is kept as a remark in its place."""
    _named: int = 0
    _tries: int | None = None
    """How often the piece may still be said again in another way; None while it is read as it was said."""

    # ---- the whole ----

    def tell(self, text: str) -> None:
        """Understand a telling of several pieces, each a sentence or a question."""
        self.listen(text)
        for piece in pieces(text):
            self.piece(piece)

    def listen(self, text: str) -> None:
        """Note who will be spoken of, before a telling is understood."""
        said = [without_opener(_LEAD.sub("", plainly(piece))) for piece in pieces(text)]
        self.named = frozenset(name for piece in said for name in self._new_names(piece))
        self.named_as_doers = frozenset(name for name in self.named if any(re.search(rf"^{name}\b|\b{name}'s\b", piece) for piece in said))

    def hearing(self) -> Hearing | None:
        """What has to be known of the lines to put them in order; nothing where nobody takes turns."""
        if self.loaded.book.clock is None:
            return None
        seated = tuple(name for name in self.reader.things if self._takes_turns(name))
        return Hearing(self.loaded.book.clock, self._says, seated, self.later, self.together)

    def piece(self, said: str, at_once: bool = False) -> bool:
        """Understand one piece, told of one moment or not; False where it, or a part of it, cannot be (which is noted)."""
        plain = plainly(said.strip())
        plain = plain[:1].lower() + plain[1:] if plain.split(" ")[0].lower() in NOBODY_S_NAME else plain
        first, _, rest = plain.partition(" ")
        if first in ("A", "An", "Another", "The") and (rest[:2].isupper() or self._kind_at_start(rest, False)[0] is not None):
            plain = plain[:1].lower() + plain[1:]
        later = next_turn(plain)
        if later is not None and self._turn_comes(later):
            return not later.rest or self.piece(later.rest, at_once)
        self._now = _LATER.search(plain) is not None
        self._how = None
        self._again = _AGAIN.search(plain) is not None and (plain.endswith("?") or opens_question(plain))
        text = _LEAD.sub("", plain).strip().removesuffix(".").strip()
        heard_at_once = _AT_ONCE.search(text) is not None and not opens_question(text) and not is_heading(self.line(text))
        text = _AT_ONCE.sub("", text).strip() if heard_at_once else text
        self._at_once = at_once = at_once or heard_at_once
        if not text.endswith(tuple(self.loaded.book.cards)):
            text = text.removesuffix("!").strip()
        if not text:
            return True
        if SELF.search(text) and (who := self.doer(text)):
            text = re.sub(r"^(?:he|she|they)\b", who, SELF.sub(who, text), flags=re.IGNORECASE)
        if not text.endswith("?"):
            text, nothing = apart_from_nothing(text)
            self.taken |= {NOTHING_ELSE.format(nothing): None} if nothing else {}
        text = self._of_copies(with_options(text, self.options - {*self.people}, self.cards))
        if _THEY.match(text) and len(self.people) == 2:
            text = _THEY.sub(rf"\g<1> {self.people[0]} and {self.people[1]}", text)
        self._hear_of_whom(text)
        if self.subject and self.subject not in self.people:
            pronoun = HE.search(text)
            named = self.doer(text[: pronoun.start()]) if pronoun is not None else ""
            spoken_of = self.people[0] if len(self.people) == 1 else self.subject
            text = of_subject(text, spoken_of if named in ("", self.subject) else named, HE)
        text = self._leave_to_answer(self._turn_of_his(self._of_the_dead(text)))
        if self._two_may_be_meant(text) and not _ALLOWED.match(text.rstrip("?")):
            help = "say the name: " + " or ".join(sorted(self._spoken() & {*self.people}))
            fault = Diagnostic("name", "it is not clear who is meant", Place(WHERE, 1, 1, max(1, len(text))), help=help)
            return self._give_up(said if self.marks else text, [fault])
        if _SAYS.match(text) and not text.endswith("?"):
            self.taken[f"`{text}`: what somebody says is not taken to be so"] = None
            return True
        reason = _BECAUSE.match(text)
        if reason is not None:
            mark, before = "?" if text.endswith("?") else "", self.all_known()
            if not self.piece(reason["why"].removesuffix("?"), at_once) or self.marks and self.lines[-1][1].startswith(OPEN):
                self.back_to(before)
                self.taken[f"`because {reason['why']}` is a reason, and left out"] = None
            return self.piece(reason["said"] + mark, at_once)
        before, known = self.all_known(), len(self.faults)
        if self.row and _LEAVE.match(text):
            text = _STILL.sub("", text)
        text = named_in_tables(self, described(self, brought_in(self, text)))
        text = numbered(self, text) if _OF_NUMBER.search(text) and not text.endswith("?") else text
        kept, parts = self.all_known(), clauses(text)
        apart = not text.endswith("?") and any(HE.match(part) for part in parts[1:])
        if not apart and self._heard(text):
            if self.subject not in self.people:
                self.speak_of(text)
            return True
        as_said, faults = self.all_known(), self.faults[known:]
        if len(parts) > 1:
            self.back_to(kept)
            heard = [self.piece(part, at_once) for part in parts]
            if any(heard) or self.marks or apart:
                return all(heard)
        self.back_to(before if self.marks else as_said)
        return self._give_up(said if self.marks else text, faults if self.marks else [])

    def _of_copies(self, text: str) -> str:
        """The text with one card for several copies of it: the same can be done with each, as often as it is told."""
        said, card = several_copies(text)
        if card in self.loaded.book.cards and card:
            self.copied = card
            self.taken[f"several copies of {card} are told as one: each deed told with it is done with one of them"] = None
            return said
        return of_a_copy(text, self.copied) if self.copied else text

    def _turn_comes(self, later: Later) -> bool:
        """Begin the next turn of whom a piece says it of; False where that is nobody who takes turns."""
        who = later.whose.removesuffix("'s") if later.whose.endswith("'s") else self.doer(later.rest) or self.subject
        if who not in self.people and who not in {*self._new_names(without_opener(later.rest))} or not self.loaded.book.clock:
            return False
        self.seat_people(who)
        clock = self.loaded.book.clock
        told = self.reader.facts.get((clock.on_turn, ())), self.reader.facts.get((clock.round, ()))
        begun = [line.partition("'s turn")[0] for _, line in self.lines if is_heading(self.line(line)) and "'s turn" in line]
        if self.row and (not begun or self._lines_before_heading()):
            acts = told[0].value.name if told[0] is not None and isinstance(told[0].value, Ref) else self._agent(self.row[0][1])
            begun = [acts, *begun]
        number = told[1].value if told[1] is not None else USUAL_ROUND
        self._heading(heading_after(begun, who, number if isinstance(number, int) else USUAL_ROUND))
        self.subject = who
        return True

    def _lines_before_heading(self) -> bool:
        """Whether something was done before the first heading."""
        done = {line for _, line, _ in self.row}
        first = next((i for i, (_, line) in enumerate(self.lines) if is_heading(self.line(line))), len(self.lines))
        return any(line in done for _, line in self.lines[:first])

    def _somebody(self, text: str) -> str:
        """Who did what is told without a doer: the one other who is named in the telling, else somebody; empty where it may be several."""
        others = {name for name in (*self.people, *self.named) if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)}
        return (others.pop() if others else SOMEBODY_S_NAME) if len(others) < 2 and self.kind else ""

    def _of_the_dead(self, text: str) -> str:
        """`he dies`, `he answers with it` after a deed: he at whom it was aimed; who plays something that can answer it, too."""
        aimed = next((whom for _, whom in reversed(self._aimed()) if whom), "")
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

    def _leave_to_answer(self, text: str) -> str:
        """`may she play it?` after a deed: of her at whom it was aimed, and of what can answer it, whether she may answer with it."""
        aimed = next((whom for _, whom in reversed(self._aimed()) if whom), "")
        asked = _MAY_PLAY.match(text)
        called = {who for pronoun, who in self.called.items() if pronoun.search(text)}
        if not aimed or asked is None or asked["who"] not in (aimed, *_HE) or not called <= {aimed}:
            return text
        found = self._understood(f"{aimed} answers with {asked['what']}")
        if found is None or self._answered(found)[0] is None:
            return text
        self.taken[f"`{text}`: {aimed} is taken to answer"] = None
        return f"may {aimed} answer with {asked['what']}?"

    def _give_up(self, text: str, faults: list[Diagnostic]) -> bool:
        """Note that a piece is not understood; False. Where it is marked, the scenario keeps it as a remark, to be said otherwise."""
        self.faults += faults
        if self.marks:
            self.lines.append((0, f"{OPEN}{text.strip()}"))
        self.speak_of(text)
        return False

    def _heard(self, text: str) -> bool:
        """Whether a piece is understood, as it is said or said again; nothing is kept of what is not, but why."""
        kept = self.all_known()
        if self._of_the_board(text) or self._bounded(lambda: self._plain(text)):
            return True
        as_said = self.all_known()
        self.back_to(kept)
        if self._denies_what_nobody_told(text):
            self.declined |= bool(self._events)
            return True
        self._tries, self._failed = MOST_TRIES, set()
        found = self._bounded(lambda: any(self._otherwise(text, deep) for deep in range(DEEPEST)))
        self._tries = None
        if found:
            self.speak_of(text)
            return True
        self.back_to(as_said)
        if self._how is not None:
            self.faults = [*kept[1][1], self._how]
        elif len(self.faults) == len(kept[1][1]):
            self._not_understood(text.rstrip("?"), question=text.endswith("?") or opens_question(text))
        return False

    def _denies_what_nobody_told(self, text: str) -> bool:
        """Hear a sentence that only says what was not done, where nobody told that it was."""
        if text.endswith("?") or opens_question(text):
            return False
        if says_nothing_more(text):
            self.taken[NOTHING_ELSE.format(text)] = None
            return True
        said = not_done(of_subject(text, self.subject, HE))
        if said is None:
            return self._denied_of_all(text)
        book, found = self.loaded.book, {event for stem, event in verbs_of_events(self.loaded.book) if stem in said.verbs}
        deeds = [self._sentence(one) for one in said.tellings]
        found |= {deed.event for deed in deeds if isinstance(deed, Occurs)}
        if not found or any(isinstance(deed, Apply) for deed in deeds):
            return False
        told = [self.reader.things[event].kinds[0] for event, line, _ in self.row if self._agent(line) == said.who]
        if any(book.is_a(kind, event) or book.is_a(event, kind) for kind in told for event in found):
            return False
        self.taken[f"`{text}`: nobody told that it was done, so it is taken so"] = None
        return True

    def _denied_of_all(self, text: str) -> bool:
        """Hear `nobody holds it`, where nobody told that anybody does."""
        has_none = _HAS_NONE.match(text)
        if has_none is not None:
            return self._has_none(has_none["who"], has_none["what"], text)
        for said in nobody_does(self.with_thing(of_subject(text, self.subject, HE))):
            for who in self.people[:1]:
                sentence = self._sentence(f"{who} {said}")
                told = {self.reader.things[event].kinds[0] for event, *_ in self.row} | {node[0] for node in self.reader.facts}
                what = sentence.event if isinstance(sentence, Occurs) else sentence.property if isinstance(sentence, Apply) else ""
                if what and what not in told:
                    self.taken[f"`{text}`: nobody told that anybody does, so it is taken so"] = None
                    return True
        return False

    def _has_none(self, who: str, what: str, text: str) -> bool:
        """Hear `Bob has no hat`, where no hat was said to be his."""
        kind, _ = self._kind_at_start(what, False) if what in self.loaded.book.kinds else self._kind_at_start(what, True)
        if kind is None:
            return False
        self._people_of(text)
        if who not in self.people:
            return False
        alike = {name for name, thing in self.reader.things.items() if self.loaded.book.is_a(thing.kinds[0], kind.name)}
        for (_, args), fact in self.reader.facts.items():
            named = {one.name for one in (*args, fact.value) if isinstance(one, Ref)}
            if who in named and named & alike:
                return False
        self.taken[f"`{text}`: nobody told of any, so it is taken so"] = None
        return True

    def _bounded(self, understand: Callable[[], bool]) -> bool:
        """Whether something is understood within as many wordings as are read of one piece."""
        kept, self._reads = self.all_known(), MOST_READS
        try:
            return understand()
        except GivenUp:
            self.back_to(kept)
            return False

    def _otherwise(self, text: str, deep: int) -> bool:
        """Understand a piece said again in another way, or in several pieces."""
        question = text.endswith("?") or opens_question(text)
        kept = self.all_known()
        if "{event}" in text:
            return False
        said = dict.fromkeys((text, *self._with_pronouns(text)))
        ways = ((way, one) for way in said for one in rephrased(way.rstrip("?"), question, self._aimed(), self._carded))
        for way, again in ways:
            if not self._tries:
                break
            if any((piece, len(self.lines), len(self.things)) in self._failed for piece in again.pieces[:1]) and not deep:
                continue
            who = self._somebody(way) if any(SOMEBODY in piece for piece in again.pieces) else ""
            if SOMEBODY in again.pieces[0] and not who:
                continue
            self._tries -= 1
            if all(self._plain_or_otherwise(piece.replace(SOMEBODY, who), deep) for piece in again.pieces):
                if who:
                    self.taken[f"`{way}`: nobody said who does it; {who} is taken to"] = None
                elif again.note:
                    self.taken[again.note] = None
                if way != text:
                    self.taken[f"`{text}` is read as `{way}`"] = None
                return True
            self.back_to(kept)
        return False

    def _plain_or_otherwise(self, text: str, deep: int) -> bool:
        kept, where = self.all_known(), (text, len(self.lines), len(self.things))
        if where not in self._failed:
            if self._plain(text):
                return True
            self._failed.add(where)
            self.back_to(kept)
        return deep > 0 and self._otherwise(text, deep - 1)

    def _carded(self, text: str) -> str:
        """A text with the names of cards as they are printed."""
        return with_cards(text, self.cards)

    def _plain(self, text: str) -> bool:
        """Understand one piece as it is said; False where it cannot be (which is noted)."""
        if text.endswith("?") or opens_question(text):
            return self._question(text)
        if text.startswith(_HEADS):
            return self._head(text)
        if self._introduction(text):
            return True
        self._people_of(text)
        if " {event} " in text:
            return self._deed_with_detail(text) or self._not_understood(text)
        if self._heading(text) or self._statement(text):
            return True
        if self._is_term(text) and self._question(text):
            return True
        return self._not_understood(text)

    def _of_the_board(self, text: str) -> bool:
        """Understand a piece that names what lies on the board as the card is called that makes it, where it can be meant so."""
        board, kept = on_the_board(self, text, text.endswith("?") or opens_question(text)), self.all_known()
        if not board or not self._heard(board):
            self.back_to(kept)
            return False
        self.taken[f"`{text}` speaks of what is on the board, not of the card"] = None
        return True

    def in_order(self, text: str) -> str:
        """A scenario that this teller has heard, with what was told in a row as a story; what is taken for granted by that is noted."""
        hearing = self.hearing()
        text = with_answers_below(text, self._says)
        text, notes = in_a_row(text, hearing, 1 if self.declined or self._asks_what_comes() else 2) if hearing is not None else (text, [])
        kept = (one for one in self.taken if not notes or not _SAID_BY_ORDER.fullmatch(one))
        self.taken = dict.fromkeys((*notes, *kept))
        return text

    def _asks_what_comes(self) -> bool:
        """Whether it is asked if something happens that nobody told, and that may come of a deed: then even a single deed is a story.

        Likewise what only such things change (who has won). What comes of the clock alone (a turn that begins) does not come in the turn
        that is told.
        """
        told = {self._says(line.removeprefix(PROPOSED)) for _, line in self.lines}
        whether = [ask.removeprefix("whether ").removesuffix(" afterwards") for ask in self.asks if ask.startswith("whether ")]
        who = [f"{self.people[0]}{ask.partition(' such that x')[2]}" for ask in self.asks if self.people and " such that x " in ask]
        asked = [self._sentence(one) for one in (*whether, *who)]
        happen = [one.body if isinstance(one, Not) else one for one in asked]
        return any(
            isinstance(one, Occurs)
            and one not in told
            and self._comes_of_deeds(one.event)
            or isinstance(one, Apply)
            and self._comes_of_consequences(one.property)
            for one in happen
        )

    def _comes_of_consequences(self, property: str) -> bool:
        changing = self.loaded.book.clauses_about.get(f"after:{property}", ())
        return bool(changing) and all(any(self._comes_of_deeds(one.kind) for one in clause.parameters) for clause, _ in changing)

    def _comes_of_deeds(self, event: str) -> bool:
        book = self.loaded.book
        ticks = {book.clock.turn_begins, book.clock.turn_ends, book.clock.round_begins, book.clock.phase_begins} if book.clock else set()
        return any(ticks.isdisjoint(one.kind for one in clause.parameters) for clause, _ in book.clauses_about.get(f"causes:{event}", ()))

    # ---- who and what there is ----

    def _introduction(self, text: str) -> bool:
        """`a dog called Rex`, `Rex is a dog`: things put on the table in the words of scenarios."""
        if introduces_several(self, text) or belongs(self, text) or in_his_place(self, text):
            return True
        if self._is_printed(text):
            return False
        text = _THERE_IS.sub("", text)
        if text in self.reader.things and text not in self.people:
            return True
        small = text[:1].lower() + text[1:]
        named = _THE_IS_A.fullmatch(small)
        ways = (f"{named['kind']} called {named['name']}",) if named is not None else (text, small)
        for wording in ways:
            trial = self.trial()
            if introduces(trial, self.line(wording)) and not trial.messages.errors:
                introduces(self.reader, self.line(wording))
                self.things.append(wording)
                self.subject = wording.split(" is ")[0] if " is " in wording else self.subject
                return True
        return False

    def _is_printed(self, text: str) -> bool:
        """`Ann is a PIPPIN`: said of somebody who is no card."""
        match = _IS_A.match(text)
        kind = self.loaded.book.kinds.get(match["kind"]) if match is not None else None
        return match is not None and kind is not None and kind.printed and match["who"] not in self.loaded.book.cards

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

    def _head(self, text: str) -> bool:
        if text.startswith("ask "):
            return self._question(text[len("ask ") :])
        if text.startswith(("unknown:", "proposed:")):
            word, _, rest = text.partition(":")
            self._people_of(rest)
            if word == "proposed":
                return self._considers(rest.strip())
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
        parts = [found] if found is not None else self._of_both(text) or self._joined(text)
        self._note_small_words(text, " ".join(parts))
        for part in (*parts, *(turned for part in parts if (turned := self._from_the_other_side(part)))):
            self._say(part)
        return bool(parts) or self._with_some(text)

    def _from_the_other_side(self, fact: str) -> str:
        """`the rug is between Bob and Ann` for `the rug is between Ann and Bob`, where that is a fact of its own; else empty."""
        turned = _BETWEEN.sub(r"between \g<other> and \g<one>", fact)
        return turned if turned != fact and isinstance(self._sentence(fact), Apply) and self._taken_by_reader(turned) else ""

    def _deed_with_detail(self, text: str) -> bool:
        """`Ann throws PIPPIN, the weight of {event} is 5`: what is said of the deed, on its line, by the name that it gets.

        `the {number} of {event} is 5` is the first number that the book declares for such a deed.
        """
        deed, _, detail = text.partition(", ")
        if "{number}" in detail:
            return any(
                self._deed_with_detail(f"{deed}, {detail.replace('the {number} of {event}', said)}") for said in self._numbers_of(deed)
            )
        found = self._understood(deed)
        if found is None or not isinstance(self._sentence(found.split(", ")[0]), Occurs):
            return False
        trial, before = self.trial(), set(self.reader.things)
        trial._statement(self.line(found), self._answered(found)[0])
        event = next((name for name in trial.things if name not in before and trial.things[name].is_event), "")
        return bool(event) and self._statement(f"{found}, {detail.replace('{event}', f'the {event}')}")

    def _numbers_of(self, deed: str) -> list[str]:
        """The number that a book declares first for such a deed, as it is said of {event}."""
        book, found = self.loaded.book, self._understood(deed)
        sentence = self._sentence(found.split(", ")[0]) if found else None
        if not isinstance(sentence, Occurs):
            return []
        said = [prop.phrases[0] for prop in book.properties.values() if prop.type.is_number and not prop.name.startswith("role:")]
        plain = [phrase for phrase in said if re.fullmatch(r"the \w+ of \{[^{}]+\}", phrase.text)]
        fitting = [phrase for phrase in plain if book.is_a(sentence.event, phrase.slots[0].kind)]
        return [" ".join(part if isinstance(part, str) else "{event}" for part in phrase.parts) for phrase in fitting[:1]]

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

    def _with_some(self, text: str, question: bool = False) -> bool:
        """`Ann picks up a basket`, where none has a name: one comes to the table, and is called the basket; `two baskets` are two."""
        if self._named >= MOST_NAMED:
            return False
        self._named += 1
        try:
            return self._with_one(text, question)
        finally:
            self._named -= 1

    def _with_one(self, text: str, question: bool) -> bool:
        for wording in islice(wordings(text, self.cards), 8):
            if self._hopeless(wording.rpartition("{event}")[2]) and not question:
                continue
            for match in SOME.finditer(wording):
                how, kind, words = self._kind_so(match["rest"], match["count"] is not None)
                there = match["article"] == "the" and kind is not None and kind.name in self.reader.things
                if kind is None or there or self.loaded.book.is_a(kind.name, "event"):
                    continue
                only = self._only_one(kind) if match["article"] == "the" and not how else ""
                if only:
                    one = f"{wording[: match.start()]}{only}{match['rest'][len(words) :]}"
                    if self._answerable(one) if question else self._statement(one):
                        self.taken[f"`the {words}` is taken to be {only}"] = None
                        return True
                    continue
                kept, lines, things = self._state(), list(self.lines), list(self.things)
                names = [self.new_thing(kind) for _ in range(int(match["count"] or 1))]
                rest = match["rest"][len(words) :]
                said = [f"{wording[: match.start()]}the {name}{rest}" for name in names]
                so = [f"the {name} is {how}" for name in names] if how else []
                if all(map(self._statement, so)) and all(
                    self._answerable(one) or self._with_some(one, True) if question else self._statement(one) for one in said
                ):
                    self.taken[f"`{match[0]}{words}` is put on the table as the {' and the '.join(names)}"] = None
                    return True
                self._back_to(kept)
                self.lines, self.things = lines, things
        return False

    def _only_one(self, kind: Kind) -> str:
        """The name of the only thing of a kind on the table, where it has one of its own."""
        alike = [name for name, thing in self.reader.things.items() if any(self.loaded.book.is_a(one, kind.name) for one in thing.kinds)]
        return alike[0] if len(alike) == 1 and alike[0][:1].isupper() else ""

    def _kind_so(self, text: str, several: bool) -> tuple[str, Kind | None, str]:
        """The kind that words begin with, how such a thing is said to be before it (`ripe` in `ripe quince`), and all of these words."""
        words = text.split(" ")
        for count in range(min(len(words), MOST_SAID_SO + 1)):
            how = " ".join(words[:count])
            kind, named = self._kind_at_start(" ".join(words[count:]), several)
            if kind is not None or count and not words[count - 1].isalpha():
                return how, kind, f"{how} {named}" if how else named
        return "", None, ""

    def _understood(self, text: str) -> str | None:
        """The nearest wording that the reader takes as a fact or an event."""
        for wording in self._with_pronouns(text):
            for one in wordings(wording, self.cards):
                sentence = self._sentence(one.split(", ")[0])
                if sentence is not None and not self._holds_several(sentence, one) and self._taken_by_reader(one):
                    return None if self._done_otherwise(one, sentence) else self._deed_for_such(one, sentence)
        return None

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
        if events:
            if not depth:
                self._events = []
            self._last_event, self._last_fact = text, ()
            self._events = [*(one for one in self._events if one[2] < depth), (events[0], self._agent(text), depth)]
            self.row.append((events[0], text, depth))
            self.together |= {text} if self._at_once and not depth else set()
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

    # ---- questions ----

    def _question(self, text: str) -> bool:
        said = text.strip().rstrip("?").strip()
        if _ALLOWED.match(said) and self._last_event:
            return self._is_it_allowed() or self._not_understood(said, question=True)
        if self.row and _WHO_WINS.fullmatch(said):
            help = "say what it is about: `who wins the game?`, or ask what becomes of somebody or something by name"
            self._how = Diagnostic("phrase", "it is not clear what is won", Place(WHERE, 1, 1, max(1, len(said))), help=help)
            return False
        happens = WHAT_HAPPENS.fullmatch(said)
        if happens is not None:
            return self._what_happens(happens["who"] or "") or self._not_understood(said, question=True)
        self._people_of(without_opener(said))
        return (self._answerable(said) or self._with_some(said, question=True) or self._completed(said)
                or self._not_understood(said, question=True))  # fmt: skip

    def _answerable(self, said: str) -> bool:
        """Ask a question in the nearest wording that the reader takes; False where there is none."""
        deeds = [THAT_DEED.sub(rf"\g<1> the {event}", said) for event, _, _ in self._events[-1:] if THAT_DEED.match(said)]
        for wording in (*deeds, *self._with_pronouns(said)):
            for one in questions(self.loaded.book, wording):
                for ask in wordings(without_articles(one), self.cards):
                    if self._asks(ask) and (self._about_nothing(ask) or self._in_general(ask) or self._asks_otherwise(ask)):
                        return False
                    if self._asks(ask):
                        ask = self._question_for_such(ask)
                        self._note_small_words(said, ask)
                        self._note_pronoun(said, ask)
                        self._ask(ask)
                        return True
        return False

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

    def _kinds_of(self, name: str) -> tuple[str, ...]:
        thing = self.reader.things.get(name)
        return thing.kinds if thing is not None else ()

    def _is_it_allowed(self) -> bool:
        """`is that allowed` after an event: whether he who does it may."""
        words = self._last_event.split(", ")[0].split(" ")
        for k in range(1, len(words)):
            ask = " ".join(("whether", *words[:k], "may", base_form(words[k]), *words[k + 1 :]))
            if self._asks(ask):
                self._ask(ask)
                return True
        return False

    # ---- what is asked for leave ----

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

    def _complete(self, said: str) -> Iterator[str]:
        """Questions that leave a place out which only one thing can fill: `is PIPPIN spilled`, where one thing happens."""
        if self._tries is not None or re.search(r"\b(?:an?|another|\d+) [a-z]", said):
            return
        for one in questions(self.loaded.book, said):
            for ask in wordings(one, self.cards):
                what = "sentence" if ask.startswith("whether ") else "value"
                if self._hopeless(ask):
                    continue
                if self._in_general(ask):
                    return
                found = completed(self.chart(ask.removeprefix("whether ")), what)
                if len(found) == 1 and self._asks(whole := ("whether " if what == "sentence" else "") + found[0]):
                    self.taken[f"`{said}` is asked as `{whole}`"] = None
                    yield whole

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

    def _changes(self, ask: str) -> bool:
        """Whether a question is about a state that events change."""
        expr = self._sentence(ask.removeprefix("whether ")) if ask.startswith("whether ") else self.term(ask)
        inner = expr.body if isinstance(expr, Not) else expr.left if isinstance(expr, Compare) else expr
        return isinstance(inner, Apply) and f"after:{inner.property}" in self.loaded.book.clauses_about

    # ---- the reader of scenarios ----

    def would_hear(self, said: str) -> bool:
        """Whether a piece is understood as it is said; nothing is kept of it."""
        kept = self.all_known()
        try:
            return self._bounded(lambda: self._plain(said))
        finally:
            self.back_to(kept)

    def ways(self, said: str) -> list[str]:
        """For a deed, told or asked for, that has to be said otherwise: the sentences or questions that say it."""
        self._how = None
        self._heard(said)
        found, self._how = self._how, None
        return found.help.split("\n")[1:] if found is not None else []

    def _not_understood(self, text: str, question: bool = False) -> bool:
        """Note why a piece is not understood, and say False."""
        if self._tries is None:
            self._reads = MOST_READS
            try:
                self.faults += unread(self, text, question)
            except GivenUp:
                self.faults.append(Diagnostic("phrase", "this is not understood here", Place(WHERE, 1, 1, max(1, len(text)))))
        return False


def pieces(text: str) -> list[str]:
    """The sentences and questions of a telling."""
    return [piece.strip() for piece in _ENDS.split(text) if piece and piece.strip()]
