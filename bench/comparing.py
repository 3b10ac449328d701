"""How long `adjudicator compare` searches for differences: two editions, two revisions of one book, a book and itself.

python bench/comparing.py [--pairs house:e6 ...]
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from pathlib import Path

from measure import scale

from adjudicator.comparing.versus import Chosen, contrast
from adjudicator.resources import rulebase_folder

PAIRS = ("house:e6", "house:wwrcc", "wwrcc:e6", "e6:e8", "house:house")
TARGET = 60.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", nargs="*", default=PAIRS, help="two books each, with a colon between them")
    options = parser.parse_args()
    scale()
    print("processor time; the differences found, the situations settled under both")
    for pair in options.pairs:
        one, _, two = pair.partition(":")
        show(pair, one, two)
    if "house:house" in options.pairs:
        show("house, one line edited", "house", revised("house"))


def show(title: str, one: str, two: str) -> None:
    begun = time.process_time()
    found = contrast(Chosen((one, two)))
    seconds = time.process_time() - begun
    verdict = "met" if seconds <= TARGET else "MISSED"
    about = f"{len(found.told)} differences about {found.differing} of {found.questions} matters"
    print(f"{title:<24} {seconds:6.1f} s  ({TARGET:.0f} s: {verdict})  {about}, {found.settled:,} settled, {found.dropped} not shown")


def revised(book: str) -> str:
    """A copy of the book in which the first `when` is an `unless`."""
    folder = Path(tempfile.mkdtemp(prefix="adjudicator-bench-"))
    for name in (book, "wizwar"):
        shutil.copytree(rulebase_folder() / name, folder / name)
    file = next(path for path in sorted((folder / book).glob("*.rules")) if "\n  when " in path.read_text(encoding="utf-8"))
    file.write_text(file.read_text(encoding="utf-8").replace("\n  when ", "\n  unless ", 1), encoding="utf-8")
    return str(folder / book)


if __name__ == "__main__":
    main()
