"""Files as no author meant them: scenarios and rule files with lines, words, spaces and letters changed at random."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "tests" / "language"
SPACES = (" ", "  ", "\t", " \t", "\u00a0", "\u3000", "   ")
LETTERS = "\"'’,.:;()-{}*/|+\t\n \u00a0\u200b\u202e\x1b\x07\r\0é²ßﬁ\u0301\U0001f600¼0A"
LINES = (
    "", "--", "-- a remark", "   -- , \"", "board", " board", "  board", "    board -- here", "      A   B", "    1   +---+   +", "\t|",
    "  ask the round", "    expect 1", "      ruled 1", "scenario Again", "  uses book", "in order", "  at once", "  called it",
    "unknown:x", "  proposed:  Ann rests", "clause c", "card C is a card", "  string A,B-1", "  title a ,b", "kind  x,y", "---", "- -",
    "1,2", '"a ,b"  ,c',
)  # fmt: skip


def scenarios() -> list[Path]:
    """The scenario files that are mutated."""
    return sorted((ROOT / "scenarios").rglob("*.scenario"))


def small_scenarios() -> list[Path]:
    """Those of the small books of the tests, which are read in no time."""
    return [SMALL / "identity.scenario", ROOT / "tests/timeline/stories.scenario", *sorted((ROOT / "tests/maps").glob("*.scenario"))]


def rules() -> list[Path]:
    """The rule files that are mutated."""
    return sorted([*(ROOT / "rulebase").rglob("*.rules"), *SMALL.glob("*.rules"), SMALL / "book" / "orchard.rules"])


def respaced(text: str, random: Random) -> str:
    """The same words with other spaces, blank lines and comments: most of these can still be read."""
    lines = text.split("\n")
    for _ in range(random.choice((1, 1, 2, 3, 5, 8))):
        i = random.randrange(len(lines))
        line = lines[i]
        match random.randrange(9):
            case 0:
                lines[i] = random.choice(SPACES) + line
            case 1:
                lines[i] = line[1:] if line[:1].isspace() else line
            case 2:
                lines[i] = line + random.choice(SPACES) + random.choice(("", "-- so", "--", "--x -- y"))
            case 3:
                lines.insert(i, random.choice(("", "   ", "\t", "-- a remark", "  -- two", "          -- far")))
            case 4:
                words = re.split(r"( )", line)
                lines[i] = "".join(random.choice(SPACES) if word == " " and random.random() < 0.4 else word for word in words)
            case 5:
                lines[i] = line.replace(", ", random.choice((",", " ,", ",  ", " , ")))
            case 6:
                lines[i] = line.replace("  ", "\t", 1) if line.startswith("  ") else line
            case 7:
                start, end = sorted((i, random.randrange(len(lines))))
                step = random.choice((" ", "  ", "\t"))
                lines[start:end] = [step + one if one[:1].isspace() else one for one in lines[start:end]]
            case _:
                lines[i] = line.replace("  ", random.choice(("   ", " ", "    ")), random.randint(1, 3))
    return random.choice(("\n", "\n", "\n", "\r\n", "\r")).join(lines)


def edited(text: str, random: Random) -> str:
    """A few words or lines deleted, doubled, swapped or replaced."""
    unit = random.choice(("word", "line", "line", "letter"))
    parts = {"word": lambda: re.split(r"(\s+)", text), "line": lambda: text.splitlines(keepends=True), "letter": lambda: list(text)}[unit]()
    for _ in range(random.randint(1, 6)):
        if len(parts) < 2:
            break
        i, j = random.randrange(len(parts)), random.randrange(len(parts))
        match random.randrange(6):
            case 0:
                del parts[i]
            case 1:
                parts.insert(j, parts[i])
            case 2:
                parts[i], parts[j] = parts[j], parts[i]
            case 3 if unit == "line":
                parts.insert(i, random.choice(LINES) + "\n")
            case 4 if unit == "line":
                parts[i] = random.choice((" ", "  ", "   ", "\t")) + parts[i]
            case _:
                parts[i] = random.choice(LETTERS) if unit == "letter" else parts[j]
    return "".join(parts)


def damaged(text: str, random: Random) -> bytes:
    """The text as bytes, a few of them changed, cut out or doubled, or the end cut off."""
    raw = bytearray(text.encode())
    for _ in range(random.randint(1, 5)):
        i = random.randrange(len(raw) or 1)
        match random.randrange(4):
            case 0:
                raw[i : i + 1] = bytes([random.randrange(256)])
            case 1:
                del raw[i : i + random.randint(1, 40)]
            case 2:
                raw[i:i] = raw[max(0, i - random.randint(1, 200)) : i]
            case _:
                raw = raw[: max(1, len(raw) - random.randint(0, 300))]
    return bytes(raw)


def mutant(text: str, random: Random) -> bytes:
    """One mutant of a file."""
    chance = random.random()
    if chance < 0.45:
        return respaced(text, random).encode()
    if chance < 0.65:
        return edited(respaced(text, random), random).encode()
    return edited(text, random).encode() if chance < 0.9 else damaged(text, random)


def short(text: str, random: Random) -> str:
    """One or two blocks of a file, so that many mutants can be read in a while; of a scenario file, also what is no scenario."""
    blocks = [block.rstrip("\n") for block in re.split(r"\n(?=\w)", text)]
    scenarios = [block for block in blocks if block.startswith("scenario ")]
    own = [block for block in blocks if block not in scenarios]
    if scenarios:
        return "\n\n".join([*own, random.choice(scenarios)]) + "\n"
    start = random.randrange(len(blocks))
    return "\n\n".join(blocks[start : start + random.randint(1, 2)]) + "\n"
