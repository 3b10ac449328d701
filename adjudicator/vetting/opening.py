"""What is vetted: a book, a card file laid on it, cards singled out of it; described by plain data, opened anywhere."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from adjudicator.language.clauses import card_kinds, card_name
from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages, did_you_mean
from adjudicator.language.files import read_source
from adjudicator.language.layout import Line, parse_layout
from adjudicator.language.loading import Loaded, extend, load
from adjudicator.language.words import with_article
from adjudicator.model.clauses import Clause
from adjudicator.model.expressions import names_in
from adjudicator.model.places import NOWHERE, Place
from adjudicator.model.rulebook import Rulebook, properties_in
from adjudicator.records import dataclass
from adjudicator.vetting.checking import OPEN_THE_CIRCLE, claim_circles
from adjudicator.vetting.memory import Memory, memory_for
from adjudicator.vetting.vetter import Vetter, Wishes, without_clauses


@dataclass(frozen=True)
class Subject:
    """What is to be vetted, as plain data: a book, a card file or cards of the book, cards left out of it."""

    book: str
    file: str = ""
    cards: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    wishes: Wishes = Wishes()


@dataclass(frozen=True)
class Opened:
    """The rulebook to ask, whose clauses are new in it (all: None), and how a witness file gets it."""

    subject: Subject
    book: Rulebook
    subjects: frozenset[str] | None
    own: str = ""
    off: tuple[str, ...] = ()
    base: Loaded | None = None
    """The book without the file."""
    whole: Loaded | None = None
    """The book with it."""
    text: str = ""
    """What stands in the file."""

    def vetter(self, memory: Memory | None = None) -> Vetter:
        """Ready to ask."""
        return Vetter(self.book, self.subject.wishes, memory or memory_for(self.subject.book), self.uses, self.own, self.off, self.printed)

    @property
    def printed(self) -> frozenset[str] | None:
        """What is in the file or printed on the cards, without the rules that speak of the cards; None for a whole book."""
        if self.subjects is None:
            return None
        old = self.base.book.clauses if self.base is not None else {}
        return frozenset(name for name in self.subjects if name not in old or old[name].card in self.subject.cards)

    @property
    def uses(self) -> str:
        """How a scenario names the book."""
        path = Path(self.subject.book)
        return str(path.resolve()) if path.is_dir() and any(path.glob("*.rules")) else self.subject.book


def open_subject(subject: Subject) -> Opened:
    """Read all of it. Raises LanguageError with everything that is wrong."""
    messages = Messages()
    loaded = load(subject.book, messages)
    messages.stop_on_errors()
    assert loaded is not None
    off = tuple(name for name, clause in loaded.book.clauses.items() if clause.card in subject.left_out)
    _check_cards(loaded.book, (*subject.cards, *subject.left_out))
    subject = replace(subject, wishes=replace(subject.wishes, awake=_awake(loaded.book, subject.wishes.awake)))
    if off:
        loaded = Loaded(without_clauses(loaded.book, off), loaded.phrasebook)
    if subject.file:
        return _with_file(subject, loaded, off, messages)
    if subject.cards:
        return Opened(subject, loaded.book, frozenset(speaking_of(loaded.book, subject.cards)), off=off, base=loaded, whole=loaded)
    return Opened(subject, loaded.book, None, off=off, base=loaded, whole=loaded)


def _awake(book: Rulebook, names: frozenset[str]) -> frozenset[str]:
    """The clauses to wake, by name, cited id, group or status."""
    found: set[str] = set()
    for name in sorted(names):
        named = {c.name for c in book.clauses.values() if name in (c.name, *c.cites, *c.groups, c.status)}
        if not named:
            raise LanguageError(
                [Diagnostic("suppose", f"`--suppose {name}` wakes nothing", NOWHERE, help=did_you_mean(name, book.clauses))]
            )
        found |= named
    return frozenset(found)


def _check_cards(book: Rulebook, cards: tuple[str, ...]) -> None:
    for card in cards:
        if card not in book.cards:
            raise LanguageError([Diagnostic("name", f"there is no card `{card}`", NOWHERE, help=did_you_mean(card, book.cards))])


def _with_file(subject: Subject, loaded: Loaded, off: tuple[str, ...], messages: Messages) -> Opened:
    text = read_source(Path(subject.file), messages, subject.file)
    messages.stop_on_errors()
    assert text is not None
    opened = with_text(subject, loaded, off, text, messages)
    if not opened.own:
        messages.add("file", f"`{subject.file}` holds no card and no rule, so there is nothing to vet", Place(subject.file, 1),
                     "a card begins with `card NAME is a ...`; scenarios are settled, not vetted")  # fmt: skip
    for circle in claim_circles(opened.book):
        messages.add(circle.code, circle.message, circle.place, OPEN_THE_CIRCLE)
    messages.stop_on_errors()
    return opened


def with_text(subject: Subject, loaded: Loaded, off: tuple[str, ...], text: str, messages: Messages) -> Opened:
    """The book with what a file says (or would say). Raises LanguageError with everything that is wrong."""
    blocks = [block for block in parse_layout(text, subject.file, messages) if block.form not in ("scenario", "book")]
    messages.stop_on_errors()
    blocks = [_new_version(loaded.book, block, subject.left_out, messages) for block in blocks]
    extended = extend(loaded, blocks, messages)
    for name in off:
        if name in extended.book.clauses and extended.book.clauses[name].place.line:
            _same_name(extended.book.clauses[name], messages)
    messages.stop_on_errors()
    new = frozenset(extended.book.clauses) - frozenset(loaded.book.clauses)
    new |= {name for name, clause in loaded.book.clauses.items() if clause.card in subject.cards}
    return Opened(subject, extended.book, new, own_text(text, blocks), off, loaded, extended, text)


def _new_version(book: Rulebook, block: Line, left_out: tuple[str, ...], messages: Messages) -> Line:
    """The new version of a card that is left out opens that card again; what it is has been said."""
    name = card_name(block) if block.form == "card" else ""
    kinds = card_kinds(block) if name in book.cards else ()
    if not kinds:
        return block
    old = book.cards[name].kinds
    if name not in left_out:
        messages.add("twice", f"there is a card `{name}` in the book", block.place, f'for a new version of it say `--without "{name}"`')
    elif set(kinds) != set(old):
        messages.add("kind", f"the old `{name}` is {', '.join(map(with_article, old))}: a new version is vetted as the same", block.place,
                     "give the card another name, to vet it as something else")  # fmt: skip
    return replace(block, text=name)


def _same_name(clause: Clause, messages: Messages) -> None:
    """The old card is left out, but a witness file finds it in the book, and cannot tell two clauses of one name apart."""
    if not clause.name.startswith(f"{clause.card}, as printed"):
        messages.add("twice", f"a clause of the old card is called `{clause.name}`, too", clause.place, "give the new one another name")


def own_text(text: str, blocks: list[Line]) -> str:
    """The lines of the blocks, which a witness file carries along."""
    lines = text.split("\n")
    again = {block.place.line: f"card {block.text}" for block in blocks if block.form == "card" and not card_kinds(block)}
    starts = sorted(block.place.line for block in blocks)
    heads = [i for i, line in enumerate(lines, 1) if line and not line[0].isspace() and not line.startswith("--")]
    kept: list[str] = []
    for start in starts:
        end = next((h for h in heads if h > start), len(lines) + 1)
        body = [again.get(start, lines[start - 1]), *(line for line in lines[start : end - 1] if not line.startswith("--"))]
        kept += ["\n".join(body).rstrip("\n")]
    return "\n\n".join(kept)


FEW = 4
"""What no more clauses than this give is as good as a name for what they give it to."""


def speaking_of(book: Rulebook, cards: tuple[str, ...]) -> set[str]:
    """The clauses on these cards, those that speak of them by name or by what the register says, and those that speak of what
    hardly anything else is."""
    told_of = ids_about(book, cards)
    own = {n for n, c in book.clauses.items() if c.card in cards or not _named(c).isdisjoint(cards) or not told_of.isdisjoint(c.cites)}
    told = {c.property for name in own for c in book.clauses[name].conclusions}
    rare = {name for name in told if len(book.clauses_about[name]) <= FEW}
    kinds = {name[5:] for name in rare if name.startswith("kind:")}
    return own | {name for name, c in book.clauses.items() if not _named(c).isdisjoint(kinds) or not _read(c).isdisjoint(rare)}


def ids_about(book: Rulebook, cards: tuple[str, ...]) -> frozenset[str]:
    """The ids of the statements in the register that name one of the cards (and not one whose name only contains its name)."""
    found = set()
    for entry in book.register.values():
        near = [card for card in book.cards if card in entry.says]
        rest = entry.says
        for card in sorted(near, key=len, reverse=True):
            if card in cards and re.search(rf"(?<!\w){re.escape(card)}(?!\w)", rest):
                found.add(entry.id)
            rest = rest.replace(card, "")
    return frozenset(found)


def _read(clause: Clause) -> set[str]:
    return set().union(*(properties_in(s) for s in (*clause.whens, *clause.unlesses)))


def _named(clause: Clause) -> set[str]:
    names = names_in(*clause.whens, *clause.unlesses, *(part for c in clause.conclusions for part in (c.value, *c.args)))
    return {*(p.kind for p in clause.parameters), *names.things, *names.kinds}
