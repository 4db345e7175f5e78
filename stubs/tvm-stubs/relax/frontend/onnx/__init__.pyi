# Generated from tilewright.relax.frontend.onnx by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm import IRModule as _IRModule
from . import onnx_frontend as onnx_frontend

def from_onnx(model: _Any, shape_dict: _Any = ..., dtype_dict: _Any = ..., opset: _Any = ..., keep_params_in_input: _Any = ..., sanitize_input_names: _Any = ...) -> _IRModule | _Any:
    """The module whose function `main` computes what the model does; the attribute `num_input` counts its inputs.

    `shape_dict` gives inputs other sizes than the model says: numbers, texts, which stand for sizes of a run, or expressions.  Weights are constants, or with
    `keep_params_in_input` parameters after the inputs, whose values are the function's attribute `params`.  Raises `OpNotImplemented` for
    operators that are not read, `ImportError` without the package `onnx`.
    """

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
