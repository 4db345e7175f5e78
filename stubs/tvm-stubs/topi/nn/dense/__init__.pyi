# Generated from tilewright.topi.nn.dense by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.topi import add as add
from tvm.topi.nn import batch_matmul as batch_matmul
from tvm.topi.nn import dense as dense
from tvm.topi.nn import matmul as matmul

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
