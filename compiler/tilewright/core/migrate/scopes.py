"""Names of scopes that end before their suite does: in tirx they last until its end, so one that the function uses twice gets another name.

with T.LetStmt(n + 1) as x: ...          x = T.bind(n + 1) ...
with T.LetStmt(n + 2) as x: ...    ->    x_1 = T.bind(n + 2) ...
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.migrate.edits import Change, Piece, statements

# Forms that lose their `with` in tirx.
_FLAT: Final = frozenset({"LetStmt", "let", "allocate"})
_KINDS: Final = (SymbolKind.SCALAR, SymbolKind.BUFFER)


@dataclass(frozen=True)
class OwnNames:
    """New names of variables, by the places of their definitions and of their uses: `x += 1` is both, of two variables."""

    definitions: dict[tuple[int, int], str]
    uses: dict[tuple[int, int], str]


def with_own_names(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> Iterator[Change]:
    """The changes that give such names to the variables of a function."""
    written = {piece.place(each.target) for each in statements(node) if isinstance(each, ast.AugAssign)}
    made = own_names(piece, node, symbol)
    for place, new in {**made.definitions, **made.uses}.items():
        if place not in written:  # which is rewritten as a whole
            yield Change(*place, 0, new)


def own_names(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> OwnNames:
    """The variables of scopes that lose their end, where the function has another of the name."""
    inside = [each for each in piece.definition.source_map.symbols if symbol.extent[0] <= each.start < symbol.extent[1]]
    times = Counter(each.name for each in inside)
    taken = {part.id for part in ast.walk(piece.tree) if isinstance(part, ast.Name)}
    ends = {(start, end) for start, end in _flattened(piece, node)}
    made = OwnNames({}, {})
    for each in inside:
        if each.kind not in _KINDS or times[each.name] < 2 or not _is_directly_in(piece, each, ends):
            continue
        new = fresh_name(each.name, taken)
        made.definitions[each.start, each.end] = new
        made.uses.update(((use.start, use.end), new) for use in each.uses)
    return made


def _flattened(piece: Piece, node: ast.FunctionDef) -> Iterator[tuple[int, int]]:
    """The places of the statements in the suites of such scopes, and of the names behind `as`."""
    for statement in statements(node):
        if not isinstance(statement, ast.With) or not all(
            _form(item.context_expr) in _FLAT for item in statement.items
        ):
            continue
        yield from (piece.place(item.optional_vars) for item in statement.items if item.optional_vars is not None)
        for inner in statement.body:
            if isinstance(inner, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
                yield piece.place(inner)


def _is_directly_in(piece: Piece, symbol: Symbol, places: set[tuple[int, int]]) -> bool:
    return any(start <= symbol.start < end for start, end in places)


def _form(value: ast.expr) -> str:
    called = value.func if isinstance(value, ast.Call) else None
    return called.attr if isinstance(called, ast.Attribute) else ""


def fresh_name(name: str, taken: set[str]) -> str:
    """A name like `name` that is not `taken`, which then is."""
    number = next(at for at in range(1, len(taken) + 2) if f"{name}_{at}" not in taken)
    taken.add(f"{name}_{number}")
    return f"{name}_{number}"
