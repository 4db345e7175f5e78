# Generated from tilewright.ffi by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ffi import AccessPath as AccessPath
from tilewright.core.ir.node.array import Array as Array
from tilewright.core.runtime.device import DLDeviceType as DLDeviceType
from tilewright.core.ir.traversal import DefRegionKind as DefRegionKind
from tvm import Device as Device
from tilewright.ffi import Error as Error
from tilewright.ffi import Function as Function
from tilewright.core.ir.traversal import InplaceMode as InplaceMode
from tilewright.ffi import Map as Map
from tvm.ffi import Module as Module
from tvm.ir import Node as _Object_

Object = _Object_
from tilewright.ffi import Shape as Shape
from tvm.ffi import StructuralMutator as StructuralMutator
from tvm.ffi import StructuralVisitor as StructuralVisitor
from tvm.ffi import Tensor as Tensor
from tvm.ffi import VisitInterrupt as VisitInterrupt
from tilewright.core.ir.traversal import WalkOrder as WalkOrder
from tilewright.core.ir.traversal import WalkResult as WalkResult
from tvm.ffi import convert as convert
from tvm.ffi import from_dlpack as from_dlpack
from tvm.ffi import get_first_structural_mismatch as get_first_structural_mismatch
from tvm import get_global_func as get_global_func
from tvm.ffi import init_ffi_api as init_ffi_api
from tvm import register_global_func as _register_func_

register_func = _register_func_
from tvm import register_global_func as register_global_func
from tvm.ffi import register_object as register_object
from tvm.ffi import remove_global_func as remove_global_func
from tvm.ffi import structural_equal as structural_equal
from tvm.ffi import structural_hash as structural_hash
from tvm.ffi import structural_map as structural_map
from tvm.ffi import structural_mutate as structural_mutate
from tvm.ffi import structural_visit as structural_visit
from tvm.ffi import structural_walk as structural_walk
from . import base as base

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
