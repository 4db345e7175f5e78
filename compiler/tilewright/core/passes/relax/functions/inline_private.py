"""`InlinePrivateFunctions`: private functions of Relax become part of those that call them."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.graph.inlined import body_of_call
from tilewright.core.graph.queries import all_global_vars, detect_recursion
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Call, Function, RelaxExpr, SeqExpr
from tilewright.core.passes.core.pass_ import Pass
from tilewright.core.passes.relax.normal_form.canonicalize import tidied
from tilewright.core.passes.relax.normal_form.side_effects import function_with_side_effects


def InlinePrivateFunctions() -> Pass:
    """Every private function of Relax inlined where it is called; those that call themselves, and those of libraries, stay."""
    return Pass("InlinePrivateFunctions", _inlined)


def _inlined(mod: IRModule) -> IRModule:
    circles = {variable.name_hint for group in detect_recursion(mod) for variable in group}
    private = {
        variable.name_hint: function
        for variable, function in mod.functions.items()
        if isinstance(function, Function)
        and not {"global_symbol", "Codegen", "Composite", "Primitive"} & set(function.attrs)
        and variable.name_hint not in circles
    }
    if not private:
        return mod
    made = {
        variable: inline_functions(function, private) if isinstance(function, Function) else function
        for variable, function in mod.functions.items()
        if variable.name_hint not in private
    }
    used = {other.name_hint for f in made.values() if isinstance(f, Function) for other in all_global_vars(f)}
    kept = {
        variable: function for variable, function in mod.functions.items() if variable.name_hint in used & set(private)
    }
    return mod.with_functions({**made, **kept})


def inline_functions(function: Function, functions: Mapping[str, Function] | Mapping[GlobalVar, Function]) -> Function:
    """`function` with calls of those functions, by name or `GlobalVar`, replaced by their bodies; raises `ValueError` when a function is
    given under both, or calls itself.
    """
    named: dict[str, Function] = {}
    for key, value in functions.items():
        name = key if isinstance(key, str) else key.name_hint
        if name in named:
            raise ValueError(f"two functions `{name}` are given, one by its name and one by its variable")
        named[name] = value
    made = _Inliner(named).visit_expr(function)
    return function if made is function else function_with_side_effects(tidied(made))


class _Inliner(PyExprMutator):
    def __init__(self, functions: dict[str, Function]) -> None:
        super().__init__()
        self._functions = functions
        self._open: list[str] = []

    def visit_call_(self, op: Call) -> RelaxExpr:
        made = self.visit_expr_post_order(op)
        callee = made.op if isinstance(made, Call) else None
        function = self._functions.get(callee.name_hint) if isinstance(callee, GlobalVar) else None
        if function is None or not isinstance(function.body, SeqExpr):
            return made
        assert isinstance(callee, GlobalVar)
        if callee.name_hint in self._open:
            raise ValueError(f"`{callee.name_hint}` calls itself and cannot be inlined")
        self._open.append(callee.name_hint)
        inlined = self.visit_expr(body_of_call(function, made.args, callee.name_hint))
        self._open.pop()
        return inlined
