# Generated from tilewright.tir.tensor_intrin.x86 by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.tensor_intrin.x86 import AVX512_DOT_16x4_INTRIN as AVX512_DOT_16x4_INTRIN
from tilewright.tir.tensor_intrin.x86 import VNNI_DOT_16x4_INTRIN as VNNI_DOT_16x4_INTRIN
from tilewright.tir.tensor_intrin.x86 import dot_product_16x4_u8i8i32_desc as dot_product_16x4_u8i8i32_desc

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
