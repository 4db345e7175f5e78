# Generated from tilewright.dlight.gpu by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.dlight import ScheduleRule as _ScheduleRule

class GPUScheduleRule(_ScheduleRule):
    """A rule for GPUs."""
    def is_target_available(self, target: _Any) -> _Any:
        """Whether the target is a GPU."""
    apply: _Any
    """None for the CPU and for a function without a reduction; raises `NotImplementedError` for any other."""
    __init__: _Any

class Fallback(GPUScheduleRule):
    """Any function: its spatial axes on blocks and threads."""
    apply: _Any
    """The schedule; None for the CPU, and for a function whose loops are not the axes of its blocks."""
    __init__: _Any

class GEMV(GPUScheduleRule):
    """A rule for GPUs."""
    __init__: _Any

class GeneralReduction(GPUScheduleRule):
    """A rule for GPUs."""
    __init__: _Any

class LowBatchGEMV(GPUScheduleRule):
    """A rule for GPUs."""
    def __init__(self, bucket: _Any = ...) -> None: ...

class Matmul(GPUScheduleRule):
    """A rule for GPUs."""
    __init__: _Any

class RMSNorm(GPUScheduleRule):
    """A rule for GPUs."""
    __init__: _Any

class Reduction(GPUScheduleRule):
    """A rule for GPUs."""
    __init__: _Any

class Transpose(GPUScheduleRule):
    """Transpositions of two axes: tiles through shared memory."""
    apply: _Any
    """The schedule; None for the CPU, and for a function that is no transposition alone."""
    __init__: _Any

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
