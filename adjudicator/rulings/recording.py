"""Writing rulings into scenario files: a line below what is expected; all else stays as the author wrote it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from pathlib import Path

from adjudicator.language.files import LONGEST_LINE, comment_start
from adjudicator.language.formatting import replace_file
from adjudicator.rulings.regress import Checked

_ENDS = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")


def ruling_line(checked: Checked, day: datetime.date) -> str:
    """Today's ruling as it stands in a file."""
    line = f"ruled {checked.today.answer} on {day.isoformat()}"
    names = [f'"{name}"' if "," in name else name for name in checked.today.clauses]
    while names and len(line) + len(", ".join(names)) > LONGEST_LINE - 40:
        names.pop()
    return line + (f" by {'clause' if len(names) == 1 else 'clauses'} {', '.join(names)}" if names else "")


def record(found: Iterable[Checked], day: datetime.date) -> dict[str, int]:
    """Write the rulings that are new or have changed; how many there are in each file."""
    wanted: dict[str, list[Checked]] = {}
    for checked in found:
        if checked.today.decided and (checked.question.ruled is None or checked.differs):
            wanted.setdefault(checked.scenario.file, []).append(checked)
    for file, changed in wanted.items():
        path = Path(file)
        text = path.read_bytes().decode("utf-8")
        lines = [line for line in _ENDS.split(text) if line]
        for checked in sorted(changed, key=lambda c: -c.question.place.line):
            _write(lines, checked, ruling_line(checked, day))
        replace_file(path, "".join(lines))
    return {file: len(changed) for file, changed in wanted.items()}


def _write(lines: list[str], checked: Checked, ruling: str) -> None:
    question = checked.question
    if question.ruled is not None:
        at = question.ruled.place.line - 1
        row, end = _cut(lines[at])
        comment = row[comment_start(row) :]
        lines[at] = _margin(row) + ruling + (f"  {comment}" if comment else "") + end
        return
    above = (question.expected.place.line if question.expected else question.place.line) - 1
    row, end = _cut(lines[above])
    margin = _margin(row) + ("" if question.expected else "  ")
    if not end:  # the file's last line, not ended
        end = next((_cut(line)[1] for line in lines if _cut(line)[1]), "\n")
        lines[above] = row + end
        lines.insert(above + 1, margin + ruling)
        return
    lines.insert(above + 1, margin + ruling + end)


def _cut(line: str) -> tuple[str, str]:
    row = line.rstrip("\r\n")
    return row, line[len(row) :]


def _margin(row: str) -> str:
    return row[: len(row) - len(row.lstrip())]
