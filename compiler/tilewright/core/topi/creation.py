"""Tensors made of nothing but their shape."""

from __future__ import annotations

from math import ceil, pi

from tilewright.core.base.dtype import INT32
from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, call, cast, const, convert
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.shapes import Sizes, elements, known, named, required, simplified


def full(shape: Sizes, dtype: str, fill_value: ExprLike) -> Tensor:
    """Every element is `fill_value`."""
    value = _constant(fill_value, dtype)
    return named(elements(shape), lambda *at: value, "T_full", tag.ELEMWISE)


def full_like(x: Tensor, fill_value: ExprLike) -> Tensor:
    """A tensor of the shape and type of `x` whose elements are `fill_value`."""
    value = _constant(fill_value, x.dtype)
    return named(x.shape, lambda *at: value, "T_full_like", tag.ELEMWISE)


def _constant(value: ExprLike, dtype: str) -> Expr:
    return const(value, dtype) if isinstance(value, (bool, int, float)) else cast(convert(value), dtype)


def arange(start: ExprLike, stop: ExprLike | None = None, step: ExprLike = 1, dtype: str = "float32") -> Tensor:
    """start, start + step, ... before `stop`; with one number from 0 up to it."""
    low, high = (0, start) if stop is None else (start, stop)
    size = _length(low, high, step)
    type_ = parse_dtype(dtype)

    def value(at: Expr) -> Expr:
        return cast(binary("Add", low, binary("Mul", step, at)), type_)

    return named((size,), value, "T_arange", tag.INJECTIVE)


def _length(low: ExprLike, high: ExprLike, step: ExprLike) -> Expr:
    first, last, width = (one if isinstance(one, float) else known(one) for one in (low, high, step))
    if first is not None and last is not None and width is not None:
        return const(max(0, ceil((last - first) / width)), INT32)
    span = simplified(convert(high) - low)
    return span if width == 1 else (span + step - 1) // step


def eye(n: int, m: int | None = None, k: int = 0, dtype: str = "float32") -> Tensor:
    """1 on the diagonal that is `k` to the right of the main one, 0 elsewhere."""
    one, zero = const(1, dtype), const(0, dtype)

    def value(i: Expr, j: Expr) -> Expr:
        return call("tir.if_then_else", binary("EQ", i, j - k), one, zero)

    return compute((n, n if m is None else m), value, "eye", tag.INJECTIVE)


def hamming_window(window_size: int, periodic: bool, alpha: float, beta: float, dtype: str) -> Tensor:
    """alpha - beta * cos(2 pi i / n), where n is the size of the window, or one less unless it is `periodic`."""
    size = required(window_size, "the size of the window")
    if size == 1:
        return full((1,), dtype, 1)
    type_ = parse_dtype(dtype)
    step = const(2 * pi / (size if periodic else size - 1), type_)

    def value(at: Expr) -> Expr:
        return const(alpha, type_) - const(beta, type_) * call("tir.cos", cast(at, type_) * step)

    return named((convert(size),), value, "T_hamming_window", tag.INJECTIVE)
