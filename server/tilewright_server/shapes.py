"""The JSON of the protocol that the server answers and sends, as types: each is a dictionary with these keys, of which those of a `Maybe` class may be absent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from tilewright.runner.parameters import AskedParameter, AskedSize


class Position(TypedDict):
    """A place between two characters, both numbers 0-based."""

    line: int
    character: int


class Range(TypedDict):
    """A half-open range."""

    start: Position
    end: Position


class Location(TypedDict):
    """A range of a document."""

    uri: str
    range: Range


class Markup(TypedDict):
    """Text with Markdown in it."""

    kind: Literal["markdown"]
    value: str


class RelatedInformation(TypedDict):
    """A second place that explains a diagnostic."""

    location: Location
    message: str


class CodeDescription(TypedDict):
    """The address that explains a code."""

    href: str


class DiagnosticData(TypedDict):
    """The data that we keep with a diagnostic: the titles of its fixes."""

    fixes: list[str]


class _MaybeOfDiagnostic(TypedDict, total=False):
    relatedInformation: list[RelatedInformation]
    tags: list[int]
    data: DiagnosticData


class Diagnostic(_MaybeOfDiagnostic):
    """One problem."""

    range: Range
    message: str
    severity: int
    code: str
    codeDescription: CodeDescription
    source: str


class Diagnostics(TypedDict):
    """`textDocument/publishDiagnostics`."""

    uri: str
    version: int | None
    diagnostics: list[Diagnostic]


class _MaybeOfReport(TypedDict, total=False):
    items: list[Diagnostic]


class DocumentReport(_MaybeOfReport):
    """`textDocument/diagnostic`: all diagnostics, or that they have not changed."""

    kind: Literal["full", "unchanged"]
    resultId: str


class WorkspaceDocumentReport(DocumentReport):
    """The report of one file of the workspace."""

    uri: str
    version: int | None


class WorkspaceReport(TypedDict):
    """`workspace/diagnostic`."""

    items: list[WorkspaceDocumentReport]


class Hover(TypedDict):
    """`textDocument/hover`."""

    contents: Markup
    range: Range


class Highlight(TypedDict):
    """One reference of `textDocument/documentHighlight`."""

    range: Range
    kind: int


class _MaybeOfDocumentSymbol(TypedDict, total=False):
    children: list[DocumentSymbol]


class DocumentSymbol(_MaybeOfDocumentSymbol):
    """A symbol of the tree of a document."""

    name: str
    detail: str
    kind: int
    range: Range
    selectionRange: Range


class _MaybeOfSymbolInformation(TypedDict, total=False):
    containerName: str


class SymbolInformation(_MaybeOfSymbolInformation):
    """A symbol in a flat list."""

    name: str
    kind: int
    location: Location


class CallHierarchyItem(TypedDict):
    """A function of the call hierarchy."""

    name: str
    detail: str
    kind: int
    uri: str
    range: Range
    selectionRange: Range


# A function that calls, and where; its first key is a keyword of Python.
IncomingCall = TypedDict("IncomingCall", {"from": CallHierarchyItem, "fromRanges": list[Range]})


class OutgoingCall(TypedDict):
    """A function that is called, and where."""

    to: CallHierarchyItem
    fromRanges: list[Range]


class _MaybeOfTextEdit(TypedDict, total=False):
    annotationId: str


class TextEdit(_MaybeOfTextEdit):
    """A range and its new text; the annotation is that of a change which is shown before it is made."""

    range: Range
    newText: str


class ItemKey(TypedDict):
    """The data that we keep with a completion: the key of its documentation."""

    key: str


class _MaybeOfCompletionItem(TypedDict, total=False):
    detail: str
    data: ItemKey
    documentation: Markup
    insertText: str
    insertTextFormat: int
    insertTextMode: int
    textEdit: TextEdit
    additionalTextEdits: list[TextEdit]


class CompletionItem(_MaybeOfCompletionItem):
    """One proposal."""

    label: str
    kind: int
    sortText: str


class CompletionList(TypedDict):
    """`textDocument/completion`."""

    isIncomplete: bool
    items: list[CompletionItem]


class ParameterInformation(TypedDict):
    """A parameter, as the part of the signature's label between two offsets in UTF-16."""

    label: list[int]


class SignatureInformation(TypedDict):
    """A signature."""

    label: str
    documentation: Markup
    parameters: list[ParameterInformation]
    activeParameter: int


class SignatureHelp(TypedDict):
    """`textDocument/signatureHelp`."""

    signatures: list[SignatureInformation]
    activeSignature: int
    activeParameter: int


class VersionedDocument(TypedDict):
    """A document at a version; None for a file that is not open."""

    uri: str
    version: int | None


class TextDocumentEdit(TypedDict):
    """Changes to one version of a document."""

    textDocument: VersionedDocument
    edits: list[TextEdit]


class ChangeAnnotation(TypedDict):
    """The effect of a change, and whether the user is to see it before it is made."""

    label: str
    needsConfirmation: bool


class WorkspaceEdit(TypedDict, total=False):
    """Changes to documents, in one of two forms: with versions or without."""

    changeAnnotations: dict[str, ChangeAnnotation]

    changes: dict[str, list[TextEdit]]
    documentChanges: list[TextDocumentEdit]


class Command(TypedDict):
    """Something that the client asks the server to do."""

    title: str
    command: str
    arguments: list[dict[str, object]]


class Disabled(TypedDict):
    """The reason why a code action cannot be chosen."""

    reason: str


class ActionData(TypedDict):
    """All that the server needs to make the changes of a code action later."""

    uri: str
    version: int | None
    position: Position
    key: str


class _MaybeOfCodeAction(TypedDict, total=False):
    diagnostics: list[Diagnostic]
    isPreferred: bool
    disabled: Disabled
    data: ActionData
    edit: WorkspaceEdit
    command: Command


class CodeAction(_MaybeOfCodeAction):
    """An action of `textDocument/codeAction`."""

    title: str
    kind: str


class CodeLens(TypedDict):
    """A command above a line."""

    range: Range
    command: Command


class InlineValueText(TypedDict):
    """Text behind a name while a debugger stands."""

    range: Range
    text: str


class InlineValueVariableLookup(TypedDict):
    """A name that the debugger looks up."""

    range: Range
    caseSensitiveLookup: bool


InlineValue = InlineValueText | InlineValueVariableLookup


class FoldingRange(TypedDict):
    """Lines that fold under the first."""

    startLine: int
    endLine: int
    kind: str


class _MaybeOfSelectionRange(TypedDict, total=False):
    parent: SelectionRange


class SelectionRange(_MaybeOfSelectionRange):
    """A range with the one around it."""

    range: Range


class DocumentLink(TypedDict):
    """Text that leads to a page."""

    range: Range
    target: str
    tooltip: str


class _MaybeOfInlayHint(TypedDict, total=False):
    tooltip: str


class InlayHint(_MaybeOfInlayHint):
    """Text behind a position."""

    position: Position
    label: str
    kind: int


class _MaybeOfSemanticTokens(TypedDict, total=False):
    resultId: str


class SemanticTokens(_MaybeOfSemanticTokens):
    """`textDocument/semanticTokens/full` and `range`: five numbers for each token."""

    data: list[int]


class TokenEdit(TypedDict):
    """Numbers that replace so many from `start` on."""

    start: int
    deleteCount: int
    data: list[int]


class SemanticTokensDelta(TypedDict):
    """`textDocument/semanticTokens/full/delta`."""

    resultId: str
    edits: list[TokenEdit]


class RunPlan(TypedDict):
    """`tilewright/runPlan`: what to ask before a run, the functions that can be the reference, and what was chosen before."""

    symbols: list[AskedSize]
    parameters: list[AskedParameter]
    references: list[str]
    data: object
    reference: object


class Failure(TypedDict):
    """The reason why there is no answer to a question of ours."""

    error: str


class ServerInfo(TypedDict):
    """Name and version of the server."""

    name: str
    version: str


class Greeting(TypedDict):
    """`initialize`."""

    capabilities: Mapping[str, object]
    serverInfo: ServerInfo


class Report(TypedDict):
    """The answer to a run or to a question of ours."""

    ok: bool
    title: str
    text: str
    data: Mapping[str, object]
