"""Building a rulebook from its files: the words first, then what is said in them; everything wrong is reported in one run.

What an earlier reading made of a block is taken over where nothing that it depends on has changed (language/earlier.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TypeVar

from adjudicator.language.clauses import ClauseReader, card_name
from adjudicator.language.contradictions import check_contradictions
from adjudicator.language.declaring import declare_words
from adjudicator.language.diagnostics import Messages
from adjudicator.language.draft import Draft
from adjudicator.language.earlier import SPOKEN, Earlier, Entry, Key, Keys, Settings, cited_in, shift_of
from adjudicator.language.excepting import with_exceptions
from adjudicator.language.files import leads_out, read_source, rule_files, shown_name, source_in
from adjudicator.language.ladders import read_ladder, read_named_ladder, with_own_rungs
from adjudicator.language.layout import Line, Piece, parse_piece, pieces_of
from adjudicator.language.links import check_citations, check_links
from adjudicator.language.persons import check_persons
from adjudicator.language.scope import Phrasebook
from adjudicator.language.tables import read_table
from adjudicator.language.touching import EVERYTHING, Change, change_between
from adjudicator.model.places import Place
from adjudicator.model.rulebook import Rulebook
from adjudicator.records import dataclass

NO_TEXTS: Mapping[Path, str] = {}


@dataclass
class Block:
    """One block of a book: its lines (the first alone where `known` says what came of the others), and whether it is free of faults."""

    folder: Path
    piece: Piece
    key: Key
    line: Line
    known: Entry | None
    clean: bool = True
    entry: Entry | None = None

    @property
    def whole(self) -> Line:
        """The block with all of its lines."""
        if self.known is None or self.line.form not in SPOKEN:
            return self.line
        line = parse_piece(self.piece, Messages())
        assert line is not None
        return line


def build(
    chain: list[Path], messages: Messages, digest: str, earlier: Earlier | None = None, texts: Mapping[Path, str] = NO_TEXTS
) -> Earlier:
    """Read the folders of a book and of those it extends (the deepest first). Reports into `messages`.

    `texts` stand in place of what the files at these (resolved) paths hold. The answer holds the book and what the next reading
    can take over.
    """
    draft = Draft(chain[-1].name, messages)
    blocks = _blocks(chain, messages, earlier, texts)
    by_folder = [(folder, [block.line for block in blocks if block.folder == folder]) for folder in chain]
    infos = declare_words(draft, by_folder, chain)
    phrasebook = Phrasebook(replace(draft.rulebook(), clauses={}))
    change = change_between(earlier.book, phrasebook, draft) if earlier is not None else EVERYTHING
    for folder in chain:
        info = infos[folder]
        source = info.source or draft.source
        settings = Settings(info.has_register, source, info.cards or draft.card_source or source)
        reader = _Reader(draft, phrasebook, settings, change, earlier)
        for block in blocks:
            if block.folder == folder:
                reader.read(block)
    for block in blocks:
        read_named_ladder(draft, phrasebook, block.line)
        read_table(draft, phrasebook, block.line, block.folder)
    book = with_exceptions(with_own_rungs(draft.rulebook(digest)), messages)
    check_links(book, messages)
    check_contradictions(book, messages)
    check_persons(book, messages)
    check_citations([block.whole for block in blocks if not _cites_known(block, book)], book.register, messages)
    return Earlier(book, {block.key: block.entry for block in blocks if block.entry is not None})


def _blocks(chain: list[Path], messages: Messages, earlier: Earlier | None, texts: Mapping[Path, str]) -> list[Block]:
    """The blocks of all files in order; of those that an earlier reading knows, only as much as declaring needs."""
    found, keys = [], Keys()
    entries = earlier.entries if earlier is not None else {}
    for folder in chain:
        for path in rule_files(folder):
            shown = shown_name(path)
            if leads_out(path, folder):
                messages.add("file", f"`{shown}` is a link that leads out of the rulebook", Place("", 0), "put the file itself there")
                continue
            edited = texts.get(path.resolve()) if texts else None
            text = read_source(path, messages, shown) if edited is None else source_in(edited, shown, messages)
            for piece in pieces_of(text, shown, messages) if text is not None else ():
                key = keys.of(piece)
                known = entries.get(key) if not piece.drawings else None
                if known is not None:
                    shift = shift_of(known, piece)
                    found.append(Block(folder, piece, key, shift.line(known.line) if shift else known.line, known))
                    continue
                before = len(messages.found)
                line = parse_piece(piece, messages)
                if line is not None:
                    found.append(Block(folder, piece, key, line, None, clean=len(messages.found) == before and not piece.drawings))
    return found


def _cites_known(block: Block, book: Rulebook) -> bool:
    """Whether all that the block cites is in the register, without looking at its lines."""
    return block.known is not None and all(cited in book.register for cited in block.known.cites)


@dataclass
class _Reader:
    """Reads the sentences of one folder's blocks, or takes over what was read of them before."""

    draft: Draft
    phrasebook: Phrasebook
    settings: Settings
    change: Change
    earlier: Earlier | None

    def __post_init__(self) -> None:
        self.clauses = ClauseReader(self.draft, self.phrasebook, self.settings.needs_citation, self.settings.source)

    def read(self, block: Block) -> None:
        """What the block says goes into the draft."""
        if block.line.form == "ladder":
            read_ladder(self.draft, self.phrasebook, block.line)
        if block.line.form not in SPOKEN:
            if block.clean:
                block.entry = self._entry(block, block.line)
        elif not self._taken_over(block):
            self._read(block, block.whole)

    def _entry(self, block: Block, line: Line) -> Entry:
        """What the next reading needs to know of the block."""
        kept = replace(line, lines=()) if line.form in SPOKEN else line
        return Entry(block.piece.file, block.piece.offset, kept, cited_in(line), self.settings)

    def _taken_over(self, block: Block) -> bool:
        """Whether what was read of the block holds still and is in the draft now."""
        known, draft = block.known, self.draft
        if known is None or self.earlier is None or known.settings != self.settings or self.change.touches(block.piece):
            return False
        name = card_name(block.line)
        if block.line.form == "card" and known.printed != draft.carried[name]:
            return False
        if any(name in getattr(draft, table) for table, name in known.says):
            return False
        shift = shift_of(known, block.piece)
        for table, said in known.says:
            what = getattr(self.earlier.book, table)[said]
            draft.add(getattr(draft, table), said, shift.said(what) if shift else what, table.removesuffix("s"), what.place)
        if known.string and name in draft.cards:
            draft.cards[name] = replace(draft.cards[name], string=known.string, fields=known.fields)
        if known.in_part and name in draft.cards:
            draft.cards[name] = replace(draft.cards[name], in_part=True)
        block.entry = replace(known, file=block.piece.file, offset=block.piece.offset, line=block.line)
        return True

    def _read(self, block: Block, line: Line) -> None:
        draft = self.draft
        sizes = {table: len(getattr(draft, table)) for table in ("clauses", "definitions", "invariants")}
        name = card_name(line) if line.form == "card" else ""
        printed = draft.carried[name] if name else 0
        card, faults = draft.cards.get(name), len(draft.messages.found)
        read_block(draft, self.clauses, line, self.settings.cards)
        if not block.clean or len(draft.messages.found) > faults:
            return
        says = [(table, said) for table, size in sizes.items() for said in _last(getattr(draft, table), size)]
        entry = self._entry(block, line)
        now = draft.cards.get(name)
        if now is not card and now is not None:
            entry = replace(entry, string=now.string, fields=now.fields, in_part=line.one("in_part") is not None)
        block.entry = replace(entry, says=tuple(says), printed=printed)


V = TypeVar("V")


def _last(table: dict[str, V], size: int) -> list[str]:
    """The names that came into a table after it had this size, in their order."""
    return list(islice(reversed(table), len(table) - size))[::-1]


def read_block(draft: Draft, reader: ClauseReader, block: Line, cards: str) -> None:
    """What a block says in sentences: a clause, a card (whose clauses come from the source `cards`), a definition, an invariant."""
    match block.form:
        case "clause":
            clause = reader.clause(block)
            if clause is not None:
                draft.add(draft.clauses, clause.name, clause, "clause", block.place)
        case "card":
            reader.card(block, cards)
        case "definition":
            reader.definition(block)
        case "invariant":
            reader.invariant(block)
