"""Stores: `A[i, j] = value` and `A[i, j] += value`."""

from __future__ import annotations

import ast
from typing import Any

from tilewright.core.base.dtype import DType, int_range
from tilewright.core.builder.namespace import TIR
from tilewright.core.builder.older import store
from tilewright.core.frontend.bindings import call_form
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.describe import describe
from tilewright.core.frontend.evaluate import evaluate
from tilewright.core.frontend.operations import apply_binary, operand
from tilewright.core.frontend.stand_ins import any_value
from tilewright.core.frontend.subscripts import load, subscripted, wrong_item
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, FloatImm, IntImm, Var

_STORE = TIR.members["buffer_store"].value


def visit_store(context: Context, target: ast.Subscript, node: ast.Assign | ast.AugAssign) -> None:
    """Read a statement that writes an element, or a vector, of a buffer."""
    buffer, items = subscripted(context, target, "write")
    value = evaluate(context, node.value)
    if buffer is UNKNOWN or items is UNKNOWN:
        return
    if isinstance(buffer, Var) and context.dialect.pointers_have_elements and isinstance(node, ast.Assign):
        if value is not UNKNOWN:
            call_form(context, store, (buffer, items, value), {}, target, {"value": node.value, "index": target.slice})
        return
    if not isinstance(buffer, Buffer):
        wrong_item(context, buffer, target)
        return
    if isinstance(node, ast.AugAssign):
        old = load(context, buffer, items, target, context.place(target))
        value = apply_binary(context, node.op, old, value, target, node.value, node)
    stored = UNKNOWN if value is UNKNOWN else operand(context, value, node.value)
    if stored is UNKNOWN:
        stored = _stand_in(context, buffer, items)
        if stored is None:
            return
    else:
        hint_at_loss(context, buffer.dtype.element, f"the elements of `{buffer.name}`", stored, node.value)
    places = {"buffer": target.value, "indices": target.slice, "value": node.value}
    call_form(context, _STORE, (buffer, stored, items), {}, target, places)


def _stand_in(context: Context, buffer: Buffer, items: list[Any]) -> Expr | None:
    """A value of which nothing is known, in place of one that was not understood, so that the indices can still be checked; none for a slice."""
    context.gaps.count += 1
    if not all(isinstance(item, Expr) for item in items):
        return None
    return any_value(context, buffer.dtype.times_lanes_of(items[-1].dtype) if items else buffer.dtype)


def hint_at_loss(context: Context, kept: DType, of: str, value: Any, node: ast.expr) -> None:
    """A value is converted silently to the type that elements or a variable have; say so where the conversion may lose something."""
    number = value.value if isinstance(value, (IntImm, FloatImm)) else value
    if isinstance(number, (int, float)):
        lossy = not kept.is_float and not kept.is_handle and _wants_fraction(kept, number)
    else:
        lossy = _narrows(value.dtype.element, kept)
    if lossy:
        cure = f"write `{context.script()}.cast` if that is meant"
        sentence = f"{describe(value)} is converted to {kept}, the type of {of}; {cure}"
        context.report("implicit-cast", sentence, node)


def _wants_fraction(kept: DType, number: float) -> bool:
    """Whether an integer type holds no such number, but one near it; one out of range is refused by the store itself."""
    low, high = int_range(kept)
    return low - 1 < number < high + 1 and not (low <= number <= high and number == int(number))


def _narrows(given: DType, kept: DType) -> bool:
    """Whether some values of `given` have no equal in `kept`: fractions, or more bits."""
    if given is kept or given.is_handle or kept.is_handle:
        return False
    return (given.is_float and not kept.is_float) or (given.is_float == kept.is_float and given.bits > kept.bits)
