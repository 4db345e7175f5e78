"""`ComputePrimValue`: numbers computed from symbolic sizes become calls of TensorIR functions."""

from __future__ import annotations

from tilewright.core.ir.attrs import OpAttrs
from tilewright.core.ir.expr import Call as TensorIRCall
from tilewright.core.ir.expr import Expr, FloatImm, IntImm, Var
from tilewright.core.ir.function import PrimFunc
from tilewright.core.ir.node.type_ import PrimType
from tilewright.core.ir.relax import Call, PrimValue, RelaxExpr
from tilewright.core.ir.stmt import Evaluate
from tilewright.core.ir.walk import substitute, walk
from tilewright.core.ops.op import Op
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator


def ComputePrimValue() -> Pass:
    """`R.prim_value(n + 1)` as the call of a function `compute_symbolic_expr` of `n`."""
    return Pass("ComputePrimValue", lambda mod: _Computing(mod).transform())


class _Computing(ModuleMutator):
    def visit_prim_value_(self, op: PrimValue) -> RelaxExpr:
        if isinstance(op.value, (IntImm, FloatImm, Var)):
            return op
        variables = tuple(dict.fromkeys(node for node in walk(op.value) if isinstance(node, Var)))
        callee = self.builder_.add_func(_function(op.value, variables), "compute_symbolic_expr")
        return Call(callee, tuple(PrimValue(variable) for variable in variables), OpAttrs({}), ())


def _function(value: Expr, variables: tuple[Var, ...]) -> PrimFunc:
    params = tuple(Var(variable.name, variable.dtype) for variable in variables)
    result = substitute(value, dict(zip(variables, params)))
    body = Evaluate(TensorIRCall(value.dtype, Op.get("tir.ret"), (result,)))
    attrs = {"tir.is_host_func": True}
    return PrimFunc(params, body, PrimType(value.dtype), attrs=attrs)
