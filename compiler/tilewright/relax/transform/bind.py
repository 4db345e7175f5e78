"""Parameters and symbolic sizes that become constants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.analysis.derive import replaced
from tilewright.builder.relax_values import const
from tilewright.ir.expr import IntImm
from tilewright.ir.function import IRModule
from tilewright.ir.relax import Constant, Function, ShapeExpr, Var
from tilewright.ir.relax_symbols import symbols
from tilewright.ir.struct_info import StructInfo
from tilewright.ir.walk import substitute
from tilewright.relax.expr_functor import PyExprMutator
from tilewright.transform.pass_ import Pass


def BindParams(func_name: str, params: Mapping[Any, Any]) -> Pass:
    """Parameters of a function, by name or variable, as constants."""
    return Pass("BindParams", lambda mod: _changed(mod, func_name, lambda func: bind_params(func, params)))


def BindSymbolicVars(binding_map: Mapping[Any, Any], func_name: str | None = None) -> Pass:
    """Symbolic sizes, by name or variable, as numbers; in one function, or in all that have them."""

    def run(mod: IRModule) -> IRModule:
        names = [func_name] if func_name else [v.name_hint for v, f in mod.functions.items() if isinstance(f, Function)]
        for name in names:
            mod = _changed(mod, name, lambda func: bind_symbols(func, binding_map))
        return mod

    return Pass("BindSymbolicVars", run)


def _changed(mod: IRModule, name: str, change: Any) -> IRModule:
    variable = mod.get_global_var(name)
    function = mod.functions[variable]
    if not isinstance(function, Function):
        raise ValueError(f"{name!r} is no function of Relax")
    return IRModule({**mod.functions, variable: change(function)}, mod.attrs, mod.global_infos)


def bind_params(func: Function, params: Mapping[Any, Any]) -> Function:
    """The function without the parameters that have become constants."""
    names = [param.name_hint for param in func.params]
    values: dict[Any, Constant] = {}
    for key, value in params.items():
        if isinstance(key, str) and names.count(key) != 1:
            raise ValueError(f"{key!r} names {names.count(key)} parameters of the function")
        param = func.params[names.index(key)] if isinstance(key, str) else key
        values[param.vid] = const(value)
    walk = _Replace(values)
    body = walk.visit_with_new_scope(func.body)
    rest = tuple(param for param in func.params if param.vid not in values)
    return Function(rest, body, func.ret_struct_info, func.is_pure, func.attrs, func.span)


class _Replace(PyExprMutator):
    def __init__(self, values: dict[Any, Constant]) -> None:
        super().__init__()
        self._values = values

    def visit_var_(self, op: Var) -> Any:
        found = self._values.get(op.vid)
        return super().visit_var_(op) if found is None else found


def bind_symbols(func: Function, given: Mapping[Any, Any]) -> Function:
    """The function with symbolic sizes replaced by numbers."""
    known = {var.name: var for var in symbols([param.struct_info_ for param in func.params])}
    values: dict[Any, Any] = {}
    for key, value in given.items():
        var = known.get(key) if isinstance(key, str) else key
        if var is not None:
            values[var] = IntImm(var.dtype, value) if isinstance(value, int) else value
    return _Sizes(values).visit_expr(func) if values else func


class _Sizes(PyExprMutator):
    def __init__(self, values: dict[Any, Any]) -> None:
        super().__init__()
        self._sizes = values

    def _info(self, info: StructInfo | None) -> Any:
        return None if info is None else replaced(info, self._sizes, frozenset(symbols([info])))

    def visit_shape_expr_(self, op: ShapeExpr) -> Any:
        return ShapeExpr(tuple(substitute(size, self._sizes) for size in op.values), op.span)

    def visit_var_def_(self, var: Var) -> Var:
        return self.with_struct_info(var, self._info(var.struct_info_))

    visit_dataflow_var_def_ = visit_var_def_  # pyright: ignore[reportAssignmentType]

    def visit_function_(self, op: Function) -> Any:
        made = super().visit_function_(op)
        return Function(made.params, made.body, self._info(op.ret_struct_info), op.is_pure, op.attrs, op.span)
