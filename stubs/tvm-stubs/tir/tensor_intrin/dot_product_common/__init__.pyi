# Generated from tilewright.tir.tensor_intrin.dot_product_common by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.tensor_intrin.dot_product_common import DP4A_S8S8S32_INTRIN as DP4A_S8S8S32_INTRIN
from tilewright.tir.tensor_intrin.dot_product_common import DP4A_S8U8S32_INTRIN as DP4A_S8U8S32_INTRIN
from tilewright.tir.tensor_intrin.dot_product_common import DP4A_U8S8S32_INTRIN as DP4A_U8S8S32_INTRIN
from tilewright.tir.tensor_intrin.dot_product_common import DP4A_U8U8U32_INTRIN as DP4A_U8U8U32_INTRIN

def get_dp4a_intrin(dtype_a: _Any, dtype_b: _Any, dtype_c: _Any) -> _Any:
    """Description and implementation by CUDA's `__dp4a`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
