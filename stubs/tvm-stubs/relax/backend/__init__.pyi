# Generated from tilewright.relax.backend by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.transform import FusionPattern as _FusionPattern
from tvm.transform import Pass as _Pass
from . import cpu_generic as cpu_generic
from . import cuda as cuda
from . import pattern_registry as pattern_registry

def DispatchSampling() -> _Pass | _Any:
    """Drawing from probabilities as kernels of the target."""

def DispatchSortScan() -> _Pass | _Any:
    """Sorting, searching and scanning as kernels of the target."""

def get_pattern(name: _Any) -> _FusionPattern | _Any:
    """The pattern of a name."""

def get_patterns_with_prefix(prefix: _Any) -> _Any:
    """The patterns whose names begin so, those registered last first."""

def register_patterns(patterns: _Any) -> _Any:
    """Register patterns, each a `FusionPattern` or the tuple of its arguments; one of a name that is registered already takes its place."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
