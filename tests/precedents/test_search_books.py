"""What the search finds between the Wiz-War books: each witness file, settled under both, gives the two answers claimed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adjudicator.comparing.contrasts import smallest
from adjudicator.comparing.two_books import compare
from adjudicator.comparing.versus import Chosen, opened
from adjudicator.rulings.ruling import same_answer

EVERY = int(os.environ.get("ADJUDICATOR_EVERY", "24"))
"""Every so manieth task of the search; 1 for all."""


@pytest.mark.parametrize("books", [("house", "wwrcc"), ("house", "e6"), ("e6", "e8"), ("wwrcc", "e6")], ids="-".join)
def test_every_witness_gives_the_two_answers_claimed(books: tuple[str, str], tmp_path: Path) -> None:
    pair = opened(Chosen(books))
    tasks = list(pair.contraster.tasks)
    found = smallest([one for task in tasks[::EVERY] for one in pair.contraster.look(task)])
    told = [one for one in map(pair.telling.told, found) if one is not None]
    assert len(told) >= 0.9 * len(found) > 0
    for number, one in enumerate(told):
        path = tmp_path / f"{number}.scenario"
        path.write_text(one.witness, encoding="utf-8")
        (compared,) = compare(books, [path])
        for side, answer in zip(compared.sides, one.answers, strict=True):
            assert side.ruled is not None, f"{one.id}: {side.book}: {side.cannot}"
            assert same_answer(answer, side.ruled.answer), f"{one.id}: {side.book}"
        assert compared.what != "same", one.id
