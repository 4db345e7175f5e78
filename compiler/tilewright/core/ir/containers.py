"""The containers of programs, which are Python's own: `Array` is `tuple`, `Map` is `dict`; a `ShapeTuple` is a tuple of integers."""

from __future__ import annotations

from tilewright.core.runtime.shape import ShapeTuple

Array = tuple
Map = dict

Shape = ShapeTuple
String = str

__all__ = ["Array", "Map", "Shape", "ShapeTuple", "String"]
