"""Products of tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core import te
from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, te_call
from tilewright.core.topi import linear

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder
    from tilewright.core.ir.expr import Expr, ExprLike
    from tilewright.core.te.tensor import Tensor


def _matmul(builder: BlockBuilder, call: Call) -> RelaxExpr:
    asked = str(call.attrs["out_dtype"])
    kind = None if asked == "void" else asked
    return builder.call_te(_general_matmul, *call.args, out_dtype=kind, primfunc_name_hint="matmul")


def _general_matmul(a: Tensor, b: Tensor, out_dtype: str | None = None) -> Tensor:
    """The matrix product of tensors of any rank, broadcast over the leading dimensions."""
    rows, columns = len(a.shape) > 1, len(b.shape) > 1
    batch_a, batch_b = list(a.shape[:-2]), list(b.shape[:-2])
    rank = max(len(batch_a), len(batch_b))
    batch = []
    for at in range(-rank, 0):
        left = batch_a[at] if -at <= len(batch_a) else 1
        right = batch_b[at] if -at <= len(batch_b) else 1
        batch.append(right if _is_one(left) else left)
    k = te.reduce_axis((0, a.shape[-1]), name="k")
    shape = [*batch, *([a.shape[-2]] if rows else []), *([b.shape[-1]] if columns else [])]

    def value(*index: Expr) -> Expr:
        outer, rest = index[:rank], list(index[rank:])
        row = [rest.pop(0)] if rows else []
        column = [rest.pop(0)] if columns else []
        left = a(*_broadcast(outer, batch_a, batch), *row, k.var)
        right = b(*_broadcast(outer, batch_b, batch), k.var, *column)
        if out_dtype is not None:
            left, right = left.astype(out_dtype), right.astype(out_dtype)
        return te.sum(left * right, axis=k)

    return te.compute(shape, value, name="matmul")


def _broadcast(index: tuple[Expr, ...], sizes: list[Expr], whole: list[Expr]) -> list[ExprLike]:
    """The part of an index into `whole` that is one of a tensor of these leading sizes: 0 where that has fewer elements."""
    skipped = len(index) - len(sizes)
    sides = zip(index[skipped:], sizes, whole[skipped:])
    return [at if not _is_one(size) or _is_one(result) else 0 for at, size, result in sides]


def _is_one(size: ExprLike) -> bool:
    return getattr(size, "value", size) == 1


def _outer(a: Tensor, b: Tensor) -> Tensor:
    return te.compute((a.shape[0], b.shape[0]), lambda i, j: a(i) * b(j), name="outer")


def _einsum(builder: BlockBuilder, call: Call) -> RelaxExpr:
    subscripts = str(call.attrs["subscripts"])
    return builder.call_te(
        lambda operands: linear.einsum(subscripts, *operands), call.args[0], primfunc_name_hint="einsum"
    )


RULES: dict[str, Legalization] = {
    "matmul": _matmul,
    "einsum": _einsum,
    "outer": te_call("outer", _outer),
}
