# Generated from tilewright.tir.tensor_intrin by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import _dot_product as _dot_product
from . import _mma as _mma
from . import _wmma as _wmma
from . import arm_cpu as arm_cpu
from . import cuda as cuda
from . import dot_product_common as dot_product_common
from . import hexagon as hexagon
from . import rocm as rocm
from . import x86 as x86

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
