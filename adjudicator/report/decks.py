"""A checked deck as text and as data: whether it is legal, every broken limit with its statement and its cards, what to take out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from rich.console import Console

from adjudicator.decks.checking import Checked
from adjudicator.decks.limits import Broken
from adjudicator.decks.naming import Listed
from adjudicator.decks.repairs import Repair, Take
from adjudicator.language.wording import called
from adjudicator.model.values import plain, show
from adjudicator.report.as_json import answer_json
from adjudicator.report.lines import line
from adjudicator.report.text import question_text
from adjudicator.report.wrapping import blank

MOST_CARDS = 24
"""Cards that are named for one limit; the rest are counted."""


def deck_text(console: Console, checked: Checked) -> None:
    """The whole report on the terminal: the answer first."""
    deck, book = checked.deck, checked.deck.book
    formats = f", {', '.join(form.name for form in deck.formats)}" if deck.formats else ""
    line(console, 0, deck.scenario.title, "bold underline")
    line(console, 0, f"under {book.title or book.name}{formats}  ({deck.scenario.file})", "dim")
    blank(console)
    if book.deck_rules is not None and book.deck_rules.legal is not None:
        _verdict(console, checked)
    for number, broken in enumerate(checked.broken, 1):
        blank(console)
        _broken(console, number, broken, checked)
    _repairs(console, checked)
    blank(console)
    for answer in checked.settlement.answers[1 if checked.legal is not None else 0 :]:
        told = " or ".join(show(o.answer) if o.world.decided else "undecided" for o in answer.outcomes) or answer.status
        line(console, 0, f"{question_text(answer.ask)}  {told}", "")
    blank(console)


def _verdict(console: Console, checked: Checked) -> None:
    asked = checked.deck.book.deck_rules.legal_text  # type: ignore[union-attr]
    if checked.legal:
        line(console, 0, f"=> {asked}", "bold green")
    elif checked.legal is None:
        status = checked.settlement.answers[0].status
        line(console, 0, f"=> it is open whether {asked} ({status})", "bold yellow")
    else:
        count = len(checked.broken)
        limits = "" if not count else ": one limit is broken" if count == 1 else f": {count} limits are broken"
        line(console, 0, f"=> {_denied(asked)}{limits}", "bold red")


def _denied(said: str) -> str:
    """`the deck is legal`, denied."""
    return said.replace(" is ", " is not ", 1) if " is " in said else f"it is not true that {said}"


def _broken(console: Console, number: int, broken: Broken, checked: Checked) -> None:
    line(console, 0, f"{number}. {_headed(broken, checked)}", "bold")
    for said in _statements(cited(broken, checked), checked):
        line(console, 3, said, "")
    if broken.found is not None and broken.allowed is not None:
        short = f": {_number(broken.lacks)} too few" if broken.lacks is not None else ""
        line(console, 3, f"here {_number(broken.found)}, where {_number(broken.allowed)} is the limit{short}", "red")
    if broken.cards and broken.lacks is None:
        line(console, 3, "through " + _named(broken.cards), "yellow")


def _headed(broken: Broken, checked: Checked) -> str:
    """The clause and what it cites."""
    cites = cited(broken, checked)
    return called(broken.clause.name) + (f" ({', '.join(cites)})" if cites else "")


def _repairs(console: Console, checked: Checked) -> None:
    if not checked.repairs.ways:
        return
    blank(console)
    ways = told_ways(checked.repairs.ways)
    count = checked.repairs.ways[0].count
    head = "The fewest to take out" if checked.repairs.proved else "Enough to take out (fewer may do)"
    line(console, 0, f"{head}: {count} {'card' if count == 1 else 'cards'}", "bold green")
    common = [take for take in ways[0] if all(take in way for way in ways)] if len(ways) > 1 else []
    if common:
        line(console, 3, "in any case " + _all_taken(common), "")
    for number, way in enumerate(ways):
        line(console, 3, ("or " if number else "and " if common else "") + _all_taken([take for take in way if take not in common]), "")
    if not checked.repairs.whole:
        line(console, 3, "(there are more ways with as many cards)", "dim")
    for broken in checked.mended or ():
        words = f"{_number(broken.lacks)} too few" if broken.lacks is not None else "still broken"
        line(console, 3, f"then {_headed(broken, checked)}: {words}", "yellow")


def told_ways(ways: Iterable[Repair]) -> list[list[Take]]:
    """Ways that differ in one single card only, told as one: `any 1 of A, B, C`."""
    merged: dict[tuple[tuple[Take, ...], int | None], list[str]] = {}
    for way in ways:
        single = max((i for i, (count, _) in enumerate(way.takes) if count == 1), default=None)
        if single is None:
            merged[(way.takes, None)] = []
            continue
        rest = tuple(take for i, take in enumerate(way.takes) if i != single)
        merged.setdefault((rest, 1), []).extend(way.takes[single][1])
    return [[*rest, *([(1, tuple(dict.fromkeys(names)))] if one else [])] for (rest, one), names in merged.items()]


def _all_taken(takes: Iterable[Take]) -> str:
    return "; ".join(_taken(count, names) for count, names in takes)


def _taken(count: int, names: Sequence[str]) -> str:
    return _named(names) if count == len(names) else f"any {count} of {_named(names)}"


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_CARDS} more" if len(names) > MOST_CARDS else ""
    return "; ".join(names[:MOST_CARDS]) + more if any("," in name for name in names) else ", ".join(names[:MOST_CARDS]) + more


def cited(broken: Broken, checked: Checked) -> tuple[str, ...]:
    """What a broken limit cites: of several statements that one clause makes, those that the format or the numbers compared name, too."""
    for near in ({cite for form in checked.deck.formats for cite in form.cites}, set(broken.near)):
        if found := tuple(cite for cite in broken.clause.cites if cite in near):
            return found
    return broken.clause.cites


def _statements(cites: Iterable[str], checked: Checked) -> list[str]:
    register = checked.deck.book.register
    return [register[cite].says for cite in cites if cite in register]


def _number(value: Fraction | None) -> str:
    return "" if value is None else show(value)


def deck_json(checked: Checked) -> dict[str, object]:
    """The same as one object."""
    deck = checked.deck
    return {
        "schema": 2,
        "deck": deck.scenario.title,
        "file": deck.scenario.file,
        "rulebook": deck.book.name,
        "formats": [form.name for form in deck.formats],
        "cards": [_card_json(one) for one in deck.listed],
        "legal": checked.legal,
        "broken": [_broken_json(broken, checked) for broken in checked.broken],
        "take_out": {
            "count": checked.repairs.ways[0].count if checked.repairs.ways else 0,
            "ways": [[{"count": n, "of": list(names)} for n, names in way.takes] for way in checked.repairs.ways],
            "fewest": checked.repairs.proved,
            "complete": checked.repairs.whole,
            "then_broken": [_broken_json(broken, checked) for broken in checked.mended or ()],
        },
        "questions": [answer_json(answer) for answer in checked.settlement.answers],
    }


def _card_json(listed: Listed) -> dict[str, object]:
    line, printed = listed.line, listed.printing
    printing = {column: printed.cells.get(column, "") for column in printed.table.printing} if printed is not None else None
    return {"count": line.count, "card": listed.name, "line": line.place.line, "section": line.heading, "printing": printing}


def _broken_json(broken: Broken, checked: Checked) -> dict[str, object]:
    cites = cited(broken, checked)
    return {"clause": broken.clause.name, "cites": list(cites), "says": _statements(cites, checked), "cards": list(broken.cards),
            "found": plain(broken.found), "limit": plain(broken.allowed), "too_few": plain(broken.lacks)}  # fmt: skip
