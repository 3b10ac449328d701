"""What is told and has no effect: no rule in force, no line of the clock or the map and no question holds a sentence that it could
match (docs/meaning.md 14.7)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from adjudicator.engine.decisions import Decisions
from adjudicator.engine.resolve import World
from adjudicator.engine.table import Table
from adjudicator.engine.worlds import Ground
from adjudicator.language.synonyms import synonyms
from adjudicator.language.wording import event_text, statement
from adjudicator.language.words import stem_of, with_article
from adjudicator.model.clauses import Conclusion
from adjudicator.model.expressions import Literal
from adjudicator.model.hearing import ANYTHING, By, Ears, Place, Places, hear_meanings
from adjudicator.model.outcomes import Answer, Resolution, Unheard
from adjudicator.model.places import Place as Where
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node, Thing
from adjudicator.model.story import Said, events_of
from adjudicator.model.undecided import UNDECIDED
from adjudicator.model.values import Ref, Value, show
from adjudicator.model.vocabulary import Event
from adjudicator.settling.concluding import in_force

NOTHING = "no rule in force and no question listens to it"
NO_MORE = "the book knows no more of this card than its name and kind"
IN_PART = "the book knows only a part of what this card does"
TURNED = "it was asked for the other way round only"


def unheard(ground: Ground, answers: Iterable[Answer] = (), elsewhere: frozenset[str] | None = None) -> tuple[Unheard, ...]:
    """The facts, events and things of a scenario to which nothing listens, and the facts that were asked for with two of their
    things the other way round only (by these answers), in the order told.

    `elsewhere` are the things on the tables of other scenarios of the same file: a card written there is written for these.
    Where nobody knows of these, cards that are not on this table are left alone.
    """
    listener = _Listener(ground)
    found = [*listener.facts(), *listener.events(), *listener.cards(elsewhere), *listener.late(), *listener.twice(),
             *listener.turned(answers), *listener.misfits(answers)]  # fmt: skip
    return tuple(sorted(found, key=lambda one: (one.place.file, one.place.line, one.says)))


def played(ground: Ground, told: Iterable[Unheard]) -> tuple[str, ...]:
    """Of the cards of which the book is said (`told`) to know no more, or only a part, those that are played in an event that is told to
    happen: in the place of something narrower than a card, or in an answer; and those known in part that lie on the map."""
    book, things = ground.engine.book, ground.table.situation.things
    unknown = {one.says: one.why for one in told if one.why in (NO_MORE, IN_PART)}
    if not unknown:
        return ()
    every = frozenset.intersection(*(book.ancestors.get(name, frozenset()) - {name, ANYTHING} for name in book.cards))
    found: set[str] = set()
    for _, thing, event in _events(book, things):
        for role, filler in thing.roles if thing.happens else ():
            kind = event.kind_of(role)
            narrow = kind not in every and any(book.is_a(kind, one) for one in every)
            if isinstance(filler, Ref) and (narrow or kind in every and book.role_answered(thing.kinds)):
                found.add(filler.name)
    played, lying = ({kind for name in names if name in things for kind in things[name].kinds} for names in (found, _on_the_map(ground)))
    return tuple(card for card, why in unknown.items() if card in played or why == IN_PART and card in lying)


def _on_the_map(ground: Ground) -> set[str]:
    """What is told or drawn to lie in a space, or on a line between two."""
    geometry = ground.engine.book.geometry
    words = (geometry.properties.get(word) for word in ("position", "borne")) if geometry is not None else ()
    facts = (fact for word in words if word is not None for fact in ground.table.true_facts(word))
    return {arg.name for fact in facts for arg in fact if isinstance(arg, Ref)}


def _events(book: Rulebook, things: Mapping[str, Thing]) -> Iterator[tuple[str, Thing, Event]]:
    """The events of a situation by name, each with what the book says of its kind."""
    for name, thing in things.items():
        event = book.events.get(thing.kinds[0]) if thing.is_event and thing.kinds else None
        if event is not None:
            yield name, thing, event


class _Listener:
    """Compares what is told with what can be heard, places by kind."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.book = ground, ground.engine.book
        self.situation = ground.table.situation
        self.table = Table(self.book, self.situation)
        self.world: World = _world(ground)
        asked = Ears()
        for question in ground.questions:
            asked.hear(question.ask, {})
        hear_meanings(asked, self.book.definition_of.values())
        self.ears = (self.book.ears, asked)

    def facts(self) -> Iterator[Unheard]:
        """Facts at the start, and those said on the way."""
        told: list[tuple[Node, Value, Where]] = [(node, fact.value, fact.place) for node, fact in self.situation.facts.items()
                                                 if not fact.unknown]  # fmt: skip
        story = self.situation.story
        for entry in story.entries if story is not None else ():
            if isinstance(entry, Said):
                told += [(node, value, entry.place) for node, value in entry.facts]
        for node, value, place in told:
            if not self.hears(node):
                nearest, phrase = self._nearest(node, value)
                yield Unheard(statement(self.book, node, value, self.table.all_things), NOTHING, nearest, place, phrase)

    def turned(self, answers: Iterable[Answer]) -> Iterator[Unheard]:
        """Facts that no answer has asked for, while one has asked for the same with two things the other way round, and nothing said
        of that: who tells that Sam is beside Rita means that Rita is beside Sam."""
        told = [fact for fact in self.situation.facts.values() if not fact.unknown and any(True for _ in _turned(fact.node))]
        if not told:
            return
        worlds = [outcome.world for answer in answers for outcome in answer.outcomes]
        moments = (one for world in worlds for one in (world.resolutions, *(step.resolutions for step in world.steps)))
        found = list({id(one): one for one in moments}.values())  # the worlds of a story share their first steps
        things = self.table.all_things
        for fact in told:
            if any(fact.node in resolutions for resolutions in found) or not self.hears(fact.node):
                continue
            for other in _turned(fact.node):
                if any(other in resolutions and resolutions[other].how == "default" for resolutions in found):
                    nearest = statement(self.book, other, fact.value, things)
                    yield Unheard(statement(self.book, fact.node, fact.value, things), TURNED, nearest, fact.place)
                    break

    def misfits(self, answers: Iterable[Answer]) -> Iterator[Unheard]:
        """What is told in the place of an event for things of a kind, and is none of these then, nor told to count as one: rules about
        such things, which were asked for it, say nothing of it. (What is declared to be one, and is none for now because a rule says so,
        is told in its place all the same.)"""
        worlds = [outcome.world for answer in answers for outcome in answer.outcomes if outcome.world.decided]
        moments: dict[str, list[Mapping[Node, Resolution]]] = {}
        for world in worlds:
            for step in world.steps:
                moments.setdefault(step.event, []).append(step.resolutions)
        for name, thing, event in _events(self.book, self.situation.things):
            for role, filler in thing.roles:
                kind = event.kind_of(role)
                node = (f"kind:{kind}", (filler,))
                found = [known[node].value for known in moments.get(name, ()) if node in known]
                is_none = found and all(value is False for value in found)
                if is_none and not self._declared(filler, kind):
                    says = event_text(self.book, event, dict(thing.roles), things=self.table.all_things)
                    yield Unheard(says, f"{show(filler)} is no {kind}", f"{show(filler)} counts as {with_article(kind)}", thing.place)

    def hears(self, node: Node) -> bool:
        """Whether some sentence in force could match the instance."""
        name, args = node
        if name.startswith(("role:", "happens")) or name in ("answers", "caused by", "copy of"):
            return True
        if name.startswith("kind:"):
            return self._spoken_of(name[5:])
        heard = ((places, by) for ears in self.ears for places, by in ears.sentences.get(name, ()))
        return any(self._awake(by) and self._fits(places, args) for places, by in heard)

    def events(self) -> Iterator[Unheard]:
        """Told events of which no rule and no question speaks."""
        for name, thing in self.situation.things.items():
            if thing.is_event and not any(self._spoken_of(kind, up=True) for kind in thing.kinds) and not self._named(name):
                event = self.book.events.get(thing.kinds[0]) if thing.kinds else None
                says = event_text(self.book, event, dict(thing.roles), things=self.table.all_things) if event is not None else name
                yield Unheard(says, NOTHING, "", thing.place)

    def cards(self, elsewhere: frozenset[str] | None) -> Iterator[Unheard]:
        """Cards of which the book knows no more than the name; cards written in this file that are not on the table."""
        files = {thing.place.file for thing in self.situation.things.values() if thing.place.line}
        for name, card in self.book.cards.items():
            on_table = [one for one in self.situation.things.values() if name == one.name or name in one.kinds]
            if on_table and not self._has_rules(name):
                yield Unheard(name, NO_MORE, "", on_table[0].place)
            elif on_table and card.in_part:
                yield Unheard(name, IN_PART, "", on_table[0].place)
            elif not on_table and elsewhere is not None and card.place.file in files and name not in elsewhere:
                yield Unheard(name, "this card is written here, but it is not on the table", "name it in the scenario", card.place)

    def late(self) -> Iterator[Unheard]:
        """Facts about an event that are said when it is over."""
        story = self.situation.story
        over: set[str] = set()
        for entry in story.entries if story is not None else ():
            if isinstance(entry, Said):
                for node, value in entry.facts:
                    event = next((arg.name for arg in node[1] if isinstance(arg, Ref) and arg.name in over), None)
                    if event is not None and self.hears(node):
                        says = statement(self.book, node, value, self.table.all_things)
                        told = f"say it in the line of {event}, after a comma"
                        yield Unheard(says, f"it comes too late: {event} is over by then", told, entry.place)
            over.update(events_of(entry))

    def twice(self) -> Iterator[Unheard]:
        """The same card in the same part of two answers that are told together; of those that are only considered, one may come about."""
        story = self.situation.story
        for entry in story.entries if story is not None else ():
            seen: dict[tuple[str, str, Value], str] = {}
            for name in events_of(entry):
                thing = self.situation.things.get(name)
                if thing is None or not thing.happens or not self.book.role_answered(thing.kinds):
                    continue
                for role, filler in thing.roles:
                    key = (thing.kinds[0], role, filler)
                    if self._is_card(filler) and seen.setdefault(key, name) != name:
                        own_name = f"a second copy is told as one: `a second {filler}`"
                        yield Unheard(f"{filler} in {seen[key]} and in {name}", "the same card is told twice", own_name, thing.place)

    def _declared(self, value: Value, kind: str) -> bool:
        return isinstance(value, Ref) and kind in self.table.declared_kinds(value)

    def _is_card(self, value: Value) -> bool:
        thing = self.situation.things.get(value.name) if isinstance(value, Ref) else None
        return thing is not None and any(kind in self.book.cards for kind in thing.kinds)

    def _has_rules(self, card: str) -> bool:
        """Whether the book knows more of a card than its name, its kind and its labels."""
        own = {name: clause for name, clause in self.book.clauses.items() if clause.card == card}
        labels = {name for name, clause in own.items() if not clause.whens and all(map(self._is_label, clause.conclusions))}
        spoken_of = (by for ears in self.ears for by in (*ears.things.get(card, ()), *ears.kinds.get(card, ())))
        return any(by is not None and self._awake(by) for by in (*own, *spoken_of) if by not in labels) or self._is_cited(card)

    def _is_label(self, conclusion: Conclusion) -> bool:
        """Whether it says nothing of what a card does: a label that is printed on it, or what is so where nothing is said."""
        prop = self.book.properties.get(conclusion.property)
        value = conclusion.value.value if isinstance(conclusion.value, Literal) else UNDECIDED
        return prop is not None and (prop.label or value == prop.default.value)

    def _is_cited(self, card: str) -> bool:
        """Whether a rule in force cites a statement that stands in the register under the name of the card: a rule for all of its kind."""
        own = {name for name, entry in self.book.register.items() if entry.section.partition(",")[0] == card}
        return any(not own.isdisjoint(clause.cites) and self._awake(clause.name) for clause in self.book.clauses.values())

    def _named(self, thing: str) -> bool:
        return any(self._awake(by) for ears in self.ears for by in ears.things.get(thing, ()))

    def _spoken_of(self, kind: str, up: bool = True) -> bool:
        """Whether rules in force speak of a kind, or of one above or (of things) below it."""
        book = self.book
        near = book.ancestors.get(kind, frozenset((kind,))) | (book.descendants.get(kind, frozenset()) if not up else frozenset())
        return any(self._awake(by) for ears in self.ears for told in near - {ANYTHING} for by in ears.kinds.get(told, ()))

    def _awake(self, by: By) -> bool:
        return by is None or in_force(self.world, self.book.clauses[by])

    def _fits(self, places: Places, args: tuple[Value, ...]) -> bool:
        return len(places) == len(args) and all(self._may_be(arg, place) for place, arg in zip(places, args, strict=True))

    def _may_be(self, value: Value, place: Place) -> bool:
        if isinstance(place, Ref):
            return value == place
        if not isinstance(value, Ref) or place == ANYTHING:
            return True
        declared = self.table.declared_kinds(value)
        possible = self.book.possible_kinds.get(place, frozenset((place,)))
        return place in declared or not declared.isdisjoint(possible) or value in self.table.with_kind_facts

    def _nearest(self, node: Node, value: Value) -> tuple[str, str]:
        """The sentence most like it, about such things, that would be heard: in the wording of each that is nearest, said of these very
        things where they fit; and its phrase."""
        prop = self.book.properties.get(node[0])
        if prop is None:
            return "", ""
        own, found = {_words(phrase.text) for phrase in prop.phrases}, []
        for name, other in self.book.properties.items():
            if name == node[0] or other.type.base != prop.type.base or not other.phrases or not self._reaches(name, node):
                continue
            share = max(_share(one, _words(phrase.text)) for phrase in other.phrases for one in own)
            fits = len(other.kinds) == len(node[1]) and all(map(self._may_be, node[1], other.kinds))
            if share >= (_NEAR if fits else _NEARER):
                says = statement(self.book, (name, node[1]), value, self.table.all_things) if fits else other.phrases[0].text
                found.append((share + _FITS * fits, says, other.phrases[0].text))
        return max(found, key=lambda one: one[0], default=(0.0, "", ""))[1:]

    def _reaches(self, name: str, node: Node) -> bool:
        """Whether rules in force hold a sentence with this property about one of the same things."""
        things = [arg for arg in node[1] if isinstance(arg, Ref)]
        return any(self._awake(by) and any(self._may_be(thing, place) for thing in things for place in places)
                   for ears in self.ears for places, by in ears.sentences.get(name, ()))  # fmt: skip


def _turned(node: Node) -> Iterator[Node]:
    """The instance with two of its things in each other's places."""
    name, args = node
    for one, other in combinations([place for place, arg in enumerate(args) if isinstance(arg, Ref)], 2):
        turned = list(args)
        turned[one], turned[other] = args[other], args[one]
        yield name, tuple(turned)


def _world(ground: Ground) -> World:
    return World(ground.engine, ground.table, Decisions(()), [], {})


_NEAR, _NEARER, _FITS = 0.4, 0.6, 0.1
"""How much two wordings have to share, and more where a sentence does not fit the things told of; what it is worth that it does."""


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two wordings have in common, from 0 to 1: Dice's measure, a word near in meaning counting for a part of one."""
    if not one or not other:
        return 0.0
    near = sum(not synonyms(word).isdisjoint(other) for word in one - other)
    return 2 * (len(one & other) + _SYNONYM * near) / (len(one) + len(other))


_SYNONYM = 0.6


@lru_cache(maxsize=20_000)
def _words(phrase: str) -> frozenset[str]:
    """The stems of the words of a phrase, without its places and the smallest words."""
    return frozenset(stem_of(word) for word in re.sub(r"\{[^{}]*\}|,", " ", phrase).split()) - _SMALL


_SMALL = frozenset(
    map(stem_of, ("the", "of", "i", "a", "an", "to", "in", "at", "for", "by", "is", "has", "have", "was", "been", "are", "on"))
)
