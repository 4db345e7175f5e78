"""`RunCodegen`: functions for libraries are handed to those who compile for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.builder.relax_calls import call_dps_packed
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.queries import post_order_visit
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Call, Constant, ExternFunc, Function, RelaxExpr
from tilewright.core.ir.struct_info import TupleStructInfo
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.tidy import DeadCodeElimination

if TYPE_CHECKING:
    from tilewright.core.ops.relax_op import RelaxOp


def RunCodegen(
    target_options: Mapping[str, Mapping[str, object]] | None = None, entry_functions: Sequence[str] | None = None
) -> Pass:
    """Functions with the attribute "Codegen" compiled by the registered function `relax.ext.<name>`, and calls of them as calls of what it made.

    It is called with the functions, the options that `target_options` has for it, and the names of their constants; the modules that it
    gives are kept in the module's attribute "external_mods", the constants in "const_name_to_constant".  Raises `ValueError` for a name that nothing is registered for.
    """
    options = {str(name): dict(value) for name, value in (target_options or {}).items()}

    def run(mod: IRModule) -> IRModule:
        if entry_functions:
            mod = DeadCodeElimination(list(entry_functions))(mod)
        return _generated(mod, options)

    return Pass("RunCodegen", run)


def _generated(mod: IRModule, options: Mapping[str, Mapping[str, object]]) -> IRModule:
    handed = {v.name_hint: f for v, f in mod.functions.items() if isinstance(f, Function) and "Codegen" in f.attrs}
    if not handed:
        return mod
    constants: dict[Constant, str] = {}
    modules = list(mod.attrs.get("external_mods", ()))
    for library in dict.fromkeys(str(function.attrs["Codegen"]) for function in handed.values()):
        functions = [function for function in handed.values() if function.attrs["Codegen"] == library]
        for function in functions:
            _name_constants(function, constants)
        modules += list(_generator(library)(functions, options.get(library, {}), constants))
    walk = _External(set(handed))
    kept = {
        variable: walk.visit_expr(function) if isinstance(function, Function) else function
        for variable, function in mod.functions.items()
        if variable.name_hint not in handed
    }
    made = mod.with_functions(kept).with_attr("external_mods", tuple(modules))
    if not constants:
        return made
    before = dict(mod.attrs.get("const_name_to_constant", {}))
    return made.with_attr("const_name_to_constant", {**before, **{n: c.data for c, n in constants.items()}})


def _generator(library: str) -> Any:
    from tilewright.core.base.registry import get_global_func

    found = get_global_func(f"relax.ext.{library}", allow_missing=True)
    if found is None:
        raise ValueError(f"nothing is registered as 'relax.ext.{library}' to compile functions for {library!r}")
    return found


def _name_constants(function: Function, names: dict[Constant, str]) -> None:
    symbol = str(function.attrs.get("global_symbol", "main"))
    count = 0

    def visit(expr: RelaxOp | RelaxExpr) -> None:
        nonlocal count
        if isinstance(expr, Constant) and expr not in names:
            names[expr] = f"{symbol}_const_{count}"
            count += 1

    post_order_visit(function, visit)


class _External(PyExprMutator):
    def __init__(self, names: set[str]) -> None:
        super().__init__()
        self._names = names

    def visit_call_(self, op: Call) -> Call:
        made = self.visit_expr_post_order(op)
        callee = made.op if isinstance(made, Call) else None
        if not isinstance(callee, GlobalVar) or callee.name_hint not in self._names:
            return made
        info = made.struct_info
        result = list(info.fields) if isinstance(info, TupleStructInfo) else info
        return call_dps_packed(ExternFunc(callee.name_hint), list(made.args), result)
