# Generated from tilewright.relax.transform.fast_math by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Call as Call
from tvm.relax.transform import FastMathTransform as FastMathTransform

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
