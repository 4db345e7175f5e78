# Generated from tilewright.ffi.container by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.core.ir.node.array import Array as Array
from tilewright.ffi.container import Map as Map
from tilewright.ffi.container import Shape as Shape
from tilewright.core.ir.containers import ShapeTuple as ShapeTuple

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
