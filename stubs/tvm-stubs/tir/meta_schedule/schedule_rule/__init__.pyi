# Generated from tilewright.meta_schedule.schedule_rule by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.schedule_rule import AddRFactor as AddRFactor
from tvm.meta_schedule.schedule_rule import AutoInline as AutoInline
from tvm.meta_schedule.schedule_rule import InlineConstantScalars as InlineConstantScalars
from tvm.meta_schedule.schedule_rule import MultiLevelTiling as MultiLevelTiling
from tvm.meta_schedule.schedule_rule import ParallelizeVectorizeUnroll as ParallelizeVectorizeUnroll
from tvm.meta_schedule import ScheduleRule as _PyScheduleRule_

PyScheduleRule = _PyScheduleRule_
from tvm.meta_schedule.schedule_rule import RandomComputeLocation as RandomComputeLocation
from tvm.meta_schedule.schedule_rule import RegisterTiles as RegisterTiles
from tilewright.core.tuning.space.multi_level_tiling import ReuseType as ReuseType
from tvm.meta_schedule import ScheduleRule as ScheduleRule

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
