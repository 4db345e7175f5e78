"""Choosing by probability: the k most probable, and the most probable that together make up p.

Rows of probabilities are sorted, the greatest first.  One is kept when those before it make up less than p and are fewer than k.
"""

from __future__ import annotations

import numpy as np

from tilewright.core import te
from tilewright.core.builder import relax_by_name as op
from tilewright.core.builder import tir_expressions as tir
from tilewright.core.builder.dtypes import max_value
from tilewright.core.builder.reducers import Reducer
from tilewright.core.ir.expr import Cast, Expr, Select
from tilewright.core.nn.core import wrap_nested
from tilewright.core.nn.op.kernels import tensor_expr_op
from tilewright.core.nn.op.reductions import cumsum, sum
from tilewright.core.nn.tensor import Tensor, expression

Computed = te.Tensor | tuple[te.Tensor, ...]


def multinomial_from_uniform(
    prob: Tensor,
    uniform_sample: Tensor,
    sample_indices: Tensor | None = None,
    dtype: str = "int64",
    name: str = "multinomial_from_uniform",
) -> Tensor:
    """For each number between 0 and 1 the position it chooses in a row of probabilities, that of `sample_indices` or its own."""
    rows = _rows(prob, uniform_sample, sample_indices)
    made = op.multinomial_from_uniform(expression(prob), expression(uniform_sample), expression(rows), dtype)
    return wrap_nested(made, name)


def sample_top_p_top_k_from_sorted_prob(
    sorted_prob: Tensor,
    sorted_index: Tensor,
    top_p: Tensor,
    top_k: Tensor,
    uniform_sample: Tensor,
    sample_indices: Tensor | None = None,
) -> Tensor:
    """For each number between 0 and 1 what it chooses among the kept of a row: the entry of `sorted_index`."""
    rows = _rows(sorted_prob, uniform_sample, sample_indices)
    sums = cumsum(sorted_prob, axis=1)
    totals = tensor_expr_op(_kept_sum, "get_renorm_prob", [sums, top_p, top_k])
    return tensor_expr_op(_chosen, "get_index_from_sorted", [sums, sorted_index, totals, uniform_sample, rows])


def renormalize_top_p_top_k_prob(prob: Tensor, sorted_prob: Tensor, top_p: Tensor, top_k: Tensor) -> Tensor:
    """The probabilities of the kept over their sum, and 0 for the others; `prob` is in any order."""
    sums = cumsum(sorted_prob, axis=1)
    least = tensor_expr_op(_least_kept, "get_renorm_cutoff", [sorted_prob, sums, top_p, top_k])
    kept = tensor_expr_op(_at_least, "filter_with_top_p_top_k", [prob, least])
    return kept / sum(kept, axis=1, keepdims=True)


def _rows(prob: Tensor, uniform_sample: Tensor, sample_indices: Tensor | None) -> Tensor:
    if sample_indices is not None:
        if sample_indices.shape != uniform_sample.shape:
            raise ValueError("The shape of sample_indices must match the shape of uniform_sample.")
        return sample_indices
    count = uniform_sample.shape[0]
    if prob.shape[0] is not count and prob.shape[0] != count:
        raise ValueError("Number of samples must match the number of probability distributions.")
    if not isinstance(count, int):
        raise ValueError("sample_indices must be given where the number of samples is symbolic")
    return Tensor.from_const(np.arange(count).reshape(count, 1))


def _is_kept(sums: te.Tensor, top_p: te.Tensor, top_k: te.Tensor, row: Expr, at: Expr) -> Expr:
    """The first is kept in any case."""
    before = tir.max(at - 1, 0)
    return tir.any(at.equal(0), tir.all(sums[row, before] < top_p[row, 0], Cast(top_k.dtype, at) < top_k[row, 0]))


def _over_kept(
    reducer: Reducer,
    sums: te.Tensor,
    values: te.Tensor,
    top_p: te.Tensor,
    top_k: te.Tensor,
    otherwise: Expr,
    name: str,
) -> Computed:
    at = te.reduce_axis((0, sums.shape[1]), "j")
    return te.compute(
        (sums.shape[0], 1),
        lambda row, _: reducer(
            Select(_is_kept(sums, top_p, top_k, row, at.var), values[row, at.var], otherwise), axis=at
        ),
        name=name,
    )


def _kept_sum(sums: te.Tensor, top_p: te.Tensor, top_k: te.Tensor) -> Computed:
    return _over_kept(te.max, sums, sums, top_p, top_k, tir.const(0, sums.dtype), "renorm_prob")


def _least_kept(prob: te.Tensor, sums: te.Tensor, top_p: te.Tensor, top_k: te.Tensor) -> Computed:
    return _over_kept(te.min, sums, prob, top_p, top_k, max_value(prob.dtype), "cutoff")


def _chosen(sums: te.Tensor, indices: te.Tensor, totals: te.Tensor, samples: te.Tensor, rows: te.Tensor) -> Computed:
    at = te.reduce_axis((0, sums.shape[1]), "j")

    def is_before(sample: Expr) -> Expr:
        row = rows[sample, 0]
        return samples[sample, 0] >= sums[row, at.var] / totals[row, 0]

    places = te.compute(
        (samples.shape[0], 1),
        lambda sample, _: te.sum(Select(is_before(sample), tir.const(1, "int64"), tir.const(0, "int64")), axis=at),
        name="places",
    )
    return te.compute(
        (samples.shape[0], 1),
        lambda sample, _: indices[rows[sample, 0], tir.min(places[sample, 0], Cast("int64", sums.shape[1]) - 1)],
        name="output_index",
    )


def _at_least(prob: te.Tensor, least: te.Tensor) -> Computed:
    zero = tir.const(0, prob.dtype)
    return te.compute(prob.shape, lambda i, j: Select(prob[i, j] >= least[i, 0], prob[i, j], zero), name="kept")
