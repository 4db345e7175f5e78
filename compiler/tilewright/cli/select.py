"""Picking functions out of a file by name, from its text alone."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import typer

from tilewright.cli.console import stderr
from tilewright.cli.files import fail, text_of
from tilewright.cli.render import render
from tilewright.core.analyze import Analysis, analyze
from tilewright.core.base.diagnostics import Severity
from tilewright.core.base.names import nearest
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.relax import Function as RelaxFunction
from tilewright.explore.programs import Program, values, with_callees


def analysed(path: Path) -> Analysis:
    """The file understood; raises typer.Exit(2) when it cannot be read."""
    return analyze(text_of(path), str(path))


def without_name(path: Path, command: str) -> typer.Exit:
    """Say that a command takes FILE::NAME, with the commands for what there is in the file, and give the exit to raise."""
    known = [
        name for name, value in values(analysed(path)).items() if not isinstance(value, _NOT_TAKEN.get(command, ()))
    ]
    form = f"tilewright {command} FILE::NAME"
    if not known:
        return fail(f"name the function: {form}; {path} has no TVMScript")
    lines = "\n".join(f"  tilewright {command} {shlex.quote(str(path))}::{name}" for name in known)
    return fail(f"name the function: {form}. Of this file:\n{lines}")


# What a command cannot be given, though it has a name.
_NOT_TAKEN: Final[Mapping[str, tuple[type, ...]]] = {"run": (IRModule,), "profile": (IRModule, RelaxFunction)}


def full_name(analysis: Analysis, name: str) -> str:
    """`name`, or `Module.name` where it is a function of one module of the file and of no other."""
    known = values(analysis)
    inside = [each for each in known if each.rpartition(".")[2] == name]
    return inside[0] if name not in known and len(inside) == 1 else name


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


def picked(analysis: Analysis, name: str) -> tuple[str | None, Program]:
    """The value called `name`, and the name of the class to print it as; a function that calls others of its module comes with them."""
    outer, value = with_callees(analysis, name, pick(analysis, name))
    return class_name(outer, value), value


def class_name(name: str, value: Program) -> str | None:
    """The name under which a module is printed; a function has its own."""
    return name.rpartition(".")[2] if isinstance(value, IRModule) else None


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
