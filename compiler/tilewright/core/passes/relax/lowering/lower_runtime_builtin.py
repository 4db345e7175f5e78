"""`LowerRuntimeBuiltin`: ops that the virtual machine has a function for become calls of it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from tilewright.core.base.diagnostics import TVMError
from tilewright.core.base.dtype import dtype
from tilewright.core.builder.relax_calls import call_builtin_with_ctx, made_call
from tilewright.core.dialects.releases import is_later
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.attrs import OpAttrs
from tilewright.core.ir.relax import Call, DataTypeImm, ExternFunc, PrimValue, RelaxExpr, StringImm, Tuple
from tilewright.core.ir.struct_info import FuncStructInfo, ObjectStructInfo, ShapeStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.lowering.calls import op_name, packed
from tilewright.core.passes.relax.over_functions import each_function


def LowerRuntimeBuiltin() -> Pass:
    """Memory by `R.vm.alloc_storage`, `R.vm.alloc_tensor` and `R.vm.kill_object`; reshapes, shapes and closures by `vm.builtin` functions."""
    return each_function("LowerRuntimeBuiltin", lambda function: _Lowering().visit_expr(function))


def VMBuiltinLower() -> Pass:
    """`LowerRuntimeBuiltin` under the name it had before."""
    warnings.warn("VMBuiltinLower is called LowerRuntimeBuiltin today", DeprecationWarning, stacklevel=2)
    return LowerRuntimeBuiltin()


class _Lowering(PyExprMutator):
    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        rule = RULES.get(op_name(made))
        return made if rule is None else rule(made)


def _storage(call: Call) -> Call:
    size, device, scope, _ = call.args
    return made_call("vm.alloc_storage", (size, device, DataTypeImm(dtype("uint8")), scope), {})


def _tensor(call: Call) -> Call:
    return made_call("vm.alloc_tensor", call.args, {})


def _kill(call: Call) -> Call:
    return made_call("vm.kill_object", call.args, {})


def _unplanned(call: Call) -> Call:
    raise TVMError("`R.builtin.alloc_tensor` is lowered by LowerAllocTensor, which has to run before")


def _with_sizes(call: Call) -> Call:
    callee, args = _of_tuple(call)
    return packed("vm.builtin.call_tir_dyn", callee, *args)


def _of_tuple(call: Call) -> tuple[RelaxExpr, tuple[RelaxExpr, ...]]:
    """The callee, and the arguments that are given as a tuple."""
    callee, args = call.args
    return callee, args.fields if isinstance(args, Tuple) else (args,)


def _same_result(name: str) -> Callable[[Call], Call]:
    return lambda call: packed(name, *call.args, info=call.struct_info)


def _reshape(call: Call) -> Call:
    shape = call.args[1]
    if not isinstance(shape.struct_info, ShapeStructInfo):
        raise TVMError("the shape that `R.reshape` is given must be known as a shape")
    return packed("vm.builtin.reshape", *call.args, info=call.struct_info)


def _create_view() -> ExternFunc:
    """The function that makes a view; what a view is follows from its arguments, by a rule that each release has its own name for."""
    rule = "tvm.relax.type.infer_view_ty" if is_later() else "tvm.relax.struct_info.infer_view_sinfo"
    return ExternFunc("runtime.TVMTensorCreateView", FuncStructInfo.opaque_func(derive_func=rule, purity=True))


def _view(call: Call) -> Call:
    """A view says shape, type and offset in full, where `R.memory.view` leaves out what stays as it is."""
    data, shape, element, offset = call.args
    info: Any = data.struct_info
    given = [info.shape if _is_void(shape) else shape, DataTypeImm(info.dtype) if _is_void(element) else element]
    if given[0] is None:
        raise TVMError("`R.memory.view` without a shape needs a tensor whose shape is known")
    start = PrimValue(0) if _is_void(offset) else offset
    return Call(_create_view(), (data, *given, start), OpAttrs({}), ())


def _is_void(arg: RelaxExpr) -> bool:
    return isinstance(arg, Tuple) and not arg.fields


def _python(call: Call) -> Call:
    return Call(packed("vm.builtin.call_py_func").op, (Tuple(call.args),), call.attrs, call.sinfo_args, call.span)


def _to_device(call: Call) -> Call:
    place = call.attrs["dst_vdevice"]
    kind = _device_type(place.target)
    args = (call.args[0], PrimValue(kind), PrimValue(place.vdevice_id), StringImm(place.memory_scope))
    return packed("vm.builtin.to_device", *args, info=call.struct_info)


def _device_type(target: Any) -> int:
    from tilewright.core.runtime.device import device

    return 1 if target is None else device(target.kind.name).device_type


def _make_closure(call: Call) -> Call:
    function, captured = _of_tuple(call)
    return packed("vm.builtin.make_closure", function, *captured, info=ObjectStructInfo())


def _invoke_closure(call: Call) -> Call:
    closure, args = _of_tuple(call)
    return call_builtin_with_ctx("vm.builtin.invoke_closure", Tuple((closure, *args)), sinfo_args=ObjectStructInfo())


_ASKED = ("dtype_code", "dtype_bits", "dtype_lanes", "ndim", "shape_i", "stride_i", "byte_offset", "elem_offset")

RULES: dict[str, Callable[[Call], Call]] = {
    **{f"relax.inspect.tensor_{name}": _same_result(f"vm.builtin.tensor_{name}") for name in _ASKED},
    "relax.builtin.alloc_tensor": _unplanned,
    "relax.memory.alloc_storage": _storage,
    "relax.memory.alloc_tensor": _tensor,
    "relax.memory.kill_storage": _kill,
    "relax.memory.kill_tensor": _kill,
    "relax.vm.call_tir_dyn": _with_sizes,
    "relax.reshape": _reshape,
    "relax.memory.view": _view,
    "relax.memory.ensure_zero_offset": _same_result("vm.builtin.ensure_zero_offset"),
    "relax.print": _same_result("relax.run.print"),
    "relax.assert_op": _same_result("relax.run.assert_op"),
    "relax.shape_of": _same_result("vm.builtin.shape_of"),
    "relax.tensor_to_shape": _same_result("vm.builtin.tensor_to_shape"),
    "relax.call_py_func": _python,
    "relax.to_vdevice": _to_device,
    "relax.make_closure": _make_closure,
    "relax.invoke_closure": _invoke_closure,
}
