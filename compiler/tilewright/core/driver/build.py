"""The door to the compiler: `lower` and `build`.

The user's mistakes come out as `tilewright.core.base.errors.DiagnosticError`.
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tilewright.core.analysis.survey import NOWHERE
from tilewright.core.base.diagnostics import Diagnostic, Severity, UserError, diagnose
from tilewright.core.base.excerpt import excerpt
from tilewright.core.base.source import Source, Span
from tilewright.core.ir.depth import deep, roomy
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.relax import Function
from tilewright.core.passes import pipelines
from tilewright.core.passes.support import Problem, UnsupportedError
from tilewright.core.target import Target

if TYPE_CHECKING:
    from tilewright.core.runtime.module import Module

TargetLike = str | Mapping[str, Any] | Target | None
# Type checkers that cannot follow the decorators of scripts see the Python function or class beneath.
Buildable = BaseFunc | IRModule | Callable[..., Any]
# Few collections while millions of small nodes are made: they cost more than the nodes.
_THRESHOLDS = (50_000, 20, 100)


def build(mod: Buildable, target: TargetLike = None, name: str | None = None, pipeline: Any = None) -> Module:
    """Native code of a function or of every function of a module, ready to be called with arrays; `pipeline` is a pass to run before.

    `target` defaults to the one in force (`with Target(...)`), else to this machine's processor.  `name` is what a single function is called, by default
    its own name.  Raises `DiagnosticError` for programs that cannot be compiled, `ValueError` for a target that is none or cannot be built for.
    """
    chosen = _target(target)
    require_buildable(chosen)
    if _has_relax(mod):
        from tilewright.core.driver.relax_build import build as build_relax

        return build_relax(mod, chosen, pipeline=pipeline)  # pyright: ignore[reportArgumentType, reportReturnType]
    module = as_module(mod, name)
    made: Any = pipeline(module) if callable(pipeline) else module
    return build_module(made, chosen)


def _has_relax(given: Any) -> bool:
    """Whether there is a function of Relax in it."""
    functions = given.functions.values() if isinstance(given, IRModule) else (given,)
    return any(isinstance(function, Function) for function in functions)


@roomy
def build_module(module: IRModule, chosen: Target) -> Module:
    """Native code of the TensorIR functions of a module; raises as `build` does."""
    from tilewright.core.codegen.llvm import compile_module
    from tilewright.core.runtime.module import Module

    with deep(), _few_collections(), _mistakes_as_diagnostics(module):
        _check_calls(module)
        _warn_of_overreach(module)
        return Module(compile_module(pipelines.lower(module, chosen), chosen))


def compile(
    mod: Buildable,
    target: TargetLike = None,
    *,
    name: str | None = None,
    relax_pipeline: Any = "default",
    tir_pipeline: Any = "default",
) -> Any:
    """What `build` gives for functions of TensorIR; for those of Relax an executable, for `relax.VirtualMachine`.

    `relax_pipeline` and `tir_pipeline` are passes to run before, or names of pipelines.
    """
    if _has_relax(mod):
        from tilewright.core.driver.relax_build import build as build_relax

        chosen = _target(target)
        require_buildable(chosen)
        return build_relax(mod, chosen, relax_pipeline=relax_pipeline, tir_pipeline=tir_pipeline)
    return build(mod, target, name, tir_pipeline)


@roomy
def lower(func_or_module: Buildable, target: TargetLike = None) -> IRModule:
    """The module in the form that is translated to LLVM; raises as `build` does."""
    module = as_module(func_or_module)
    with deep(), _few_collections(), _mistakes_as_diagnostics(module):
        _check_calls(module)
        return pipelines.lower(module, _target(target))


def as_module(func_or_module: Buildable, name: str | None = None) -> IRModule:
    """A module of the one function under `name` (by default its own), or the module itself."""
    if isinstance(func_or_module, IRModule):
        return func_or_module
    if not isinstance(func_or_module, PrimFunc):
        raise TypeError(f"a PrimFunc or an IRModule can be compiled, and this is {type(func_or_module).__name__}")
    symbol = name or func_or_module.name
    return IRModule({symbol: func_or_module.with_attr("global_symbol", symbol)})


def _target(target: TargetLike) -> Target:
    return Target(target) if target is not None else Target.current() or Target("llvm")


def require_buildable(target: Target) -> None:
    """Refuse, with a `ValueError`, a target that there is no native code for."""
    if not target.kind.builds:
        raise ValueError(f'Tilewright builds for the CPU only (target "llvm"), not for {target.kind.name!r}')


def _check_calls(module: IRModule) -> None:
    """Refuse calls between functions that do not fit, while the places in the text are still known."""
    from tilewright.core.analysis.checks.calls import call_mistakes

    wrong = [found for found in call_mistakes(module) if found.severity is Severity.ERROR]
    if wrong:
        from tilewright.core.base.errors import DiagnosticError

        raise DiagnosticError(
            [
                replace(found, span=found.span if found.span.source is not NOWHERE.source else _place(module))
                for found in wrong
            ]
        )


def _warn_of_overreach(module: IRModule) -> None:
    """Warn of accesses outside their buffers, in functions whose text is known: they are built as TVM builds them."""
    from tilewright.core.analysis.checks.collected import overreaching

    for _, func in prim_funcs(module):
        for found in overreaching(func) if func.span is not None else ():
            warnings.warn(excerpt(found), RuntimeWarning, stacklevel=4)


@contextmanager
def _mistakes_as_diagnostics(module: IRModule) -> Generator[None]:
    """The user's mistakes with their places: those of the statements at fault, else that of the first function."""
    try:
        yield
    except UserError as error:
        from tilewright.core.base.errors import DiagnosticError

        alone = (Problem(error.code, error.message, None),)
        problems = error.problems if isinstance(error, UnsupportedError) else alone
        raise DiagnosticError([_diagnostic(problem, module) for problem in problems]) from None


def _diagnostic(problem: Problem, module: IRModule) -> Diagnostic:
    return diagnose(problem.code, problem.message, problem.span or _place(module))


def _place(module: IRModule) -> Span:
    """Where the first function that was parsed stands; an empty text when none was."""
    for func in module.functions.values():
        if isinstance(func, PrimFunc) and func.span is not None:
            return func.span
    return Source("", "<program>").span(0, 0)


@contextmanager
def _few_collections() -> Generator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
