# Generated from tilewright.meta_schedule.space_generator by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.space_generator import PostOrderApply as PostOrderApply
from tvm.meta_schedule import SpaceGenerator as _PySpaceGenerator_

PySpaceGenerator = _PySpaceGenerator_
from tvm.meta_schedule.space_generator import ScheduleFn as ScheduleFn
from tilewright.meta_schedule.space_generator import ScheduleFnType as ScheduleFnType
from tvm.meta_schedule import SpaceGenerator as SpaceGenerator
from tvm.meta_schedule.space_generator import SpaceGeneratorUnion as SpaceGeneratorUnion

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
