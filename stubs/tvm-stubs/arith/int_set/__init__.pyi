# Generated from tilewright.arith.int_set by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.arith import IntervalSet as _IntervalSet
from tvm.tir import Var as _Var
from tvm.arith import IntSet as IntSet
from tvm.arith import IntervalSet as IntervalSet
from tvm.arith import estimate_region_lower_bound as estimate_region_lower_bound
from tvm.arith import estimate_region_strict_bound as estimate_region_strict_bound
from tvm.arith import estimate_region_upper_bound as estimate_region_upper_bound

def neg_inf() -> _Var | _Any:
    """The marker for an interval without lower bound."""

def pos_inf() -> _Var | _Any:
    """The marker for an interval without upper bound."""

def union_lower_bound(sets: _Any) -> _IntervalSet | _Any:
    """An interval that the sets together cover for certain: empty where two of them are not known to adjoin."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
