"""Deeds told in one sentence, deeds called as cards are, and words that are lost on the way."""

from __future__ import annotations

import pytest

from adjudicator.asking.clauses import clauses
from adjudicator.asking.losses import lost
from adjudicator.asking.named_deeds import named_deeds

CARDS = {"drag": "DRAG", "sleep": "SLEEP"}


@pytest.mark.parametrize(("said", "parts"), [
    ("Ann walks into the room and picks up the basket", ["Ann walks into the room", "Ann picks up the basket"]),
    ("Bob catches Ann and tickles her and then runs away", ["Bob catches Ann", "Bob tickles her", "Bob runs away"]),
    ("Ann took it and immediately gave it to Bob", ["Ann took it", "Ann immediately gave it to Bob"]),
    ("Ann throws PIPPIN at Bob, who catches it", ["Ann throws PIPPIN at Bob", "Bob catches it"]),
    ("Ann hits Bob with PIPPIN, who answers with LID", ["Ann hits Bob with PIPPIN", "Bob answers with LID"]),
    ("Ann throws it at Bob, who has a hat", ["Bob has a hat", "Ann throws it at Bob"]),
    ("Ann is in the room, so now she wants to leave it", ["Ann is in the room", "she wants to leave it"]),
    ("Ann carries a basket and a rug", ["Ann carries a basket and a rug"]),
])  # fmt: skip
def test_each_deed_has_its_doer(said: str, parts: list[str]) -> None:
    assert clauses(said) == parts


@pytest.mark.parametrize(("said", "ways"), [
    ("Ann drags it over to her", ["Ann casts DRAG at it", "Ann plays DRAG at it", "Ann uses DRAG at it"]),
    ("Can Ann drag Bob?", ["Can Ann cast DRAG at Bob?", "Can Ann play DRAG at Bob?", "Can Ann use DRAG at Bob?"]),
    ("Ann sleeps", ["Ann casts SLEEP", "Ann plays SLEEP", "Ann uses SLEEP"]),
    ("Can Ann drag Bob out of the fog?", []),
    ("Ann tickles Bob", []),
])  # fmt: skip
def test_a_deed_is_called_as_a_card_is(said: str, ways: list[str]) -> None:
    assert list(named_deeds(said, lambda word: CARDS.get(word, word))) == ways


@pytest.mark.parametrize(("said", "became", "words"), [
    ("Ann throws PIPPIN at Bob in the fog", "Ann throws PIPPIN at Bob", ["fog"]),
    ("Are Bob's cards discarded", "Bob has discarded", ["cards"]),
    ("Ann took three baskets", "Ann takes 3 baskets", []),
    ("may she still throw it at him now", "whether Ann may throw PIPPIN at Bob", []),
    ("Ann moves two squares", "Ann walks 2 spaces", []),
    ("Ann throws PIPPIN with RUG", "Ann throws PIPPIN", ["RUG"]),
])  # fmt: skip
def test_what_is_not_carried_over_is_known(said: str, became: str, words: list[str]) -> None:
    assert lost(said, (became,), ()) == words
    assert lost(said, (became,), (f"`{' '.join(words)}` is left out",)) == []
