"""Functions of TensorIR where TVM keeps them, and what its schedules take beside them."""

from __future__ import annotations

from tilewright.ir.function import PrimFunc
from tilewright.ir.index_map import IndexMap
from tilewright.schedule.tensor_intrin import TensorIntrin

__all__ = ["IndexMap", "PrimFunc", "TensorIntrin"]
