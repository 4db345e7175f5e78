"""Passes that change each function of Relax on its own."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.core.graph.expr_functor import PyExprMutator
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function
from tilewright.core.passes.core.pass_ import Pass


def each_function(name: str, change: Callable[[Function], Function], opt_level: int = 0) -> Pass:
    """The pass that applies `change` to every function of Relax; the module itself comes back when nothing changed."""

    def run(mod: IRModule) -> IRModule:
        made = {v: change(f) if isinstance(f, Function) else f for v, f in mod.functions.items()}
        same = all(made[variable] is function for variable, function in mod.functions.items())
        return mod if same else mod.with_functions(made)

    return Pass(name, run, opt_level=opt_level)


def each_function_of(name: str, change: Callable[[IRModule, Function], Function]) -> Pass:
    """Like `each_function`, for a change that looks at the module, too."""
    return Pass(name, lambda mod: each_function(name, lambda function: change(mod, function)).run(mod))


class ModuleMutator(PyExprMutator):
    """A mutator over all functions of a module, whose `builder_` may add further ones."""

    def __init__(self, mod: IRModule) -> None:
        super().__init__(mod)
        self.module = mod

    def transform(self) -> IRModule:
        """The module with each function of Relax visited."""
        for variable, function in list(self.module.functions.items()):
            if isinstance(function, Function):
                made = self.visit_expr(function)
                if made is not function:
                    self.builder_.update_func(variable, made)
        return self.builder_.get()
