"""The statement of one stage: its loops and its block.

A reduction whose axes run as far as the spatial ones say has two blocks: one over the spatial axes, and in it, over one point of them, the loops and
the block of the reduction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tilewright.core.analysis.complete import DETECT_ACCESS, READS, WRITES
from tilewright.core.base.dtype import BOOL, INT32
from tilewright.core.ir.attrs import DictAttrs
from tilewright.core.ir.buffer import Buffer
from tilewright.core.ir.expr import BufferLoad, Expr, IntImm, IterVar, IterVarKind, Range, Reduce, Var
from tilewright.core.ir.operators import call, const
from tilewright.core.ir.stmt import Block, BlockRealize, BufferStore, For, ForKind, Stmt, in_variables, seq
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.te.stages import Stages
from tilewright.core.te.tensor import ComputeOp, ExternOp, Tensor

Values = Mapping[Var, Expr]


class Axis(NamedTuple):
    """An axis of a block: the axis of the stage that it stands for, itself, and the value it takes."""

    origin: Var
    made: IterVar
    value: Expr


def compute_statement(op: ComputeOp, stages: Stages) -> Stmt:
    """The loops of a stage around its block, or around one block for each of several results."""
    if _is_ragged(op):
        return _ragged(op, stages)
    loops = [_loop(axis, {}, stages) for axis in (*op.axis, *op.reduce_axis)]
    outputs = [op.outputs] if op.reduce_axis else [(tensor,) for tensor in op.outputs]
    blocks: list[Stmt] = []
    for tensors in outputs:
        axes = [_bound(axis, loop, stages) for axis, loop in zip((*op.axis, *op.reduce_axis), loops)]
        name = op.name if op.reduce_axis else tensors[0].name
        blocks.append(_realize(_block(op, tensors, axes, stages.fresh(name), stages), axes))
    return _nested(loops, seq(blocks))


def _is_ragged(op: ComputeOp) -> bool:
    """Whether the domain of a reduction axis depends on another axis."""
    return any(_axes_in_domain(axis, (*op.axis, *op.reduce_axis)) for axis in op.reduce_axis)


def _axes_in_domain(axis: IterVar, axes: Sequence[IterVar]) -> list[IterVar]:
    used = {node for node in walk(_domain(axis)) if isinstance(node, Var)}
    return [other for other in axes if other.var in used]


def _levels(op: ComputeOp) -> list[list[IterVar]]:
    """The spatial axes, then the reduction axes: in each level those whose domains depend on axes of the levels before at most."""
    levels, waiting = [list(op.axis)], list(op.reduce_axis)
    while waiting:
        ready = [axis for axis in waiting if not _axes_in_domain(axis, waiting)]
        if not ready:
            raise ValueError(f"the domains of the reduction axes of stage `{op.name}` depend on each other")
        levels.append(ready)
        waiting = [axis for axis in waiting if axis not in ready]
    return levels


def _ragged(op: ComputeOp, stages: Stages) -> Stmt:
    """A block for each level of axes, whose loops run as far as the axes of the blocks around it say.

    The outermost block that reduces has the init.  Unlike in TVM, those inside have none, which would forget what was summed before.
    """
    name = stages.fresh(op.name)
    nest: list[tuple[list[For], list[Axis]]] = []
    axes: list[Axis] = []
    for level in _levels(op):
        points = {axis.origin: axis.made.var for axis in axes}
        loops = [_loop(axis, points, stages) for axis in level]
        axes = [_pinned(axis) for axis in axes] + [_bound(axis, loop, stages) for axis, loop in zip(level, loops)]
        nest.append((loops, axes))
    loops, axes = nest.pop()
    made = _block(op, op.outputs, axes, name, stages)
    body = _nested(loops, _realize(made.replace(init=None) if len(nest) > 1 else made, axes))
    for number, (loops, axes) in reversed(list(enumerate(nest, 1))):
        init = _init_around(op, axes, stages) if number == 2 else None
        block = _detecting(axes, stages.fresh(f"{op.name}_l{number}"), body, init, {})
        body = _nested(loops, _realize(block, axes))
    return body


def _init_around(op: ComputeOp, axes: Sequence[Axis], stages: Stages) -> Stmt | None:
    """The init of a block around those that compute a reduction."""
    found = op.body[op.outputs[0].value_index]
    if not isinstance(found, Reduce):
        return None
    points: dict[Var, Expr] = {axis.origin: axis.made.var for axis in axes}
    buffers = [stages.buffers[tensor] for tensor in op.outputs]
    init, _ = _reduction(found, buffers, tuple(points[axis.var] for axis in op.axis), points, stages)
    return init


def _domain(axis: IterVar) -> Range:
    assert axis.dom is not None
    return axis.dom


def _loop(axis: IterVar, points: Values, stages: Stages) -> For:
    """The loop over an axis; its body comes later."""
    low, extent = (
        stages.simplified(stages.lowered(part, points)) for part in (_domain(axis).min, _domain(axis).extent)
    )
    return For(Var(axis.var.name, axis.var.dtype), low, extent, ForKind.SERIAL, seq([]))


def _bound(axis: IterVar, loop: For, stages: Stages) -> Axis:
    """The axis of a block that runs with a loop."""
    made = Var(f"v_{axis.var.name}", axis.var.dtype)
    kind = IterVarKind.CommReduce if axis.iter_type is IterVarKind.CommReduce else IterVarKind.DataPar
    return Axis(axis.var, IterVar(Range.from_min_extent(loop.min, loop.extent), made, kind), loop.loop_var)


def _pinned(axis: Axis) -> Axis:
    """The axis of an inner block that takes the one value which an axis of the outer block has."""
    value = axis.made.var
    domain = Range.from_min_extent(value, const(1, value.dtype))
    return Axis(axis.origin, IterVar(domain, Var(value.name, value.dtype), axis.made.iter_type), value)


def _nested(loops: Sequence[For], body: Stmt) -> Stmt:
    for loop in reversed(loops):
        body = For(loop.loop_var, loop.min, loop.extent, loop.kind, body)
    return body


def _realize(block: Block, axes: Sequence[Axis]) -> Stmt:
    """Without any axis the block has one of length 1: a block has at least one."""
    if axes:
        return BlockRealize(tuple(axis.value for axis in axes), IntImm(BOOL, 1), block)
    unit = IterVar(Range.from_min_extent(IntImm(INT32, 0), IntImm(INT32, 1)), Var(_UNIT, INT32), IterVarKind.DataPar)
    return BlockRealize((IntImm(INT32, 0),), IntImm(BOOL, 1), block.replace(iter_vars=(unit,)))


_UNIT = "vi"


def is_unit(axis: IterVar) -> bool:
    """Whether the axis is the one of a block of a stage without axes."""
    return axis.var.name == _UNIT and axis.var.dtype is INT32


def _block(op: ComputeOp, tensors: Sequence[Tensor], axes: Sequence[Axis], name: str, stages: Stages) -> Block:
    points: dict[Var, Expr] = {axis.origin: axis.made.var for axis in axes}
    indices = tuple(points[axis.var] for axis in op.axis)
    buffers = [stages.buffers[tensor] for tensor in tensors]
    attrs = _attributes(op, stages)
    found = op.body[tensors[0].value_index]
    if isinstance(found, Reduce):
        init, update = _reduction(found, buffers, indices, points, stages)
        return _detecting(axes, name, update, init, attrs)
    value = stages.simplified(stages.lowered(found, points))
    return _detecting(axes, name, BufferStore(buffers[0], value, indices), None, attrs)


def _detecting(axes: Sequence[Axis], name: str, body: Stmt, init: Stmt | None, attrs: Mapping[str, object]) -> Block:
    """A block whose reads and writes are left to be found."""
    annotations = DictAttrs({**attrs, DETECT_ACCESS: READS | WRITES})
    return Block(tuple(axis.made for axis in axes), (), (), name, body, init, (), (), annotations)


def _reduction(
    reduce: Reduce, buffers: Sequence[Buffer], indices: tuple[Expr, ...], points: Values, stages: Stages
) -> tuple[Stmt, Stmt]:
    """The init and the update of a reduction."""
    combiner = reduce.combiner
    starts = [stages.lowered(value, points) for value in reduce.init or combiner.identity_element]
    sources = [stages.lowered(value, points) for value in _guarded(reduce)]
    loads = [BufferLoad(buffer, indices) for buffer in buffers]
    values: dict[Var, Expr] = {**dict(zip(combiner.lhs, loads)), **dict(zip(combiner.rhs, sources))}
    results = [substitute(stages.lowered(result, points), values) for result in combiner.result]
    if len(buffers) == 1:
        results = [stages.simplified(results[0])]
    init = seq([BufferStore(buffer, start, indices) for buffer, start in zip(buffers, starts)])
    return init, _stored(buffers, results, indices)


def _guarded(reduce: Reduce) -> Sequence[Expr]:
    """Replaces the values of a reduction by the neutral ones where its condition does not hold, so that nothing is read there."""
    condition = reduce.condition
    if isinstance(condition, IntImm) and condition.value:
        return reduce.source
    neutral = reduce.combiner.identity_element
    return [call("tir.if_then_else", condition, value, other) for value, other in zip(reduce.source, neutral)]


def _stored(buffers: Sequence[Buffer], results: Sequence[Expr], indices: tuple[Expr, ...]) -> Stmt:
    """Several results are computed before the first is stored: each may depend on all of the old ones."""
    if len(buffers) == 1:
        return BufferStore(buffers[0], results[0], indices)
    variables = [Var(f"v_{buffer.name}", buffer.dtype) for buffer in buffers]
    stored = seq([BufferStore(buffer, variable, indices) for buffer, variable in zip(buffers, variables)])
    return in_variables(variables, results, stored)


def _attributes(op: ComputeOp, stages: Stages) -> dict[str, Any]:
    """The attributes of a stage are those of its block, tensors standing for their buffers."""
    return {key: _attribute(value, stages) for key, value in sorted(op.attrs.items())}


def _attribute(value: object, stages: Stages) -> Any:
    if isinstance(value, Tensor):
        return stages.buffers[value]
    if isinstance(value, (list, tuple)):
        return tuple(_attribute(item, stages) for item in value)
    return value


def extern_statement(op: ExternOp, stages: Stages) -> Stmt:
    """The statement of an external stage, about the buffers of the function, in a block that declares nothing."""
    variables: dict[Var, Expr] = {}
    buffers: dict[Buffer, Buffer] = {}
    for tensor, placeholder in zip((*op.inputs, *op.outputs), (*op.input_placeholders, *op.output_placeholders)):
        actual = stages.buffers[tensor]
        if actual is not placeholder:
            buffers[placeholder] = actual
            variables.update(_differences(placeholder, actual))
    body = substitute(op.body, variables, buffers)
    block = Block((), (), (), stages.fresh(op.name), body)
    return BlockRealize((), IntImm(BOOL, 1), block)


def _differences(placeholder: Buffer, actual: Buffer) -> dict[Var, Expr]:
    """The values of the variables in a buffer's declaration, in terms of another declaration."""
    pairs = [
        (placeholder.data, actual.data),
        (placeholder.elem_offset, actual.elem_offset),
        *zip(placeholder.shape, actual.shape),
        *zip(placeholder.strides, actual.strides),
    ]
    return {old: new for old, new in pairs if isinstance(old, Var) and old is not new}


__all__ = ["compute_statement", "extern_statement", "is_unit"]
