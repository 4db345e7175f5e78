"""The expressions of TensorIR where TVM keeps them, with the kinds that only its Python classes tell apart."""

from __future__ import annotations

from tilewright.core.ir.expr import *  # noqa: F403
from tilewright.core.ir.expr import BinaryOp, Expr, FloatImm, IntImm
from tilewright.core.ir.operators import EqualOp

ExprOp = PrimExprWithOp = UnaryOpExpr = Expr
BinaryOpExpr = CmpExpr = LogicalExpr = BinaryOp
ConstExpr = IntImm | FloatImm
NotEqualOp = EqualOp
