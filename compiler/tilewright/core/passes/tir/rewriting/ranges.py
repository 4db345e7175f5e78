"""The facts at a statement: ranges of loop variables and axes, and the conditions that hold there.

`rewrite_in_ranges` is `ir.walk.rewrite` whose rules get that knowledge as well, so that a pass can simplify and prove.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.core.arith.analyzer import Analyzer
from tilewright.core.arith.interval import INF
from tilewright.core.arith.iter_map import simplify_digits
from tilewright.core.arith.linear import is_index, linear
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import BufferLoad, Call, Expr, IntImm, IterVar, Let, Range, Select, Var
from tilewright.core.ir.operators import logical_not
from tilewright.core.ir.stmt import AssertStmt, AttrStmt, Block, BlockRealize, For, IfThenElse, LetStmt, Stmt, While
from tilewright.core.ir.walk import Visit, is_larger, walk
from tilewright.core.ops.op import CallEffectKind, Op

if TYPE_CHECKING:
    from tilewright.core.ir.node import Node


RuleInRanges = Callable[[Any, "Ranges"], Any]

Kind = TypeVar("Kind", Expr, Stmt)


class Ranges:
    """Knowledge at the node being rewritten; it changes as the rewriting proceeds."""

    def __init__(self) -> None:
        self.analyzer = Analyzer()
        self.domains: dict[Var, Range] = {}  # of the loops and axes around the node
        self.conditions: list[Expr] = []  # that hold at the node

    def simplify(self, value: Expr) -> Expr:
        """`value` in its simplest form."""
        return self.analyzer.simplify(value)

    def simplify_index(self, index: Expr) -> Expr:
        """`simplify`; digits of loops in symbolic sizes that make up the whole loop again are the loop."""
        return simplify_digits(self.simplify(index), self.domains, self.conditions, self.analyzer)

    def proves(self, condition: Expr) -> bool:
        """Whether `condition` always holds here."""
        if isinstance(condition, IntImm):
            return bool(condition.value)
        return self.analyzer.can_prove(condition)

    def where(self, condition: Expr) -> AbstractContextManager[object]:
        """Knowing `condition`, which is forgotten at the end; one that reads memory says nothing, since memory changes."""
        return self._knowing(condition) if not condition.dtype.is_vector and is_pure(condition) else nullcontext()

    @contextmanager
    def _knowing(self, condition: Expr) -> Generator[None]:
        self.conditions.append(condition)
        try:
            with self.analyzer.constraint_scope(condition):
                yield
        finally:
            self.conditions.pop()

    def otherwise(self, condition: Expr) -> AbstractContextManager[object]:
        """Knowing that `condition` does not hold."""
        return self.where(logical_not(condition))

    @contextmanager
    def running(self, *variables: tuple[Var, Expr, Expr]) -> Generator[None]:
        """The facts under which each variable takes the values from its `low` up to `low + extent`.

        That a loop runs says that its extent is not zero, which is forgotten at the end: behind the loop it need not be so.
        """
        symbolic = any(not (isinstance(low, IntImm) and isinstance(extent, IntImm)) for _, low, extent in variables)
        restore = self.analyzer.facts.snapshot() if symbolic else None
        around = self.domains
        spans = {variable: Range.from_min_extent(low, extent) for variable, low, extent in variables}
        self.domains = {**around, **spans}
        for variable, span in spans.items():
            self.analyzer.bind(variable, span, allow_override=True)
        try:
            yield
        finally:
            self.domains = around
            if restore is not None:
                restore()

    def know_shape(self, buffer: Buffer) -> None:
        """No extent of `buffer` is negative: n * 32 - 1 says that n is at least 1."""
        for extent in buffer.shape:
            if is_index(extent.dtype) and not isinstance(extent, (IntImm, Var)):
                self.analyzer.facts.know(linear(extent))
            elif isinstance(extent, Var) and is_index(extent.dtype):
                self.analyzer.facts.narrow(extent, (0, INF))

    def know_value(self, variable: Var, value: Expr) -> None:
        """`variable` is a name for `value`: it lies where the value does."""
        if value.dtype.is_integer and not value.dtype.is_vector and not value.dtype.is_bool:
            self.analyzer.update(variable, self.analyzer.const_int_bound(value), True)

    def launched(self, stmt: AttrStmt) -> AbstractContextManager[object]:
        """The range of a thread index, if the attribute gives one."""
        if stmt.attr_key in ("thread_extent", "virtual_thread") and isinstance(stmt.node, IterVar):
            return self.running((stmt.node.var, IntImm(stmt.value.dtype, 0), stmt.value))
        return nullcontext()

    def in_block(self, block: Block) -> AbstractContextManager[object]:
        """The ranges of the axes of a block."""
        axes = [(axis.var, axis.dom.min, axis.dom.extent) for axis in block.iter_vars if axis.dom is not None]
        return self.running(*axes) if axes else nullcontext()


def is_pure(condition: Expr) -> bool:
    """Whether the expression gives the same value wherever it stands: it reads no memory and calls nothing that might."""
    return all(
        isinstance(node, Expr)
        and not isinstance(node, BufferLoad)
        and (not isinstance(node, Call) or is_pure_call(node))
        for node in walk(condition)
    )


_LARGEST = 256  # nodes of a value that is written in the places of its name


def is_written_out(value: Expr) -> bool:
    """Whether passes write the value of a name in its places: it is pure and of moderate size, as names of names of names would grow without end."""
    return not is_larger(value, _LARGEST) and is_pure(value)


def is_pure_call(call: Call) -> bool:
    """Whether the call only computes a value."""
    return isinstance(call.op, Op) and call.op.effect <= CallEffectKind.Pure


def rewrite_in_ranges(root: Kind, rules: Mapping[type, RuleInRanges], ranges: Ranges | None = None) -> Kind:
    """`root` with the rule of each node's type applied after its children; each rule gets the node and what is known there."""
    known = ranges or Ranges()
    scopes = _SCOPES
    get_scope, get_rule = scopes.get, rules.get

    def visit(current: Node) -> Any:
        scope = get_scope(type(current))
        current = current.map_children(visit) if scope is None else scope(current, visit, known)
        rule = get_rule(type(current))
        return current if rule is None else rule(current, known)

    return visit(root)


def _for(loop: For, visit: Visit, ranges: Ranges) -> For:
    low, extent = visit(loop.min), visit(loop.extent)
    with ranges.running((loop.loop_var, low, extent)):
        body = visit(loop.body)
    same = low is loop.min and extent is loop.extent and body is loop.body
    return loop if same else loop.replace(min=low, extent=extent, body=body)


def _block_realize(realize: BlockRealize, visit: Visit, ranges: Ranges) -> BlockRealize:
    values = tuple([visit(value) for value in realize.iter_values])
    predicate = visit(realize.predicate)
    with ranges.in_block(realize.block), ranges.where(predicate):
        block = visit(realize.block)
    same = block is realize.block and predicate is realize.predicate
    if same and all(old is new for old, new in zip(realize.iter_values, values)):
        return realize
    return realize.replace(iter_values=values, predicate=predicate, block=block)


def _if(stmt: IfThenElse, visit: Visit, ranges: Ranges) -> IfThenElse:
    condition = visit(stmt.condition)
    with ranges.where(condition):
        then_case = visit(stmt.then_case)
    else_case = stmt.else_case
    if else_case is not None:
        with ranges.otherwise(condition):
            else_case = visit(else_case)
    same = condition is stmt.condition and then_case is stmt.then_case and else_case is stmt.else_case
    return stmt if same else stmt.replace(condition=condition, then_case=then_case, else_case=else_case)


def _select(select: Select, visit: Visit, ranges: Ranges) -> Select:
    condition = visit(select.condition)
    if condition.dtype.is_vector:
        return select.map_children(visit)
    chosen = _choices(condition, select.true_value, select.false_value, visit, ranges)
    same = condition is select.condition and chosen[0] is select.true_value and chosen[1] is select.false_value
    return select if same else select.replace(condition=condition, true_value=chosen[0], false_value=chosen[1])


def _call(call: Call, visit: Visit, ranges: Ranges) -> Call:
    if callee_name(call) != "tir.if_then_else" or call.args[0].dtype.is_vector:
        return call.map_children(visit)
    condition = visit(call.args[0])
    args = (condition, *_choices(condition, call.args[1], call.args[2], visit, ranges))
    return call if all(old is new for old, new in zip(call.args, args)) else call.replace(args=args)


def _choices(condition: Expr, first: Expr, second: Expr, visit: Visit, ranges: Ranges) -> tuple[Expr, Expr]:
    """Both values, each rewritten knowing that it is the one chosen."""
    with ranges.where(condition):
        first = visit(first)
    with ranges.otherwise(condition):
        second = visit(second)
    return first, second


def _under_condition(stmt: AssertStmt | While, visit: Visit, ranges: Ranges) -> Stmt:
    """An assertion or a `while`: its condition holds in its body."""
    condition = visit(stmt.condition)
    with ranges.where(condition):
        body = visit(stmt.body)
    same = condition is stmt.condition and body is stmt.body
    return stmt if same else stmt.replace(condition=condition, body=body)


def _let(stmt: LetStmt | Let, visit: Visit, ranges: Ranges) -> Let | LetStmt:
    value = visit(stmt.value)
    ranges.know_value(stmt.var, value)
    body = visit(stmt.body)
    return stmt if value is stmt.value and body is stmt.body else stmt.replace(value=value, body=body)


def _attr(stmt: AttrStmt, visit: Visit, ranges: Ranges) -> AttrStmt:
    with ranges.launched(stmt):
        return stmt.map_children(visit)


_SCOPES: Mapping[type, Callable[[Any, Visit, Ranges], Any]] = {
    For: _for,
    BlockRealize: _block_realize,
    IfThenElse: _if,
    Select: _select,
    Call: _call,
    AssertStmt: _under_condition,
    While: _under_condition,
    LetStmt: _let,
    Let: _let,
    AttrStmt: _attr,
}
