"""Ops among workers: calls of the runtime of TVM's Disco, by the names and with the arguments that it has there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr, ShapeExpr
from tilewright.core.ir.struct_info import dimensions
from tilewright.core.passes.relax.legalize.rule import Legalization
from tilewright.core.topi import transform

if TYPE_CHECKING:
    from tilewright.core.graph.block_builder import BlockBuilder


# The numbers of the reductions, in the order of their kinds.
_REDUCTIONS = ("sum", "prod", "min", "max", "avg")


def _runtime(name: str, call: Call, *args: object) -> RelaxExpr:
    from tilewright.core.builder.relax_calls import call_dps_packed

    return call_dps_packed(f"runtime.disco.{name}", args, call.struct_info)


def _allreduce(builder: BlockBuilder, call: Call) -> RelaxExpr:
    kind = ShapeExpr(dimensions([_REDUCTIONS.index(str(call.attrs["op_type"]))]))
    return _runtime("allreduce", call, call.args[0], kind, PrimValue(bool(call.attrs["in_group"])))


def _allgather(builder: BlockBuilder, call: Call) -> RelaxExpr:
    return _runtime("allgather", call, call.args[0], PrimValue(bool(call.attrs["in_group"])))


def _broadcast(builder: BlockBuilder, call: Call) -> RelaxExpr:
    return _runtime("broadcast_from_worker0", call, call.args[0], PrimValue(False))


def _scatter(builder: BlockBuilder, call: Call) -> RelaxExpr:
    """The parts stand along a first dimension of their own, one for each worker."""
    data, count, axis = call.args[0], int(call.attrs["num_workers"]), int(call.attrs["axis"])
    shape = data.struct_info.shape.values  # pyright: ignore[reportAttributeAccessIssue]
    parted = [*shape[:axis], count, shape[axis] // count, *shape[axis + 1 :]]
    given = builder.emit(builder.call_te(transform.reshape, data, parted, primfunc_name_hint="reshape"))
    if axis:
        order = [axis, *(at for at in range(len(parted)) if at != axis)]
        given = builder.emit(builder.call_te(transform.transpose, given, order, primfunc_name_hint="transpose"))
    return _runtime("scatter_from_worker0", call, given, PrimValue(False))


RULES: dict[str, Legalization] = {
    "ccl.allreduce": _allreduce,
    "ccl.allgather": _allgather,
    "ccl.broadcast_from_worker0": _broadcast,
    "ccl.scatter_from_worker0": _scatter,
}
