"""The containers of programs, which are Python's own: `Array` is `tuple`, `Map` is `dict`."""

from __future__ import annotations

Array = tuple
Map = dict

__all__ = ["Array", "Map"]
