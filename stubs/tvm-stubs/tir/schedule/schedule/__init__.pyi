# Generated from tilewright.tir.schedule.schedule by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir.schedule import BlockRV as BlockRV
from tvm.ir import PrimExpr as _ExprRV_

ExprRV = _ExprRV_
from tvm.tir.schedule import LoopRV as LoopRV
from tvm.tir.schedule import BlockRV as _SBlockRV_

SBlockRV = _SBlockRV_
from tvm.tir import Schedule as Schedule
from tilewright.core.base.errors import ScheduleError as ScheduleError

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
