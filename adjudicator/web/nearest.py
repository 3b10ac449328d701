"""Rulings like the debate on the page: found in the folder and among those that come with the program, each to be opened by a tap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from adjudicator.asking.ordering import OPEN
from adjudicator.asking.wordings import cards_of
from adjudicator.engine.limits import RuleFault
from adjudicator.language.diagnostics import LanguageError, Messages
from adjudicator.language.loading import scenarios_in
from adjudicator.model.rulebook import RegisterEntry, Rulebook
from adjudicator.report.html.elements import Child, Element, el
from adjudicator.report.text import plain_question
from adjudicator.resources import scenarios_folder
from adjudicator.rulings.bearing import bearing_on
from adjudicator.rulings.likeness import Ruling, Shelf, shelf, table_of, terms
from adjudicator.web.debate import loaded

ENDING = ".scenario"
MOST_FILES = 2_000
MOST_FOUND = 8
"""So many rulings are listed where somebody looks for words."""
_MAKING = Lock()


def files_in(folder: Path) -> list[str]:
    """The scenario files of a folder, by their names there."""
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob(f"*{ENDING}") if path.is_file())
    return found[:MOST_FILES]


def shipped(book: str) -> list[Path]:
    """The rulings of a book that come with the program."""
    return sorted((scenarios_folder() / book).rglob(f"*{ENDING}"))


def shelf_of(book: str, folder: Path) -> Shelf:
    """The rulings of a book in a folder and with the program, and its statements; made anew when a file changes."""
    own = [folder / name for name in files_in(folder)]
    files = own if any(file.is_relative_to(scenarios_folder()) for file in own) else [*own, *shipped(book)]
    stamps = tuple((str(file), file.stat().st_mtime_ns) for file in files)
    with _MAKING:
        return _made(book, loaded(book).digest, stamps)


@lru_cache(maxsize=8)
def _made(book: str, digest: str, stamps: tuple[tuple[str, int], ...]) -> Shelf:
    rulebook = loaded(book)
    statements = (one for one in rulebook.register.values() if one.book == book)
    return shelf((Path(name) for name, _ in stamps), statements, cards_of(rulebook), kinds_of(rulebook))


def kinds_of(book: Rulebook) -> dict[str, frozenset[str]]:
    """For each card the kinds above it that are narrower than those of most cards."""
    common = {kind for kind in book.kinds if sum(book.is_a(card, kind) for card in book.cards) > len(book.cards) / 2}
    return {card: book.ancestors.get(card, frozenset()) - common - {card} for card in book.cards}


def said_in(text: str) -> str:
    """What a debate says, understood or not, and asks."""
    asked = "\n".join(f"{line.strip().removeprefix('ask ')}?" for line in text.split("\n") if line.startswith("  ask "))
    still_open = "\n".join(line.strip().removeprefix(OPEN) for line in text.split("\n") if line.strip().startswith(OPEN))
    return f"{table_of(text)}\n{still_open}\n{asked}"


def bearing_in(text: str, shelf: Shelf) -> dict[str, int]:
    """Which statements bear on what a debate asks, as far as it is understood: on its last question."""
    try:
        opened = scenarios_in(text, f"debate{ENDING}", Messages())
    except (LanguageError, RuleFault):
        return {}
    asked = [(question.ask, book) for scenario, book in opened for question in scenario.questions]
    return bearing_on(asked[-1][1], asked[-1][0], terms(said_in(text), shelf.cards)) if asked else {}


MOST_BEFORE = 6
"""So many rulings that were shown before stay listed below those that are nearest now."""


def told_in(text: str) -> str:
    """What a debate says, without its questions."""
    return table_of(text)


def like_this(shelf: Shelf, book: Rulebook, text: str, folder: Path, shown: Sequence[str] = ()) -> Element | None:
    """The rulings and the statements nearest to a debate, where it is not answered, or only by default.

    Those `shown` before (by their addresses) stay: in their places, where they are the same ones, or below the new ones.
    """
    said, bears = said_in(text), bearing_in(text, shelf)
    rulings, near = shelf.like(said, bearing=bears), shelf.near(said, bearing=bears)
    places = {one: place for place, one in enumerate(shown)}
    if {address(one, folder) for one in rulings} == {*shown[: len(rulings)]}:
        rulings = sorted(rulings, key=lambda one: places[address(one, folder)])
    now = {address(one, folder) for one in rulings}
    lines = {place.rpartition("=")[2] for place in places.keys() - now}
    known = {there: one for one in shelf.rulings if str(one.line) in lines and (there := address(one, folder)) in places}
    before = [known[one] for one in shown if one in known and one not in now][:MOST_BEFORE]
    if not rulings and not near and not before:
        return None
    parts: list[Child] = [el("h2", "Rulings like this")]
    if rulings:
        hint = "Tap one to open it with its answer and its reasons; names and cards can be changed there. Your own debate is kept."
        parts += [el("p", hint, class_="faint small"), listed(rulings, book, folder)]
    if before:
        parts += [el("h3", "Shown before"), listed(before, book, folder)]
    if near:
        statements = (_statement(shelf, one, said, folder) for one in near)
        parts += [el("h3", "What the book says near to it"), el("ul", *statements, class_="rulings")]
    return el("section", *parts, class_="like-this")


def listed(rulings: Iterable[Ruling], book: Rulebook, folder: Path) -> Element:
    """Rulings, each with its question, its answer and the rule it rests on."""
    return el("ul", *(_ruling(one, book, folder) for one in rulings), class_="rulings")


def _ruling(one: Ruling, book: Rulebook, folder: Path) -> Element:
    rule = next((book.register[id] for id in one.rests_on if id in book.register), None)
    deed = el("span", f"({one.deed}) ", class_="faint") if one.deed else None
    asked = el("p", f"{plain_question(one.ask)} ", deed, el("strong", one.answer))
    return el("li", el("a", one.title, href=address(one, folder), class_="ruling"), asked, _words(rule) if rule is not None else None)


def _statement(shelf: Shelf, one: RegisterEntry, said: str, folder: Path) -> Element:
    ruling = shelf.on(one, said)
    played = el("a", "see it played", href=address(ruling, folder), class_="opens") if ruling is not None else None
    return el("li", _words(one), played)


def _words(one: RegisterEntry) -> Element:
    """A statement in plain words, with where it stands in the book."""
    return el("p", el("span", one.section.replace("-", " "), class_="section"), f" {one.says}", class_="rule small")


def address(one: Ruling, folder: Path) -> str:
    """Where a ruling is opened, at its question: in the folder, or among those that come with the program."""
    file = Path(one.file).resolve()
    inside = file.is_relative_to(folder)
    name = file.relative_to(folder if inside else scenarios_folder().resolve()).as_posix()
    return f"/debate?{'file' if inside else 'ruling'}={quote(name, safe='')}&at={one.line}"
