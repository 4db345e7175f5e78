"""Writing elements to places that another tensor names."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.stmt import Stmt
from tilewright.core.te.extern import extern
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.scan import element_at, indices_of
from tilewright.core.topi.shapes import axis_of, choose, product, simplified, unravel

COMBINE: dict[str, Callable[[Expr, Expr], Expr]] = {
    "update": lambda old, new: new,
    "add": lambda old, new: binary("Add", old, new),
    "mul": lambda old, new: binary("Mul", old, new),
    "min": lambda old, new: binary("Min", old, new),
    "max": lambda old, new: binary("Max", old, new),
}


def scatter_elements(
    data: Tensor, indices: Tensor, updates: Tensor, axis: int = 0, reduction: str = "update"
) -> Tensor:
    """`data` with each update written where its index along `axis` is what `indices` holds there; negative ones count from the end.

    `reduction` says how a new value meets the old: "update" replaces it, "add", "mul", "min" and "max" combine the two.
    """
    if reduction not in COMBINE:
        raise ValueError(f'"{reduction}" is no way to scatter: there are {", ".join(COMBINE)}')
    place = axis_of(axis, data.ndim)
    combine = COMBINE[reduction]
    size, count = data.shape[place], updates.shape[place]
    after, wide = product(data.shape[place + 1 :]), product(updates.shape[place + 1 :])
    lines = simplified(product(updates.shape[:place]) * wide)
    result = decl_buffer(data.shape, data.dtype, "out_buf")

    def statement(ins: tuple[Buffer, ...], outs: tuple[Buffer, ...]) -> Stmt:
        source, where, new = ins
        with IRBuilder() as builder, T.attr(0, "pragma_scope", "seq"):
            with T.parallel(0, simplified(product(data.shape))) as at:
                T.buffer_store(outs[0], element_at(source, at), indices_of(outs[0], at))
            with T.parallel(0, lines) as line, T.serial(0, count) as step:
                rest = _rest(updates, data, place, line)
                position = line // wide * count * wide + line % wide + step * wide
                index = cast(element_at(where, position), size.dtype)
                inside = choose(binary("LT", index, 0), index + size, index)
                target = rest + inside * after
                value = combine(element_at(outs[0], target), element_at(new, position))
                T.buffer_store(outs[0], value, indices_of(outs[0], target))
        return builder.get()

    return extern(
        [data.shape], [data, indices, updates], statement, "scatter_elements_generic", out_buffers=[result],
        dtype=[data.dtype], tag="scatter_elements_generic",
    )  # fmt: skip


def _rest(updates: Tensor, data: Tensor, place: int, line: Expr) -> Expr:
    """The first element in the data of the line of an update: its sizes beside the axis may be larger."""
    others = [at for at in range(data.ndim) if at != place]
    points = unravel(line, [updates.shape[at] for at in others])
    total: Expr = const(0, line.dtype)
    for at, index in zip(others, points):
        total = total + index * product(data.shape[at + 1 :])
    return total
