"""Buffers where TVM keeps them."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.expr import DataProducer

__all__ = ["Buffer", "DataProducer", "decl_buffer"]
