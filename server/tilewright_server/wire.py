"""The only place where offsets become protocol positions and answers become the protocol's JSON.  Its numbers stand here by their names in the protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any, Final

from tilewright_server import answers, shapes
from tilewright_server.answers import Extent
from tilewright_server.pieces import Piece, array, inside, numbers
from tilewright_server.text import Encoding, Text, units

SOURCE: Final = "tilewright"

OUTLINE_KINDS: Final = {
    "module": 2,  # Module
    "function": 12,  # Function
    "parameter": 13,  # Variable
    "buffer": 18,  # Array
    "loop variable": 16,  # Number
    "block axis": 16,  # Number
    "block": 3,  # Namespace
    "variable": 13,  # Variable
    "Python value": 14,  # Constant
}
COMPLETION_KINDS: Final = {
    "module": 9,  # Module
    "function": 3,  # Function
    "parameter": 6,  # Variable
    "buffer": 6,  # Variable
    "loop variable": 6,  # Variable
    "block axis": 6,  # Variable
    "block": 9,  # Module
    "variable": 6,  # Variable
    "Python value": 21,  # Constant
    "op": 3,  # Function
    "form": 3,  # Function
    "dtype": 25,  # TypeParameter
    "class": 7,  # Class
    "namespace": 9,  # Module
    "attribute": 10,  # Property
    "snippet": 15,  # Snippet
}
PREVIEW: Final = "preview"
SNIPPET: Final = 2
UNNECESSARY: Final = 1
ADJUST_INDENTATION: Final = 2
HIGHLIGHT_KINDS: Final = {"text": 1, "read": 2, "write": 3}
HINT_OF_TYPE: Final = 1
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
TOKEN_LEGEND: Final = {
    "tokenTypes": sorted(set(TOKEN_TYPES.values())),
    "tokenModifiers": ["declaration", "modification"],
}

_ROLES: Final = {role: TOKEN_LEGEND["tokenTypes"].index(type_) for role, type_ in TOKEN_TYPES.items()}
_MODIFIERS: Final = {name: 1 << position for position, name in enumerate(TOKEN_LEGEND["tokenModifiers"])}

Json = dict[str, Any]


class Wire:
    """Converts the answers about one text, in the negotiated encoding."""

    def __init__(
        self, uri: str, version: int | None, text: Text, encoding: Encoding, *, versioned_edits: bool = False
    ) -> None:
        self.uri = uri
        self.version = version
        self.versioned_edits = versioned_edits
        self.text = text
        self.encoding: Encoding = encoding

    def offset(self, position: shapes.Position) -> int:
        """The offset of a protocol position."""
        return self.text.offset(position["line"], position["character"], self.encoding)

    def extent(self, range_: shapes.Range) -> Extent:
        """The offsets of a protocol range."""
        return Extent(self.offset(range_["start"]), self.offset(range_["end"]))

    def position(self, offset: int) -> shapes.Position:
        """The protocol position of an offset."""
        line, column = self.text.position(offset, self.encoding)
        return {"line": line, "character": column}

    def range(self, extent: Extent) -> shapes.Range:
        """The protocol range of two offsets."""
        return {"start": self.position(extent.start), "end": self.position(extent.end)}

    def wire_at(self, extent: Extent) -> Wire:
        """The converter of the text in which a range begins: another cell of a notebook has its own."""
        return self

    def location(self, extent: Extent) -> shapes.Location:
        """A range of this document as a place in the world."""
        return {"uri": self.uri, "range": self.range(extent)}

    def diagnostics(self, problems: Iterable[answers.Problem]) -> shapes.Diagnostics:
        """The problems of the whole document at this version."""
        found = [self.diagnostic(problem) for problem in problems]
        return {"uri": self.uri, "version": self.version, "diagnostics": found}

    def diagnostic(self, problem: answers.Problem) -> shapes.Diagnostic:
        """One problem; `data` holds the titles of its fixes."""
        made: shapes.Diagnostic = {
            "range": self.range(problem.extent),
            "message": problem.message,
            "severity": problem.severity,
            "code": problem.code,
            "codeDescription": {"href": problem.link},
            "source": SOURCE,
        }
        if problem.related:
            made["relatedInformation"] = [
                {"location": self.location(note.extent), "message": note.message} for note in problem.related
            ]
        if problem.unnecessary:
            made["tags"] = [UNNECESSARY]
        if problem.fixes:
            made["data"] = {"fixes": list(problem.fixes)}
        return made

    def hover(self, found: answers.HoverText | None) -> shapes.Hover | None:
        """Hover text."""
        return {"contents": markdown(found.markdown), "range": self.range(found.extent)} if found is not None else None

    def locations(self, places: Iterable[Extent | answers.FilePlace]) -> list[shapes.Location]:
        """Places in this document or in other files."""
        return [
            file_location(place) if isinstance(place, answers.FilePlace) else self.location(place) for place in places
        ]

    def highlights(self, references: Iterable[answers.Reference]) -> list[shapes.Highlight]:
        """The references to a symbol, marked as text, read or write."""
        return [{"range": self.range(m.extent), "kind": HIGHLIGHT_KINDS[m.access]} for m in references]

    def outline(self, parts: Iterable[answers.Part[answers.Outline]]) -> list[shapes.DocumentSymbol]:
        """The tree of symbols."""
        return [symbol for part in parts for symbol in self._outline_of(part)]

    def written_outline(self, parts: Iterable[answers.Part[answers.Outline]]) -> str:
        """The tree of symbols as JSON."""
        return array(map(self.prepare_outline, parts))

    def prepare_outline(self, part: answers.Part[answers.Outline]) -> str:
        """Have the JSON of one definition's symbols ready, without brackets: the same text as long as the definition stands where it does."""
        place = self.text.line_of(part.base), self.encoding
        known = part.local.converted
        if place not in known:
            known.clear()
            known[place] = inside(self._outline_of(part))
        return known[place]

    def _outline_of(self, part: answers.Part[answers.Outline]) -> list[shapes.DocumentSymbol]:
        first, text = self.text.line_of(part.base), Text.of(part.text)
        return [self._symbol(symbol, text, first) for symbol in part.local.found]

    def _symbol(self, symbol: answers.Outline, inside: Text, first: int) -> shapes.DocumentSymbol:
        made = self.symbol(symbol, lambda extent: self._range_in(inside, first, extent))
        if symbol.children:
            made["children"] = [self._symbol(child, inside, first) for child in symbol.children]
        return made

    def symbol(self, symbol: answers.Outline, range_of: Callable[[Extent], shapes.Range]) -> shapes.DocumentSymbol:
        """A symbol without those inside of it."""
        return {
            "name": symbol.name,
            "detail": symbol.detail,
            "kind": OUTLINE_KINDS[symbol.kind],
            "range": range_of(symbol.extent),
            "selectionRange": range_of(symbol.name_extent),
        }

    def _range_in(self, inside: Text, first: int, extent: Extent) -> shapes.Range:
        """A range in the text of a definition that begins on line `first`."""
        (begin, start), (last, end) = (
            inside.position(extent.start, self.encoding),
            inside.position(extent.end, self.encoding),
        )
        return {
            "start": {"line": first + begin, "character": start},
            "end": {"line": first + last, "character": end},
        }

    def flat_outline(self, parts: Iterable[answers.Part[answers.Outline]]) -> list[shapes.SymbolInformation]:
        """The same without nesting, for clients that know no tree."""
        return [symbol for tree in self.outline(parts) for symbol in self._flat(tree, None)]

    def _flat(self, symbol: shapes.DocumentSymbol, container: str | None) -> Iterator[shapes.SymbolInformation]:
        made: shapes.SymbolInformation = {
            "name": symbol["name"],
            "kind": symbol["kind"],
            "location": {"uri": self.uri, "range": symbol["range"]},
        }
        if container is not None:
            made["containerName"] = container
        yield made
        for child in symbol.get("children", ()):
            yield from self._flat(child, symbol["name"])

    def functions(self, found: Iterable[answers.Function]) -> list[shapes.CallHierarchyItem]:
        """Functions, as the call hierarchy takes and gives them."""
        return [self._function(each) for each in found]

    def callers(self, calls: Iterable[answers.Calls]) -> list[shapes.IncomingCall]:
        """The incoming calls of a function."""
        return [
            {
                "from": self._function(each.function),
                "fromRanges": self.wire_at(each.function.extent).ranges(each.places),
            }
            for each in calls
        ]

    def called(self, calls: Iterable[answers.Calls]) -> list[shapes.OutgoingCall]:
        """The outgoing calls of a function."""
        return [{"to": self._function(each.function), "fromRanges": self.ranges(each.places)} for each in calls]

    def _function(self, function: answers.Function) -> shapes.CallHierarchyItem:
        return {
            "name": function.name,
            "detail": function.detail,
            "kind": OUTLINE_KINDS["function"],
            **(wire := self.wire_at(function.extent)).location(function.extent),
            "selectionRange": wire.range(function.name_extent),
        }

    def ranges(self, extents: Iterable[Extent]) -> list[shapes.Range]:
        """The ranges of some extents."""
        return [self.range(extent) for extent in extents]

    def completions(self, proposals: Iterable[answers.Proposal]) -> shapes.CompletionList:
        """Completion items, as short as can be: there may be hundreds, and documentation is fetched when one is looked at."""
        return {"isIncomplete": False, "items": [self._completion(proposal) for proposal in proposals]}

    def _completion(self, proposal: answers.Proposal) -> shapes.CompletionItem:
        item: shapes.CompletionItem = {
            "label": proposal.label,
            "kind": COMPLETION_KINDS[proposal.kind],
            "sortText": f"{proposal.rank}{proposal.label}",
        }
        if proposal.detail:
            item["detail"] = proposal.detail
        if proposal.key:
            item["data"] = {"key": proposal.key}
        if proposal.snippet:
            item["insertText"] = proposal.snippet
            item["insertTextFormat"] = SNIPPET
            item["insertTextMode"] = ADJUST_INDENTATION
        if proposal.replaces is not None:
            item["textEdit"] = {"range": self.range(proposal.replaces), "newText": proposal.label}
        if proposal.also:
            item["additionalTextEdits"] = self.text_edits(proposal.also)
        return item

    def signature_help(self, signature: answers.SignatureText | None) -> shapes.SignatureHelp | None:
        """The signature of the call around the cursor."""
        if signature is None:
            return None
        parameters: list[shapes.ParameterInformation] = [
            {"label": [units_of(signature.label, start), units_of(signature.label, end)]}
            for start, end in signature.parameters
        ]
        active = signature.active if signature.active is not None else len(parameters)
        information: shapes.SignatureInformation = {
            "label": signature.label,
            "documentation": markdown(signature.documentation),
            "parameters": parameters,
            "activeParameter": active,
        }
        return {"signatures": [information], "activeSignature": 0, "activeParameter": active}

    def edit(
        self, changes: Iterable[answers.Change], others: Iterable[tuple[Wire, Iterable[answers.Change]]] = ()
    ) -> shapes.WorkspaceEdit:
        """Changes to this document and to others; clients that know versions refuse them when a text has changed since."""
        edits = [(wire, wire.text_edits(each)) for wire, each in ((self, changes), *others)]
        if not self.versioned_edits:
            return {"changes": {wire.uri: made for wire, made in edits}}
        return {
            "documentChanges": [
                {"textDocument": {"uri": wire.uri, "version": wire.version}, "edits": made} for wire, made in edits
            ]
        }

    def previewed(self, changes: Iterable[answers.Change], label: str, shows: bool) -> shapes.WorkspaceEdit:
        """Changes that clients which can show them show before they make them."""
        made = self.edit(changes)
        if shows:
            made["changeAnnotations"] = {PREVIEW: {"label": label, "needsConfirmation": True}}
            for document in made.get("documentChanges", ()):
                for edit in document["edits"]:
                    edit["annotationId"] = PREVIEW
        return made

    def text_edits(self, changes: Iterable[answers.Change]) -> list[shapes.TextEdit]:
        """Changes to this document, without saying which one it is."""
        return [{"range": self.range(change.extent), "newText": change.text} for change in changes]

    def complaints(self, diagnostics: Iterable[Json]) -> tuple[answers.Complaint, ...]:
        """Diagnostics as a client sends them back, those of other servers among them."""
        return tuple(
            answers.Complaint(each.get("source") or "", str(each.get("code") or ""), self.extent(each["range"]))
            for each in diagnostics
        )

    def actions(self, actions: Iterable[answers.Action], command: str) -> list[shapes.CodeAction]:
        """Code actions; `command` is what the client knows the run command as."""
        return [self._action(action, command) for action in actions]

    def _action(self, action: answers.Action, command: str) -> shapes.CodeAction:
        made: shapes.CodeAction = {"title": action.title, "kind": action.kind}
        if action.problem is not None:
            made["diagnostics"] = [self.diagnostic(action.problem)]
        if action.preferred:
            made["isPreferred"] = True
        if action.disabled:
            made["disabled"] = {"reason": action.disabled}
        elif action.key:
            position = self.position(action.offset)
            made["data"] = {"uri": self.uri, "version": self.version, "position": position, "key": action.key}
        if action.changes:
            made["edit"] = self.edit(action.changes)
        if action.command is not None:
            made["command"] = self.command(action.command, command)
        return made

    def lenses(self, lenses: Iterable[answers.Lens], command: str) -> list[shapes.CodeLens]:
        """Commands above lines."""
        return [{"range": self.range(lens.extent), "command": self.command(lens.command, command)} for lens in lenses]

    def command(self, command: answers.Command, name: str) -> shapes.Command:
        """A command about a function of this document."""
        arguments: dict[str, object] = {"uri": self.uri, "version": self.version, **command.arguments}
        return {"title": command.title, "command": command.command or name, "arguments": [arguments]}

    def inline_values(self, values: Iterable[answers.InlineValue]) -> list[shapes.InlineValue]:
        """Texts behind names while a debugger stands."""
        return [self._inline_value(each) for each in values]

    def _inline_value(self, value: answers.InlineValue) -> shapes.InlineValue:
        if value.text:
            return {"range": self.range(value.extent), "text": value.text}
        return {"range": self.range(value.extent), "caseSensitiveLookup": True}

    def folds(self, folds: Iterable[answers.Fold]) -> list[shapes.FoldingRange]:
        """Foldable lines; the kinds are the protocol's words."""
        return [{"startLine": fold.first, "endLine": fold.last, "kind": fold.kind} for fold in folds]

    def selection(self, extents: Iterable[Extent]) -> shapes.SelectionRange | None:
        """Ranges from the innermost to the outermost, each with the next as its parent; None when there are none."""
        made: shapes.SelectionRange | None = None
        for extent in reversed(tuple(extents)):
            inner: shapes.SelectionRange = {"range": self.range(extent)}
            if made is not None:
                inner["parent"] = made
            made = inner
        return made

    def links(self, links: Iterable[answers.Link]) -> list[shapes.DocumentLink]:
        """Texts that lead to pages."""
        return [{"range": self.range(link.extent), "target": link.address, "tooltip": link.tooltip} for link in links]

    def hints(self, hints: Iterable[answers.Hint]) -> list[shapes.InlayHint]:
        """Types that the reader does not see in the text."""
        return [self._hint(hint) for hint in hints]

    def _hint(self, hint: answers.Hint) -> shapes.InlayHint:
        made: shapes.InlayHint = {
            "position": self.position(hint.offset),
            "label": hint.label,
            "kind": HINT_OF_TYPE,
        }
        if hint.whole:
            made["tooltip"] = hint.whole
        return made

    def tokens(self, parts: Iterable[answers.Part[answers.Token]]) -> list[Piece]:
        """Token roles in the protocol's relative numbers: of each definition the first two, which depend on the one before, and the rest."""
        found: list[Piece] = []
        line = column = 0
        for part in parts:
            start, rest, last_line, last_column = self.prepare_tokens(part)
            if rest.numbers:
                first = self.text.line_of(part.base)
                down = first + start[0] - line
                found += (Piece.of([down, start[1] - (0 if down else column)]), rest)
                line, column = first + last_line, last_column
        return found

    def prepare_tokens(self, part: answers.Part[answers.Token]) -> tuple[list[int], Piece, int, int]:
        """Have the numbers of one definition ready: the first two, the rest, and line and column of the last token."""
        known = part.local.converted
        if self.encoding not in known:
            data, line, column = _numbers(part.local.found, Text.of(part.text), self.encoding)
            known[self.encoding] = data[:2], Piece.of(data[2:]), line, column
        return known[self.encoding]


def tokens_between(data: list[int], first: int, last: int) -> list[int]:
    """The tokens of the lines from `first` to `last`, counted from `first`."""
    kept: list[int] = []
    line = column = before = start = 0
    for at in range(0, len(data), 5):
        down, right = data[at : at + 2]
        line, column = line + down, right if down else column + right
        if first <= line <= last:
            here = line - first
            kept += (here - before, column - start if here == before else column, *data[at + 2 : at + 5])
            before, start = here, column
    return kept


def token_edits(before: list[Piece], after: list[Piece]) -> list[shapes.TokenEdit]:
    """The one edit that makes the second result of the first; none when they are the same.  What is equal in whole pieces is not looked at number by number."""
    shorter = min(len(before), len(after))
    first = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    most = shorter - first
    last = next((at for at in range(most) if before[-1 - at] != after[-1 - at]), most)
    skipped = sum(len(piece.numbers) for piece in before[:first])
    return [
        {**edit, "start": skipped + edit["start"]}
        for edit in _number_edits(
            numbers(before[first : len(before) - last]), numbers(after[first : len(after) - last])
        )
    ]


def _number_edits(before: list[int], after: list[int]) -> list[shapes.TokenEdit]:
    if before == after:
        return []
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    most = shorter - start
    same = next((at for at in range(most) if before[-1 - at] != after[-1 - at]), most)
    return [{"start": start, "deleteCount": len(before) - same - start, "data": after[start : len(after) - same]}]


def _numbers(tokens: Iterable[answers.Token], inside: Text, encoding: Encoding) -> tuple[list[int], int, int]:
    """The numbers of a definition's tokens, each relative to the one before, the first to the definition; then line and column of the last.  Tokens lie on one line each."""
    data: list[int] = []
    line = column = 0
    for token in tokens:
        there, start = inside.position(token.extent.start, encoding)
        length = units(inside.content[token.extent.start : token.extent.end], encoding)
        data += (there - line, start - (column if there == line else 0), length)
        data += (_ROLES[token.role], sum(_MODIFIERS[name] for name in token.modifiers))
        line, column = there, start
    return data, line, column


def file_location(place: answers.FilePlace) -> shapes.Location:
    """A place in a file that is not open here, such as the stub; its columns are taken for ASCII."""
    start: shapes.Position = {"line": place.line, "character": place.start}
    end: shapes.Position = {"line": place.line, "character": place.end}
    return {"uri": Path(place.path).as_uri(), "range": {"start": start, "end": end}}


def report(found: answers.Report) -> shapes.Report:
    """A report as the client gets it."""
    return {"ok": found.ok, "title": found.title, "text": found.text, "data": _finite(found.data)}


def _finite(value: object) -> Any:
    """The data with null in place of infinities and of what is no number, which JSON does not have."""
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def units_of(label: str, offset: int) -> int:
    """Offsets inside labels always count UTF-16 units, whatever was negotiated."""
    return len(label[:offset].encode("utf-16-le")) // 2


def markdown(text: str) -> shapes.Markup:
    """Text with Markdown in it."""
    return {"kind": "markdown", "value": text}
