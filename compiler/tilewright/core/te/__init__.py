"""`tilewright.core.te`: tensor expressions under TVM's names: stages, the functions they are written with, and `create_prim_func`."""

from __future__ import annotations

from typing import Any

from tilewright.core.builder import tir_expressions
from tilewright.core.builder.reducers import comm_reducer, max, min, sum
from tilewright.core.ir.index_map import AXIS_SEPARATOR
from tilewright.core.te.extern import extern, extern_primfunc
from tilewright.core.te.operation import compute, const, placeholder, reduce_axis, size_var, thread_axis, var
from tilewright.core.te.prim_func import create_prim_func
from tilewright.core.te.tag import tag_scope
from tilewright.core.te.tensor import ComputeOp, ExternOp, PlaceholderOp, Tensor, TensorSlice

# Functions of numbers that are those of `tilewright.tir`.
FUNCTIONS = (
    "abs acos acosh add all any asin asinh atan atanh ceil cos cosh div erf exp floor floordiv floormod fmod if_then_else "
    "indexdiv indexmod isfinite isinf isnan log log10 log2 logaddexp max_value min_value multiply nearbyint popcount power "
    "round rsqrt sigmoid sin sinh sqrt subtract tan tanh trunc truncdiv truncmod"
).split()


def __getattr__(name: str) -> Any:
    if name not in FUNCTIONS:
        raise AttributeError(f"module 'tilewright.core.te' has no attribute {name!r}")
    return getattr(tir_expressions, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *FUNCTIONS} - {"FUNCTIONS"})


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
