"""RemoveNoOp: statements without any effect disappear."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, Not, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.stmt import (
    Allocate,
    AllocateConst,
    AssertStmt,
    AttrStmt,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    seq,
)
from tilewright.core.ir.walk import substitute, uses, walk
from tilewright.core.ops.op import CallEffectKind, Op
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import Pass, tir_pass
from tilewright.core.passes.tir.lowering.overwritten import without_overwritten
from tilewright.core.passes.tir.rewriting.ranges import Ranges, RuleInRanges, is_pure, is_written_out, rewrite_in_ranges


@tir_pass("tir.RemoveNoOp")
def remove_no_op(func: PrimFunc) -> PrimFunc:
    """Drop statements that change nothing: empty loops, unused values, stores of what is there already."""
    return _removed(func, without_no_ops)


def bindings_kept() -> Pass:
    """Make the pass as release 0.27 of TVM has it: every binding stays, whether or not its name is used."""

    @tir_pass("tir.RemoveNoOp")
    def run(func: PrimFunc) -> PrimFunc:
        """Drop statements that change nothing, but for bindings: empty loops, stores of what is there already."""
        return _removed(func, without_no_ops_but_bindings)

    return run


def _removed(func: PrimFunc, without: Callable[[Stmt], Stmt]) -> PrimFunc:
    body = without(func.body)
    if PassContext.current().option("tir.RemoveNoOp").use_dataflow_analysis:
        body = without(without_overwritten(body))
    return func.with_body(body)


def without_no_ops(stmt: Stmt) -> Stmt:
    """`stmt` without the parts that change nothing."""
    return _without(stmt, _RULES)


def without_no_ops_but_bindings(stmt: Stmt) -> Stmt:
    """`stmt` without the parts that change nothing, except bindings."""
    return _without(stmt, {kind: rule for kind, rule in _RULES.items() if kind is not LetStmt})


def _without(stmt: Stmt, rules: Mapping[type, RuleInRanges]) -> Stmt:
    named = _named_values(stmt)
    return rewrite_in_ranges(stmt, {**rules, BufferStore: lambda store, ranges: _store(store, ranges, named)})


def _named_values(stmt: Stmt) -> dict[Var, Expr]:
    """The values of names, written without other names; those are left out that stand for very much."""
    named: dict[Var, Expr] = {}
    for node in walk(stmt):
        if isinstance(node, LetStmt):
            value = substitute(node.value, named)
            if is_written_out(value):
                named[node.var] = value
    return named


_NOTHING = Evaluate(0)  # pyright: ignore[reportArgumentType]


def is_nothing(stmt: Stmt | None) -> bool:
    """Whether the statement is the empty one."""
    return stmt is None or (isinstance(stmt, Evaluate) and isinstance(stmt.value, IntImm))


def has_no_effect(value: Expr) -> bool:
    """Whether computing `value` can be left out: it may read memory, but changes nothing."""
    calls = [node for node in walk(value) if isinstance(node, Call)]
    return all(isinstance(call.op, Op) and call.op.effect <= CallEffectKind.ReadState for call in calls)


def _evaluate(stmt: Evaluate) -> Stmt:
    """evaluate(x) -> nothing"""
    return _NOTHING if has_no_effect(stmt.value) else stmt


def _for(stmt: For, ranges: Ranges) -> Stmt:
    """for i in range(0): s -> nothing; for i: nothing -> nothing"""
    empty = _is_never_positive(stmt.extent, ranges)
    idle = is_nothing(stmt.body) and has_no_effect(stmt.min) and has_no_effect(stmt.extent)
    return _NOTHING if empty or idle else stmt


def _is_never_positive(extent: Expr, ranges: Ranges) -> bool:
    if isinstance(extent, (IntImm, Var)):
        return isinstance(extent, IntImm) and extent.value <= 0
    return has_no_effect(extent) and ranges.analyzer.const_int_bound(extent).max_value <= 0


def _if(stmt: IfThenElse) -> Stmt:
    """if true: s -> s; if c: nothing -> nothing; if c: s else: nothing -> if c: s; if c: nothing else: s -> if not c: s"""
    if isinstance(stmt.condition, IntImm):
        chosen = stmt.then_case if stmt.condition.value else stmt.else_case
        return _NOTHING if chosen is None else chosen
    if stmt.else_case is not None and is_nothing(stmt.else_case):
        stmt = stmt.replace(else_case=None)
    if is_nothing(stmt.then_case) and stmt.else_case is None:
        return _NOTHING if has_no_effect(stmt.condition) else Evaluate(stmt.condition, stmt.span)
    if is_nothing(stmt.then_case) and stmt.else_case is not None:
        return IfThenElse(Not(stmt.condition), stmt.else_case, None, stmt.span)
    return stmt


def _let(stmt: LetStmt) -> Stmt:
    """let x = v in s -> s, when s does not use x; let x = v in nothing -> evaluate(v)"""
    if not _mentions(stmt.body, stmt.var) and has_no_effect(stmt.value):
        return stmt.body
    if not is_nothing(stmt.body):
        return stmt
    return _NOTHING if has_no_effect(stmt.value) else Evaluate(stmt.value, stmt.span)


def _allocation(stmt: Allocate | AllocateConst) -> Stmt:
    """allocate p in s -> s, when s does not use p"""
    return stmt if _mentions(stmt.body, stmt.buffer_var) else stmt.body


def _declaration(stmt: DeclBuffer) -> Stmt:
    """declare A in s -> s, when s does not use A"""
    used = any(getattr(node, "buffer", None) is stmt.buffer for node in walk(stmt.body))
    return stmt if used else stmt.body


def _attr(stmt: AttrStmt) -> Stmt:
    """attribute: nothing -> nothing"""
    return _NOTHING if is_nothing(stmt.body) and has_no_effect(stmt.value) else stmt


def _assert(stmt: AssertStmt) -> Stmt:
    """assert true: s -> s"""
    return stmt.body if isinstance(stmt.condition, IntImm) and stmt.condition.value else stmt


def _store(stmt: BufferStore, ranges: Ranges, named: Mapping[Var, Expr]) -> Stmt:
    """A[i] = A[i] -> nothing, also where names stand for the index"""
    value = stmt.value
    same = (
        isinstance(value, BufferLoad)
        and value.buffer is stmt.buffer
        and value.predicate is None
        and all(_same(substitute(a, named), substitute(b, named), ranges) for a, b in zip(value.indices, stmt.indices))
    )
    return _NOTHING if same and all(has_no_effect(index) for index in stmt.indices) else stmt


def _same(a: Expr, b: Expr, ranges: Ranges) -> bool:
    return deep_equal(a, b) or (is_pure(a) and is_pure(b) and ranges.analyzer.can_prove_equal(a, b))


def _seq(stmt: SeqStmt) -> Stmt:
    """s; nothing -> s"""
    kept = [member for member in stmt.seq if not is_nothing(member)]
    return (
        stmt if len(kept) == len(stmt.seq) and not any(isinstance(s, SeqStmt) for s in kept) else seq(kept, stmt.span)
    )


def _mentions(stmt: Stmt, variable: Var) -> bool:
    return any(variable is used for node in walk(stmt) for used in uses(node))


_LOCAL: dict[type, Callable[[Any], Stmt]] = {
    Evaluate: _evaluate,
    IfThenElse: _if,
    LetStmt: _let,
    Allocate: _allocation,
    AllocateConst: _allocation,
    DeclBuffer: _declaration,
    AttrStmt: _attr,
    AssertStmt: _assert,
    SeqStmt: _seq,
}


def _without_ranges(rule: Callable[[Any], Stmt]) -> RuleInRanges:
    return lambda stmt, _: rule(stmt)


_RULES: dict[type, RuleInRanges] = {
    **{kind: _without_ranges(rule) for kind, rule in _LOCAL.items()},
    For: _for,
}
