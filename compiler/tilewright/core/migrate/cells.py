"""Cells of tirx, names that can be assigned again, become buffers of one element in the other dialects.

best = A[0]                       ->    best = T.decl_buffer((1,), "float32", scope="local")
if A[i] > best: best = A[i]             best[0] = A[0] ... if A[i] > best[0]: best[0] = A[i]
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tilewright.core.frontend.macros import ScriptMacro
from tilewright.core.frontend.source_map import Symbol, SymbolKind
from tilewright.core.frontend.tree_parts import script_namespace
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad
from tilewright.core.migrate.assignments import is_made, pairs
from tilewright.core.migrate.edits import Change, Piece, Refused, statements
from tilewright.core.migrate.scopes import fresh_name


def as_buffers(piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> Iterator[Change]:
    """The changes that make buffers of one element of the cells of a function of tirx."""
    if isinstance(symbol.value, ScriptMacro):
        _check_macro(piece, node)
    else:
        yield from _Cells(piece, node, symbol).changes()


class _Cells:
    """The cells of one function, with the names of their buffers."""

    def __init__(self, piece: Piece, node: ast.FunctionDef, symbol: Symbol) -> None:
        self.piece = piece
        self.node = node
        self.space = script_namespace(node)
        inside = [s for s in piece.definition.source_map.symbols if symbol.extent[0] <= s.start < symbol.extent[1]]
        self.made = {each.start: each for each in inside}
        self.cells = {each.start: each for each in inside if _is_cell(each)}
        self.written = {use.start for each in self.cells.values() for use in each.uses if use.access == "write"}
        taken = {part.id for part in ast.walk(piece.tree) if isinstance(part, ast.Name)}
        self.names = {
            start: fresh_name(each.name, taken) if self._reads_what_it_hides(each) else each.name
            for start, each in self.cells.items()
        }

    def _reads_what_it_hides(self, cell: Symbol) -> bool:
        """Whether the value that a cell is made with reads another variable of the same name."""
        return any(
            isinstance(part, ast.Name) and part.id == cell.name and isinstance(part.ctx, ast.Load)
            for statement in statements(self.node)
            if isinstance(statement, (ast.Assign, ast.AnnAssign))
            and statement.value is not None
            and self.piece.place(statement)[0] <= cell.start < self.piece.place(statement.value)[0]
            for part in ast.walk(statement.value)
        )

    def changes(self) -> Iterator[Change]:
        """The changes of all statements, and of all uses of the names."""
        for statement in statements(self.node):
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                yield from self._annotated(statement)
            elif isinstance(statement, ast.Assign):
                yield from self._assigned(statement)
        for start, cell in self.cells.items():
            yield Change(cell.start, cell.end, 0, self.names[start])
            yield from (Change(use.start, use.end, 0, f"{self.names[start]}[0]") for use in cell.uses)

    def _assigned(self, statement: ast.Assign) -> Iterator[Change]:
        names = [name for name, _ in pairs(self.piece, statement)]
        starts = [self.piece.place(name)[0] for name in names]
        for name, start in zip(names, starts):
            symbol = self.made.get(start)
            if symbol is not None and symbol.kind is SymbolKind.SCALAR and symbol.value is None:
                raise Refused(f"what `{name.id}` holds is known only when the file runs", self.piece.place(name))
        new = any(start in self.cells for start in starts)
        if names and names[0] is not statement.targets[0]:
            if new or self.written.intersection(starts):
                yield from self._several(statement)
        elif new:
            yield from self._plain(statement, self.cells[starts[0]])

    def _declared(self, cell: Symbol) -> str:
        """The line that makes the buffer of a cell."""
        buffer = cell.value
        return f'{self.names[cell.start]} = {self.space}.decl_buffer((1,), "{buffer.dtype}", scope="{buffer.scope()}")'

    def _plain(self, statement: ast.Assign, cell: Symbol) -> Iterator[Change]:
        start, end = self.piece.place(statement)
        if _makes_scalar(statement.value):
            yield Change(start, end, 0, self._declared(cell))
            return
        yield Change(start, start, 0, self._declared(cell) + self.piece.in_front_of(statement))
        after = self.piece.place(statement.targets[0])[1]
        yield Change(after, after, 0, "[0]")

    def _annotated(self, statement: ast.AnnAssign) -> Iterator[Change]:
        cell = self.cells.get(self.piece.place(statement.target)[0])
        if cell is None:
            return
        start, end = self.piece.place(statement)
        if statement.value is None:
            yield Change(start, end, 0, self._declared(cell))
            return
        yield Change(start, start, 0, self._declared(cell) + self.piece.in_front_of(statement))
        yield Change(self.piece.place(statement.target)[1], self.piece.place(statement.annotation)[1], 0, "[0]")

    def _several(self, statement: ast.Assign) -> Iterator[Change]:
        """`a, b = x, y` as one statement for each cell, where no value reads a cell that an earlier one of them writes."""
        given = list(pairs(self.piece, statement))
        values = statement.value.elts if isinstance(statement.value, (ast.Tuple, ast.List)) else []
        if len(values) != len(given):
            raise Refused("several cells are assigned from one value", self.piece.place(statement))
        names = {name.id for name, _ in given}
        for _, value in given:
            if any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(value)):
                raise Refused("one of several cells is read while another is assigned", self.piece.place(value))
        divider = self.piece.in_front_of(statement)
        last = self.piece.place(statement)[0]
        for at, (name, value) in enumerate(given):
            cell = self.cells.get(self.piece.place(name)[0])
            front = "" if cell is None else self._declared(cell) + divider
            start, end = self.piece.place(value)
            yield Change(last, start, 0, (divider if at else "") + front + f"{self._name(name)}[0] = ")
            last = end
        yield Change(last, self.piece.place(statement)[1], 0, "")

    def _name(self, name: ast.Name) -> str:
        """The name of the buffer of a cell that a statement assigns."""
        start = self.piece.place(name)[0]
        for at, cell in self.cells.items():
            if at == start or any(use.start == start for use in cell.uses):
                return self.names[at]
        raise Refused("only some of these names are cells", self.piece.place(name))


def _is_cell(symbol: Symbol) -> bool:
    return isinstance(symbol.binding, BufferLoad) and isinstance(symbol.value, Buffer)


def _makes_scalar(value: ast.expr) -> bool:
    """`T.local_scalar("int32")`, which makes a cell without a value."""
    called = value.func if isinstance(value, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr in ("alloc_scalar", "local_scalar", "shared_scalar")


def _check_macro(piece: Piece, node: ast.FunctionDef) -> None:
    """Refuse a macro that makes cells: their types depend on its calls."""
    space = script_namespace(node)
    for statement in statements(node):
        if isinstance(statement, ast.AnnAssign):
            made, target = ".let" not in piece.text(statement.annotation), statement.target
        elif isinstance(statement, ast.Assign):
            made, target = not is_made(statement.value, space) and not _is_bind(statement.value), statement.targets[0]
        else:
            continue
        if made and not isinstance(target, (ast.Subscript, ast.Attribute)):
            reason = f"the type of the cell `{piece.text(target)}` depends on the call of the macro"
            raise Refused(reason, piece.place(target))


def _is_bind(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "bind"
