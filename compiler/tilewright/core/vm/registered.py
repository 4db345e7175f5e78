"""The modules that register the functions that graphs call by name."""

from __future__ import annotations

from tilewright.core.vm import (
    boxes,
    builtins,
    functions,
    kv_cache,
    memory,
    paged_kv_cache,
    rnn_state,
    sampling,
    shape_heap,
    tensor_cache,
)

__all__ = [
    "boxes",
    "builtins",
    "functions",
    "kv_cache",
    "memory",
    "paged_kv_cache",
    "register_those_of_graphs",
    "rnn_state",
    "sampling",
    "shape_heap",
    "tensor_cache",
]


def register_those_of_graphs() -> None:
    """See to it that the functions are registered: importing this module did it."""
