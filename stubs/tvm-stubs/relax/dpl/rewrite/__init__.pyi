# Generated from tilewright.relax.dpl.rewrite by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tilewright.relax.dpl.rewrite import ExprPatternRewriter as ExprPatternRewriter
from tilewright.relax.dpl.rewrite import OrRewriter as OrRewriter
from tilewright.relax.dpl.rewrite import PatternMatchingRewriter as PatternMatchingRewriter
from tilewright.relax.dpl.rewrite import TupleRewriter as TupleRewriter
from tilewright.relax.dpl.bindings import rewrite_bindings as rewrite_bindings
from tilewright.relax.dpl.rewrite import rewrite_call as rewrite_call
from tilewright.relax.dpl.rewrite import rewriter as rewriter

def __getattr__(name: _str) -> _Any: ...
