"""Diagnostics that the client asks for, of a document or of the whole workspace; and those of closed files for clients that only take what they are sent.

A client that asks is sent none for its documents.  The cells of notebooks are the exception: they are one program, so that they are published together.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from tilewright_server import shapes
from tilewright_server.capabilities import capability
from tilewright_server.documents import Snapshot
from tilewright_server.rpc import Json
from tilewright_server.text import Text
from tilewright_server.workspace import File

if TYPE_CHECKING:
    from tilewright_server.server import Server

# The words of which one stands in every file with something to check.
WORDS: Final = ("prim_func", "ir_module", "script", "hybrid")
TITLE: Final = "Checking the workspace"


class Pulled:
    """The diagnostics that one client asks for."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._saved: dict[str, Snapshot] = {}
        self._known: dict[str, tuple[File, list[shapes.Diagnostic]]] = {}
        self._changed = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None

    @property
    def is_client_asking(self) -> bool:
        """Whether the client asks for diagnostics by itself."""
        return capability(self._server.client, "textDocument", "diagnostic") is not None

    @property
    def _is_whole_anywhere(self) -> bool:
        """Whether closed files are checked too, of any folder."""
        return self._server.documents.settings.has_any("whole_workspace")

    def note(self, uri: str, snapshot: Snapshot | None) -> None:
        """Remember a snapshot that would be published, for a client that asks instead."""
        if snapshot is None:
            self._saved.pop(uri, None)
        else:
            self._saved[uri] = snapshot
        if self._server.documents.settings_of(uri).mode == "onSave":
            self.refresh()

    def refresh(self) -> None:
        """Tell the client that earlier answers may not hold any more."""
        if capability(self._server.client, "workspace", "diagnostics", "refreshSupport"):
            self._server.connection.propose("workspace/diagnostic/refresh", None)
        self.look_again()

    def look_again(self) -> None:
        """Files of the workspace may have changed."""
        self._changed.set()
        if not self.is_client_asking and (self._is_whole_anywhere or self._known):
            if self._sending is not None:
                self._sending.cancel()
            self._sending = asyncio.ensure_future(self._send_closed())

    async def of_document(self, params: Json) -> shapes.DocumentReport:
        """`textDocument/diagnostic`"""
        uri = str((params.get("textDocument") or {}).get("uri"))
        snapshot = await self._due(uri) if self._server.document_with(uri) == uri else None
        await self._server.documents.judged(None if snapshot is None else snapshot.analysis)
        return _report(self._items(snapshot), params.get("previousResultId"))

    async def _due(self, uri: str) -> Snapshot | None:
        """The snapshot whose problems the user is to see, by the setting for when that is."""
        mode = self._server.documents.settings_of(uri).mode
        if mode == "onType":
            return await self._server.documents.fresh(uri)
        return self._saved.get(uri) if mode == "onSave" else None

    def _items(self, snapshot: Snapshot | None) -> list[shapes.Diagnostic]:
        if snapshot is None:
            return []
        return self._server.wire(snapshot).diagnostics(self._server.problems(snapshot))["diagnostics"]

    async def of_workspace(self, params: Json) -> shapes.WorkspaceReport:
        """`workspace/diagnostic`: those of the files that are not open, file by file where the client takes them so.

        Where the client knows them all already, the answer comes when something has changed.
        """
        before = {each["uri"]: each["value"] for each in params.get("previousResultIds") or ()}
        if not self._is_whole_anywhere and not before:
            return {"items": []}
        while True:
            self._changed.clear()
            found = [each async for each in self._reports(before, params)]
            if any(each["kind"] == "full" for each in found) or not before:
                return {"items": [] if params.get("partialResultToken") is not None else found}
            await self._changed.wait()

    async def _reports(self, before: dict[str, str], params: Json) -> AsyncIterator[shapes.WorkspaceDocumentReport]:
        told = set[str]()
        token = params.get("partialResultToken")
        async for file, items in self._closed(params.get("workDoneToken")):
            told.add(file.uri)
            found = _report(items, before.get(file.uri))
            yield self._told(token, {**found, "uri": file.uri, "version": None})
        for uri in before.keys() - told:
            yield self._told(token, {**_report([], before[uri]), "uri": uri, "version": None})

    def _told(self, token: object, report: shapes.WorkspaceDocumentReport) -> shapes.WorkspaceDocumentReport:
        if token is not None:
            self._server.connection.notify("$/progress", {"token": token, "value": {"items": [report]}})
        return report

    async def _closed(self, token: int | str | None = None) -> AsyncIterator[tuple[File, list[shapes.Diagnostic]]]:
        """The files of the workspace that are not open, each with its diagnostics; those that were read before and are the same are not read again."""
        server = self._server
        if not self._is_whole_anywhere:
            return
        opened = {file.path for file in server.documents.files()}
        files = await asyncio.to_thread(lambda: [*server.workspace().files_with(*WORDS)])
        settings = server.documents.settings
        closed = [file for file in files if file.path not in opened and settings.of(file.path).whole_workspace]
        bar = await server.bars.begin(token, TITLE, may_offer=False)
        known, self._known = self._known, {}
        try:
            for at, file in enumerate(closed):
                earlier = known.get(file.uri)
                if earlier is None or earlier[0] != file:
                    earlier = file, await self._checked(file)
                self._known[file.uri] = earlier
                bar.report(file.path.name, 100 * (at + 1) // len(closed))
                yield earlier
        finally:
            bar.end()

    async def _checked(self, file: File) -> list[shapes.Diagnostic]:
        server = self._server
        analysis = await server.documents.read(file)
        await server.documents.judged(analysis)
        text = Text.of(file.text)
        snapshot = Snapshot(file.uri, 0, text, analysis)
        return server.wire_of(file.uri, None, text).diagnostics(server.problems(snapshot))["diagnostics"]

    async def _send_closed(self) -> None:
        """Publish the diagnostics of closed files."""
        before = self._known.keys()
        told = set[str]()
        async for file, items in self._closed():
            told.add(file.uri)
            if items or file.uri in before:
                self._server.send({"uri": file.uri, "version": None, "diagnostics": items})
        for uri in before - told - {*self._server.documents.uris()}:
            self._server.send({"uri": uri, "version": None, "diagnostics": []})


def _report(items: list[shapes.Diagnostic], previous: object) -> shapes.DocumentReport:
    """The diagnostics, or that they are what the client was told before."""
    identity = blake2b(json.dumps(items).encode(), digest_size=8).hexdigest()
    if identity == previous:
        return {"kind": "unchanged", "resultId": identity}
    return {"kind": "full", "resultId": identity, "items": items}
