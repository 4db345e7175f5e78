"""The only place where offsets become protocol positions and answers become the protocol's JSON.  Its numbers stand here by their names in the protocol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from tilewright_server import answers
from tilewright_server.answers import Extent
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
}
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

    def __init__(self, uri: str, version: int, text: Text, encoding: Encoding) -> None:
        self.uri = uri
        self.version = version
        self.text = text
        self.encoding: Encoding = encoding

    def offset(self, position: Json) -> int:
        """The offset of a protocol position."""
        return self.text.offset(position["line"], position["character"], self.encoding)

    def extent(self, range_: Json) -> Extent:
        """The offsets of a protocol range."""
        return Extent(self.offset(range_["start"]), self.offset(range_["end"]))

    def position(self, offset: int) -> Json:
        """The protocol position of an offset."""
        line, column = self.text.position(offset, self.encoding)
        return {"line": line, "character": column}

    def range(self, extent: Extent) -> Json:
        """The protocol range of two offsets."""
        return {"start": self.position(extent.start), "end": self.position(extent.end)}

    def location(self, extent: Extent) -> Json:
        """A range of this document as a place in the world."""
        return {"uri": self.uri, "range": self.range(extent)}

    def diagnostics(self, problems: Iterable[answers.Problem]) -> Json:
        """The problems of the whole document at this version."""
        found = [self.diagnostic(problem) for problem in problems]
        return {"uri": self.uri, "version": self.version, "diagnostics": found}

    def diagnostic(self, problem: answers.Problem) -> Json:
        """One problem; `data` holds the titles of its fixes."""
        made: Json = {
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
        if problem.fixes:
            made["data"] = {"fixes": list(problem.fixes)}
        return made

    def hover(self, found: answers.HoverText | None) -> Json | None:
        """Hover text."""
        return {"contents": markdown(found.markdown), "range": self.range(found.extent)} if found is not None else None

    def locations(self, places: Iterable[Extent | answers.FilePlace]) -> list[Json]:
        """Places in this document or in other files."""
        return [
            file_location(place) if isinstance(place, answers.FilePlace) else self.location(place) for place in places
        ]

    def highlights(self, references: Iterable[answers.Reference]) -> list[Json]:
        """The references to a symbol, marked as text, read or write."""
        return [{"range": self.range(m.extent), "kind": HIGHLIGHT_KINDS[m.access]} for m in references]

    def outline(self, parts: Iterable[answers.Part[answers.Outline]]) -> list[Json]:
        """The tree of symbols."""
        return [symbol for part in parts for symbol in self._outline_of(part)]

    def _outline_of(self, part: answers.Part[answers.Outline]) -> list[Json]:
        first = self.text.line_of(part.base)
        known = part.local.converted
        if (first, self.encoding) not in known:
            known.clear()
            inside = Text.of(part.text)
            known[first, self.encoding] = [self._symbol(symbol, inside, first) for symbol in part.local.found]
        return known[first, self.encoding]

    def _symbol(self, symbol: answers.Outline, inside: Text, first: int) -> Json:
        made: Json = {
            "name": symbol.name,
            "detail": symbol.detail,
            "kind": OUTLINE_KINDS[symbol.kind],
            "range": self._range_in(inside, first, symbol.extent),
            "selectionRange": self._range_in(inside, first, symbol.name_extent),
        }
        if symbol.children:
            made["children"] = [self._symbol(child, inside, first) for child in symbol.children]
        return made

    def _range_in(self, inside: Text, first: int, extent: Extent) -> Json:
        """A range in the text of a definition that begins on line `first`."""
        (begin, start), (last, end) = (
            inside.position(extent.start, self.encoding),
            inside.position(extent.end, self.encoding),
        )
        return {
            "start": {"line": first + begin, "character": start},
            "end": {"line": first + last, "character": end},
        }

    def flat_outline(self, parts: Iterable[answers.Part[answers.Outline]]) -> list[Json]:
        """The same without nesting, for clients that know no tree."""
        return [symbol for tree in self.outline(parts) for symbol in self._flat(tree, None)]

    def _flat(self, symbol: Json, container: str | None) -> Iterator[Json]:
        made: Json = {"name": symbol["name"], "kind": symbol["kind"]}
        made["location"] = {"uri": self.uri, "range": symbol["range"]}
        yield made if container is None else {**made, "containerName": container}
        for child in symbol.get("children", ()):
            yield from self._flat(child, symbol["name"])

    def functions(self, found: Iterable[answers.Function]) -> list[Json]:
        """Functions, as the call hierarchy takes and gives them."""
        return [self._function(each) for each in found]

    def callers(self, calls: Iterable[answers.Calls]) -> list[Json]:
        """The incoming calls of a function."""
        return [{"from": self._function(each.function), "fromRanges": self._ranges(each.places)} for each in calls]

    def called(self, calls: Iterable[answers.Calls]) -> list[Json]:
        """The outgoing calls of a function."""
        return [{"to": self._function(each.function), "fromRanges": self._ranges(each.places)} for each in calls]

    def _function(self, function: answers.Function) -> Json:
        return {
            "name": function.name,
            "detail": function.detail,
            "kind": OUTLINE_KINDS["function"],
            "uri": self.uri,
            "range": self.range(function.extent),
            "selectionRange": self.range(function.name_extent),
        }

    def _ranges(self, extents: Iterable[Extent]) -> list[Json]:
        return [self.range(extent) for extent in extents]

    def completions(self, proposals: Iterable[answers.Proposal]) -> Json:
        """Completion items, as short as can be: there may be hundreds, and documentation is fetched when one is looked at."""
        return {"isIncomplete": False, "items": [_completion(proposal) for proposal in proposals]}

    def signature_help(self, signature: answers.SignatureText | None) -> Json | None:
        """The signature of the call around the cursor."""
        if signature is None:
            return None
        parameters = [
            {"label": [units_of(signature.label, start), units_of(signature.label, end)]}
            for start, end in signature.parameters
        ]
        active = signature.active if signature.active is not None else len(parameters)
        information: Json = {
            "label": signature.label,
            "documentation": markdown(signature.documentation),
            "parameters": parameters,
            "activeParameter": active,
        }
        return {"signatures": [information], "activeSignature": 0, "activeParameter": active}

    def edit(self, changes: Iterable[answers.Change]) -> Json:
        """Changes to this document."""
        return {"changes": {self.uri: [{"range": self.range(c.extent), "newText": c.text} for c in changes]}}

    def complaints(self, diagnostics: Iterable[Json]) -> tuple[answers.Complaint, ...]:
        """Diagnostics as a client sends them back, those of other servers among them."""
        return tuple(
            answers.Complaint(each.get("source") or "", str(each.get("code") or ""), self.extent(each["range"]))
            for each in diagnostics
        )

    def actions(self, actions: Iterable[answers.Action], command: str) -> list[Json]:
        """Code actions; `command` is what the client knows the run command as."""
        return [self._action(action, command) for action in actions]

    def _action(self, action: answers.Action, command: str) -> Json:
        made: Json = {"title": action.title, "kind": action.kind}
        if action.problem is not None:
            made["diagnostics"] = [self.diagnostic(action.problem)]
        if action.preferred:
            made["isPreferred"] = True
        if action.changes:
            made["edit"] = self.edit(action.changes)
        if action.command is not None:
            made["command"] = self.command(action.command, command)
        return made

    def lenses(self, lenses: Iterable[answers.Lens], command: str) -> list[Json]:
        """Commands above lines."""
        return [{"range": self.range(lens.extent), "command": self.command(lens.command, command)} for lens in lenses]

    def command(self, command: answers.Command, name: str) -> Json:
        """A command about a function of this document."""
        arguments = {"uri": self.uri, "version": self.version, **command.arguments}
        return {"title": command.title, "command": name, "arguments": [arguments]}

    def folds(self, folds: Iterable[answers.Fold]) -> list[Json]:
        """Foldable lines; the kinds are the protocol's words."""
        return [{"startLine": fold.first, "endLine": fold.last, "kind": fold.kind} for fold in folds]

    def selection(self, extents: Iterable[Extent]) -> Json:
        """Ranges from the innermost to the outermost, each with the next as its parent."""
        made: Json = {}
        for extent in reversed(tuple(extents)):
            made = {"range": self.range(extent), "parent": made} if made else {"range": self.range(extent)}
        return made

    def hints(self, hints: Iterable[answers.Hint]) -> list[Json]:
        """Types that the reader does not see in the text."""
        return [self._hint(hint) for hint in hints]

    def _hint(self, hint: answers.Hint) -> Json:
        made: Json = {"position": self.position(hint.offset), "label": hint.label, "kind": HINT_OF_TYPE}
        return {**made, "tooltip": hint.whole} if hint.whole else made

    def tokens(self, parts: Iterable[answers.Part[answers.Token]]) -> Json:
        """Token roles in the protocol's relative numbers."""
        data: list[int] = []
        line = column = 0
        for part in parts:
            known = part.local.converted
            if self.encoding not in known:
                known[self.encoding] = _numbers(part.local.found, Text.of(part.text), self.encoding)
            numbers, last_line, last_column = known[self.encoding]
            if numbers:
                first = self.text.line_of(part.base)
                down = first + numbers[0] - line
                data += (down, numbers[1] - (0 if down else column))
                data += numbers[2:]
                line, column = first + last_line, last_column
        return {"data": data}


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


def file_location(place: answers.FilePlace) -> Json:
    """A place in a file that is not open here, such as the stub; its columns are taken for ASCII."""
    start = {"line": place.line, "character": place.start}
    end = {"line": place.line, "character": place.end}
    return {"uri": Path(place.path).as_uri(), "range": {"start": start, "end": end}}


def report(found: answers.Report) -> Json:
    """A report as the client gets it."""
    return {"ok": found.ok, "title": found.title, "text": found.text}


def units_of(label: str, offset: int) -> int:
    """Offsets inside labels always count UTF-16 units, whatever was negotiated."""
    return len(label[:offset].encode("utf-16-le")) // 2


def markdown(text: str) -> Json:
    """Text with Markdown in it."""
    return {"kind": "markdown", "value": text}


def _completion(proposal: answers.Proposal) -> Json:
    item: Json = {
        "label": proposal.label,
        "kind": COMPLETION_KINDS[proposal.kind],
        "sortText": f"{proposal.rank}{proposal.label}",
    }
    if proposal.detail:
        item["detail"] = proposal.detail
    if proposal.key:
        item["data"] = {"key": proposal.key}
    return item
