# Generated from tilewright.relax.expr_functor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.expr_functor import Class as Class
from tilewright.relax.expr_functor import ExprFunctor as ExprFunctor
from tilewright.relax.expr_functor import PyExprMutator as PyExprMutator
from tilewright.relax.expr_functor import PyExprVisitor as PyExprVisitor
from tilewright.relax.expr_functor import mutator as mutator
from tilewright.relax.expr_functor import visitor as visitor

def __getattr__(name: _str) -> _Any: ...
