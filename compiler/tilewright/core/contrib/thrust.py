"""Whether Thrust can sort and scan: never, since it is a library for GPUs."""

from __future__ import annotations


def can_use_thrust(target: object, func_name: str) -> bool:
    """Always false."""
    return False


def can_use_rocthrust(target: object, func_name: str) -> bool:
    """Always false."""
    return False
