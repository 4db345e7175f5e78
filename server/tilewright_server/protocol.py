"""pygls' protocol with three things done otherwise.

Documents are kept by `documents.py` (pygls splits lines at characters that end none); `workspace/executeCommand` is one awaitable, so that cancelling
the request reaches what it started; and messages pygls has no type for keep their JSON as it came, since turning `{"n": 8}` into an object would
rename what is no identifier.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cattrs import Converter
from lsprotocol import converters
from lsprotocol import types as lsp
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    JsonRPCResponseMessage,
    LanguageServerProtocol,
    lsp_method,
)

from tilewright_server.documents import Documents, Splice
from tilewright_server.wire import Ready


def plain_converter() -> Converter:
    """lsprotocol's converter; untyped messages keep dicts and lists."""
    converter = converters.get_converter()
    for message in (JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage):
        converter.register_structure_hook(message, _as_it_came)
    converter.register_unstructure_hook(Ready, lambda answer: answer.json)
    return converter


class Protocol(LanguageServerProtocol):
    """Hands documents and commands to the server."""

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """A document is shown from now on."""
        document = params.text_document
        _documents(self).open(document.uri, document.language_id, document.version, document.text)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """A document was edited."""
        document = params.text_document
        _documents(self).change(document.uri, document.version or 0, _splices(params.content_changes))

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """A document is not shown any more."""
        _documents(self).close(params.text_document.uri)

    @lsp_method(lsp.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(self, params: lsp.ExecuteCommandParams) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Run a command as part of this request, so that both are cancelled together."""
        server: Any = self._server
        return await server.execute(params)


def _documents(protocol: LanguageServerProtocol) -> Documents:
    """No property of the protocol: pygls reads all of those before the server has documents."""
    server: Any = protocol._server  # pyright: ignore[reportPrivateUsage]
    return server.documents


def _as_it_came(message: dict[str, Any], cls: type[Any]) -> Any:
    return cls(**message)


def _splices(changes: Iterable[lsp.TextDocumentContentChangeEvent]) -> list[Splice]:
    return [
        (_pair(change.range.start), _pair(change.range.end), change.text)
        if isinstance(change, lsp.TextDocumentContentChangePartial)
        else (None, None, change.text)
        for change in changes
    ]


def _pair(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character
