# Generated from tilewright.meta_schedule.testing by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from . import te_workload as te_workload

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
