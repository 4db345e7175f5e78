"""Floor 5: calling compiled code from Python."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tilewright.core.base.dtype import DType as DataType
from tilewright.core.base.registry import (
    PackedFunc,
    convert,
    get_global_func,
    list_global_func_names,
    register_global_func,
    remove_global_func,
)
from tilewright.core.ir.containers import ShapeTuple
from tilewright.core.ir.node import Node as Object
from tilewright.core.ir.operators import const
from tilewright.core.runtime.call import Function
from tilewright.core.runtime.device import (
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
from tilewright.core.runtime.errors import ArgumentError, AssertionFailed, FunctionError, OutOfMemory
from tilewright.core.runtime.executable import Executable
from tilewright.core.runtime.module import Module
from tilewright.core.runtime.tensor import Tensor, array, empty, from_dlpack, tensor
from tilewright.core.runtime.timing import BenchmarkResult

if TYPE_CHECKING:
    from tilewright.core.vm.load import load_module

NDArray = Tensor
String = str

# Modules that TVM has here and that stand elsewhere.
_ELSEWHERE = {
    "container": "tilewright.core.ir.containers",
    "profiling": "tilewright.core.vm.profiling",
    "vm": "tilewright.core.vm.machine",
}


# Functions that TVM has here and that stand elsewhere.
_NAMES = {"load_module": "tilewright.core.vm.load"}


def __getattr__(name: str) -> Any:
    if name in _NAMES:
        return getattr(import_module(_NAMES[name]), name)
    if name not in _ELSEWHERE:
        raise AttributeError(f"module 'tilewright.core.runtime' has no attribute {name!r}")
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
