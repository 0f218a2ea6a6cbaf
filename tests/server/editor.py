"""A real client that speaks to the server over stdio, in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

_PATIENCE = 60.0


@dataclass
class Editor:
    """An editor with one folder open. What the server publishes waits in `published`, its messages in `shown`."""

    client: LanguageClient
    published: asyncio.Queue[types.PublishDiagnosticsParams] = field(default_factory=asyncio.Queue)
    shown: list[str] = field(default_factory=list)
    version: int = 0

    @property
    def process_id(self) -> int:
        """That of the server."""
        assert self.client._server is not None
        return self.client._server.pid

    def open(self, path: Path, text: str | None = None) -> str:
        """Opens a file, with a text that need not be saved; returns its URI."""
        content = path.read_text(encoding="utf-8") if text is None else text
        item = types.TextDocumentItem(path.as_uri(), "python", self.version, content)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return path.as_uri()

    def type(self, uri: str, text: str) -> None:
        """Puts another text in the place of the document's."""
        self.version += 1
        document = types.VersionedTextDocumentIdentifier(self.version, uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def save(self, uri: str) -> None:
        """Says that a document was saved."""
        document = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(document))

    def close(self, uri: str) -> None:
        """Closes a document."""
        document = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """What the server says next of a document."""
        while True:
            said = await asyncio.wait_for(self.published.get(), _PATIENCE)
            if said.uri == uri:
                return list(said.diagnostics)

    async def actions(self, uri: str, line: int, only: list[str] | None = None) -> list[types.CodeAction]:
        """What is offered on a line (from 0)."""
        range_ = types.Range(types.Position(line, 0), types.Position(line, 200))
        context = types.CodeActionContext([], only=only)
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), range_, context)
        offered = await asyncio.wait_for(self.client.text_document_code_action_async(params), _PATIENCE)
        return [action for action in offered or () if isinstance(action, types.CodeAction)]

    async def hover(self, uri: str, line: int, character: int) -> str:
        """The text below the pointer; empty if there is none."""
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        found = await asyncio.wait_for(self.client.text_document_hover_async(params), _PATIENCE)
        return found.contents.value if found and isinstance(found.contents, types.MarkupContent) else ""


@asynccontextmanager
async def start_editor(folder: Path) -> AsyncIterator[Editor]:
    """An editor with a running server, which must end as it is asked to."""
    client = LanguageClient("editor", "1")
    editor = Editor(client)
    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: editor.published.put_nowait(params))
    client.feature(types.WINDOW_SHOW_MESSAGE)(lambda params: editor.shown.append(params.message))
    await client.start_io(sys.executable, "-m", "retain_lint", "server", "--stdio", cwd=str(folder))
    process = client._server
    assert process is not None
    root = types.WorkspaceFolder(folder.as_uri(), folder.name)
    params = types.InitializeParams(types.ClientCapabilities(), root_uri=folder.as_uri(), workspace_folders=[root])
    await asyncio.wait_for(client.initialize_async(params), _PATIENCE)
    client.initialized(types.InitializedParams())
    try:
        yield editor
        await asyncio.wait_for(client.shutdown_async(None), _PATIENCE)
        client.exit(None)
        assert await asyncio.wait_for(process.wait(), _PATIENCE) == 0
    finally:
        if process.returncode is None:
            process.kill()
        await client.stop()


def apply_action(action: types.CodeAction, uri: str, text: str) -> str:
    """The text after an action, as an editor applies it: columns in UTF-16 code units."""
    assert action.edit is not None and action.edit.changes is not None and list(action.edit.changes) == [uri]
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:row]) for row in range(len(lines))]

    def offset(place: types.Position) -> int:
        units = lines[place.line].encode("utf-16-le")[: 2 * place.character]
        return starts[place.line] + len(units.decode("utf-16-le"))

    for edit in sorted(action.edit.changes[uri], key=lambda edit: offset(edit.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text
