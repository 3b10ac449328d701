"""How long a designer waits: vetting a card against 225, 450 and 900 others, checking 500, checking again after one line has changed.

    python bench/vetting.py [--quick | --cards N]

The decks are generated (bench/deck.py), the seed is fixed.  Times are wall clock and, in brackets, the processor's own; the
processor's are what to compare on a machine that others use, too.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser
from pathlib import Path

from measure import ROOT, process, scale, with_children

CACHE = tempfile.mkdtemp(prefix="adjudicator-bench-")
os.environ["ADJUDICATOR_CACHE"] = CACHE

from deck import write_deck  # noqa: E402

from adjudicator.vetting.findings import Report  # noqa: E402
from adjudicator.vetting.opening import Subject, open_subject  # noqa: E402
from adjudicator.vetting.vetting import check_book, sweep, write_witnesses  # noqa: E402

CARD = """card NEW CARD is a neutral
  this card has precedence number 77

  clause new-one
    for a wizard, a monster, a card means
    the wizard may not take control of the monster with the means
    when the monster is under this card

  clause new-two
    for an attack
    the attack may not happen
    when the target of the attack is under this card

  clause new-three
    for a creature, a thing
    the creature has LOS to the thing
    when the creature carries this card
"""
PLANTED = ROOT / "tests" / "analysis" / "cards"


class Clock:
    """Wall and processor time of a stretch of work, the processes that it starts and waits for included."""

    def __enter__(self) -> Clock:
        self.wall, self.own = time.perf_counter(), with_children()
        return self

    def __exit__(self, *_: object) -> None:
        self.wall, self.own = time.perf_counter() - self.wall, with_children() - self.own

    def __str__(self) -> str:
        return f"{self.wall:6.2f} s [{self.own:6.2f} s]"


def forget() -> None:
    """Throw away what earlier runs found of pairs and of specificity; compiled books are kept."""
    for name in ("clashes", "verdicts"):
        shutil.rmtree(Path(CACHE) / name, ignore_errors=True)


def one_card(folder: Path, cards: int) -> None:
    """A new card against a deck: in a process of its own, and in this one."""
    card = folder / "new.rules"
    card.write_text(CARD, encoding="utf-8")
    deck = folder / f"deck{cards}"
    subject = Subject(str(deck), str(card))
    open_subject(subject)
    forget()
    with Clock() as cold:
        process("-m", "adjudicator.cli.main", "vet", str(card), "--against", str(deck), "--no-repairs", cache=CACHE)
    forget()
    with Clock() as reading:
        opened = open_subject(subject)
    with Clock() as clock:
        report = sweep(opened, opened.vetter())
    with Clock() as again:
        sweep(opened, opened.vetter())
    print(f"one new card against {cards:4} ({len(opened.book.clauses):,} clauses): fresh process {cold}; "
          f"in-process: laying it on the book {reading}, vetting {clock}, again {again}\n    {told(report)}")  # fmt: skip


def whole_book(folder: Path, cards: int, jobs: int) -> Report:
    """A whole deck; once more in a fresh process after nothing, then after one line has changed."""
    deck = folder / f"deck{cards}"
    forget()
    with Clock() as clock:
        report = check_book(str(deck), jobs=jobs)
    print(f"check of {cards} cards, {jobs} processes: {clock}\n    {told(report)}")
    with Clock() as same:
        process("-m", "adjudicator.cli.main", "check", str(deck), cache=CACHE)
    file = sorted(deck.glob("*-cards.rules"))[-1]
    text = file.read_text(encoding="utf-8")
    for words in ("when the round is at least 2\n    and ", "when the round is at least 3\n    and "):
        file.write_text(text.replace("when ", words, 1), encoding="utf-8")
        with Clock() as edited:
            process("-c", f"from adjudicator.language.loading import load_rulebook; load_rulebook({str(deck)!r})", cache=CACHE)
        with Clock() as again:
            process("-m", "adjudicator.cli.main", "check", str(deck), cache=CACHE)
        print(f"    one line changed: a fresh process that only reads the book {edited}; `check` in another {again}")
    file.write_text(text.replace("when ", "when the round is at least 4\n    and ", 1), encoding="utf-8")
    with Clock() as both:
        process("-m", "adjudicator.cli.main", "check", str(deck), cache=CACHE)
    file.write_text(text, encoding="utf-8")
    print(f"    `check` in a fresh process: nothing changed {same}; one line changed, the reading of the book included {both}")
    return report


def told(report: Report) -> str:
    """The pairs at each step."""
    counts = report.counts
    settled = counts["settled_by_claim"] + counts["settled_by_specificity"]
    return (f"{counts['same_property']:,} pairs of one property, {counts['contrary']:,} contrary and worth a look, "
            f"{counts['thinned']:,} thinned out, {settled:,} settled by claim or specificity, {counts['asked']:,} asked, "
            f"{counts['witnessed']:,} shown, {counts['apart']:,} refuted, {counts['unshown']:,} neither")  # fmt: skip


def the_solver(folder: Path, cards: int) -> None:
    """What the grouped sweep alone costs for a pair."""
    opened = open_subject(Subject(str(folder / f"deck{cards}")))
    vetter = opened.vetter()
    pairs = {(p.first, p.second): p for p in vetter.pairs(None)}
    with Clock() as first:
        verdicts = dict(vetter.together.sweep(pairs))
    checking = vetter.together.seconds
    if not pairs:
        print(f"the solver's sweep: none of the {cards} cards speaks of what another speaks of")
        return
    with Clock() as second:
        list(vetter.together.sweep(pairs))
    print(f"the solver's sweep over {len(pairs):,} pairs of {cards} cards: "
          f"{1000 * first.own / len(pairs):.2f} ms a pair with making the terms, "
          f"{1000 * second.own / len(pairs):.2f} ms with terms at hand, {1000 * checking / len(pairs):.3f} ms in the check itself; "
          f"{sum(not v for v in verdicts.values())} refuted")  # fmt: skip


def false_alarms(report: Report, folder: Path) -> None:
    """Every witness written down, read back, and settled again."""
    sys.path[:0] = [str(ROOT / "tests" / "analysis")]
    from settled import shows

    sample = [f for f in report.findings if f.witness][::5]
    wrong = [f for f in sample if shows(f, folder)]
    write_witnesses(report, folder / "witnesses")
    print(f"false alarms: {len(wrong)} of {len(sample)} findings (every fifth) do not show what they claim when their file is settled")


def planted(most: int | None = None) -> None:
    """How many of the planted faults are found in their class."""
    cards = sorted(PLANTED.glob("*.rules"))[:most]
    found = 0
    for card in cards:
        code = card.stem.partition("-")[0]
        from adjudicator.vetting.vetter import Wishes

        opened = open_subject(Subject("house", str(card), wishes=Wishes(specificity=code in ("V109", "V110"))))
        report = sweep(opened, opened.vetter())
        found += any(f.code == code for f in report.findings)
    print(f"planted faults found in their class: {found} of {len(cards)}")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only the smallest deck")
    parser.add_argument("--cards", type=int, help="a deck of this size, and a single one of the planted faults")
    asked = parser.parse_args()
    scale()
    folder = Path(tempfile.mkdtemp(prefix="decks-"))
    sizes = (asked.cards,) if asked.cards else (225,) if asked.quick else (225, 450, 900)
    for cards in sizes:
        write_deck(folder / f"deck{cards}", cards)
        one_card(folder, cards)
    whole = sizes[0] if len(sizes) == 1 else 500
    if whole == 500:
        write_deck(folder / "deck500", 500)
    report = whole_book(folder, whole, 2)
    the_solver(folder, whole)
    false_alarms(report, folder)
    planted(1 if asked.cards else None)


if __name__ == "__main__":
    main()
