# Generated from tilewright.relax.training.trainer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import IRModule as IRModule
from tvm.ffi import Tensor as Tensor
from tvm.relax.training import Trainer as Trainer

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
