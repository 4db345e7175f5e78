"""UseAssumeToReduceBranches: a conditional value goes where one of its branches gives the right value in any case.

    B[i] = if_then_else(c, x, y)   ->   B[i] = y   when x and y are equal where c holds
    B[i] = if_then_else(c, x, y)   ->   B[i] = x   when x and y are equal where c does not hold

What the program assumes of elements of buffers is used: it says what padding holds.  As in TVM, only functions whose `op_pattern` says that they work element
by element, with or without broadcasting, are rewritten.
"""

from __future__ import annotations

from tilewright.core.analysis.op_pattern import OpPatternKind
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import logical_not
from tilewright.core.ir.stmt import BufferStore
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import rewrite
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.compat.assumed_values import Assumption, assumptions, known_value
from tilewright.core.passes.tir.rewriting.ranges import Ranges, rewrite_in_ranges

_PATTERNS = (OpPatternKind.kElemWise, OpPatternKind.kBroadcast)


@tir_pass("tir.UseAssumeToReduceBranches")
def use_assume_to_reduce_branches(func: PrimFunc) -> PrimFunc:
    """Compute values of padding instead of asking whether an element is padding."""
    assumed = assumptions(func) if func.attrs.get("op_pattern") in _PATTERNS else ()
    if not assumed:
        return func

    def store(stmt: BufferStore, ranges: Ranges) -> BufferStore:
        value = _in_any_case(stmt.value, ranges, assumed)
        return stmt if value is stmt.value else stmt.replace(value=value)

    return func.with_body(rewrite_in_ranges(func.body, {BufferStore: store}))


def _in_any_case(value: Expr, ranges: Ranges, assumed: tuple[Assumption, ...]) -> Expr:
    """The branch that a conditional value may be replaced by, or the value as it is."""
    if not (isinstance(value, Call) and callee_name(value) == "tir.if_then_else"):
        return value
    condition, first, second = value.args
    with ranges.where(condition):
        if _are_equal(first, second, ranges, assumed):
            return ranges.simplify(second)
    with ranges.where(logical_not(condition)):
        return ranges.simplify(first) if _are_equal(first, second, ranges, assumed) else value


def _are_equal(first: Expr, second: Expr, ranges: Ranges, assumed: tuple[Assumption, ...]) -> bool:
    """Whether both have the same value where the facts hold that are known here."""
    known = {BufferLoad: lambda load: known_value(load, ranges, assumed)}
    one, other = (ranges.simplify(rewrite(each, known)) for each in (first, second))
    return structural_equal(one, other)
