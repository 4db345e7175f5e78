"""`CallTIRRewrite`: allocates the results of `R.call_tir` and similar calls, and passes them as arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.builder.relax_calls import made_call
from tilewright.core.ir.attrs import OpAttrs
from tilewright.core.ir.relax import Call, RelaxExpr, Tuple
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.lowering.calls import alloc_tensor, device_of, op_name
from tilewright.core.passes.relax.normal_form.side_effects import with_side_effects
from tilewright.core.passes.relax.over_functions import ModuleMutator

if TYPE_CHECKING:
    from typing import Any


_REWRITTEN = ("relax.call_tir", "relax.call_tir_inplace", "relax.call_dps_packed", "relax.call_tir_with_grad")


def CallTIRRewrite() -> Pass:
    """`lv = R.call_tir(cls.f, (x,), out)` as `alloc = R.builtin.alloc_tensor(...)` and `cls.f(x, alloc)`.

    Dataflow blocks with such calls become plain ones, and their functions get "relax.force_pure".
    """
    return Pass("CallTIRRewrite", lambda mod: with_side_effects(_Allocating(mod).transform()))


class _Allocating(ModuleMutator):
    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        return self._rewritten(made) if op_name(made) in _REWRITTEN else made

    def _rewritten(self, call: Call) -> RelaxExpr:
        callee, given, *sizes = call.args
        infos = _results(call.struct_info)
        places = _places(call, len(infos))
        made = [self._result(info, given, place) for info, place in zip(infos, places)]
        args = given.fields if isinstance(given, Tuple) else (given,)
        args = (*args, *(each for each, place in zip(made, places) if place == -1))
        if sizes:
            self.builder_.emit(made_call("vm.call_tir_dyn", (callee, Tuple((*args, *sizes))), {}), "_")
        else:
            self.builder_.emit(Call(callee, args, OpAttrs({}), ()), "_")
        return made[0] if len(made) == 1 else Tuple(tuple(made))

    def _result(self, info: TensorStructInfo, given: Any, place: int) -> RelaxExpr:
        if place >= 0:
            return given.fields[place]
        return self.builder_.emit(alloc_tensor(info, *device_of(self.module, info)), "alloc")


def _places(call: Call, count: int) -> tuple[int, ...]:
    """For each result the number of the argument that it is written over, -1 for new memory."""
    return tuple(call.attrs["inplace_indices"]) if op_name(call) == "relax.call_tir_inplace" else (-1,) * count


def _results(info: StructInfo | None) -> tuple[TensorStructInfo, ...]:
    infos = info.fields if isinstance(info, TupleStructInfo) else (info,)
    known = tuple(each for each in infos if isinstance(each, TensorStructInfo) and each.shape is not None)
    if len(known) != len(infos):
        raise TVMError("the result of a call of a kernel must be a tensor of known shape")
    return known
