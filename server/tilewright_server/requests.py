"""Answering requests about documents by the features of `features/table.py`.

Importing this brings in what is known of the language; the server does so after it has greeted the client.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from tilewright.core.analyze import analyze
from tilewright.core.dialects.releases import settle
from tilewright_server import shapes
from tilewright_server.answers import Local, Part
from tilewright_server.ask import Ask
from tilewright_server.features.completion import documentation
from tilewright_server.features.refactoring import changes_of
from tilewright_server.features.run import plan
from tilewright_server.features.symbols import outline
from tilewright_server.features.table import ANSWERS, SETTINGS
from tilewright_server.features.workspace_symbols import defined_in
from tilewright_server.guard import Stop
from tilewright_server.rpc import CONTENT_MODIFIED, REQUEST_FAILED, Json, RpcError
from tilewright_server.text import Text
from tilewright_server.wire import markdown

if TYPE_CHECKING:
    from tilewright_server.server import Server

SMALLEST: Final = """\
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((1,), "int32")):
    for i in range(1):
        A[i] = 0
"""
# A request that takes longer (seconds, by the clock and by the processor) is given up, so that the others are answered too.
LONGEST: Final = 4.0
log = logging.getLogger(__name__)


def warm_up() -> None:
    """Have everything in memory that understanding a first file takes."""
    settle()
    analyze(SMALLEST)
    for method in ANSWERS:
        handler(method)
    # All of this is here to stay, with next to no garbage in it; looking through it again and again would be for nothing.
    gc.freeze()


@cache
def handler(method: str) -> Callable[[Ask], object]:
    """The function that answers a request, by the row of its feature."""
    module, _, name = ANSWERS[method].partition(".")
    return getattr(import_module(f"tilewright_server.features.{module}"), name)


def document_of(params: Json) -> object:
    """The document that a request is about, None when it names none."""
    named = params.get("textDocument") or params.get("item")
    return named.get("uri") if isinstance(named, dict) else None


async def workspace_symbols(server: Server, params: Json) -> list[shapes.SymbolInformation]:
    """The symbols whose names have the letters of the query, in order: all that open documents define, and the functions and modules of the other files of the workspace."""
    query = str(params.get("query", "")).lower()
    found: list[shapes.SymbolInformation] = []
    for uri in server.documents.uris():
        snapshot = await server.documents.fresh(uri)
        if snapshot is not None and snapshot.analysis is not None:
            parts = (*outline(snapshot.analysis),)
            found += [each for wire in server.wires(snapshot) for each in wire.flat_outline(parts)]
    for file, defined in await asyncio.to_thread(lambda: [*defined_in(server.workspace())]):
        wire = server.wire_of(file.uri, file.version, Text.of(file.text))
        found += wire.flat_outline([Part(0, file.text, Local(defined))])
    return [symbol for symbol in found if _has_letters(symbol["name"].lower(), query)]


def _has_letters(name: str, query: str) -> bool:
    letters = iter(name)
    return all(letter in letters for letter in query)


async def answer(server: Server, method: str, params: Json) -> object:
    """The answer about a document; null for one that is not open, that we understand nothing of, or whose settings have the feature off, and where there is nothing to say.

    An editor takes an empty list or object for the answer and asks no other server; null leaves that to them.
    """
    uri = str(document_of(params))
    snapshot = await server.documents.fresh(server.document_with(uri))
    if snapshot is None or snapshot.analysis is None:
        return None
    if method == "textDocument/codeAction":  # its fixes are those of what is wrong
        await server.documents.judged(snapshot.analysis)
    ask = Ask(server, snapshot.analysis, server.wire(snapshot, uri), params)
    if method in SETTINGS and not getattr(ask.settings, SETTINGS[method]):
        return None
    try:
        found = server.documents.guard.within(lambda: handler(method)(ask), LONGEST)
        return (await found if isinstance(found, Awaitable) else found) or None
    except RpcError:
        raise
    except Stop:
        log.warning("%s about %s took longer than %g s", method, snapshot.uri, LONGEST)
        return None
    except Exception:
        log.exception("cannot answer about %s", snapshot.uri)
        return None


def resolved(item: shapes.CompletionItem) -> shapes.CompletionItem:
    """A completion with the documentation that the user looks at."""
    data: object = item.get("data")
    text = documentation(str(data["key"])) if isinstance(data, dict) and "key" in data else None
    if text is not None:
        item["documentation"] = markdown(text)
    return item


async def resolved_action(server: Server, action: shapes.CodeAction) -> shapes.CodeAction:
    """A code action with its changes, made now that it was chosen.  An error says that the text has changed since, or that the result cannot be written so that it means the same."""
    data: object = action.get("data")
    if not isinstance(data, dict):
        return action
    uri = str(data.get("uri", ""))
    snapshot = await server.documents.fresh(server.document_with(uri))
    if snapshot is None or snapshot.analysis is None:
        raise RpcError(CONTENT_MODIFIED, "the document is not open")
    ask = Ask(server, snapshot.analysis, server.wire(snapshot, uri), {**data})
    if data.get("version") != ask.wire.version:
        raise RpcError(CONTENT_MODIFIED, "the text has changed since")
    try:
        changes = server.documents.guard.within(lambda: changes_of(ask.analysis, ask.offset, str(data["key"])), LONGEST)
    except Stop:
        raise RpcError(REQUEST_FAILED, f"{action.get('title')}: this takes longer than {LONGEST:g} s") from None
    if changes is None:
        raise RpcError(REQUEST_FAILED, f"{action.get('title')}: the result cannot be written so that it means the same")
    action["edit"] = ask.wire.previewed(changes, str(action.get("title", "")), server.shows_previews)
    return action


async def run_plan(server: Server, params: Json) -> shapes.RunPlan:
    """The questions to ask before a function is run."""
    snapshot = await server.documents.fresh(server.document_with(str(params.get("uri", ""))))
    if snapshot is None or snapshot.analysis is None:
        return {"symbols": [], "parameters": [], "references": [], "data": {}, "reference": ""}
    given = params.get("given")
    analysis = snapshot.analysis
    if isinstance(given, dict) and given:
        analysis = analyze(analysis.source.text, analysis.source.name, analysis, given=given)
    name = str(params.get("name", ""))
    before = server.results(str(params.get("uri", ""))).arguments.get(name, {})
    return plan(analysis, name, server.documents.settings_of(snapshot.uri).symbolic_size, before)
