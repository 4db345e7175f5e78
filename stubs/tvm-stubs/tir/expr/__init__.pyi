# Generated from tilewright.tir.expr by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import BinaryOp as BinaryOp
from tvm.tir import BinaryOp as _BinaryOpExpr_

BinaryOpExpr = _BinaryOpExpr_
from tvm.tir import BinaryOp as _CmpExpr_

CmpExpr = _CmpExpr_
from tilewright.tir.expr import ConstExpr as ConstExpr
from tvm.ir.operators import EqualOp as EqualOp
from tvm.ir import PrimExpr as _Expr_

Expr = _Expr_
from tvm.ir import PrimExpr as _ExprOp_

ExprOp = _ExprOp_
from tvm.tir import FloatImm as FloatImm
from tvm.tir import IntImm as IntImm
from tvm.tir import BinaryOp as _LogicalExpr_

LogicalExpr = _LogicalExpr_
from tvm.ir.operators import EqualOp as _NotEqualOp_

NotEqualOp = _NotEqualOp_
from tvm.ir import PrimExpr as _PrimExprWithOp_

PrimExprWithOp = _PrimExprWithOp_
from tvm.ir import PrimExpr as _UnaryOpExpr_

UnaryOpExpr = _UnaryOpExpr_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
