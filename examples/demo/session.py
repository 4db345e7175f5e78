"""A client of the real server, over standard input and output, as an editor would be."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

Answer = TypeVar("Answer")


class NoAnswer(Exception):
    """The server did not answer in time; says what it was asked for."""


class Client(LanguageClient):
    """A client that can end its server."""

    async def kill(self) -> None:
        """End the server at once, and what waits for it."""
        if self._server is not None and self._server.returncode is None:
            self._server.kill()
        await self.stop()


class Session:
    """One open document in a server process, which has `seconds` for each answer."""

    def __init__(self, path: Path, seconds: float) -> None:
        self.path = path
        self.seconds = seconds
        self.uri = path.as_uri()
        self.text = path.read_text(encoding="utf-8")
        self.version = 1
        self.client = Client("tilewright-demo", "1")
        self.diagnostics: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _published(params: lsp.PublishDiagnosticsParams) -> None:
            self.diagnostics.put_nowait(params)

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def _shown(params: lsp.ShowMessageParams) -> None:
            """The run's report arrives as the command's result too."""

        @self.client.feature(lsp.WINDOW_LOG_MESSAGE)
        def _logged(params: lsp.LogMessageParams) -> None:
            """As above."""

    async def start(self) -> str:
        """Start the server and open the document; its name and version."""
        await self.client.start_io(sys.executable, "-m", "tilewright_server")
        params = lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), root_uri=self.path.parent.as_uri())
        answer = await self.answer("its start", self.client.initialize_async(params))
        self.client.initialized(lsp.InitializedParams())
        item = lsp.TextDocumentItem(uri=self.uri, language_id="python", version=1, text=self.text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=item))
        info = answer.server_info
        return f"{info.name} {info.version}" if info is not None else "the server"

    async def answer(self, what: str, waiting: Awaitable[Answer]) -> Answer:
        """What the server answers; raises `NoAnswer` when it takes too long."""
        try:
            return await asyncio.wait_for(waiting, self.seconds)
        except asyncio.TimeoutError:
            raise NoAnswer(what) from None

    async def published(self) -> list[lsp.Diagnostic]:
        """The diagnostics of the current version."""
        while True:
            params = await self.answer("diagnostics", self.diagnostics.get())
            if params.uri == self.uri and params.version in (None, self.version):
                return list(params.diagnostics)

    def change(self, text: str) -> None:
        """Replace the document's text."""
        self.text, self.version = text, self.version + 1
        document = lsp.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version)
        whole = lsp.TextDocumentContentChangeWholeDocument(text=text)
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(text_document=document, content_changes=[whole])
        )

    def place(self, snippet: str, shift: int = 0) -> lsp.Position:
        """Where `snippet` stands first, moved right by `shift`."""
        before = self.text[: self.text.index(snippet) + shift]
        return lsp.Position(line=before.count("\n"), character=len(before) - before.rfind("\n") - 1)

    async def fixes(self, diagnostic: lsp.Diagnostic) -> list[lsp.CodeAction]:
        """The quick fixes that the server offers for a diagnostic."""
        params = lsp.CodeActionParams(
            text_document=lsp.TextDocumentIdentifier(uri=self.uri),
            range=diagnostic.range,
            context=lsp.CodeActionContext(diagnostics=[diagnostic], only=[lsp.CodeActionKind.QuickFix]),
        )
        found = await self.answer("quick fixes", self.client.text_document_code_action_async(params))
        offered = [action for action in found or [] if isinstance(action, lsp.CodeAction) and action.edit is not None]
        return [action for action in offered if action.kind == lsp.CodeActionKind.QuickFix]  # none that only silences

    async def hover(self, snippet: str, shift: int = 0) -> str:
        """The hover's Markdown."""
        params = lsp.HoverParams(
            text_document=lsp.TextDocumentIdentifier(uri=self.uri), position=self.place(snippet, shift)
        )
        found = await self.answer("a hover", self.client.text_document_hover_async(params))
        contents = found.contents if found is not None else None
        return contents.value if isinstance(contents, lsp.MarkupContent) else str(contents)

    async def definition(self, snippet: str, shift: int = 0) -> lsp.Location:
        """Where the name at `snippet` is defined."""
        params = lsp.DefinitionParams(
            text_document=lsp.TextDocumentIdentifier(uri=self.uri), position=self.place(snippet, shift)
        )
        found: Any = await self.answer("a definition", self.client.text_document_definition_async(params))
        first = found[0] if isinstance(found, (list, tuple)) else found
        if isinstance(first, lsp.LocationLink):
            return lsp.Location(uri=first.target_uri, range=first.target_selection_range)
        return first

    async def build_and_run(self, name: str) -> Any:
        """The report of building and running a function."""
        params = lsp.ExecuteCommandParams(
            command="tilewright.server.buildAndRun", arguments=[{"uri": self.uri, "name": name}]
        )
        return await self.answer("a run", self.client.workspace_execute_command_async(params))

    async def kill(self) -> None:
        """End a server that does not answer."""
        await self.client.kill()

    async def close(self) -> None:
        """Shut the server down."""
        await self.answer("its end", self.client.shutdown_async(None))
        self.client.exit(None)
        await self.client.stop()


def apply(text: str, edits: list[lsp.TextEdit]) -> str:
    """`text` with edits of one action, given in UTF-16 positions of an ASCII text."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    spans = [
        (
            starts[e.range.start.line] + e.range.start.character,
            starts[e.range.end.line] + e.range.end.character,
            e.new_text,
        )
        for e in edits
    ]
    for start, end, new in sorted(spans, reverse=True):
        text = text[:start] + new + text[end:]
    return text
