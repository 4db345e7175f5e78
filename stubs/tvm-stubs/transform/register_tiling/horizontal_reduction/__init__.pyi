# Generated from tilewright.transform.register_tiling.horizontal_reduction by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Stmt as _Stmt

def folded(found: _Any, vector_bytes: _Any) -> _Stmt | _Any:
    """The reduction in lanes, None where it does not lend itself to them."""

def has_lanes(found: _Any, vector_bytes: _Any) -> _Any:
    """Whether the reduction lends itself to lanes."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
