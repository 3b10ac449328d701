"""Ways to space a file differently that must not matter."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path
from random import Random

from adjudicator.language.diagnostics import Messages
from adjudicator.language.drawings import drawn_lines
from adjudicator.language.files import comment_start
from adjudicator.language.layout import Line, parse_layout

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*(ROOT / "rulebase").rglob("*.rules"), *(ROOT / "scenarios").rglob("*.scenario")])
SPACES = (" ", "  ", "   ", "\t", " \t ", "\u00a0")
INDENTS = (" ", "  ", "   ", "    ", "\t", "\t\t")
COMMENTS = ("-- a remark", "--no space, and 'quotes' \"", "-- TRAP!  SHHH!  E6.1  ** -- twice", "--", "---- ---")


def shape(text: str) -> list[tuple]:
    """What the layout of a text says, without places. Fails where a line fits nowhere."""
    messages = Messages()
    lines = parse_layout(text, "text", messages)
    assert not messages.found, messages.found[0]
    return [_shape(line) for line in lines]


def _shape(line: Line) -> tuple:
    if line.form == "drawing":
        return (line.form, textwrap.dedent("\n".join(inner.text for inner in line.lines)))
    return (line.form, line.text, tuple(_shape(inner) for inner in line.lines))


def letters(text: str) -> str:
    """Everything but spaces: what formatting must leave as it is."""
    return "".join(text.split())


def comments(text: str) -> list[str]:
    """The comments of a text, word for word."""
    found = [line[comment_start(line) :].rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    return [comment for comment in found if comment]


def respaced(text: str, random: Random) -> str:
    """The same lines with other spaces between words, at the end and in front, and other line ends."""
    step = random.choice(INDENTS)
    ending = random.choice(("\n", "\n", "\r\n"))
    lines, maps = text.split("\n"), _maps(text)
    lines = [_moved(line, step, random) if index in maps else _respaced(line, step, random) for index, line in enumerate(lines)]
    return ending.join(lines)


def _maps(text: str) -> set[int]:
    """The indexes of the lines of maps, in which every space matters."""
    return {index for stretch in drawn_lines(text.split("\n")).values() for index in stretch}


def _moved(line: str, step: str, random: Random) -> str:
    """A line of a map (laid out: four blanks before it), moved with the others."""
    return (step * 2).replace("\t", "    ") + line[4:] + random.choice(("", "", " ")) if line.strip() else line


def _respaced(line: str, step: str, random: Random) -> str:
    at = comment_start(line)
    code, comment = line[:at], line[at:]
    level = (len(code) - len(code.lstrip())) // 2
    words = re.split(r'("[^"]*"| )', code.strip())
    spaced = "".join(random.choice(SPACES) if word == " " else word for word in words)
    spaced = re.sub(r", ", lambda _: random.choice((",", " , ", ",  ", ", ")), spaced) if _free(code) else spaced
    between = random.choice(SPACES) if spaced and comment else ""
    return step * level + spaced + between + comment + random.choice(("", "", " ", "\t "))


def _free(code: str) -> bool:
    """Whether the commas of this line may be spaced: not in prose, quotes, or between digits."""
    prose = code.split()[:1] in [[word] for word in ("string", "title", "scenario", "says", "story")]
    return not prose and '"' not in code and not re.search(r"\d, \d", code)


def loosened(text: str, random: Random) -> str:
    """The text with blank lines and comments put in at random."""
    lines: list[str] = []
    maps = _maps(text)
    for index, line in enumerate(text.split("\n")):
        if index in maps or index - 1 in maps:
            lines.append(line)
            continue
        chance = random.random()
        if chance < 0.1:
            lines += [random.choice(("", "   ", "\t"))] * random.randint(1, 3)
        elif chance < 0.2:
            lines.append(random.choice(("", "  ", "    ", " ")) + random.choice(COMMENTS))
        if line.strip() and comment_start(line) == len(line) and chance > 0.9:
            line += random.choice((" ", "\t", "    ")) + random.choice(COMMENTS)
        lines.append(line)
    return "\n".join(lines)
