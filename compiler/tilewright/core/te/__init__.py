"""`tilewright.core.te`: tensor expressions under TVM's names: stages, the functions they are written with, and `create_prim_func`."""

from __future__ import annotations

from tilewright.core.builder.reducers import comm_reducer, max, min, sum
from tilewright.core.ir.index_map import AXIS_SEPARATOR
from tilewright.core.te.extern import extern, extern_primfunc
from tilewright.core.te.operation import compute, const, placeholder, reduce_axis, size_var, thread_axis, var
from tilewright.core.te.prim_func import create_prim_func
from tilewright.core.te.tag import tag_scope
from tilewright.core.te.tensor import ComputeOp, ExternOp, PlaceholderOp, Tensor, TensorSlice

__all__ = [
    "AXIS_SEPARATOR",
    "ComputeOp",
    "ExternOp",
    "PlaceholderOp",
    "Tensor",
    "TensorSlice",
    "comm_reducer",
    "compute",
    "const",
    "create_prim_func",
    "extern",
    "extern_primfunc",
    "max",
    "min",
    "placeholder",
    "reduce_axis",
    "size_var",
    "sum",
    "tag_scope",
    "thread_axis",
    "var",
]
