"""Simplify: every expression in its simplest form, given the ranges of loops and the conditions around it.

Branches and assertions whose condition is known go, names of constants and variables are replaced by them, and a store of what is there
already becomes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from tilewright.core.arith.and_of_ors import and_of_ors
from tilewright.core.arith.key import deep_equal
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import And, BufferLoad, Call, Expr, FloatImm, IntImm, Or, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.operators import logical_not
from tilewright.core.ir.stmt import (
    AssertStmt,
    AttrStmt,
    BlockRealize,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    ForKind,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
    seq,
)
from tilewright.core.ir.walk import buffer_vars, rewrite, substitute, walk
from tilewright.core.passes.core.context import PassContext
from tilewright.core.passes.core.pass_ import Pass, tir_pass
from tilewright.core.passes.tir.lowering.known_contents import KnownContents
from tilewright.core.passes.tir.rewriting.ranges import Ranges, is_written_out


@tir_pass("tir.Simplify")
def simplify(func: PrimFunc) -> PrimFunc:
    """Simplify expressions, and the statements that become trivial."""
    return _simplified(func, _Simplifier())


def stmt_simplify() -> Pass:
    """Make the pass as release 0.27 of TVM has it: it keeps every binding, and writes pure values in the places of their names."""

    @tir_pass("tir.Simplify")
    def run(func: PrimFunc) -> PrimFunc:
        """Simplify expressions, and the statements that become trivial; bindings stay, and names of pure values are replaced by them."""
        return _simplified(func, _KeepsBindings())

    return run


def _simplified(func: PrimFunc, simplifier: _Simplifier) -> PrimFunc:
    for buffer in func.buffer_map.values():
        simplifier.ranges.know_shape(buffer)
    asked = PassContext.current().given("tir.Simplify")
    if asked is not None:
        simplifier.ranges.analyzer.facts.combines = asked.transitively_prove_inequalities
        simplifier.splits_conditions = asked.convert_boolean_to_and_of_ors
        simplifier.follow(asked.propagate_knowns_to_prove_conditional, asked.propagate_knowns_to_simplify_expressions)
    return func.with_body(simplifier.statement(func.body))


def simplified_statement(stmt: Stmt, ranges: Ranges) -> Stmt:
    """`stmt` simplified by what is known where it stands."""
    return _Simplifier(ranges).statement(stmt)


class _Simplifier:
    """Walks down with what is known, and simplifies each whole expression once."""

    def __init__(self, ranges: Ranges | None = None) -> None:
        self.ranges = ranges or Ranges()
        self.named: dict[Var, Expr] = {}  # what names that stay stand for
        self.splits_conditions = False
        self.contents: KnownContents | None = None  # of buffers, where they are followed
        self.writes_out_values = False

    def follow(self, for_conditions: bool, for_values: bool) -> None:
        """Use what elements of buffers are known to hold, to prove conditions, or in every expression."""
        if for_conditions or for_values:
            self.contents = KnownContents(self.ranges.analyzer)
        self.writes_out_values = for_values

    def expression(self, e: Expr) -> Expr:
        """The simplified expression, conditions as conjunctions of disjunctions where that is asked for."""
        if self.writes_out_values and self.contents is not None:
            e = self.contents.written_out(e)
        if not self.splits_conditions:
            return self.ranges.simplify(e)
        if isinstance(e, (And, Or)) and not e.dtype.is_vector:
            return and_of_ors(e, self.ranges.simplify)
        return self.ranges.simplify(e.map_children(self.statement))

    def bound(self, e: Expr) -> Expr:
        """The simplified first value of a loop, or number of its iterations."""
        return self.ranges.simplify(e)

    def condition(self, e: Expr) -> Expr:
        """The simplified condition; one that is known once names are written out is that constant."""
        made = self.expression(e)
        if self.contents is not None and not isinstance(made, IntImm):
            followed = self.ranges.simplify(self.contents.written_out(made))
            made = followed if isinstance(followed, IntImm) else made
        if isinstance(made, IntImm) or not self._has_names(made):
            return made
        written = self.ranges.simplify(substitute(made, self.named))
        return written if isinstance(written, IntImm) else made

    def where(self, condition: Expr) -> ExitStack:
        """Knowing the condition, and what it says with names written out."""
        scopes = ExitStack()
        scopes.enter_context(self.ranges.where(condition))
        if self._has_names(condition):
            scopes.enter_context(self.ranges.where(substitute(condition, self.named)))
        return scopes

    def _has_names(self, e: Expr) -> bool:
        return bool(self.named) and any(node in self.named for node in walk(e) if isinstance(node, Var))

    def statement(self, stmt: Any) -> Any:
        """The simplified statement (or block, region, range)."""
        if isinstance(stmt, Expr):
            return self.expression(stmt)
        rule = _RULES.get(type(stmt))
        return stmt.map_children(self.statement) if rule is None else rule(self, stmt)

    def loop(self, stmt: For) -> Stmt:
        low, extent = self.bound(stmt.min), self.bound(stmt.extent)
        if self.contents is not None:
            return self._followed_loop(stmt, low, extent)
        with self.ranges.running((stmt.loop_var, low, extent)):
            body = self.statement(stmt.body)
        if low is stmt.min and extent is stmt.extent and body is stmt.body:
            return stmt
        return stmt.replace(min=low, extent=extent, body=body)

    def _followed_loop(self, stmt: For, low: Expr, extent: Expr) -> Stmt:
        """An iteration finds what no other one writes; behind the loop that is known, and what each left in its own element."""
        assert self.contents is not None, "the caller asks only where contents are followed"
        own = self.contents.own_elements(stmt)
        self.contents.forget_what_is_written(stmt)
        contents, outside, partly = self.contents, dict(self.contents.elements), dict(self.contents.partial)
        if stmt.kind in (ForKind.PARALLEL, ForKind.THREAD_BINDING):
            self.contents = None  # other threads may write at any time
        with self.ranges.running((stmt.loop_var, low, extent)):
            if self.contents is not None:
                contents.enter(own, stmt.loop_var)
            body = self.statement(stmt.body)
        learned, contents.elements = contents.elements, outside
        partly_learned, contents.partial = contents.partial, partly
        if self.contents is not None:
            contents.leave(stmt, low, extent, learned, partly_learned)
        self.contents = contents
        same = low is stmt.min and extent is stmt.extent and body is stmt.body
        return stmt if same else stmt.replace(min=low, extent=extent, body=body)

    def _branch(self, condition: Expr, stmt: Stmt) -> Stmt:
        """One branch, which starts from what is known before the other one."""
        if self.contents is None:
            return self.statement(stmt)
        before, partly = dict(self.contents.elements), dict(self.contents.partial)
        self.contents.learn(condition)
        known = dict(self.contents.elements)
        made = self.statement(stmt)
        learned = {name: each for name, each in self.contents.elements.items() if name not in known}
        self.contents.elements, self.contents.partial = before, partly
        if learned and not any(isinstance(node, BufferStore) for node in walk(stmt)):
            self.contents.learn_where(condition, learned)
        return made

    def block(self, stmt: BlockRealize) -> Stmt:
        values = tuple([self.ranges.simplify(value) for value in stmt.iter_values])
        predicate = self.ranges.simplify(stmt.predicate)
        with self.ranges.in_block(stmt.block):
            block = self.statement(stmt.block)
        same = (
            predicate is stmt.predicate
            and block is stmt.block
            and all(a is b for a, b in zip(values, stmt.iter_values))
        )
        return stmt if same else stmt.replace(iter_values=values, predicate=predicate, block=block)

    def branch(self, stmt: IfThenElse) -> Stmt:
        """if true: s else: t -> s"""
        condition = self.condition(stmt.condition)
        if isinstance(condition, IntImm):
            chosen = stmt.then_case if condition.value else stmt.else_case
            return Evaluate(IntImm("int32", 0)) if chosen is None else self.statement(chosen)  # pyright: ignore
        with self.where(condition):
            then_case = self._branch(condition, stmt.then_case)
        else_case = stmt.else_case
        if else_case is not None:
            with self.where(logical_not(condition)):
                else_case = self._branch(logical_not(condition), else_case)
        if self.contents is not None:
            self.contents.forget_what_is_written(stmt)
        same = condition is stmt.condition and then_case is stmt.then_case and else_case is stmt.else_case
        return stmt if same else stmt.replace(condition=condition, then_case=then_case, else_case=else_case)

    def guarded(self, stmt: AssertStmt | While) -> Stmt:
        """assert true: s -> s"""
        if self.contents is not None and isinstance(stmt, While):
            self.contents.forget_what_is_written(stmt)
        condition = self.ranges.simplify(stmt.condition)
        if isinstance(stmt, AssertStmt) and isinstance(condition, IntImm) and condition.value:
            return self.statement(stmt.body)
        with self.ranges.where(condition):
            body = self.statement(stmt.body)
        return (
            stmt if condition is stmt.condition and body is stmt.body else stmt.replace(condition=condition, body=body)
        )

    def let(self, stmt: LetStmt) -> Stmt:
        """let x = 3 in s -> s with 3 for x"""
        value = self.ranges.simplify(stmt.value)
        if isinstance(value, (IntImm, FloatImm, Var)) and not _describes_a_buffer(stmt):
            return self.statement(substitute(stmt.body, {stmt.var: value}))
        return self.kept(stmt, value, substitute(value, self.named))

    def kept(self, stmt: LetStmt, value: Expr, written: Expr) -> LetStmt:
        """The binding of a simplified value, which is `written` without names."""
        self.ranges.know_value(stmt.var, value)
        if is_written_out(written):
            self.named[stmt.var] = written
        body = self.statement(stmt.body)
        return stmt if value is stmt.value and body is stmt.body else stmt.replace(value=value, body=body)

    def store(self, stmt: BufferStore) -> Stmt:
        """A[i] = A[i] -> nothing"""
        made = stmt.map_children(self.statement)
        if self.contents is not None:
            self.contents.store(made)
        value = made.value
        if not isinstance(value, BufferLoad) or value.buffer is not made.buffer or value.predicate is not None:
            return made
        if all(deep_equal(a, b) for a, b in zip(value.indices, made.indices)):
            return Evaluate(IntImm("int32", 0))  # pyright: ignore[reportArgumentType]
        return made

    def evaluate(self, stmt: Evaluate) -> Stmt:
        """Know what is assumed of elements of buffers."""
        made = stmt.map_children(self.statement)
        condition = _assumed(stmt)
        if self.contents is not None and condition is not None:
            self.contents.learn(condition)
        return made

    def sequence(self, stmt: SeqStmt) -> Stmt:
        with ExitStack() as assumed:
            members = tuple([self._member(member, assumed) for member in stmt.seq])
        if all(new is old for new, old in zip(members, stmt.seq)):
            return stmt
        kept: list[Stmt] = [s for s in members if not (isinstance(s, Evaluate) and isinstance(s.value, IntImm))]
        return seq(kept, stmt.span)

    def _member(self, stmt: Stmt, assumed: ExitStack) -> Stmt:
        """A statement of a sequence; what it assumes holds for those that follow."""
        made = self.statement(stmt)
        if self.contents is None:
            return made
        condition = _assumed(stmt)
        if condition is not None:
            assumed.enter_context(self.where(condition))
        elif not isinstance(made, (BufferStore, For, IfThenElse, SeqStmt)):
            self.contents.forget_what_is_written(stmt)
        return made

    def attribute(self, stmt: AttrStmt) -> Stmt:
        with self.ranges.launched(stmt):
            return stmt.map_children(self.statement)


class _KeepsBindings(_Simplifier):
    """Treats bindings as release 0.27 does."""

    def expression(self, e: Expr) -> Expr:
        return super().expression(self._with_values(e))

    def bound(self, e: Expr) -> Expr:
        return super().bound(self._with_values(e))

    def _with_values(self, e: Expr) -> Expr:
        """The expression with values for names; buffers keep the names that they are described with."""
        return rewrite(e, {Var: lambda var: self.named.get(var, var)}) if self.named else e

    def let(self, stmt: LetStmt) -> Stmt:
        """let x = i + 1 in A[x] -> let x = i + 1 in A[i + 1]"""
        value = self.expression(stmt.value)
        return self.kept(stmt, value, value)


def _assumed(stmt: Stmt) -> Expr | None:
    """The condition of `T.assume`."""
    value = stmt.value if isinstance(stmt, Evaluate) else None
    return value.args[0] if isinstance(value, Call) and callee_name(value) == "tir.assume" else None


def _describes_a_buffer(stmt: LetStmt) -> bool:
    """Whether the layout of a buffer is written with the name: then the name stays, as in TVM."""
    found = (node.buffer for node in walk(stmt.body) if isinstance(node, (DeclBuffer, BufferLoad, BufferStore)))
    return any(stmt.var in buffer_vars(buffer) for buffer in dict.fromkeys(found))


_RULES: dict[type, Callable[[_Simplifier, Any], Stmt]] = {
    For: _Simplifier.loop,
    BlockRealize: _Simplifier.block,
    IfThenElse: _Simplifier.branch,
    AssertStmt: _Simplifier.guarded,
    While: _Simplifier.guarded,
    LetStmt: lambda simplifier, stmt: simplifier.let(stmt),
    BufferStore: _Simplifier.store,
    Evaluate: _Simplifier.evaluate,
    SeqStmt: _Simplifier.sequence,
    AttrStmt: _Simplifier.attribute,
}
