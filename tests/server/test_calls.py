"""Call hierarchy and symbols of all open documents, through the real server; and that what is announced is answered."""

from __future__ import annotations

import pytest
from lsprotocol import types as lsp
from pytest_lsp import LanguageClient

from tests.server.programs import CALLS, MODULE
from tests.server.session import Document
from tilewright_server.capabilities import ASKED, GENERAL
from tilewright_server.features.table import ANSWERS, FEATURES, OPTIONAL, PROVIDERS
from tilewright_server.requests import handler
from tilewright_server.server import OWN_REQUESTS

pytestmark = pytest.mark.asyncio(loop_scope="module")
MORE = """
    @R.function
    def twice(x: R.Tensor((4,), "float32")):
        cls = Mod
        y = cls.main(x)
        z = cls.main(y)
        return z
"""


async def test_callers_and_called_functions(client: LanguageClient) -> None:
    document = Document(client, CALLS.replace("        return y\n", "        return y\n" + MORE))
    at_call = lsp.CallHierarchyPrepareParams(**document.at("cls.$0main(y)"))
    (item,) = await client.text_document_prepare_call_hierarchy_async(at_call)
    assert (item.name, item.selection_range.start) == ("main", document.position("def $0main"))
    (caller,) = await client.call_hierarchy_incoming_calls_async(lsp.CallHierarchyIncomingCallsParams(item=item))
    assert caller.from_.name == "twice"
    assert [place.start for place in caller.from_ranges] == [
        document.position("cls.$0main(x)"),
        document.position("cls.$0main(y)"),
    ]
    (called,) = await client.call_hierarchy_outgoing_calls_async(lsp.CallHierarchyOutgoingCallsParams(item=item))
    assert called.to.name == "scale"
    assert [place.start for place in called.from_ranges] == [document.position("cls.$0scale")]
    nothing = lsp.CallHierarchyPrepareParams(**document.at("$0y = R.call_tir"))
    assert not await client.text_document_prepare_call_hierarchy_async(nothing)


async def test_symbols_of_all_open_documents(client: LanguageClient) -> None:
    first, second = Document(client, CALLS), Document(client, MODULE)
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="hlp"))
    assert [(symbol.name, symbol.location.uri) for symbol in found] == [("helper", second.uri)]
    found = await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="Mod"))
    assert {symbol.location.uri for symbol in found} >= {first.uri, second.uri}


METHODS = {
    "hoverProvider": ["textDocument/hover"],
    "definitionProvider": ["textDocument/definition"],
    "referencesProvider": ["textDocument/references"],
    "documentHighlightProvider": ["textDocument/documentHighlight"],
    "documentSymbolProvider": ["textDocument/documentSymbol"],
    "workspaceSymbolProvider": ["workspace/symbol"],
    "callHierarchyProvider": [
        "textDocument/prepareCallHierarchy",
        "callHierarchy/incomingCalls",
        "callHierarchy/outgoingCalls",
    ],
    "completionProvider": ["textDocument/completion", "completionItem/resolve"],
    "signatureHelpProvider": ["textDocument/signatureHelp"],
    "codeActionProvider": ["textDocument/codeAction", "codeAction/resolve"],
    "codeLensProvider": ["textDocument/codeLens"],
    "foldingRangeProvider": ["textDocument/foldingRange"],
    "documentLinkProvider": ["textDocument/documentLink"],
    "inlayHintProvider": ["textDocument/inlayHint"],
    "renameProvider": ["textDocument/rename", "textDocument/prepareRename"],
    "selectionRangeProvider": ["textDocument/selectionRange"],
    "semanticTokensProvider": [
        "textDocument/semanticTokens/full",
        "textDocument/semanticTokens/full/delta",
        "textDocument/semanticTokens/range",
    ],
    "declarationProvider": ["textDocument/declaration"],
    "typeDefinitionProvider": ["textDocument/typeDefinition"],
    "implementationProvider": ["textDocument/implementation"],
    "inlineValueProvider": ["textDocument/inlineValue"],
    "documentFormattingProvider": ["textDocument/formatting"],
    "documentRangeFormattingProvider": ["textDocument/rangeFormatting"],
    "diagnosticProvider": ["textDocument/diagnostic", "workspace/diagnostic"],
    "executeCommandProvider": ["workspace/executeCommand"],
}


async def test_what_is_announced_is_answered_and_nothing_else() -> None:
    optional = {feature.provider for row in OPTIONAL.values() for feature in row}
    assert {*GENERAL, *PROVIDERS, *ASKED, *optional} - {"textDocumentSync", "notebookDocumentSync", "workspace"} == set(
        METHODS
    )
    answered = {method for method in (*ANSWERS, *OWN_REQUESTS) if not method.startswith("tilewright/")}
    assert answered == {method for methods in METHODS.values() for method in methods}


async def test_every_row_of_the_features_names_functions_of_one_file() -> None:
    for feature in FEATURES:
        homes = {handler(method).__module__.rpartition(".")[2] for method in feature.answers}
        assert len(homes) == 1
        assert {name.partition(".")[0] for name in feature.answers.values()} == homes
