"""The layout of a file: blocks and lines, by the Lark grammar `grammar/structure.lark`.

Each block at the margin is parsed by itself; when a line does not fit, it is
reported, left out, and the block is tried again, so that all errors show in one run.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from adjudicator.language import cache
from adjudicator.language.diagnostics import Messages, TooManyErrors, did_you_mean
from adjudicator.language.drawings import BOARD, drawn_lines
from adjudicator.language.files import LONGEST_LINE, without_comments
from adjudicator.language.line_words import ALONE, LINE_WORDS, NEEDS, ONCE, OPENERS
from adjudicator.language.punctuation import without_marks
from adjudicator.language.spacing import indentation, tidy, untidy_index
from adjudicator.language.words import STRUCTURE_WORDS, with_article
from adjudicator.model.places import Place
from adjudicator.records import dataclass
from adjudicator.resources import grammar_text

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput

MOST_ERRORS = 25
"""Lines of one block that are reported before the rest of it is left unread."""

DEEPEST = 100
"""Lines below each other's lines; answers to answers go no deeper."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a block: its keyword (the grammar's name for it), its text and its sub-lines.

    The text is tidied; `raw` is how the author spaced it, so that messages point to the right column.
    """

    form: str
    text: str
    place: Place
    lines: tuple[Line, ...] = ()
    raw: str = field(default="", compare=False, repr=False)
    damaged: bool = field(default=False, compare=False, repr=False)
    """Whether a line of its block was left out, so that what else seems to be missing is no news."""

    def all(self, form: str) -> tuple[Line, ...]:
        """The sub-lines of one form."""
        return tuple(line for line in self.lines if line.form == form)

    def asks(self) -> Iterator[Line]:
        """The questions of a scenario in the order they stand in, those within its story included."""
        for line in self.lines:
            yield from (line,) if line.form == "ask" else line.asks()

    def one(self, form: str) -> Line | None:
        """The first sub-line of a form, if there is one."""
        return next((line for line in self.lines if line.form == form), None)

    def at(self, start: int, width: int = 1) -> Place:
        """The place of a stretch of the text."""
        first = untidy_index(self.raw, self.text, start)
        last = untidy_index(self.raw, self.text, max(start, start + width - 1))
        return Place(self.place.file, self.place.line, self.place.column + first, max(1, last - first + 1))

    def naming(self, message: str) -> Place:
        """The place of the last name in backticks that the text contains; else the whole text."""
        for name in reversed(_NAMED.findall(message)):
            found = list(re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", self.text))
            if found and any(c.isalnum() for c in name):
                return self.at(found[-1].start(), len(name))
        return self.place


_NAMED = re.compile(r"`([^`]+)`")


@lru_cache(maxsize=1)
def _parser() -> Lark:
    """The parser of the grammar, made from the tables of an earlier run where they are kept."""
    import lark
    from lark.grammar import Rule
    from lark.indenter import Indenter
    from lark.lexer import TerminalDef

    class Indentation(Indenter):
        NL_type = "_NL"
        OPEN_PAREN_types: list[str] = []
        CLOSE_PAREN_types: list[str] = []
        INDENT_type = "_INDENT"
        DEDENT_type = "_DEDENT"
        tab_len = 4

    name = f"structure-{lark.__version__}.tables"
    tables = cache.fetch(name, dict)
    if tables is not None:
        try:
            loaded: Lark = lark.Lark._load_from_dict(tables["data"], tables["memo"], postlex=Indentation())
            return loaded
        except Exception:  # noqa: BLE001  whatever may be wrong with tables of other versions, they can be made anew
            pass
    made = lark.Lark(grammar_text("structure.lark"), parser="lalr", postlex=Indentation(), propagate_positions=True)
    data, memo = made.memo_serialize([TerminalDef, Rule])
    options = {key: value for key, value in data["options"].items() if key not in ("postlex", "_plugins")}
    cache.store(name, {"data": data | {"options": options}, "memo": memo})
    return made


@dataclass
class _Block:
    """The lines of one block, as the author spaced them and tidied; `offset` lines stand before it."""

    file: str
    offset: int
    raw: list[str]
    lines: list[str]
    messages: Messages
    damaged: bool = False
    drawings: dict[int, list[str]] = field(default_factory=dict)

    @property
    def opener(self) -> str:
        return self.lines[0].split(" ")[0]

    def error(self, message: str, index: int, help: str = "", *, word: bool = False) -> None:
        """Report a line, or with `word` its first word."""
        raw = self.raw[index].strip()
        start = self.raw[index].find(raw) + 1
        place = Place(self.file, self.offset + index + 1, start, max(1, len(raw.split()[0] if word and raw else raw)))
        self.messages.add("layout", message, place, help)
        self.damaged = True

    def leave_out(self, index: int) -> None:
        """Blank a line and all that stands deeper below it."""
        depth = indentation(self.lines[index])
        self.lines[index] = ""
        for below in range(index + 1, len(self.lines)):
            if self.lines[below] and indentation(self.lines[below]) <= depth:
                break
            self.lines[below] = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """The lines of one block as the author spaced them, comments left out; `offset` lines of the file stand before it.

    `drawings` are the maps drawn in it, by the number of the line above each.
    """

    file: str
    offset: int
    raw: tuple[str, ...]
    drawings: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def text(self) -> str:
        """The lines as one text, blank ones at the end left out."""
        return "\n".join(self.raw).rstrip()


def pieces_of(text: str, file: str, messages: Messages) -> list[Piece]:
    """Where the blocks of a file stand; lines that are too long to be read are reported and left out."""
    written = text.split("\n")
    raw = without_comments(text)
    drawings = drawn_lines(written)
    for number, stretch in drawings.items():
        above = raw[number - 1]
        raw[number - 1] = above[: len(above) - len(above.lstrip())] + BOARD
        raw[stretch.start : stretch.stop] = [""] * len(stretch)
    for number, line in enumerate(raw, 1):
        if len(line) > LONGEST_LINE:
            messages.add("layout", f"this line is {len(line):,} characters long; the limit is {LONGEST_LINE}",
                         Place(file, number), "break the sentence into several lines")  # fmt: skip
            raw[number - 1] = " ".join(line[:60].split()[:2]) if line[:1].strip() else ""
    drawn = [(number, tuple(line.rstrip() for line in written[stretch.start : stretch.stop])) for number, stretch in drawings.items()]
    return [Piece(file, start, _plain(raw[start:end]), tuple((n, d) for n, d in drawn if start < n <= end)) for start, end in _spans(raw)]


def _plain(block: list[str]) -> tuple[str, ...]:
    """The lines of a block, those of a scenario below its title without their marks."""
    first, *below = block
    return (first, *map(without_marks, below)) if first.startswith("scenario") else tuple(block)


def parse_piece(piece: Piece, messages: Messages) -> Line | None:
    """A block as a Line with its sub-lines; lines that fit nowhere are reported and left out."""
    lines = [" " * indentation(line) + tidy(line) if line else "" for line in piece.raw]
    drawings = {number: list(drawn) for number, drawn in piece.drawings}
    return _parse_block(_Block(piece.file, piece.offset, list(piece.raw), lines, messages, drawings=drawings))


def parse_layout(text: str, file: str, messages: Messages) -> list[Line]:
    """The blocks of a file in order; lines that fit nowhere are reported and left out."""
    found: list[Line] = []
    with suppress(TooManyErrors):
        for piece in pieces_of(text, file, messages):
            block = parse_piece(piece, messages)
            found += [block] if block is not None else []
    return found


def _spans(lines: list[str]) -> list[tuple[int, int]]:
    starts = [i for i, line in enumerate(lines) if line and not line[0].isspace()]
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if starts and first < starts[0]:
        starts.insert(0, first)
    elif not starts and any(line.strip() for line in lines):
        starts = [first]
    return list(pairwise([*starts, len(lines)])) if starts else []


def _parse_block(block: _Block) -> Line | None:
    from lark import Tree
    from lark.exceptions import UnexpectedInput

    if not _opens(block):
        return None
    for _ in range(MOST_ERRORS):
        while (stray := _stray(block.lines)) is not None:
            index, deep = stray
            if deep:
                block.error(f"this line stands more than {DEEPEST} steps to the right", index, "begin again further to the left")
            else:
                block.error("this line stands at a depth of its own: it is level with no line above it", index,
                            _margin(block, index) or "use two spaces for each step to the right")  # fmt: skip
            block.leave_out(index)
        try:
            tree = _parser().parse("\n".join(block.lines).rstrip() + "\n")
            first = tree.children[0] if tree.children else None
            line = _line_of(first, block) if isinstance(first, Tree) else None
            if line is not None:
                _said_twice(line, block.messages)
                _drawn_elsewhere(line, block)
            return line
        except UnexpectedInput as error:
            at_fault = _report(error, block)
            if at_fault is None:
                return None
            block.leave_out(at_fault)
    return None


def _said_twice(block: Line, messages: Messages) -> None:
    """Report the second of two lines of which only one would be heeded."""
    for form in ONCE.get(block.form, ()):
        for again in block.all(form)[1:]:
            first = block.all(form)[0].place.line
            messages.add("twice", "this has been said already", again.place, f"see line {first}; one of the two is too much")
    for line in block.lines:
        _said_twice(line, messages)


def _drawn_elsewhere(scenario: Line, block: _Block) -> None:
    """Report a map below a line `board` that does not stand directly below the scenario's first line."""
    known = {line.place.line for line in scenario.all("drawing")}
    for number in block.drawings:
        if number not in known and block.lines[number - block.offset - 1]:
            block.error("this map stands below a line that takes none", number - block.offset - 1,
                        "move `board` two spaces in from the margin")  # fmt: skip


def _opens(block: _Block) -> bool:
    """Whether the first line opens a block; if not, that is said."""
    first = block.lines[0].strip()
    word = first.split(" ")[0]
    if block.lines[0][:1] == " ":
        block.error("the first line of a block stands at the left margin, without spaces before it", 0,
                    "" if word in OPENERS else _openers(word, block.file))  # fmt: skip
    elif word not in OPENERS:
        block.error(f"a block does not start with `{_short(word)}`", 0, _openers(word, block.file), word=True)
    elif first == word and word not in (*ALONE, "ladder"):
        block.error(f"nothing stands after `{word}`", 0, "give it a name")
    elif first != word and word in ALONE:
        block.error(f"the word `{word}` stands alone on its line", 0, ALONE[word])
    else:
        return True
    return False


def _openers(word: str, file: str) -> str:
    home = next((opener for opener, words in LINE_WORDS.items() if word in (w.split(" ")[0] for w in words)), "")
    if home and word not in OPENERS:
        return f"`{word}` belongs into {with_article(home)}: put two spaces before it"
    if word in ("this", "it", "the"):
        return "a sentence belongs into a block: put spaces before it"
    if close := did_you_mean(word, OPENERS):
        return close
    if file.endswith(".scenario"):
        return "write `scenario` and a title on a line before it, and move it two spaces to the right"
    return "blocks start with one of " + ", ".join(OPENERS)


def _short(word: str) -> str:
    return word if len(word) <= 40 else word[:40] + "..."


def _stray(lines: list[str]) -> tuple[int, bool] | None:
    """The first line that comes back to a depth at which no line above it stands, or goes too deep (then True)."""
    depths = [0]
    for index, line in enumerate(lines):
        if not line:
            continue
        depth = indentation(line)
        while depth < depths[-1]:
            depths.pop()
            if depth > depths[-1]:
                return index, False
        if depth > depths[-1]:
            depths.append(depth)
            if len(depths) > DEEPEST + 1:
                return index, True
    return None


def _report(error: UnexpectedInput, block: _Block) -> int | None:
    """Say what is wrong with the line and return its index, or None when the block cannot go on."""
    from lark import Token

    opener, token = block.opener, getattr(error, "token", None)
    kind = token.type if isinstance(token, Token) else ""
    if isinstance(token, Token) and kind == "_INDENT":
        index = (token.end_line or 1) - 1
        above = next((line for line in reversed(block.lines[:index]) if line), "")
        if above.strip().startswith("proposed:"):
            block.error("what is only proposed is not answered", index,
                        "leave out `proposed:` in the line above, or move this line to the left, level with it")  # fmt: skip
        else:
            block.error("this line stands below a line that takes none", index, "move it to the left, level with the line above")
        return index
    line = getattr(error, "line", 1)
    index = min(max((line if isinstance(line, int) else 1) - 1, 0), len(block.lines) - 1)
    unfinished = _unfinished(error, block, index)
    if unfinished is not None:
        return unfinished
    if index == 0 or not block.lines[index] or kind in ("$END", "_DEDENT"):
        if not block.damaged:
            block.error(f"this `{opener}` is not complete", 0, _needs(opener))
        return None
    word = block.lines[index].split()[0]
    if block.lines[index].strip() in _words_with_text(opener):
        block.error(f"nothing stands after `{word}`", index, NOTHING_AFTER)
        return index
    block.error(f"no line of {with_article(opener)} starts with `{_short(word)}` here", index,
                _margin(block, index) or did_you_mean(word, LINE_WORDS.get(opener, ()))
                or _expected(error, opener), word=True)  # fmt: skip
    return index


def _unfinished(error: UnexpectedInput, block: _Block, index: int) -> int | None:
    """Report a block within the block (a clause on a card) of which only the first line is there, and return its index."""
    token = getattr(error, "token", None)
    if token is None or getattr(error, "accepts", None) != {"_INDENT"}:
        return None
    while index and (not block.lines[index] or token.type not in ("$END", "_DEDENT", None) and index == token.line - 1):
        index -= 1
    if index:
        word = block.lines[index].split()[0]
        block.error(f"this `{word}` is not complete", index, _needs(word))
    return index or None


def _needs(opener: str) -> str:
    return NEEDS.get(opener, "say more on the lines below it")


def _words_with_text(opener: str) -> set[str]:
    """The words that open a line of such a block and are followed by something."""
    return set(LINE_WORDS.get(opener, ())) - {"fallback", "state", "averages", "board"}


NOTHING_AFTER = "write the rest of the line behind it, or leave the line out"


def _margin(block: _Block, index: int) -> str:
    word = block.lines[index].split()[0]
    own = any(word == w.split(" ")[0] for w in LINE_WORDS.get(block.opener, ()))
    return f"{with_article(word)} starts at the left margin" if word in OPENERS and not own else ""


def _expected(error: UnexpectedInput, opener: str) -> str:
    """The words that may open a line at this place."""
    names = {name.strip("_").lower() for name in (*getattr(error, "expected", ()), *getattr(error, "allowed", ()))}
    words = [word for word in LINE_WORDS.get(opener, ()) if word.rstrip(":").split(" ")[0] in names]
    return "lines here start with " + ", ".join(words) if words else f"{with_article(opener)} is a single line"


def opening_fault(line: Line) -> tuple[str, str] | None:
    """What is wrong with the first word of a line that was taken for a sentence and is none: message and help."""
    opener = {"statement": "scenario", "response": "scenario", "conclusion": "clause", "effect": "clause", "fact": "card"}.get(line.form)
    word = line.text.split(" ")[0]
    if opener is not None and line.text in _words_with_text(opener):
        return f"nothing stands after `{word}`", NOTHING_AFTER
    if opener is None or word in STRUCTURE_WORDS or not word.rstrip(":").islower():
        return None
    if word == "unknown:":
        return "what is unknown is so from the start", "put this line above the first heading, two spaces in from the margin"
    if word in ("expect", "ruled"):
        return "this answer has no question", "it stands below its `ask` line, two spaces further in"
    if word in OPENERS:
        return f"`{word}` opens a block of its own", f"{with_article(word)} starts at the left margin"
    for known in LINE_WORDS[opener]:
        if difflib.SequenceMatcher(None, word, known.split(" ")[0]).ratio() >= 0.75 and word != known.split(" ")[0]:
            return f"no line of {with_article(opener)} starts with `{word}`", f"did you mean `{known}`?"
    return None


def _line_of(tree: Tree[Token], block: _Block) -> Line:
    from lark import Token, Tree

    number = tree.meta.line if not tree.meta.empty else 1
    text, raw, place, inner = "", "", Place(block.file, block.offset + number), []
    for child in tree.children:
        if isinstance(child, Token):
            text, line = str(child).rstrip(), block.raw[(child.line or 1) - 1]
            start = untidy_index(line, block.lines[(child.line or 1) - 1], (child.column or 1) - 1)
            raw = line[start:]
            place = Place(block.file, block.offset + (child.line or 1), start + 1, max(1, len(raw)))
        elif isinstance(child, Tree):
            inner.append(_line_of(child, block))
    if tree.data == "drawing":
        drawn = block.drawings.get(place.line, [])
        inner = [Line("map", line, Place(block.file, place.line + i, 1, max(1, len(line)))) for i, line in enumerate(drawn, 1)]
    form = str(tree.data)
    if form in ("statement", "response") and text.endswith("?"):
        form, text, inner = "ask", text[:-1].rstrip(), list(map(_below_question, inner))
    return Line(form, text, place, tuple(inner), raw, block.damaged and tree.data in OPENERS)


def _below_question(line: Line) -> Line:
    """A line below a question that was asked without `ask`, where `expect` opens no line by the grammar."""
    word, _, rest = line.text.partition(" ")
    if word not in ("expect", "ruled") or not rest:
        return line
    place, begins = line.at(len(word) + 1, len(rest)), line.at(len(word) + 1).column - line.place.column
    return replace(line, form=word, text=rest, place=place, raw=line.raw[begins:])
