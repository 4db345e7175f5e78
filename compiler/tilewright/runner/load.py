"""Finding the function to run: from the text alone where that is enough, else by executing the file.

Executing happens in the worker only, and only because the user asked for a run: a function may depend on values that only Python can compute.
"""

from __future__ import annotations

import linecache
import sys
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tilewright.core.analyze import Analysis, analyze
from tilewright.core.base.diagnostics import Diagnostic, Severity
from tilewright.core.base.errors import DiagnosticError
from tilewright.core.base.names import counted
from tilewright.core.frontend.environment import Given
from tilewright.core.ir.function import IRModule, PrimFunc, tensor_ir
from tilewright.core.ir.node import ports
from tilewright.core.ir.relax import Function
from tilewright.runner.made import chosen, may_be_made, missing
from tilewright.runner.request import CallRequest, CannotRun, FindRequest, Request

MODULE_NAME = "__tilewright_run__"


@dataclass(frozen=True, slots=True)
class Loaded:
    """The module to build, the function in it, and the function's name in the built module."""

    target: PrimFunc | IRModule
    func: PrimFunc | Function
    entry: str


def load(request: CallRequest, on_import: Callable[[], None] = lambda: None) -> Loaded:
    """The function that is asked for; raises `CannotRun` when it has errors or does not exist.  `on_import` is called before the file is executed."""
    analysis = analyze(request.text, request.path, given=_plain(request.given))
    definition = analysis.definition_of(request.name)
    if definition is None:
        _require_decorator(analysis, request.name)
        if not may_be_made(analysis, request.name):
            _require_python(analysis, request.name)
            raise CannotRun(missing(analysis, request.name))
        return _made(analysis, request, on_import)
    errors = [d for d in definition.diagnostics if d.severity == Severity.ERROR]
    if errors:
        raise CannotRun(f"`{request.name}` has {counted(len(errors), 'error')}.", rendered(errors))
    _require_function(analysis, definition.values, request.name)
    return _chosen(definition.values, request.name) or _made(analysis, request, on_import)


def _made(analysis: Analysis, request: CallRequest, on_import: Callable[[], None]) -> Loaded:
    """The function that executing the file makes."""
    on_import()
    outer, value = chosen(analysis, executed(request), request.name)
    is_member = isinstance(value, IRModule) and request.name != outer
    found = _chosen({outer: value}, f"{outer}.{request.name.rpartition('.')[2]}" if is_member else outer)
    if found is None:
        _require_function(analysis, {outer: value}, outer)
        raise CannotRun(f"`{request.name}` is no function that can be built and run.")
    return found


def _plain(given: Given) -> Given:
    """Values after their way through JSON, in which tuples are lists."""
    return {
        name: {parameter: tuple(value) if isinstance(value, list) else value for parameter, value in values.items()}
        for name, values in given.items()
    }


def _chosen(values: Mapping[str, object], name: str) -> Loaded | None:
    """The function `name` among functions and modules by qualified name."""
    outer, _, inner = name.rpartition(".")
    func, module = values.get(name), values.get(outer)
    if isinstance(func, Function):
        return Loaded(IRModule({inner: func}), func, inner)
    if isinstance(func, PrimFunc):
        func = func if "global_symbol" in func.attrs else func.with_attr("global_symbol", inner)
        return Loaded(func, func, str(func.attrs["global_symbol"]))
    if isinstance(module, IRModule) and inner in module:
        func = module[inner]
        if isinstance(func, Function):
            return Loaded(module, func, inner)
        return Loaded(tensor_ir(module), func, inner) if isinstance(func, PrimFunc) else None
    return None


def rendered(diagnostics: Iterable[Diagnostic]) -> str:
    """Diagnostics with excerpts of the source."""
    return str(DiagnosticError(tuple(diagnostics))).strip("\n")


def _require_decorator(analysis: Analysis, name: str) -> None:
    """Raise `CannotRun` where the file has such a function without its decorator."""
    for diagnostic in analysis.diagnostics:
        span = diagnostic.span
        if diagnostic.code == "undecorated-function" and analysis.source.text[span.start : span.end] == name:
            raise CannotRun(f"`{name}` has no decorator.", rendered([diagnostic]))


def _require_python(analysis: Analysis, name: str) -> None:
    """Raise `CannotRun` where the file is not Python: what it defines is then not known."""
    mistakes = [each for each in analysis.diagnostics if each.code == "syntax-error"]
    if mistakes:
        raise CannotRun(
            f"`{name}` is not found in a file that has {counted(len(mistakes), 'error')}.", rendered(mistakes)
        )


def _require_function(analysis: Analysis, values: Mapping[str, object], name: str) -> None:
    """Raise `CannotRun` when `name` is a module, or a module is known and has no such function."""
    outer, _, inner = name.rpartition(".")
    value, module = values.get(name), values.get(outer)
    if isinstance(value, IRModule):
        functions = ", ".join(f"`{name}.{variable.name_hint}`" for variable in value.functions)
        raise CannotRun(f"`{name}` is a module; name a function of it: {functions or 'it has none'}.")
    if isinstance(module, IRModule) and inner not in module:
        raise CannotRun(missing(analysis, name))


def errors_counted(diagnostics: Sequence[Diagnostic]) -> str:
    """One line about diagnostics: the only error itself, or how many there are."""
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == Severity.ERROR]
    return errors[0].message if len(errors) == 1 else counted(len(errors), "error")


def executed(request: CallRequest | FindRequest) -> dict[str, object]:
    """The names that the file defines when it is executed, with `tvm` meaning Tilewright."""
    module = empty_module(request)
    try:
        exec(compile(request.text, request.path, "exec"), module.__dict__)
    except DiagnosticError as error:
        raise CannotRun("The file has errors.", rendered(error.diagnostics)) from error
    return module.__dict__


def empty_module(request: CallRequest | Request) -> types.ModuleType:
    """The module in which the file is executed, with nothing of it executed yet."""
    ports.install_as_tvm.call()
    module = types.ModuleType(MODULE_NAME)
    module.__file__ = request.path
    sys.modules[MODULE_NAME] = module
    # The decorators read their functions' source; this is it, whatever the file on disk says.
    linecache.cache[request.path] = (len(request.text), None, request.text.splitlines(keepends=True), request.path)
    if Path(request.path).is_file():
        sys.path.insert(0, str(Path(request.path).parent))
    return module
