"""Functions of TensorIR where TVM keeps them, and what its schedules take beside them."""

from __future__ import annotations

from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.index_map import IndexMap
from tilewright.core.schedule.tensor_intrin import TensorIntrin

__all__ = ["IndexMap", "PrimFunc", "TensorIntrin"]
