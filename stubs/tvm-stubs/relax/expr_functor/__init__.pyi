# Generated from tilewright.relax.expr_functor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.expr_functor import Class as Class
from tvm.relax import ExprFunctor as ExprFunctor
from tvm.relax import PyExprMutator as PyExprMutator
from tvm.relax import PyExprVisitor as PyExprVisitor

mutator: _Any
"""Mark a subclass of `PyExprMutator` as one: `@relax.expr_functor.mutator`."""

visitor: _Any
"""Mark a subclass of `PyExprVisitor` as one: `@relax.expr_functor.visitor`."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
