"""Partitioning for cublas, which is not served."""

from __future__ import annotations

from tilewright.relax.backend.absent import partition

__all__ = ["partition_for_cublas"]
partition_for_cublas = partition("cublas")
