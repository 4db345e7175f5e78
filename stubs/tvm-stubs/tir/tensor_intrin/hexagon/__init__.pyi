# Generated from tilewright.tir.tensor_intrin.hexagon by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.tensor_intrin.hexagon import VDMPY_i16i16i32_INTRIN as VDMPY_i16i16i32_INTRIN
from tilewright.tir.tensor_intrin.hexagon import VRMPY_u8i8i32_INTRIN as VRMPY_u8i8i32_INTRIN
from tilewright.tir.tensor_intrin.hexagon import VRMPY_u8i8i32_VTCM_INTRIN as VRMPY_u8i8i32_VTCM_INTRIN
from tilewright.tir.tensor_intrin.hexagon import VRMPY_u8u8i32_INTRIN as VRMPY_u8u8i32_INTRIN
from tilewright.tir.tensor_intrin.hexagon import VRMPY_u8u8i32_VTCM_INTRIN as VRMPY_u8u8i32_VTCM_INTRIN

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
