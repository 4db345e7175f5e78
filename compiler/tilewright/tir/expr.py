"""The expressions of TensorIR where TVM keeps them, with the kinds that only its Python classes tell apart."""

from __future__ import annotations

from tilewright.ir.expr import *  # noqa: F403
from tilewright.ir.expr import BinaryOp, Expr, FloatImm, IntImm
from tilewright.ir.operators import EqualOp

ExprOp = PrimExprWithOp = UnaryOpExpr = Expr
BinaryOpExpr = CmpExpr = LogicalExpr = BinaryOp
ConstExpr = IntImm | FloatImm
NotEqualOp = EqualOp
