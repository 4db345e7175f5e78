"""A copy of a function of Relax that shares no variable with it, so that both may stand in one program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.analysis.derive import replaced
from tilewright.ir.expr import Var as SymbolicVar
from tilewright.ir.relax import Function, PrimValue, ShapeExpr, Var
from tilewright.ir.relax_symbols import symbols
from tilewright.ir.struct_info import StructInfo
from tilewright.ir.walk import substitute
from tilewright.relax.expr_functor import PyExprMutator


def fresh_function(function: Function, known: Mapping[SymbolicVar, Any] | None = None) -> Function:
    """The copy: new parameters, bindings and symbolic sizes of the same names; `known` are sizes that it has already."""
    fresh = _Fresh(function, known or {})
    made = fresh.visit_expr(function)
    return Function(
        made.params, made.body, fresh.renamed(function.ret_struct_info), made.is_pure, made.attrs, made.span
    )


class _Fresh(PyExprMutator):
    def __init__(self, function: Function, known: Mapping[SymbolicVar, Any]) -> None:
        super().__init__()
        own = symbols([param.struct_info_ for param in function.params])
        self._sizes: dict[SymbolicVar, Any] = {
            **{var: var.copy_with_suffix("") for var in own},
            **known,
        }

    def visit_var_def_(self, var: Var) -> Var:
        return type(var)(var.name_hint, self.renamed(var.struct_info_), var.span)

    def renamed(self, info: StructInfo | None) -> StructInfo | None:
        """The struct info with the copy's sizes."""
        return None if info is None else replaced(info, self._sizes, frozenset(symbols([info])))

    def visit_dataflow_var_def_(self, var: Any) -> Var:
        return self.visit_var_def_(var)

    def visit_shape_expr_(self, op: ShapeExpr) -> Any:
        return ShapeExpr(tuple(substitute(size, self._sizes) for size in op.values), op.span)

    def visit_prim_value_(self, op: PrimValue) -> Any:
        return PrimValue(substitute(op.value, self._sizes), op.span)
