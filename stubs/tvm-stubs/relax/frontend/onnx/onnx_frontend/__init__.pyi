# Generated from tilewright.relax.frontend.onnx by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.frontend.onnx import from_onnx as from_onnx

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
