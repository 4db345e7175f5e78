"""`R.dist`: tensors over meshes of devices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.frames import IRBuilder
from tilewright.core.builder.module import enclosing_module
from tilewright.core.builder.relax_calls import call_tir, made_call
from tilewright.core.builder.relax_info import as_struct_info, tensor
from tilewright.core.builder.relax_values import const as plain_const
from tilewright.core.ir.distributed import DeviceMesh, DTensorStructInfo, Placement
from tilewright.core.ir.expr import Range
from tilewright.core.ir.relax import Call, Constant

if TYPE_CHECKING:
    from tilewright.core.ir.struct_info import StructInfo


_NO_MESH = DeviceMesh((), Range.from_min_extent(0, 1))


def device_mesh(shape: Sequence[int], device_ids: object) -> DeviceMesh:
    """Devices in the shape of an array, by their numbers or as a range of them: `R.device_mesh((2, 2), I.Range(0, 4))`."""
    try:
        return DeviceMesh(shape, device_ids)
    except ValueError as error:
        raise UserError("wrong-argument", str(error), "shape") from error


def dtensor(
    shape: object = None,
    dtype: object = None,
    device_mesh: DeviceMesh | str = _NO_MESH,
    placement: object = "",
    *,
    ndim: int = -1,
) -> DTensorStructInfo:
    """A tensor over a mesh: `R.DTensor((128, 128), "float32", "mesh[0]", "S[0], R")`.

    `device_mesh` is a mesh, or names one of the module's; `placement` says for each of its dimensions along which axis the tensor is cut, or "R".
    """
    return DTensorStructInfo(tensor(shape, dtype, None, ndim), mesh(device_mesh), placed(placement))


def mesh(given: object) -> DeviceMesh:
    """A mesh, by "mesh[0]" the one of that number among the module's."""
    if isinstance(given, DeviceMesh):
        return given
    if not IRBuilder.is_in_scope():
        return _NO_MESH
    name, _, rest = str(given).partition("[")
    listed = enclosing_module("R.DTensor").global_infos.get(name, [])
    number = rest.rstrip("]")
    if not number.isdigit() or int(number) >= len(listed):
        raise UserError("no-such-device", f"the module has no mesh `{given}`", "device_mesh")
    return listed[int(number)]


def placed(given: object) -> Placement:
    """A placement, or the text of one."""
    if isinstance(given, Placement):
        return given
    try:
        return Placement.from_text(str(given))
    except ValueError as error:
        raise UserError("wrong-argument", str(error), "placement") from error


def annotate_sharding(value: object, device_mesh: object, placement: object) -> Call:
    """The same tensor, with a wish for how it lies over a mesh."""
    return made_call(
        "dist.annotate_sharding", (value,), {"device_mesh": mesh(device_mesh), "placement": placed(placement)}
    )


def redistribute(value: object, device_mesh: object, placement: object) -> Call:
    """The tensor in another placement."""
    return made_call("dist.redistribute", (value,), {"device_mesh": mesh(device_mesh), "placement": placed(placement)})


def call_tir_local_view(
    gvar: object, args: object, out_sinfo: object = None, tir_vars: object = None, out_ty: object = None
) -> Call:
    """Call a TensorIR function on the part of each tensor that a device holds."""
    plain = call_tir(gvar, args, out_sinfo if out_sinfo is not None else out_ty, tir_vars)
    return made_call("dist.call_tir_local_view", plain.args, {}, plain.sinfo_args)


def const(value: Any, struct_info: StructInfo) -> Constant:
    """A tensor over a mesh that is known at compile time."""
    info = as_struct_info(struct_info)
    if not isinstance(info, DTensorStructInfo):
        raise UserError("relax-annotation", "the constant needs an `R.DTensor(...)`", "struct_info")
    made = plain_const(value, str(info.tensor_sinfo.dtype))
    return Constant(made.data, info)
