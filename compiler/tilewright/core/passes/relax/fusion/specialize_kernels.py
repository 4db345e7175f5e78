"""`SpecializePrimFuncBasedOnCallSite`: the buffers of TensorIR functions as what the callers hand to them."""

from __future__ import annotations

from tilewright.core.graph.expr_functor import PyExprVisitor
from tilewright.core.ir.buffer import Buffer, decl_buffer
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import Call, Function, ShapeExpr, Tuple, Var
from tilewright.core.ir.struct_info import StructInfo, TensorStructInfo, TupleStructInfo
from tilewright.core.passes.core.pass_ import Pass


def SpecializePrimFuncBasedOnCallSite() -> Pass:
    """The parameters of every function of a `call_tir` as buffers of the shapes, types and memory (by their devices) of the arguments and the result.

    A function that is called from several places is made for the last of them.
    """

    def run(mod: IRModule) -> IRModule:
        calls = _Calls(mod)
        for function in mod.functions.values():
            if isinstance(function, Function) and not function.attrs.get("Primitive"):
                calls.visit_expr(function)
        if not calls.made:
            return mod
        return mod.with_functions({v: calls.made.get(v.name_hint) or f for v, f in mod.functions.items()})

    return Pass("SpecializePrimFuncBasedOnCallSite", run)


class _Calls(PyExprVisitor):
    def __init__(self, mod: IRModule) -> None:
        self.made: dict[str, PrimFunc] = {}
        self._module = mod

    def visit_call_(self, op: Call) -> None:
        super().visit_call_(op)
        callee = op.args[0] if callee_name(op) == "relax.call_tir" else None
        function = self._module[callee] if isinstance(callee, GlobalVar) and callee in self._module else None
        if isinstance(callee, GlobalVar) and isinstance(function, PrimFunc) and isinstance(op.args[1], Tuple):
            self.made[callee.name_hint] = _specialized(function, op.args[1], op.sinfo_args[0])


def _specialized(function: PrimFunc, args: Tuple, result: StructInfo) -> PrimFunc:
    given = {
        param: _buffer(value.struct_info_, value.name_hint if isinstance(value, Var) else chr(ord("A") + at))
        for at, (param, value) in enumerate(zip(function.params, args.fields))
    }
    if isinstance(result, TupleStructInfo):
        for at, info in enumerate(result.fields):
            given[function.params[len(args.fields) + at]] = _buffer(info, f"ret_val_{at}")
    else:
        given[function.params[-1]] = _buffer(result, "ret_val")
    return function.specialize(given).with_attr("scoped", 1)


def _buffer(info: StructInfo | None, name: str) -> Buffer:
    if not isinstance(info, TensorStructInfo) or not isinstance(info.shape, ShapeExpr):
        raise ValueError(f"`{name}` is a `{info}`, and a kernel can be specialised for tensors of known shape")
    memory = info.vdevice.memory_scope if info.vdevice is not None else "global"
    return decl_buffer(info.shape.values, str(info.dtype), name, scope=memory)
