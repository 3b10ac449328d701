"""A deck with the statistics of a real one: unique cards of 2 to 5 clauses each, over the vocabulary of the house rules.

Two in five clauses are about the card itself (its scope, its strength, its element ...), as on real cards.  The others take the pattern of
a clause of the house rules, chosen as often as there are clauses about that property: its things, its conclusion (denied one time in
three), the first of its conditions, and one that ties it to the card.  The seed is fixed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random

from adjudicator.language.diagnostics import Messages
from adjudicator.language.layout import Line, parse_layout
from adjudicator.language.loading import load
from adjudicator.resources import rulebase_folder

SEED = 20260101
KINDS = ("neutral", "attack spell", "counteraction", "object", "magic stone", "trap", "monster", "spell")
ITSELF = (
    "the scope of this card is {scope}", "the element of this card is {element}", "the printed strength of this card is {number}",
    "this card takes a number card for power", "this card takes a number card for duration",
)  # fmt: skip
SCOPES = ("none", "self", "los", "adjacent", "global", "sector")
ELEMENTS = ("generic", "fire", "lightning", "air", "fog", "water", "mud", "earth")
FLIPS = (
    (" may not ", " may "), (" may ", " may not "), (" does not ", None), (" is not ", " is "), (" do not ", None),
    (" blocks ", " does not block "), (" counts as ", " does not count as "), (" strikes ", " does not strike "),
)  # fmt: skip


@dataclass(frozen=True)
class Pattern:
    """A clause of the house rules: for whom, what, when."""

    about: str
    says: str
    whens: tuple[str, ...]


def patterns() -> list[Pattern]:
    """Every clause of the house rules that is on no card and has one conclusion."""
    found = []
    for path in sorted((rulebase_folder() / "house").glob("*.rules")):
        for block in parse_layout(path.read_text(encoding="utf-8"), str(path), Messages()):
            if block.form == "clause":
                found += _pattern(block)
    return found


def _pattern(block: Line) -> list[Pattern]:
    about, says = block.one("for_line"), block.all("conclusion")
    forms = [line.form for line in block.lines]
    if about is None or len(says) != 1 or "or_line" in forms or says[0].text.startswith(("add ", "multiply ")):
        return []
    whens = []
    for line in block.lines:
        if line.form in ("when", "and_line"):
            whens.append(line.text)
        elif line.form == "unless":
            break
    return [Pattern(about.text, says[0].text, tuple(whens))]


def deck_text(cards: int, seed: int = SEED) -> dict[str, str]:
    """The files of a deck, by name."""
    random, known = Random(seed), patterns()
    files: dict[str, list[str]] = {}
    for number in range(1, cards + 1):
        name = f"{random.choice(('RED', 'BLUE', 'GREY', 'GOLD', 'PALE'))} CARD {number}"
        lines = [
            f"card {name} is {_article(random.choice(KINDS))}",
            f"  this card has precedence number {1000 + 3 * number + random.randrange(3)}",
        ]
        for place in range(random.randint(2, 5)):
            lines += _clause(random, known, f"c{number}-{place}")
        files.setdefault(f"{number // 50:02}-cards.rules", []).append("\n".join(lines) + "\n")
    return {name: "\n".join(blocks) for name, blocks in files.items()}


def _clause(random: Random, known: list[Pattern], name: str) -> list[str]:
    if random.random() < 0.4:
        says = random.choice(ITSELF).format(scope=random.choice(SCOPES), element=random.choice(ELEMENTS), number=random.randint(1, 8))
        return [f"  clause {name}", f"    {says}"]
    pattern = random.choice(known)
    says = pattern.says
    if random.random() < 1 / 3:
        says = next((says.replace(old, new, 1) for old, new in FLIPS if new is not None and old in says), says)
    whens = list(pattern.whens[: random.randint(1, 3)])
    holder = re.search(r"(creature|wizard|opponent|monster)(?: (\w+))?", pattern.about)
    if holder:
        who = holder[2] or holder[1]
        whens.append(random.choice((f"the {who} carries this card", f"the {who} is under this card")))
    else:
        whens.append("a wizard carries this card")
    lead = ["when", *["and"] * len(whens)]
    return [f"  clause {name}", f"    for {pattern.about}", f"    {says}", *(f"    {w} {t}" for w, t in zip(lead, whens, strict=False))]


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


BOOK = "book {name}\n  title A deck of {cards} cards\n  extends {house}\n  source house-book\n  cards from deck-cards\n"


def write_deck(folder: Path, cards: int, seed: int = SEED) -> int:
    """The deck as a rulebook of its own that extends the words of the house rules; what does not read is left out. Returns the clauses."""
    folder.mkdir(parents=True, exist_ok=True)
    files = deck_text(cards, seed)
    vocabulary = words_only(folder.parent / "words")
    (folder / "00-book.rules").write_text(BOOK.format(name=folder.name, cards=cards, house=vocabulary.name), encoding="utf-8")
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for _ in range(12):
        messages = Messages()
        load(str(folder), messages)
        wrong = {(error.place.file, error.place.line) for error in messages.errors}
        if not wrong:
            break
        _leave_out(folder, wrong)
    return sum(path.read_text(encoding="utf-8").count("\n  clause ") for path in folder.glob("*.rules"))


def words_only(folder: Path) -> Path:
    """The house rules without their clauses: kinds, properties, events, sources and the ladder."""
    folder.mkdir(parents=True, exist_ok=True)
    parts: list[str] = []
    for book in ("wizwar", "house"):
        for path in sorted((rulebase_folder() / book).glob("*.rules")):
            if path.name == "cards.rules":
                continue
            blocks = re.split(r"\n(?=\S)", path.read_text(encoding="utf-8"))
            kept = ("kind ", "thing ", "property ", "event ", "zones ", "source ", "option ", "reading ", "format ", "ladder")
            parts += [re.sub(r"\n  cites [^\n]*", "", block) for block in blocks if block.startswith(kept)]
    text = "book words\n  title The words of the house rules\n  source house-book\n  cards from deck-cards\n\n" + "\n".join(parts) + "\n"
    (folder / "words.rules").write_text(text, encoding="utf-8")
    return folder


def _leave_out(folder: Path, wrong: set[tuple[str, int]]) -> None:
    """The files without the clauses in which these lines stand."""
    for path in sorted(folder.glob("*-cards.rules")):
        lines = path.read_text(encoding="utf-8").split("\n")
        numbers = {line for file, line in wrong if Path(file).name == path.name}
        kept: list[str] = []
        block: list[tuple[int, str]] = []

        def close(block: list[tuple[int, str]], kept: list[str], numbers: set[int]) -> None:
            if not any(number in numbers for number, _ in block):
                kept += [line for _, line in block]

        for number, line in enumerate(lines, 1):
            if line.startswith("  clause ") or not line.startswith("    "):
                close(block, kept, numbers)
                block = []
            block.append((number, line))
        close(block, kept, numbers)
        path.write_text("\n".join(kept), encoding="utf-8")
