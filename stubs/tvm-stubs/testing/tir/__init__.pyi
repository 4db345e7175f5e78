# Generated from tilewright.testing.tir by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import Schedule as _Schedule

def mma_schedule(workload: _Any, k_inner: _Any, in_dtype: _Any, b_transposed: _Any, i_factors: _Any, j_factors: _Any, k_factors: _Any, index_map_A: _Any, index_map_B: _Any, index_map_C: _Any, ldmatrix_a_intrin: _Any, ldmatrix_b_intrin: _Any, mma_intrin: _Any, mma_fill_intrin: _Any, mma_store_intrin: _Any, shared_scope: _Any = ...) -> _Schedule | _Any:
    """The block `C` of a product of matrices on matrix cores: tiles in shared memory, fragments in the registers of warps, intrinsics on them."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
