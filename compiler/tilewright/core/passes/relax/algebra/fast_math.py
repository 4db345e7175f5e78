"""`FastMathTransform`: costly functions by polynomials that are nearly as good."""

from __future__ import annotations

from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.relax import Call, RelaxExpr
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import ModuleMutator
from tilewright.core.topi import fast, nn

_FAST = {"relax.exp": fast.fast_exp, "relax.erf": fast.fast_erf, "relax.tanh": fast.fast_tanh}


def FastMathTransform() -> Pass:
    """`exp`, `erf`, `tanh` and softmax as TensorIR functions that compute them by polynomials."""
    return Pass("FastMathTransform", lambda mod: _Fast(mod).transform())


class _Fast(ModuleMutator):
    def visit_call_(self, op: Call) -> RelaxExpr:
        name = callee_name(op)
        made = self.visit_expr_post_order(op)
        if name == "relax.nn.softmax":
            return self.builder_.call_te(nn.fast_softmax, made.args[0], made.attrs.axis)
        return self.builder_.call_te(_FAST[name], made.args[0]) if name in _FAST else made
