# Generated from tilewright.tir.buffer by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Buffer as Buffer
from tvm.tir import DataProducer as DataProducer
from tvm.tir import decl_buffer as decl_buffer

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
