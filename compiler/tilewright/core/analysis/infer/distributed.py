"""What is known of tensors over meshes of devices."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.analysis.infer.support import InferContext, fail, made, shape_of, tensor
from tilewright.core.ir.distributed import DTensorStructInfo, Placement, PlacementSpec
from tilewright.core.ir.relax import Call, Var
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo

Rule = Callable[[Call, InferContext], StructInfo]


def placed(call: Call, context: InferContext) -> StructInfo:
    """The tensor over the mesh and in the placement that are asked for."""
    info = call.args[0].struct_info_
    whole = info.tensor_sinfo if isinstance(info, DTensorStructInfo) else tensor(call, 0)
    return DTensorStructInfo(whole, call.attrs["device_mesh"], call.attrs["placement"])


def shard(call: Call, context: InferContext) -> StructInfo:
    """An equal part along the axis."""
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
        if spread is None or rule in (placed,):
            return rule(call, context)
        args = tuple(
            Var("x", info.tensor_sinfo) if isinstance(info, DTensorStructInfo) else argument
            for argument, info in zip(call.args, infos)
        )
        return _spread(rule(Call(call.op, args, call.attrs, call.sinfo_args, call.span), context), spread)

    return found


def _spread(info: StructInfo, like: DTensorStructInfo) -> StructInfo:
    if isinstance(info, TupleStructInfo):
        return TupleStructInfo([_spread(field, like) for field in info.fields])
    if not isinstance(info, TensorStructInfo):
        return info
    whole = Placement(tuple(PlacementSpec.replica() for _ in like.device_mesh.shape))
    return DTensorStructInfo(info, like.device_mesh, like.placement if info == like.tensor_sinfo else whole)


RULES: dict[str, Rule] = {"placed": placed, "shard": shard}
