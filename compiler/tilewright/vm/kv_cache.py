"""Caches that grow along their first dimension, and functions that look into running graphs: what `nn.KVCache` and `nn.op.print_` call."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.runtime.registry import get_global_func, register_global_func
from tilewright.runtime.tensor import Tensor, tensor


class KVCache:
    """Elements of one shape, `filled` of them, in memory that is doubled when it is full."""

    def __init__(self, held: Any, filled: int) -> None:
        self.held = held
        self.filled = filled

    def append(self, more: Any) -> KVCache:
        """Put elements at the end."""
        new = more.numpy()
        if new.shape[1:] != self.held.shape[1:] or new.dtype != self.held.dtype:
            raise ValueError(
                f"the cache has elements of the shape {self.held.shape[1:]} and type {self.held.dtype};"
                f" {new.shape[1:]} of {new.dtype} are appended"
            )
        end = self.filled + len(new)
        if end > len(self.held):
            grown = np.empty((max(end, 2 * len(self.held)), *self.held.shape[1:]), self.held.dtype)
            grown[: self.filled] = self.held[: self.filled]
            self.held = grown
        self.held[self.filled : end] = new
        self.filled = end
        return self

    def view(self, shape: Any) -> Tensor:
        """The elements, of which there must be as many as the shape says."""
        wanted = tuple(int(size) for size in shape)
        if wanted != (self.filled, *self.held.shape[1:]):
            raise ValueError(f"the cache holds {(self.filled, *self.held.shape[1:])}, and {wanted} is asked for")
        return tensor(self.held[: self.filled].copy())


def create(init_data: Any, reserve_shape: Any, init_fill_count: Any) -> KVCache:
    """A cache with memory for `reserve_shape`, which holds the first elements of `init_data`."""
    first = init_data.numpy()
    held = np.zeros(tuple(int(size) for size in reserve_shape), first.dtype)
    filled = int(init_fill_count)
    held[:filled] = first[:filled]
    return KVCache(held, filled)


def invoke_debug_func(io: Any, name: str, line_info: str, *args: Any) -> Any:
    """Call a registered function with the place in the source text; the state of input and output stays as it is."""
    function = get_global_func(name)
    assert function is not None
    function(line_info, *args)
    return io


def debug_print(line_info: str, array: Any) -> None:
    """Print a tensor."""
    print(f"{line_info}: shape = {tuple(array.shape)}, dtype = {array.dtype}, data =\n{array}")


for _name, _function in {
    "vm.builtin.attention_kv_cache_create": create,
    "vm.builtin.attention_kv_cache_append": KVCache.append,
    "vm.builtin.attention_kv_cache_view": KVCache.view,
    "vm.builtin.invoke_debug_func": invoke_debug_func,
    "vm.builtin.debug_print": debug_print,
}.items():
    register_global_func(_name, _function, override=True)
