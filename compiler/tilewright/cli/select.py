"""Picking functions out of a file by name, from its text alone."""

from __future__ import annotations

from pathlib import Path

import typer

from tilewright.cli.console import stderr
from tilewright.cli.files import fail, text_of
from tilewright.cli.render import render
from tilewright.core.analyze import Analysis, analyze
from tilewright.core.base.diagnostics import Severity
from tilewright.core.base.names import nearest
from tilewright.core.ir.expr import GlobalVar
from tilewright.core.ir.function import IRModule, PrimFunc
from tilewright.core.ir.relax import Function
from tilewright.core.ir.walk import walk

Program = PrimFunc | Function | IRModule


def analysed(path: Path) -> Analysis:
    """The file understood; raises typer.Exit(2) when it cannot be read."""
    return analyze(text_of(path), str(path))


def values(analysis: Analysis) -> dict[str, Program]:
    """Top-level functions and modules, and functions of modules as `Module.name`."""
    return {**top_level(analysis), **analysis.functions}


def top_level(analysis: Analysis) -> dict[str, Program]:
    """The functions and modules of the file by name."""
    return {
        name: value
        for definition in analysis.definitions
        for name, value in definition.values.items()
        if value is not None
    }


def pick(analysis: Analysis, name: str) -> Program:
    """The function or module called `name`; raises typer.Exit(2) with the nearest name when there is none.

    One that its mistakes, which the caller has shown, keep from being made is typer.Exit(1).
    """
    known = values(analysis)
    if name in known:
        return known[name]
    if analysis.definition_of(name) is not None:
        raise typer.Exit(1)
    report_errors(analysis)
    close = nearest(name, known)
    hint = f"; did you mean {close}?" if close else f"; it has {', '.join(known)}" if known else "; it has no TVMScript"
    raise fail(f"{analysis.source.name} has no function {name!r}{hint}")


def with_callees(analysis: Analysis, name: str) -> tuple[str | None, Program]:
    """The value called `name`, and the name of the class to print it as; a function that calls others of its module comes with them."""
    value = pick(analysis, name)
    outer, _, inner = name.rpartition(".")
    module = values(analysis).get(outer)
    if isinstance(module, IRModule) and isinstance(value, (PrimFunc, Function)):
        needed = _reached(module, inner)
        if len(needed) > 1:
            value, name = _restricted(module, needed), outer
    return class_name(name, value), value


def class_name(name: str, value: Program) -> str | None:
    """The name under which a module is printed; a function has its own."""
    return name.rpartition(".")[2] if isinstance(value, IRModule) else None


def _restricted(module: IRModule, needed: set[str]) -> IRModule:
    functions = {variable: func for variable, func in module.functions.items() if variable.name_hint in needed}
    return IRModule(functions, module.attrs, module.global_infos, module.span)


def _reached(module: IRModule, name: str) -> set[str]:
    """The functions that `name` calls, directly or not, and itself."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current in found or current not in module:
            continue
        found.add(current)
        mentioned = (getattr(node, "op", node) for node in walk(module[current]))
        waiting += [each.name_hint for each in mentioned if isinstance(each, GlobalVar)]
    return found


def report_errors(analysis: Analysis, name: str | None = None) -> bool:
    """Print the errors of the file, or of the definition called `name`; whether there were any."""
    return _report(analysis, name, Severity.ERROR)


def report_mistakes(analysis: Analysis, name: str) -> bool:
    """Print the errors and warnings of the definition called `name`; whether there were errors."""
    return _report(analysis, name, Severity.WARNING)


def _report(analysis: Analysis, name: str | None, least: Severity) -> bool:
    all_ = analysis.diagnostics if name is None else analysis.diagnostics_of(name)
    told = [diagnostic for diagnostic in all_ if diagnostic.severity <= least]
    for diagnostic in told:
        stderr().print(render(diagnostic))
    return any(diagnostic.severity == Severity.ERROR for diagnostic in told)
