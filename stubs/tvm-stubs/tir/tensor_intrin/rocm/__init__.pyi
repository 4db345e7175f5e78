# Generated from tilewright.tir.tensor_intrin.rocm by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.tir.tensor_intrin.rocm import AMDGPU_SDOT4_INTRIN as AMDGPU_SDOT4_INTRIN

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
