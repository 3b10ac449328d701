"""Writing rulings into scenario files: a line below what is expected; all else stays as the author wrote it."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from pathlib import Path

from adjudicator import VERSION
from adjudicator.language.diagnostics import Diagnostic, LanguageError
from adjudicator.language.files import LONGEST_LINE, comment_start, contents, one_newline
from adjudicator.language.replacing import refuse_protected, replace_file
from adjudicator.model.places import NOWHERE
from adjudicator.records import dataclass
from adjudicator.rulings.regress import Checked

_ENDS = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")


def ruling_line(checked: Checked, day: datetime.date) -> str:
    """Today's ruling as it stands in a file."""
    line = f"ruled {checked.today.answer} on {day.isoformat()} with {VERSION}"
    names = [f'"{name}"' if "," in name else name for name in checked.today.clauses]
    while names and len(line) + len(", ".join(names)) > LONGEST_LINE - 40:
        names.pop()
    return line + (f" by {'clause' if len(names) == 1 else 'clauses'} {', '.join(names)}" if names else "")


@dataclass(frozen=True, slots=True)
class Recording:
    """A file with its rulings written in: what it holds now, what it would hold, and how many rulings are new or have changed."""

    path: Path
    before: bytes
    after: str
    rulings: int

    def write(self) -> None:
        """Put it in place of the file. Raises LanguageError where the file is not to be rewritten."""
        replace_file(self.path, self.after, self.before)


def recordings(found: Iterable[Checked], day: datetime.date) -> list[Recording]:
    """The rulings that are new or have changed, written into the text of their files; nothing is written to the disk.

    Raises LanguageError where a file is not to be rewritten, or says anything else now than it did when it was settled.
    """
    wanted: dict[str, list[Checked]] = {}
    for checked in found:
        if checked.today.decided and (checked.question.ruled is None or checked.differs):
            wanted.setdefault(checked.scenario.file, []).append(checked)
    return [_recording(Path(file), changed, day) for file, changed in wanted.items()]


def _recording(path: Path, changed: list[Checked], day: datetime.date) -> Recording:
    refuse_protected(path)
    before = contents(path)
    text = before.decode("utf-8", "replace")
    lines = [line for line in _ENDS.split(text) if line]
    for checked in sorted(changed, key=lambda c: -c.question.place.line):
        if not _asked_there(lines, checked):
            raise LanguageError([Diagnostic("file", f"`{path}` was changed meanwhile; it is left as it is", NOWHERE)])
        _write(lines, checked, ruling_line(checked, day))
    after = "".join(lines)
    if _but_rulings(after) != _but_rulings(text):
        raise LanguageError([Diagnostic("file", f"the rulings cannot be written into `{path}` without changing what it says", NOWHERE)])
    return Recording(path, before, after, len(changed))


def _asked_there(lines: list[str], checked: Checked) -> bool:
    """Whether the question, and what is expected and ruled of it, still stand where they stood."""
    question = checked.question
    stand = (("ask", question), ("expect", question.expected), ("ruled", question.ruled))
    places = [(word, part.place.line) for word, part in stand if part is not None]
    return all(number <= len(lines) and lines[number - 1].split()[:1] == [word] for word, number in places)


def _but_rulings(text: str) -> list[str]:
    """The lines of a text that are no rulings."""
    return [line for line in one_newline(text).rstrip("\n").split("\n") if line.split()[:1] != ["ruled"]]


def record(found: Iterable[Checked], day: datetime.date) -> dict[str, int]:
    """Write the rulings that are new or have changed; how many there are in each file.

    Raises LanguageError, with no file written, where one of them is not to be rewritten.
    """
    written = recordings(found, day)
    for one in written:
        one.write()
    return {str(one.path): one.rulings for one in written}


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
