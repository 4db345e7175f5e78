"""Native code of TensorIR functions: `lower` and `build_module`.

The user's mistakes come out as `DiagnosticError`.  Passes are imported where they run: a build that is found in the cache needs none.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.core.analysis.survey import NOWHERE
from tilewright.core.base.diagnostics import Diagnostic, Severity, UserError, diagnose
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.base.excerpt import excerpt
from tilewright.core.base.process_setting import ProcessSetting
from tilewright.core.base.source import Source, Span
from tilewright.core.base.warn import warn_user
from tilewright.core.driver.tuned import with_tuned_schedules
from tilewright.core.ir.function import BaseFunc, IRModule, PrimFunc, prim_funcs
from tilewright.core.ir.recursion import deep_recursion, with_recursion_limit
from tilewright.core.target.target import Target

if TYPE_CHECKING:
    from tilewright.core.passes.tir.support import Problem
    from tilewright.core.runtime.module import Module

TargetLike = str | Mapping[str, object] | Target | None
# Type checkers that cannot follow the decorators of scripts see the Python function or class beneath.
Buildable = BaseFunc | IRModule | Callable[..., object]
# A pass to run before a program is built, or the name of a pipeline.
PipelineLike = str | Callable[[IRModule], IRModule] | None
# Few collections while millions of small nodes are made: they cost more than the nodes.
_THRESHOLDS = (50_000, 20, 100)


@with_recursion_limit
def build_module(module: IRModule, chosen: Target) -> Module:
    """Native code of the TensorIR functions of a module; raises as `build` does."""
    from tilewright.core.codegen.llvm import compile_module
    from tilewright.core.passes import pipelines
    from tilewright.core.runtime.module import Module

    with deep_recursion(), few_collections(), mistakes_as_diagnostics(module):
        _check_calls(module)
        overreaches = _warn_of_overreach(module)
        module = with_tuned_schedules(module, chosen)
        if chosen.kind.name == "c":
            return _program_of_c(module, chosen)
        return Module(compile_module(pipelines.lower(module, chosen, overreaches), chosen))


def _program_of_c(module: IRModule, chosen: Target) -> Module:
    """The program in C; its compiler finds vectors itself."""
    from tilewright.core.codegen.c.source import c_source
    from tilewright.core.passes import pipelines
    from tilewright.core.passes.tir.compat.vectorize_loop import vectorize_loop_when
    from tilewright.core.runtime.source_module import SourceModule

    serial = vectorize_loop_when(False)(module)
    names = [var.name_hint for var, _ in prim_funcs(module)]
    return SourceModule(c_source(pipelines.lower(serial, chosen)), names)  # pyright: ignore[reportReturnType]


@with_recursion_limit
def lower(func_or_module: Buildable, target: TargetLike = None) -> IRModule:
    """The module in the form that is translated to LLVM; raises as `build` does."""
    from tilewright.core.passes import pipelines

    module = as_module(func_or_module)
    with deep_recursion(), few_collections(), mistakes_as_diagnostics(module):
        _check_calls(module)
        return pipelines.lower(module, target_of(target))


def as_module(func_or_module: Buildable, name: str | None = None) -> IRModule:
    """A module of the one function under `name` (by default its own), or the module itself."""
    if isinstance(func_or_module, IRModule):
        return func_or_module
    if not isinstance(func_or_module, PrimFunc):
        raise TypeError(f"a PrimFunc or an IRModule can be compiled, and this is {type(func_or_module).__name__}")
    symbol = name or func_or_module.name
    return IRModule({symbol: func_or_module.with_attr("global_symbol", symbol)})


def target_of(target: TargetLike) -> Target:
    """The target asked for, else the one in force, else this machine's processor."""
    return Target(target) if target is not None else Target.current() or Target("llvm")


def require_buildable(target: Target) -> None:
    """Refuse, with a `ValueError`, a target that there is no native code for."""
    if not target.kind.builds and target.kind.name != "c":
        raise ValueError(f'Tilewright builds for the CPU only (target "llvm"), not for {target.kind.name!r}')


def native_function(function: PrimFunc) -> Module:
    """Native code of one function for the target in force; raises as `build_module` does."""
    return build_module(as_module(function), target_of(None))


def _check_calls(module: IRModule) -> None:
    """Refuse calls between functions that do not fit, while the places in the text are still known."""
    from tilewright.core.analysis.checks.calls import call_mistakes

    wrong = [found for found in call_mistakes(module) if found.severity is Severity.ERROR]
    if wrong:
        raise DiagnosticError(
            [
                replace(found, span=found.span if found.span.source is not NOWHERE.source else _place(module))
                for found in wrong
            ]
        )


def _warn_of_overreach(module: IRModule) -> bool:
    """Warn of accesses outside their buffers, in functions whose text is known; whether there are any.

    They are built as TVM builds them, with checks, so that a call ends with an error and not the process.
    """
    from tilewright.core.analysis.checks.collected import overreaching

    found = [each for _, func in prim_funcs(module) if func.span is not None for each in overreaching(func)]
    for each in found:
        warn_user(excerpt(each), RuntimeWarning)
    return bool(found)


@contextmanager
def mistakes_as_diagnostics(module: IRModule) -> Generator[None]:
    """The user's mistakes with their places: those of the statements at fault, else that of the first function."""
    try:
        yield
    except UserError as error:
        from tilewright.core.passes.tir.support import Problem, UnsupportedError

        alone = (Problem(error.code, error.message, None),)
        problems = error.problems if isinstance(error, UnsupportedError) else alone
        raise DiagnosticError([_diagnostic(problem, module) for problem in problems]) from None


def _diagnostic(problem: Problem, module: IRModule) -> Diagnostic:
    return diagnose(problem.code, problem.message, problem.span or _printed_place(problem) or _place(module))


def _printed_place(problem: Problem) -> Span | None:
    """The place of a problem in the text that its function prints as, for functions that no text was read for, such as those of te."""
    if problem.node is None or problem.func is None:
        return None
    from tilewright.core.printer.script import printed

    text = printed(problem.func)
    places = text.of(problem.node)
    if not places:
        return None
    start, end = places[0]
    header = text.text[start:end].partition("\n")[0].removesuffix(":")
    return Source(text.text, f"<{problem.func.attrs.get('global_symbol', 'function')}>").span(
        start, start + len(header)
    )


def _place(module: IRModule) -> Span:
    """The place of the first function that was parsed; an empty text when none was."""
    for func in module.functions.values():
        if isinstance(func, PrimFunc) and func.span is not None:
            return func.span
    return Source("", "<program>").span(0, 0)


def few_collections() -> AbstractContextManager[None]:
    """While a program is built: collections would look through millions of small nodes, and at all that the process has, to find next to nothing."""
    return _COLLECTIONS.at_least(_THRESHOLDS)


_COLLECTIONS = ProcessSetting(gc.get_threshold, lambda thresholds: gc.set_threshold(*thresholds))
