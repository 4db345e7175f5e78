# Generated from tilewright.tir.schedule.trace by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Trace as Trace

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
