"""Ops that make tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.builder.relax_values import const as relax_const
from tilewright.core.ir.expr import Expr, ExprLike
from tilewright.core.ir.relax import Call, RelaxExpr, ShapeExpr
from tilewright.core.passes.relax.legalize.rule import (
    Legalization,
    python,
    result_dtype,
    result_shape,
    scalar_or_self,
    scalars,
)
from tilewright.core.topi import creation, tag, transform
from tilewright.core.topi.shapes import named

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.te.tensor import Tensor


def _full(hint: str, fill: float | None) -> Legalization:
    """A tensor of one number: the argument when `fill` is None."""

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        kind = result_dtype(call)
        value = scalar_or_self(call.args[1]) if fill is None else fill
        if isinstance(value, RelaxExpr):
            return builder.call_te(_filled_from, value, result_shape(call, 0), kind, primfunc_name_hint=hint)
        return builder.call_te(creation.full, result_shape(call, 0), kind, value, primfunc_name_hint=hint)

    return rule


def _filled_from(value: Tensor, shape: Sequence[Expr], dtype: str) -> Tensor:
    return named(tuple(shape), lambda *index: value().astype(dtype), "T_full", tag.ELEMWISE)


def _arange(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """A constant where all is known; the numbers of `result_shape` else."""
    start, end, step = scalars(call)
    kind = result_dtype(call)
    numbers = [python(value) for value in (start, end, step)]
    if all(isinstance(value, (int, float)) for value in numbers):
        return relax_const(np.arange(*numbers), kind)
    shape = result_shape(call)
    if shape is None:
        return call
    return builder.call_te(_counted, shape, start, step, kind, primfunc_name_hint="arange")


def _counted(shape: Sequence[Expr], start: ExprLike, step: ExprLike, dtype: str) -> Tensor:
    return named(tuple(shape), lambda at: (at * step + start).astype(dtype), "T_arange", tag.INJECTIVE)


def _eye(hint: str) -> Legalization:
    """Ones on a diagonal of the shape of the result."""

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        shape = result_shape(call)
        if not isinstance(shape, ShapeExpr):
            return call
        rows, columns = shape.values
        given = (rows, columns, python(scalars(call)[-1]), result_dtype(call))
        return builder.call_te(creation.eye, *given, primfunc_name_hint=hint)

    return rule


def _hamming(builder: BlockBuilder, call: Call) -> RelaxExpr:
    window, periodic, alpha, beta = map(python, scalars(call))
    given = (window, bool(periodic), alpha, beta, result_dtype(call))
    return builder.call_te(creation.hamming_window, *given, primfunc_name_hint="hamming_window")


def _trilu(upper: bool) -> Legalization:
    hint = "triu" if upper else "tril"

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        (offset,) = scalars(call, 1)
        return builder.call_te(transform.trilu, call.args[0], offset, upper=upper, primfunc_name_hint=hint)

    return rule


RULES: dict[str, Legalization] = {
    **{name: _full("full", None) for name in ("full", "full_like")},
    **{name: _full("ones", 1) for name in ("ones", "ones_like")},
    **{name: _full("zeros", 0) for name in ("zeros", "zeros_like")},
    **{name: _eye(name) for name in ("eye", "eye_like")},
    "arange": _arange,
    "hamming_window": _hamming,
    "tril": _trilu(False),
    "triu": _trilu(True),
}
