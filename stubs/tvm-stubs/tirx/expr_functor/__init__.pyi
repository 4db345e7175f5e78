# Generated from tilewright.tirx.expr_functor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tirx.stmt_functor import StmtExprMutator as _ExprMutator_

ExprMutator = _ExprMutator_
from tvm.tirx.stmt_functor import StmtExprVisitor as _ExprVisitor_

ExprVisitor = _ExprVisitor_

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
