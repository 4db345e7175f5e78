"""A copy of a function of Relax that shares no variable with it, so that both may stand in one program."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.graph.sizes import Resized
from tilewright.core.ir.expr import Expr
from tilewright.core.ir.expr import Var as SymbolicVar
from tilewright.core.ir.relax import Function, Var
from tilewright.core.ir.relax_symbols import symbols
from tilewright.core.ir.walk import substitute


def fresh_function(function: Function, known: Mapping[SymbolicVar, Expr] | None = None) -> Function:
    """The copy: new parameters, bindings and symbolic sizes of the same names; `known` are sizes that it has already."""
    made = _Fresh(function, known or {}).visit_expr(function)
    return made.replace() if made is function else made


class _Fresh(Resized):
    def __init__(self, function: Function, known: Mapping[SymbolicVar, Expr]) -> None:
        own = {var: var.copy_with_suffix("") for var in _defined(function) if var not in known}
        super().__init__({**own, **known})

    def size(self, value: Expr) -> Expr:
        return substitute(value, self.sizes)

    def visit_var_def_(self, var: Var) -> Var:
        return type(var)(var.name_hint, self.info(var.struct_info_), var.span)

    visit_dataflow_var_def_ = visit_var_def_  # pyright: ignore[reportAssignmentType]


def _defined(function: Function) -> list[SymbolicVar]:
    from tilewright.core.graph.queries import defined_symbolic_vars

    found = symbols([param.struct_info_ for param in function.params])
    return list(dict.fromkeys((*found, *defined_symbolic_vars(function))))
