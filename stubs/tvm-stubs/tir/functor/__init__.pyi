# Generated from tilewright.tir.functor by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.tir import PyStmtExprMutator as PyStmtExprMutator
from tvm.tir import PyStmtExprVisitor as PyStmtExprVisitor

mutator: _Any
"""Check a class of mutators: each of its methods named `visit_..._` must be that of a node."""

visitor: _Any
"""Check a class of visitors: each of its methods named `visit_..._` must be that of a node."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
