"""One session with the server as an editor holds it, over standard input and output."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT = """scenario A basket
  uses book

  gatherers Ann, Bob
  fruit PIPPIN
  Ann caries PIPPIN
  ask the energy of Ann
    expect 5 by orchard-02-01
"""


def test_a_session(orchard: Path, monkeypatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", ""))))
    asyncio.run(asyncio.wait_for(_session(orchard / "a.scenario"), 60))


async def _session(file: Path) -> None:
    editor, told = LanguageClient("test", "1"), asyncio.Queue[types.PublishDiagnosticsParams]()

    @editor.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: types.PublishDiagnosticsParams) -> None:
        told.put_nowait(params)

    await editor.start_io(sys.executable, "-m", "adjudicator.cli.main", "lsp")
    item = types.ClientCompletionItemOptions(snippet_support=True)
    able = types.ClientCapabilities(text_document=types.TextDocumentClientCapabilities(
        completion=types.CompletionClientCapabilities(completion_item=item)))  # fmt: skip
    begun = await editor.initialize_async(types.InitializeParams(able, root_uri=file.parent.as_uri()))
    assert begun.capabilities.hover_provider and begun.capabilities.document_formatting_provider
    editor.initialized(types.InitializedParams())

    uri, text = file.as_uri(), TEXT
    document = types.TextDocumentIdentifier(uri)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "scenario", 1, text)))
    (wrong,) = (await told.get()).diagnostics
    assert (wrong.range.start.line, wrong.range.start.character) == (5, 6)

    acting = types.CodeActionParams(document, wrong.range, types.CodeActionContext([wrong]))
    (action,) = await editor.text_document_code_action_async(acting) or ()
    assert isinstance(action, types.CodeAction) and action.edit and action.edit.changes
    assert action.edit.changes[uri][0].new_text == "carries"

    # An emoji is two of the units in which an editor counts.
    text = text.replace("Ann caries", "Ann   carries").replace("  uses book", "  uses book  -- \U0001f34e")
    change = types.TextDocumentContentChangeWholeDocument(text)
    editor.text_document_did_change(types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, uri), [change]))
    assert not (await told.get()).diagnostics

    listed = await editor.text_document_completion_async(types.CompletionParams(document, types.Position(6, 10)))
    assert isinstance(listed, types.CompletionList)
    assert "the energy of ${1:gatherer}" in [one.text_edit.new_text for one in listed.items if one.text_edit]
    said = await editor.text_document_hover_async(types.HoverParams(document, types.Position(7, 20)))
    assert said is not None and "A gatherer may pick ripe fruit." in said.contents.value  # type: ignore[union-attr]
    place = await editor.text_document_definition_async(types.DefinitionParams(document, types.Position(6, 8)))
    assert isinstance(place, types.Location) and place.uri.endswith("/book/orchard.rules")
    here = types.ReferenceParams(types.ReferenceContext(False), document, types.Position(6, 8))
    assert len(await editor.text_document_references_async(here) or ()) == 1
    (edit,) = await editor.text_document_formatting_async(types.DocumentFormattingParams(document, types.FormattingOptions(2, True))) or ()
    assert "  Ann carries PIPPIN\n" in edit.new_text

    editor.text_document_did_close(types.DidCloseTextDocumentParams(document))
    assert not (await told.get()).diagnostics
    await editor.shutdown_async(None)
    editor.exit(None)
    await editor.stop()
