"""Ports of the passes to higher floors; `wiring.py` fills them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tilewright.core.base.port import Port

if TYPE_CHECKING:
    from tilewright.core.ir.function import PrimFunc
    from tilewright.core.target.target import Target

tir_passes: Port[[], Mapping[str, Any]] = Port("passes.tir_passes")
"""The passes over TensorIR by name."""
native_function: Port[[PrimFunc], Callable[..., Any]] = Port("passes.native_function")
"""Native code of one function for the target in force, to be called with arrays."""
cpu_features: Port[[Target], str] = Port("passes.cpu_features")
"""The features of a target's processor, as LLVM lists them."""
tuning_passes: Port[[int, str], list[Any]] = Port("passes.tuning_passes")
"""The passes that tune the kernels of a module, with so many measurements, into the database in a folder, and schedule them by it."""
