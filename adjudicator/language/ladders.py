"""The ladder of a book: its rungs, from their lines to the model."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.language.declarations import cites_of, is_whole
from adjudicator.language.diagnostics import SentenceError, did_you_mean
from adjudicator.language.draft import Draft
from adjudicator.language.layout import Line
from adjudicator.language.reading import read_term
from adjudicator.language.scope import Phrasebook, Scope
from adjudicator.model.clauses import STATUSES
from adjudicator.model.ladder import Key, Ladder, Rung
from adjudicator.model.rulebook import Rulebook
from adjudicator.model.values import FRACTION


def read_ladder(draft: Draft, phrasebook: Phrasebook, block: Line) -> None:
    """The rungs of a book, the strongest first; a ladder with a name is read later."""
    if block.text:
        return
    rungs = tuple(rung for line in block.all("rung") if (rung := _rung(draft, phrasebook, line)) is not None)
    draft.ladder = Ladder(rungs, cites_of(block), block.place)


def read_named_ladder(draft: Draft, phrasebook: Phrasebook, block: Line) -> None:
    """Another ladder, by which a table can play instead. Its rungs may be those of the book, by their titles."""
    if block.form != "ladder" or not block.text:
        return
    rungs = tuple(rung for line in block.all("rung") if (rung := _of_book(draft, line) or _rung(draft, phrasebook, line)) is not None)
    draft.add(draft.ladders, block.text, Ladder(rungs, cites_of(block), block.place), "ladder", block.place)


CALL_RUNG = Rung("call", "keeper's call")
CONTRADICTION_RUNG = Rung("contradiction", "contradiction")


def with_own_rungs(book: Rulebook) -> Rulebook:
    """The book with the rungs that need no line: directly after its own claims its contradictions as played, then the keeper's calls."""
    calls = any(claim.warrant.call for clause in book.clauses.values() for claim in clause.claims)
    own = (*((CONTRADICTION_RUNG,) if book.contradictions else ()), *((CALL_RUNG,) if calls else ()))
    if not own:
        return book
    ladders = {name: _with_rungs(ladder, own) for name, ladder in book.ladders.items()}
    return replace(book, ladder=_with_rungs(book.ladder, own), ladders=ladders)


def _with_rungs(ladder: Ladder, own: tuple[Rung, ...]) -> Ladder:
    rest = [rung for rung in ladder.rungs if rung not in own]
    place = next((i + 1 for i, rung in enumerate(rest) if rung.form == "claim"), 0)
    return replace(ladder, rungs=(*rest[:place], *own, *rest[place:]))


def _of_book(draft: Draft, line: Line) -> Rung | None:
    """The rung of the book's own ladder with this title."""
    return next((rung for rung in draft.ladder.rungs if rung.title.casefold() == line.text.casefold()), None)


def _rung(draft: Draft, phrasebook: Phrasebook, line: Line) -> Rung | None:
    title, colon, rest = (part.strip() for part in line.text.partition(":"))
    plain = {"explicit claim": "claim", "specificity": "specificity", "rank of source": "source",
             "averaging": "averaging", "alphabet": "alphabet", "chance": "chance"}  # fmt: skip
    if not colon:
        if title == "alphabet of bearers":
            return Rung("alphabet", title, place=line.place)
        if title in plain:
            return Rung(plain[title], title, place=line.place)
        help = "list them: `status: rule, ruling`" if title == "status" else did_you_mean(title, plain)
        draft.error("ladder", f"there is no rung `{title}`", line,
                    help or "a rung of your own says what it compares: `TITLE: TERM, lowest first`")  # fmt: skip
        return None
    if title == "status":
        order = tuple(s.strip() for s in rest.split(","))
        for status in order:
            if status not in STATUSES:
                draft.error("name", f"`{status}` is not a status", line, did_you_mean(status, STATUSES))
        if len(set(order)) < len(order):
            draft.error("cycle", "this rung puts a status above itself", line,
                        " above ".join(f"`{s}`" for s in order))  # fmt: skip
        return Rung("status", "status", order, place=line.place)
    return _key_rung(draft, phrasebook, title, rest, line)


def _key_rung(draft: Draft, phrasebook: Phrasebook, title: str, rest: str, line: Line) -> Rung | None:
    rest, word, otherwise = rest.partition(", otherwise ")
    keys = []
    for text in rest.split(" then "):
        term_text, _, direction = (part.strip() for part in text.rpartition(","))
        if direction not in ("lowest first", "highest first"):
            draft.error("ladder", f"`{text}` does not say whether the lowest or the highest comes first", line,
                        "end it with `, lowest first` or `, highest first`")  # fmt: skip
            return None
        try:
            term, _ = read_term(term_text, phrasebook, Scope({"it": "thing"}), FRACTION)
        except SentenceError as error:
            draft.sentence_error(error, line, line.text.find(term_text))
            return None
        keys.append(Key(term, direction == "lowest first"))
    if word and not is_whole(otherwise):
        draft.error("kind", f"`{otherwise}` is not a whole number", line)
    fallback = int(otherwise) if word and is_whole(otherwise) else None
    return Rung("key", title, keys=tuple(keys), otherwise=fallback, numbered=bool(word), place=line.place)
