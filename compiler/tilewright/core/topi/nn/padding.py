"""Padding, spreading and flattening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core.base.names import are, counted
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, cast, const, convert
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.shapes import choose, known, like, product, simplified, unravel


def pad(
    data: Tensor,
    pad_before: Sequence[ExprLike],
    pad_after: Sequence[ExprLike] | None = None,
    pad_value: ExprLike = 0.0,
    name: str = "PadInput",
    attrs: Mapping[str, object] | None = None,
    axis_names: Sequence[str] | None = None,
) -> Tensor:
    """`data` with `pad_before` and `pad_after` elements of `pad_value` around it along each axis; the two are equal when only one is given; the loops are called `axis_names`, by default i0, i1, ..."""
    before = [cast(convert(one), size.dtype) for one, size in zip(pad_before, data.shape)]
    after = (
        before if pad_after is None else [cast(convert(one), size.dtype) for one, size in zip(pad_after, data.shape)]
    )
    if not len(before) == len(after) == data.ndim:
        raise ValueError(
            f"`{data.name}` has {counted(data.ndim, 'dimension')}, and padding is given for {len(before)} and {len(after)}"
        )
    shape = tuple(simplified(size + low + high) for size, low, high in zip(data.shape, before, after))
    value = cast(like(pad_value, data), data.dtype)

    def element(*at: Expr) -> Expr:
        inside: list[Expr] = []
        source: list[Expr] = []
        for index, low, high, size in zip(at, before, after, data.shape):
            source.append(index if known(low) == 0 else index - low)
            if known(low) != 0:
                inside.append(binary("GE", index, low))
            if known(low) != 0 or known(high) != 0:
                inside.append(binary("LT", index, size + low))
        if not inside:
            return data(*source)
        condition = inside[0]
        for more in inside[1:]:
            condition = binary("And", condition, more)
        return choose(condition, data(*source), value)

    return compute(shape, element, name, "injective,pad", attrs, axis_names)


def dilate(data: Tensor, strides: Sequence[int], dilation_value: float = 0.0, name: str = "DilatedInput") -> Tensor:
    """The elements `strides` apart along each axis, with `dilation_value` between them."""
    if len(strides) != data.ndim:
        raise ValueError(
            f"`{data.name}` has {counted(data.ndim, 'dimension')}, and {are(len(strides), 'stride')} given"
        )
    shape = tuple(simplified((size - 1) * stride + 1) for size, stride in zip(data.shape, strides))

    def element(*at: Expr) -> Expr:
        source = [index // stride if stride != 1 else index for index, stride in zip(at, strides)]
        inside = [
            binary("EQ", index % stride, const(0, index.dtype)) for index, stride in zip(at, strides) if stride != 1
        ]
        if not inside:
            return data(*source)
        condition = inside[0]
        for more in inside[1:]:
            condition = binary("And", condition, more)
        return choose(condition, data(*source), const(dilation_value, data.dtype))

    return compute(shape, element, name, "injective,dilate")


def flatten(data: Tensor) -> Tensor:
    """All axes but the first as one."""
    rest = data.shape[1:]

    def element(i: Expr, j: Expr) -> Expr:
        return data(i, *unravel(j, rest))

    return compute((data.shape[0], simplified(product(rest))), element, tag=tag.INJECTIVE)
