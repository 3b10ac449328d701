"""Declaring the words of a rulebook from its blocks: kinds first, then what is said of them, then the clock and the map."""

from __future__ import annotations

import json
from pathlib import Path

from adjudicator.language.clauses import card_name, declare_card
from adjudicator.language.clocks import declare_clock
from adjudicator.language.contradictions import declare_contradiction
from adjudicator.language.declarations import (
    ANOTHER_WORD,
    check_kinds,
    declare_another_word,
    declare_event,
    declare_format,
    declare_kind,
    declare_option,
    declare_property,
    declare_reading,
    declare_source,
    declare_thing,
    declare_zones,
    event_kind,
    role_properties,
)
from adjudicator.language.diagnostics import did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.files import leads_out, read_source, shown_name
from adjudicator.language.geometry import declare_geometry
from adjudicator.language.layout import Line
from adjudicator.language.persons import declare_person
from adjudicator.language.visible import INVISIBLE
from adjudicator.model.places import Place
from adjudicator.model.rulebook import RegisterEntry
from adjudicator.model.vocabulary import Kind
from adjudicator.records import dataclass

DECLARERS = {
    "thing": declare_thing, "format": declare_format, "zones": declare_zones, "property": declare_property, "event": declare_event,
    "option": declare_option, "reading": declare_reading, "source": declare_source, "person": declare_person,
    "contradiction": declare_contradiction,
}  # fmt: skip


@dataclass
class BookInfo:
    """What a book says once for all of its clauses and cards: their sources, and whether it has a register."""

    source: str = ""
    cards: str = ""
    has_register: bool = False


def declare_words(draft: Draft, layouts: list[tuple[Path, list[Line]]], chain: list[Path]) -> dict[Path, BookInfo]:
    """The words of a book and of the books it extends. Returns what each of them says for all of its clauses."""
    blocks = [block for _, lines in layouts for block in lines]
    infos = {folder: BookInfo() for folder in chain}
    for folder, lines in layouts:
        for block in lines:
            if block.form == "book":
                infos[folder] = _book(draft, block, folder, folder == chain[-1])
    declare_vocabulary(draft, blocks)
    for folder, lines in layouts:
        _check_sources(draft, lines, infos[folder])
    return infos


def declare_vocabulary(draft: Draft, blocks: list[Line]) -> None:
    """The words that these blocks declare, in the order in which they need each other."""
    declare_kinds(draft, blocks)
    _check_opened(draft, blocks)
    for form, declare in DECLARERS.items():
        for block in blocks:
            if block.form == form:
                declare(draft, block)
    role_properties(draft)
    for block in blocks:
        if block.form == "clock":
            declare_clock(draft, block)
        elif block.form == "geometry":
            declare_geometry(draft, block)


def _check_opened(draft: Draft, blocks: list[Line]) -> None:
    """A card that is opened again, to say more of it, has been declared somewhere."""
    for block in blocks:
        if block.form == "card" and card_name(block) not in draft.cards:
            draft.error("name", f"nothing says what the card `{card_name(block)}` is", block,
                        did_you_mean(block.text, draft.cards) or f"say it on this line: `card {card_name(block)} is a ...`")  # fmt: skip


def _check_sources(draft: Draft, blocks: list[Line], info: BookInfo) -> None:
    """The sources that a book names for its clauses and cards; a wrong one is said once, not for every clause."""
    for block in (block for block in blocks if block.form == "book"):
        for line in (*block.all("source_line"), *block.all("card_source")):
            if line.text not in draft.sources:
                draft.error("name", f"there is no source `{line.text}`", line, did_you_mean(line.text, draft.sources)
                            or f"declare it with `source {line.text}`")  # fmt: skip
    info.source = info.source if info.source in draft.sources else ""
    info.cards = info.cards if info.cards in draft.sources else ""
    draft.source = draft.source if draft.source in draft.sources else ""
    draft.card_source = draft.card_source if draft.card_source in draft.sources else ""


def declare_kinds(draft: Draft, blocks: list[Line]) -> None:
    """Kinds, events (whose names are kinds) and cards (whose names are printed kinds)."""
    declared, other_words = [], []
    for block in blocks:
        if block.form == "kind" and ANOTHER_WORD in block.text:
            other_words.append(block)
        elif block.form == "kind":
            declare_kind(draft, block)
            declared.append(block)
        elif block.form == "event":
            draft.add(draft.kinds, block.text.partition(" is a")[0].strip(), event_kind(block), "event", block.place)
            declared.append(block)
        elif block.form == "card":
            declare_card(draft, block, Kind)
            declared.append(block)
    check_kinds(draft, declared)
    for block in other_words:
        declare_another_word(draft, block)


def _book(draft: Draft, block: Line, folder: Path, top: bool) -> BookInfo:
    title, source, cards = (block.one(f) for f in ("title", "source_line", "card_source"))
    registers = block.all("register")
    if top:
        draft.name, draft.title = block.text, title.text if title else block.text
    draft.source = source.text if source else draft.source
    draft.card_source = cards.text if cards else draft.card_source
    for register in registers:
        if leads_out(folder / register.text, folder):
            draft.error("register", "this leads out of the folder of the rulebook", register,
                        "put the register into it, beside the files of rules")  # fmt: skip
        else:
            read_register(draft, register, folder / register.text)
    return BookInfo(source.text if source else "", cards.text if cards else "", bool(registers))


def read_register(draft: Draft, line: Line, path: Path) -> None:
    """The register beside the book: one object a line."""
    text = read_source(path, draft.messages, shown_name(path))
    for number, row in enumerate((text or "").splitlines(), 1):
        if not row.strip():
            continue
        try:
            data = json.loads(row)
            said = (data["id"], data.get("section", ""), data["says"], data.get("stands", "waiting"), data.get("why", ""),
                    data.get("into", ""), data.get("read", ""))  # fmt: skip
            if INVISIBLE.search("".join(said)):
                raise ValueError
            entry = RegisterEntry(*said, path.parent.name)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            draft.messages.add("register", "this line is not a register entry", Place(shown_name(path), number),
                               "an entry is a JSON object with id, section, says and stands")  # fmt: skip
            continue
        draft.register[entry.id] = entry
