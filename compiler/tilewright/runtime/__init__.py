"""Floor 5: calling compiled code from Python."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tilewright.base.dtype import DType as DataType
from tilewright.ir.node import Node as Object
from tilewright.ir.operators import const
from tilewright.runtime.call import Function
from tilewright.runtime.device import (
    Device,
    cpu,
    cuda,
    device,
    ext_dev,
    hexagon,
    metal,
    opencl,
    rocm,
    vulkan,
    webgpu,
)
from tilewright.runtime.errors import ArgumentError, AssertionFailed, FunctionError, OutOfMemory
from tilewright.runtime.executable import Executable
from tilewright.runtime.library import load_module
from tilewright.runtime.module import Module
from tilewright.runtime.registry import (
    PackedFunc,
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

# Modules that TVM has here and that stand elsewhere.
_ELSEWHERE = {
    "container": "tilewright.ffi.container",
    "profiling": "tilewright.vm.profiling",
    "vm": "tilewright.vm.machine",
}


def __getattr__(name: str) -> Any:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module 'tilewright.runtime' has no attribute {name!r}")
    return import_module(_ELSEWHERE[name])


def enabled(target: str) -> bool:
    """Whether functions can be built for a kind of target here: the CPU only."""
    return target in ("llvm", "cpu")


__all__ = [
    "ArgumentError",
    "AssertionFailed",
    "BenchmarkResult",
    "DataType",
    "Device",
    "Executable",
    "Function",
    "FunctionError",
    "Module",
    "NDArray",
    "Object",
    "OutOfMemory",
    "PackedFunc",
    "ShapeTuple",
    "String",
    "Tensor",
    "array",
    "const",
    "convert",
    "cpu",
    "cuda",
    "device",
    "empty",
    "enabled",
    "ext_dev",
    "from_dlpack",
    "get_global_func",
    "hexagon",
    "list_global_func_names",
    "load_module",
    "metal",
    "opencl",
    "register_global_func",
    "remove_global_func",
    "rocm",
    "tensor",
    "vulkan",
    "webgpu",
]
