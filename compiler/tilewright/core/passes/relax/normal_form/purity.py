"""`RemovePurityChecking`: functions are taken to be pure, whatever they call."""

from __future__ import annotations

from tilewright.core.builder.relax_calls import invoke_closure
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.callee import callee_name
from tilewright.core.ir.relax import Call, Function, RelaxExpr
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.side_effects import with_side_effects
from tilewright.core.passes.relax.over_functions import each_function

# Calls that only promise to be pure: what is called comes first.
_PROMISES = frozenset({"relax.call_pure_packed", "relax.call_inplace_packed"})


def RemovePurityChecking() -> Pass:
    """Pure functions with the attribute "relax.force_pure", and calls that promise to be pure as plain calls: what lowering needs.

    Dataflow blocks with such calls become plain ones.
    """
    plain = each_function("RemovePurityChecking", lambda func: _Plain().visit_expr(func))
    return Pass("RemovePurityChecking", lambda mod: with_side_effects(plain.run(mod)))


class _Plain(PyExprMutator):
    def visit_function_(self, op: Function) -> RelaxExpr:
        made = super().visit_function_(op)
        return made.with_attr("relax.force_pure", True) if op.is_pure and not op.attrs.get("relax.force_pure") else made

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        name = callee_name(made) if isinstance(made, Call) else ""
        if name in _PROMISES:
            return Call(made.args[0], made.args[1:], None, made.sinfo_args, made.span)  # pyright: ignore[reportArgumentType]
        if name == "relax.invoke_pure_closure":
            return invoke_closure(made.args[0], made.args[1], list(made.sinfo_args))
        return made
