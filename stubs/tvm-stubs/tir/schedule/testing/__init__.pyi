# Generated from tilewright.tir.schedule.testing by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Schedule as _Schedule

def assert_structural_equal_ignore_global_symbol(func1: _Any, func2: _Any, *args: _Any, **kwargs: _Any) -> _Any:
    """`assert_structural_equal` of two functions as if they had the same symbol; of modules it compares the symbols too."""

def verify_trace_roundtrip(sch: _Any, mod: _Any, *, debug_mask: _Any = ..., text_format: _Any = ...) -> _Schedule | _Any:
    """A schedule of `mod` made from the trace of `sch`, written and read back; raises where it is another program or has another trace."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
