"""Promises 2, 6 and 8 at length: witnesses that show their clash, repairs that mend, planted faults that are found.

    python -m tests.trust.findings --witnesses house e6      every witness of what `check` finds in a book
    python -m tests.trust.findings --repairs                 every repair of the first two findings of every planted card
    python -m tests.trust.findings --planted                 every planted card among real ones: found, on the first screen

Each line is a figure and says what is wrong; exit status 1 where anything is.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "analysis")]
os.environ["ADJUDICATOR_PLANTED"] = "all"

from settled import shows, shows_with_less  # noqa: E402
from test_planted import BY_STEM, SHOWN_ON_REQUEST, check_planted  # noqa: E402

from adjudicator.stage.codes import SEVERITIES  # noqa: E402
from adjudicator.vetting.findings import Finding, Report  # noqa: E402
from adjudicator.vetting.repairing.editing import edited  # noqa: E402
from adjudicator.vetting.vetter import Wishes  # noqa: E402
from adjudicator.vetting.vetting import check_book, vet  # noqa: E402

BOOKS = ("e6", "e8", "spellfire", "wwrcc", "house")


def witnesses(book: str, folder: Path) -> tuple[str, list[str]]:
    """What was tried, and what is wrong: a witness that does not show its clash, or shows it with less."""
    found = [finding for finding in check_book(book).findings if finding.witness]
    wrong = [said for finding in found if (said := shows(finding, folder))]
    clashes = [finding for finding in found if len(finding.sides) > 1]
    wrong += [more for finding in clashes for more in shows_with_less(finding, folder)]
    return f"{book}: {len(found)} witnesses settled again, {len(clashes)} of them without each of their parts", wrong


def repairs() -> tuple[str, list[str]]:
    """Each repair is written into the card, and the card vetted again: what it removes is gone, nothing worse has come."""
    tried, wrong = 0, []
    for stem, (card, book) in sorted(BY_STEM.items()):
        wishes = Wishes(specificity=card.stem in SHOWN_ON_REQUEST)
        before = vet(str(card), book, wishes=wishes, repairs=True)
        text = card.read_text(encoding="utf-8")
        for finding, edits, removes in _offered(before, card):
            tried += 1
            with tempfile.TemporaryDirectory() as folder:
                again = Path(folder) / card.name
                again.write_text(edited(text, edits), encoding="utf-8")
                after = vet(str(again), book, wishes=wishes, repairs=False)
            wrong += [f"{stem}: {said}" for said in _worse(finding, removes, before, after)]
    return f"{len(BY_STEM)} planted cards: {tried} repairs written down and vetted again", wrong


def _offered(report: Report, card: Path) -> Iterator[tuple[Finding, tuple, frozenset[str]]]:
    for finding in report.findings[:2]:
        for repair in finding.repairs:
            if Path(repair.file).name == card.name:
                yield finding, repair.edits, frozenset(repair.removes)


def _worse(finding: Finding, removes: frozenset[str], before: Report, after: Report) -> Iterator[str]:
    """What a repair did not remove although it says so, and what came that is worse than what it was to mend."""
    of = {one.id: (one.code, frozenset(one.clauses)) for one in before.findings}
    now = {(one.code, frozenset(one.clauses)): one for one in after.findings}
    yield from (f"{of[one][0]} is still there" for one in removes if of[one] in now)
    limit = SEVERITIES.index(finding.severity)
    new = [one for key, one in now.items() if key not in of.values()]
    yield from (f"{one.code} has come: {one.sentence}" for one in new if SEVERITIES.index(one.severity) < limit)


def planted(folder: Path) -> tuple[str, list[str]]:
    """Each planted fault, vetted together with real cards of its book."""
    wrong = []
    for stem in sorted(BY_STEM):
        try:
            check_planted(stem, folder)
        except AssertionError as error:
            wrong.append(f"{stem}: {error}")
    return f"{len(BY_STEM)} planted faults among real cards", wrong


def main() -> int:
    """Print the figures that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.trust.findings", description=__doc__)
    parser.add_argument("--witnesses", nargs="*", metavar="BOOK", choices=BOOKS)
    parser.add_argument("--repairs", action="store_true")
    parser.add_argument("--planted", action="store_true")
    chosen = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        runs = [lambda book=book: witnesses(book, folder) for book in (chosen.witnesses if chosen.witnesses != [] else BOOKS) or ()]
        runs += [repairs] * chosen.repairs + [lambda: planted(folder)] * chosen.planted
        for run in runs:
            started = time.process_time()
            told, wrong = run()
            faults += len(wrong)
            print(f"{told}: {len(wrong)} defects; {time.process_time() - started:.0f} s", *wrong, sep="\n  ", flush=True)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
