"""The layout of a file: blocks and lines, by the Lark grammar `grammar/structure.lark`.

Each block at the margin is parsed by itself; when a line does not fit, it is
reported, left out, and the block is tried again, so that all errors show in one run.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import Indenter

from adjudicator.language.diagnostics import Messages, did_you_mean
from adjudicator.language.files import LONGEST_LINE, without_comments
from adjudicator.model.places import Place
from adjudicator.resources import grammar_text


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a block: its keyword (the grammar's name for it), its text and its sub-lines."""

    form: str
    text: str
    place: Place
    lines: tuple["Line", ...] = ()

    def all(self, form: str) -> tuple["Line", ...]:
        return tuple(line for line in self.lines if line.form == form)

    def one(self, form: str) -> "Line | None":
        return next((line for line in self.lines if line.form == form), None)


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []
    CLOSE_PAREN_types: list[str] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(grammar_text("structure.lark"), parser="lalr", postlex=_Indentation(), propagate_positions=True)


OPENERS = (
    "book", "ladder", "kind", "thing", "zones", "property", "event", "option", "reading", "source",
    "format", "definition", "invariant", "clause", "card", "scenario",
)  # fmt: skip


def parse_layout(text: str, file: str, messages: Messages) -> list[Line]:
    """The blocks of a file in order; lines that fit nowhere are reported and left out."""
    lines = without_comments(text)
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            messages.add("layout", f"this line is {len(line):,} characters long; the limit is {LONGEST_LINE}",
                         Place(file, number), "break the sentence into several lines")  # fmt: skip
            lines[number - 1] = ""
    blocks: list[Line] = []
    for start, end in _spans(lines):
        block = _parse_block(lines[start:end], start, file, messages)
        if block is not None:
            blocks.append(block)
    return blocks


def _spans(lines: list[str]) -> list[tuple[int, int]]:
    starts = [i for i, line in enumerate(lines) if line and not line[0].isspace()]
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if starts and first < starts[0]:
        starts.insert(0, first)
    elif not starts and any(line.strip() for line in lines):
        starts = [first]
    return list(zip(starts, [*starts[1:], len(lines)], strict=True))


def _parse_block(lines: list[str], offset: int, file: str, messages: Messages) -> Line | None:
    opener = lines[0].split(" ")[0].strip()
    if lines[0][:1].isspace() or opener not in OPENERS:
        place = Place(file, offset + 1, len(lines[0]) - len(lines[0].lstrip()) + 1, len(lines[0].strip()))
        messages.add("layout", f"a block does not start with `{opener or lines[0].strip()}`", place,
                     did_you_mean(opener, OPENERS) or "blocks start with one of " + ", ".join(OPENERS))  # fmt: skip
        return None
    remaining = list(lines)
    for _ in range(60):
        try:
            tree = _parser().parse("\n".join(remaining).rstrip() + "\n")
            return _line_of(tree.children[0], offset, file) if tree.children else None
        except UnexpectedInput as error:
            index = _report(error, remaining, offset, file, opener, messages)
            if index is None:
                return None
            remaining[index] = ""
    return None


def _report(error: UnexpectedInput, lines: list[str], offset: int, file: str, opener: str, messages: Messages):
    """Say what is wrong with the line and return its index, or None when the block cannot go on."""
    line = getattr(error, "line", -1)
    token = getattr(error, "token", None)
    at_end = not isinstance(line, int) or line < 1 or (token is not None and token.type in ("$END", "_DEDENT"))
    index = min(max((line if isinstance(line, int) else 1) - 1, 0), len(lines) - 1)
    if at_end or not lines[index].strip() or index == 0:
        first = lines[0]
        messages.add("layout", f"this `{opener}` block is not complete", Place(file, offset + 1, 1, len(first)),
                     _needs(opener))  # fmt: skip
        return None
    text = lines[index]
    start = len(text) - len(text.lstrip())
    place = Place(file, offset + index + 1, start + 1, len(text) - start)
    word = text.strip().split(" ")[0]
    if token is not None and token.type == "_INDENT" or "_INDENT" in str(type(error)):
        messages.add("layout", "this line is indented under a line that takes none", place,
                     "move it to the left, level with the line above")  # fmt: skip
    else:
        messages.add("layout", f"`{word}` does not open a line of a `{opener}` block, or stands at the wrong depth",
                     place, did_you_mean(word, LINE_WORDS.get(opener, ())) or _needs(opener))  # fmt: skip
    return index


LINE_WORDS = {
    "clause": ("cites", "status", "source", "for", "when", "unless", "and", "or", "overrides", "notwithstanding",
               "yields to", "fallback", "applies before", "number", "group", "with option", "under"),
    "property": ("also", "verb", "subject", "default", "state", "averages", "from", "cites"),
    "event": ("also", "verb", "subject", "normally", "cites"),
    "scenario": ("from", "uses", "story", "with option", "reading", "suppose", "unknown:", "proposed:", "ask", "expect"),
    "book": ("title", "extends", "register", "source"),
    "source": ("rank", "number"), "ladder": ("cites", "rung"), "option": ("cites", "says", "default"),
    "reading": ("cites", "either", "or", "says"), "format": ("cites", "joined by", "part"),
    "invariant": ("cites", "for", "always", "when", "and"), "definition": ("cites", "for"),
    "card": ("string", "cites", "source", "clause"),
}  # fmt: skip


def _needs(opener: str) -> str:
    words = LINE_WORDS.get(opener, ())
    return f"lines of a `{opener}` block start with " + ", ".join(words) if words else f"a `{opener}` is a single line"


def _line_of(tree: Tree, offset: int, file: str) -> Line:
    text, place, inner = "", Place(file, offset + (tree.meta.line if not tree.meta.empty else 1)), []
    for child in tree.children:
        if isinstance(child, Token):
            text = str(child).rstrip()
            place = Place(file, offset + (child.line or 1), child.column or 1, max(1, len(text)))
        elif isinstance(child, Tree):
            inner.append(_line_of(child, offset, file))
    return Line(str(tree.data), text, place, tuple(inner))
