"""Finding the function to run: from the text alone where that is enough, else by executing the file.

Executing happens in the worker only, and only because the user asked for a run: a function may depend on values that only Python can compute.
"""

from __future__ import annotations

import linecache
import sys
import types
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.analyze import Analysis, Definition, analyze
from tilewright.base.diagnostics import Diagnostic, Severity
from tilewright.base.names import nearest
from tilewright.error import DiagnosticError
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.runner.request import CannotRun, RunRequest

MODULE_NAME = "__tilewright_run__"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What to build, the function in it, and the name under which the built module has it."""

    target: PrimFunc | IRModule
    func: PrimFunc
    entry: str


def load(request: RunRequest) -> Loaded:
    """The function that is asked for; raises `CannotRun` when it has errors or does not exist."""
    analysis = analyze(request.text, request.path)
    outer = request.name.split(".")[0]
    definition = _definition(analysis, outer)
    if definition is None:
        raise CannotRun(_missing(request.name, _names(analysis)))
    errors = [d for d in definition.diagnostics if d.severity == Severity.ERROR]
    if errors:
        raise CannotRun(_count(errors, outer), rendered(errors))
    value = definition.values.get(outer)
    return choose(value if value is not None else _executed(request).get(outer), request.name)


def choose(value: Any, name: str) -> Loaded:
    """The function `name` of a function or module."""
    inner = name.partition(".")[2]
    if isinstance(value, PrimFunc) and not inner:
        func = value if "global_symbol" in value.attrs else value.with_attr("global_symbol", name)
        return Loaded(func, func, str(func.attrs["global_symbol"]))
    if isinstance(value, IRModule) and inner in value:
        func = value[inner]
        if isinstance(func, PrimFunc):
            return Loaded(value, func, inner)
    raise CannotRun(f"`{name}` is not a function that can be built.")


def rendered(diagnostics: Iterable[Diagnostic]) -> str:
    """Diagnostics with excerpts of the source."""
    return str(DiagnosticError(tuple(diagnostics)))


def _definition(analysis: Analysis, name: str) -> Definition | None:
    for definition, symbol in analysis.symbols():
        if symbol.parent is None and symbol.name == name:
            return definition
    return next((definition for definition in analysis.definitions if name in definition.values), None)


def _names(analysis: Analysis) -> list[str]:
    return list(analysis.functions)


def _missing(name: str, known: list[str]) -> str:
    close = nearest(name, known)
    hint = f" Did you mean `{close}`?" if close else ""
    return f"There is no function `{name}` in the file.{hint}"


def _count(errors: list[Diagnostic], name: str) -> str:
    return f"`{name}` has {len(errors)} error{'s' if len(errors) > 1 else ''}."


def _executed(request: RunRequest) -> dict[str, Any]:
    """The names that the file defines when it is executed, with `tvm` meaning Tilewright."""
    import tilewright

    tilewright.install_as_tvm()
    module = types.ModuleType(MODULE_NAME)
    module.__file__ = request.path
    sys.modules[MODULE_NAME] = module
    # The decorators read their functions' source; this is it, whatever the file on disk says.
    linecache.cache[request.path] = (len(request.text), None, request.text.splitlines(keepends=True), request.path)
    if Path(request.path).is_file():
        sys.path.insert(0, str(Path(request.path).parent))
    try:
        exec(compile(request.text, request.path, "exec"), module.__dict__)
    except DiagnosticError as error:
        raise CannotRun("The file has errors.", str(error)) from error
    return module.__dict__
