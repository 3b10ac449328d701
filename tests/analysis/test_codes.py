"""The pages of the classes are those that the source makes (UPDATE=1 writes them)."""

from __future__ import annotations

import os
from pathlib import Path

from adjudicator.stage.codes import CLASSES, DECIDED_BY, pages, worst

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "findings"


def test_the_pages_are_those_of_the_source() -> None:
    made = pages()
    if os.environ.get("UPDATE"):
        FOLDER.mkdir(exist_ok=True)
        for name, text in made.items():
            (FOLDER / name).write_text(text, encoding="utf-8")
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")} == made


def test_codes_are_in_order_and_every_rung_has_a_class() -> None:
    codes = [one.code for one in CLASSES]
    assert codes == sorted(codes)
    assert {code for code in DECIDED_BY.values() if code} <= set(codes)
    assert worst("V108", "", "V103") == "V103"
