"""One table that binds each request about a document to the feature that answers it and to its converter, and nothing else.

Importing this brings in what is known of the language; the server does so after it has greeted the client.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tilewright.core.analyze import Analysis, analyze
from tilewright_server.answers import Extent
from tilewright_server.capabilities import capability
from tilewright_server.features.call_hierarchy import called, callers, function_at
from tilewright_server.features.code_action import actions, wanted
from tilewright_server.features.code_lens import lenses
from tilewright_server.features.completion import completions, documentation
from tilewright_server.features.definition import definitions
from tilewright_server.features.folding import folds
from tilewright_server.features.hover import hover
from tilewright_server.features.inlay_hints import inlay_hints
from tilewright_server.features.noqa import noqa
from tilewright_server.features.plain_python import has_script
from tilewright_server.features.references import references
from tilewright_server.features.rename import renamable, rename
from tilewright_server.features.run import plan
from tilewright_server.features.selection_range import selection_ranges
from tilewright_server.features.semantic_tokens import tokens
from tilewright_server.features.signature_help import signature_help
from tilewright_server.features.symbols import outline
from tilewright_server.rpc import INVALID_REQUEST, Json, RpcError
from tilewright_server.wire import Wire, markdown

if TYPE_CHECKING:
    from tilewright_server.server import Server

SMALLEST: Final = """\
from tvm.script import tir as T


@T.prim_func
def f(A: T.Buffer((1,), "int32")):
    for i in range(1):
        A[i] = 0
"""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ask:
    """A request about a document whose text is understood."""

    server: Server
    analysis: Analysis
    wire: Wire
    params: Json

    @property
    def offset(self) -> int:
        """Where the cursor is."""
        return self.wire.offset(self.params["position"])


def _completions(ask: Ask) -> Json | None:
    found = completions(ask.analysis, ask.offset)
    return ask.wire.completions(found) if found else None


def _folds(ask: Ask) -> list[Json]:
    return ask.wire.folds(folds(ask.wire.text.lines())) if has_script(ask.analysis) else []


def _tokens(ask: Ask) -> Json | None:
    return ask.wire.tokens(tokens(ask.analysis)) if has_script(ask.analysis) else None


def _symbols(ask: Ask) -> list[Json]:
    tree = capability(ask.server.client, "textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport")
    found = outline(ask.analysis)
    return ask.wire.outline(found) if tree else ask.wire.flat_outline(found)


def _references(ask: Ask) -> list[Json]:
    context = ask.params.get("context") or {}
    found = references(ask.analysis, ask.offset, bool(context.get("includeDeclaration")))
    return ask.wire.locations(reference.extent for reference in found)


def _actions(ask: Ask) -> list[Json]:
    context = ask.params.get("context") or {}
    offered = (
        *actions(ask.analysis, ask.wire.extent(ask.params["range"])),
        *noqa(ask.analysis, ask.wire.complaints(context.get("diagnostics") or ())),
    )
    only = context.get("only")
    return ask.wire.actions([action for action in offered if wanted(action.kind, only)], ask.server.run_command)


def _lenses(ask: Ask) -> list[Json]:
    return (
        ask.wire.lenses(lenses(ask.analysis), ask.server.run_command) if ask.server.documents.settings.code_lens else []
    )


def _hints(ask: Ask) -> list[Json]:
    return (
        ask.wire.hints(inlay_hints(ask.analysis, ask.wire.extent(ask.params["range"])))
        if ask.server.documents.settings.inlay_hints
        else []
    )


def _renamable(ask: Ask) -> Json | None:
    extent = renamable(ask.analysis, ask.offset)
    return ask.wire.range(extent) if extent is not None else None


def _rename(ask: Ask) -> Json | None:
    changes = rename(ask.analysis, ask.offset, str(ask.params.get("newName", "")))
    if changes is None:
        return None
    if isinstance(changes, str):
        raise RpcError(INVALID_REQUEST, changes)
    return ask.wire.edit(changes)


def _selections(ask: Ask) -> list[Json]:
    if not has_script(ask.analysis):
        return []
    places = (ask.wire.offset(position) for position in ask.params["positions"])
    return [ask.wire.selection(selection_ranges(ask.analysis, place)) for place in places]


def _hierarchy(ask: Ask) -> list[Json] | None:
    found = function_at(ask.analysis, ask.offset)
    return ask.wire.functions([found]) if found is not None else None


def _name_of_item(ask: Ask) -> Extent:
    return ask.wire.extent(ask.params["item"]["selectionRange"])


REQUESTS: Final[dict[str, Callable[[Ask], object]]] = {
    "textDocument/hover": lambda ask: ask.wire.hover(hover(ask.analysis, ask.offset)),
    "textDocument/definition": lambda ask: ask.wire.locations(definitions(ask.analysis, ask.offset)),
    "textDocument/references": _references,
    "textDocument/documentHighlight": lambda ask: ask.wire.highlights(references(ask.analysis, ask.offset)),
    "textDocument/documentSymbol": _symbols,
    "textDocument/completion": _completions,
    "textDocument/signatureHelp": lambda ask: ask.wire.signature_help(signature_help(ask.analysis, ask.offset)),
    "textDocument/codeAction": _actions,
    "textDocument/codeLens": _lenses,
    "textDocument/foldingRange": _folds,
    "textDocument/inlayHint": _hints,
    "textDocument/prepareCallHierarchy": _hierarchy,
    "callHierarchy/incomingCalls": lambda ask: ask.wire.callers(callers(ask.analysis, _name_of_item(ask))),
    "callHierarchy/outgoingCalls": lambda ask: ask.wire.called(called(ask.analysis, _name_of_item(ask))),
    "textDocument/prepareRename": _renamable,
    "textDocument/rename": _rename,
    "textDocument/selectionRange": _selections,
    "textDocument/semanticTokens/full": _tokens,
}


def warm_up() -> None:
    """Have everything in memory that understanding a first file takes."""
    analyze(SMALLEST)
    # All of this is here to stay; looking through it again and again for garbage would be for nothing.
    gc.collect()
    gc.freeze()


def document_of(params: Json) -> object:
    """The document that a request is about, None when it names none."""
    named = params.get("textDocument") or params.get("item")
    return named.get("uri") if isinstance(named, dict) else None


async def workspace_symbols(server: Server, params: Json) -> list[Json]:
    """The functions, modules and all else that an open document defines and whose name has the letters of the query in it, in order."""
    query = str(params.get("query", "")).lower()
    found: list[Json] = []
    for uri in server.documents.uris():
        snapshot = await server.documents.fresh(uri)
        if snapshot is not None and snapshot.analysis is not None:
            found += server.wire(snapshot).flat_outline(outline(snapshot.analysis))
    return [symbol for symbol in found if _has_letters(symbol["name"].lower(), query)]


def _has_letters(name: str, query: str) -> bool:
    letters = iter(name)
    return all(letter in letters for letter in query)


async def answer(server: Server, method: str, params: Json) -> object:
    """The answer about a document; null for one that is not open or that we understand nothing of, and where there is nothing to say.

    An editor takes an empty list or object for the answer and asks no other server; null leaves that to them.
    """
    snapshot = await server.documents.fresh(str(document_of(params)))
    if snapshot is None or snapshot.analysis is None:
        return None
    try:
        return REQUESTS[method](Ask(server, snapshot.analysis, server.wire(snapshot), params)) or None
    except RpcError:
        raise
    except Exception:
        log.exception("cannot answer about %s", snapshot.uri)
        return None


def resolved(item: Json) -> Json:
    """A completion with the documentation that the user looks at."""
    data = item.get("data")
    text = documentation(str(data["key"])) if isinstance(data, dict) and "key" in data else None
    return {**item, "documentation": markdown(text)} if text is not None else item


async def run_plan(server: Server, params: Json) -> Json:
    """The questions to ask before a function is run."""
    snapshot = await server.documents.fresh(str(params.get("uri", "")))
    if snapshot is None or snapshot.analysis is None:
        return {"symbols": [], "parameters": []}
    return plan(snapshot.analysis, str(params.get("name", "")), server.documents.settings.symbolic_size)
