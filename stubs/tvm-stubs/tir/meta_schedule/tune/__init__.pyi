# Generated from tilewright.meta_schedule.tune by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.meta_schedule import tune_tasks as tune_tasks

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
