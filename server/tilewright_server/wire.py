"""The only place where offsets become protocol positions and answers become protocol types."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lsprotocol import types as lsp

from tilewright_server import answers
from tilewright_server.answers import Extent
from tilewright_server.text import Encoding, Text, units

SOURCE: Final = "tilewright"

OUTLINE_KINDS: Final = {
    "module": lsp.SymbolKind.Module,
    "function": lsp.SymbolKind.Function,
    "parameter": lsp.SymbolKind.Variable,
    "buffer": lsp.SymbolKind.Array,
    "loop variable": lsp.SymbolKind.Number,
    "block axis": lsp.SymbolKind.Number,
    "block": lsp.SymbolKind.Namespace,
    "variable": lsp.SymbolKind.Variable,
    "Python value": lsp.SymbolKind.Constant,
}
COMPLETION_KINDS: Final = {
    "module": lsp.CompletionItemKind.Module,
    "function": lsp.CompletionItemKind.Function,
    "parameter": lsp.CompletionItemKind.Variable,
    "buffer": lsp.CompletionItemKind.Variable,
    "loop variable": lsp.CompletionItemKind.Variable,
    "block axis": lsp.CompletionItemKind.Variable,
    "block": lsp.CompletionItemKind.Module,
    "variable": lsp.CompletionItemKind.Variable,
    "Python value": lsp.CompletionItemKind.Constant,
    "op": lsp.CompletionItemKind.Function,
    "form": lsp.CompletionItemKind.Function,
    "dtype": lsp.CompletionItemKind.TypeParameter,
    "class": lsp.CompletionItemKind.Class,
    "namespace": lsp.CompletionItemKind.Module,
    "attribute": lsp.CompletionItemKind.Property,
}
HIGHLIGHT_KINDS: Final = {
    "read": lsp.DocumentHighlightKind.Read,
    "write": lsp.DocumentHighlightKind.Write,
    "mention": lsp.DocumentHighlightKind.Text,
}
FOLD_KINDS: Final = {
    "region": lsp.FoldingRangeKind.Region,
    "imports": lsp.FoldingRangeKind.Imports,
    "comment": lsp.FoldingRangeKind.Comment,
}
TOKEN_TYPES: Final = {
    "module": "class",
    "function": "function",
    "parameter": "parameter",
    "buffer": "variable",
    "loop variable": "number",
    "block axis": "enumMember",
    "block": "namespace",
    "variable": "variable",
    "Python value": "variable",
    "op": "function",
    "form": "function",
    "dtype": "type",
    "class": "class",
    "namespace": "namespace",
}
TOKEN_LEGEND: Final = lsp.SemanticTokensLegend(
    token_types=sorted(set(TOKEN_TYPES.values())), token_modifiers=["declaration", "modification"]
)

_ROLES: Final = {role: list(TOKEN_LEGEND.token_types).index(type_) for role, type_ in TOKEN_TYPES.items()}
_MODIFIERS: Final = {name: 1 << position for position, name in enumerate(TOKEN_LEGEND.token_modifiers)}

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ready:
    """JSON as it is to be sent: for answers of thousands of items, which the protocol's validating classes would make ten times as slow."""

    json: Any


class Wire:
    """Converts the answers about one text, in the negotiated encoding."""

    def __init__(self, uri: str, version: int, text: Text, encoding: Encoding) -> None:
        self.uri = uri
        self.version = version
        self.text = text
        self.encoding: Encoding = encoding

    def offset(self, position: lsp.Position) -> int:
        """The offset of a protocol position."""
        return self.text.offset(position.line, position.character, self.encoding)

    def extent(self, range_: lsp.Range) -> Extent:
        """The offsets of a protocol range."""
        return Extent(self.offset(range_.start), self.offset(range_.end))

    def position(self, offset: int) -> lsp.Position:
        """The protocol position of an offset."""
        line, column = self.text.position(offset, self.encoding)
        return lsp.Position(line=line, character=column)

    def range(self, extent: Extent) -> lsp.Range:
        """The protocol range of two offsets."""
        return lsp.Range(start=self.position(extent.start), end=self.position(extent.end))

    def diagnostics(self, problems: Iterable[answers.Problem]) -> lsp.PublishDiagnosticsParams:
        """The problems of the whole document at this version."""
        found = [self.diagnostic(problem) for problem in problems]
        return lsp.PublishDiagnosticsParams(uri=self.uri, diagnostics=found, version=self.version)

    def diagnostic(self, problem: answers.Problem) -> lsp.Diagnostic:
        """One problem; `data` holds the titles of its fixes."""
        related = [
            lsp.DiagnosticRelatedInformation(
                location=lsp.Location(uri=self.uri, range=self.range(note.extent)), message=note.message
            )
            for note in problem.related
        ]
        return lsp.Diagnostic(
            range=self.range(problem.extent),
            message=problem.message,
            severity=lsp.DiagnosticSeverity(problem.severity),
            code=problem.code,
            code_description=lsp.CodeDescription(href=problem.link),
            source=SOURCE,
            related_information=related or None,
            data={"fixes": list(problem.fixes)} if problem.fixes else None,
        )

    def hover(self, found: answers.HoverText | None) -> lsp.Hover | None:
        """Hover text."""
        return (
            lsp.Hover(contents=_markdown(found.markdown), range=self.range(found.extent)) if found is not None else None
        )

    def locations(self, places: Iterable[Extent | answers.FilePlace]) -> list[lsp.Location]:
        """Places in this document or in other files."""
        return [
            file_location(place)
            if isinstance(place, answers.FilePlace)
            else lsp.Location(uri=self.uri, range=self.range(place))
            for place in places
        ]

    def highlights(self, mentions: Iterable[answers.Mention]) -> list[lsp.DocumentHighlight]:
        """Mentions of a symbol, told apart by read and write."""
        return [lsp.DocumentHighlight(range=self.range(m.extent), kind=HIGHLIGHT_KINDS[m.access]) for m in mentions]

    def outline(self, symbols: Iterable[answers.Outline]) -> Ready:
        """The tree of symbols."""
        return Ready([self._symbol(symbol) for symbol in symbols])

    def _symbol(self, symbol: answers.Outline) -> Json:
        made: Json = {
            "name": symbol.name,
            "detail": symbol.detail,
            "kind": OUTLINE_KINDS[symbol.kind].value,
            "range": self._json_range(symbol.extent),
            "selectionRange": self._json_range(symbol.name_extent),
        }
        if symbol.children:
            made["children"] = [self._symbol(child) for child in symbol.children]
        return made

    def _json_range(self, extent: Extent) -> Json:
        (first, begin), (last, end) = (
            self.text.position(extent.start, self.encoding),
            self.text.position(extent.end, self.encoding),
        )
        return {"start": {"line": first, "character": begin}, "end": {"line": last, "character": end}}

    def flat_outline(
        self, symbols: Iterable[answers.Outline], container: str | None = None
    ) -> list[lsp.SymbolInformation]:
        """The same without nesting, for clients that know no tree."""
        found: list[lsp.SymbolInformation] = []
        for symbol in symbols:
            location = lsp.Location(uri=self.uri, range=self.range(symbol.extent))
            kind = OUTLINE_KINDS[symbol.kind]
            found.append(
                lsp.SymbolInformation(name=symbol.name, kind=kind, location=location, container_name=container)
            )
            found += self.flat_outline(symbol.children, symbol.name)
        return found

    def completions(self, proposals: Iterable[answers.Proposal]) -> Ready:
        """Completion items, as short as can be: there may be hundreds, and documentation is fetched when one is looked at."""
        return Ready({"isIncomplete": False, "items": [_completion(proposal) for proposal in proposals]})

    def signature_help(self, signature: answers.SignatureText | None) -> lsp.SignatureHelp | None:
        """The signature of the call around the cursor."""
        if signature is None:
            return None
        parameters = [
            lsp.ParameterInformation(label=(units_of(signature.label, start), units_of(signature.label, end)))
            for start, end in signature.parameters
        ]
        active = signature.active if signature.active is not None else len(parameters)
        information = lsp.SignatureInformation(
            label=signature.label,
            documentation=_markdown(signature.documentation),
            parameters=parameters,
            active_parameter=active,
        )
        return lsp.SignatureHelp(signatures=[information], active_signature=0, active_parameter=active)

    def edit(self, changes: Iterable[answers.Change]) -> lsp.WorkspaceEdit:
        """Changes to this document."""
        edits = [lsp.TextEdit(range=self.range(change.extent), new_text=change.text) for change in changes]
        return lsp.WorkspaceEdit(changes={self.uri: edits})

    def complaints(self, diagnostics: Iterable[lsp.Diagnostic]) -> tuple[answers.Complaint, ...]:
        """Diagnostics as a client sends them back, those of other servers among them."""
        return tuple(
            answers.Complaint(each.source or "", str(each.code or ""), self.extent(each.range)) for each in diagnostics
        )

    def actions(self, actions: Iterable[answers.Action], command: str) -> list[lsp.CodeAction]:
        """Code actions; `command` is what the client knows the run command as."""
        return [
            lsp.CodeAction(
                title=action.title,
                kind=action.kind,
                diagnostics=[self.diagnostic(action.problem)] if action.problem is not None else None,
                is_preferred=True if action.preferred else None,
                edit=self.edit(action.changes) if action.changes else None,
                command=self.command(action.command, command) if action.command is not None else None,
            )
            for action in actions
        ]

    def lenses(self, lenses: Iterable[answers.Lens], command: str) -> list[lsp.CodeLens]:
        """Commands above lines."""
        return [
            lsp.CodeLens(range=self.range(lens.extent), command=self.command(lens.command, command)) for lens in lenses
        ]

    def command(self, command: answers.Command, name: str) -> lsp.Command:
        """A command about a function of this document."""
        arguments = {"uri": self.uri, "version": self.version, **command.arguments}
        return lsp.Command(title=command.title, command=name, arguments=[arguments])

    def folds(self, folds: Iterable[answers.Fold]) -> list[lsp.FoldingRange]:
        """Foldable lines."""
        return [
            lsp.FoldingRange(start_line=fold.first, end_line=fold.last, kind=FOLD_KINDS[fold.kind]) for fold in folds
        ]

    def hints(self, hints: Iterable[answers.Hint]) -> list[lsp.InlayHint]:
        """Types that the reader does not see in the text."""
        return [
            lsp.InlayHint(
                position=self.position(hint.offset),
                label=hint.label,
                kind=lsp.InlayHintKind.Type,
                tooltip=hint.whole or None,
            )
            for hint in hints
        ]

    def tokens(self, tokens: Iterable[answers.Token]) -> lsp.SemanticTokens:
        """Token roles in the protocol's relative numbers; tokens lie on one line each."""
        data: list[int] = []
        line = column = 0
        for token in tokens:
            there, start = self.text.position(token.extent.start, self.encoding)
            length = units(self.text.content[token.extent.start : token.extent.end], self.encoding)
            data += (there - line, start - (column if there == line else 0), length)
            data += (_ROLES[token.role], sum(_MODIFIERS[name] for name in token.modifiers))
            line, column = there, start
        return lsp.SemanticTokens(data=data)


def file_location(place: answers.FilePlace) -> lsp.Location:
    """A place in a file that is not open here, such as the stub; its columns are taken for ASCII."""
    start = lsp.Position(line=place.line, character=place.start)
    end = lsp.Position(line=place.line, character=place.end)
    return lsp.Location(uri=Path(place.path).as_uri(), range=lsp.Range(start=start, end=end))


def report(found: answers.Report) -> dict[str, Any]:
    """A report as the client gets it."""
    return {"ok": found.ok, "title": found.title, "text": found.text}


def units_of(label: str, offset: int) -> int:
    """Offsets inside labels always count UTF-16 units, whatever was negotiated."""
    return len(label[:offset].encode("utf-16-le")) // 2


def _markdown(text: str) -> lsp.MarkupContent:
    return lsp.MarkupContent(kind=lsp.MarkupKind.Markdown, value=text)


def _completion(proposal: answers.Proposal) -> Json:
    item: Json = {
        "label": proposal.label,
        "kind": COMPLETION_KINDS[proposal.kind].value,
        "sortText": f"{proposal.rank}{proposal.label}",
    }
    if proposal.detail:
        item["detail"] = proposal.detail
    if proposal.key:
        item["data"] = {"key": proposal.key}
    return item
