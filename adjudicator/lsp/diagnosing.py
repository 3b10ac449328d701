"""What is wrong with a text, as the editor marks it, and the repairs that the messages name."""

from __future__ import annotations

import re
from pathlib import Path

from lsprotocol import types

from adjudicator.language.diagnostics import Diagnostic
from adjudicator.language.near_phrases import ALL_SAID, MOSTLY_SAID
from adjudicator.lsp.reading import Reading, file_of, files_of
from adjudicator.model.places import Place

SOURCE = "adjudicator"
SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
_MEANT = re.compile(r"did you mean (?:the printed card )?`([^`]+)`")
_QUOTED = re.compile(r"`([^`]+)`")


def stretch(place: Place) -> types.Range:
    """A place of a file, which counts from 1, as the editor counts: from 0, in characters."""
    line, column = max(0, place.line - 1), max(0, place.column - 1)
    return types.Range(types.Position(line, column), types.Position(line, column + max(1, place.width)))


def diagnostics(reading: Reading) -> dict[Path, list[types.Diagnostic]]:
    """The messages by file. The file itself is always among them; what is wrong with a book that it uses is told at its first line."""
    known = files_of(reading)
    found: dict[Path, list[types.Diagnostic]] = {reading.path: []}
    elsewhere: list[Diagnostic] = []
    for message in reading.messages:
        file = known.get(message.place.file)
        if file is None:
            elsewhere.append(message)
        else:
            own = reading.path if file.resolve() == reading.path.resolve() else file
            found.setdefault(own, []).append(_diagnostic(message))
    if elsewhere:
        found[reading.path].append(_elsewhere(reading, elsewhere))
    return found


def _diagnostic(message: Diagnostic) -> types.Diagnostic:
    said = f"{message.message}\n{message.help}" if message.help else message.message
    severity = SEVERITIES.get(message.severity, types.DiagnosticSeverity.Information)
    return types.Diagnostic(stretch(message.place), said, severity, code=message.code, source=SOURCE)


def _elsewhere(reading: Reading, messages: list[Diagnostic]) -> types.Diagnostic:
    """What is wrong in files that are not this one's, once: the first message, and how many more there are."""
    first, more = messages[0], len(messages) - 1
    where = f"{first.place}: " if first.place.line else ""
    said = f"{where}{first.message}" + (f"\nand {more} more" if more else "")
    found = types.Diagnostic(stretch(Place("", 1)), said, types.DiagnosticSeverity.Error, code=first.code, source=SOURCE)
    if first.place.line:
        uri = file_of(first.place.file, reading.path).as_uri()
        found.related_information = [types.DiagnosticRelatedInformation(types.Location(uri, stretch(first.place)), first.message)]
    return found


def repairs(reading: Reading, within: types.Range) -> list[tuple[types.Diagnostic, types.TextEdit]]:
    """For the messages on these lines that name the right words: each with an edit that puts them there, the likeliest first."""
    found = []
    for message in reading.messages:
        if message.place.file and file_of(message.place.file, reading.path) == reading.path.resolve():
            edits = replacements(message)
            found += [(_diagnostic(message), one) for one in edits if within.start.line <= one.range.start.line <= within.end.line]
    return found


def replacements(message: Diagnostic) -> list[types.TextEdit]:
    """The edits that a message proposes: the word that was meant, or each of the nearest sentences in place of the whole one."""
    place = message.place
    wrong = message.line[place.column - 1 : place.column - 1 + place.width]
    meant = _MEANT.search(message.help)
    if meant is not None:
        sure = wrong in _QUOTED.findall(message.message) or len(wrong.split()) == 1
        return [types.TextEdit(stretch(place), meant[1])] if sure else []
    head, *sentences = message.help.split("\n")
    whole = head.startswith("the nearest sentence") and "," not in message.line and place.width > 1
    whole_sentences = [one for one in sentences if "{" not in one and not one.startswith((MOSTLY_SAID, ALL_SAID))]
    return [types.TextEdit(stretch(place), one) for one in whole_sentences if whole]
