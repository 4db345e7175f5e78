# Generated from tilewright.te.index_dtype by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import PrimFunc as _PrimFunc

def with_index_dtype(func: _Any, index_dtype: _Any) -> _PrimFunc | _Any:
    """`func` with all that counts or indexes, and the variables in the shapes of buffers, of type `index_dtype`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
