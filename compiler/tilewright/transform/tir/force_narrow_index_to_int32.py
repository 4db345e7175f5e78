"""ForceNarrowIndexToInt32: sizes, loop variables, axes and indices of 64 bits become ones of 32, whether or not their values are known to fit.

For targets without wide integers.  A function that keeps 64-bit integers in memory cannot be narrowed: it raises `ValueError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilewright.base.dtype import INT32, INT64
from tilewright.ir.buffer import Buffer, BufferRegion, MatchBufferRegion
from tilewright.ir.expr import (
    BINARY_NODES,
    BinaryOp,
    BufferLoad,
    Call,
    Cast,
    Expr,
    IntImm,
    IterVar,
    Range,
    Select,
    SizeVar,
    Var,
)
from tilewright.ir.function import PrimFunc
from tilewright.ir.operators import call, cast
from tilewright.ir.stmt import Block, BlockRealize, BufferStore, DeclBuffer, For, Stmt
from tilewright.ir.walk import walk
from tilewright.transform.pass_ import tir_pass


@tir_pass("tir.ForceNarrowIndexToInt32")
def force_narrow_index_to_int32(func: PrimFunc) -> PrimFunc:
    """Make indices and sizes 32 bits wide."""
    buffers = list(dict.fromkeys([*func.buffer_map.values(), *_declared(func)]))
    for buffer in buffers:
        if buffer.dtype.is_integer and buffer.dtype.bits > 32:
            raise ValueError(f"buffer `{buffer.name}` holds {buffer.dtype}, so its indices cannot be forced to int32")
    narrow = {var: Var(var.name, INT32, var.span) for var in _wide_variables(func, buffers)}
    narrowing = _Narrowing(narrow)
    new = {buffer: narrowing.buffer(buffer) for buffer in buffers}
    if not narrow and all(old is made for old, made in new.items()) and not _has_wide_constants(func):
        return func
    mapping = {param: new[buffer] for param, buffer in func.buffer_map.items()}
    return func.replace(body=narrowing.visit(func.body), buffer_map=mapping)


def _declared(func: PrimFunc) -> list[Buffer]:
    found: list[Buffer] = []
    for node in walk(func.body):
        if isinstance(node, Block):
            found += [*node.alloc_buffers, *(match.buffer for match in node.match_buffers)]
        elif isinstance(node, DeclBuffer):
            found.append(node.buffer)
    return found


def _wide_variables(func: PrimFunc, buffers: list[Buffer]) -> dict[Var, None]:
    found: dict[Var, None] = {}
    for node in walk(func.body):
        if isinstance(node, For):
            found[node.loop_var] = None
        elif isinstance(node, IterVar):
            found[node.var] = None
    for buffer in buffers:
        found.update((var, None) for part in _layout(buffer) for var in walk(part) if isinstance(var, Var))
    given = set(func.params)
    return {var: None for var in found if var.dtype is INT64 and var not in given}


def _layout(buffer: Buffer) -> tuple[Expr, ...]:
    return (*buffer.shape, *buffer.strides, buffer.elem_offset)


def _has_wide_constants(func: PrimFunc) -> bool:
    return any(isinstance(node, IntImm) and node.dtype is INT64 for node in walk(func.body))


class _Narrowing:
    """The narrow variables and buffers, and the rewriting that puts them in the place of the wide ones."""

    def __init__(self, narrow: Mapping[Var, Var]) -> None:
        self.variables = narrow
        self.buffers: dict[Buffer, Buffer] = {}

    def visit(self, node: Any) -> Any:
        """The node in 32 bits; where a wide value has to stay, what meets it is widened."""
        rule = _RULES.get(type(node))
        return node.map_children(self.visit) if rule is None else rule(self, node)

    def buffer(self, old: Buffer) -> Buffer:
        """The buffer with its layout in 32 bits."""
        if old not in self.buffers:
            wide = any(part.dtype is INT64 for part in _layout(old))
            self.buffers[old] = self._narrowed(old) if wide else old
        return self.buffers[old]

    def _narrowed(self, old: Buffer) -> Buffer:
        shape, strides = (tuple(self.index(part) for part in parts) for parts in (old.shape, old.strides))
        return old.replace(shape=shape, strides=strides, elem_offset=self.index(old.elem_offset))

    def index(self, e: Expr) -> Expr:
        """An index or size, in 32 bits whatever it is made of."""
        made = self.visit(e)
        return cast(made, INT32.with_lanes(made.dtype.lanes)) if made.dtype.element is INT64 else made

    def accessed(self, node: Any) -> Any:
        """A load or store, with the predicate and value as they have become."""
        indices = tuple([self.index(index) for index in node.indices])
        predicate = None if node.predicate is None else self.visit(node.predicate)
        buffer = self.buffer(node.buffer)
        same = buffer is node.buffer and all(new is old for new, old in zip(indices, node.indices))
        return node if same else node.replace(buffer=buffer, indices=indices, predicate=predicate)


def _variable(narrow: _Narrowing, e: Var) -> Var:
    return narrow.variables.get(e, e)


def _constant(narrow: _Narrowing, e: IntImm) -> IntImm:
    return IntImm(INT32, e.value, e.span) if e.dtype is INT64 and -(1 << 31) <= e.value < 1 << 31 else e


def _operation(narrow: _Narrowing, e: BinaryOp) -> Expr:
    """Both sides are made as wide as the wider one."""
    a, b = narrow.visit(e.a), narrow.visit(e.b)
    if a is e.a and b is e.b:
        return e
    return type(e)(*_same_width(a, b), e.span)


def _same_width(a: Expr, b: Expr) -> tuple[Expr, Expr]:
    if a.dtype is b.dtype:
        return a, b
    return (cast(a, b.dtype), b) if a.dtype.bits < b.dtype.bits else (a, cast(b, a.dtype))


def _select(narrow: _Narrowing, e: Select) -> Expr:
    values = _same_width(narrow.visit(e.true_value), narrow.visit(e.false_value))
    return Select(narrow.visit(e.condition), *values, e.span)


def _call(narrow: _Narrowing, e: Call) -> Expr:
    """A choice has the type of its values; other calls keep theirs and that of their arguments."""
    args = tuple([narrow.visit(arg) for arg in e.args])
    if getattr(e.op, "name", "") == "tir.if_then_else":
        return call("tir.if_then_else", args[0], *_same_width(args[1], args[2]), span=e.span)
    if e.dtype is INT64 and all(old.dtype is new.dtype for old, new in zip(e.args, args)):
        return e.replace(args=args)
    return e.replace(args=tuple(cast(new, old.dtype) for old, new in zip(e.args, args)))


def _cast(narrow: _Narrowing, e: Cast) -> Expr:
    value = narrow.visit(e.value)
    return value if value.dtype is e.dtype else cast(value, e.dtype, e.span)


def _load(narrow: _Narrowing, e: BufferLoad) -> Expr:
    return narrow.accessed(e)


def _store(narrow: _Narrowing, stmt: BufferStore) -> Stmt:
    value = narrow.visit(stmt.value)
    wanted = stmt.value.dtype
    value = value if value.dtype is wanted else cast(value, wanted)
    made = narrow.accessed(stmt)
    return made if value is made.value else made.replace(value=value)


def _loop(narrow: _Narrowing, loop: For) -> Stmt:
    variable = _variable(narrow, loop.loop_var)
    low, extent = (cast(narrow.visit(end), variable.dtype) for end in (loop.min, loop.extent))
    return loop.replace(loop_var=variable, min=low, extent=extent, body=narrow.visit(loop.body))


def _axis(narrow: _Narrowing, axis: IterVar) -> IterVar:
    variable = _variable(narrow, axis.var)
    if axis.dom is None:
        return axis.replace(var=variable)
    low, extent = (cast(narrow.visit(end), variable.dtype) for end in (axis.dom.min, axis.dom.extent))
    return axis.replace(var=variable, dom=Range.from_min_extent(low, extent))


def _realize(narrow: _Narrowing, realize: BlockRealize) -> Stmt:
    block = narrow.visit(realize.block)
    axes = block.iter_vars
    values = tuple([cast(narrow.visit(value), axis.var.dtype) for value, axis in zip(realize.iter_values, axes)])
    return realize.replace(iter_values=values, predicate=narrow.visit(realize.predicate), block=block)


def _block(narrow: _Narrowing, block: Block) -> Block:
    made: Block = block.map_children(narrow.visit)
    return made.replace(alloc_buffers=tuple(narrow.buffer(buffer) for buffer in block.alloc_buffers))


def _declaration(narrow: _Narrowing, stmt: DeclBuffer) -> Stmt:
    return stmt.replace(buffer=narrow.buffer(stmt.buffer), body=narrow.visit(stmt.body))


def _region(narrow: _Narrowing, region: BufferRegion) -> BufferRegion:
    ranges = [Range.from_min_extent(narrow.index(r.min), narrow.index(r.extent)) for r in region.region]
    return region.replace(buffer=narrow.buffer(region.buffer), region=tuple(ranges))


def _match(narrow: _Narrowing, match: MatchBufferRegion) -> MatchBufferRegion:
    return match.replace(buffer=narrow.buffer(match.buffer), source=narrow.visit(match.source))


_RULES: Mapping[type, Callable[[_Narrowing, Any], Any]] = {
    **dict.fromkeys(BINARY_NODES.values(), _operation),
    Var: _variable,
    SizeVar: _variable,
    IntImm: _constant,
    Select: _select,
    Call: _call,
    Cast: _cast,
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
