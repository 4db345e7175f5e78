"""Partitioning for cudnn, which is not served."""

from __future__ import annotations

from tilewright.relax.backend.absent import partition

__all__ = ["partition_for_cudnn"]
partition_for_cudnn = partition("cudnn")
