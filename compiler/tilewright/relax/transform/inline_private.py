"""`InlinePrivateFunctions`: private functions of Relax become part of those that call them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.ir.expr import GlobalVar
from tilewright.ir.function import IRModule
from tilewright.ir.relax import Call, Function, SeqExpr, Var, VarBinding
from tilewright.relax.analysis import all_global_vars, detect_recursion
from tilewright.relax.expr_functor import PyExprMutator
from tilewright.relax.fresh import fresh_function
from tilewright.relax.transform.tidy import canonical
from tilewright.transform.pass_ import Pass


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
    walk = _Inliner(private)
    made = {
        variable: canonical(walk.visit_expr(function)) if isinstance(function, Function) else function
        for variable, function in mod.functions.items()
        if variable.name_hint not in private
    }
    used = {other.name_hint for f in made.values() if isinstance(f, Function) for other in all_global_vars(f)}
    kept = {
        variable: function for variable, function in mod.functions.items() if variable.name_hint in used & set(private)
    }
    return mod.with_functions({**made, **kept})


def inline_functions(function: Function, functions: Mapping[Any, Any]) -> Function:
    """`function` with calls of those functions, by name or `GlobalVar`, replaced by their bodies."""
    named = {key if isinstance(key, str) else key.name_hint: value for key, value in functions.items()}
    return _Inliner(named).visit_expr(function)


class _Inliner(PyExprMutator):
    def __init__(self, private: dict[str, Function]) -> None:
        super().__init__()
        self._private = private

    def visit_call_(self, op: Call) -> Any:
        made = self.visit_expr_post_order(op)
        callee = made.op if isinstance(made, Call) else None
        function = self._private.get(callee.name_hint) if isinstance(callee, GlobalVar) else None
        if function is None or not isinstance(function.body, SeqExpr):
            return made
        return self._body(fresh_function(function), made)

    def _body(self, function: Function, call: Call) -> Any:
        for param, argument in zip(function.params, call.args):
            self.set_var_remap(param.vid, argument)  # pyright: ignore[reportArgumentType]
        body = function.body
        assert isinstance(body, SeqExpr)
        for block in body.blocks:
            for item in block.bindings:
                plain = VarBinding(Var(item.var.name_hint, item.var.struct_info_), item.value)
                if isinstance(item, VarBinding) and self.builder_.current_block_is_dataflow():
                    value = self.builder_.normalize(self.visit_expr(item.value))
                    self.set_var_remap(item.var.vid, self.builder_.emit(value, item.var.name_hint))
                elif isinstance(item, VarBinding):
                    self.set_var_remap(item.var.vid, self.builder_.emit(self.visit_expr(plain.value)))
                else:
                    self.visit_binding(item)
        return self.visit_expr(body.body)
