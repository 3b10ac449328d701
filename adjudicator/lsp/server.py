"""The server: keeps what is open, asks the pure functions beside it, and speaks the Language Server Protocol."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import unquote, urlparse

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from adjudicator import VERSION
from adjudicator.language.diagnostics import LanguageError
from adjudicator.language.formatting import format_text
from adjudicator.lsp import completing, diagnosing, finding, hovering
from adjudicator.lsp.reading import SCENARIO, Reading, read

PAUSE = 0.25
"""Seconds without a key before a text is read again."""

Asking = types.CompletionParams | types.HoverParams | types.DefinitionParams | types.ReferenceParams


class Server(LanguageServer):
    """The language server with what it has read of each open text."""

    def __init__(self) -> None:
        super().__init__("adjudicator", VERSION)
        self._read: dict[str, tuple[object, Reading]] = {}
        self._told: dict[str, set[str]] = {}

    def reading(self, uri: str) -> Reading:
        """The open text as it is now, read once for each state of it (and, for rules, of the other open rules)."""
        document = self.workspace.get_text_document(uri)
        others = self._rules() if not uri.endswith(SCENARIO) else {}
        state = (document.source, tuple(sorted(others.items())))
        known = self._read.get(uri)
        if known is None or known[0] != state:
            known = self._read[uri] = (state, read(path_of(uri), document.source, others))
        return known[1]

    async def diagnose_all(self) -> None:
        """A file has changed on the disk: every open text, which may rest on it, is read again."""
        self._read.clear()
        for uri in list(self.workspace.text_documents):
            await self.diagnose(uri)

    def _rules(self) -> dict[Path, str]:
        """The open texts of rules, by file."""
        open_ = self.workspace.text_documents.values()
        return {path_of(one.uri).resolve(): one.source for one in open_ if path_of(one.uri).suffix == ".rules"}

    async def diagnose(self, uri: str, pause: float = 0.0) -> None:
        """Publish what is wrong with a text, and with the other files of its book; nothing where more is typed meanwhile."""
        version = self.workspace.get_text_document(uri).version
        await asyncio.sleep(pause)
        if uri not in self.workspace.text_documents or self.workspace.get_text_document(uri).version != version:
            return
        reading = self.reading(uri)
        found = {uri if path == reading.path else path.absolute().as_uri(): all_ for path, all_ in diagnosing.diagnostics(reading).items()}
        for gone in self._told.get(uri, set()) - set(found):
            self._publish(gone, [])
        self._told[uri] = set(found)
        for where, diagnostics in found.items():
            self._publish(where, diagnostics)

    def _publish(self, uri: str, found: list[types.Diagnostic]) -> None:
        for one in found:
            one.range = self.shown(uri, one.range)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found))

    def forget(self, uri: str) -> None:
        """A text was closed: its marks go, and those that it set on others."""
        for where in self._told.pop(uri, {uri}):
            self._publish(where, [])
        self._read.pop(uri, None)

    def shown(self, uri: str, found: types.Range) -> types.Range:
        """A range in the units in which the editor counts."""
        document = self.workspace.get_text_document(uri)
        return document.position_codec.range_to_client_units(document.lines, found)

    def asked(self, at: Asking) -> tuple[Reading, int, int]:
        """What was read of the text that is asked about, and the line and column there, in characters."""
        document = self.workspace.get_text_document(at.text_document.uri)
        place = document.position_from_client_units(at.position)
        return self.reading(at.text_document.uri), place.line, place.character

    def fills_slots(self) -> bool:
        """Whether the editor knows snippets."""
        asked = self.client_capabilities.text_document
        item = asked.completion.completion_item if asked is not None and asked.completion is not None else None
        return bool(item is not None and item.snippet_support)

    def located(self, found: types.Location) -> types.Location:
        """A place in a file as the editor counts."""
        return types.Location(found.uri, self.shown(found.uri, found.range))


def path_of(uri: str) -> Path:
    """The file of an address; one that is not a file's (a text that was never saved) is named by its path."""
    return Path(to_fs_path(uri) or unquote(urlparse(uri).path))


def layout_edits(text: str) -> list[types.TextEdit]:
    """The edit that brings a text into its one layout; none where it is in it. Raises LanguageError where lines fit nowhere."""
    laid_out = format_text(text)
    lines = text.split("\n")
    whole = types.Range(types.Position(0, 0), types.Position(len(lines), 0))
    return [] if laid_out == text else [types.TextEdit(whole, laid_out)]


def server() -> Server:
    """A server, ready to be started (`start_io`)."""
    made = Server()

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(self: Server, params: types.DidOpenTextDocumentParams) -> None:
        await self.diagnose(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(self: Server, params: types.DidChangeTextDocumentParams) -> None:
        await self.diagnose(params.text_document.uri, PAUSE)

    @made.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(self: Server, params: types.DidSaveTextDocumentParams) -> None:
        await self.diagnose_all()

    @made.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def changed_outside(self: Server, params: types.DidChangeWatchedFilesParams) -> None:
        await self.diagnose_all()

    @made.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(self: Server, params: types.DidCloseTextDocumentParams) -> None:
        self.forget(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" "]))
    def complete(self: Server, params: types.CompletionParams) -> types.CompletionList:
        reading, line, column = self.asked(params)
        found = completing.completion(reading, line, column, self.fills_slots())
        for item in found.items:
            if isinstance(item.text_edit, types.TextEdit):
                item.text_edit.range = self.shown(params.text_document.uri, item.text_edit.range)
        return found

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(self: Server, params: types.HoverParams) -> types.Hover | None:
        found = hovering.hover(*self.asked(params))
        if found is not None and found.range is not None:
            found.range = self.shown(params.text_document.uri, found.range)
        return found

    @made.feature(types.TEXT_DOCUMENT_DEFINITION)
    def define(self: Server, params: types.DefinitionParams) -> types.Location | None:
        found = finding.definition(*self.asked(params))
        return None if found is None else self.located(found)

    @made.feature(types.TEXT_DOCUMENT_REFERENCES)
    def refer(self: Server, params: types.ReferenceParams) -> list[types.Location]:
        return [self.located(one) for one in finding.references(*self.asked(params))]

    @made.feature(types.TEXT_DOCUMENT_FORMATTING)
    def lay_out(self: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        try:
            return layout_edits(self.workspace.get_text_document(params.text_document.uri).source)
        except LanguageError as error:
            said = error.diagnostics[0].message if error.diagnostics else str(error)
            self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"not laid out: {said}"))
            return []

    @made.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def repair(self: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        found = []
        for marked, edit in diagnosing.repairs(self.reading(uri), params.range):
            marked.range = edit.range = self.shown(uri, edit.range)
            made = types.WorkspaceEdit(changes={uri: [edit]})
            found.append(types.CodeAction(f"write `{edit.new_text}`", types.CodeActionKind.QuickFix, [marked], edit=made))
        return found

    return made
