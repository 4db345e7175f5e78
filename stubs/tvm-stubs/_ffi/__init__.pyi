# Generated from tilewright.ffi by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.access_path import AccessPath as AccessPath
from tilewright.ffi import Array as Array
from tilewright.runtime.device import Device as Device
from tilewright.ffi import Error as Error
from tilewright.ffi import Map as Map
from tilewright.runtime.module import Module as Module
from tilewright.ffi import Object as Object
from tilewright.runtime.tensor import Tensor as Tensor
from tilewright.ir.operators import convert as convert
from tilewright.runtime.device import device as device
from tilewright.runtime.tensor import from_dlpack as from_dlpack
from tilewright.ir.structural import get_first_structural_mismatch as get_first_structural_mismatch
from tilewright.runtime.registry import get_global_func as get_global_func
from tilewright.ffi import register_func as register_func
from tilewright.runtime.registry import register_global_func as register_global_func
from tilewright.runtime.registry import remove_global_func as remove_global_func
from tilewright.ir.structural import structural_equal as structural_equal
from tilewright.ir.hashing import structural_hash as structural_hash

def __getattr__(name: _str) -> _Any: ...
