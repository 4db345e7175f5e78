# Generated from tilewright.arith.iter_map by `make stubs`; do not edit.
from builtins import str as _str
from typing import Any as _Any

from tvm.arith import IterSumExpr as _IterSumExpr
from tvm.arith import IterMapExpr as IterMapExpr
from tilewright.core.arith.iter_check import IterMapLevel as IterMapLevel
from tvm.arith import IterMapResult as IterMapResult
from tvm.arith import IterMark as IterMark
from tvm.arith import IterSplitExpr as IterSplitExpr
from tvm.arith import IterSumExpr as IterSumExpr
from tvm.arith import detect_iter_map as detect_iter_map
from tvm.arith import iter_map_simplify as iter_map_simplify
from tvm.arith import normalize_iter_map_to_expr as normalize_iter_map_to_expr
from tvm.arith import normalize_to_iter_sum as normalize_to_iter_sum

def is_affine_bijection(indices: _Any, input_iters: _Any, predicate: _Any = ...) -> _Any:
    """Whether the indices reach every point of their box exactly once as the variables run."""

def iter_sum(index: _Any, input_iters: _Any) -> _IterSumExpr | _Any:
    """`normalize_to_iter_sum` of an index that is nothing but such pieces; raises `ValueError` for any other."""

def without_steps(found: _Any) -> _Any:
    """Whether the indices go up by one: those that go in larger steps are bijections onto every other point only."""

def __getattr__(name: _str) -> _Any: ...  # pyright: ignore[reportIncompleteStub]
