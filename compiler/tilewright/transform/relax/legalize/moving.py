"""Ops that move elements."""

from __future__ import annotations

from typing import Any

from tilewright import topi
from tilewright.ir.relax import Call, RelaxExpr, ShapeExpr
from tilewright.ir.struct_info import TensorStructInfo
from tilewright.transform.relax.legalize.rule import Legalization


def result_shape(call: Call, position: int | None = None) -> Any:
    """The shape of the result, where it is known; else the argument that gives it."""
    info = call.struct_info
    if isinstance(info, TensorStructInfo) and isinstance(info.shape, ShapeExpr):
        return info.shape
    return call.args[position] if position is not None else None


def reshape(builder: Any, call: Call) -> RelaxExpr:
    """The inferred shape, in which nothing is left open."""
    return builder.call_te(topi.reshape, call.args[0], result_shape(call, 1), primfunc_name_hint="reshape")


RULES: dict[str, Legalization] = {"reshape": reshape}
