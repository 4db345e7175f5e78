"""Variables in place of numbers of which nothing is known, so that the rest of a value is still read: what it loads can be checked.

Only floating-point numbers have one: an integer may be an index, of which nothing would be true any more.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from tilewright.core.base.dtype import DType, is_dtype
from tilewright.core.builder.namespace import TIR
from tilewright.core.frontend.context import Context
from tilewright.core.frontend.unknown import UNKNOWN
from tilewright.core.ir.expr import BufferLoad, Call, Expr, StringImm, Var
from tilewright.core.ir.walk import walk
from tilewright.core.ops.op import Op

_UNKNOWN_FUNCTION = Op.get("tir.call_pure_extern")


def stand_in(context: Context, dtype: DType) -> Any:
    """A number of a floating-point type; `UNKNOWN` for any other type.  The function that is read is not whole any more."""
    if not dtype.is_float or dtype.lanes > 1:
        return UNKNOWN
    context.gaps.count += 1
    return any_value(context, dtype)


def any_value(context: Context, dtype: DType) -> Expr:
    """A value of which nothing is known but what functions that are not known were given for it."""
    given = tuple(context.gaps.given)
    context.gaps.given.clear()
    return Call(dtype, _UNKNOWN_FUNCTION, (StringImm(""), *given)) if given else Var("value", dtype)


def any_given(context: Context) -> Expr | None:
    """A value of which nothing is known but what unknown functions were given for it; None where they were given nothing that is loaded."""
    given = context.gaps.given
    return any_value(context, given[0].dtype) if given else None


def keep_given(context: Context, function: ast.expr, args: Sequence[object]) -> None:
    """Keep what an unknown function is given, `act(X[i + 1])`: it is loaded whatever the function does with it.  Conditions among the arguments may choose not to."""
    values = [arg for arg in args if isinstance(arg, Expr)]
    if not isinstance(function, ast.Name) or any(value.dtype.is_bool for value in values):
        return
    context.gaps.given += [value for value in values if any(isinstance(node, BufferLoad) for node in walk(value))]


def beside(context: Context, left: object, right: object) -> tuple[Any, Any]:
    """The operands of an operator of which one is `UNKNOWN`, which has a stand-in of the type of the other."""
    if isinstance(left, Expr) and right is UNKNOWN:
        return left, stand_in(context, left.dtype)
    if isinstance(right, Expr) and left is UNKNOWN:
        return stand_in(context, right.dtype), right
    return UNKNOWN, UNKNOWN


def among(context: Context, function: object, args: list[Any]) -> list[Any]:
    """The arguments of a form that computes with numbers, with stand-ins for those that are `UNKNOWN`; the same where their types are not known either."""
    row = _COMPUTING.get(function) if getattr(function, "__hash__", None) is not None else None
    if row is None or len(args) <= max(row.values):
        return args
    if row.dtype is not None:
        given = args[row.dtype]
        dtype = DType(given) if isinstance(given, str) and is_dtype(given) else None
    else:
        values = (args[place] for place in row.values)
        typed = (value for value in (*values, *context.gaps.given) if isinstance(value, Expr))
        dtype = next((value.dtype for value in typed if value.dtype.is_float), None)
    if dtype is None:
        return args
    return [
        stand_in(context, dtype) if value is UNKNOWN and place in row.values else value
        for place, value in enumerate(args)
    ]


class _Row:
    """Which arguments are values, and which one says their type if any does."""

    def __init__(self, values: tuple[int, ...], dtype: int | None = None) -> None:
        self.values, self.dtype = values, dtype


_ROWS = {
    "cast": _Row((0,), 1),
    "Cast": _Row((1,), 0),
    "Select": _Row((1, 2)),
    "if_then_else": _Row((1, 2)),
    **dict.fromkeys(("max", "min", "pow", "power", "atan2", "fmod", "copysign", "hypot", "nextafter"), _Row((0, 1))),
}
_COMPUTING = {TIR.members[name].value: row for name, row in _ROWS.items() if name in TIR.members}
