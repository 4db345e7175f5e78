# Generated from tilewright.tir.functor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.ir.functor import PyStmtExprMutator as PyStmtExprMutator
from tilewright.ir.functor import PyStmtExprVisitor as PyStmtExprVisitor
from tilewright.ir.functor import mutator as mutator
from tilewright.ir.functor import visitor as visitor

def __getattr__(name: _str) -> _Any: ...
