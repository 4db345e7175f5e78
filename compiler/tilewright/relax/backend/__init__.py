"""What belongs to a kind of target: kernels for sorting and sampling, and registered patterns of operators that libraries take over."""

from __future__ import annotations

from tilewright.relax.backend.dispatch import DispatchSampling, DispatchSortScan
from tilewright.relax.backend.pattern_registry import get_pattern, get_patterns_with_prefix, register_patterns

__all__ = [
    "DispatchSampling",
    "DispatchSortScan",
    "get_pattern",
    "get_patterns_with_prefix",
    "register_patterns",
]
