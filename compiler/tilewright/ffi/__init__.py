"""The names of TVM's foreign function interface: containers, registered functions, structural comparison.

Sequences and mappings of this compiler are Python's own, so `Array` is `tuple` and `Map` is `dict`.  With `install_as_tvm`, `import tvm_ffi` gives
this package where the real one is not installed.
"""

from __future__ import annotations

from typing import Any

from tilewright.core.base.diagnostics import TVMError as Error
from tilewright.core.base.registry import get_global_func, register_global_func, remove_global_func
from tilewright.core.ir import containers as container
from tilewright.core.ir.access_path import AccessPath
from tilewright.core.ir.containers import Array, Map, Shape
from tilewright.core.ir.hashing import structural_hash
from tilewright.core.ir.node import Node as Object
from tilewright.core.ir.operators import convert
from tilewright.core.ir.structural import get_first_structural_mismatch, structural_equal
from tilewright.core.runtime import Device, Module, Tensor, device, from_dlpack
from tilewright.ffi import access_path, registry
from tilewright.ffi.registry import register_func


def register_object(type_key: Any = None) -> Any:
    """A decorator that leaves its class as it is: classes of Python need no key here."""
    return type_key if isinstance(type_key, type) else lambda made: made


__all__ = [
    "AccessPath",
    "Array",
    "Device",
    "Error",
    "Map",
    "Module",
    "Object",
    "Shape",
    "Tensor",
    "access_path",
    "container",
    "convert",
    "device",
    "from_dlpack",
    "get_first_structural_mismatch",
    "get_global_func",
    "register_func",
    "register_global_func",
    "register_object",
    "registry",
    "remove_global_func",
    "structural_equal",
    "structural_hash",
]
