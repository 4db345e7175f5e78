# Generated from tilewright.tir.schedule.state by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from typing_extensions import Self as _Self
from tilewright.core.schedule.state import ScheduleDebugMask as ScheduleDebugMask
from tvm.tir import ScheduleState as ScheduleState
from tvm.tir import StmtSRef as StmtSRef

class CachedFlags(_Any):  # type: ignore[misc, unused-ignore]
    """The cached flags of a block, as in TVM."""
    def __init__(self, affine_binding: _Any, region_cover: _Any, stage_pipeline: _Any) -> None: ...
    def __new__(cls, *args: _Any, **kwargs: _Any) -> _Self | _Any: ...

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
