# Generated from tilewright.runtime by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.runtime.errors import ArgumentError as ArgumentError
from tilewright.runtime.errors import AssertionFailed as AssertionFailed
from tilewright.runtime.timing import BenchmarkResult as BenchmarkResult
from tilewright.runtime.device import Device as Device
from tilewright.runtime.call import Function as Function
from tilewright.runtime.errors import FunctionError as FunctionError
from tilewright.runtime.module import Module as Module
from tilewright.runtime import NDArray as NDArray
from tilewright.runtime.errors import OutOfMemory as OutOfMemory
from tilewright.runtime.tensor import Tensor as Tensor
from tilewright.runtime import array as array
from tilewright.runtime.device import cpu as cpu
from tilewright.runtime.device import device as device
from tilewright.runtime.tensor import empty as empty
from tilewright.runtime.tensor import from_dlpack as from_dlpack
from tilewright.runtime.registry import get_global_func as get_global_func
from tilewright.runtime.registry import list_global_func_names as list_global_func_names
from tilewright.runtime.library import load_module as load_module
from tilewright.runtime.registry import register_global_func as register_global_func
from tilewright.runtime.registry import remove_global_func as remove_global_func
from tilewright.runtime.tensor import tensor as tensor
from . import container as container
from . import object_path as object_path
from . import python_layout as python_layout
from . import script_printer as script_printer
from . import signature as signature

def __getattr__(name: _str) -> _Any: ...
