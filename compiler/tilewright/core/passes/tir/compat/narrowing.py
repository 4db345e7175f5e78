"""Rewriting integers to fewer bits: which variables and constants become narrow is asked of a `Narrowing`; where a wide value meets a narrow one, the
narrow one is widened, and what leaves an expression (a value stored, the argument of a call) has the type that it had.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, overload

from tilewright.core.base.dtype import DType
from tilewright.core.ir.buffer import Buffer, BufferRegion, MatchBufferRegion
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import (
    BINARY_NODES,
    Add,
    BinaryOp,
    BufferLoad,
    Call,
    Cast,
    Expr,
    IntImm,
    IterVar,
    Let,
    LogicalOp,
    Range,
    Select,
    SizeVar,
    Sub,
    Var,
)
from tilewright.core.ir.node import Node
from tilewright.core.ir.operators import call, cast, const
from tilewright.core.ir.stmt import AttrStmt, Block, BlockRealize, BufferStore, DeclBuffer, For, LetStmt, Stmt

NarrowingRule = Callable[["Narrowing", Any], Node]
Access = TypeVar("Access", BufferLoad, BufferStore)


def layout(buffer: Buffer) -> tuple[Expr, ...]:
    """The expressions of a buffer's sizes, strides and offset."""
    return (*buffer.shape, *buffer.strides, buffer.elem_offset)


class Narrowing:
    """The narrow variables and buffers, and the rewriting that puts them in the place of the wide ones."""

    def __init__(self, narrow: DType, variables: Mapping[Var, Var]) -> None:
        self.narrow = narrow
        self.variables = variables
        self.buffers: dict[Buffer, Buffer] = {}
        self.rules = _RULES

    def becomes_narrow(self, e: IntImm | Cast) -> bool:
        """Whether a wide constant or conversion is made a narrow one."""
        raise NotImplementedError

    def index(self, e: Expr) -> Expr:
        """An index or size."""
        return self.visit(e)

    def value(self, e: Expr) -> Expr:
        """A value to be stored."""
        return self.visit(e)

    @overload
    def visit(self, node: Expr) -> Expr: ...
    @overload
    def visit(self, node: Block) -> Block: ...
    @overload
    def visit(self, node: Stmt) -> Stmt: ...
    @overload
    def visit(self, node: BufferRegion) -> BufferRegion: ...
    def visit(self, node: Node) -> Node:
        """The node as it becomes; where a wide value has to stay, what meets it is widened."""
        rule = self.rules.get(type(node))
        return node.map_children(self.visit) if rule is None else rule(self, node)

    def is_wide(self, type_: DType) -> bool:
        """Whether it is the type of an integer with more bits than the narrow one has."""
        return type_.kind == "int" and type_.bits > self.narrow.bits

    def buffer(self, old: Buffer) -> Buffer:
        """The buffer with its layout as it becomes."""
        if old not in self.buffers:
            shape, strides = (tuple([self.index(part) for part in parts]) for parts in (old.shape, old.strides))
            made = old.replace(shape=shape, strides=strides, elem_offset=self.index(old.elem_offset))
            same = all(new is part for new, part in zip(layout(made), layout(old)))
            self.buffers[old] = old if same else made
        return self.buffers[old]

    def accessed(self, node: Access) -> Access:
        """A load or store, with the predicate and value as they have become."""
        indices = tuple([self.index(index) for index in node.indices])
        predicate = None if node.predicate is None else self.visit(node.predicate)
        buffer = self.buffer(node.buffer)
        same = buffer is node.buffer and all(new is old for new, old in zip(indices, node.indices))
        return node if same else node.replace(buffer=buffer, indices=indices, predicate=predicate)


def _variable(narrow: Narrowing, e: Var) -> Var:
    return narrow.variables.get(e, e)


def _constant(narrow: Narrowing, e: IntImm) -> IntImm:
    if not narrow.is_wide(e.dtype) or not narrow.becomes_narrow(e):
        return e
    return IntImm(narrow.narrow, e.value, e.span)


def _operation(narrow: Narrowing, e: BinaryOp) -> Expr:
    """Both sides are made as wide as the wider one."""
    a, b = narrow.visit(e.a), narrow.visit(e.b)
    if a is e.a and b is e.b:
        return e
    return type(e)(*((a, b) if isinstance(e, LogicalOp) else _same_width(a, b)), e.span)


def _same_width(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    if a.dtype is b.dtype:
        return a, b
    return (cast(a, b.dtype), b) if a.dtype.bits < b.dtype.bits else (a, cast(b, a.dtype))


def _select(narrow: Narrowing, e: Select) -> Expr:
    values = _same_width(narrow.visit(e.true_value), narrow.visit(e.false_value))
    condition = narrow.visit(e.condition)
    same = condition is e.condition and values[0] is e.true_value and values[1] is e.false_value
    return e if same else Select(condition, *values, e.span)


def _call(narrow: Narrowing, e: Call) -> Expr:
    """A choice has the type of its values; other calls keep theirs and that of their arguments."""
    args = tuple([narrow.visit(arg) for arg in e.args])
    if callee_name(e) == "tir.if_then_else":
        return call("tir.if_then_else", args[0], *_same_width(args[1], args[2]), span=e.span)
    if callee_name(e) == "tir.clz" and args[0].dtype is not e.args[0].dtype:
        # The wide value has so many more zeros in front.
        narrow_bits, wide_bits = const(args[0].dtype.bits, e.dtype), const(e.args[0].dtype.bits, e.dtype)
        return Add(Sub(e.replace(args=args), narrow_bits), wide_bits)
    if all(old is new for old, new in zip(e.args, args)):
        return e
    return e.replace(args=tuple([cast(new, old.dtype) for old, new in zip(e.args, args)]))


def _cast(narrow: Narrowing, e: Cast) -> Expr:
    value = narrow.visit(e.value)
    wide = narrow.is_wide(e.dtype) and narrow.becomes_narrow(e)
    wanted = narrow.narrow.with_lanes(e.dtype.lanes) if wide else e.dtype
    if value is e.value and wanted is e.dtype:
        return e
    return value if value.dtype is wanted else cast(value, wanted, e.span)


def _load(narrow: Narrowing, e: BufferLoad) -> Expr:
    return narrow.accessed(e)


def _store(narrow: Narrowing, stmt: BufferStore) -> Stmt:
    value = narrow.value(stmt.value)
    wanted = stmt.value.dtype
    value = value if value.dtype is wanted else cast(value, wanted)
    made = narrow.accessed(stmt)
    return made if value is made.value else made.replace(value=value)


def _loop(narrow: Narrowing, loop: For) -> Stmt:
    variable = _variable(narrow, loop.loop_var)
    low, extent = (cast(narrow.visit(end), variable.dtype) for end in (loop.min, loop.extent))
    thread = None if loop.thread_binding is None else _axis(narrow, loop.thread_binding)
    body = narrow.visit(loop.body)
    return loop.replace(loop_var=variable, min=low, extent=extent, body=body, thread_binding=thread)


def _launch(narrow: Narrowing, stmt: AttrStmt) -> Stmt:
    """The number of threads has the type of their index."""
    if not isinstance(stmt.node, IterVar):
        return stmt.map_children(narrow.visit)
    thread = _axis(narrow, stmt.node)
    value = cast(narrow.visit(stmt.value), thread.var.dtype)
    return stmt.replace(node=thread, value=value, body=narrow.visit(stmt.body))


def _let(narrow: Narrowing, let: LetStmt | Let) -> Let | LetStmt:
    variable = _variable(narrow, let.var)
    value = cast(narrow.visit(let.value), variable.dtype) if variable.dtype.kind == "int" else narrow.visit(let.value)
    return let.replace(var=variable, value=value, body=narrow.visit(let.body))


def _axis(narrow: Narrowing, axis: IterVar) -> IterVar:
    variable = _variable(narrow, axis.var)
    if axis.dom is None:
        return axis if variable is axis.var else axis.replace(var=variable)
    low, extent = (cast(narrow.visit(end), variable.dtype) for end in (axis.dom.min, axis.dom.extent))
    return axis.replace(var=variable, dom=Range.from_min_extent(low, extent))


def _realize(narrow: Narrowing, realize: BlockRealize) -> Stmt:
    block = narrow.visit(realize.block)
    axes = block.iter_vars
    values = tuple([cast(narrow.visit(value), axis.var.dtype) for value, axis in zip(realize.iter_values, axes)])
    return realize.replace(iter_values=values, predicate=narrow.visit(realize.predicate), block=block)


def _block(narrow: Narrowing, block: Block) -> Block:
    made: Block = block.map_children(narrow.visit)
    return made.replace(alloc_buffers=tuple(narrow.buffer(buffer) for buffer in block.alloc_buffers))


def _declaration(narrow: Narrowing, stmt: DeclBuffer) -> Stmt:
    return stmt.replace(buffer=narrow.buffer(stmt.buffer), body=narrow.visit(stmt.body))


def _region(narrow: Narrowing, region: BufferRegion) -> BufferRegion:
    ranges = [Range.from_min_extent(narrow.index(r.min), narrow.index(r.extent)) for r in region.region]
    return region.replace(buffer=narrow.buffer(region.buffer), region=tuple(ranges))


def _match(narrow: Narrowing, match: MatchBufferRegion) -> MatchBufferRegion:
    return match.replace(buffer=narrow.buffer(match.buffer), source=narrow.visit(match.source))


_RULES: Mapping[type, NarrowingRule] = {
    **dict.fromkeys(BINARY_NODES.values(), _operation),
    Var: _variable,
    SizeVar: _variable,
    IntImm: _constant,
    Select: _select,
    Call: _call,
    Cast: _cast,
    AttrStmt: _launch,
    Let: _let,
    LetStmt: _let,
    BufferLoad: _load,
    BufferStore: _store,
    For: _loop,
    IterVar: _axis,
    Block: _block,
    BlockRealize: _realize,
    DeclBuffer: _declaration,
    BufferRegion: _region,
    MatchBufferRegion: _match,
}
