"""Means and spreads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core import topi
from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, ints


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


def median(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """The middle of the sorted elements of all, or along one axis, there with its position."""
    chosen = [axis] if isinstance(axis, int) else list(axis or ())
    if len(chosen) > 1:
        raise ValueError(f"a median is taken along one axis or of all elements, not along {chosen}")
    count: Any = 1
    for at in chosen or range(len(x.shape)):
        count = count * x.shape[at]
    data, place = (x, chosen[0]) if chosen else (topi.reshape(x, [count]), 0)
    order = topi.argsort(data, axis=place, is_ascend=True, dtype="int64")
    ones = [1 if at == place % len(data.shape) else size for at, size in enumerate(data.shape)]
    middle = topi.full(ones, "int64", (count - 1) // 2)
    where = topi.gather(order, place, middle)
    value = topi.gather(data, place, where)
    if not chosen:
        return topi.reshape(value, [1] * len(x.shape) if keepdims else [])
    return [value, where] if keepdims else [topi.squeeze(one, place) for one in (value, where)]


def _reduction(function: Callable[..., Any]) -> Legalization:
    def rule(builder: Any, call: Call) -> RelaxExpr:
        given = (ints(call.attrs["axis"]), bool(call.attrs["keepdims"]))
        return builder.call_te(function, call.args[0], *given, primfunc_name_hint=function.__name__)

    return rule


RULES: dict[str, Legalization] = {
    "mean": _reduction(mean),
    "variance": _reduction(variance),
    "std": _reduction(std),
    "median": _reduction(median),
}
