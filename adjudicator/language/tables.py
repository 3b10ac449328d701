"""Tables of cards and deck lists as a rulebook declares them: which column means what, and how a deck is told."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from adjudicator.language.conclusions import read_conclusion
from adjudicator.language.declarations import cites_of, ids_of
from adjudicator.language.diagnostics import SentenceError, did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.layout import Line
from adjudicator.language.reading import read_sentence, read_term
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.model.clauses import Conclusion
from adjudicator.model.expressions import Apply, Literal, Sentence, Term
from adjudicator.model.tables import NUMBER, TEXT, CardTable, Column, DeckFormat, DeckRules, Meaning, Section

_KIND = re.compile(r"this card is an? (?P<kind>.+)")
_ORDINALS = {"first": 1, "second": 2, "third": 3}


def read_table(draft: Draft, phrasebook: Phrasebook, block: Line, folder: Path) -> None:
    """A block `table`, `deck list` or `deck format`; other blocks are none of its business."""
    reader = _Reader(draft, phrasebook)
    match block.form:
        case "table":
            draft.add(draft.tables, block.text, reader.table(block, folder), "table", block.place)
        case "deck_list":
            reader.deck_list(block)
        case "deck_format":
            draft.add(draft.deck_formats, block.text, reader.deck_format(block), "deck format", block.place)


class _Reader:
    """Reads these blocks with the words that the rulebook has declared."""

    def __init__(self, draft: Draft, phrasebook: Phrasebook) -> None:
        self.draft, self.phrasebook = draft, phrasebook
        kind = draft.deck_rules.kind if draft.deck_rules is not None else "thing"
        self.scope = Scope({"card": "thing", "deck": kind})

    # ---- tables ----

    def table(self, block: Line, folder: Path) -> CardTable:
        """A table with all that its columns mean."""
        file, title, says = (block.one(form) for form in ("from_file", "title", "says"))
        if file is None or title is None:
            self.draft.error("table", f"the table `{block.text}` does not say where its titles are", block,
                             "add the lines `from FILE` and `title COLUMN`")  # fmt: skip
        path = folder / file.text if file is not None else folder
        if file is not None and not path.is_file():
            self.draft.error("file", f"there is no file `{file.text}` in the folder of the book", file)
        printing, prefers = (ids_of(block.one(form)) for form in ("printing", "prefers"))
        short = tuple(pair for line in block.all("short") if (pair := self._short(line)) is not None)
        columns = tuple(self._column(line) for line in block.all("column"))
        return CardTable(block.text, str(path), title.text if title else "", printing, prefers, short, columns,
                         says.text if says else "", block.place)  # fmt: skip

    def _short(self, line: Line) -> tuple[str, str] | None:
        short, word, long = line.text.partition(" for ")
        if not word:
            self.draft.error("table", f"`{line.text}` does not say what it is short for", line, "write `short 1st for First Edition`")
            return None
        return short.strip(), long.strip()

    def _column(self, block: Line) -> Column:
        parts = block.one("parts")
        meanings = tuple(m for line in block.all("meaning") if (m := self._meaning(line)) is not None)
        separator = parts.text if parts is not None else ""
        return Column(block.text, "," if separator == "commas" else separator, meanings, block.place)

    def _meaning(self, line: Line) -> Meaning | None:
        """`ENTRY means SENTENCE`: the sentence is about `this card`."""
        left, word, says = line.text.partition(" means ")
        if not word:
            self.draft.error("table", f"`{line.text}` does not say what an entry means", line, "write `ENTRY means this card ...`")
            return None
        ordinal, _, rest = left.partition(" ")
        part, entry = (_ORDINALS[ordinal], rest) if ordinal in _ORDINALS and rest else (0, left)
        kind = _KIND.fullmatch(says)
        if kind is not None and kind["kind"] in self.draft.kinds:
            return Meaning(entry, part, kind["kind"])
        try:
            conclusion = self._any_text(says, line) if entry == TEXT else self._conclusion(says, line, entry)
        except SentenceError as error:
            self.draft.sentence_error(error, line, len(left) + len(word))
            return None
        return Meaning(entry, part, conclusion=conclusion)

    def _conclusion(self, says: str, line: Line, entry: str) -> Conclusion:
        said = says.replace("this card", "it").replace(NUMBER, "0")
        read = read_conclusion(said, line.place, self.phrasebook, Scope({"it": "thing"}))
        if entry == NUMBER and read.conclusion.value != Literal(Fraction(0)):
            raise SentenceError("table", f"this does not say where the number goes: write {NUMBER} for it", 0, len(says))
        return read.conclusion

    def _any_text(self, says: str, line: Line) -> Conclusion:
        """`PROPERTY is {text}`."""
        left, word, _ = says.partition(f" is {TEXT}")
        if not word:
            raise SentenceError("table", f"this does not say where the text goes: write `... is {TEXT}`", 0, len(says))
        applied, _ = read_term(left.replace("this card", "it"), self.phrasebook, Scope({"it": "thing"}))
        if not isinstance(applied, Apply):
            raise SentenceError("table", f"`{left}` is not a property", 0, len(left))
        return Conclusion(applied.property, applied.args, "is", Literal(""), says, line.place)

    # ---- decks ----

    def deck_list(self, block: Line) -> None:
        """How deck lists are told; a book has one such block."""
        draft, kind, holds, legal = self.draft, *(block.one(form) for form in ("of_kind", "holds", "legal"))
        if kind is None or holds is None or not draft.known_kind(kind.text, kind):
            draft.error("deck", "this does not say what a deck is, and what is said of its cards", block,
                        "add the lines `kind KIND` and `holds the card is in the deck`")  # fmt: skip
            return
        self.scope.variables["deck"] = kind.text
        held = self._sentence(holds, holds.text)
        sections, marks = (tuple(s for line in block.all(form) if (s := self._section(line)) is not None) for form in ("section", "mark"))
        asks = tuple(ask for line in block.all("asks") if (ask := self._ask(line)) is not None)
        if held is not None:
            draft.deck_rules = DeckRules(kind.text, held, sections, marks, self._sentence(legal, legal.text) if legal else None,
                                         legal.text if legal else "", asks, block.place)  # fmt: skip

    def _sentence(self, line: Line, text: str) -> Sentence | None:
        try:
            return read_sentence(text, self.phrasebook, Scope(dict(self.scope.variables)))
        except SentenceError as error:
            self.draft.sentence_error(error, line, len(line.text) - len(text))
            return None

    def _section(self, line: Line) -> Section | None:
        words, word, says = line.text.partition(" means ")
        read = self._sentence(line, says) if word else None
        if not word:
            self.draft.error("deck", f"`{line.text}` does not say what it means", line, "write `WORD, WORD means the card ...`")
        return None if read is None else Section(tuple(w.strip().casefold() for w in words.split(",")), read)

    def _ask(self, line: Line) -> tuple[str, Sentence | Term] | None:
        """`ask whether S`, `ask T`, about `the deck`."""
        if line.text.startswith("whether "):
            read = self._sentence(line, line.text.removeprefix("whether "))
            return None if read is None else (line.text, read)
        try:
            return line.text, read_term(line.text, self.phrasebook, Scope(dict(self.scope.variables)))[0]
        except SentenceError as error:
            self.draft.sentence_error(error, line)
            return None

    def deck_format(self, block: Line) -> DeckFormat:
        """A format: facts about the deck, and options."""
        says, options = block.one("says"), tuple(line.text for line in block.all("with_option"))
        for line in block.all("with_option"):
            if line.text not in self.draft.options:
                self.draft.error("name", f"there is no option `{line.text}`", line, did_you_mean(line.text, self.draft.options))
        facts = [(read, line.text) for line in block.all("fact") if (read := self._sentence(line, line.text)) is not None]
        return DeckFormat(block.text, says.text if says else "", tuple(facts), options, cites_of(block), block.place)
