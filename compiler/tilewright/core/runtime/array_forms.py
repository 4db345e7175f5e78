"""Arrays in the memory of the CPU as `views` and `dlpack` describe them."""

from __future__ import annotations

from typing import Any

# Everything about an array but where it lies: element type, shape, strides in bytes, whether it may be written.  The element type is numpy's, ours,
# or a text that describes one which the language has not.  A plain tuple, because it is made for every argument of every call.
ArrayForm = tuple[Any, tuple[int, ...], tuple[int, ...], bool]

# Memory of an array: where it begins, its form, and what keeps it alive.
ArrayView = tuple[int, ArrayForm, object]


class NotAnArray(Exception):
    """A value that is no array in the memory of the CPU; the text completes "argument `A` ..."."""
