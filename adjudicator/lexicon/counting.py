"""Count what the scenarios of the books say, and write it beside the rules: `python -m adjudicator.lexicon.counting [BOOK ...]`.

It takes a minute for all books. The counts need not be exact: they are renewed now and then (a test says when they are far off).
"""

from __future__ import annotations

import json
import sys

from adjudicator.language.loading import load_scenarios
from adjudicator.language.usage import FILE, Use, count
from adjudicator.resources import rulebase_folder, scenarios_folder


def counted(book: str) -> tuple[Use, ...]:
    """What the scenarios of a book say, by its name."""
    files = sorted((scenarios_folder() / book).glob("*.scenario"))
    return count(one for file in files for one in load_scenarios(file))


def write(book: str) -> None:
    """The count of a book, in its folder."""
    lines = (json.dumps([use.said, use.of, use.times], ensure_ascii=False) for use in counted(book))
    (rulebase_folder() / book / FILE).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    for one in sys.argv[1:] or sorted(path.name for path in scenarios_folder().iterdir() if (rulebase_folder() / path.name).is_dir()):
        write(one)
