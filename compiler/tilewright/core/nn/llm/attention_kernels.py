"""Kernels for the CPU: attention over pages, or over keys and values in one piece, and putting two results together.

Their parameters stand in the order in which TVM's cache passes them, so that kernels of others work with ours and ours with theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.builder import tir as T
from tilewright.core.builder import tir_expressions as tir
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import const
from tilewright.core.nn.llm.attention import Heads, Sequence, Turning, attend
from tilewright.core.nn.llm.kernel_frames import (
    FLOAT,
    Bound,
    Parameters,
    as_float,
    each,
    each_at_once,
    kernel,
    room,
    store,
)
from tilewright.core.nn.llm.position_embedding import RopeScaling

PAGE = 16


class Pages:
    """The pages of the sequences of a batch: which they are, and how much of them is filled.

    With a window `length_info` has three rows: what is filled of the last page, how many positions after the sinks are left out, counted from the
    beginning, and how many are sinks.
    """

    def __init__(self, p: Parameters, heads: Heads, page_size: int, has_window: bool, batch: Expr) -> None:
        self.page_size, self.has_window = page_size, has_window
        shape = (p.size("max_num_pages"), 2, heads.kv, page_size, heads.qk_features)
        self.pages = p.tensor("pages", shape, heads.dtype)
        self.first = p.tensor("page_indptr", (batch + 1,))
        self.which = p.tensor("page_values", (p.size("nnz_pages"),))
        self.length = p.tensor("length_info", (3, batch) if has_window else (batch,))

    def columns(self, batch: Expr, bind: Bound) -> Expr:
        """The number of keys a sequence has."""
        _, pages = part_of(self.first, batch, bind, "page")
        last = self.length[0, batch] if self.has_window else self.length[batch]
        count = (pages - 1) * self.page_size + last
        if self.has_window:
            count = count - self.length[1, batch] + self.length[2, batch]
        made: Expr = bind("columns", tir.if_then_else(pages > 0, count, const(0, "int32")))
        return made

    def element(self, kind: int, batch: Expr, head: ExprLike, col: ExprLike, f: ExprLike) -> Expr:
        """A feature of a key (0) or a value (1)."""
        place = col
        if self.has_window:
            sinks = self.length[2, batch]
            place = tir.if_then_else(col < sinks, col, col - sinks + self.length[1, batch])
        page = self.which[self.first[batch] + place // self.page_size]
        found: Expr = self.pages[page, kind, head, place % self.page_size, f]
        return found


def attention_prefill_cpu(
    h_kv: int,
    h_q: int,
    d: int,
    dtype: str,
    sliding_window: bool,
    rope_scaling: RopeScaling,
    page_size: int = PAGE,
    sliding_window_size: int = 1024,
) -> PrimFunc:
    """Attention of several rows of each sequence over its pages, of which they are the last where `causal` is not 0."""
    heads = Heads(h_kv, h_q, d, d, dtype)

    def write(p: Parameters) -> None:
        batch_size, total = p.size("batch_size"), p.size("total_len")
        q = p.tensor("q", (total, h_q, d), dtype)
        indptr = p.tensor("q_indptr", (batch_size + 1,))
        pages = Pages(p, heads, page_size, sliding_window, batch_size)
        offset = p.tensor("k_rope_pos_offset", (batch_size,))
        position = p.tensor("q_rope_position", (total,))
        output, lse = p.tensor("output", (total, h_q, d), dtype), p.tensor("lse", (total, h_q), FLOAT)
        causal = p.number("causal")
        turning = Turning.of(p, rope_scaling)

        def sequence(batch: Expr, bind: Bound) -> Sequence:
            first, rows = part_of(indptr, batch, bind, "row")
            columns = pages.columns(batch, bind)
            seen = _causal(causal, rows, columns)
            return paged_sequence(pages, batch, (first, rows), columns, offset, position, seen)

        attend(heads, batch_size, q, output, lse, turning, sequence)

    return kernel("batch_prefill_paged_kv_cpu" + "_sliding_window" * sliding_window, write)


def part_of(indptr: Buffer, batch: Expr, bind: Bound, name: str) -> tuple[Any, Any]:
    """The offset and the length of the part that belongs to a sequence."""
    first = bind(f"first_{name}", indptr[batch])
    return first, bind(f"{name}s", indptr[batch + 1] - first)


def paged_sequence(
    pages: Pages,
    batch: Expr,
    part: tuple[Any, Any],
    columns: Expr,
    offset: Buffer,
    position: Buffer,
    visible: Callable[[ExprLike, ExprLike], ExprLike],
) -> Sequence:
    """A sequence whose keys and values lie in pages; `offset` is the position of its first key, `position` that of each row."""
    first, rows = part
    return Sequence(
        first,
        rows,
        columns,
        lambda head, col, f: pages.element(0, batch, head, col, f),
        lambda head, col, f: pages.element(1, batch, head, col, f),
        lambda col: offset[batch] + col,
        lambda row: position[first + row],
        visible,
    )


def _causal(causal: Expr, rows: ExprLike, columns: ExprLike) -> Callable[[ExprLike, ExprLike], Expr]:
    return lambda row, col: tir.any(causal < 1, col < columns - rows + row + 1)


def attention_decode_cpu(
    num_kv_heads: int,
    num_qo_heads: int,
    head_dim: int,
    qkv_dtype: str,
    sliding_window: bool,
    rope_scaling: RopeScaling,
    page_size: int = PAGE,
) -> PrimFunc:
    """Attention of one row of each sequence over its pages."""
    heads = Heads(num_kv_heads, num_qo_heads, head_dim, head_dim, qkv_dtype)

    def write(p: Parameters) -> None:
        batch_size = p.size("B")
        q = p.tensor("q", (batch_size, num_qo_heads, head_dim), qkv_dtype)
        pages = Pages(p, heads, page_size, sliding_window, batch_size)
        offset, position = (p.tensor(name, (batch_size,)) for name in ("k_rope_pos_offset", "q_rope_position"))
        output = p.tensor("output", (batch_size, num_qo_heads, head_dim), qkv_dtype)
        lse = p.tensor("lse", (batch_size, num_qo_heads), FLOAT)
        turning = Turning.of(p, rope_scaling)

        def sequence(batch: Expr, bind: Bound) -> Sequence:
            columns = pages.columns(batch, bind)
            return paged_sequence(pages, batch, (batch, 1), columns, offset, position, lambda row, col: True)

        attend(heads, batch_size, q, output, lse, turning, sequence)

    return kernel("batch_decode_paged_kv_cpu" + "_sliding_window" * sliding_window, write)


def attention_prefill_ragged_cpu(
    h_kv: int, h_q: int, d_qk: int, d_v: int, dtype: str, rope_scaling: RopeScaling
) -> PrimFunc:
    """Attention over keys and values that lie one sequence after the other."""
    heads = Heads(h_kv, h_q, d_qk, d_v, dtype)

    def write(p: Parameters) -> None:
        batch_size, rows, columns = p.size("batch_size"), p.size("qo_len"), p.size("kv_len")
        q = p.tensor("q", (rows, h_q, d_qk), dtype)
        indptr = p.tensor("q_indptr", (batch_size + 1,))
        k, v = p.tensor("k", (columns, h_kv, d_qk), dtype), p.tensor("v", (columns, h_kv, d_v), dtype)
        kv_indptr = p.tensor("kv_indptr", (batch_size + 1,))
        position, offset = p.tensor("q_rope_position", (rows,)), p.tensor("k_rope_pos_offset", (batch_size,))
        output, lse = p.tensor("output", (rows, h_q, d_v), dtype), p.tensor("lse", (rows, h_q), FLOAT)
        causal = p.number("causal")
        turning = Turning.of(p, rope_scaling)

        def sequence(batch: Expr, bind: Bound) -> Sequence:
            own, keys = part_of(indptr, batch, bind, "row"), part_of(kv_indptr, batch, bind, "column")
            seen = _causal(causal, own[1], keys[1])
            return ragged_sequence((k, v), own, keys, position, lambda col: offset[batch] + col, seen)

        attend(heads, batch_size, q, output, lse, turning, sequence)

    return kernel("batch_prefill_ragged_kv", write)


def ragged_sequence(
    tensors: tuple[Buffer, Buffer],
    rows: tuple[Expr, Expr],
    columns: tuple[Expr, Expr],
    position: Buffer,
    key_position: Any,
    visible: Callable[[ExprLike, ExprLike], ExprLike],
) -> Sequence:
    """A sequence whose keys and values are a part of two tensors; rows and columns are given by their first and their number."""
    k, v = tensors
    start = columns[0]
    return Sequence(
        *rows,
        columns[1],
        lambda head, col, f: k[start + col, head, f],
        lambda head, col, f: v[start + col, head, f],
        key_position,
        lambda row: position[rows[0] + row],
        visible,
    )


def attention_sequence_prefill_cpu(
    h_kv: int, h_q: int, d: int, dtype: str, causal: int = 0, sm_scale: float = 1.0
) -> PrimFunc:
    """Attention of each sequence of a batch over its own keys and values, all sequences being of one length: tensors of four dimensions."""
    heads = Heads(h_kv, h_q, d, d, dtype)

    def write(p: Parameters) -> None:
        batch_size, rows, columns = p.size("batch_size"), p.size("qo_len"), p.size("kv_len")
        q = _flat(p.tensor("q", (batch_size, rows, h_q, d), dtype))
        k, v = (_flat(p.tensor(name, (batch_size, columns, h_kv, d), dtype)) for name in "kv")
        output = _flat(p.tensor("output", (batch_size, rows, h_q, d), dtype))
        lse = _flat(p.tensor("lse", (batch_size, rows, h_q), dtype))
        zero, one = const(0, "int32"), const(1.0, FLOAT)
        turning = Turning(zero, one, one, const(sm_scale, FLOAT), {})
        seen = _causal(const(causal, "int32"), rows, columns)

        def sequence(batch: Expr, bind: Bound) -> Sequence:
            first = bind("first_column", batch * columns)
            return Sequence(
                bind("first_row", batch * rows),
                rows,
                columns,
                lambda head, col, f: k[first + col, head, f],
                lambda head, col, f: v[first + col, head, f],
                lambda col: zero,
                lambda row: zero,
                seen,
            )

        attend(heads, batch_size, q, output, lse, turning, sequence)

    return kernel("batch_sequence_prefill_kv", write)


def _flat(tensor: Buffer) -> Buffer:
    """The memory of a tensor with its first two dimensions as one."""
    batch, rows, *rest = tensor.shape
    made: Buffer = T.Buffer((batch * rows, *rest), tensor.dtype, data=tensor.data)
    return IRBuilder.name(f"{tensor.name}_rows", made)


def merge_state_inplace_cpu(v_dtype: str) -> PrimFunc:
    """Put the results of attention over two sets of keys together, into the first; their logarithms say how much each counts."""

    def write(p: Parameters) -> None:
        rows, heads, features = (p.size(name) for name in "NHD")
        v, s = p.tensor("v", (rows, heads, features), v_dtype), p.tensor("s", (rows, heads), FLOAT)
        other, s_other = p.tensor("v_other", v.shape, v_dtype), p.tensor("s_other", s.shape, FLOAT)
        with each_at_once(n=rows) as n, T.block("merge"):
            shares = room("shares", 2)
            with each(h=heads) as (h,):
                best = tir.max(s[n, h], s_other[n, h])
                store(shares, (0,), tir.exp2(s[n, h] - best))
                store(shares, (1,), tir.exp2(s_other[n, h] - best))
                with each(d=features) as (d,):
                    both = as_float(v[n, h, d]) * shares[0] + as_float(other[n, h, d]) * shares[1]
                    store(v, (n, h, d), both / (shares[0] + shares[1]))
                store(s, (n, h), best + tir.log2(shares[0] + shares[1]))

    return kernel("merge_state_inplace_cpu", write)
