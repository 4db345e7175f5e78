"""`tilewright.nd`: tensors under the names of TVM's older API."""

from __future__ import annotations

from tilewright.core.runtime.device import Device, cpu, device
from tilewright.core.runtime.tensor import Tensor, array, empty, from_dlpack

NDArray = Tensor

__all__ = ["Device", "NDArray", "Tensor", "array", "cpu", "device", "empty", "from_dlpack"]
