"""A client of the real server for tests: opens documents, types into them, waits for what the server publishes."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from lsprotocol import types as lsp
from pytest_lsp import LanguageClient, client_capabilities

from tests.server.cursors import at_cursor

_NUMBERS = itertools.count()


def vscode_capabilities() -> lsp.ClientCapabilities:
    """What VS Code can do, without the watching of files, which the client of the tests does not do by itself."""
    capabilities = client_capabilities("visual_studio_code")
    assert capabilities.workspace is not None
    capabilities.workspace.did_change_watched_files = None
    return capabilities


class Connection:
    """Stands for a connection where a test asks the server object itself: notes what it is asked and answers nothing."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Any]] = []

    async def request(self, method: str, params: object) -> object:
        self.asked.append((method, params))
        return {"applied": True}

    def notify(self, *_: object) -> None:
        pass

    propose = notify


async def published(
    client: LanguageClient, uri: str, wanted: Callable[[Sequence[lsp.Diagnostic]], bool], looks: int = 500
) -> Sequence[lsp.Diagnostic]:
    """The diagnostics of a file, as soon as they are wanted ones: the notification may have come before.  Looks every fiftieth of a second."""
    found: Sequence[lsp.Diagnostic] | None = None
    for _ in range(looks):
        found = client.diagnostics.get(uri)
        if found is not None and wanted(found):
            return found
        await asyncio.sleep(0.02)
    raise AssertionError(f"waited in vain for the diagnostics of {uri}; last {found}")


class Document:
    """An open document of the client."""

    def __init__(self, client: LanguageClient, text: str, language: str = "python", uri: str | None = None) -> None:
        self.client = client
        self.uri = uri or f"file:///programs/program_{next(_NUMBERS)}.py"
        self.text = text
        self.version = 1
        item = lsp.TextDocumentItem(uri=self.uri, language_id=language, version=1, text=text)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=item))

    @property
    def identifier(self) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(uri=self.uri)

    def edit(self, start: tuple[int, int], end: tuple[int, int], new: str) -> None:
        """Replace a range, given in positions of the protocol."""
        change = lsp.TextDocumentContentChangePartial(
            range=lsp.Range(start=lsp.Position(*start), end=lsp.Position(*end)), text=new
        )
        self._change(change)

    def replace(self, new: str) -> None:
        """Replace the whole text."""
        self.text = new
        self._change(lsp.TextDocumentContentChangeWholeDocument(text=new))

    def _change(self, change: lsp.TextDocumentContentChangeEvent) -> None:
        self.version += 1
        document = lsp.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version)
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(text_document=document, content_changes=[change])
        )

    def save(self) -> None:
        self.client.text_document_did_save(lsp.DidSaveTextDocumentParams(text_document=self.identifier))

    async def diagnostics(self, wanted: int | None = None) -> Sequence[lsp.Diagnostic]:
        """What is published next; with `wanted`, as soon as there are that many."""
        return await published(self.client, self.uri, lambda found: wanted is None or len(found) == wanted)

    def edits(self, edit: lsp.WorkspaceEdit | None) -> list[lsp.TextEdit | lsp.AnnotatedTextEdit]:
        """The changes to this document, which are for the text that it has."""
        assert edit is not None
        (change,) = [each for each in edit.document_changes or () if isinstance(each, lsp.TextDocumentEdit)]
        assert len(edit.document_changes or ()) == 1
        assert (change.text_document.uri, change.text_document.version) == (self.uri, self.version)
        return [each for each in change.edits if isinstance(each, (lsp.TextEdit, lsp.AnnotatedTextEdit))]

    def position(self, marked: str) -> lsp.Position:
        """Where the `$0` of a piece of the text stands, in UTF-16 columns."""
        piece, shift = at_cursor(marked)
        before = self.text[: self.text.index(piece) + shift]
        line = before[before.rfind("\n") + 1 :]
        return lsp.Position(line=before.count("\n"), character=len(line.encode("utf-16-le")) // 2)

    def at(self, marked: str) -> dict[str, Any]:
        """Document and position, as most requests take them."""
        return {"text_document": self.identifier, "position": self.position(marked)}

    async def hover(self, marked: str) -> str:
        """The Markdown said at a place."""
        found = await self.client.text_document_hover_async(lsp.HoverParams(**self.at(marked)))
        assert found is not None
        assert isinstance(found.contents, lsp.MarkupContent)
        return found.contents.value

    async def run(self, name: str, **more: Any) -> dict[str, Any]:
        """The report of building and running a function."""
        arguments = [{"uri": self.uri, "name": name, **more}]
        params = lsp.ExecuteCommandParams(command="tilewright.server.buildAndRun", arguments=arguments)
        return await self.client.workspace_execute_command_async(params)
