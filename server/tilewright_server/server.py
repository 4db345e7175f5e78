"""The server: one table that binds each request of the protocol to a feature and its converter, and little else."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidRequest
from pygls.lsp.server import LanguageServer

from tilewright.analyze import Analysis, analyze
from tilewright_server import commands
from tilewright_server.documents import Documents, Snapshot
from tilewright_server.features.code_action import FIX_ALL, QUICK_FIX, RUN, actions, wanted
from tilewright_server.features.code_lens import lenses
from tilewright_server.features.completion import completions, documentation
from tilewright_server.features.definition import definitions
from tilewright_server.features.diagnostics import problems
from tilewright_server.features.explain import explain
from tilewright_server.features.folding import folds
from tilewright_server.features.hover import hover
from tilewright_server.features.inlay_hints import inlay_hints
from tilewright_server.features.mentions import mentions
from tilewright_server.features.noqa import noqa
from tilewright_server.features.rename import renamable, rename
from tilewright_server.features.run import plan
from tilewright_server.features.semantic_tokens import tokens
from tilewright_server.features.signature_help import signature_help
from tilewright_server.features.symbols import outline
from tilewright_server.protocol import Protocol, plain_converter
from tilewright_server.settings import settings_from
from tilewright_server.text import ENCODINGS
from tilewright_server.wire import TOKEN_LEGEND, Wire

NAME: Final = "tilewright"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ask:
    """A request about a document whose text is understood."""

    server: Server
    analysis: Analysis
    wire: Wire
    params: Any

    @property
    def offset(self) -> int:
        """Where the cursor is."""
        return self.wire.offset(self.params.position)


class Server(LanguageServer):
    """pygls' server with our documents and what is known about the client."""

    def __init__(self, version: str) -> None:
        super().__init__(NAME, version, protocol_cls=Protocol, converter_factory=plain_converter)
        self.documents = Documents(analyze, self._publish)
        self.is_vscode = False
        _register(self)

    def wire(self, snapshot: Snapshot) -> Wire:
        """The converter for one snapshot."""
        return Wire(snapshot.uri, snapshot.version, snapshot.text, self.documents.encoding)

    async def execute(self, params: lsp.ExecuteCommandParams) -> Any:
        """`workspace/executeCommand`."""
        return await commands.execute(self, params)

    @property
    def run_command(self) -> str:
        """What this client knows "Build and run" as: VS Code asks for sizes first, with a command of its own."""
        return commands.CLIENT_RUN if self.is_vscode else commands.SERVER_RUN

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Errors of ours go to the log and trouble nobody."""
        log.error("%s", error, exc_info=error)

    def _publish(self, snapshot: Snapshot | None, uri: str) -> None:
        if snapshot is None:
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=uri, diagnostics=[]))
            return
        found = problems(snapshot.analysis) if snapshot.analysis is not None else ()
        self.text_document_publish_diagnostics(self.wire(snapshot).diagnostics(found))


# Each request about a document: the feature that answers it, its converter, and the options we announce.
REQUESTS: Final[dict[str, tuple[Callable[[Ask], Any], Any]]] = {
    lsp.TEXT_DOCUMENT_HOVER: (lambda ask: ask.wire.hover(hover(ask.analysis, ask.offset)), None),
    lsp.TEXT_DOCUMENT_DEFINITION: (
        lambda ask: ask.wire.locations(definitions(ask.analysis, ask.offset)),
        None,
    ),
    lsp.TEXT_DOCUMENT_REFERENCES: (
        lambda ask: ask.wire.locations(
            mention.extent for mention in mentions(ask.analysis, ask.offset, ask.params.context.include_declaration)
        ),
        None,
    ),
    lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: (
        lambda ask: ask.wire.highlights(mentions(ask.analysis, ask.offset)),
        None,
    ),
    lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (lambda ask: _symbols(ask), None),
    lsp.TEXT_DOCUMENT_COMPLETION: (
        lambda ask: ask.wire.completions(completions(ask.analysis, ask.offset)),
        lsp.CompletionOptions(trigger_characters=[".", '"', "'"], resolve_provider=True),
    ),
    lsp.TEXT_DOCUMENT_SIGNATURE_HELP: (
        lambda ask: ask.wire.signature_help(signature_help(ask.analysis, ask.offset)),
        lsp.SignatureHelpOptions(trigger_characters=["(", ","], retrigger_characters=[")"]),
    ),
    lsp.TEXT_DOCUMENT_CODE_ACTION: (
        lambda ask: _actions(ask),
        lsp.CodeActionOptions(code_action_kinds=[QUICK_FIX, FIX_ALL, RUN]),
    ),
    lsp.TEXT_DOCUMENT_CODE_LENS: (
        lambda ask: (
            ask.wire.lenses(lenses(ask.analysis), ask.server.run_command)
            if ask.server.documents.settings.code_lens
            else []
        ),
        None,
    ),
    lsp.TEXT_DOCUMENT_FOLDING_RANGE: (
        lambda ask: ask.wire.folds(folds(ask.wire.text.lines())),
        None,
    ),
    lsp.TEXT_DOCUMENT_INLAY_HINT: (
        lambda ask: (
            ask.wire.hints(inlay_hints(ask.analysis, ask.wire.extent(ask.params.range)))
            if ask.server.documents.settings.inlay_hints
            else []
        ),
        None,
    ),
    lsp.TEXT_DOCUMENT_PREPARE_RENAME: (lambda ask: _renamable(ask), None),
    lsp.TEXT_DOCUMENT_RENAME: (lambda ask: _rename(ask), None),
    lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (
        lambda ask: ask.wire.tokens(tokens(ask.analysis)),
        TOKEN_LEGEND,
    ),
}


def _register(server: Server) -> None:
    """Bind the table, the notifications and our own requests."""
    for method, (answer, options) in REQUESTS.items():
        server.feature(method, options)(_handler(server, answer))
    server.feature(lsp.INITIALIZE)(lambda params: _initialize(server, params))
    server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)(lambda params: server.documents.save(params.text_document.uri))
    server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)(lambda params: _configure(server, params))
    server.feature(lsp.SHUTDOWN)(lambda _params: server.documents.shut_down())
    server.feature(lsp.COMPLETION_ITEM_RESOLVE)(_resolve)
    server.feature("tilewright/runPlan")(_run_plan(server))
    server.feature("tilewright/explain")(lambda params: {"markdown": explain(str(params.get("code", ""))).text})
    # Registered so that it is announced; `execute` carries it out.
    server.command(commands.SERVER_RUN)(lambda: None)


def _handler(server: Server, answer: Callable[[Ask], Any]) -> Callable[[Any], Any]:
    async def handle(params: Any) -> Any:
        snapshot = await server.documents.fresh(params.text_document.uri)
        if snapshot is None or snapshot.analysis is None:
            return None
        try:
            return answer(Ask(server, snapshot.analysis, server.wire(snapshot), params))
        except JsonRpcInvalidRequest:
            raise
        except Exception:
            log.exception("cannot answer about %s", snapshot.uri)
            return None

    return handle


def _initialize(server: Server, params: lsp.InitializeParams) -> None:
    server.documents.encoding = next(e for e in ENCODINGS if e == server.workspace.position_encoding)
    options = commands.plain(params.initialization_options)
    tree: dict[str, Any] = options if isinstance(options, dict) else {}
    server.is_vscode = tree.get("client") == "vscode" or _is_vscode(params.client_info)
    server.documents.settings = settings_from(tree.get("settings", tree))


def _is_vscode(client: lsp.ClientInfo | None) -> bool:
    name = client.name.lower() if client is not None else ""
    return "visual studio code" in name or name in ("code-server", "code - oss", "vscodium", "cursor", "windsurf")


def _configure(server: Server, params: lsp.DidChangeConfigurationParams) -> None:
    before = server.documents.settings
    server.documents.configure(settings_from(commands.plain(params.settings)))
    workspace = server.client_capabilities.workspace
    refreshes = workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support
    if refreshes and before.code_lens != server.documents.settings.code_lens:
        server.workspace_code_lens_refresh(None)


def _symbols(ask: Ask) -> Any:
    capabilities = ask.server.client_capabilities.text_document
    symbol = capabilities.document_symbol if capabilities is not None else None
    tree = symbol is not None and symbol.hierarchical_document_symbol_support
    found = outline(ask.analysis)
    return ask.wire.outline(found) if tree else ask.wire.flat_outline(found)


def _actions(ask: Ask) -> list[lsp.CodeAction]:
    only = ask.params.context.only
    offered = (
        *actions(ask.analysis, ask.wire.extent(ask.params.range)),
        *noqa(ask.analysis, ask.wire.complaints(ask.params.context.diagnostics)),
    )
    return ask.wire.actions([action for action in offered if wanted(action.kind, only)], ask.server.run_command)


def _renamable(ask: Ask) -> lsp.Range | None:
    extent = renamable(ask.analysis, ask.offset)
    return ask.wire.range(extent) if extent is not None else None


def _rename(ask: Ask) -> lsp.WorkspaceEdit:
    changes = rename(ask.analysis, ask.offset, ask.params.new_name)
    if isinstance(changes, str):
        raise JsonRpcInvalidRequest(changes)
    return ask.wire.edit(changes)


async def _resolve(item: lsp.CompletionItem) -> lsp.CompletionItem:
    """Fill in the documentation of the completion that the user looks at."""
    data = commands.plain(item.data)
    markdown = documentation(str(data["key"])) if isinstance(data, dict) and "key" in data else None
    if markdown is not None:
        item.documentation = lsp.MarkupContent(kind=lsp.MarkupKind.Markdown, value=markdown)
    return item


def _run_plan(server: Server) -> Callable[[Any], Any]:
    async def handle(params: Any) -> Any:
        snapshot = await server.documents.fresh(str(params.get("uri", "")))
        if snapshot is None or snapshot.analysis is None:
            return {"symbols": [], "parameters": []}
        return plan(snapshot.analysis, str(params.get("name", "")), server.documents.settings.symbolic_size)

    return handle
