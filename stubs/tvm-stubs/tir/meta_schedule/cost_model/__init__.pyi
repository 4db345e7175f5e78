# Generated from tilewright.meta_schedule.cost_model by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import CostModel as CostModel
from tvm.meta_schedule.cost_model import LearnedModel as LearnedModel
from tvm.meta_schedule import CostModel as _PyCostModel_

PyCostModel = _PyCostModel_
from tvm.meta_schedule.cost_model import RandomModel as RandomModel

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
