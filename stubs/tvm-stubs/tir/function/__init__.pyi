# Generated from tilewright.tir.function by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import IndexMap as IndexMap
from tvm.tir import PrimFunc as PrimFunc
from tvm.tir import TensorIntrin as TensorIntrin

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
