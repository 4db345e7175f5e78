# Generated from tilewright.meta_schedule.measure_callback by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule.measure_callback import AddToDatabase as AddToDatabase
from tvm.meta_schedule import MeasureCallback as MeasureCallback
from tvm.meta_schedule import MeasureCallback as _PyMeasureCallback_

PyMeasureCallback = _PyMeasureCallback_
from tvm.meta_schedule.measure_callback import RemoveBuildArtifact as RemoveBuildArtifact
from tvm.meta_schedule.measure_callback import UpdateCostModel as UpdateCostModel

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
