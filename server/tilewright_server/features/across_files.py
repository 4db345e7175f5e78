"""Renaming and finding names over the files of the workspace."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tilewright_server import shapes
from tilewright_server.answers import Change
from tilewright_server.ask import Ask
from tilewright_server.documents import path_of
from tilewright_server.features.other_files import Importer, importers
from tilewright_server.features.references import references
from tilewright_server.features.rename import exported_name, refusal_elsewhere, renamable, rename
from tilewright_server.rpc import INVALID_REQUEST, RpcError
from tilewright_server.text import Text
from tilewright_server.wire import Wire


async def places(ask: Ask) -> list[shapes.Location]:
    """`textDocument/references`"""
    context = ask.params.get("context") or {}
    found = references(ask.analysis, ask.offset, bool(context.get("includeDeclaration")))
    here = ask.wire.locations(reference.extent for reference in found)
    for importer in await _importers(ask):
        here += _wire_of(ask, importer).locations(importer.places)
    return here


def prepared(ask: Ask) -> shapes.Range | None:
    """`textDocument/prepareRename`"""
    extent = renamable(ask.analysis, ask.offset)
    return ask.wire.range(extent) if extent is not None else None


async def renamed(ask: Ask) -> shapes.WorkspaceEdit | None:
    """`textDocument/rename`; raises `RpcError` with the reason for names that cannot be changed."""
    name = str(ask.params.get("newName", ""))
    changes = rename(ask.analysis, ask.offset, name)
    if changes is None:
        return None
    others = await _importers(ask) if not isinstance(changes, str) else ()
    refusals = (changes if isinstance(changes, str) else None, *(refusal_elsewhere(each, name) for each in others))
    refused = next((each for each in refusals if each is not None), None)
    if refused is not None or isinstance(changes, str):
        raise RpcError(INVALID_REQUEST, refused or "")
    elsewhere = [(_wire_of(ask, each), [Change(place, name) for place in each.places]) for each in others]
    return ask.wire.edit(changes, [pair for pair in elsewhere if pair[1]])


async def _importers(ask: Ask) -> tuple[Importer, ...]:
    """The other files that name what stands at the cursor."""
    exported = exported_name(ask.analysis, ask.offset)
    if exported is None or not ask.wire.uri.startswith("file:"):
        return ()
    here = Path(path_of(ask.wire.uri))
    return await asyncio.to_thread(importers, ask.server.workspace(), here, *exported)


def _wire_of(ask: Ask, importer: Importer) -> Wire:
    file = importer.file
    return ask.server.wire_of(file.uri, file.version, Text.of(file.text))
