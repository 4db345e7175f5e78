"""`LowerGlobalViewToLocalView`: TensorIR functions on whole tensors become functions on the parts that each worker has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tilewright.core.analysis.axis_groups import on_a_part
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.construction import with_struct_info
from tilewright.core.ir.distributed import DTensorStructInfo, cuts_of
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import Call, RelaxExpr, Tuple
from tilewright.core.ir.struct_info import StructInfo, TupleStructInfo
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator

_Cut = tuple[tuple[int, int], ...]


def LowerGlobalViewToLocalView() -> Pass:
    """Make `R.dist.call_tir` a `R.dist.call_tir_local_view` of a function on parts, followed by a reduction over the workers where a sum runs over a cut axis.

    Raises `ValueError` where a function cannot be computed on parts, and for meshes of several dimensions.
    """
    return Pass("LowerGlobalViewToLocalView", lambda mod: _Lowering(mod).transform())


class _Lowering(ModuleMutator):
    def __init__(self, mod: IRModule) -> None:
        super().__init__(mod)
        self._parts: dict[tuple[GlobalVar, _Cut, int], tuple[GlobalVar, str | None]] = {}

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        if not isinstance(made, Call) or callee_name(made) != "relax.call_tir":
            return made
        (result,) = made.sinfo_args
        outputs = result.fields if isinstance(result, TupleStructInfo) else (result,)
        given = made.args[1]
        inputs = given.fields if isinstance(given, Tuple) else ()
        infos: list[Any] = [*(value.struct_info for value in inputs), *outputs]
        if not any(isinstance(info, DTensorStructInfo) for info in infos):
            return made
        callee = made.args[0]
        func = self.builder_.get()[callee] if isinstance(callee, GlobalVar) else None
        if not isinstance(callee, GlobalVar) or not isinstance(func, PrimFunc):
            return made
        callee, combined = self._part(callee, func, _cut_axes(infos), _workers(infos))
        call = Call(RELAX_OPS["relax.dist.call_tir_local_view"], (callee, *made.args[1:]), {}, made.sinfo_args)
        call = with_struct_info(call, result)
        if combined is None:
            return call
        if isinstance(result, TupleStructInfo):
            raise ValueError(f"`{callee.name_hint}` gives several results; workers combine one sum over a cut axis")
        attrs = {"op_type": combined, "in_group": False}
        return with_struct_info(Call(RELAX_OPS["relax.ccl.allreduce"], (self.builder_.emit(call),), attrs), result)

    def _part(self, callee: GlobalVar, func: PrimFunc, cut: _Cut, workers: int) -> tuple[GlobalVar, str | None]:
        """The function on parts, made once for all calls that cut alike, and how the results are combined."""
        key = callee, cut, workers
        if key not in self._parts:
            part, combined = on_a_part(func, cut, workers)
            made = callee if part is func else self.builder_.add_func(part, callee.name_hint)
            self._parts[key] = made, combined
        return self._parts[key]


def _cut_axes(infos: Iterable[StructInfo]) -> _Cut:
    """The axes that are cut, by the number of the tensor and of the axis."""
    return tuple(
        (place, axis)
        for place, info in enumerate(infos)
        if isinstance(info, DTensorStructInfo)
        for axis in cuts_of(info.placement).values()
    )


def _workers(infos: Iterable[StructInfo]) -> int:
    meshes = [info.device_mesh for info in infos if isinstance(info, DTensorStructInfo)]
    if any(len(mesh.shape) != 1 for mesh in meshes):
        raise ValueError("functions on parts of tensors are made for meshes of one dimension")
    return int(meshes[0].shape[0])
