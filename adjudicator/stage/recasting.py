"""Who plays in a witness where anybody might: somebody of whom the book speaks, rather than whatever is declared first.

`Ann punches SECTOR ONE` shows a clash as well as `Ann punches Bob`, but nobody at the table would do it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from adjudicator.model.rulebook import Rulebook
from adjudicator.model.situation import Node
from adjudicator.model.values import Ref, Value
from adjudicator.model.vocabulary import Event, Property
from adjudicator.stage.naming import actors, first_free
from adjudicator.stage.witnesses import Witness, free_places
from adjudicator.story.retelling import is_event

MOST_KINDS = 2


def recast(book: Rulebook, witness: Witness, shows: Callable[[Witness], bool]) -> Witness:
    """The witness with other things where any would do, as long as it shows the same: somebody who acts, if may be."""
    plain = plain_kinds(book)
    spoken = [kind for kind in spoken_kinds(book) if kind not in plain[:1]]
    acting = [kind for kind in spoken if kind in actors(book)]
    spoken = [*acting[:MOST_KINDS], *[kind for kind in spoken if kind not in acting][:MOST_KINDS]]
    for name, thing in list(witness.situation.things.items()):
        anything = thing.kinds == tuple(plain[:1]) and name not in book.constants and not is_event(book, thing)
        if anything and free_places(book, witness, name):
            other = (_with_kind(book, witness, name, kind) for kind in spoken)
            witness = next((one for one in other if shows(one)), witness)
    return witness


def plain_kinds(book: Rulebook) -> list[str]:
    """The kinds of things that are neither printed cards nor events, in the order in which they are declared."""
    return [k.name for k in book.kinds.values() if not k.printed and k.name not in ("thing", "event") and not book.is_a(k.name, "event")]


def spoken_kinds(book: Rulebook) -> list[str]:
    """Of these, those of which the phrases of the book speak, the most frequent first."""
    plain = frozenset(plain_kinds(book))
    phrases: tuple[Property | Event, ...] = (*book.properties.values(), *book.events.values())
    spoken = Counter(kind for one in phrases for kind in one.kinds if kind in plain)
    return [kind for kind, _ in spoken.most_common() if book.kinds[kind].plural]


def _with_kind(book: Rulebook, witness: Witness, name: str, kind: str) -> Witness:
    """The witness with the thing of another kind, under a name that fits it."""
    situation = witness.situation
    other = first_free(book, kind, False, {*situation.things, *book.constants})

    def now(value: Value) -> Value:
        return Ref(other) if value == Ref(name) else value

    def at(node: Node) -> Node:
        return (node[0], tuple(map(now, node[1])))

    things = {}
    for own, thing in situation.things.items():
        roles = tuple((role, now(value)) for role, value in thing.roles)
        things[other if own == name else own] = replace(thing, name=other, kinds=(kind,)) if own == name else replace(thing, roles=roles)
    facts = {at(n): replace(f, node=at(n), value=now(f.value)) for n, f in situation.facts.items()}
    return Witness(replace(situation, things=things, facts=facts), at(witness.node), tuple(map(at, witness.given)))
