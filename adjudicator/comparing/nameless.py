"""A situation told of anybody: `a seller sells a horse to another seller` in place of names made up for a witness."""

from __future__ import annotations

import re
from dataclasses import replace

from adjudicator.language.wording import event_text, node_text, statement
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Fact, Node, Situation, Thing
from adjudicator.model.values import Ref, Value
from adjudicator.records import dataclass
from adjudicator.stage.writing import own_things
from adjudicator.story.retelling import event_of, is_event

_MARK = re.compile(r"Q(\d+)Q")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True)
class Nameless:
    """A situation whose things are marks, to be said as `a seller`, then `the seller`."""

    book: Rulebook
    situation: Situation
    node: Node
    kinds: tuple[str, ...]

    def when(self) -> list[str]:
        """The facts, the events first; an event that is asked about is not told, and who is mentioned nowhere is told of in the end."""
        things, book = self.situation.things, self.book
        asked = {v.name for v in self.node[1] if isinstance(v, Ref)} if self.node[0] == "may" else set()
        said = [
            event_text(book, event_of(book, t), dict(t.roles), "", things)
            for t in own_things(book, self.situation)
            if is_event(book, t) and t.name not in asked and t.happens
        ]
        said += [statement(book, node, fact.value, things) for node, fact in self.situation.facts.items()]
        said += [f"option {name} is in use" for name, on in self.situation.options.items() if on]
        everything = " ".join([*said, self.ask()])
        missing = [number for number in range(len(self.kinds)) if f"Q{number}Q" not in everything]
        return [*said, *(f"there is Q{number}Q" for number in missing)]

    def ask(self) -> str:
        """The instance in question."""
        return node_text(self.book, self.node, self.situation.things)

    def says(self, value: Value) -> str:
        """The instance with a value, its things marked."""
        return statement(self.book, self.node, value, self.situation.things)

    def spoken(self, text: str) -> str:
        """The text with its marks said: `a seller` at first, then `the seller`."""
        met: list[int] = []

        def say(match: re.Match[str]) -> str:
            number = int(match[1])
            kind = self.kinds[number]
            alike = [n for n in met if self.kinds[n] == kind]
            if number not in met:
                met.append(number)
                return _first(kind, len(alike))
            kind = kind or "thing"
            alone = self.kinds.count(self.kinds[number]) == 1
            return f"the {kind}" if alone else f"the {ORDINALS[alike.index(number) % 10]} {kind}"

        return _MARK.sub(say, text)


def nameless(book: Rulebook, situation: Situation, node: Node, anything: frozenset[str] = frozenset()) -> tuple[Nameless, dict[str, str]]:
    """The situation with marks for its made-up names, and which mark stands for which name; some may be of any kind."""
    marks: dict[str, str] = {}
    kinds: list[str] = []
    for thing in own_things(book, situation):
        if not is_event(book, thing) and thing.name != thing.kinds[0]:
            marks[thing.name] = f"Q{len(kinds)}Q"
            kinds.append("" if thing.name in anything else thing.kinds[0])

    def now(value: Value) -> Value:
        return Ref(marks.get(value.name, value.name)) if isinstance(value, Ref) else value

    def moved(node: Node) -> Node:
        return node[0], tuple(map(now, node[1]))

    things: dict[str, Thing] = {}
    for name, thing in situation.things.items():
        roles = tuple((role, now(value)) for role, value in thing.roles)
        things[marks.get(name, name)] = replace(thing, name=marks.get(name, name), roles=roles)
    facts = {moved(n): Fact(moved(n), now(f.value), f.unknown) for n, f in situation.facts.items()}
    return Nameless(book, replace(situation, things=things, facts=facts), moved(node), tuple(kinds)), marks


def _first(kind: str, before: int) -> str:
    """Something mentioned for the first time, after so many of its kind."""
    if before > 1:
        return f"a {ORDINALS[before % 10]} {kind or 'thing'}"
    if not kind:
        return ("something", "something else")[before]
    return (_article(kind), f"another {kind}")[before]


def _article(kind: str) -> str:
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"
