"""Whether what is told is a story: what was told in a row, and what of it is asked of the time that comes after."""

from __future__ import annotations

import re

from adjudicator.asking.denying import Denying
from adjudicator.asking.happening import rests_on_changes
from adjudicator.asking.ordering import PROPOSED, Hearing, in_a_row, with_answers_below
from adjudicator.model.expressions import Aggregate, And, Apply, Literal, Not, Occurs, Permitted, Sentence, Term, walk
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

_SAID_BY_ORDER = re.compile(r"(?:(?:and )?`(?:in the same turn|again|afterwards|after (?:that|this)|then|later|this turn|already|still)` )+"
                            r"(?:is|are) left out")  # fmt: skip


@dataclass
class Coming(Denying):
    """Puts what was told in a row into the order of a story, where that is what is asked of."""

    declined: bool = False
    """Whether it was told, after an event, that somebody does nothing about it: then it is over, and what comes of it is asked."""

    def hearing(self) -> Hearing | None:
        """What has to be known of the lines to put them in order; nothing where nobody takes turns."""
        if self.loaded.book.clock is None:
            return None
        seated = tuple(name for name in self.reader.things if self._takes_turns(name))
        return Hearing(self.loaded.book.clock, self._says, seated, self.later, self.together)

    def in_order(self, text: str) -> str:
        """A scenario that this teller has heard, with what was told in a row as a story; what is taken for granted by that is noted."""
        hearing = self.hearing()
        text = with_answers_below(text, self._says)
        text, notes = (
            in_a_row(text, hearing, 1 if self.declined or self._asks_what_comes() or self._asks_how_it_stands() else 2)
            if hearing is not None
            else (text, [])
        )
        kept = (one for one in self.taken if not notes or not _SAID_BY_ORDER.fullmatch(one))
        self.taken = dict.fromkeys((*notes, *kept))
        return text

    def _asks_what_comes(self) -> bool:
        """Whether it is asked if something happens that nobody told, and that may come of a deed: then even a single deed is a story.

        Likewise what only such things change (who has won). What comes of the clock alone (a turn that begins) does not come in the turn
        that is told.
        """
        told = {self._says(line.removeprefix(PROPOSED)) for _, line in self.lines}
        asks = [ask.removesuffix(" afterwards") for ask in self.asks]
        whether = [ask.removeprefix("whether ") for ask in asks if ask.startswith("whether ")]
        who = [f"{self.people[0]}{ask.partition(' such that x')[2]}" for ask in asks if self.people and " such that x " in ask]
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

    def _asks_how_it_stands(self) -> bool:
        """Whether it is asked how things stand that events change: after even a single deed that is asked of the time after it."""
        for ask in self.asks:
            if " afterwards" in ask:  # what a deed brings about (a copy, a death by its last point) comes only in a story
                return True
            said = self._asked(ask)
            for part in said.parts if isinstance(said, And) else (said,):
                if part is not None and self._how_it_stands(part):
                    return True
        return False

    def _how_it_stands(self, said: Sentence | Term) -> bool:
        """Whether something asked is found out from states that events change, and not asked of an event or for leave."""
        parts = [*walk(said)]
        if any(isinstance(part, Occurs | Permitted) for part in parts):
            return False
        if not any(isinstance(part, Apply) and rests_on_changes(self.loaded.book, part.property) for part in parts):
            return False
        named = [part.value.name for part in parts if isinstance(part, Literal) and isinstance(part.value, Ref)]
        who = isinstance(said, Aggregate) and said.op == "set"
        return bool(named or who) and not any(name in self.reader.things and self.reader.things[name].is_event for name in named)

    def _comes_of_deeds(self, event: str) -> bool:
        book = self.loaded.book
        ticks = {book.clock.turn_begins, book.clock.turn_ends, book.clock.round_begins, book.clock.phase_begins} if book.clock else set()
        return any(ticks.isdisjoint(one.kind for one in clause.parameters) for clause, _ in book.clauses_about.get(f"causes:{event}", ()))
