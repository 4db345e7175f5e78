# Generated from tilewright.tir.analysis._ffi_api by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir.analysis import calculate_allocated_bytes as calculate_allocated_bytes
from tvm.ir.prim import expr_deep_equal as expr_deep_equal
from tvm.tir.analysis import find_anchor_block as find_anchor_block
from tvm.tir.analysis import is_pure_function as is_pure_function
from tvm.tir.analysis import verify_ssa as verify_ssa

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
