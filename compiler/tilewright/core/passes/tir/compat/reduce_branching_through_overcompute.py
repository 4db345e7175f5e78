"""ReduceBranchingThroughOvercompute: a condition goes where doing its statement in any case changes nothing.

    if c: s              ->  s       when s does nothing where c does not hold
    if c: s else: t      ->  s       when s does what t does where c does not hold
    if c: s else: t      ->  t       when t does what s does where c holds

What a statement does under a condition is what Simplify and RemoveNoOp leave of it.  With the option `use_dataflow_analysis`, what the program assumes of
elements of buffers that it does not write (`T.assume(c or A[i] == v)`) is used as well.
"""

from __future__ import annotations

from tilewright.core.ir.expr import BufferLoad
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import logical_not
from tilewright.core.ir.stmt import IfThenElse, SeqStmt, Stmt
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import rewrite, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.compat.assumed_values import Assumption, assumptions, known_value
from tilewright.core.passes.tir.lowering.remove_no_op import has_no_effect, is_nothing, without_no_ops
from tilewright.core.passes.tir.lowering.simplify import simplified_statement
from tilewright.core.passes.tir.rewriting.ranges import Ranges, rewrite_in_ranges
from tilewright.core.passes.tir.rewriting.seq_stmt import rejoin


@tir_pass("tir.ReduceBranchingThroughOvercompute")
def reduce_branching_through_overcompute(func: PrimFunc) -> PrimFunc:
    """Drop conditions whose statements may as well be done in any case."""
    if not any(isinstance(node, IfThenElse) for node in walk(func)):
        return func
    follow = PassContext.current().option("tir.ReduceBranchingThroughOvercompute").use_dataflow_analysis
    assumed = assumptions(func) if follow else ()

    def branch(stmt: IfThenElse, ranges: Ranges) -> Stmt:
        return _branch(stmt, ranges, assumed)

    return func.with_body(rewrite_in_ranges(func.body, {IfThenElse: branch, SeqStmt: rejoin}))


def _branch(stmt: IfThenElse, ranges: Ranges, assumed: tuple[Assumption, ...]) -> Stmt:
    condition, first, second = stmt.condition, stmt.then_case, stmt.else_case
    if not has_no_effect(condition) or any(isinstance(node, BufferLoad) for node in walk(condition)):
        return stmt
    with ranges.where(logical_not(condition)):
        first_otherwise = _left(first, ranges, assumed)
        second_otherwise = None if second is None else _left(second, ranges, assumed)
    if second is None or second_otherwise is None:
        return first if is_nothing(first_otherwise) else stmt
    if structural_equal(first_otherwise, second_otherwise):
        return first
    with ranges.where(condition):
        same = structural_equal(_left(first, ranges, assumed), _left(second, ranges, assumed))
    return second if same else stmt


def _left(stmt: Stmt, ranges: Ranges, assumed: tuple[Assumption, ...]) -> Stmt:
    """The statement simplified under the facts that hold here."""
    if assumed:
        stmt = rewrite(stmt, {BufferLoad: lambda load: known_value(load, ranges, assumed)})
    return without_no_ops(simplified_statement(stmt, ranges))
