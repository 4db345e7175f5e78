# Generated from tilewright.topi.broadcast by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.ir import PrimExpr as _PrimExpr
from tvm.topi import add as add
from tvm.topi import atan2 as atan2
from tvm.topi import bitwise_and as bitwise_and
from tvm.topi import bitwise_not as bitwise_not
from tvm.topi import bitwise_or as bitwise_or
from tvm.topi import bitwise_xor as bitwise_xor
from tvm.topi import broadcast_to as broadcast_to
from tvm.topi import divide as divide
from tvm.topi import equal as equal
from tvm.topi import floor_divide as floor_divide
from tvm.topi import floor_mod as floor_mod
from tvm.topi import greater as greater
from tvm.topi import greater_equal as greater_equal
from tvm.topi import left_shift as left_shift
from tvm.topi import less as less
from tvm.topi import less_equal as less_equal
from tvm.topi import log_add_exp as log_add_exp
from tvm.topi import logical_and as logical_and
from tvm.topi import logical_not as logical_not
from tvm.topi import logical_or as logical_or
from tvm.topi import logical_xor as logical_xor
from tvm.topi import maximum as maximum
from tvm.topi import minimum as minimum
from tvm.topi import mod as mod
from tvm.topi import multiply as multiply
from tvm.topi import not_equal as not_equal
from tvm.topi import power as power
from tvm.topi import right_shift as right_shift
from tvm.topi import subtract as subtract

def broadcast_index(tensor: _Any, indices: _Any, shape: _Any) -> _PrimExpr | _Any:
    """The element of a tensor that stands at `indices` of a broadcast shape."""

def broadcast_shapes(a: _Any, b: _Any) -> _Any:
    """The shape in which two meet; raises `ValueError` when two sizes differ and neither is 1."""

def with_broadcast(lhs: _Any, rhs: _Any, operator: _Any, name: _Any) -> _Any:
    """The operator element by element; of two numbers the number."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
