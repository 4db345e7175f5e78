"""Execution of statements, in the order of the text; parallel and vectorised loops run one iteration after the other."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

from tilewright.core.base.dtype import INT32
from tilewright.core.interpret.expressions import lanes_of, pointer, positions, value
from tilewright.core.interpret.memory import Memory
from tilewright.core.interpret.state import Break, Continue, State
from tilewright.core.ir.buffer import Buffer, MatchBufferRegion
from tilewright.core.ir.expr import Expr, IntImm, IterVarKind, StringImm, Var
from tilewright.core.ir.failure import report_parts
from tilewright.core.ir.stmt import (
    Allocate,
    AllocateConst,
    AssertStmt,
    AttrStmt,
    Block,
    BlockRealize,
    BufferStore,
    DeclBuffer,
    Evaluate,
    For,
    IfThenElse,
    LetStmt,
    SeqStmt,
    Stmt,
    While,
)


def execute(state: State, stmt: Stmt) -> None:
    """Run one statement."""
    rule = _RULES.get(type(stmt))
    if rule is None:
        raise ValueError(f"the interpreter has no rule for {type(stmt).__name__}")
    rule(state, stmt)


def _store(state: State, stmt: BufferStore) -> None:
    found = value(state, stmt.value)
    places = positions(state, stmt.buffer, stmt.indices)
    memory, type_, name = pointer(state, stmt.buffer), stmt.buffer.dtype, stmt.buffer.name
    if not isinstance(places, tuple):
        memory.store(type_, places, found, name)
        return
    mask = lanes_of(1 if stmt.predicate is None else value(state, stmt.predicate), len(places))
    flat = lanes_of(found, len(places) * type_.lanes)
    for lane, place in enumerate(places):
        if mask[lane]:
            part = flat[lane] if type_.lanes == 1 else flat[lane * type_.lanes : (lane + 1) * type_.lanes]
            memory.store(type_, place, part, name)


def _sequence(state: State, stmt: SeqStmt) -> None:
    for member in stmt.seq:
        execute(state, member)


def _if(state: State, stmt: IfThenElse) -> None:
    if value(state, stmt.condition):
        execute(state, stmt.then_case)
    elif stmt.else_case is not None:
        execute(state, stmt.else_case)


def _for(state: State, stmt: For) -> None:
    low, extent = value(state, stmt.min), value(state, stmt.extent)
    step = 1 if stmt.step is None else value(state, stmt.step)
    for index in range(low, low + extent, step):
        state.values[stmt.loop_var] = index
        if not _iterate(state, stmt.body):
            return


def _while(state: State, stmt: While) -> None:
    while value(state, stmt.condition):
        if not _iterate(state, stmt.body):
            return


def _iterate(state: State, body: Stmt) -> bool:
    """Run a body once; False when it says `break`."""
    try:
        execute(state, body)
    except Continue:
        return True
    except Break:
        return False
    return True


def _let(state: State, stmt: LetStmt) -> None:
    state.values[stmt.var] = value(state, stmt.value)
    execute(state, stmt.body)


def _attribute(state: State, stmt: AttrStmt) -> None:
    execute(state, stmt.body)


def _assert(state: State, stmt: AssertStmt) -> None:
    if not value(state, stmt.condition):
        raise AssertionError(_message(state, stmt.message))
    execute(state, stmt.body)


def _message(state: State, message: Expr) -> str:
    """The text of an assertion's message, with the values that one with a format asks for."""
    parts = report_parts(message)
    if parts is not None:
        return parts[0].replace("%lld", "%d") % tuple(value(state, each) for each in parts[1])
    return message.value if isinstance(message, StringImm) else "assertion failed"


def _evaluate(state: State, stmt: Evaluate) -> None:
    value(state, stmt.value)


def _declaration(state: State, stmt: DeclBuffer) -> None:
    execute(state, stmt.body)


def _allocate(state: State, stmt: Allocate) -> None:
    state.values[stmt.buffer_var] = state.memory.fresh(stmt.dtype, _count(state, stmt.extents))
    execute(state, stmt.body)


def _constant(state: State, stmt: AllocateConst) -> None:
    given = stmt.data_or_idx
    data: Any = state.constants[int(given)] if isinstance(given, (int, IntImm)) else given
    state.values[stmt.buffer_var] = Memory.of_array(data.numpy() if hasattr(data, "numpy") else data)
    execute(state, stmt.body)


def _count(state: State, extents: tuple[Expr, ...]) -> int:
    total = 1
    for extent in extents:
        total *= value(state, extent)
    return total


def _realize(state: State, stmt: BlockRealize) -> None:
    block = stmt.block
    for axis, bound in zip(block.iter_vars, stmt.iter_values):
        state.values[axis.var] = value(state, bound)
    if not value(state, stmt.predicate):
        return
    for buffer in block.alloc_buffers:
        state.values[buffer.data] = state.memory.fresh(buffer.dtype, _room(state, buffer))
    for match in block.match_buffers:
        _match(state, match)
    if block.init is not None and _at_first_point(state, block):
        execute(state, block.init)
    execute(state, block.body)


def _room(state: State, buffer: Buffer) -> int:
    """Elements that a buffer spans."""
    if not buffer.strides:
        return _count(state, buffer.shape)
    spans = [(value(state, n) - 1) * value(state, s) for n, s in zip(buffer.shape, buffer.strides)]
    return 1 + sum(spans)


def _at_first_point(state: State, block: Block) -> bool:
    return all(
        state.values[axis.var] == value(state, axis.dom.min)
        for axis in block.iter_vars
        if axis.iter_type is IterVarKind.CommReduce and axis.dom is not None
    )


def _match(state: State, match: MatchBufferRegion) -> None:
    """The part's sizes get their values; its elements are found through the source."""
    state.matches[match.buffer] = match
    missing = len(match.source.region) - match.buffer.ndim
    bound = [*zip(match.buffer.shape, [value(state, range_.extent) for range_ in match.source.region[missing:]])]
    bound += zip(match.buffer.strides, _strides(state, match.source.buffer)[missing:])
    bound.append((match.buffer.elem_offset, positions(state, match.buffer, (IntImm(INT32, 0),) * match.buffer.ndim)))
    for size, actual in bound:
        if isinstance(size, Var):
            state.values[size] = actual


def _strides(state: State, buffer: Buffer) -> list[int]:
    """Elements from one index of each dimension to the next."""
    match = state.matches.get(buffer)
    if match is not None:
        return _strides(state, match.source.buffer)[len(match.source.region) - buffer.ndim :]
    if buffer.strides:
        return [value(state, stride) for stride in buffer.strides]
    sizes = [value(state, size) for size in buffer.shape]
    return [prod(sizes[dimension + 1 :]) for dimension in range(len(sizes))]


_RULES: dict[type, Callable[[State, Any], None]] = {
    BufferStore: _store,
    SeqStmt: _sequence,
    IfThenElse: _if,
    For: _for,
    While: _while,
    LetStmt: _let,
    AttrStmt: _attribute,
    AssertStmt: _assert,
    Evaluate: _evaluate,
    DeclBuffer: _declaration,
    Allocate: _allocate,
    AllocateConst: _constant,
    BlockRealize: _realize,
}
