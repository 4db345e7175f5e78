"""The callee of a call, by name: `callee_name` for ops, `function_name` for functions of the module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.ir.expr import Call, GlobalVar
from tilewright.core.ops.op import Op

if TYPE_CHECKING:
    from tilewright.core.ir import relax


def callee_name(call: Call | relax.Call) -> str:
    """The registered name of the op that is called, "tir.exp" or "relax.add"; "" where it is a function."""
    op = call.op
    return op.name if isinstance(op, Op) else ""


def function_name(call: Call | relax.Call) -> str:
    """The name of the function of the module that is called; "" where it is anything else."""
    op = call.op
    return op.name_hint if isinstance(op, GlobalVar) else ""
