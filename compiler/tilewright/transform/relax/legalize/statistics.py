"""Means and spreads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright import topi
from tilewright.ir.relax import Call, RelaxExpr
from tilewright.transform.relax.legalize.rule import Legalization, ints


def mean(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The sum over the number of elements."""
    total = topi.sum(x, axis, keepdims)
    return topi.divide(total, _number(x, axis, total.dtype))


def _number(x: Any, axis: Any, dtype: str) -> Any:
    """How many elements each mean is over, in the type of the result."""
    from tilewright import tir

    chosen = range(len(x.shape)) if axis is None else [axis] if isinstance(axis, int) else axis
    total: Any = 1
    for at in chosen:
        total = total * x.shape[at]
    return tir.const(total, dtype) if isinstance(total, int) else total.astype(dtype)


def variance(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The mean square distance from the mean."""
    apart = topi.subtract(x, mean(x, axis, True))
    return mean(topi.multiply(apart, apart), axis, keepdims)


def std(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The square root of the variance."""
    return topi.sqrt(variance(x, axis, keepdims))


def _reduction(function: Callable[..., Any]) -> Legalization:
    def rule(builder: Any, call: Call) -> RelaxExpr:
        given = (ints(call.attrs["axis"]), bool(call.attrs["keepdims"]))
        return builder.call_te(function, call.args[0], *given, primfunc_name_hint=function.__name__)

    return rule


RULES: dict[str, Legalization] = {"mean": _reduction(mean), "variance": _reduction(variance), "std": _reduction(std)}
