"""Rows of the ops on tensors over meshes of devices."""

from __future__ import annotations

from tilewright.core.ops.relax_op import RelaxOp, relax

ROWS: tuple[RelaxOp, ...] = (
    relax(
        "dist.annotate_sharding(input, device_mesh: any, placement: any)",
        "placed",
        "The same tensor, with a wish for how it lies over a mesh.",
        group="dist",
    ),
    relax(
        "dist.redistribute(input, device_mesh: any, placement: any)",
        "placed",
        "The tensor in another placement.",
        group="dist",
    ),
    relax(
        "dist.call_tir_local_view(gvar, args, tir_vars=None)",
        "declared",
        "A TensorIR function on the part of each tensor that a device holds.",
        group="dist",
    ),
    relax(
        "dist.redistribute_replica_to_shard(input, num_workers: int, axis: int)",
        "shard",
        "The part of a tensor that is whole on each worker which the worker keeps.",
        group="dist",
    ),
)
