"""`element_offset`: where an element lies in its buffer, as `Buffer.offset_of` gives it."""

from __future__ import annotations

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.linear import is_index, linear, to_expr
from tilewright.core.base.dtype import INT32
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import binary, const, flat_index


def element_offset(buffer: Buffer, indices: tuple[Expr, ...]) -> Expr:
    """`flat_index` simplified as TVM does: sums multiplied out, so that parts of one index join again."""
    if not all(is_index(index.dtype) for index in indices):
        return flat_index(buffer, indices)
    total: Expr = buffer.elem_offset
    for index, stride in zip(indices, _strides(buffer)):
        form = linear(index)
        for atom, coefficient in form.atoms():
            total = total + binary("Mul", atom, stride) * coefficient
        total = total + to_expr(form.with_terms({}, form.constant)) * stride
    return Analyzer().simplify(total)


def _strides(buffer: Buffer) -> tuple[Expr, ...]:
    """Elements from one index to the next, of each dimension."""
    if buffer.strides:
        return buffer.strides
    steps: list[Expr] = []
    step: Expr = const(1, INT32)
    for size in reversed(buffer.shape):
        steps.append(step)
        step = size * step
    return tuple(reversed(steps))
