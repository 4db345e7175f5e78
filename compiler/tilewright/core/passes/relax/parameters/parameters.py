"""`UpdateParamStructInfo`: parameters of which something else is known, and what follows from that."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.base.keywords import also_named
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.relax import Function, RelaxExpr, Var
from tilewright.core.ir.struct_info import StructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.over_functions import each_function


@also_named(ty_func="sinfo_func")
def UpdateParamStructInfo(sinfo_func: Callable[[Var], StructInfo | None]) -> Pass:
    """Each parameter with the struct info that `sinfo_func(parameter)` gives, or as it is for None; bindings and results are inferred anew.

    Raises the error of the op that its arguments then do not fit.
    """
    return each_function("UpdateParamStructInfo", lambda func: _Update(sinfo_func).visit_expr(func))


# TVM's name for it since struct infos are called types there.
UpdateParamType = UpdateParamStructInfo


class _Update(PyExprMutator):
    def __init__(self, choose: Callable[[Var], StructInfo | None]) -> None:
        super().__init__()
        self._choose = choose

    def visit_function_(self, op: Function) -> RelaxExpr:
        for param in op.params:
            info = self._choose(param)
            new = param if info is None else self.with_struct_info(param, info)
            if new is not param:
                self.set_var_remap(param.vid, new)
        made = super().visit_function_(op)
        return (
            made
            if made is op
            else Function(made.params, made.body, None, op.is_pure, op.attrs, op.span, dialect=op.dialect)
        )

    def visit_var_def_(self, var: Var) -> Var:
        known = self._remap.get(id(var.vid))
        return var if known is None else known[1]
