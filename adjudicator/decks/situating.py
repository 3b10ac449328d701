"""A deck list as a situation: the cards on the table, what the rulebook says of listed cards, and the questions asked of decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.decks.naming import Listed
from adjudicator.model.defined import fact_of
from adjudicator.model.expressions import Literal, Sentence, Term
from adjudicator.model.places import Place
from adjudicator.model.rebuilding import substitute
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Question, Scenario, Situation, Thing
from adjudicator.model.tables import DeckFormat, DeckRules, Section
from adjudicator.model.values import Ref
from adjudicator.records import dataclass

DECK = Ref("the deck")


@dataclass(frozen=True)
class Placed:
    """One copy of a card: its name on the table, the line that lists it, and whether it is in the deck itself or beside it."""

    name: str
    listed: Listed
    inside: bool


def placed_cards(listed: Iterable[Listed], rules: DeckRules) -> list[Placed]:
    """Every copy of every card, further ones numbered: `War Party (2)`."""
    seen: Counter[str] = Counter()
    found = []
    for one in listed:
        inside = _section(rules, one.line.heading) is None
        for _ in range(one.line.count):
            seen[one.name] += 1
            found.append(Placed(one.name if seen[one.name] == 1 else f"{one.name} ({seen[one.name]})", one, inside))
    return found


def scenario_of(title: str, file: str, book: Rulebook, placed: Sequence[Placed], formats: Sequence[DeckFormat]) -> Scenario:
    """The deck on the table, checked for these formats."""
    rules = book.deck_rules
    assert rules is not None
    things = {name: Thing(name, kinds) for name, kinds in book.constants.items()}
    things[DECK.name] = Thing(DECK.name, (rules.kind,))
    facts: dict[Node, Fact] = {}
    for card in placed:
        place = card.listed.line.place
        things[card.name] = Thing(card.name, (card.listed.name,), place=place)
        for said in _said_of(rules, card):
            _tell(facts, said, {"deck": DECK, "card": Ref(card.name)}, card.listed.line.card, place)
    for one in formats:
        for said, text in one.facts:
            _tell(facts, said, {"deck": DECK}, text, one.place)
    options = {option: True for one in formats for option in one.options}
    asked = [(f"whether {rules.legal_text}", rules.legal)] if rules.legal is not None else []
    questions = tuple(Question(text, _put(ask, {"deck": DECK}), text.startswith("whether ")) for text, ask in (*asked, *rules.asks))
    return Scenario(title, book.name, Situation(things, facts, options), questions, (), file)


def without(scenario: Scenario, cards: Iterable[str]) -> Scenario:
    """The same deck with these cards taken out."""
    gone = {Ref(name) for name in cards}
    situation = scenario.situation
    things = {name: thing for name, thing in situation.things.items() if Ref(name) not in gone}
    facts = {node: fact for node, fact in situation.facts.items() if gone.isdisjoint(node[1])}
    kept = Situation(things, facts, situation.options, situation.readings, situation.suppose)
    return Scenario(scenario.title, scenario.book, kept, scenario.questions[:1], (), scenario.file)


def _section(rules: DeckRules, heading: str) -> Section | None:
    return next((section for section in rules.sections if heading in section.words), None)


def _said_of(rules: DeckRules, card: Placed) -> list[Sentence]:
    section = _section(rules, card.listed.line.heading)
    marks = [mark.says for mark in rules.marks if not set(mark.words).isdisjoint(card.listed.line.marks)]
    return [section.says if section is not None else rules.holds, *marks]


def _put(said: Sentence | Term, who: dict[str, Ref]) -> Any:
    return substitute(said, {name: Literal(ref) for name, ref in who.items()})


def _tell(facts: dict[Node, Fact], said: Sentence, who: dict[str, Ref], text: str, place: Place) -> None:
    """Put down as a fact what is said of these."""
    fact = fact_of(put := _put(said, who))
    if fact is None:
        raise TypeError(f"no fact: {put!r}")
    node, value = fact
    facts[node] = Fact(node, value, False, text, place)
