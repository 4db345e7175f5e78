"""THE table of features: one row each, with what the server announces and the functions that answer its requests.

A new feature is a file in this folder and a row here.  The server announces the rows before anything of the language is loaded, so that a row names its
functions: `folding.answer` is the function `answer` of `features/folding.py`, which takes an `Ask` and gives the protocol's JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tilewright_server.capabilities import EXTRACT, FIX_ALL, INLINE, QUICK_FIX, REWRITE, RUN
from tilewright_server.wire import TOKEN_LEGEND


@dataclass(frozen=True, slots=True)
class Feature:
    """The answers of one file of this folder: `provider` and `options` are the capability, `answers` maps requests to functions.

    With a `setting` the capability is announced, and requests are answered, while that setting is on.
    """

    provider: str
    answers: Mapping[str, str]
    options: object = True
    setting: str = ""


FEATURES: Final = (
    Feature("hoverProvider", {"textDocument/hover": "hover.answer"}),
    Feature("definitionProvider", {"textDocument/definition": "definition.answer"}),
    Feature("declarationProvider", {"textDocument/declaration": "definition.declaration"}),
    Feature("typeDefinitionProvider", {"textDocument/typeDefinition": "definition.type_definition"}),
    Feature("implementationProvider", {"textDocument/implementation": "definition.implementation"}),
    Feature("inlineValueProvider", {"textDocument/inlineValue": "inline_values.answer"}),
    Feature("referencesProvider", {"textDocument/references": "across_files.places"}),
    Feature("documentHighlightProvider", {"textDocument/documentHighlight": "references.highlights"}),
    Feature("documentSymbolProvider", {"textDocument/documentSymbol": "symbols.answer"}),
    Feature(
        "callHierarchyProvider",
        {
            "textDocument/prepareCallHierarchy": "call_hierarchy.prepare",
            "callHierarchy/incomingCalls": "call_hierarchy.incoming",
            "callHierarchy/outgoingCalls": "call_hierarchy.outgoing",
        },
    ),
    Feature(
        "completionProvider",
        {"textDocument/completion": "completion.answer"},
        {"triggerCharacters": [".", '"', "'"], "resolveProvider": True},
    ),
    Feature(
        "signatureHelpProvider",
        {"textDocument/signatureHelp": "signature_help.answer"},
        {"triggerCharacters": ["(", ","], "retriggerCharacters": [")"]},
    ),
    Feature(
        "codeActionProvider",
        {"textDocument/codeAction": "code_action.answer"},
        {"codeActionKinds": [QUICK_FIX, REWRITE, EXTRACT, INLINE, FIX_ALL, RUN], "resolveProvider": True},
    ),
    Feature("codeLensProvider", {"textDocument/codeLens": "code_lens.answer"}, {"resolveProvider": False}),
    Feature("foldingRangeProvider", {"textDocument/foldingRange": "folding.answer"}),
    Feature("inlayHintProvider", {"textDocument/inlayHint": "inlay_hints.answer"}, {"resolveProvider": False}),
    Feature("documentLinkProvider", {"textDocument/documentLink": "links.answer"}, {"resolveProvider": False}),
    Feature("documentFormattingProvider", {"textDocument/formatting": "formatting.answer"}, setting="formatting"),
    Feature(
        "documentRangeFormattingProvider", {"textDocument/rangeFormatting": "formatting.of_range"}, setting="formatting"
    ),
    Feature(
        "renameProvider",
        {"textDocument/prepareRename": "across_files.prepared", "textDocument/rename": "across_files.renamed"},
    ),
    Feature("selectionRangeProvider", {"textDocument/selectionRange": "selection_range.answer"}),
    Feature(
        "semanticTokensProvider",
        {
            "textDocument/semanticTokens/full": "semantic_tokens.answer",
            "textDocument/semanticTokens/full/delta": "semantic_tokens.changes",
            "textDocument/semanticTokens/range": "semantic_tokens.of_range",
        },
        {"legend": TOKEN_LEGEND, "full": {"delta": True}, "range": True},
    ),
)
PROVIDERS: Final = {feature.provider: feature.options for feature in FEATURES if not feature.setting}
# What the user switches on: by the setting, the features.
OPTIONAL: Final = {
    name: tuple(feature for feature in FEATURES if feature.setting == name)
    for name in dict.fromkeys(feature.setting for feature in FEATURES if feature.setting)
}
SETTINGS: Final = {method: feature.setting for feature in FEATURES if feature.setting for method in feature.answers}
ANSWERS: Final = {method: name for feature in FEATURES for method, name in feature.answers.items()}
