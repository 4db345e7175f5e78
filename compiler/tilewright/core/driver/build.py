"""The door to the compiler: `build`, `compile` and `lower`, for programs of TensorIR and of Relax.

The user's mistakes come out as `DiagnosticError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.driver.kernel_cache import kernels
from tilewright.core.driver.native import (
    Buildable,
    PipelineLike,
    TargetLike,
    as_module,
    build_module,
    lower,
    require_buildable,
    target_of,
)
from tilewright.core.graph.linked_names import with_linked_names
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function

if TYPE_CHECKING:
    from tilewright.core.runtime.executable import Executable
    from tilewright.core.runtime.module import Module


def build(mod: Buildable, target: TargetLike = None, name: str | None = None, pipeline: PipelineLike = None) -> Module:
    """Native code of a function or of every function of a module, ready to be called with arrays; `pipeline` is a pass to run before.

    Functions have the names of their `global_symbol`, else those that the module knows them by; the only function of a module is also its `main`.
    `target` defaults to the one in force (`with Target(...)`), else to this machine's processor.  `name` is what a single function is called, by default
    its own name.  Raises `DiagnosticError` for programs that cannot be compiled, `ValueError` for a target that is none or cannot be built for.
    """
    chosen = target_of(target)
    require_buildable(chosen)
    if _has_relax(mod):
        from tilewright.core.driver.relax_build import build as build_relax  # imported for programs that need it

        return build_relax(mod, chosen, pipeline=pipeline)  # pyright: ignore[reportArgumentType, reportReturnType]
    module = with_symbols(as_module(mod, name))
    made = module if pipeline is None or isinstance(pipeline, str) else pipeline(module)
    return kernels(made, chosen)


def with_symbols(module: IRModule) -> IRModule:
    """The module with each function under its `global_symbol`; raises `ValueError` when two have the same."""
    by_symbol: dict[object, str] = {}
    for variable, func in module.functions.items():
        symbol = func.attrs.get("global_symbol", variable.name_hint)
        if (first := by_symbol.setdefault(symbol, variable.name_hint)) != variable.name_hint:
            raise ValueError(
                f"`{first}` and `{variable.name_hint}` have the same `global_symbol`, {str(symbol)!r}, by which both would be called: give one of them another"
            )
    return with_linked_names(module)


def _has_relax(given: object) -> bool:
    """Whether there is a function of Relax in it."""
    functions = given.functions.values() if isinstance(given, IRModule) else (given,)
    return any(isinstance(function, Function) for function in functions)


def compile(
    mod: Buildable,
    target: TargetLike = None,
    *,
    name: str | None = None,
    relax_pipeline: PipelineLike = "default",
    tir_pipeline: PipelineLike = "default",
) -> Executable:
    """The result of `build` for functions of TensorIR; for those of Relax an executable, for `relax.VirtualMachine`.

    `relax_pipeline` and `tir_pipeline` are passes to run before, or names of pipelines.
    """
    if _has_relax(mod):
        from tilewright.core.driver.relax_build import build as build_relax  # imported for programs that need it

        chosen = target_of(target)
        require_buildable(chosen)
        return build_relax(mod, chosen, relax_pipeline=relax_pipeline, tir_pipeline=tir_pipeline)
    return build(mod, target, name, tir_pipeline)


__all__ = ["Buildable", "TargetLike", "as_module", "build", "build_module", "compile", "lower", "require_buildable"]
