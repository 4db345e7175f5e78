# Generated from tilewright.te.operation by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.te import compute as compute
from tvm.te import const as const
from tvm.ffi import convert as convert
from tvm.te import create_prim_func as create_prim_func
from tvm.te import extern as extern
from tvm.te import extern_primfunc as extern_primfunc
from tvm.te import placeholder as placeholder
from tvm.te import reduce_axis as reduce_axis
from tvm.te import scan as scan
from tvm.te import size_var as size_var
from tvm.te import thread_axis as thread_axis
from tvm.te import var as var

def shape_of(shape: _Any) -> _Any:
    """Sizes as expressions; a single one stands for itself."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
