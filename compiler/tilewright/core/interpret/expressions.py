"""Values of expressions: numbers for scalars, tuples for vectors.  Op rows compute; nothing is known here about single ops
but those that choose, jump or look at bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tilewright.core.base.dtype import DType
from tilewright.core.builder.expansions import EXPANSIONS
from tilewright.core.interpret.memory import Memory, Value, numpy_type
from tilewright.core.interpret.state import Return, State
from tilewright.core.ir import expr as nodes
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BinaryOp, BufferLoad, Call, Expr, GlobalVar, IntImm, Var
from tilewright.core.ops.evaluation import fit
from tilewright.core.ops.op import Expand, Op
from tilewright.core.ops.table import BY_NODE


def value(state: State, e: Expr) -> Value:
    """The value of `e`."""
    rule = _RULES.get(type(e))
    if rule is None:
        raise ValueError(f"the interpreter has no rule for {type(e).__name__}")
    return rule(state, e)


def lanes_of(found: Value, count: int) -> tuple[Value, ...]:
    """A value as a vector of `count` lanes."""
    return found if isinstance(found, tuple) else (found,) * count


def apply(row: Op, args: list[Value], type_: DType) -> Value:
    """A row applied lane by lane."""
    if type_.lanes == 1 and not any(isinstance(arg, tuple) for arg in args):
        return _apply_scalar(row, args, type_)
    count = max(len(arg) for arg in args if isinstance(arg, tuple))
    wide = [lanes_of(arg, count) for arg in args]
    element = type_.element
    return tuple([_apply_scalar(row, lane, element) for lane in zip(*wide)])


def _apply_scalar(row: Op, args: Sequence[Value], type_: DType) -> Value:
    if row.evaluate is None:
        raise ValueError(f"the interpreter cannot compute {row.name}")
    try:
        return row.evaluate(*args, type_)
    except OverflowError:
        return math.inf
    except ValueError:
        if type_.is_float:
            return math.nan
        raise


def _binary(state: State, e: BinaryOp) -> Value:
    row, a, b, type_ = _ROWS[type(e)], value(state, e.a), value(state, e.b), e.dtype
    if type_.lanes == 1 and type(a) is not tuple and type(b) is not tuple:  # most are indices, so no time is lost here
        return _apply_scalar(row, (a, b), type_)
    return apply(row, [a, b], type_)


def _and(state: State, e: nodes.And) -> Value:
    """The second operand is not computed where the first decides, as in compiled code: `i > 0 and A[i - 1] > 0` reads no `A[-1]`."""
    if e.dtype.lanes > 1:
        return _binary(state, e)
    return value(state, e.a) and value(state, e.b)


def _or(state: State, e: nodes.Or) -> Value:
    """As for `_and`."""
    if e.dtype.lanes > 1:
        return _binary(state, e)
    return value(state, e.a) or value(state, e.b)


_ROWS: dict[type, Op] = {node: BY_NODE[name] for name, node in nodes.BINARY_NODES.items()}


def _not(state: State, e: nodes.Not) -> Value:
    return apply(BY_NODE["Not"], [value(state, e.a)], e.dtype)


def _variable(state: State, e: Var) -> Value:
    if e not in state.values:
        raise ValueError(f"`{e.name}` is used where it has no value")
    return state.values[e]


def _cast(state: State, e: nodes.Cast) -> Value:
    found = value(state, e.value)
    if isinstance(found, tuple):
        return tuple(fit(lane, e.dtype.element) for lane in found)
    return fit(found, e.dtype)


def _select(state: State, e: nodes.Select) -> Value:
    """The branch not chosen is not computed: nothing can tell, since branches of a select have no effect."""
    condition = value(state, e.condition)
    if not isinstance(condition, tuple):
        return value(state, e.true_value if condition else e.false_value)
    first = lanes_of(value(state, e.true_value), len(condition))
    second = lanes_of(value(state, e.false_value), len(condition))
    return tuple(a if chosen else b for chosen, a, b in zip(condition, first, second))


def _ramp(state: State, e: nodes.Ramp) -> Value:
    base, stride = value(state, e.base), value(state, e.stride)
    return tuple(fit(base + lane * stride, e.dtype.element) for lane in range(e.dtype.lanes))


def _broadcast(state: State, e: nodes.Broadcast) -> Value:
    return (value(state, e.value),) * e.dtype.lanes


def _shuffle(state: State, e: nodes.Shuffle) -> Value:
    lanes = [lane for vector in e.vectors for lane in lanes_of(value(state, vector), 1)]
    picked = tuple(lanes[int(index)] for index in e.indices if isinstance(index, IntImm))
    return picked[0] if len(picked) == 1 else picked


def _let(state: State, e: nodes.Let) -> Value:
    state.values[e.var] = value(state, e.value)
    return value(state, e.body)


def _load(state: State, e: BufferLoad) -> Value:
    places = positions(state, e.buffer, e.indices)
    memory, type_, name = pointer(state, e.buffer), e.buffer.dtype, e.buffer.name
    if not isinstance(places, tuple):
        return memory.load(type_, places, name)
    mask = lanes_of(1 if e.predicate is None else value(state, e.predicate), len(places))
    blank = 0.0 if type_.is_float else 0
    loaded = [memory.load(type_, place, name) if chosen else blank for place, chosen in zip(places, mask)]
    return tuple(number for lane in loaded for number in lanes_of(lane, 1))


def pointer(state: State, buffer: Buffer) -> Memory:
    """The memory of a buffer, found through the buffers it is a part of."""
    match = state.matches.get(buffer)
    return pointer(state, match.source.buffer) if match is not None else state.values[buffer.data]


def positions(state: State, buffer: Buffer, indices: tuple[Expr, ...]) -> int | tuple[int, ...]:
    """Which element (or elements) of the memory of `buffer` the indices mean."""
    found = [value(state, index) for index in indices]
    count = max((len(index) for index in found if isinstance(index, tuple)), default=0)
    if not count:
        return _position(state, buffer, found)
    wide = [lanes_of(index, count) for index in found]
    return tuple(_position(state, buffer, list(lane)) for lane in zip(*wide))


def _position(state: State, buffer: Buffer, indices: list[int]) -> int:
    if state.checks_indices:
        _check_indices(state, buffer, indices)
    match = state.matches.get(buffer)
    if match is not None:
        lows = [value(state, range_.min) for range_ in match.source.region]
        missing = len(lows) - len(indices)
        return _position(state, match.source.buffer, [*lows[:missing], *map(sum, zip(indices, lows[missing:]))])
    offset = value(state, buffer.elem_offset)
    if buffer.strides:
        return offset + sum(index * value(state, stride) for index, stride in zip(indices, buffer.strides))
    flat = 0
    for index, size in zip(indices, buffer.shape):
        flat = flat * value(state, size) + index
    return offset + flat


def _check_indices(state: State, buffer: Buffer, indices: list[int]) -> None:
    for dimension, (index, size) in enumerate(zip(indices, buffer.shape)):
        if not 0 <= index < value(state, size):
            raise IndexError(f"index {dimension} of `{buffer.name}` is {index}, of {value(state, size)} elements")


def _call(state: State, e: Call) -> Value:
    if isinstance(e.op, GlobalVar):
        return state.call(e.op.name_hint, [value(state, arg) for arg in e.args])
    special = _SPECIAL.get(e.op.name)
    if special is not None:
        return special(state, e)
    if e.op.evaluate is None and isinstance(e.op.lower, Expand):
        return value(state, EXPANSIONS[e.op.lower.rule](e))
    return apply(e.op, [value(state, arg) for arg in e.args], e.dtype)


def _if_then_else(state: State, e: Call) -> Value:
    return value(state, e.args[1] if value(state, e.args[0]) else e.args[2])


def _reinterpret(state: State, e: Call) -> Value:
    source = e.args[0].dtype
    array = np.array(lanes_of(value(state, e.args[0]), source.lanes), numpy_type(source))
    found = tuple(
        number.item() if not e.dtype.is_float else float(number) for number in array.view(numpy_type(e.dtype))
    )
    return found if e.dtype.lanes > 1 else found[0]


def _return(state: State, e: Call) -> Value:
    raise Return(value(state, e.args[0]))


def _jump(state: State, e: Call) -> Value:
    raise state.jump(e.op.name)  # pyright: ignore[reportAttributeAccessIssue]


_SPECIAL: dict[str, Callable[[State, Call], Value]] = {
    "tir.if_then_else": _if_then_else,
    "tir.reinterpret": _reinterpret,
    "tir.ret": _return,
    "tir.assume": lambda state, e: 1,
    "tir.undef": lambda state, e: 0 if e.dtype.lanes == 1 else (0,) * e.dtype.lanes,
    "tir.break_loop": _jump,
    "tir.continue_loop": _jump,
}

_RULES: dict[type, Callable[[State, Any], Value]] = {
    **dict.fromkeys(nodes.BINARY_NODES.values(), _binary),
    nodes.And: _and,
    nodes.Or: _or,
    Var: _variable,
    nodes.SizeVar: _variable,
    IntImm: lambda state, e: e.value,
    nodes.FloatImm: lambda state, e: fit(e.value, e.dtype),
    nodes.StringImm: lambda state, e: e.value,
    nodes.Cast: _cast,
    nodes.Not: _not,
    nodes.Select: _select,
    nodes.Ramp: _ramp,
    nodes.Broadcast: _broadcast,
    nodes.Shuffle: _shuffle,
    nodes.Let: _let,
    BufferLoad: _load,
    Call: _call,
}
