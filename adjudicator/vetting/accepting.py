"""Findings that were accepted with a reason, in a file `accepted.toml` beside the book (or the card file).

    [[accepted]]
    id = "V105-0123456789"
    reason = "the numbers are meant to decide here"

The id changes with the content of both sides, so that an accepted finding is silent until either side changes.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from adjudicator.language.diagnostics import Diagnostic, LanguageError, Messages
from adjudicator.language.files import contents
from adjudicator.language.loading import book_folder
from adjudicator.model.places import Place
from adjudicator.vetting.opening import Subject

NAME = "accepted.toml"


def accepted_beside(subject: Subject) -> tuple[dict[str, str], tuple[str, ...]]:
    """The accepted ids with their reasons, of the book and of the card file; and those that what is vetted has to have.

    These are all ids beside a book that is checked as a whole, or beside a card file that is alone in its folder.
    """
    book = book_folder(subject.book, Messages())
    beside = Path(subject.file).resolve().parent if subject.file else None
    found: dict[str, str] = {}
    own: tuple[str, ...] = ()
    for folder in (book, beside):
        if folder is not None and (folder / NAME).is_file():
            ids = read_accepted(folder / NAME)
            found |= ids
            alone = len(list(folder.glob("*.rules"))) == 1 if folder == beside else not (subject.file or subject.cards)
            own += tuple(ids) if alone else ()
    return found, own


def read_accepted(path: Path) -> dict[str, str]:
    """The ids of one file. Raises LanguageError where it is not as it should be."""
    try:
        rows = tomllib.loads(contents(path).decode("utf-8")).get("accepted", [])
        return {str(row["id"]): str(row["reason"]) for row in rows}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError, OSError) as error:
        raise LanguageError([Diagnostic("accepted", f"`{path}` cannot be read: {error}", Place("", 0))]) from None
    except (KeyError, TypeError, AttributeError):
        message = f"`{path}`: an accepted finding has an id and a reason"
        raise LanguageError(
            [Diagnostic("accepted", message, Place("", 0), help='write [[accepted]], id = "...", reason = "..."')]
        ) from None


def acceptance(identity: str, reason: str) -> str:
    """The lines that accept a finding."""
    return f'[[accepted]]\nid = "{identity}"\nreason = "{reason}"\n'
