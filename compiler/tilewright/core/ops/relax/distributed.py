"""Ops on tensors over meshes of devices, and among workers."""

from __future__ import annotations

from tilewright.core.ops.relax_op import RelaxOp, relax

_SHARDED = {
    "legalization": "the passes of `relax.distributed` remove it",
    "gradient": "gradients are taken before tensors are distributed",
    "torch form": "PyTorch distributes by calls of its own runtime",
    "layout": "it applies to the tensor in its original layout",
}
_AMONG_WORKERS = {facet: reason for facet, reason in _SHARDED.items() if facet != "legalization"}


ROWS: tuple[RelaxOp, ...] = (
    relax(
        "ccl.allreduce(x, op_type: str = 'sum', in_group: bool = True)",
        "allreduce",
        "The sum, or another reduction, over all workers.",
        group="ccl",
        waives=_AMONG_WORKERS,
    ),
    relax(
        "ccl.allgather(x, num_workers: int, in_group: bool = True)",
        "allgather",
        "The tensors of all workers one after another.",
        group="ccl",
        waives=_AMONG_WORKERS,
    ),
    relax(
        "ccl.broadcast_from_worker0(x)", "same", "The tensor of the first worker.", group="ccl", waives=_AMONG_WORKERS
    ),
    relax(
        "ccl.scatter_from_worker0(x, num_workers: int, axis: int = 0)",
        "scatter",
        "A part of the first worker's tensor.",
        group="ccl",
        waives=_AMONG_WORKERS,
    ),
    relax(
        "dist.annotate_sharding(input, device_mesh: any, placement: any)",
        "same",
        "The same tensor, with a wish for how it lies over a mesh.",
        group="dist",
        waives=_SHARDED,
    ),
    relax(
        "dist.redistribute(input, device_mesh: any, placement: any)",
        "placed",
        "The tensor in another placement.",
        group="dist",
        waives=_SHARDED,
    ),
    relax(
        "dist.call_tir_local_view(gvar, args, tir_vars=None)",
        "declared",
        "A TensorIR function on the part of each tensor that a device holds.",
        group="dist",
        waives=_SHARDED,
    ),
    relax(
        "dist.redistribute_replica_to_shard(input, num_workers: int, axis: int)",
        "shard",
        "The part of a tensor that is whole on each worker which the worker keeps.",
        group="dist",
        waives=_SHARDED,
    ),
)
