# Generated from tilewright.relax.frontend by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax import Function as Function
from tvm import IRModule as IRModule
from . import common as common
from . import nn as nn
from . import nnef as nnef
from . import onnx as onnx
from . import stablehlo as stablehlo
from . import tflite as tflite
from . import torch as torch

def detach_params(mod: _Any) -> _Any:
    """The module without the attribute "params" of its functions, and the tensors that it held, by function."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
