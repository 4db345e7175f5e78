# Generated from tilewright.relax.frontend.nn.extern by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.frontend.nn import ExternModule as ExternModule
from tvm.relax.frontend.nn import ObjectModule as ObjectModule
from tvm.relax.frontend.nn import SourceModule as SourceModule
from tvm.relax import call_dps_packed as call_dps_packed
from tvm.relax.frontend.nn.core import wrap_nested as wrap_nested

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
