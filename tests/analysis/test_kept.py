"""A verdict that is kept after an edit is exactly what asking again would give.

After each of many random edits a vetter with the verdicts of earlier runs and one that knows nothing are asked the same; all they
find, how far each pair was looked into, and every word of it must agree.  `ADJUDICATOR_KEPT` sets how many edits are tried.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from book_edits import edited
from small_books import book_of

from adjudicator.language.loading import load_rulebook
from adjudicator.model.rulebook import Rulebook
from adjudicator.stage import cones
from adjudicator.stage.stages import Stage
from adjudicator.vetting.findings import Finding
from adjudicator.vetting.memory import Memory
from adjudicator.vetting.single import Alone
from adjudicator.vetting.telling import Teller
from adjudicator.vetting.vetter import Vetter, Wishes

EDITS = int(os.environ.get("ADJUDICATOR_KEPT", "360"))
SMALL = Wishes(Stage(things=2, events=1, total=2), specificity=True)


def vetted(book: Rulebook, memory: Memory, wishes: Wishes) -> tuple[list, list, dict[str, int]]:
    """All findings about the pairs and the single clauses, and the counts that say how far each was looked into."""
    vetter = Vetter(book, wishes, memory)
    clashes = sorted(vetter.clashes(vetter.pairs(None)), key=repr)
    alone = [list(Alone(vetter).findings(clause)) for clause in book.clauses.values()]
    vetter.close()
    counts = vetter.counts
    return clashes, alone, {name: getattr(counts, name) for name in ("apart", "whole", "partly", "witnessed", "unshown")}


def kept_through(book: Rulebook, random: Random, edits: int, path: Path, wishes: Wishes) -> Counter[str]:
    """How many verdicts were kept through so many edits, one after the other; some are undone."""
    tally: Counter[str] = Counter()
    vetted(book, Memory(path), wishes)
    for _ in range(edits):
        after = edited(book, random)
        memory = Memory(path)
        again = vetted(after, memory, wishes)
        assert again == vetted(after, Memory(off=True), wishes), after.digest
        tally["used"] += len(memory.used)
        tally["asked"] += len(memory.asked)
        if random.random() < 0.7:
            book = after
    return tally


@pytest.mark.parametrize("part", range(3))
def test_after_random_edits_what_is_kept_is_what_asking_again_gives(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On small books: where situations are gone through; where only the search is left; each with the other books' own edits."""
    if part:
        monkeypatch.setattr(cones, "MOST_FREE", -1)
    tally: Counter[str] = Counter()
    for seed in range(EDITS // 18):
        tally += kept_through(book_of(1000 * part + seed), Random(seed), 6, tmp_path / f"{seed}.json", SMALL)
    assert tally["asked"] < 0.9 * tally["used"]


def test_of_a_real_book_hardly_anything_is_asked_again(tmp_path: Path) -> None:
    """One edit after another of a book of events, effects and a ladder with numbers."""
    tally = kept_through(load_rulebook("e6"), Random(3), max(1, EDITS // 180), tmp_path / "e6.json", Wishes())
    assert tally["asked"] < 0.3 * tally["used"]


def test_a_witness_is_recalled_with_the_card_file_as_it_is_now() -> None:
    """The rest of the file may have changed, though what clashes has not."""
    book = book_of(1)
    before, now = (Teller(book, "small", f"clause new\n  being is {mood}\n") for mood in ("brave", "calm"))
    kept = before.remembered(Finding("V101", "V101-1", "", (), witness=f"-- note\n\n{before.own}\nscenario W\n"))
    assert now.recalled(kept, ()).witness == f"-- note\n\n{now.own}\nscenario W\n"


def test_where_nothing_has_changed_nothing_is_asked_of_the_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, path = book_of(1), tmp_path / "kept.json"
    first = vetted(book, Memory(path), SMALL)
    monkeypatch.setattr("adjudicator.vetting.digests.Digests.of", None)
    assert vetted(book, Memory(path), SMALL) == first


def test_what_is_undone_is_still_known(tmp_path: Path) -> None:
    book, path = book_of(1), tmp_path / "kept.json"
    vetted(book, Memory(path), SMALL)
    vetted(edited(book, Random(1)), Memory(path), SMALL)
    memory = Memory(path)
    vetted(book, memory, SMALL)
    assert not memory.asked
