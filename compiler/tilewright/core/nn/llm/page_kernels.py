"""Kernels that move keys and values into, out of and between pages: (pages, key or value, heads, positions, features)."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import tir as T
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr.base import ExprLike
from tilewright.core.ir.function import PrimFunc
from tilewright.core.nn.llm.kernel_frames import Parameters, each, each_at_once, kernel, store

PAGE = 16


def kv_cache_transpose_append(num_key_value_heads: int, head_dim: int, dtype: str, page_size: int = PAGE) -> PrimFunc:
    """Put keys and values where a map says: page times page size, and the position in it; -1 leaves one out."""

    def write(p: Parameters) -> None:
        count = p.size("num_tokens_excluding_cache", "int64")
        pages = _pages(p, num_key_value_heads, page_size, head_dim, dtype)
        k, v = (p.tensor(f"{name}_data", (count, num_key_value_heads, head_dim), dtype) for name in "kv")
        places = p.tensor("position_map", (count,))
        with each(token=count, h=num_key_value_heads, f=head_dim) as (token, h, f):
            place = places[token]
            with T.If(place != -1), T.Then():
                for kind, data in enumerate((k, v)):
                    store(pages, (place // page_size, kind, h, place % page_size, f), data[token, h, f])

    return kernel("tir_kv_cache_transpose_append", write)


def kv_cache_debug_get_kv(num_hidden_layers: int, num_key_value_heads: int, head_dim: int, dtype: str) -> PrimFunc:
    """Take keys and values of a layer from where a map says."""

    def write(p: Parameters) -> None:
        length, page_size = p.size("num_tokens_including_cache", "int64"), p.size("page_size", "int64")
        pages = _pages(p, num_key_value_heads, page_size, head_dim, dtype)
        places = p.tensor("position_map", (length,))
        shape = (num_hidden_layers, length, num_key_value_heads, head_dim)
        k, v = (p.tensor(f"{name}_data", shape, dtype) for name in "kv")
        layer = p.number("layer_id", "int64")
        with each(at=length, h=num_key_value_heads, f=head_dim) as (at, h, f):
            place = places[at]
            for kind, data in enumerate((k, v)):
                store(data, (layer, at, h, f), pages[place // page_size, kind, h, place % page_size, f])

    return kernel("tir_kv_cache_debug_get_kv", write)


def copy_single_page_cpu(num_heads: int, page_size: int, head_dim: int, dtype: str) -> PrimFunc:
    """Copy the first positions of a page to another."""

    def write(p: Parameters) -> None:
        pages = _pages(p, num_heads, page_size, head_dim, dtype)
        source, target, length = (p.number(name, "int64") for name in ("src_page_id", "tgt_page_id", "copy_length"))
        with each(kind=2, h=num_heads, at=length, f=head_dim) as (kind, h, at, f):
            store(pages, (target, kind, h, at, f), pages[source, kind, h, at, f])

    return kernel("copy_single_page_cpu", write)


def compact_kv_copy_cpu(num_heads: int, head_dim: int, dtype: str, page_size: int = PAGE) -> PrimFunc:
    """Move positions of sequences, one after the other, as two rows of places say: from where, and to where."""

    def write(p: Parameters) -> None:
        total = p.size("total_copy_length")
        pages = _pages(p, num_heads, page_size, head_dim, dtype)
        handle: Any = T.arg("var_copy_length_indptr", T.handle())
        places = p.tensor("copy_src_dst_pos", (2, total))
        batch_size = p.number("batch_size")
        first: Buffer = IRBuilder.name("copy_length_indptr", T.match_buffer(handle, (batch_size + 1,), "int32"))
        with each_at_once(b=batch_size) as b, each(step=first[b + 1] - first[b]) as (step,):
            source, target = (places[row, first[b] + step] for row in (0, 1))
            with each(kind=2, h=num_heads, f=head_dim) as (kind, h, f):
                value = pages[source // page_size, kind, h, source % page_size, f]
                store(pages, (target // page_size, kind, h, target % page_size, f), value)

    return kernel("compact_kv_copy_cpu", write)


def _pages(p: Parameters, heads: int, page_size: ExprLike, features: int, dtype: str) -> Buffer:
    return p.tensor("pages", (p.size("num_pages", "int64"), 2, heads, page_size, features), dtype)
