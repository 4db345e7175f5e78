"""`FlattenBuffer` as release 0.27 has it: accesses with one index, and declared views of flat memory."""

from __future__ import annotations

from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.tir.lowering.flatten_buffer import declared_views


def FlattenBuffer() -> Pass:
    """Turn accesses with one index a dimension into accesses with one index, and declare the views of flat memory."""
    return declared_views()
