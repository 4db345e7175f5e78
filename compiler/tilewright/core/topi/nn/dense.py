"""Products with weights: `matmul`, `dense`, `batch_matmul`.  The weights' layout may be changed by the compiler, and the stage says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.core.base.dtype import dtype as parse_dtype
from tilewright.core.builder import reducers
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.operators import cast, const
from tilewright.core.te.operation import compute
from tilewright.core.te.tensor import Tensor
from tilewright.core.topi import tag
from tilewright.core.topi.broadcast import add, broadcast_shapes
from tilewright.core.topi.elementwise import cast as cast_tensor
from tilewright.core.topi.linear import over, require_equal
from tilewright.core.topi.shapes import Shape, known

LAYOUT_FREE = "layout_free_placeholders"


def matmul(
    tensor_a: Tensor,
    tensor_b: Tensor,
    bias: Tensor | None = None,
    out_dtype: str | None = None,
    transpose_a: bool = False,
    transpose_b: bool = False,
    auto_scheduler_rewritten_layout: str = "",
    meta_schedule_original_shape: object = None,
) -> Tensor:
    """The product of two matrices, or of stacks of them whose leading axes are broadcast, plus a bias for each column.

    Products are formed and summed in `out_dtype`, by default the type of `tensor_a`.  The last two parameters are TVM's and have no effect here.
    """
    type_ = parse_dtype(out_dtype) if out_dtype else tensor_a.dtype
    rows, inner = _sides(tensor_a, transpose_a)
    columns, other = _sides(tensor_b, not transpose_b)
    require_equal(inner, other, "the matrices do not fit")
    k = over(inner, "k")
    batch = broadcast_shapes(tensor_a.shape[:-2], tensor_b.shape[:-2])

    def value(*at: Expr) -> Expr:
        *head, i, j = at
        left = _element(tensor_a, head, (k.var, i) if transpose_a else (i, k.var), batch)
        right = _element(tensor_b, head, (j, k.var) if transpose_b else (k.var, j), batch)
        return reducers.sum(cast(left, type_) * cast(right, type_), axis=k)

    name = f"T_matmul_{_letter(transpose_a)}{_letter(transpose_b)}"
    made = compute((*batch, rows, columns), value, name, tag.MATMUL, {LAYOUT_FREE: [tensor_b]})
    return made if bias is None else add(made, cast_tensor(bias, type_))


def _letter(transposed: bool) -> str:
    return "T" if transposed else "N"


def _sides(tensor: Tensor, transposed: bool) -> tuple[Expr, Expr]:
    """The last two sizes, in the other order when transposed."""
    first, second = tensor.shape[-2:]
    return (second, first) if transposed else (first, second)


def _element(tensor: Tensor, head: Sequence[Expr], last: tuple[Expr, Expr], batch: Shape) -> Expr:
    """The element at leading indices in the broadcast shape `batch`."""
    skip = len(batch) - (tensor.ndim - 2)
    chosen = [
        const(0, index.dtype) if known(size) == 1 and known(whole) != 1 else index
        for index, size, whole in zip(head[skip:], tensor.shape[:-2], batch[skip:])
    ]
    return tensor(*chosen, *last)


def dense(
    data: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    out_dtype: str | None = None,
    auto_scheduler_rewritten_layout: str = "",
    meta_schedule_original_shape: object = None,
) -> Tensor:
    """`data` times the transpose of `weight`, plus a bias for each column: a fully connected layer."""
    return matmul(data, weight, bias, out_dtype, False, True)


def batch_matmul(
    tensor_a: Tensor,
    tensor_b: Tensor,
    oshape: Any = None,
    out_dtype: str | None = None,
    transpose_a: bool = False,
    transpose_b: bool = True,
    auto_scheduler_rewritten_layout: str = "",
    meta_schedule_original_shape: object = None,
) -> Tensor:
    """The products of the matrices of two stacks, the second given transposed unless said otherwise; a stack of one goes with every matrix.

    The last two parameters are TVM's and have no effect here.
    """
    type_ = parse_dtype(out_dtype) if out_dtype else tensor_a.dtype
    rows, inner = _sides(tensor_a, transpose_a)
    columns, other = _sides(tensor_b, not transpose_b)
    require_equal(inner, other, "the matrices do not fit")
    k = over(inner, "k")
    batch = broadcast_shapes(tensor_a.shape[:1], tensor_b.shape[:1])

    def value(b: Expr, i: Expr, j: Expr) -> Expr:
        left = _element(tensor_a, [b], (k.var, i) if transpose_a else (i, k.var), batch)
        right = _element(tensor_b, [b], (j, k.var) if transpose_b else (k.var, j), batch)
        return reducers.sum(cast(left, type_) * cast(right, type_), axis=k)

    name = f"T_batch_matmul_{_letter(transpose_a)}{_letter(transpose_b)}"
    shape = (*batch, rows, columns) if oshape is None else oshape
    return compute(shape, value, name, "batch_matmul", {LAYOUT_FREE: [tensor_b]})
