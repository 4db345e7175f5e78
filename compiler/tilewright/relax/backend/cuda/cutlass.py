"""Partitioning for cutlass, which is not served."""

from __future__ import annotations

from tilewright.relax.backend.absent import partition

__all__ = ["partition_for_cutlass"]
partition_for_cutlass = partition("cutlass")
