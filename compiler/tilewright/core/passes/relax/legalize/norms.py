"""Normalisations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.relax.legalize.rule import Legalization, ints, with_settings
from tilewright.core.topi import nn

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


def _batch_norm(builder: BlockBuilder, call: Call) -> RelaxExpr:
    attrs = call.attrs
    return builder.call_te(
        nn.batch_norm,
        *call.args,
        axis=int(attrs["axis"]),
        epsilon=float(attrs["epsilon"]),
        center=bool(attrs["center"]),
        scale=bool(attrs["scale"]),
        training=bool(attrs["training"]),
        momentum=float(attrs["momentum"]),
        primfunc_name_hint="batch_norm",
    )


def _group_norm(builder: BlockBuilder, call: Call) -> RelaxExpr:
    given = [ints(call.attrs[name]) for name in ("num_groups", "channel_axis", "axes", "epsilon")]
    return builder.call_te(nn.group_norm, *call.args, *given, primfunc_name_hint="group_norm")


RULES: dict[str, Legalization] = {
    "nn.batch_norm": _batch_norm,
    "nn.layer_norm": with_settings(nn.layer_norm, "layer_norm", "axes", "epsilon"),
    "nn.group_norm": _group_norm,
    "nn.instance_norm": with_settings(nn.instance_norm, "instance_norm", "channel_axis", "axes", "epsilon"),
    "nn.rms_norm": with_settings(nn.rms_norm, "rms_norm", "axes", "epsilon"),
}
