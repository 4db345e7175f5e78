"""The containers of programs: `Array` is a tuple, `Map` is `dict`; a `ShapeTuple` is a tuple of integers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tilewright.core.ir.node import Array


class ShapeTuple(tuple[int, ...]):
    """The sizes of a tensor."""

    __slots__ = ()

    def __new__(cls, sizes: Iterable[Any] = ()) -> ShapeTuple:
        return super().__new__(cls, (int(size) for size in sizes))


Map = dict

Shape = ShapeTuple
String = str

__all__ = ["Array", "Map", "Shape", "ShapeTuple", "String"]
