"""How near words are in meaning: links of a dictionary and the company words keep."""

from __future__ import annotations

import pytest

from adjudicator.language.thesaurus.likeness import DIMENSIONS, NUMBERS, STEMS, likeness, nearest
from adjudicator.language.words import stem_of


def test_every_stem_has_a_vector_and_is_linked_to_those_above_it() -> None:
    lines = [line.split() for line in STEMS.read_text(encoding="utf-8").splitlines()]
    assert len(NUMBERS.read_bytes()) == len(lines) * DIMENSIONS
    assert len({line[0] for line in lines}) == len(lines) > 10_000
    assert all(int(other) < place for place, line in enumerate(lines) for other in line[1:])


@pytest.mark.parametrize(("said", "meant", "foreign"), [
    ("hauling", "carries", "sees"), ("adjoining", "adjacent", "dead"), ("illusory", "illusion", "wall"),
    ("unseen", "invisible", "carried"), ("dazed", "stunned", "discarded"), ("slain", "dead", "open"),
])  # fmt: skip
def test_words_of_one_meaning_are_nearer_than_others(said: str, meant: str, foreign: str) -> None:
    near, far = likeness(stem_of(said), stem_of(meant)), likeness(stem_of(said), stem_of(foreign))
    assert near == likeness(stem_of(meant), stem_of(said)) and near > far + 0.1, (near, far)


def test_a_word_is_itself_and_what_is_unknown_is_near_to_nothing() -> None:
    assert likeness("zzyzx", "zzyzx") == 1.0 and likeness("zzyzx", "wall") == 0.0
    assert nearest("zzyzx", ["wall"], 0.0, 3) == {}


def test_of_many_those_nearest_come_first() -> None:
    found = nearest(stem_of("demolished"), [stem_of(word) for word in ("razed", "destroyed", "drawn", "hears")], 0.4, 2)
    assert [*found] == sorted(found, key=lambda stem: -found[stem]) and {*found} == {stem_of("razed"), stem_of("destroyed")}
