# Generated from tilewright.runtime by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ffi import Tensor as _Tensor
from typing_extensions import Self as _Self
from tilewright.core.runtime.errors import ArgumentError as ArgumentError
from tilewright.core.runtime.errors import AssertionFailed as AssertionFailed
from tilewright.runtime import DataType as DataType
from tilewright.core.base.dtype import DataTypeCode as DataTypeCode
from tvm import Device as Device
from tilewright.core.runtime.errors import FunctionError as FunctionError
from tvm.ffi import Module as Module
from tvm.ffi import Tensor as _NDArray_

NDArray = _NDArray_
from tvm.ir import Node as _Object_

Object = _Object_
from tilewright.core.runtime.errors import OutOfMemory as OutOfMemory
from tilewright.core.base.registry import PackedFunc as PackedFunc
from tilewright.core.ir.containers import ShapeTuple as ShapeTuple
from tilewright.runtime import String as String
from tvm.ffi import Tensor as Tensor
from tvm.runtime import tensor as _array_

array = _array_
from tvm import cpu as cpu
from tvm import cuda as cuda
from tvm import device as device
from tvm import device_from_target as device_from_target
from tvm.nd import empty as empty
from tvm import ext_dev as ext_dev
from tvm.ffi import from_dlpack as from_dlpack
from tvm import get_global_func as get_global_func
from tvm import hexagon as hexagon
from tvm import metal as metal
from tvm import opencl as opencl
from tvm import register_global_func as register_global_func
from tvm.ffi import remove_global_func as remove_global_func
from tvm import rocm as rocm
from tvm import vulkan as vulkan
from tvm import webgpu as webgpu
from . import _ffi_api as _ffi_api
from . import container as container
from . import executable as executable
from . import module as module
from . import object_path as object_path
from . import profiling as profiling
from . import script_printer as script_printer
from . import vm as vm

class BenchmarkResult(_Any):  # type: ignore[misc, unused-ignore]
    """Seconds per call, one figure for each repetition."""
    @property
    def mean(self) -> _Any:
        """Average."""
    @property
    def median(self) -> _Any:
        """Middle figure."""
    @property
    def min(self) -> _Any:
        """Fastest repetition."""
    @property
    def max(self) -> _Any:
        """Slowest repetition."""
    @property
    def std(self) -> _Any:
        """Standard deviation over the repetitions."""
    def __init__(self, results: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Executable(_Any):  # type: ignore[misc, unused-ignore]
    """Compiled functions by name; `jit()` gives the module that runs."""
    def jit(self, fcompile: _Any = ..., addons: _Any = ..., force_recompile: _Any = ..., workspace_dir: _Any = ..., **_: _Any) -> Executable | _Any:
        """The module that runs; the same one each time, unless `force_recompile` asks for another.

        The other arguments say in TVM how to link, which is not needed here.
        """
    export_library: _Any
    """Write the compiled functions as a shared library (`.so`), or as an object file (`.o`)."""
    def __init__(self, mod: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

class Function(_Any):  # type: ignore[misc, unused-ignore]
    """A compiled function: `function(*arguments)` with arrays and numbers, by position or by the parameters' names.

    Arrays are numpy arrays, `tilewright.core.runtime.Tensor`, or anything with DLPack or the buffer protocol in the memory of the CPU; they
    are used in place.  Raises `ArgumentError` for arguments that the function cannot take, `FunctionError` when it gives up.
    """
    def quick(self) -> _Any:
        """The callable of the function: a native entry where possible, which checks the arrays itself.

        From then on that is what a call of this object is, by way of a class of its own, in which Python finds it at once.
        """
    def quick_or(self, otherwise: _Any, fixed: _Any = ...) -> _Any:
        """The native way, which calls `otherwise` with arguments that it does not know; that alone where there is no native way.

        Neither is given the arrays that are `fixed`: compact, at these addresses, by the numbers of their parameters, and apart from what the function writes.
        """
    def __init__(self, native: _Any, name: _Any, signature: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

const: _Any
"""`value` as an immediate of the given type, by default that of `of_immediate`; a vector type gives a broadcast."""

convert: _Any
"""A value as compiled programs pass it on: lists are tuples, anything else is itself."""

def enabled(target: _Any) -> _Any:
    """Whether functions can be built for a kind of target here: the CPU only."""

def list_global_func_names() -> _Any:
    """The registered names, sorted."""

def load_module(path: _Any, fmt: _Any = ...) -> _Any:
    """The module of an exported library, or the executable of an exported graph; its code is trusted, as that of any library is.

    An object file (`.o`), or a bundle of them (`.tar`), is linked first, LLVM IR (`.ll`, `.bc`) compiled; of a library that others made the packed functions can be called.
    Raises `OSError` when the file is no library that can be loaded here, `RuntimeError` when it cannot be linked.
    """

def load_param_dict(param_bytes: _Any) -> _Any:
    """The tensors that `save_param_dict` wrote, by name; raises `ValueError` for other bytes."""

def load_param_dict_from_file(path: _Any) -> _Any:
    """Read what `save_param_dict_to_file` wrote."""

def save_param_dict(params: _Any) -> _Any:
    """Tensors by name as bytes, which `load_param_dict` here and in TVM reads."""

def save_param_dict_to_file(params: _Any, path: _Any) -> _Any:
    """Write the bytes of `save_param_dict` into a file."""

def tensor(arr: _Any, device: _Any = ..., mem_scope: _Any = ...) -> _Tensor | _Any:
    """A tensor with a copy of the elements of an array, a nested list or a number; Python floats become float32."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
