"""Reductions, scans and samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tilewright.core import te
from tilewright.core.builder import tir_expressions as tir
from tilewright.core.ir.expr import Expr, Select, Var
from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, ints, result_dtype
from tilewright.core.topi import broadcast, creation, elementwise, reduction, scan, slicing, sorting, transform

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.te.tensor import Tensor


def _by_name(name: str) -> Legalization:
    function = getattr(reduction, name)

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        axis = call.attrs["axis"]
        given = list(axis) if isinstance(axis, tuple) else axis
        return builder.call_te(function, call.args[0], given, bool(call.attrs["keepdims"]), primfunc_name_hint=name)

    return rule


def mean(x: Tensor, axis: list[int] | None = None, keepdims: bool = False) -> Tensor:
    """The sum over the number of elements."""
    total = reduction.sum(x, axis, keepdims)
    return broadcast.divide(total, _number(x, axis, total.dtype))


def _number(x: Tensor, axis: int | Sequence[int] | None, dtype: str) -> Expr:
    """The number of elements each mean is over, in the type of the result."""
    chosen = range(len(x.shape)) if axis is None else [axis] if isinstance(axis, int) else axis
    total: Expr | int = 1
    for at in chosen:
        total = total * x.shape[at]
    return tir.const(total, dtype) if isinstance(total, int) else total.astype(dtype)


def variance(x: Tensor, axis: list[int] | None = None, keepdims: bool = False) -> Tensor:
    """The mean square distance from the mean."""
    apart = broadcast.subtract(x, mean(x, axis, True))
    return mean(broadcast.multiply(apart, apart), axis, keepdims)


def std(x: Tensor, axis: list[int] | None = None, keepdims: bool = False) -> Tensor:
    """The square root of the variance."""
    return elementwise.sqrt(variance(x, axis, keepdims))


def median(x: Tensor, axis: int | Sequence[int] | None = None, keepdims: bool = False) -> Tensor | list[Tensor]:
    """The middle of the sorted elements of all, or along one axis, there with its position."""
    chosen = [axis] if isinstance(axis, int) else list(axis or ())
    if len(chosen) > 1:
        raise ValueError(f"a median is taken along one axis or of all elements, not along {chosen}")
    count: Expr | int = 1
    for at in chosen or range(len(x.shape)):
        count = count * x.shape[at]
    data, place = (x, chosen[0]) if chosen else (transform.reshape(x, [count]), 0)
    order = sorting.argsort(data, axis=place, is_ascend=True, dtype="int64")
    ones = [1 if at == place % len(data.shape) else size for at, size in enumerate(data.shape)]
    middle = creation.full(ones, "int64", (count - 1) // 2)
    where = slicing.gather(order, place, middle)
    value = slicing.gather(data, place, where)
    if not chosen:
        return transform.reshape(value, [1] * len(x.shape) if keepdims else [])
    return [value, where] if keepdims else [transform.squeeze(one, place) for one in (value, where)]


def _reduction(function: Callable[..., object]) -> Legalization:
    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        given = (ints(call.attrs["axis"]), bool(call.attrs["keepdims"]))
        return builder.call_te(function, call.args[0], *given, primfunc_name_hint=function.__name__)

    return rule


def _scan(name: str) -> Legalization:
    function = getattr(scan, name)

    def rule(builder: BlockBuilder, call: Call) -> RelaxExpr:
        axis = call.attrs["axis"]
        exclusive = bool(call.attrs["exclusive"]) or None
        given = (None if axis is None else int(axis), result_dtype(call), exclusive)
        return builder.call_te(function, call.args[0], *given, primfunc_name_hint=name)

    return rule


def multinomial(prob: Tensor, uniform_sample: Tensor, sample_indices: Tensor, dtype: str) -> Tensor:
    """For each sample the first class at which the probabilities add up to it."""
    sums = scan.cumsum(prob, 1)
    classes = te.reduce_axis((0, prob.shape[1]), name="c")

    def value(i: Var, j: Var) -> Expr:
        row = sample_indices(i, j)
        below = sums(row, classes.var) < uniform_sample(i, j).astype(prob.dtype)
        return te.sum(Select(below, tir.const(1, dtype), tir.const(0, dtype)), axis=classes)

    found = te.compute(uniform_sample.shape, value, name="below")
    last = prob.shape[1].astype(dtype) - 1
    return te.compute(found.shape, lambda i, j: tir.min(found(i, j), last), name="multinomial")


def _multinomial(builder: BlockBuilder, call: Call) -> RelaxExpr:
    kind = str(call.attrs["dtype"])
    return builder.call_te(multinomial, *call.args, kind, primfunc_name_hint="multinomial_from_uniform")


RULES: dict[str, Legalization] = {
    **{name: _by_name(name) for name in ("sum", "max", "min", "prod", "argmax", "argmin")},
    "mean": _reduction(mean),
    "variance": _reduction(variance),
    "std": _reduction(std),
    "median": _reduction(median),
    "cumprod": _scan("cumprod"),
    "cumsum": _scan("cumsum"),
    "multinomial_from_uniform": _multinomial,
}
