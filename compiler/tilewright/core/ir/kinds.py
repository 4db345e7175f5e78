"""Questions about values, as TVM since 0.27 asks them."""

from __future__ import annotations

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import Expr, Var


def is_buffer_var(value: object) -> bool:
    """Whether a value is a buffer."""
    return isinstance(value, Buffer)


def is_prim_expr(value: object) -> bool:
    """Whether a value is an expression of TensorIR."""
    return isinstance(value, Expr)


def is_prim_var(value: object) -> bool:
    """Whether a value is a variable of TensorIR."""
    return isinstance(value, Var)
