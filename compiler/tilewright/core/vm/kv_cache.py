"""Caches of keys and values that grow by appending: `vm.builtin.attention_kv_cache_*`.

A cache is a tensor with more rows than are filled; it grows to twice its rows when they do not suffice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from tilewright.core.base.registry import register_global_func
from tilewright.core.runtime.tensor import Tensor, empty


class AttentionKVCache:
    """Rows of keys or values, of which the first `fill_count` are filled; a window remembers where its oldest row is."""

    def __init__(self, data: Tensor, fill_count: int) -> None:
        self.data = data
        self.fill_count = fill_count
        self.window_attention_current_pos = fill_count

    def append(self, rows: np.ndarray) -> None:
        """Add rows after those that are filled; raises `ValueError` for rows of another shape or type."""
        held = self.data.numpy_view()
        if rows.shape[1:] != held.shape[1:] or rows.dtype != held.dtype:
            raise ValueError(
                f"the cache has elements of the shape {held.shape[1:]} and type {held.dtype};"
                f" {rows.shape[1:]} of {rows.dtype} are appended"
            )
        wanted = self.fill_count + len(rows)
        self._reserve(wanted)
        self.data.numpy_view()[self.fill_count : wanted] = rows
        self.fill_count = wanted

    def _reserve(self, wanted: int) -> None:
        have = self.data.shape[0]
        if wanted <= have:
            return
        grown = empty((max(wanted, 2 * have), *self.data.shape[1:]), str(self.data.dtype))
        grown.numpy_view()[:have] = self.data.numpy_view()
        self.data = grown

    def overwrite(self, rows: np.ndarray, size: int, sinks: int = 0) -> None:
        """Write rows into a window of `size`, over the oldest when it is full, but never over the first `sinks`."""
        view = self.data.numpy_view()
        for row in rows:
            if self.window_attention_current_pos >= size:
                self.window_attention_current_pos = sinks
            view[self.window_attention_current_pos] = row
            self.window_attention_current_pos += 1
        self.fill_count = min(self.fill_count + len(rows), size)
        if self.window_attention_current_pos >= size:
            self.window_attention_current_pos = sinks


def create(init_data: Tensor, init_shape: Sequence[int], init_fill_count: int) -> AttentionKVCache:
    """A cache of a shape whose first rows are those of a tensor; `init_fill_count` says how many, or with 0 that none are meant."""
    made = AttentionKVCache(empty(tuple(init_shape), str(init_data.dtype)), 0)
    made.append(init_data.numpy_view())
    made.fill_count = made.window_attention_current_pos = int(init_fill_count)
    return made


def update(cache: AttentionKVCache, value: Tensor) -> AttentionKVCache:
    """The cache with the rows of a tensor for its own."""
    cache.fill_count = 0
    cache.append(value.numpy_view())
    return cache


def append(cache: AttentionKVCache, value: Tensor) -> AttentionKVCache:
    """The cache with further rows."""
    cache.append(value.numpy_view())
    return cache


def window_override(cache: AttentionKVCache, value: Tensor, max_cache_size: int) -> AttentionKVCache:
    """The cache with rows over its oldest."""
    cache.overwrite(value.numpy_view(), int(max_cache_size))
    return cache


def window_override_with_sinks(
    cache: AttentionKVCache, value: Tensor, max_cache_size: int, num_attention_sinks: int
) -> AttentionKVCache:
    """The cache with rows over its oldest, but for the first ones, the attention sinks."""
    cache.overwrite(value.numpy_view(), int(max_cache_size), int(num_attention_sinks))
    return cache


def view(cache: AttentionKVCache, shape: Sequence[int]) -> Tensor:
    """The filled rows, of which there must be as many as the shape says, as a tensor that shares their memory."""
    wanted, rows = tuple(int(size) for size in shape), cache.data.numpy_view()[: cache.fill_count]
    if wanted != rows.shape:
        raise ValueError(f"the cache holds {rows.shape}, and {wanted} is asked for")
    return Tensor(rows, cache.data)


def array_popn(caches: Iterable[AttentionKVCache], count: int) -> None:
    """Take the last rows from each cache."""
    for cache in caches:
        cache.fill_count = max(0, cache.fill_count - int(count))


def array_clear(caches: Iterable[AttentionKVCache]) -> None:
    """Empty each cache."""
    for cache in caches:
        cache.fill_count = 0


for _function in (create, update, append, window_override, window_override_with_sinks, view, array_popn, array_clear):
    register_global_func(f"vm.builtin.attention_kv_cache_{_function.__name__}", _function, override=True)
