"""Attention over trees of tokens: a row sees the tokens on the path from the root to it, and all that stands before the tree.

Paths are given by `tree_order`: for each node, the times at which a depth-first walk of the tree enters and leaves it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from tilewright.core.builder import tir_expressions as tir
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.function import PrimFunc
from tilewright.core.nn.llm.attention import Heads, Sequence, Turning, attend
from tilewright.core.nn.llm.attention_kernels import PAGE, Pages, paged_sequence, part_of, ragged_sequence
from tilewright.core.nn.llm.kernel_frames import FLOAT, Bound, Parameters, kernel
from tilewright.core.nn.llm.position_embedding import RopeScaling


def tree_attn_cpu(h_kv: int, h_q: int, d: int, dtype: str, rope_scaling: RopeScaling) -> PrimFunc:
    """Attention of the nodes of trees over keys and values that lie one sequence after the other."""
    heads = Heads(h_kv, h_q, d, d, dtype)

    def write(p: Parameters) -> None:
        batch_plus_one, rows, columns = p.size("batch_size_plus_1"), p.size("qo_len"), p.size("kv_len")
        q = p.tensor("q", (rows, h_q, d), dtype)
        indptr = p.tensor("q_indptr", (batch_plus_one,))
        k, v = (p.tensor(name, (columns, h_kv, d), dtype) for name in "kv")
        kv_indptr, position = p.tensor("kv_indptr", (batch_plus_one,)), p.tensor("q_rope_position", (rows,))
        order_first, order = p.tensor("mn_indptr", (batch_plus_one,)), p.tensor("mask", (p.size("tree_size"), 2))
        output, lse = p.tensor("output", (rows, h_q, d), dtype), p.tensor("lse", (rows, h_q), FLOAT)
        turning = Turning.of(p, rope_scaling)

        def sequence(batch: Expr, bind: Bound) -> Sequence:
            own, keys = part_of(indptr, batch, bind, "row"), part_of(kv_indptr, batch, bind, "column")
            seen = _on_path(part_of(order_first, batch, bind, "node"), order, keys[1], own[1])
            return ragged_sequence((k, v), own, keys, position, lambda col: position[keys[0] + col], seen)

        attend(heads, batch_plus_one - 1, q, output, lse, turning, sequence)

    return kernel("batch_tree_attn", write)


def tree_attn_with_paged_kv_cache_cpu(h_kv: int, h_q: int, d: int, dtype: str, rope_scaling: RopeScaling) -> PrimFunc:
    """Attention of the nodes of trees over pages, in which the nodes are the last."""
    heads = Heads(h_kv, h_q, d, d, dtype)

    def write(p: Parameters) -> None:
        batch_size, total = p.size("batch_size"), p.size("total_len")
        q = p.tensor("q", (total, h_q, d), dtype)
        indptr = p.tensor("q_indptr", (batch_size + 1,))
        pages = Pages(p, heads, PAGE, False, batch_size)
        offset, position = p.tensor("k_rope_pos_offset", (batch_size,)), p.tensor("q_rope_position", (total,))
        output, lse = p.tensor("output", (total, h_q, d), dtype), p.tensor("lse", (total, h_q), FLOAT)
        turning = Turning.of(p, rope_scaling)
        order_first = p.tensor("tree_order_indptr", (batch_size + 1,))
        order = p.tensor("tree_order", (p.size("total_tree_order_len"), 2))

        def sequence(batch: Expr, bind: Bound) -> Sequence:
            own, columns = part_of(indptr, batch, bind, "row"), pages.columns(batch, bind)
            seen = _on_path(part_of(order_first, batch, bind, "node"), order, columns, own[1])
            return paged_sequence(pages, batch, own, columns, offset, position, seen)

        attend(heads, batch_size, q, output, lse, turning, sequence)

    return kernel("tree_attn_paged_kv_cpu", write)


def _on_path(
    tree: tuple[Expr, Expr], order: Buffer, columns: ExprLike, rows: ExprLike
) -> Callable[[ExprLike, ExprLike], Expr]:
    """Whether a column stands before the tree or on the path to a row; the rows are the last nodes of the tree."""
    base, nodes = tree
    start = columns - nodes

    def visible(row: ExprLike, col: ExprLike) -> Expr:
        own, other = base + nodes - rows + row, base + col - start
        reached = tir.all(order[own, 0] >= order[other, 0], order[own, 0] < order[other, 1])
        return tir.if_then_else(col < start, True, reached)

    return visible


def _for_graphics(name: str) -> NoReturn:
    raise NotImplementedError(f"`{name}` is a kernel for GPUs; `{name}_cpu` is the one for the CPU")


def tree_attn(*args: object, **options: object) -> NoReturn:
    """TVM's kernel for GPUs."""
    _for_graphics("tree_attn")


def tree_attn_with_paged_kv_cache(*args: object, **options: object) -> NoReturn:
    """TVM's kernel for GPUs."""
    _for_graphics("tree_attn_with_paged_kv_cache")
