"""Which card a line of a deck list means."""

from __future__ import annotations

import re
from collections.abc import Iterable

from adjudicator.decks.reading import DeckLine
from adjudicator.language.diagnostics import Messages, nearest
from adjudicator.language.printed import Named, kinds_of
from adjudicator.language.printings import Printing, Printings, folded
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

MOST_COPIES = 200
"""Copies of one card in a list; more is a slip of the pen."""
NEAREST = 3

_WORDS = re.compile(r"[^\s#()\[\]/,]+")
_COUNTED = re.compile(r"\(\d+(?: cards?)?\)$")


@dataclass(frozen=True)
class Listed:
    """A line of a list with the card it means: the name of the card, and its printing where a table has it."""

    line: DeckLine
    name: str
    printing: Printing | None = None


def listed_cards(lines: Iterable[DeckLine], book: Rulebook, printings: Printings, messages: Messages) -> list[Listed]:
    """The lines with their cards; each card that nobody knows is reported, with the nearest that there are."""
    own = {folded(name): name for name in book.cards}
    found = []
    for line in lines:
        if not 0 < line.count <= MOST_COPIES:
            messages.add("deck", f"`{line.count}` copies of a card are in no deck", line.place)
            continue
        listed = _listed(line, book, own, printings)
        if listed is None:
            close = _nearest(line, own, printings)
            help = "did you mean " + _either([f"`{name}`" for name in close]) + "?" if close else ""
            if _COUNTED.search(line.card):
                help = f"if this is a heading, end it with a colon: `{line.card}:`"
            messages.add("card", f"there is no card `{line.card}`", line.place, help)
        else:
            found.append(listed)
    return found


def _listed(line: DeckLine, book: Rulebook, own: dict[str, str], printings: Printings) -> Listed | None:
    title, rest = printings.leading(line.card)
    if title and (printing := _printing(line, title, _said(rest), book, printings)) is not None:
        said = [*_said(rest), *line.said]
        plain = printing == printings.of(title)[0] or not said
        return Listed(line, printing.title if plain else f"{printing.title} #{'/'.join(printing.named_parts)}", printing)
    known = own.get(folded(line.card))
    return Listed(line, known) if known is not None else None


def _said(rest: str) -> list[str]:
    """The words behind a title: `#123/400 1st` says number 123 (of 400) and 1st."""
    words = _WORDS.findall(rest)
    numbers = [word for word in words if word.isdecimal()]
    others = " ".join(word for word in words if not word.isdecimal())
    return [*numbers[:1], *([others] if others else [])]


def _printing(line: DeckLine, title: str, said: list[str], book: Rulebook, printings: Printings) -> Printing | None:
    """The printing that is meant: by what is said of it, else by the kind of cards that the heading names, else the first."""
    found = printings.chosen(title, [*said, *line.said])
    kind = next((k.name for k in book.kinds.values() if line.heading in (k.name.casefold(), k.plural.casefold()) and line.heading), "")
    fitting = [p for p in found if any(book.is_a(k, kind) for k in kinds_of(p))] if kind else []
    return next(iter(fitting or found), None)


def _nearest(line: DeckLine, own: dict[str, str], printings: Printings) -> list[str]:
    title, rest = printings.leading(line.card)
    if title and folded(title) == folded(re.split(r"[#(\[]", line.card)[0]):
        return [f"{p.title} #{'/'.join(p.named_parts)}" for p in printings.of(title)[:NEAREST]]
    close = printings.nearest(line.card, NEAREST) if printings else []
    return close or [own[name] for name in nearest(folded(line.card), own, NEAREST)]


def _either(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def named_cards(listed: Iterable[Listed]) -> list[Named]:
    """The printed cards of a list, each once."""
    return list({one.name: Named(one.name, one.printing) for one in listed if one.printing is not None}.values())
