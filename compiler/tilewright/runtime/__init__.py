"""Floor 5: calling compiled code from Python."""

from __future__ import annotations

from tilewright.base.dtype import DType as DataType
from tilewright.ir.node import Node as Object
from tilewright.ir.operators import const
from tilewright.runtime.call import Function
from tilewright.runtime.device import Device, cpu, device
from tilewright.runtime.errors import ArgumentError, AssertionFailed, FunctionError, OutOfMemory
from tilewright.runtime.library import load_module
from tilewright.runtime.module import Module
from tilewright.runtime.registry import (
    convert,
    get_global_func,
    list_global_func_names,
    register_global_func,
    remove_global_func,
)
from tilewright.runtime.shape import ShapeTuple
from tilewright.runtime.tensor import Tensor, array, empty, from_dlpack, tensor
from tilewright.runtime.timing import BenchmarkResult

NDArray = Tensor
String = str

__all__ = [
    "ArgumentError",
    "AssertionFailed",
    "BenchmarkResult",
    "DataType",
    "Device",
    "Function",
    "FunctionError",
    "Module",
    "NDArray",
    "Object",
    "OutOfMemory",
    "ShapeTuple",
    "String",
    "Tensor",
    "array",
    "const",
    "convert",
    "cpu",
    "device",
    "empty",
    "from_dlpack",
    "get_global_func",
    "list_global_func_names",
    "load_module",
    "register_global_func",
    "remove_global_func",
    "tensor",
]
