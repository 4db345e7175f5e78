"""Cells: in tirx a name that is assigned an expression is memory for one value, and can be assigned again.

A cell is a buffer of one element; the name stands for the load of that element.
"""

from __future__ import annotations

import ast
from typing import Any

from tilewright.core.base.dtype import VOID
from tilewright.core.builder.namespace import TIR
from tilewright.core.builder.tirx import alloc_scalar
from tilewright.core.frontend.bindings import call_form, check_new
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.frames import open_rest
from tilewright.core.frontend.scope import Binding
from tilewright.core.frontend.source_map import SymbolKind
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, ExprLike, IntImm, Var
from tilewright.core.ir.operators import INT32, EqualOp, convert

_STORE = TIR.members["buffer_store"].value
_NUMBERS = (Expr, EqualOp, bool, int, float)


def is_cell_value(context: Context, value: object) -> bool:
    """Whether assigning `value` to a name puts it into a cell: a number or expression, and no variable that was just made."""
    if not context.dialect.names_are_cells or not isinstance(value, _NUMBERS):
        return False
    fresh = isinstance(value, Var) and context.scopes.symbol_of(value) is None
    return not fresh and not (isinstance(value, Expr) and (value.dtype.is_handle or value.dtype is VOID))


def cell_of(context: Context, name: str) -> Binding | None:
    """The cell that `name` stands for, None when it stands for something else."""
    binding = context.scopes.find(name) if context.dialect.names_are_cells else None
    is_cell = binding is not None and binding.symbol.kind is SymbolKind.BUFFER and isinstance(binding.value, BufferLoad)
    return binding if is_cell else None


def element_called(context: Context, name: str) -> Binding | None:
    """The meaning of `name`, where that is a buffer of one element: assigning to the name stores into the element."""
    binding = context.scopes.find(name) if context.dialect.names_are_cells else None
    return binding if binding is not None and _has_one_element(binding.value) else None


def _has_one_element(value: object) -> bool:
    if not isinstance(value, Buffer) or len(value.shape) != 1:
        return False
    size = value.shape[0]
    return isinstance(size, IntImm) and size.value == 1


def store_into(context: Context, target: ast.expr, cell: object, value: object) -> bool:
    """Store `value` into what an attribute stands for, a cell or a buffer of one element; whether it stands for one."""
    buffer = cell.buffer if isinstance(cell, BufferLoad) else cell
    if not context.dialect.names_are_cells or not _has_one_element(buffer) or not isinstance(value, _NUMBERS):
        return False
    _put(context, buffer, convert(value), target)
    return True


def assign_cell(context: Context, name: ast.Name, value: object, statement: ast.stmt) -> None:
    """`name = value`: a store into the cell of that name, or a new cell."""
    given = convert(value)
    known = cell_of(context, name.id)
    if known is None and (element := element_called(context, name.id)) is not None:
        if context.recorder.recording:
            context.use(element, name, "write")
        _put(context, element.value, given, name)
        return
    if known is None:
        new_cell(context, name, given.dtype, given, statement)
        return
    if context.recorder.recording:
        context.use(known, name, "write")
    _put(context, known.value.buffer, given, name)


def new_cell(context: Context, name: ast.Name, dtype: object, value: object, statement: ast.stmt) -> None:
    """A new cell called `name` for values of `dtype`, holding `value` unless that is None."""
    frame = call_form(context, alloc_scalar, (dtype,), {}, name)
    bind_cell(context, name, frame, value, statement)


def bind_cell(context: Context, name: ast.Name, frame: Any, value: Any, statement: ast.stmt) -> None:
    """Let `name` stand for the cell of `frame`, holding `value` unless that is None."""
    check_new(context, name)
    buffer: Any = UNKNOWN if frame is UNKNOWN else open_rest(context, frame, statement)
    if buffer is UNKNOWN:
        context.bind(SymbolKind.BUFFER, name.id, context.place(name), context.place(statement), UNKNOWN)
        return
    context.builder.name(name.id, buffer)
    element = BufferLoad(buffer, (IntImm(INT32, 0),), None, context.span(name))
    symbol = context.define(SymbolKind.BUFFER, name.id, context.place(name), context.place(statement), buffer, element)
    context.scopes.bind(name.id, element, symbol)
    if value is not None:
        _put(context, buffer, value, name)


def _put(context: Context, buffer: Any, value: ExprLike, at: ast.expr) -> None:
    call_form(context, _STORE, (buffer, value, [0]), {}, at)
