"""What `demonstrate` costs, one scenario file at a time: finding out which changes reach a question, and then trying them.

    python bench/demonstrating.py [BOOK FILE...] [--before FOLDER]

The figures are processor seconds of a fresh process with a compiled book, without loading it. With --before, another checkout of the
program runs on the same book and files, side by side, and what both print is compared.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import measure

FILES = ("house/72-only-considered", "house/44-victory", "house/stories/31-events", "house/stories/45-clocks")


def run(program: Path, cache: str, book: str, file: str, *more: str) -> tuple[float, dict]:
    """The processor seconds of `demonstrate` over one file with nothing kept, and what it printed."""
    for kept in Path(cache).glob("*.demonstrated"):
        kept.unlink()
    environment = {**os.environ, "PYTHONPATH": str(program), "ADJUDICATOR_CACHE": cache, "PYTHONHASHSEED": "0"}
    words = (sys.executable, "-m", "adjudicator", "demonstrate", book, "--in", file, "--json", *more)
    start = measure.with_children()
    done = subprocess.run(words, cwd=measure.ROOT, env=environment, capture_output=True, text=True, check=False)
    return measure.with_children() - start, json.loads(done.stdout)


def told(found: dict) -> dict:
    """What a run says, but for how long it took and how many settlings that were."""
    unnoticed = [{key: value for key, value in one.items() if key != "tried"} for one in found["unnoticed"]]
    return {**{key: value for key, value in found.items() if key != "seconds"}, "unnoticed": unnoticed}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("book", nargs="?", default="house")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout of the program")
    options = parser.parse_args()
    measure.scale()
    programs = {"now": measure.ROOT, **({"before": options.before.resolve()} if options.before else {})}
    print(f"{'processor seconds: found out; tried':<48}" + "".join(f"{name:>20}" for name in programs))
    for file in options.files or [f"scenarios/{name}.scenario" for name in FILES]:
        figures, found = [], []
        for program in programs.values():
            with tempfile.TemporaryDirectory() as cache:
                run(program, cache, options.book, file, "--seconds", "0")  # the book is compiled
                empty = measure.with_children()
                subprocess.run((sys.executable, "-m", "adjudicator", "words", options.book, "a"), cwd=measure.ROOT, capture_output=True,
                               env={**os.environ, "PYTHONPATH": str(program), "ADJUDICATOR_CACHE": cache}, check=False)  # fmt: skip
                empty = measure.with_children() - empty
                first, _ = run(program, cache, options.book, file, "--seconds", "0")
                whole, printed = run(program, cache, options.book, file)
                figures.append(f"{first - empty:9.1f}; {whole - first:6.1f}")
                found.append(told(printed))
        same = "" if len(found) < 2 else "   the same" if found[0] == found[1] else "   NOT the same"
        print(f"{file.removeprefix('scenarios/'):<48}" + "".join(f"{figure:>20}" for figure in figures) + same)


if __name__ == "__main__":
    main()
