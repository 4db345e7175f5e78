"""Semantic tokens: what each name stands for."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core.analyze import Analysis, Definition
from tilewright.core.describe import member_of
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright_server import shapes
from tilewright_server.answers import Extent, Local, Part, Token
from tilewright_server.ask import Ask
from tilewright_server.features.plain_python import has_script
from tilewright_server.features.remembered import remembered
from tilewright_server.pieces import Piece, array, numbers
from tilewright_server.rpc import Written
from tilewright_server.wire import token_edits, tokens_between


def tokens(analysis: Analysis) -> Iterator[Part[Token]]:
    """The role of every name that the analysis knows, for each definition by place, without overlaps."""
    for definition in analysis.definitions:
        yield Part(definition.base, definition.source.text, _of_definition(definition))


@remembered
def _of_definition(definition: Definition) -> Local[Token]:
    found = [token for symbol in definition.source_map.symbols for token in _of_symbol(symbol)]
    for start, end, value in definition.source_map.values:
        member = member_of(value)
        if member is not None:
            # The namespace before the last dot has a token of its own.
            found.append(Token(Extent(max(start, end - len(member.name)), end), member.kind))
    return Local(_without_overlaps(sorted(found, key=lambda token: (token.extent.start, token.extent.end))))


def _of_symbol(symbol: Symbol) -> Iterator[Token]:
    if symbol.kind in (SymbolKind.PYTHON, SymbolKind.BLOCK):
        return
    role = symbol.kind.value
    if symbol.start >= 0:
        yield Token(Extent(symbol.start, symbol.end), role, ("declaration",))
    for use in symbol.uses:
        yield Token(Extent(use.start, use.end), role, ("modification",) if use.access == "write" else ())


def _without_overlaps(ordered: list[Token]) -> tuple[Token, ...]:
    kept: list[Token] = []
    for token in ordered:
        if not kept or token.extent.start >= kept[-1].extent.end:
            kept.append(token)
    return tuple(kept)


def answer(ask: Ask) -> Written[shapes.SemanticTokens] | None:
    """`textDocument/semanticTokens/full`"""
    return _whole(ask, ask.wire.tokens(tokens(ask.analysis))) if has_script(ask.analysis) else None


def _whole(ask: Ask, found: list[Piece]) -> Written[shapes.SemanticTokens]:
    identity = ask.server.tokens.keep(ask.wire.uri, found)
    return Written(f'{{"resultId": "{identity}", "data": {array(piece.text for piece in found)}}}')


def changes(ask: Ask) -> shapes.SemanticTokensDelta | Written[shapes.SemanticTokens] | None:
    """`textDocument/semanticTokens/full/delta`; the whole when the client does not have the last result."""
    if not has_script(ask.analysis):
        return None
    before = ask.server.tokens.kept(ask.wire.uri, str(ask.params.get("previousResultId", "")))
    found = ask.wire.tokens(tokens(ask.analysis))
    if before is None:
        return _whole(ask, found)
    return {"resultId": ask.server.tokens.keep(ask.wire.uri, found), "edits": token_edits(before, found)}


def of_range(ask: Ask) -> shapes.SemanticTokens | None:
    """`textDocument/semanticTokens/range`"""
    if not has_script(ask.analysis):
        return None
    first, last = ask.params["range"]["start"]["line"], ask.params["range"]["end"]["line"]
    kept = tokens_between(numbers(ask.wire.tokens(tokens(ask.analysis))), first, last)
    if kept:
        kept[0] += first
    return {"data": kept}
