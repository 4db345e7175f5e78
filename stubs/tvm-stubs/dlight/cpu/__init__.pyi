# Generated from tilewright.dlight.cpu by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.dlight import ScheduleRule as _ScheduleRule

class CPUScheduleRule(_ScheduleRule):
    """A rule for CPUs."""
    def is_target_available(self, target: _Any) -> _Any:
        """Whether the target is a CPU that is built for through LLVM."""
    apply: _Any
    """Schedules of a function."""
    __init__: _Any

class GEMV(CPUScheduleRule):
    """Products of a matrix, or several, and a vector: one row after the other in parallel, its sum in vectors."""
    apply: _Any
    """A schedule of such a product, None for any other function."""
    __init__: _Any

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
