"""Finding a sentence by words: those of its phrases first, then of its line of use, its theme, its sections and its rules.

Spelling, plurals and tenses are forgiven; the name of a card finds the sentences of its clauses.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from functools import cached_property
from math import log

from adjudicator.language.diagnostics import Diagnostic, LanguageError
from adjudicator.language.usage import likelihood, sayable, told_in_words
from adjudicator.language.words import STRUCTURE_WORDS, stem_of, tokens_of
from adjudicator.lexicon.entries import Entry
from adjudicator.model.places import NOWHERE
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.vocabulary import Slot
from adjudicator.records import dataclass

_WEIGHTS = (("phrase", 4.0), ("kinds", 1.5), ("use", 3.0), ("theme", 1.0), ("rules", 0.7))


@dataclass(frozen=True)
class Lexicon:
    """The sentences of a book, indexed for searching."""

    book: Rulebook
    entries: tuple[Entry, ...]

    @cached_property
    def _stems(self) -> list[dict[str, set[str]]]:
        return [_stems_of(entry) for entry in self.entries]

    @cached_property
    def _rarity(self) -> dict[str, float]:
        count: dict[str, int] = {}
        for stems in self._stems:
            for stem in set().union(*stems.values()):
                count[stem] = count.get(stem, 0) + 1
        return {stem: log((len(self.entries) + 1) / number) for stem, number in count.items()}

    def find(self, words: str, among: Iterable[Entry] | None = None) -> list[Entry]:
        """The sentences about these words, the nearest first; every one where no words are given."""
        wanted, cards = self._wanted(words)
        if not wanted and not cards:
            return [*(self.entries if among is None else among)]
        chosen = set(map(id, among)) if among is not None else None
        pairs = [(entry, stems) for entry, stems in zip(self.entries, self._stems, strict=True) if chosen is None or id(entry) in chosen]
        scored = [(self._score(entry, stems, wanted, cards), number, entry) for number, (entry, stems) in enumerate(pairs)]
        best = max((score for score, _, _ in scored), default=0.0)
        return [entry for score, _, entry in sorted(scored, key=lambda one: (-one[0], one[1])) if score > max(0.0, best * 0.3)]

    def of(self, meant: Sequence[tuple[str, ...]], words: str = "") -> list[Entry]:
        """The sentences in which each of these things, given by its kinds, has a place of its own: what players are likeliest to say of
        them (in such words) goes first; of the rest what has the fewest other places, and what no rule listens to last."""
        found, stems = sayable(self.book, meant), told_in_words(words)
        entries = [(entry, found[entry.owner.name]) for entry in self.entries if entry.owner.name in found]
        likely = {entry.owner.name: likelihood(self.book, entry.owner.name, often, stems) for entry, often in entries}
        ranked = sorted(entries, key=lambda one: (-likely[one[0].owner.name], one[0].unheard, len(one[1].beside)))
        return [entry for entry, _ in ranked]

    def near(self, entry: Entry, count: int = 3) -> list[tuple[Entry, str]]:
        """The sentences most like this one, each with how it differs."""
        own = _stems_of(entry)
        scored = []
        for number, (other, stems) in enumerate(zip(self.entries, self._stems, strict=True)):
            if other is entry or other.owner is entry.owner:
                continue
            shared, whole = self._weight(own["first"] & stems["first"]), self._weight(own["first"] | stems["first"])
            kinds = len(own["kinds"] & stems["kinds"]) / max(1, len(own["kinds"] | stems["kinds"]))
            same_theme = 0.1 * (other.theme == entry.theme)
            scored.append((shared / whole + 0.25 * kinds + same_theme if whole and shared else 0.0, -number, other))
        found = sorted(scored, key=lambda one: one[:2], reverse=True)[:count]
        return [(other, difference(entry, other)) for score, _, other in found if score >= 0.4]

    def _wanted(self, words: str) -> tuple[list[str], list[str]]:
        """The stems that are looked for, spelling mended, and the cards that are named."""
        cards = [name for name in self.book.cards if f" {name} " in f" {words} " or name.casefold() == words.casefold().strip()]
        rest = words
        for card in cards:
            rest = rest.replace(card, " ")
        found = []
        for stem in _stem_list(rest):
            near = [stem] if stem in self._rarity else difflib.get_close_matches(stem, self._rarity, n=1, cutoff=0.75)
            found += near or [stem]
        return found, cards

    def _weight(self, stems: set[str]) -> float:
        return sum(self._rarity.get(stem, 1.0) for stem in stems)

    def _score(self, entry: Entry, stems: dict[str, set[str]], wanted: list[str], cards: list[str]) -> float:
        total = 0.0
        for stem in wanted:
            where = next((weight for place, weight in _WEIGHTS if stem in stems[place]), 0.0)
            total += where * self._rarity.get(stem, 0.0)
        whole = sum(self._rarity.get(stem, 3.0) for stem in wanted) * 4.0 or 1.0
        of_cards = sum(self._of_card(entry, card) for card in cards)
        brevity = 0.02 * len(stems["first"])
        heard = 0.06 * min(4.0, log(1 + len(entry.heard_by) + len(entry.others)))
        return max(0.0, total / whole - brevity + heard if total else 0.0) + of_cards

    def _of_card(self, entry: Entry, card: str) -> float:
        """How much of what listens to a sentence, or concludes it, stands on a card."""
        own = [one for one in (*entry.concluded_by, *entry.heard_by) if one.name in self.book.clauses]
        on_card = sum(self.book.clauses[one.name].card == card for one in own)
        return 0.5 + 0.5 * on_card / len(own) if on_card else 0.0


def kinds_named(book: Rulebook, names: str) -> list[tuple[str, ...]]:
    """The kinds and cards that a list such as `guests, BASKET` names, in one number or the other. Raises LanguageError for what is none."""
    known = {name.casefold(): kind.name for kind in book.kinds.values() for name in (kind.plural, kind.name) if name}
    wrong = [name for name in _listed(names) if name.casefold() not in known]
    if wrong:
        raise LanguageError([Diagnostic("kind", f"there is no kind `{name}`", NOWHERE, help=_meant(name, known)) for name in wrong])
    return [(known[name.casefold()],) for name in _listed(names)]


def _listed(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _meant(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name.casefold(), known, n=1, cutoff=0.7)
    return f"did you mean `{close[0]}`?" if close else "kinds of things are meant, such as stand before names in a scenario"


def _stems_of(entry: Entry) -> dict[str, set[str]]:
    phrases = entry.owner.phrases
    literals = [part for phrase in phrases for part in phrase.parts if isinstance(part, str)]
    first = [part for part in phrases[0].parts if isinstance(part, str)]
    slots = [slot.kind for phrase in phrases for slot in phrase.slots if isinstance(slot, Slot)]
    rules = " ".join(one.name.replace("-", " ") for one in (*entry.heard_by, *entry.concluded_by))
    named = {stem_of(entry.owner.name)} if entry.form == "event" else set()
    return {
        "first": _plain(" ".join(first)) | named,
        "phrase": _plain(" ".join(literals)) | named, "kinds": _plain(" ".join(slots)), "use": _plain(entry.use if entry.own_use else ""),
        "theme": _plain(" ".join((entry.theme, *entry.sections))), "rules": _plain(rules),
    }  # fmt: skip


def _plain(text: str) -> set[str]:
    return set(_stem_list(text))


def _stem_list(text: str) -> list[str]:
    """The stems of the words that tell something."""
    return [stem_of(word) for token in tokens_of(text) if (word := token.text.lower()) not in STRUCTURE_WORDS and word[0].isalnum()]


def difference(entry: Entry, other: Entry) -> str:
    """How another sentence differs from this one: in its places, its values, who says it, and who listens."""
    parts = []
    kinds, others = _kinds(entry), _kinds(other)
    if kinds != others:
        parts.append(f"of {_and(others)}, not {_and(kinds)}" if others else "of nothing in particular")
    if entry.values != other.values:
        parts.append(other.values if other.form == "event" else f"its value is {other.values}")
    if entry.told != other.told:
        parts.append(other.told)
    if not entry.unheard and other.unheard:
        parts.append("heard by no rule")
    else:
        both = {one.name for one in entry.heard_by} & {one.name for one in other.heard_by}
        only = [one.name for one in other.heard_by if one.name not in both]
        more = f" and {len(only) - 1} more" if len(only) > 1 else ""
        if only:
            parts.append(f"heard by {only[0]}{more}" + (f" ({len(both)} in common)" if both else ""))
    return "; ".join(parts) or "read by the same rules"


def _kinds(entry: Entry) -> list[str]:
    return [slot.kind for slot in entry.owner.phrases[0].slots if slot.role != "value"]


def _and(names: list[str]) -> str:
    return " and ".join(names) or "nothing"
