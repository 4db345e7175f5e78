"""`ShapeTuple`: a shape as a value, a tuple of integers that is told apart from other tuples."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class ShapeTuple(tuple[int, ...]):
    """The sizes of a tensor."""

    __slots__ = ()

    def __new__(cls, sizes: Iterable[Any] = ()) -> ShapeTuple:
        return super().__new__(cls, (int(size) for size in sizes))
