"""Putting values in the place of variables, computing on the way what has become constant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tilewright.core.ir.expr import BINARY_NODES, BinaryOp, Expr, FloatImm, IntImm, Var
from tilewright.core.ir.operators import binary
from tilewright.core.ir.walk import rewrite, substitute

if TYPE_CHECKING:
    from tilewright.core.ir.stmt import Stmt


def inline(root: object, values: Mapping[Var, Expr]) -> Stmt:
    """`root` with the values in place of the variables; `i * 4 + 0` becomes `i * 4`."""
    return rewrite(substitute(root, values), _RULES)


def _fold(node: BinaryOp) -> Expr:
    """0 + x -> x, 1 * 2 -> 2, ..."""
    if isinstance(node.a, (IntImm, FloatImm)) or isinstance(node.b, (IntImm, FloatImm)):
        folded = binary(type(node).__name__, node.a, node.b, node.span)
        return node if type(folded) is type(node) else folded
    return node


_RULES = dict.fromkeys(BINARY_NODES.values(), _fold)
