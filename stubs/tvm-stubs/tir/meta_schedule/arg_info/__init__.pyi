# Generated from tilewright.meta_schedule.arg_info by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.arg_info import ArgInfo as ArgInfo
from tvm.meta_schedule.arg_info import TensorInfo as TensorInfo

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
