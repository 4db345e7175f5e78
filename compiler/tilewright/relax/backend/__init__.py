"""What belongs to a kind of target: kernels for sorting and sampling, and registered patterns of operators that libraries take over."""

from __future__ import annotations

from tilewright.core.passes.relax.fusion.pattern_registry import (
    get_pattern,
    get_patterns_with_prefix,
    register_patterns,
)
from tilewright.core.passes.relax.lowering.dispatch import DispatchSampling, DispatchSortScan

__all__ = [
    "DispatchSampling",
    "DispatchSortScan",
    "get_pattern",
    "get_patterns_with_prefix",
    "register_patterns",
]
