# Generated from tilewright.meta_schedule.measure_callback by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import MeasureCallback as _MeasureCallback
from tvm.meta_schedule import MeasureCallback as MeasureCallback
from tvm.meta_schedule import MeasureCallback as _PyMeasureCallback_

PyMeasureCallback = _PyMeasureCallback_

class AddToDatabase(_MeasureCallback):
    """Adds a record of each, with 1e10 seconds for those that failed, so that they are not tried again."""
    apply: _Any
    """Take measurements of a task: here each comes on its own, when it is there."""
    __init__: _Any

class RemoveBuildArtifact(_MeasureCallback):
    """Removes the artifacts."""
    apply: _Any
    """Take measurements of a task: here each comes on its own, when it is there."""
    __init__: _Any

class UpdateCostModel(_MeasureCallback):
    """Lets the cost model learn."""
    apply: _Any
    """Take measurements of a task: here each comes on its own, when it is there."""
    __init__: _Any

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
