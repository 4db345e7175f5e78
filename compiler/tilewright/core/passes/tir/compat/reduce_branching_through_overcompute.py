"""ReduceBranchingThroughOvercompute: a condition goes where doing its statement in any case changes nothing.

    if c: s              ->  s       when s does nothing where c does not hold
    if c: s else: t      ->  s       when s does what t does where c does not hold
    if c: s else: t      ->  t       when t does what s does where c holds

What a statement does under a condition is what Simplify and RemoveNoOp leave of it.  With the option `use_dataflow_analysis`, what the program assumes of
elements of buffers that it does not write (`T.assume(c or A[i] == v)`) is used as well, and a condition goes where what is then stored in addition is overwritten before
it is read.
"""

from __future__ import annotations

from tilewright.core.ir.expr import BufferLoad, Div, Expr, FloorDiv, FloorMod, IntImm, Mod, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import logical_not
from tilewright.core.ir.stmt import BufferStore, For, IfThenElse, SeqStmt, Stmt
from tilewright.core.ir.structural import structural_equal
from tilewright.core.ir.walk import rewrite, substitute, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import tir_pass
from tilewright.core.passes.tir.compat.assumed_values import Assumption, assumptions, known_value
from tilewright.core.passes.tir.lowering.overwritten import is_overwritten, stored
from tilewright.core.passes.tir.lowering.remove_no_op import has_no_effect, is_nothing, without_no_ops
from tilewright.core.passes.tir.lowering.simplify import simplified_statement
from tilewright.core.passes.tir.rewriting.ranges import Ranges, is_pure, rewrite_in_ranges
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

    def sequence(stmt: SeqStmt, ranges: Ranges) -> Stmt:
        return rejoin(_followed(stmt, ranges) if follow else stmt)

    return func.with_body(rewrite_in_ranges(func.body, {IfThenElse: branch, SeqStmt: sequence}))


def _followed(stmt: SeqStmt, ranges: Ranges) -> SeqStmt:
    """The sequence without the conditions of stores that a later statement overwrites in any case."""
    members = list(stmt.seq)
    for at, member in enumerate(members):
        alone = _otherwise(member)
        if alone is None:
            continue
        if all(is_overwritten(alone, buffer, members[at + 1 :], ranges) for buffer in stored(alone)):
            members[at] = rewrite(member, {IfThenElse: lambda conditional: conditional.then_case})
    same = all(a is b for a, b in zip(members, stmt.seq))
    return stmt if same else SeqStmt(tuple(members), stmt.span)


def _otherwise(stmt: Stmt) -> Stmt | None:
    """The stores that loops around one condition would do in addition without it; None where they do anything else."""
    if isinstance(stmt, For):
        body = _otherwise(stmt.body)
        return None if body is None else stmt.replace(body=body)
    if not isinstance(stmt, IfThenElse) or stmt.else_case is not None or not is_pure(stmt.condition):
        return None
    store = stmt.then_case
    if not isinstance(store, BufferStore) or not all(map(_is_total, (store.value, *store.indices))):
        return None
    return stmt.replace(condition=logical_not(stmt.condition))


def _is_total(e: Expr) -> bool:
    """Whether an expression has a value whatever its variables are: it reads nothing and divides by no variable, which may be zero."""
    divisors = [
        node.b for node in walk(e) if isinstance(node, (Div, FloorDiv, FloorMod, Mod)) and node.dtype.is_integer
    ]
    return is_pure(e) and all(isinstance(each, IntImm) and each.value != 0 for each in divisors)


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
    return without_no_ops(simplified_statement(_with_values(stmt, ranges), ranges))


def _with_values(stmt: Stmt, ranges: Ranges) -> Stmt:
    """The statement with numbers for the variables that can have one value alone here."""
    values: dict[Var, Expr] = {}
    for variable in {node for node in walk(stmt) if isinstance(node, Var) and node.dtype.is_integer}:
        bounds = ranges.analyzer.const_int_bound(variable)
        if bounds.min_value == bounds.max_value:
            values[variable] = IntImm(variable.dtype, bounds.min_value)
    return substitute(stmt, values) if values else stmt
