"""What of a rulebook is looked at while situations are settled or sought: what was not looked at cannot change what came of it.

An engine whose `looked` is a set takes down in it what it asks of its rulebook; nothing otherwise.  What can be asked:

- ("says", property): how an instance comes to its value apart from clauses: its definition, its circle, whether anything speaks of it;
- ("about", property, thing, kinds): which clauses can speak of an instance whose first place is this thing of these kinds;
- ("heads", property): what all clauses about a property conclude, of whom, and on what authority;
- ("body", clause): all of a clause, its conditions too;
- ("counting", kind): who may count as one of a kind;
- ("triggers",): what the effect clauses wait for;
- ("everything",): anything else.

The search for situations and the findings about single clauses ask more of this kind (vetting/digests.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING, TypeVar, overload

from adjudicator.model.rulebook import Rulebook

if TYPE_CHECKING:
    from _collections_abc import dict_items, dict_keys, dict_values

    from adjudicator.engine.engine import Engine

Asked = tuple[object, ...]
"""One thing asked of a rulebook: what is asked, and of what."""
EVERYTHING: Asked = ("everything",)


V = TypeVar("V")
D = TypeVar("D")


class Watched(dict[str, V]):
    """A mapping of a rulebook that takes down which of its entries are looked at, and by whom it is gone through as a whole."""

    def __init__(self, engine: Engine, entry: str, member: str, known: Mapping[str, V]) -> None:
        super().__init__(known)
        self._engine, self._entry, self._member = engine, entry, member

    def _note(self, asked: Asked) -> None:
        if self._engine.looked is not None:
            self._engine.looked.add(asked)

    def __contains__(self, key: object) -> bool:
        self._note((self._member, key))
        return super().__contains__(key)

    def __getitem__(self, key: str) -> V:
        self._note((self._entry, key))
        return super().__getitem__(key)

    @overload
    def get(self, key: str, default: None = None, /) -> V | None: ...

    @overload
    def get(self, key: str, default: V | D, /) -> V | D: ...

    def get(self, key: str, default: V | D | None = None, /) -> V | D | None:
        self._note((self._entry, key))
        return super().get(key, default)

    def __iter__(self) -> Iterator[str]:
        self._note(EVERYTHING)
        return super().__iter__()

    def keys(self) -> dict_keys[str, V]:
        self._note(EVERYTHING)
        return super().keys()

    def values(self) -> dict_values[str, V]:
        self._note(EVERYTHING)
        return super().values()

    def items(self) -> dict_items[str, V]:
        self._note(EVERYTHING)
        return super().items()


def watched(engine: Engine) -> Rulebook:
    """The rulebook of the engine as one that tells the engine what is looked at in it."""
    book = engine.book
    for name in ("descendants", "known_upwards", "known_meetings", "_reached", "possible_kinds", "voices", "readers", "asked_when_over",
                 "asking_of_the_past", "dependencies"):  # fmt: skip
        getattr(book, name)  # What goes by all of the book is worked out first.
    seen = copy(book)
    seen.__dict__["clauses_about"] = Watched(engine, "heads", "says", book.clauses_about)
    seen.__dict__["definition_of"] = Watched(engine, "says", "says", book.definition_of)
    seen.__dict__["clauses"] = Watched(engine, "body", "body", book.clauses)
    return seen
