"""Values as columns of numbers: a form that reads back faster than a pickle and can do nothing but be data.

A file is a list of plain values (`atoms`) and, for each sort of compound thing, columns of the places of its parts among
what was read before.  Reading makes tuples, lists, dicts, frozensets, fractions, bytes and instances of the frozen
dataclasses that the reader is given, by putting parts into their fields; it looks nothing up by name, imports nothing and
calls no constructor, method or function of what it reads.  Time and memory are bounded by the length of the file: nothing
is longer than its column, nothing holds itself, and only small flat things are ever hashed.
"""

from __future__ import annotations

import json
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from itertools import repeat
from operator import attrgetter
from typing import Any

MOST_OBJECTS = 5_000_000
"""Things in one file; the largest rulebook there is has some 40,000."""
MOST_HASHED = 8
"""Parts of a thing that may be a key or a member of a set."""
_ATOMS: frozenset[type] = frozenset((str, int, bool, type(None)))
_FLAT: frozenset[type] = _ATOMS | {bytes}
_COMPOUND = ("tuple", "list", "dict", "frozenset", "Fraction")
_HASHING = {"dict": 2, "frozenset": 1}
"""What hashes its parts, and every how many of them."""
_WORD = "I"

Group = tuple[int, int, str]
"""Things that are alike: how deep they are, how many parts each has, their sort."""


Key = tuple[Any, ...]
"""What tells one thing from all others: its sort with its parts."""


class Unfit(ValueError):
    """A value that has no such form, or a file that is not of it."""


def encode(value: object, kinds: Iterable[type]) -> bytes:
    """The value in this form; `kinds` are the dataclasses that may be in it. Raises Unfit where something else is."""
    try:
        return _written(*_numbered(value, {kind: _parts_of(kind) for kind in kinds}))
    except (RecursionError, ValueError) as fault:
        raise Unfit(str(fault)) from None


def _numbered(value: object, parts_of: Mapping[type, Callable[..., Any]]) -> tuple[int, list[Key], list[int]]:
    """The number of a value, and of everything in it, by number, its sort with its parts, and how deep it is.

    What is equal and of the same type is there once, unless it can change.
    """
    numbers: dict[Key, int] = {}
    flat: dict[type, dict[object, int]] = {kind: {} for kind in _FLAT}
    seen: dict[int, int] = {}
    keys: list[Key] = []
    levels: list[int] = []

    def number_of(key: Key, level: int) -> int:
        keys.append(key)
        levels.append(level)
        return len(keys) - 1

    def visit_all(parts: Iterable[object]) -> tuple[int, ...]:
        found = []
        for part in parts:
            kind = type(part)
            if kind in flat:
                number = flat[kind].get(part)
                if number is None:
                    number = flat[kind][part] = number_of((kind, part), 0)
            else:
                number = seen.get(id(part))
                if number is None:
                    number = seen[id(part)] = visit(kind, part)
            found.append(number)
        return tuple(found)

    def visit(kind: type, value: Any) -> int:
        if kind in parts_of:
            parts = visit_all(parts_of[kind](value))
        elif kind is tuple or kind is list:
            parts = visit_all(value)
        elif kind is dict:
            parts = visit_all(part for pair in value.items() for part in pair)
        elif kind is frozenset:
            parts = tuple(sorted(visit_all(value)))
        elif kind is Fraction:
            parts = visit_all((value.numerator, value.denominator))
        else:
            raise Unfit(f"a {kind.__name__} cannot be kept")
        key = (kind, parts, id(value)) if kind is dict or kind is list else (kind, parts)
        number = numbers.get(key)
        if number is None:
            number = numbers[key] = number_of(key, 1 + max(map(levels.__getitem__, parts), default=0))
        return number

    return visit_all((value,))[0], keys, levels


def _written(root: int, keys: list[Key], levels: list[int]) -> bytes:
    """All that was numbered, the deepest last."""
    groups: dict[Group, list[int]] = {}
    for number, (key, level) in enumerate(zip(keys, levels, strict=True)):
        group = (level, len(key[1]), key[0].__name__) if level else (0, 1, "bytes") if key[0] is bytes else (0, 0, "atoms")
        if group in groups:
            groups[group].append(number)
        else:
            groups[group] = [number]
    in_order = sorted(groups.items())
    place = [0] * len(keys)
    for position, number in enumerate(number for _, members in in_order for number in members):
        place[number] = position
    numbers = array(_WORD)
    for (level, _, _), members in in_order:
        if level:
            for column in zip(*(keys[number][1] for number in members), strict=True):
                numbers.extend(map(place.__getitem__, column))
    head = {
        "root": place[root],
        "atoms": [keys[number][1] for number in groups.get((0, 0, "atoms"), ())],
        "bytes": [keys[number][1].hex() for number in groups.get((0, 1, "bytes"), ())],
        "groups": [(name, parts, len(members)) for (level, parts, name), members in in_order if level],
    }
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    return len(text).to_bytes(8, "little") + text + _little(numbers).tobytes()


def _little(numbers: array[int]) -> array[int]:
    """The numbers in the order of bytes of the file."""
    if array(_WORD, (1,)).tobytes()[0] == 0:
        numbers.byteswap()
    return numbers


@lru_cache(maxsize=256)
def _parts_of(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    """A function from an instance to the values of its fields."""
    names = [field.name for field in fields(kind)]
    if len(names) == 1:
        return lambda value: (getattr(value, names[0]),)
    return attrgetter(*names) if names else lambda value: ()


def decode(content: bytes, kinds: Iterable[type]) -> object:
    """What was encoded, made of plain data and instances of these dataclasses. Raises Unfit where the content is not of this form."""
    try:
        return _decode(content, {kind.__name__: kind for kind in kinds})
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError, MemoryError) as fault:
        raise Unfit(str(fault)) from None


def _decode(content: bytes, kinds: Mapping[str, type]) -> object:
    end = 8 + int.from_bytes(content[:8], "little")
    head = json.loads(content[8:end].decode("utf-8", "surrogatepass"))
    numbers = array(_WORD)
    numbers.frombytes(content[end:])
    numbers = _little(numbers)
    things: list[object] = head["atoms"]
    if type(things) is not list or not _ATOMS.issuperset(map(type, things)):
        raise Unfit("the atoms")
    things += map(bytes.fromhex, head["bytes"])
    atoms = hashed = len(things)
    at, flat = 0, True
    for name, parts, count in head["groups"]:
        if not (0 < count <= MOST_OBJECTS - len(things) and parts >= 0 and at + parts * count <= len(numbers)):
            raise Unfit("a group")
        part, at = numbers[at : at + parts * count], at + parts * count
        in_rows = count < parts
        lines = [part[i::count] for i in range(count)] if in_rows else [part[i : i + count] for i in range(0, parts * count, count)]
        step = _HASHING.get(name, 0)
        if step and any(max(keys) >= hashed for keys in ((line[::step] for line in lines) if in_rows else lines[::step])):
            raise Unfit("a key")
        things += _made(name, kinds, [map(things.__getitem__, line) for line in lines], count, in_rows)
        flat = flat and parts <= MOST_HASHED and all(max(line) < atoms for line in lines)
        hashed = len(things) if flat else hashed
    if at != len(numbers) or head["root"] < 0:
        raise Unfit("the end")
    return things[head["root"]]


def _made(name: str, kinds: Mapping[str, type], lines: list[Iterator[Any]], count: int, in_rows: bool) -> list[Any]:
    """`count` things of one sort, of the columns of their parts, or of rows, each the parts of one thing."""
    if name not in _COMPOUND:
        return _instances(kinds[name], list(zip(*lines, strict=True)) if in_rows else lines, count)
    rows: Iterable[tuple[Any, ...]] = map(tuple, lines) if in_rows else zip(*lines, strict=True) if lines else repeat((), count)
    if name == "tuple":
        return list(rows)
    if name == "list":
        return list(map(list, rows))
    if name == "dict":
        return [dict(zip(row[::2], row[1::2], strict=True)) for row in rows]
    if name == "frozenset":
        return list(map(frozenset, rows))
    return [_fraction(row) for row in rows]


def _fraction(row: tuple[Any, ...]) -> Fraction:
    numerator, denominator = row
    if type(numerator) is not int or type(denominator) is not int:
        raise Unfit("a fraction")
    return Fraction(numerator, denominator)


def _instances(kind: type, columns: Sequence[Iterable[Any]], count: int) -> list[Any]:
    """Instances of a dataclass with their fields filled; no constructor is called."""
    names = [field.name for field in fields(kind)]
    if len(names) != len(columns):
        raise Unfit("the fields of a thing")
    made: list[Any] = list(map(object.__new__, repeat(kind, count)))
    if "__slots__" in kind.__dict__:
        for name, column in zip(names, columns, strict=True):
            deque(map(getattr(kind, name).__set__, made, column), maxlen=0)
    else:
        for one, row in zip(made, zip(*columns, strict=True), strict=True):
            vars(one).update(zip(names, row, strict=True))
    return made
