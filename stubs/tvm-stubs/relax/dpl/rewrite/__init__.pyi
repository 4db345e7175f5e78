# Generated from tilewright.relax.dpl.rewrite by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.relax.dpl import DFPattern as DFPattern
from tvm.relax.dpl import ExprPatternRewriter as ExprPatternRewriter
from tvm.relax import Function as Function
from tvm import IRModule as IRModule
from tvm.relax.dpl import OrRewriter as OrRewriter
from tvm.relax.dpl import PatternMatchingRewriter as PatternMatchingRewriter
from tvm.relax.dpl import TupleRewriter as TupleRewriter
from tvm.relax.dpl import rewrite_bindings as rewrite_bindings
from tvm.relax.dpl import rewrite_call as rewrite_call
from tvm.relax.dpl import rewriter as rewriter

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
