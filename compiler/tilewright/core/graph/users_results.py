"""Results of the user's visitor functions: checked as TVM checks them, and refused in messages that name the function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.base.errors import InternalError
from tilewright.core.ir.node import Node
from tilewright.core.ir.relax import relax_expr

if TYPE_CHECKING:
    from tilewright.core.ops.op import Op
    from tilewright.core.ops.relax_op import RelaxOp


def expression_given(made: object, giver: str) -> RelaxOp | Op | Node:
    """`made` as an expression: numbers, texts and tuples become one.  Raises `InternalError` for nothing and for anything else."""
    if isinstance(made, Node):
        return made
    if made is None:
        raise InternalError(f"{giver} gave nothing; it should give an expression, the same one to change nothing")
    try:
        return relax_expr(made)
    except TypeError:
        raise InternalError(f"{giver} gave {type(made).__name__}, which is not an expression") from None
