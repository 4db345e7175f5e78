# Generated from tilewright.transform.register_tiling.loop_fusion by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import PrimFunc as _PrimFunc
from tilewright.transform.register_tiling.loop_fusion import Rows as Rows

def rows_together(func: _Any, kind: _Any) -> _PrimFunc | _Any:
    """The function with its loops over rows put together, where one of them joins rows."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
