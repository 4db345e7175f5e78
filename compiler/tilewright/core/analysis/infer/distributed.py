"""Inferred struct info of tensors over device meshes, and of the collectives between workers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core.analysis.infer.axis_links import RESULT, axis_links
from tilewright.core.analysis.infer.support import (
    InferContext,
    axis_of,
    fail,
    known,
    made,
    number,
    shape_of,
    size_of,
    tensor,
    wrong_shape,
)
from tilewright.core.ir.distributed import DTensorStructInfo, Placement, PlacementSpec, cut_along, cuts_of
from tilewright.core.ir.operators import binary
from tilewright.core.ir.relax import Call, RelaxExpr, Var
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo


def allgather(call: Call, context: InferContext) -> StructInfo:
    """As often as there are workers."""
    return _workers(call, context, 0, lambda size, count: size * count)


_REDUCTIONS = ("sum", "prod", "min", "max", "avg")


def allreduce(call: Call, context: InferContext) -> StructInfo:
    """The struct info of the argument."""
    info = tensor(call, 0)
    if call.attrs["op_type"] not in _REDUCTIONS:
        sentence = f"workers reduce by {', '.join(_REDUCTIONS)}, not {call.attrs['op_type']}"
        raise fail(call, sentence, "op_type")
    return info


def scatter(call: Call, context: InferContext) -> StructInfo:
    """A worker's part."""
    info, count = tensor(call, 0), call.attrs["num_workers"]
    axis = axis_of(call, call.attrs["axis"], info.ndim)
    shape = shape_of(info)
    size = None if shape is None else number(shape[axis])
    if size is not None and size % count:
        raise wrong_shape(call, f"{size} elements along axis {axis} are not divisible by {count} workers", "axis")
    return _workers(
        call,
        context,
        axis,
        lambda size, count: size // count if number(size) is not None else binary("Div", size, size_of(count)),
    )


def _workers(call: Call, context: InferContext, axis: int, change: Any) -> StructInfo:
    info = tensor(call, 0)
    shape = shape_of(info)
    if shape is None:
        return made(None, info.dtype, info.ndim, info.vdevice)
    sizes = [change(size, call.attrs["num_workers"]) if at == axis else size for at, size in enumerate(shape)]
    return made(known(context, sizes), info.dtype, device=info.vdevice)


Rule = Callable[[Call, InferContext], StructInfo]


def placed(call: Call, context: InferContext) -> StructInfo:
    """The tensor over the mesh and in the placement that are asked for."""
    info = call.args[0].struct_info_
    whole = info.tensor_sinfo if isinstance(info, DTensorStructInfo) else tensor(call, 0)
    return DTensorStructInfo(whole, call.attrs["device_mesh"], call.attrs["placement"])


def shard(call: Call, context: InferContext) -> StructInfo:
    """An equal part along the axis; of a tensor over a mesh the same tensor, cut along it."""
    spread = call.args[0].struct_info_
    if isinstance(spread, DTensorStructInfo):
        specs = [PlacementSpec.sharding(call.attrs["axis"]), *spread.placement.dim_specs[1:]]
        return DTensorStructInfo(spread.tensor_sinfo, spread.device_mesh, Placement(tuple(specs)))
    info = tensor(call, 0)
    shape, axis, workers = shape_of(info), int(call.attrs["axis"]), int(call.attrs["num_workers"])
    if shape is None:
        return made(None, info.dtype, info.ndim)
    if not -len(shape) <= axis < len(shape):
        raise fail(call, f"a tensor of {len(shape)} dimensions has no axis {axis}", "axis")
    at = axis % len(shape)
    return made((*shape[:at], shape[at] // workers, *shape[at + 1 :]), info.dtype)


def over_meshes(rule: Rule) -> Rule:
    """A rule on tensors for tensors over a mesh: the result is one too, whole on each device where nothing else is said."""

    def found(call: Call, context: InferContext) -> StructInfo:
        infos = [argument.struct_info_ for argument in call.args]
        spread = next((info for info in infos if isinstance(info, DTensorStructInfo)), None)
        if spread is None or rule in (placed, shard):
            return rule(call, context)
        args = tuple(
            Var("x", info.tensor_sinfo) if isinstance(info, DTensorStructInfo) else argument
            for argument, info in zip(call.args, infos)
        )
        info = rule(Call(call.op, args, call.attrs, call.sinfo_args, call.span), context)
        return _spread(info, spread, _cuts(call, args, infos, info, spread))

    return found


def _cuts(
    call: Call,
    args: tuple[RelaxExpr, ...],
    infos: list[StructInfo | None],
    result: StructInfo,
    like: DTensorStructInfo,
) -> dict[int, int]:
    """The axes of the result that are cut because an argument is, by the dimensions of the mesh that they are cut along."""
    found: dict[int, int] = {}
    for link in axis_links(call, [argument.struct_info_ for argument in args], result):
        own = next((axis for place, axis in link if place == RESULT), None)
        if own is None:
            continue
        for place, axis in link:
            info = infos[place] if place != RESULT else None
            if isinstance(info, DTensorStructInfo):
                found.update((dimension, own) for dimension, cut in cuts_of(info.placement).items() if cut == axis)
    return found


def _spread(info: StructInfo, like: DTensorStructInfo, cuts: dict[int, int]) -> StructInfo:
    if isinstance(info, TupleStructInfo):
        return TupleStructInfo([_spread(field, like, {}) for field in info.fields])
    if not isinstance(info, TensorStructInfo):
        return info
    return DTensorStructInfo(info, like.device_mesh, cut_along(cuts, len(like.device_mesh.shape)))


RULES: dict[str, Rule] = {
    "placed": placed,
    "shard": shard,
    "allreduce": allreduce,
    "allgather": allgather,
    "scatter": scatter,
}
