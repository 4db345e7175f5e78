"""The containers of programs, which are Python's own: `Array` is `tuple`, `Map` is `dict`; a `ShapeTuple` is a tuple of integers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class ShapeTuple(tuple[int, ...]):
    """The sizes of a tensor."""

    __slots__ = ()

    def __new__(cls, sizes: Iterable[Any] = ()) -> ShapeTuple:
        return super().__new__(cls, (int(size) for size in sizes))


Array = tuple
Map = dict

Shape = ShapeTuple
String = str

__all__ = ["Array", "Map", "Shape", "ShapeTuple", "String"]
