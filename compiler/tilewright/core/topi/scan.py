"""Running totals along an axis."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.operators import binary, cast, const
from tilewright.core.ir.stmt import Stmt
from tilewright.core.te.extern import extern
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi.shapes import axis_of, product, simplified, unravel

Combine = Callable[[Expr, Expr], Expr]


def scanop(
    data: Tensor,
    binop: Combine,
    identity_value: ExprLike,
    op_name: str,
    axis: int | None = None,
    dtype: str | None = None,
    exclusive: bool | None = None,
) -> Tensor:
    """Each element combined with all before it along `axis`; without an axis of the flat tensor.

    With `exclusive` an element itself does not count, and the first result is `identity_value`.
    """
    type_ = data.dtype if not dtype else parse_dtype(dtype)
    length, after, lines, shape = _lines(data, axis)
    result = decl_buffer(shape, type_, "out_buf")

    def statement(ins: tuple[Buffer, ...], outs: tuple[Buffer, ...]) -> Stmt:
        def place(line: Expr, step: ExprLike) -> Expr:
            return line // after * length * after + line % after + step * after

        def given(line: Expr, step: ExprLike) -> Expr:
            return cast(element_at(ins[0], place(line, step)), type_)

        with IRBuilder() as builder, T.parallel(0, lines) as line:
            first = cast(identity_value, type_) if exclusive else given(line, 0)
            T.buffer_store(outs[0], first, indices_of(outs[0], place(line, 0)))
            with T.serial(0, length - 1) as step:
                before = element_at(outs[0], place(line, step))
                more = given(line, step if exclusive else step + 1)
                T.buffer_store(outs[0], binop(before, more), indices_of(outs[0], place(line, step + 1)))
        return builder.get()

    return extern([shape], [data], statement, op_name, [type_], out_buffers=[result], tag=op_name)


def _lines(data: Tensor, axis: int | None) -> tuple[Expr, Expr, Expr, tuple[Expr, ...]]:
    """The length of a line, the distance of its elements, the number of lines, and the shape of the result."""
    if axis is None:
        whole = simplified(product(data.shape))
        one = const(1, whole.dtype)
        return whole, one, one, (whole,)
    place = axis_of(axis, data.ndim)
    size = data.shape[place]
    before, after = product(data.shape[:place]), product(data.shape[place + 1 :])
    return size, cast(after, size.dtype), simplified(cast(before, size.dtype) * after), data.shape


def indices_of(buffer: Buffer, position: Expr) -> list[Expr]:
    return [simplified(index) for index in unravel(position, buffer.shape)]


def element_at(buffer: Buffer, position: Expr) -> Expr:
    """The element at a flat position."""
    found: Expr = buffer[tuple(indices_of(buffer, position))]
    return found


def cumsum(data: Tensor, axis: int | None = None, dtype: str | None = None, exclusive: bool | None = None) -> Tensor:
    """The sum of each element and those before it."""
    return scanop(data, lambda a, b: binary("Add", a, b), const(0), "cumsum_generic", axis, dtype, exclusive)


def cumprod(data: Tensor, axis: int | None = None, dtype: str | None = None, exclusive: bool | None = None) -> Tensor:
    """The product of each element and those before it."""
    return scanop(data, lambda a, b: binary("Mul", a, b), const(1), "cumprod_generic", axis, dtype, exclusive)
