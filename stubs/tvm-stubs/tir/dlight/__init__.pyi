# Generated from tilewright.dlight by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.dlight import ApplyDefaultSchedule as ApplyDefaultSchedule
from tvm.dlight import ScheduleRule as ScheduleRule

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
