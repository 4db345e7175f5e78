# Generated from tilewright.tirx.stmt_functor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import PyStmtExprMutator as _PyStmtExprMutator
from tvm.tir import PyStmtExprVisitor as _PyStmtExprVisitor
from tvm.tir.stmt_functor import ir_transform as ir_transform
from tvm.tir.stmt_functor import post_order_visit as post_order_visit
from tvm.tir.stmt_functor import pre_order_visit as pre_order_visit
from tvm.tir import renew_defs as renew_defs
from tvm.tir.stmt_functor import substitute as substitute

class StmtExprMutator(_PyStmtExprMutator):
    """Rewrites statements and expressions of a program in its flat form; what does not change stays the same object."""
    visit_seqstmt_: _Any
    visit_let_: _Any
    __init__: _Any

class StmtExprVisitor(_PyStmtExprVisitor):
    """Sees every statement and expression of a program in its flat form."""
    visit_seqstmt_: _Any
    visit_let_: _Any
    __init__: _Any

class StmtMutator(StmtExprMutator):
    """Rewrites statements; expressions go to `visit_expr`, which leaves them as they are here."""
    visit_expr: _Any
    """The expression that takes the place of one, here the same."""
    __init__: _Any

class StmtVisitor(StmtExprVisitor):
    """Sees every statement; expressions go to `visit_expr`, which does nothing here."""
    visit_expr: _Any
    """See an expression."""
    __init__: _Any

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
