# Generated from tilewright.runtime.module by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.runtime import BenchmarkResult as BenchmarkResult
from tvm.ffi import Module as Module
from tvm.runtime import load_module as load_module

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
