# Generated from tilewright.transform.register_tiling.row_memory by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import PrimFunc as _PrimFunc

def shortened(func: _Any) -> _PrimFunc | _Any:
    """The function with allocated memory that is used in rows of one loop alone no longer than a row."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
