# Generated from tilewright.dlight.gpu by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.dlight import ScheduleRule as _ScheduleRule

class GPUScheduleRule(_ScheduleRule):
    """A rule that leaves functions for the CPU alone."""
    apply: _Any
    """None for the CPU; raises `NotImplementedError` for another target."""
    __init__: _Any

class Fallback(GPUScheduleRule):
    """A rule that leaves functions for the CPU alone."""
    __init__: _Any

class GEMV(GPUScheduleRule):
    """A rule that leaves functions for the CPU alone."""
    __init__: _Any

class GeneralReduction(GPUScheduleRule):
    """A rule that leaves functions for the CPU alone."""
    __init__: _Any

class LowBatchGEMV(GPUScheduleRule):
    """A rule that leaves functions for the CPU alone."""
    def __init__(self, bucket: _Any = ...) -> None: ...

class Matmul(GPUScheduleRule):
    """A rule that leaves functions for the CPU alone."""
    __init__: _Any

class RMSNorm(GPUScheduleRule):
    """A rule that leaves functions for the CPU alone."""
    __init__: _Any

class Reduction(GPUScheduleRule):
    """A rule that leaves functions for the CPU alone."""
    __init__: _Any

class Transpose(GPUScheduleRule):
    """A rule that leaves functions for the CPU alone."""
    __init__: _Any

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
