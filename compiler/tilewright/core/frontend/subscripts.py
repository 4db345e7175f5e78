"""Subscripts: elements and slices of buffers, and items of Python values."""

from __future__ import annotations

import ast
from typing import Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.base.names import counted
from tilewright.core.builder.tile_layouts import Readable
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.decisions import of_unknowns
from tilewright.core.frontend.describe import describe, python_failure
from tilewright.core.frontend.evaluate import evaluate, evaluate_all, mention
from tilewright.core.frontend.free_names import free_part
from tilewright.core.frontend.limits import spend_on
from tilewright.core.frontend.operations import OPERANDS, region_value
from tilewright.core.frontend.unknown import UNKNOWN, holds_unknown
from tilewright.core.ir import operators as ir
from tilewright.core.ir.buffer import Buffer, BufferRegion
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, IterVar, Var
from tilewright.core.ops.dtype_rules import DTypeError


def evaluate_subscript(context: Context, node: ast.Subscript, access: str = "read") -> object:
    """`A[i, j]`, `A[i, 0:4]`, `items[0]`; `access` is how a buffer is used, "read" or "write"."""
    value, items = subscripted(context, node, access)
    if value is UNKNOWN and context.world is not None and access == "read":
        return free_part(context, context.world, node)
    if value is UNKNOWN or items is UNKNOWN:
        return UNKNOWN
    place = context.place(node)
    made = load(context, value, items, node, place) if isinstance(value, Buffer) else _item(context, value, items, node)
    if not isinstance(value, Buffer):
        spend_on(made)
    if context.recorder.recording and made is not UNKNOWN:
        context.recorder.values.append((*place, made))
    return made


def subscripted(context: Context, node: ast.Subscript, access: str) -> tuple[Any, Any]:
    """The subscripted value and its indices: for a buffer a list of checked indices and slices, else the value between the brackets."""
    inner = node.value
    value = mention(context, inner, access) if type(inner) is ast.Name else evaluate(context, inner)
    if not isinstance(value, Buffer):
        return value, evaluate(context, node.slice)
    parts = node.slice.elts if type(node.slice) is ast.Tuple else [node.slice]
    return value, _indices(context, value, parts, node)


def evaluate_written(context: Context, node: ast.expr) -> Any:
    """The value of an argument of `T.writes`: the buffers subscripted in it, alone or in a list, are written."""
    if isinstance(node, ast.Subscript):
        return evaluate_subscript(context, node, "write")
    if isinstance(node, (ast.List, ast.Tuple)):
        return evaluate_all(context, node.elts, evaluate_written)
    return evaluate(context, node)


def evaluate_part(context: Context, node: ast.expr) -> Any:
    """The value of an argument of a tile primitive: `A[k]` is all of the row, of whatever rank, at `k`."""
    if not isinstance(node, ast.Subscript):
        return evaluate(context, node)
    held = evaluate(context, node.value)
    items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    missing = len(held.shape) - len(items) if isinstance(held, Buffer) else 0
    if missing <= 0 or any(isinstance(item, ast.Starred) for item in items):
        return evaluate(context, node)
    rest = [ast.copy_location(ast.Slice(None, None, None), node) for _ in range(missing)]
    whole = ast.copy_location(ast.Tuple([*items, *rest], ast.Load()), node.slice)
    return evaluate(context, ast.copy_location(ast.Subscript(node.value, whole, ast.Load()), node))


def _indices(context: Context, buffer: Buffer, parts: list[ast.expr], node: ast.Subscript) -> Any:
    values = evaluate_all(context, parts)
    if len(values) == 1 and (
        isinstance(values[0], tuple) or (type(values[0]) is list and len(values[0]) == len(buffer.shape))
    ):
        values = list(
            values[0]
        )  # `A[(i, j)]` is `A[i, j]`, as in Python; so are the variables of `for at in T.grid(8, 8)`
    if len(values) != len(parts):
        parts = [node.slice] * len(values)
    for value in values:
        if value is UNKNOWN:
            return UNKNOWN
    if len(values) != len(buffer.shape) and not any(isinstance(value, (list, tuple)) for value in values):
        return _wrong_rank(context, buffer, len(values), node)
    checked = [_index(context, buffer, value, part) for value, part in zip(values, parts)]
    for value in checked:
        if value is UNKNOWN:
            return UNKNOWN
    return checked


def _wrong_rank(context: Context, buffer: Buffer, given: int, node: ast.Subscript) -> object:
    rank = len(buffer.shape)
    dimensions = counted(rank, "dimension")
    notes = context.defined_note(
        context.scopes.symbol_of(buffer), f"`{buffer.name}` is declared here with {dimensions}"
    )
    return context.report(
        "rank-mismatch", f"`{buffer.name}` has {dimensions} and is indexed with {given}", node, notes=notes
    )


def _index(context: Context, buffer: Buffer, value: object, node: ast.expr) -> Any:
    """One index as an integer expression, or a slice with integer bounds."""
    if isinstance(value, Expr):
        found = value
    elif type(value) is int:
        return IntImm(ir.INT32, value, context.span(node)) if -(1 << 31) <= value < (1 << 31) else ir.convert(value)
    elif type(value) is slice:
        return _slice(context, buffer, value, node)
    elif isinstance(value, BufferRegion):
        found = region_value(context, value, node)
        if found is UNKNOWN:
            return UNKNOWN
    elif isinstance(value, (list, tuple)):
        return _several(context, buffer, value, node)
    elif isinstance(value, (ir.EqualOp, IterVar)) or hasattr(value, "__index__"):
        number: Any = value
        found = ir.convert(int(number) if hasattr(value, "__index__") else value)
    else:
        return context.report(
            "index-type", f"an index of `{buffer.name}` must be an integer, not {describe(value)}", node
        )
    if not found.dtype.is_integer:
        return context.report("index-type", f"an index of `{buffer.name}` must be an integer, not {found.dtype}", node)
    return found


def _several(context: Context, buffer: Buffer, value: Any, node: ast.expr) -> Any:
    written = context.text(node)
    return context.report(
        "index-type",
        f"`{written}` stands for {len(value)} values and is used as one index of `{buffer.name}`; "
        f"unpack it: `{buffer.name}[*{written}]`",
        node,
    )


def _slice(context: Context, buffer: Buffer, value: slice, node: ast.expr) -> Any:
    if holds_unknown(value):
        return UNKNOWN
    step = value.step
    if step is not None:
        size = step.value if isinstance(step, IntImm) else step
        if not isinstance(size, int) or size <= 0:
            return context.report(
                "slice-step", f"the step of a slice of `{buffer.name}` must be a positive constant", node
            )
        step = size if size != 1 else None
    for bound in (value.start, value.stop):
        if (
            bound is not None
            and not isinstance(bound, int)
            and not (isinstance(bound, Expr) and bound.dtype.is_integer)
        ):
            return context.report(
                "index-type", f"a bound of a slice of `{buffer.name}` must be an integer, not {describe(bound)}", node
            )
    return slice(value.start, value.stop, step)


def load(context: Context, buffer: Buffer, items: list[Any], node: ast.Subscript, place: tuple[int, int]) -> Any:
    """The element of `buffer` at checked indices, or the region or vector that slices among them take."""
    span = context.spanned(node, place)
    for item in items:
        if type(item) is slice:
            try:
                return ir.subscript(buffer, tuple(items), span)
            except DTypeError as error:
                return context.report("slice-length", str(error), node)
    return BufferLoad(buffer, tuple(items), None, span)


def _is_readable(value: object) -> bool:
    return isinstance(value, Readable)


def _item(context: Context, value: Any, key: Any, node: ast.Subscript) -> Any:
    """An item of something that is no buffer."""
    if isinstance(value, Var):
        return _variable(context, value, node)
    if isinstance(value, OPERANDS):
        return context.report("not-subscriptable", f"{describe(value)} has no elements", node)
    if holds_unknown(key):
        return UNKNOWN
    if context.world is not None and _is_readable(value) and of_unknowns(context.world, key):
        return UNKNOWN
    if isinstance(key, IntImm):
        key = key.value
    try:
        return value[key]
    except UserError as error:
        return context.refuse(error, node)
    except Exception as error:
        if not hasattr(value, "__getitem__"):
            return context.report("not-subscriptable", f"{describe(value)} has no elements", node)
        return python_failure(context, node, "the subscript", error)


def wrong_item(context: Context, value: object, node: ast.Subscript) -> Any:
    """Report a store into something that is no buffer."""
    if isinstance(value, Var):
        return _variable(context, value, node)
    return context.report(
        "not-a-buffer", f"only elements of a buffer can be assigned, and this is {describe(value)}", node
    )


def _variable(context: Context, value: Var, node: ast.Subscript) -> Any:
    symbol = context.scopes.symbol_of(value)
    notes = context.defined_note(symbol, f"`{value.name}` is defined here")
    if value.dtype.is_handle:
        space = context.script()
        message = (
            f"`{value.name}` is a pointer and cannot be indexed: describe the memory behind it with "
            f"`{space}.match_buffer({value.name}, shape)` or `{space}.Buffer(shape, data={value.name})`"
        )
    else:
        message = f"`{value.name}` is a variable of type {value.dtype} and has no elements"
    return context.report("not-subscriptable", message, node, notes=notes)
