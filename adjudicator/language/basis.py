"""What a line rests on, said at its end: `by ID` (the statements that say so), or `keeper's call, because "..."`."""

from __future__ import annotations

import re
from dataclasses import replace

from adjudicator.language.draft import Draft
from adjudicator.language.layout import Line
from adjudicator.model.clauses import UNSAID, Warrant

_CALL = re.compile(r"""^(?P<said>.*?),?\s*keeper's call(?P<reason>\b.*)$""")
_REASON = re.compile(r"""^,\s*because\s+"(?P<why>[^"]+)"$""")
HELP = 'write `, keeper\'s call, because "the reason"` at the end of the line'


def split_call(draft: Draft, line: Line) -> tuple[Line, str]:
    """A line without the mark that it is the keeper's call, and the keeper's reason; empty where it is none."""
    said, why = said_and_call(draft, line, line.text)
    return (replace(line, text=said), why) if why else (line, "")


def said_and_call(draft: Draft, line: Line, text: str) -> tuple[str, str]:
    """The same of a part of a line."""
    marked = _CALL.match(text)
    if marked is None:
        return text, ""
    reason = _REASON.match(marked["reason"])
    if reason is None:
        draft.error("warrant", "a keeper's call says why he has chosen so", line, HELP)
    why = reason["why"] if reason is not None else "no reason is given"
    return marked["said"].rstrip(), why


def split_warrant(draft: Draft, line: Line) -> tuple[Line, Warrant]:
    """A line without what it rests on, and that: statements or cards after `by`, or the keeper's reason."""
    bare, call = split_call(draft, line)
    said, by, names = _parted(bare.text)
    if by and call:
        draft.error("warrant", "what a statement says is no keeper's call", line, "keep one of the two")
    if by and not names:
        draft.error("warrant", "by which statement?", line, "name an id of the register after `by`")
    return (replace(bare, text=said), Warrant(names, call)) if by or call else (line, UNSAID)


def _parted(text: str) -> tuple[str, bool, tuple[str, ...]]:
    said, by, names = f" {text}".rpartition(" by ")
    if not by:
        return text, False, ()
    return said.strip(), True, tuple(name.strip() for name in names.split(",") if name.strip())
