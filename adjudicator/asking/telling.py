"""From what somebody tells to the text of a scenario.

Each piece of the telling is turned into lines that the scenario reader can read, in the nearest wording that it can;
what had to be taken for granted on the way is noted. What cannot be read is reported in the person's own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field, replace

from adjudicator.asking.absence import apart_from_nothing
from adjudicator.asking.acting import COMMANDS, acts, of_it_that_acts, of_one_name, told_of_itself
from adjudicator.asking.allowing import as_leave
from adjudicator.asking.attributes import his_own, nearer, told_apart
from adjudicator.asking.bringing import brought_in, numbered
from adjudicator.asking.clauses import clauses, death_apart
from adjudicator.asking.copies import another_copy, of_a_copy, several_copies
from adjudicator.asking.countering import countering
from adjudicator.asking.denying import NOTHING_ELSE
from adjudicator.asking.everyday import asks_each, gets_each, part_of_turn
from adjudicator.asking.happening import WHAT_HAPPENS, contests, several_to_win
from adjudicator.asking.known import MOST_READS, MOST_SWAPPED, NOBODY_S_NAME, WHERE, GivenUp, without_opener
from adjudicator.asking.losses import NOT_CARRIED, answered_by, lost
from adjudicator.asking.meaning import named_in
from adjudicator.asking.named_deeds import named_deeds
from adjudicator.asking.naming import (
    as_cards,
    belongs,
    by_head_nouns,
    described,
    gives_names,
    in_his_place,
    introduces_several,
    named_in_tables,
    on_the_board,
    places_named,
)
from adjudicator.asking.offers import offers
from adjudicator.asking.ordering import OPEN, PROPOSED, USUAL_ROUND
from adjudicator.asking.outcomes import apart_from_the_way, dies_of_it
from adjudicator.asking.owning import (
    done_with_it,
    has_many,
    in_the_singular,
    into_his_place,
    lying_there,
    put_on_the_table,
    things_of,
    with_his_cards,
    without_owner,
)
from adjudicator.asking.placing import Placing
from adjudicator.asking.pronouns import (
    HE,
    POSSESSIVE,
    SELF,
    THING_PRONOUN,
    of_subject,
)
from adjudicator.asking.questioning import as_must
from adjudicator.asking.rephrasing import plainly, rephrased
from adjudicator.asking.striking import SOMEBODY
from adjudicator.asking.turns import Later, heading_after, next_turn
from adjudicator.asking.typed import GESTURE, SAYS, SAYS_ALONE, is_speech
from adjudicator.asking.unread import NONE_NEAR
from adjudicator.asking.wordings import kinds_as_in, kinds_by_name, names_as_in, with_cards, with_options, wordings
from adjudicator.language.asked import opens_question
from adjudicator.language.diagnostics import Diagnostic
from adjudicator.language.stories import is_heading
from adjudicator.language.words import NAME, NUMERALS, PRINTED, as_named, third_person, with_digits
from adjudicator.model.expressions import Apply, Compare, Literal, Not
from adjudicator.model.places import Place
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

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
_BECAUSE = re.compile(r"^(?P<said>.+?),? because (?!of\b)(?P<why>.+)$")
_EXPLAINS = re.compile(
    r"^(?P<said>.+?),? (?P<what>which (?:normally |usually |also )?(?:gives|grants|lets|allows|enables|entitles|means|"
    r"says|should|would|will|can|could|is supposed) .+)$"
)
"""What a card does, told beside the deed: `Ann puts on the hat, which lets her stay dry`."""
_LANDS = (
    r"(?:now |then |indeed |does |did )*"
    r"(?:hits?|strikes?|struck|connects?|connected|lands?|landed|(?:gets?|goes|went|comes) through|reaches|reached)"
    rf"(?: home| (?:him|her|them|it|its target|the target|{NAME}))?(?: too| as well)?$"
)
_HITS = re.compile(rf"^(?:(?:and|then|so) )*(?P<what>[Ii]t|[Tt]his|[Tt]hat|[Tt]he [a-z]+|{PRINTED}) {_LANDS}")
"""That a deed hits whom it was aimed at, told after it: what else it does is found out from whether it does."""
_FINDS_OUT = re.compile(
    rf"^(?:{NAME}|he|she) (?:then |now )?(?:(?:counts|checks|looks at|examines|inspects) [^,]+? and )?"
    r"(?:finds|sees|notices|discovers|spots|learns)(?: out)? that (?P<said>[^?]+)$"
)
"""How somebody comes to know what is so."""
_SCENERY = re.compile(
    r",? (?:straight |right |all the way )?(?:down|along|across|up) the (?:[a-z]+ )?"
    r"(?:corridor|corridors|hall|hallway|passage|room|table|maze|labyrinth|dungeon|tunnel)$"
)
_RULE_TALK = re.compile(
    rf"^(?:{NAME}|he|she|they|one|you|nobody|everybody|(?:an?|the) [a-z]+) (?:may|must|should|is (?:only )?allowed to)"
    r"(?: not| only)? [a-z]+[^?]*$",
    re.IGNORECASE,
)
"""What somebody may or must: no play, and for the rules to say."""
_DUTY = re.compile(rf"^(?P<who>{NAME}|he|she) (?:must|has to|should) (?P<verb>[a-z]+)(?P<rest>[^?]*)$", re.IGNORECASE)
_OF_HIS = re.compile(
    rf"(?<=[a-z] )(?:(?P<who>{NAME})'s (?P<what>[a-z]+(?: [a-z]+)?)|the (?P<his>[a-z]+(?: [a-z]+)?) of (?P<of>{NAME}))(?=[?.]?$)"
)
"""At the end of a sentence: what is somebody's."""
_IN_SIGHT = re.compile(
    rf"^(?P<whom>{NAME}|[A-Z][A-Z' !-]+) (?:is|stands) (?:still |also |now )?"
    r"(?:in|within) (?:the )?(?:line of sight|LOS|sight|reach|range)$"
)
_TO_WHAT = (" through", " over", " into", " onto", " past", " across", " under")
"""How a piece ends that leaves out what it is done to."""
_WHICH_HITS = re.compile(rf"^(?P<said>.+?),? (?P<what>(?:and it|which) {_LANDS})")
_SO_MANY_MORE = re.compile(rf"(?P<deed>.+ [a-z]+s) (?P<count>\d+|{'|'.join(NUMERALS[1:])})(?: more)?(?P<rest> (?:at|in|from) .+)?")
_COUNTED = re.compile(rf"\b(?:\d+|{'|'.join(NUMERALS[1:])}) ([a-z]+s)\b")
_CAME_BEFORE = re.compile(
    r"^(?P<said>.*\b(?:(?:last|previous) (?:turn|round)|(?:turn|round) before|a (?:turn|round) ago|earlier)\b.*?),? "
    r"(?:and )?so (?P<state>.+)$",
    re.IGNORECASE,
)
"""What was done in an earlier turn, and how things stand because of it."""
_EMPHATIC = re.compile(r"\b(?P<who>[A-Z][\w-]*|he|she) (?:himself|herself|themselves)\b(?= [a-z])", re.IGNORECASE)
"""`Ann herself does it`: Ann does, and does it to nobody."""
_MIDST = re.compile(
    r"^(?:right |somewhere |still |just )?(?:in the (?:middle|midst|course) of|halfway (?:in|through)|midway through|at "
    r"some point (?:in|during|of)|"
    r"sometime (?:in|during)|while it is|later (?:in|on)|early (?:in|on)|late (?:in|on)|within) "
    r"(?=(?:his|her|their|[A-Z][\w-]*'s) (?:own )?turn\b)",
    re.IGNORECASE,
)
"""A moment of a turn: in it."""
_IS_DEAD = re.compile(r"^(?:(?:so|and|then|now) )*(?:[A-Z][\w-]*|he|she) (?:then |now )?(?:dies|died|is dead|is killed)\b", re.IGNORECASE)
_TITLED = re.compile(r"(?<![\w'-])[A-Z][a-z'-]+(?: (?:(?:of|the|in) )*[A-Z][a-z'-]+)*(?!'s)(?![\w-])")
_IS_A = re.compile(r"^(?P<who>[A-Z][\w-]*) is an? (?P<kind>[A-Z].*)$")
_AGAIN = re.compile(r"\b(?:again|once more|another time|a second time|twice|(?:another|a second|a third|a further) (?=[A-Z]{2})\w+)\b")
_DONE_BEFORE = re.compile(r"\balready\b|\bhas [a-z]+.*\b(?:this turn|before|earlier)\b")
_WANTS = re.compile(r"\b(?:wants|would like|tries|intends|wishes|plans|hopes) to\b")
_MORE = re.compile(rf"(?<= )(?P<count>\d+|{'|'.join(NUMERALS[1:11])}) (?:more|further) (?=[a-z]+\b)")
"""So many more than were told: a number of things in a question for leave that comes after them."""
_LEAD = re.compile(
    r"^(?:(?:and|then|and then|now|so|but|first|next|afterwards|after (?:that|this)|later(?: in (?:the same|that|this) turn)?|"
    r"in (?:the same|that|this) turn|in the (?:fight|battle|combat|meantime)|say|suppose|if|when)\b,? )+",
    re.IGNORECASE,
)
_FOR_LEAVE = re.compile(r"^(?P<who>[A-Z][\w-]*) (?P<may>may|must) (?!not\b)")
_ALLOWED = re.compile(r"^(?:is|was|would) (?:that|this|it)(?: be)? "
                      r"(?:allowed|legal|ok|okay|permitted|possible|valid|a legal move)(?: here| now)?$|"
                      r"^(?:may|can|could) (?:he|she|they|\w+)(?: (?:even |still )?do (?:that|this|it|so))?"
                      r"(?: now| then| at all| again| once more| twice)?$|"
                      r"^(?:is|are|was) (?:he|she|they|\w+) (?:allowed|permitted|able)(?: to)?(?: do (?:that|this|it|so))?$",
                      re.IGNORECASE)  # fmt: skip
_OF_NUMBER = re.compile(r"\ban? \d+\b|\bworth \d+\b|\bshowing \d+\b|\bof \d+\b")
_DONE_AT = re.compile(
    r"^(?P<who>[A-Z][\w-]*) (?P<does>(?!(?:is|has|was|stands|sits|lies|walks|goes|moves)\b)[a-z]+s (?:down )?"
    r"(?:it|[A-Z][A-Z' !-]+|(?:(?:one|two|three|both) of )?(?:the|an?|another|his|her|[A-Z][\w-]*'s) [a-z]+(?: [a-z]+)?))"
    r" (?P<where>(?:in|inside|on|into|onto) (?!(?:her|him|it)$).+)$"
)
_OF_A_CARD = re.compile(
    r"^(?P<opener>[Ii]s|[Ww]as|[Dd]oes|[Dd]id|[Ww]ill|[Hh]as|[Cc]an|[Mm]ay) (?:the )?"
    r"(?P<card>[A-Z][A-Z'!-]+(?: [A-Z][A-Z'!-]*)*)(?= [a-z])"
)
_WHO_WINS = re.compile(
    r"(?:who (?:wins|won|has won|is winning|will win|would win)|(?:does|did|has|will|would) [A-Z][\w-]* (?:win|won))(?: now| then| here)?",
    re.IGNORECASE,
)
"""A question that is about the game, or about what was just done: after something was done it has to be said which."""
_THERE_IS = re.compile(r"^[Tt]here (?:is|are|was|were) (?:also )?")
_THE_IS_A = re.compile(r"(?P<name>the [a-z]+) (?:is|was) (?P<kind>an? [a-z]+(?: [a-z]+)?)")
_THEY = re.compile(r"^(may|can|could|do|are|is) they(?: both)?\b", re.IGNORECASE)
_ROUND_ALONE = re.compile(r"^(?:it is |we are in |in )?(?:the )?round (?P<round>\d+)[:,]?(?: (?P<rest>.+))?$", re.IGNORECASE)
_IN_THE_SPACE = re.compile(r" in (?:the|a) (?:space|square) (?=(?:right |just |directly )?(?:next to|adjacent to|beside)\b)")
_HIS_SPACE = re.compile(r"\b(?P<near>next to|beside|adjacent to) (?P<who>[A-Z][\w-]*)'s (?:square|space)\b")
_ONE = re.compile(r"\b(?P<which>another|an?(?: [a-z]+)?|the other) one\b(?! (?:of|card|point|turn)\b)")
"""One of a kind that was named before: `a broken one`."""
_HEADS = ("unknown:", "proposed:", "with option ", "reading ", "suppose ", "ask ")


SOMEBODY_S_NAME = "Unnamed"
"""Who did what is told without a doer, where nobody else is told of."""
MOST_TRIES = 40
"""So often a piece is said again in another way before it is given up."""
FEW_TRIES, FEW_READS = 8, 250
"""So often one that is only tried, and so many wordings of it are read."""
DEEPEST = 4
"""So often what was said again is itself said again."""


@dataclass
class Teller(Placing):
    """Understands one telling, piece by piece."""

    _failed: set[tuple[str, int, int]] = field(default_factory=set)
    copied: str = ""
    """The card of which somebody was said to have several copies in his hand."""
    named_as_doers: frozenset[str] = frozenset()
    """Those of them who do something, or to whom something belongs."""
    marks: bool = False
    """Whether what is not understood is kept as a remark in its place."""

    # ---- the whole ----

    def tell(self, text: str) -> None:
        """Understand a telling of several pieces, each a sentence or a question."""
        self.listen(text)
        for piece in pieces(text):
            words = self.lost_of(piece)
            self.taken |= {NOT_CARRIED.format(_quoted(words)): None} if words else {}

    def lost_of(self, said: str) -> list[str]:
        """Understand a piece; the words of it that were understood of it as little as if they had not been said."""
        before = (len(self.lines), len(self.asks), len(self.things), len(self.heads), len(self.people))
        known, there = {*self.taken}, {*self.reader.things} - {*self.people}
        if not self.piece(said):
            return []
        lines, asks, things, heads, people = before
        told = [line for _, line in self.lines[lines:]]
        became = [*told, *self.asks[asks:], *self.things[things:], *self.heads[heads:], *self.people[people:]]
        became += answered_by(self.lines, lines)
        became += [str(new)] if (new := len(self.things) - things) > 1 else []  # so many things are put on the table
        named = named_in(" ".join(became), self.reader.things)
        kinds = {kind for name in named for kind in self.loaded.book.upwards(self.reader.things[name].kinds)}
        words = lost(_MIDST.sub("in ", plainly(said)), (*became, *kinds), (note for note in self.taken if note not in known))
        unnamed = sorted(named_in(said, there) - named_in(" ".join(became), there)) if became else []
        return list(dict.fromkeys((*words, *unnamed)))

    def listen(self, text: str) -> None:
        """Note who will be spoken of, before a telling is understood."""
        told = (piece for piece in pieces(text) if not is_speech(piece))
        said = [without_opener(_LEAD.sub("", plainly(piece))).rstrip("?") for piece in told]
        self.named = frozenset(name for piece in said for name in self._new_names(piece))
        self.named_as_doers = frozenset(name for name in self.named if any(re.search(rf"^{name}\b|\b{name}'s\b", piece) for piece in said))

    def piece(self, said: str, at_once: bool = False) -> bool:
        """Understand one piece, told of one moment or not; False where it, or a part of it, cannot be (which is noted)."""
        plain = kinds_as_in(self.loaded.book, written := plainly(said.strip()))
        self.taken |= {f"`{written}` is read as `{plain}`": None} if plain != written else {}
        plain = plain[:1].lower() + plain[1:] if plain.split(" ")[0].lower() in NOBODY_S_NAME else plain
        first, _, rest = plain.partition(" ")
        if first in ("A", "An", "Another", "The") and (rest[:2].isupper() or self._kind_at_start(rest, False)[0] is not None):
            plain = plain[:1].lower() + plain[1:]
        later = next_turn(plain)
        if later is not None and self._turn_comes(later):
            return not later.rest or self.piece(later.rest, at_once)
        plain = _MIDST.sub("in ", plain)
        self._now = _LATER.search(plain) is not None
        self._how = None
        self._over = plain.lower().startswith("has ")
        self._done_before = _DONE_BEFORE.search(plain) is not None and not plain.endswith("?") and not opens_question(plain)
        self._again = (_AGAIN.search(plain) or _MORE.search(plain)) is not None and (
            plain.endswith("?") or opens_question(plain) or _WANTS.search(plain) is not None
        )
        plain = _MORE.sub(r"\g<count> ", plain) if self.row or self._again and _LEAVE.match(plain) else plain
        text = _LEAD.sub("", plain).strip().removesuffix(".").strip()
        heard_at_once = _AT_ONCE.search(text) is not None and not opens_question(text) and not is_heading(self.line(text))
        text = _AT_ONCE.sub("", text).strip() if heard_at_once else text
        self._at_once = at_once = at_once or heard_at_once
        if not text.endswith(tuple(self.loaded.book.cards)):
            text = text.removesuffix("!").strip()
        if not text:
            return True
        text = _EMPHATIC.sub(r"\g<who>", text)
        death = death_apart(text)
        if death is not None:
            undone, deeds = self.all_known(), len(self.row)
            if self.piece(death[0], at_once) and len(self.row) > deeds:
                return self.piece(death[1], at_once)
            self.back_to(undone)
        if SELF.search(text) and (who := self.doer(text)):
            text = re.sub(r"\b(?:he|she|they)\b", who, SELF.sub(who, text), count=1, flags=re.IGNORECASE)
        if not text.endswith("?"):
            text, nothing = apart_from_nothing(text)
            self.taken |= {NOTHING_ELSE.format(nothing): None} if nothing else {}
        text = with_his_cards(text, self._carded)
        if (lying := lying_there(text)) != text and not text.endswith("?"):
            understood = self.piece(lying, at_once)
            self.subject = text.split(" ")[0]
            return understood
        text = self._of_that_kind(his_own(nearer(text), self._is_another_s))
        text = _HIS_SPACE.sub(r"\g<near> \g<who>", _IN_THE_SPACE.sub(" ", text))
        alone = _ROUND_ALONE.match(text)
        if alone is not None and (alone["rest"] or text[:2] != "it"):
            rest = alone["rest"] or ""
            return self.piece(f"it is round {alone['round']}", at_once) and (not rest or self.piece(rest[:1].upper() + rest[1:], at_once))
        words = frozenset() if gives_names(self, text) else self.options - {*self.people, *map(str.lower, self.reader.things)}
        text = another_copy(self, self._of_copies(with_options(text, words, self.cards)))
        if _THEY.match(text) and len(self.people) == 2:
            text = _THEY.sub(rf"\g<1> {self.people[0]} and {self.people[1]}", text)
        self._hear_of_whom(text)
        text = self._turn_of_his(text)
        if self.subject and self.subject not in self.people:
            pronoun, his = HE.search(text), POSSESSIVE.search(text)
            named = self.doer(text[: (pronoun or his).start()]) if pronoun or his else ""  # type: ignore[union-attr]
            spoken_of = self.people[0] if len(self.people) == 1 else self.subject
            done_to = pronoun is not None and pronoun[0].lower() in ("him", "her") and named not in ("", self.subject)
            whom = self.one_like(text, self.subject if done_to else spoken_of if named in ("", self.subject) else named)
            doer = self._events[-1][1] if self._events else ""
            beside = HE.match(text) is not None and whom in named_in(text, {whom})  # `he throws it at Bob`: he is not Bob
            text = of_subject(text, doer if beside and doer in self.people else whom, HE)
        text = self._without_the_answered(as_leave(self._of_the_dead(self._of_whom_it_is_told(text))))
        if _IS_DEAD.match(text) is None and _IS_DEAD.match(plain) is not None and any(line == text for _, line, _ in self.row):
            return True
        text = self._with_what_was_told(self._as_printed_before(self._leave_to_answer(text)))
        if self._two_may_be_meant(text) and not _ALLOWED.match(text.rstrip("?")):
            help = "say the name: " + " or ".join(sorted(self._spoken() & {*self.people}))
            fault = Diagnostic("name", "it is not clear who is meant", Place(WHERE, 1, 1, max(1, len(text))), help=help)
            return self._give_up(said if self.marks else text, [fault])
        if (alone := SAYS_ALONE.match(text)) is not None and not text.endswith("?"):
            self.taken[
                f"`{text[: alone.start('rest')].removesuffix(' and ').removesuffix(' ')}`: what somebody says is not taken to be so"
            ] = None
            return self.piece(f"{alone['who']} {alone['rest']}", at_once)
        if (gesture := GESTURE.match(text)) is not None:
            rest = gesture["rest"] or ""
            self.taken[f"`{text.removesuffix(rest).removesuffix(' and ').strip(' ,')}` is left out"] = None
            return not rest or self.piece(f"{gesture['who']} {rest}", at_once)
        if is_speech(text):
            held = self._held_in_the_books_words(text)
            if not held:
                self.taken[f"`{text}`: what somebody says is not taken to be so"] = None
                return True
            text = held
        if two := of_one_name(self, text):
            help = "give one of them a name of its own, `... called NAME`, or leave it out where it does not matter"
            fault = Diagnostic("name", f"two things are called {two}: they would be one", Place(WHERE, 1, 1, max(1, len(text))), help=help)
            return self._give_up(said if self.marks else text, [fault])
        text = self._acting(text)
        if not text.endswith("?") and not self._against and self._counters(text, at_once):
            return True
        if (both := gets_each(text)) and not self._trying:
            self.taken[f"`{text}` is asked of each by itself"] = None
            return self._each(both, at_once)
        if (how := self._had_how(text)) is not None:
            return self._give_up(said if self.marks else text, [how])
        reason = _BECAUSE.match(text)
        if reason is not None:
            mark, before = "?" if text.endswith("?") else "", self.all_known()
            because, told = reason["why"].removesuffix("?"), len(self.row)
            if self.piece(because, at_once):
                return self.piece(reason["said"] + mark, at_once)
            self.back_to(before)
            heard = self.piece(reason["said"] + mark, at_once)
            if mark or len(self.row) > told and self.row[-1][1].split(" ")[0] in self.people:
                self.taken[f"`because {because}` is a reason, and left out"] = None
                return heard
            return self.piece(because, at_once) and heard
        if self._without_what_is_for_the_rules(text, at_once):
            return True
        before, known = self.all_known(), len(self.faults)
        if self.row and _LEAVE.match(text):
            text = _STILL.sub("", text)
        text = by_head_nouns(self, as_cards(self, text))
        text = named_in_tables(self, described(self, brought_in(self, places_named(self, text))))
        text = numbered(self, text) if _OF_NUMBER.search(text) and not text.endswith("?") else text
        text = self._so_many_of_those(self._without_part_of_turn(text))
        kept, parts = self.all_known(), clauses(text.replace("doesn't", "does not").replace("isn't", "is not"))
        parts, way = apart_from_the_way(parts)
        if way:
            if self._each(parts, at_once):
                self.taken[f"`{way}` is left out: what is done there is told"] = None
                return True
            self.back_to(kept)
            return self._give_up(said if self.marks else text, self.faults[known:])
        deed, dead = dies_of_it(text, [*self.people, *self.named]) if len(parts) == 1 else (text, "")
        if dead and self.piece(deed, at_once):
            self.taken[f"`{text[len(deed) :].strip(' ,')}` is read as that {dead} dies of it"] = None
            return self.piece(f"{dead} dies", at_once)
        self.back_to(kept)
        apart = not text.endswith("?") and any(HE.match(part) for part in parts[1:])
        told = len(self._events)
        if not apart and self._heard(text):
            if len(self._events) == told + 1 and len(parts) > 1:
                self._heard_of_whom(text)
            if self.subject not in self.people:
                self.speak_of(text)
            return True
        as_said, faults = self.all_known(), self.faults[known:]
        if len(parts) > 1:
            self.back_to(kept)
            each = [self.piece(part, at_once) for part in parts]
            if any(each) or self.marks or apart:
                return all(each)
        if (apiece := asks_each(text)) and not self._trying:
            self.back_to(kept)
            if self._each(apiece, at_once):
                self.taken[f"`{text}` is asked of each by itself"] = None
                return True
        for apart_of_it in told_apart(text) if not self._trying else ():
            self.back_to(kept)
            if all(self._heard(part) for part in apart_of_it):
                self.taken |= {f"`{text}` is read as `{apart_of_it[0]}`": None} if len(apart_of_it) == 1 else {}
                return True
        self.back_to(before if self.marks else as_said)
        if _RULE_TALK.match(text) and not self._trying and not self._tells_how_it_stands(text):
            self.faults = self.faults[:known]
            self.taken[f"`{text}`: what somebody may or must is for the rules to say, and left out"] = None
            return True
        return self._give_up(said if self.marks else text, faults if self.marks else [])

    def _held_in_the_books_words(self, text: str) -> str:
        """What somebody is told to think, where the book has a word for thinking so (`Ann thinks that the hat is hers`); else empty."""
        held = SAYS.match(text)
        if held is None or text.endswith("?"):
            return ""
        kept = self.all_known()
        self._people_of(text[: held.end()])
        ways = (text, f"{text[: held.end()]}that {text[held.end() :]}")
        found = next((one for one in ways if self._is_fact(one)), "")
        if not found:
            self.back_to(kept)
        return found

    def _is_fact(self, text: str) -> bool:
        """Whether a text is a sentence of the book as it stands that tells how something is, and that a scenario takes."""
        sentence = self._sentence(text)
        of = sentence.body if isinstance(sentence, Not) else sentence
        return isinstance(of, (Apply, Compare)) and self._taken_by_reader(text)

    def _tells_how_it_stands(self, text: str) -> bool:
        """Whether what somebody must is how he stands: he `must sit this one out` who sits it out. That is asked, not left out."""
        duty = _DUTY.match(text)
        if _COUNTED.search(text) and offers(self, text, heard=True):  # so many he may have: a limit, which the book has a word for
            return True
        if duty is None:
            return text.lower().startswith(("nobody ", "no one ")) and bool(offers(self, text, heard=True))
        return self._becomes_a_fact(f"{duty['who']} {third_person(duty['verb'])}{duty['rest']}")

    def _becomes_a_fact(self, text: str) -> bool:
        """Whether a text is heard as lines that all tell how something is."""
        kept, lines = self.all_known(), {line for _, line in self.lines}
        try:
            new = [line for _, line in self.lines if line not in lines] if self._heard(text) else []
            return bool(new) and all(self._is_fact(line) for line in new)
        finally:
            self.back_to(kept)

    def _without_part_of_turn(self, text: str) -> str:
        """The text without `at the end of her turn`, where it is not understood with it: that it was said is noted."""
        rest, when = part_of_turn(text)
        if not when or self.would_hear(text):
            return text
        self.taken[f"`{when}`: which part of the turn it is was not said"] = None
        return rest

    def _so_many_of_those(self, text: str) -> str:
        """`draws 2` (and `2 more`) of what was counted last, where it is not understood without."""
        count = _SO_MANY_MORE.fullmatch(text)
        counted = (_COUNTED.findall(line) for _, line in reversed(self.lines))
        what = next((found[-1] for found in counted if found), "") if count is not None else ""
        if count is None or not what or self.would_hear(text):
            return text
        instead = f"{count['deed']} {count['count']} {what}{count['rest'] or ''}"
        self.taken[f"`{text}` is read as `{instead}`"] = None
        return instead

    def _without_what_is_for_the_rules(self, text: str, at_once: bool) -> bool:
        """Understand a deed without what is said of what a card does, or how things stand without the earlier turn they came of."""
        explains = (_EXPLAINS.match(text) or _WHICH_HITS.match(text)) if not text.endswith("?") else None
        before = _CAME_BEFORE.match(text) if not text.endswith("?") else None
        found_out = _FINDS_OUT.match(text)
        if found_out is not None:
            self.taken[f"`{text[: found_out.start('said')].strip()}`: how it was found out is left out"] = None
            return self.piece(found_out["said"], at_once)
        scenery = _SCENERY.search(text)
        if scenery is not None and not self.would_hear(text):
            self.taken[f"`{scenery[0].strip(' ,')}` is left out"] = None
            return self.piece(text[: scenery.start()], at_once)
        kept, told = self.all_known(), len(self.row)
        hits = _HITS.match(text) if self.row else None
        if hits is not None and self._is_of_a_deed(hits["what"]):
            self.taken[f"`{text}`: what a deed does is for the rules to say, and left out"] = None
            return True
        if explains is not None and self.piece(explains["said"], at_once):
            self.taken[f"`{explains['what']}`: what a card does is for the rules to say, and left out"] = None
            return True
        self.back_to(kept)
        if before is not None:
            self.seat_people(before["said"])
            whom = [name for name in re.findall(r"(?<![\w'-])[A-Z][\w-]*(?!'s)(?![\w-])", before["said"]) if name in self.people]
            state = re.sub(r"^(?:he|she|they)\b", whom[-1], before["state"]) if whom else before["state"]  # of whom it came
            if self.piece(state, at_once) and len(self.row) == told:
                self.taken[f"`{before['said']}` was before: what came of it is told, and it is left out"] = None
                return True
        self.back_to(kept)
        return False

    def _is_of_a_deed(self, what: str) -> bool:
        """Whether `it`, `the deed` or a card is what was told to be done, or done with, and nobody that does something itself."""
        book, name = self.loaded.book, re.sub("^the ", "", what, flags=re.IGNORECASE)
        thing = self.reader.things.get(name)
        kinds = thing.kinds if thing is not None else (name,) if name in book.kinds else ()
        if kinds and acts(book, kinds, self.kind):
            return False
        return not what.isupper() or any(what in line for _, line, _ in self.row)

    def _as_printed_before(self, text: str) -> str:
        """`Hamper` and `the Hamper` as HAMPER, where that card was named in capitals before, or HAMPER! was."""
        told = " ".join((*(line for _, line in self.lines), *self.things))
        named = {name.rstrip("!").casefold(): name for name in self.loaded.book.cards if name.isupper() and name in told}

        def printed(found: re.Match[str]) -> str:
            words = found[0].split(" ")
            for count in range(len(words), 0, -1):
                name = named.get(" ".join(words[:count]).casefold())
                if name is not None and " ".join(words[:count]) not in {*self.people, *self.named_as_doers}:
                    return " ".join((name, *words[count:]))
            return found[0]

        return _TITLED.sub(printed, text) if named else text

    def _with_what_was_told(self, text: str) -> str:
        """`the door is in Ann's quarter` as `the door is in North`, where her quarter was told to be North."""
        for match in _OF_HIS.finditer(text):
            who, what = match["who"] or match["of"], match["what"] or match["his"]
            term = self.term(f"the {what} of {who}") if who in self.people else None
            args = tuple(arg.value for arg in term.args if isinstance(arg, Literal)) if isinstance(term, Apply) else ()
            told = self.reader.facts.get((term.property, args)) if isinstance(term, Apply) else None
            if told is not None and isinstance(told.value, Ref) and told.value.name in self.reader.things:
                self.taken[f"`{match[0]}` is {told.value.name}"] = None
                return f"{text[: match.start()]}{as_named(told.value.name)}{text[match.end() :]}"
        return text

    def _each(self, parts: list[str], at_once: bool) -> bool:
        """Understand several pieces, all of them also where one cannot be."""
        heard = [self.piece(part, at_once) for part in parts]
        return all(heard)

    def _counters(self, text: str, at_once: bool) -> bool:
        """Understand a deed done against another as an answer to it, below it; False where it is none, or cannot be read so."""
        deed, event = countering(self, text)
        if not deed:
            return False
        kept, told = self.all_known(), len(self.row)
        self._against = event
        try:
            if self.piece(deed, at_once) and len(self.row) > told or any(PROPOSED in line for _, line in self.lines[len(kept[1][5]) :]):
                self.taken[f"`{text}` is read as `{deed}`, in answer to the {event}"] = None
                return True
        finally:
            self._against = ""
        self.back_to(kept)
        return False

    def _acting(self, text: str) -> str:
        """`Ann's HOUND bites him` as `HOUND bites him`, when it is told that HOUND is hers; of what does not act by itself as it stands."""
        text = of_it_that_acts(self, text)
        kept, found = self.all_known(), told_of_itself(self, text)
        if found is None:
            return text
        who, what, rest = found
        self.seat_people(who)
        for way in COMMANDS:
            own = way.format(who=who, what=what)
            if any(line == own for _, line in self.lines) or self.tells(own):
                self.subject = kept[0][3]
                return rest
        self.back_to(kept)
        return text

    def _is_another_s(self, card: str) -> bool:
        """Whether a card was told of beside somebody else than the one who is asked about: then there may be two of it."""
        return any(card in line and named_in(line, self.people) for _, line in self.lines)

    def _of_that_kind(self, text: str) -> str:
        """`a broken one` as `a broken box`, where boxes are what was put on the table last."""
        match, book = _ONE.search(text), self.loaded.book
        things = [thing.kinds[0] for name, thing in self.reader.things.items()
                  if name not in book.constants and name not in self.people and name not in book.cards and not thing.is_event]  # fmt: skip
        kind = book.kinds[things[-1]] if match is not None and things else None
        if match is None or kind is None or kind.printed:
            return text
        alone = match["which"] == "the other" and [book.kinds[one] for one in things].count(kind) == 1
        which = "another" if alone else match["which"]
        self.taken[f"`{match[0]}` is taken to be {which} {kind.name}"] = None
        return f"{text[: match.start()]}{which} {kind.name}{text[match.end() :]}"

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
        others = {*self.people, *self.named} - named_in(text, (*self.people, *self.named))
        return (others.pop() if others else SOMEBODY_S_NAME) if len(others) < 2 and self.kind else ""

    def _give_up(self, text: str, faults: list[Diagnostic]) -> bool:
        """Note that a piece is not understood; False. Where it is marked, the scenario keeps it as a remark, to be said otherwise."""
        self.faults += faults
        if not self.marks and not self._trying and self.faults and self.faults[-1].help == NONE_NEAR:
            question = text.endswith("?") or opens_question(text)
            near = offers(self, text, heard=True)
            help = "\n".join((f"the nearest {'questions' if question else 'sentences'} are", *near)) if near else NONE_NEAR
            self.faults[-1] = replace(self.faults[-1], help=help)
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
        if self._in_other_words(text):
            self.speak_of(text)
            return True
        self.back_to(kept)
        if self._trying:
            return False
        ways = (
            self._done_at,
            self._answers_by_a_word,
            self._of_somebody,
            self._done_with,
            self._of_one,
            self._of_its_event,
            self._called_as_a_card,
            self._of_the_one_there,
            self._as_the_book_spells_it,
        )
        if any(self._bounded(lambda way=way: way(text)) for way in ways):  # type: ignore[misc]
            return True
        self.back_to(as_said)
        self.seat_people(text.rstrip("?"))
        if self._how is not None:
            self.faults = [*kept[1][1], self._how]
        elif len(self.faults) == len(kept[1][1]):
            self._not_understood(text.rstrip("?"), question=text.endswith("?") or opens_question(text))
        return False

    def _in_other_words(self, text: str) -> bool:
        """Whether a piece is understood when it is said again, so often as is worth while; first in words to which a rule listens."""
        for self._idle_too in (False, True):
            self._tries, self._failed, self._passed_over = FEW_TRIES if self._trying else MOST_TRIES, set(), False
            found = self._bounded(lambda: any(self._otherwise(text, deep) for deep in range(1 if self._trying else DEEPEST)))
            self._tries = None
            if found or not self._passed_over:
                return found
        return False

    def _of_somebody(self, text: str) -> bool:
        """Understand a piece about what is somebody's, when it is on the table as his: of each of several, asked of one of them."""
        question, kept = text.endswith("?") or opens_question(text), self.all_known()
        plain = without_owner(self, text) or into_his_place(self, text)
        if plain and self._heard(plain):
            return True
        self.back_to(kept)
        owned = things_of(self, text)
        if owned is None or owned.count is None and (not question or text.lower().startswith("how many")):
            return False
        several = owned.count != 1
        names = put_on_the_table(self, owned, question)
        rest = in_the_singular(text[owned.end :]) if several and not question else text[owned.end :]
        said = [f"{text[: owned.start]}{name}{rest}" for name in names]
        if said and said != [text] and all(self._heard(one) for one in said):
            told = text[owned.start : owned.end]
            self.taken[f"`{told}`: " + (f"{' and '.join(names)}" if owned.count else f"asked of one of them, {names[0]}")] = None
            return True
        self.back_to(kept)
        return False

    def _of_one(self, text: str) -> bool:
        """Understand `it gets ruined` after a deed with several things, where that can be said of only one of them.

        `Bob guards it` is said of what the deed was aimed at, where that is a thing.
        """
        it = re.match(r"[Ii]t\b", text) or THING_PRONOUN.search(text)
        event = self.reader.things.get(self._events[-1][0]) if self._events and it is not None else None
        roles = {role: filler.name for role, filler in event.roles if isinstance(filler, Ref)} if event is not None else {}
        things = {*roles.values()} - {*self.people}
        if it is None or len(things) < 2:
            return False
        aimed_at = things & {roles.get("target", "")} if it.start() else set[str]()
        said = [f"{text[: it.start()]}{as_named(name)}{text[it.end() :]}" for name in sorted(aimed_at or things)]
        heard = [one for one in said if self._would_take(one)]
        if len(heard) != 1:
            return False
        self.taken[f"`{text}` is read as `{heard[0]}`"] = None
        return self._heard(heard[0])

    def _of_its_event(self, text: str) -> bool:
        """Ask of a deed what is asked of the card with which it was done: `is PIPPIN stopped` of the throw of it."""
        match = _OF_A_CARD.match(text)
        events = [event for event, *_ in self.row if match is not None and self._is_used(match["card"], event)]
        if match is None or len(events) != 1:
            return False
        kept = self.all_known()
        said = f"{match['opener']} the {events[0]}{_STILL.sub('', text[match.end() :])}"
        self.taken[f"`{text}` is asked of the {events[0]} with {match['card']}"] = None
        if self._heard(said):
            return True
        self.back_to(kept)
        return False

    def _done_at(self, text: str) -> bool:
        """Understand a deed done at a place as that he who does it is there, and does it: `drops it in the box`."""
        match = _DONE_AT.match(text)
        if match is None:
            return False
        there = f"{match['who']} is {match['where'].replace('into ', 'in ').replace('onto ', 'on ')}"
        kept, deed = self.all_known(), self.with_thing(f"{match['who']} {match['does']}")
        self.taken[f"`{text}` is read as `{there}`, and `{deed}`"] = None
        if self._heard(there) and self._heard(deed):
            return True
        self.back_to(kept)
        return False

    def _is_used(self, card: str, event: str) -> bool:
        return any(isinstance(filler, Ref) and filler.name == card for _, filler in self.reader.things[event].roles)

    def _would_take(self, text: str) -> bool:
        kept = self.all_known()
        taken = self._heard(text)
        self.back_to(kept)
        return taken

    def _done_with(self, text: str) -> bool:
        """Understand a deed of a thing as the deed that somebody does with it."""
        kept = self.all_known()
        for way in done_with_it(self, text):
            if self._plain(way):
                self.taken[f"`{text}` is read as `{way}`"] = None
                return True
            self.back_to(kept)
        return False

    def _of_the_one_there(self, text: str) -> bool:
        """`Ann walks through` as that she walks through the door that was just opened; `Bob is in sight` as in sight of who acts."""
        if text.endswith("?") or opens_question(text):
            return False
        doer = self._events[-1][1] if self._events else ""
        seen = _IN_SIGHT.match(text)
        if seen is not None and doer and doer != seen["whom"] and self._heard(f"{text} of {doer}"):
            self.taken[f"`{text}` is read as `{text} of {doer}`"] = None
            return True
        there = {as_named(name) for name in self._spoken() - {*self.people}} if text.endswith(_TO_WHAT) else set()
        ways = [way for name in there if self.would_hear(way := f"{text} {name}")]
        if len(ways) != 1:
            return False
        self.taken[f"`{text}` is read as `{ways[0]}`"] = None
        return self._heard(ways[0])

    def _called_as_a_card(self, text: str) -> bool:
        """Understand a deed that is called as a card is as that the card is played."""
        kept = self.all_known()
        for way in named_deeds(text, self._carded):
            if self._plain(way):
                self.taken[f"`{text}` is read as `{way}`"] = None
                return True
            self.back_to(kept)
        return False

    def _as_the_book_spells_it(self, text: str) -> bool:
        """Understand a piece with the names in it in the capital letters of the book, and kinds by its own word for them: `became lava`
        as `became Lava`."""
        said = kinds_by_name(self.loaded.book, names_as_in(self.loaded.book, text, self.people))
        if said == text or not self._plain_or_otherwise(said, 1):
            return False
        self.taken[f"`{text}` is read as `{said}`"] = None
        return True

    def _bounded(self, understand: Callable[[], bool]) -> bool:
        """Whether something is understood within as many wordings as are read of one piece."""
        kept, self._reads = self.all_known(), FEW_READS if self._trying else MOST_READS
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
            if "{subject}" in again.pieces[0] and self.subject not in self.people:
                continue
            swapped = " is read as " in again.note
            if swapped and self._swapped == MOST_SWAPPED:
                continue
            self._picky = swapped and not self._idle_too
            self._swapped += swapped
            pieces = [piece.replace(SOMEBODY, who).replace("{subject}", self.subject) for piece in again.pieces]
            try:
                understood = all(self._plain_or_otherwise(piece, deep) for piece in pieces)
            finally:
                self._swapped -= swapped
            if understood:
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
        if self._heading(text):
            return True
        kept = self.all_known()
        if not self._sentence(with_digits(text)) and has_many(self, text):  # else it is a number of the book's own
            return True
        self.back_to(kept)
        return self._statement(text) or self._is_term(text) and self._question(text) or self._not_understood(text)

    def _of_the_board(self, text: str) -> bool:
        """Understand a piece that names what lies on the board as the card is called that makes it, where it can be meant so."""
        board, kept = on_the_board(self, text, text.endswith("?") or opens_question(text)), self.all_known()
        if not board or not self._heard(board):
            self.back_to(kept)
            return False
        self.taken[f"`{text}` speaks of what is on the board, not of the card"] = None
        return True

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
            line = self.line(wording)
            if trial.left_to_say(line) is not line and not trial.messages.errors:
                if (besides := self.reader.left_to_say(line)) is not None:
                    self.reader._statement(besides)
                self.things.append(wording)
                self.subject = wording.split(" is ")[0] if " is " in wording else self.subject
                return True
        return False

    def _is_printed(self, text: str) -> bool:
        """`Ann is a PIPPIN`: said of somebody who is no card."""
        match = _IS_A.match(text)
        kind = self.loaded.book.kinds.get(match["kind"]) if match is not None else None
        return match is not None and kind is not None and kind.printed and match["who"] not in self.loaded.book.cards

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

    # ---- questions ----

    def _question(self, text: str) -> bool:
        said = text.strip().rstrip("?").strip()
        if _ALLOWED.match(said) and self._last_event:
            return self._is_it_allowed() or self._not_understood(said, question=True)
        over = self._over and not several_to_win(self.loaded.book)
        if self.row and _WHO_WINS.fullmatch(said) and not over:
            return self._what_is_won(said)
        happens = WHAT_HAPPENS.fullmatch(said)
        if happens is not None:
            return self._what_happens(happens["who"] or "") or self._not_understood(said, question=True)
        self._people_of(without_opener(said))
        said = as_must(said)
        if self._of_any(said) or self._answerable(said) or self._with_some(said, question=True) or self._completed(said):
            return True
        self._ask_with_what(said)
        self._ask_of_whom(said)
        return self._not_understood(said, question=True)

    def _what_is_won(self, said: str) -> bool:
        """Ask who wins, of that contest which is decided by what was told; where it could be another, say which there are."""
        told = contests(self.loaded.book, [self.reader.things[event].kinds[0] for event, *_ in self.row])
        for what in [one for one in told if "{}" not in one]:
            if self._answerable(f"{said} {what}"):
                self.taken[f"`{said}` is asked of {what}, which was told of"] = None
                return True
        asks = (f"{said} the game?", *(f"has {who} won?" for who in named_in(said, self.people)), "who wins the game?")
        heard = [ask for ask in asks if self._would_ask(ask.rstrip("?"))]
        help = "\n".join(("the nearest questions are", *dict.fromkeys(heard))) if heard else "ask what becomes of somebody by name"
        self._how = Diagnostic("phrase", "it is not clear what is won", Place(WHERE, 1, 1, max(1, len(said))), help=help)
        return False

    def _would_ask(self, said: str) -> bool:
        """Whether a question is understood as it is said; nothing is kept of it."""
        kept = self.all_known()
        try:
            return self._answerable(said)
        finally:
            self.back_to(kept)

    # ---- what is offered ----

    def would_hear(self, said: str) -> bool:
        """Whether a piece is understood as it is said; nothing is kept of it."""
        kept = self.all_known()
        try:
            return self._bounded(lambda: self._plain(said))
        finally:
            self.back_to(kept)

    def heard_as(self, said: str) -> list[str]:
        """The lines and questions that a piece would become, as one says them; nothing of it is kept."""
        kept, lines, asks = self.all_known(), len(self.lines), len(self.asks)
        (marks, self.marks), (trying, self._trying) = (self.marks, False), (self._trying, True)
        try:
            told, known = [line for _, line in self.lines], len(self.faults)
            if not self.piece(said) or len(self.faults) > known:
                return []
            new = [line for _, line in self.lines[lines:] if line not in told and not line.startswith(PROPOSED)]
            return [*new, *(_FOR_LEAVE.sub(r"\g<may> \g<who> ", ask.removeprefix("whether ")) + "?" for ask in self.asks[asks:])]
        finally:
            self.marks, self._trying = marks, trying
            self.back_to(kept)

    def ways(self, said: str) -> list[str]:
        """For a deed, told or asked for, that has to be said otherwise: the sentences or questions that say it."""
        self._how = None
        self._heard(said)
        found, self._how = self._how, None
        return found.help.split("\n")[1:] if found is not None else []


def _quoted(words: list[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def pieces(text: str) -> list[str]:
    """The sentences and questions of a telling."""
    return [piece.strip() for piece in _ENDS.split(text) if piece and piece.strip()]
