"""What is said not to be so: heard where nobody told otherwise, because then it is taken so anyway."""

from __future__ import annotations

import re

from adjudicator.asking.absence import nobody_does, not_done, says_nothing_more, verbs_of_events
from adjudicator.asking.pronouns import HE, of_subject
from adjudicator.asking.questioning import Questioning
from adjudicator.language.asked import opens_question
from adjudicator.model.expressions import Apply, Occurs
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

_HAS_NONE = re.compile(r"^(?P<who>[A-Z][\w-]*) (?:has|carries|owns|holds) no (?P<what>[a-z]+(?: [a-z]+)?)"
                       r"(?: (?:left|at all|any more|for (?:it|that)|to (?:use|play|add|go)(?: (?:with|to) it)?))*$")  # fmt: skip
NOTHING_ELSE = "`{}`: nothing else is told, so nothing else is done"


@dataclass
class Denying(Questioning):
    """Understands that something was not done, or that somebody has none."""

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
