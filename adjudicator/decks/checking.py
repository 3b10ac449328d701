"""Check a deck list: read it, settle whether it is legal by the ordinary engine, and say what is broken and what mends it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adjudicator.decks.limits import Broken, broken_limits
from adjudicator.decks.naming import Listed, listed_cards, named_cards
from adjudicator.decks.reading import read_lines
from adjudicator.decks.repairs import Repair, Repairs, smallest_repairs
from adjudicator.decks.situating import Placed, placed_cards, scenario_of, without
from adjudicator.engine.engine import Engine
from adjudicator.engine.worlds import Ground
from adjudicator.language.diagnostics import Messages, did_you_mean
from adjudicator.language.files import read_source
from adjudicator.language.loading import load, with_printed
from adjudicator.language.printings import Printings
from adjudicator.model.expressions import Apply, Compare, Not
from adjudicator.model.outcomes import Answer, Settlement
from adjudicator.model.places import NOWHERE, Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Scenario
from adjudicator.model.tables import DeckFormat
from adjudicator.records import dataclass
from adjudicator.settling.settling import settle_on, settle_question


@dataclass(frozen=True)
class Deck:
    """A deck list that has been read: its cards, the rulebook with them in it, and the situation it makes."""

    book: Rulebook
    listed: tuple[Listed, ...]
    placed: tuple[Placed, ...]
    formats: tuple[DeckFormat, ...]
    scenario: Scenario


@dataclass(frozen=True)
class Checked:
    """A deck that has been settled.

    `legal` is True or False, None where the answer is open (or a book only counts).  `broken` are the limits it breaks,
    `repairs` the smallest sets of cards to take out; `mended` tells of the first of them what it leaves broken.
    """

    deck: Deck
    ground: Ground
    settlement: Settlement
    legal: bool | None
    broken: tuple[Broken, ...] = ()
    repairs: Repairs = Repairs()
    mended: tuple[Broken, ...] | None = None


def read_deck(path: Path, book_name: str, format_names: Sequence[str], messages: Messages, tables: tuple[str, ...] = ()) -> Deck | None:
    """The deck of a file under a rulebook and its formats; None after saying all that is wrong."""
    loaded = load(book_name, messages)
    if loaded is None:
        return None
    book = loaded.book
    if book.deck_rules is None:
        messages.add("deck", f"the rulebook `{book.name}` says nothing of deck lists", Place("", 0),
                     "a block `deck list` says how they are told")  # fmt: skip
        return None
    formats = [form for name in dict.fromkeys(format_names) if (form := _format(book, name, messages)) is not None]
    _check_together(formats, messages)
    text = read_source(path, messages, str(path))
    if text is None or messages.errors:
        return None
    printings = Printings(book, messages, tables)
    headings = {word for section in book.deck_rules.sections for word in section.words}
    headings |= {name.casefold() for kind in book.kinds.values() if not kind.printed for name in (kind.name, kind.plural) if name}
    marks = {word for mark in book.deck_rules.marks for word in mark.words}
    lines = list(read_lines(text, str(path), headings, marks))
    if not lines:
        messages.add("deck", f"`{path}` lists no cards", Place(str(path), 1),
                     "write one card on each line, with its count before it: `3 CARD`")  # fmt: skip
    listed = listed_cards(lines, book, printings, messages)
    if messages.errors:
        return None
    book = with_printed(loaded, tuple(named_cards(listed))).book
    placed = placed_cards(listed, book.deck_rules)  # type: ignore[arg-type]
    return Deck(book, tuple(listed), tuple(placed), tuple(formats), scenario_of(path.stem, str(path), book, placed, formats))


def _format(book: Rulebook, name: str, messages: Messages) -> DeckFormat | None:
    known = {format_name.casefold(): form for format_name, form in book.deck_formats.items()}
    found = known.get(name.casefold())
    if found is None:
        messages.add("format", f"the rulebook `{book.name}` has no deck format `{name}`", Place("", 0),
                     did_you_mean(name, book.deck_formats) or "its formats are " + ", ".join(book.deck_formats))  # fmt: skip
    return found


def _check_together(formats: Sequence[DeckFormat], messages: Messages) -> None:
    """Formats that say different things of the deck do not hold together."""
    said: dict[object, tuple[object, DeckFormat]] = {}
    for form in formats:
        for fact, text in form.facts:
            about = fact.left if isinstance(fact, Compare) else fact
            other, first = said.setdefault(about, (fact, form))
            if other != fact:
                messages.add("format", f"the formats `{first.name}` and `{form.name}` do not go together: {text}", NOWHERE,
                             "name one of them")  # fmt: skip


def check_deck(deck: Deck) -> Checked:
    """Settle all that is asked of the deck, and look for what would mend it."""
    engine = Engine(deck.book)
    try:
        ground = Ground(engine, deck.scenario.situation, deck.scenario.questions)
        ground, settlement = settle_on(ground, deck.scenario)
        if deck.book.deck_rules is None or deck.book.deck_rules.legal is None:
            return Checked(deck, ground, settlement, None)
        legal = _legal(settlement.answers[0])
        if legal is not False:
            return Checked(deck, ground, settlement, legal)
        names = [card.name for card in deck.placed]
        broken = _broken(ground, deck.scenario, settlement.answers[0], names)
        repairs = smallest_repairs([load for one in broken for load in one.loads], names)
        mended = _mended(engine, deck.scenario, repairs.ways[0], names) if repairs.ways else None
        return Checked(deck, ground, settlement, legal, tuple(broken), repairs, mended)
    finally:
        engine.close()


def _legal(answer: Answer) -> bool | None:
    """Whether the answer says yes or no in every world; None where it is open."""
    found = {outcome.answer if outcome.world.decided else None for outcome in answer.outcomes}
    return found == {True} if found in ({True}, {False}) else None


def _broken(ground: Ground, scenario: Scenario, answer: Answer, names: Sequence[str]) -> list[Broken]:
    """The limits broken in the first world of the answer."""
    node, right = _asked(scenario)
    return broken_limits(ground, answer.outcomes[0], node, not right, names)


def _asked(scenario: Scenario) -> tuple[Node, bool]:
    """The property instance that says whether the deck is legal, and the value it should have."""
    ask = scenario.questions[0].ask
    right = not isinstance(ask, Not)
    applied = ask.body if isinstance(ask, Not) else ask
    assert isinstance(applied, Apply)
    return (applied.property, tuple(arg.value for arg in applied.args)), right  # type: ignore[union-attr]


def _mended(engine: Engine, scenario: Scenario, repair: Repair, names: Sequence[str]) -> tuple[Broken, ...]:
    """What is still broken once these cards are out: settled anew."""
    smaller = without(scenario, repair.example)
    ground = Ground(engine, smaller.situation, smaller.questions)
    answer = settle_question(ground, smaller.questions[0])
    if _legal(answer) is not False:
        return ()
    left = [name for name in names if name not in repair.example]
    return tuple(_broken(ground, smaller, answer, left))
