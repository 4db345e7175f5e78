# Generated from tilewright.tir.tensor_intrin.arm_cpu by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.tensor_intrin.arm_cpu import ARM_DOT_4x4_i8_NEON_INTRIN as ARM_DOT_4x4_i8_NEON_INTRIN
from tilewright.tir.tensor_intrin.arm_cpu import ARM_DOT_4x4_i8_SDOT_INTRIN as ARM_DOT_4x4_i8_SDOT_INTRIN
from tilewright.tir.tensor_intrin.arm_cpu import ARM_DOT_4x4_u8_HDOT_INTRIN as ARM_DOT_4x4_u8_HDOT_INTRIN
from tilewright.tir.tensor_intrin.arm_cpu import ARM_DOT_4x4_u8_UDOT_INTRIN as ARM_DOT_4x4_u8_UDOT_INTRIN
from tilewright.tir.tensor_intrin.arm_cpu import DP4A_S8S8S32_INTRIN as DP4A_S8S8S32_INTRIN
from tilewright.tir.tensor_intrin.arm_cpu import DP4A_S8U8S32_INTRIN as DP4A_S8U8S32_INTRIN
from tilewright.tir.tensor_intrin.arm_cpu import DP4A_U8S8S32_INTRIN as DP4A_U8S8S32_INTRIN
from tilewright.tir.tensor_intrin.arm_cpu import DP4A_U8U8U32_INTRIN as DP4A_U8U8U32_INTRIN

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
