"""ReduceBranchingThroughOvercompute: a condition goes where doing its statement in any case changes nothing.

    if c: s              ->  s       when s does nothing where c does not hold
    if c: s else: t      ->  s       when s does what t does where c does not hold
    if c: s else: t      ->  t       when t does what s does where c holds

What a statement does under a condition is what Simplify and RemoveNoOp leave of it.  With the option `use_dataflow_analysis`, what the program assumes of
elements of buffers that it does not write (`T.assume(c or A[i] == v)`) is used as well.
"""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import EQ, BufferLoad, Call, Expr, FloatImm, IntImm, Or, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import logical_not
from tilewright.core.ir.stmt import BufferStore, Evaluate, IfThenElse, SeqStmt, Stmt
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass
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
    assumed = _assumptions(func) if follow else ()

    def branch(stmt: IfThenElse, ranges: Ranges) -> Stmt:
        return _branch(stmt, ranges, assumed)

    return func.with_body(rewrite_in_ranges(func.body, {IfThenElse: branch, SeqStmt: rejoin}))


@dataclass(frozen=True)
class _Assumption:
    """A fact: element `indices` of `buffer` is `value` unless `unless` holds; the indices are variables that stand for any index."""

    buffer: Buffer
    indices: tuple[Var, ...]
    unless: Expr
    value: Expr


def _branch(stmt: IfThenElse, ranges: Ranges, assumed: tuple[_Assumption, ...]) -> Stmt:
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


def _left(stmt: Stmt, ranges: Ranges, assumed: tuple[_Assumption, ...]) -> Stmt:
    """The statement simplified under the facts that hold here."""
    if assumed:
        stmt = rewrite(stmt, {BufferLoad: lambda load: _known_value(load, ranges, assumed)})
    return without_no_ops(simplified_statement(stmt, ranges))


def _known_value(load: BufferLoad, ranges: Ranges, assumed: tuple[_Assumption, ...]) -> Expr:
    for each in assumed:
        if each.buffer is load.buffer:
            unless: Expr = substitute(each.unless, dict(zip(each.indices, load.indices)))
            if ranges.proves(logical_not(unless)):
                return each.value
    return load


def _assumptions(func: PrimFunc) -> tuple[_Assumption, ...]:
    """The assumptions of the function about buffers that it never writes, index by index."""
    written = {node.buffer.data for node in walk(func) if isinstance(node, BufferStore)}
    found: list[_Assumption] = []
    for node in walk(func):
        if not (isinstance(node, Evaluate) and isinstance(node.value, Call)):
            continue
        if callee_name(node.value) == "tir.assume":
            made = _assumption(node.value.args[0])
            if made is not None and made.buffer.data not in written:
                found.append(made)
    return tuple(found)


def _assumption(condition: Expr) -> _Assumption | None:
    """c or A[i, j] == v"""
    if not (isinstance(condition, Or) and isinstance(condition.b, EQ)):
        return None
    load, value = condition.b.a, condition.b.b
    if not (isinstance(load, BufferLoad) and isinstance(value, (IntImm, FloatImm))):
        return None
    indices = tuple(index for index in load.indices if isinstance(index, Var))
    mentioned = {node for node in walk(condition.a) if isinstance(node, Var)}
    whole = len(indices) == len(load.indices) == len(set(indices)) and mentioned <= set(indices)
    return _Assumption(load.buffer, indices, condition.a, value) if whole else None
