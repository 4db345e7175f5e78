# Generated from tilewright.tir.tensor_intrin._mma by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.tensor_intrin._mma import SHORT as SHORT
from tvm.tir.tensor_intrin.cuda import get_ldmatrix_intrin as get_ldmatrix_intrin
from tvm.tir.tensor_intrin.cuda import get_mma_fill_intrin as get_mma_fill_intrin
from tvm.tir.tensor_intrin.cuda import get_mma_intrin as get_mma_intrin
from tvm.tir.tensor_intrin.cuda import get_mma_store_intrin as get_mma_store_intrin
from tvm.tir.tensor_intrin.cuda import ldmatrix_32x8_to_shared_16x16_layout as ldmatrix_32x8_to_shared_16x16_layout
from tvm.tir.tensor_intrin.cuda import shared_16x16_to_ldmatrix_32x8_layout as shared_16x16_to_ldmatrix_32x8_layout
from tvm.tir.tensor_intrin.cuda import shared_16x32_to_ldmatrix_32x16_layout as shared_16x32_to_ldmatrix_32x16_layout
from tvm.tir.tensor_intrin.cuda import shared_32x16_to_ldmatrix_32x16_layout as shared_32x16_to_ldmatrix_32x16_layout

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
