"""`RemoveNoOp` as release 0.27 has it: bindings stay."""

from __future__ import annotations

from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.tir.lowering.remove_no_op import bindings_kept


def RemoveNoOp() -> Pass:
    """Drop statements that change nothing, but for bindings."""
    return bindings_kept()
