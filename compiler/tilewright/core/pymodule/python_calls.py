"""Calls of Python functions in graphs, brought into the one form that the machine runs: `R.call_py_func("f", (x,), out_sinfo=...)`."""

from __future__ import annotations

from tilewright.core.builder.relax_calls import call_py_func
from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import BaseFunc, IRModule
from tilewright.core.ir.python_function import is_python
from tilewright.core.ir.relax import Call, Function, RelaxExpr


def without_python(module: IRModule) -> IRModule:
    """The functions of a module that are compiled, which call those of Python by name."""
    python = {variable.name_hint for variable, function in module.functions.items() if is_python(function)}
    made: dict[GlobalVar, BaseFunc] = {}
    for variable, function in module.functions.items():
        if isinstance(function, Function) and python:
            made[variable] = _Calls(module, python).visit_expr(function)
        elif not is_python(function):
            made[variable] = function
    return IRModule(made, module.attrs, module.global_infos)


class _Calls(PyExprMutator):
    def __init__(self, module: IRModule, python: set[str]) -> None:
        super().__init__(module)
        self._python = python

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        called = getattr(made, "op", None)
        if not isinstance(called, GlobalVar) or called.name_hint not in self._python:
            return made
        return call_py_func(called.name_hint, tuple(made.args), out_sinfo=op.struct_info)
