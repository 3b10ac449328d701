"""A rulebook with the blocks of one more file laid on it."""

from __future__ import annotations

import hashlib
from typing import Any

from adjudicator.language.building import read_block
from adjudicator.language.clauses import ClauseReader
from adjudicator.language.contradictions import check_contradictions
from adjudicator.language.declaring import declare_vocabulary
from adjudicator.language.diagnostics import Messages
from adjudicator.language.draft import Draft
from adjudicator.language.excepting import with_exceptions
from adjudicator.language.ladders import read_ladder, read_named_ladder, with_own_rungs
from adjudicator.language.layout import Line
from adjudicator.language.links import check_citations, check_links
from adjudicator.language.persons import check_persons
from adjudicator.language.scope import Phrasebook
from adjudicator.model.rulebook import Rulebook


def extended(book: Rulebook, blocks: list[Line], messages: Messages) -> Rulebook:
    """The book with a card not yet printed, a clause of one's own; what is wrong with them goes into `messages`."""
    fields: dict[str, Any] = {name: dict(getattr(book, name)) for name in (
        "kinds", "constants", "properties", "events", "options", "readings", "sources", "formats", "cards", "clauses",
        "definitions", "invariants", "persons", "ladders", "tables", "deck_formats", "contradictions", "recorded",
    )}  # fmt: skip
    draft = Draft(book.name, messages, book.title, book.source, book.card_source, ladder=book.ladder,
                  clock=book.clock, geometry=book.geometry, register=book.register, deck_rules=book.deck_rules, **fields)  # fmt: skip
    declare_vocabulary(draft, blocks)
    phrasebook = Phrasebook(draft.rulebook())
    reader = ClauseReader(draft, phrasebook, False, book.source)
    for block in blocks:
        if block.form == "ladder":
            read_ladder(draft, phrasebook, block)
        read_block(draft, reader, block, book.card_source or book.source)
    for block in blocks:
        read_named_ladder(draft, phrasebook, block)
    digest = hashlib.sha256((book.digest + repr(blocks)).encode()).hexdigest()
    made = with_exceptions(with_own_rungs(draft.rulebook(digest)), messages)
    check_links(made, messages)
    check_contradictions(made, messages)
    check_persons(made, messages)
    check_citations(blocks, made.register, messages)
    return made
