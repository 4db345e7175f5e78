"""Embedding bags of PyTorch: rows of a table that are added up, averaged or compared, a bag at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder.relax_values import const
from tilewright.core.importers.torch.indexing import scatter_reduce
from tilewright.core.importers.torch.values import Operator, dtype, shape
from tilewright.core.ir.relax import RelaxExpr

if TYPE_CHECKING:
    from tilewright.core.importers.torch.translator import Translator

_MODES = ("sum", "mean", "amax")


def _embedding_bag(
    t: Translator,
    weight: RelaxExpr,
    indices: RelaxExpr,
    offsets: RelaxExpr,
    scale_grad_by_freq: bool = False,
    mode: int = 0,
    sparse: bool = False,
    per_sample_weights: RelaxExpr | None = None,
    include_last_offset: bool = False,
    padding_idx: int = -1,
) -> tuple[RelaxExpr, None, None, None]:
    """The bags alone, not what training needs; a bag without rows is 0.

    Rows of the padding go to one bag more, which is left out of the result.
    """
    count, width = shape(indices)[0], shape(weight)[1]
    bags = shape(offsets)[0] - include_last_offset
    if not isinstance(count, int) or not isinstance(bags, int):
        raise ValueError("an embedding bag needs sizes of its indices and offsets that are known")
    starts = t.emit(op.strided_slice(offsets, [0], [0], [bags]))
    begun = t.emit(
        op.less_equal(t.emit(op.reshape(starts, [1, bags])), const(np.arange(count)[:, None], dtype(offsets)))
    )
    bag = t.emit(op.subtract(t.emit(op.sum(t.emit(op.astype(begun, "int64")), 1)), const(1, "int64")))
    if padding_idx >= 0:
        padding = t.emit(op.equal(indices, const(padding_idx, dtype(indices))))
        bag = t.emit(op.where(padding, const(bags, "int64"), bag))
    rows = t.emit(op.take(weight, indices, axis=0))
    if per_sample_weights is not None:
        rows = t.emit(op.multiply(rows, t.emit(op.expand_dims(per_sample_weights, 1))))
    wide = t.emit(op.broadcast_to(t.emit(op.expand_dims(bag, 1)), [count, width]))
    empty = t.emit(op.zeros((bags + 1, width), dtype(weight)))
    made = t.emit(scatter_reduce(t, empty, 0, wide, rows, _MODES[mode], include_self=False))
    return op.strided_slice(made, [0], [0], [bags]), None, None, None


OPERATORS: dict[str, Operator] = {
    **dict.fromkeys(("_embedding_bag", "_embedding_bag_forward_only"), _embedding_bag),
}
