"""Picking functions out of a file by name: from its text, and what only executing the file makes by that."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import typer

from tilewright.cli.call import with_call
from tilewright.cli.console import stderr
from tilewright.cli.files import fail, text_of
from tilewright.cli.render import tell
from tilewright.cli.run import show
from tilewright.core.analyze import Analysis, analyze
from tilewright.core.base.diagnostics import Severity
from tilewright.core.describe.instantiations import results
from tilewright.core.ir.function import IRModule
from tilewright.core.ir.json import load_json
from tilewright.core.ir.program import Program
from tilewright.explore.programs import members, values, with_callees
from tilewright.runner.made import alternatives, may_be_made
from tilewright.runner.process import run_in_process
from tilewright.runner.request import FindRequest


def analysed(path: Path, name: str | None = None, call: str = "") -> Analysis:
    """The file understood, with what a `call` makes under the name; raises typer.Exit(2) when it cannot be read."""
    return analyze(with_call(text_of(path), name, call), str(path))


def without_name(path: Path, command: str) -> typer.Exit:
    """Say that a command takes FILE::NAME, with the commands for what there is in the file, and give the exit to raise."""
    analysis = analysed(path)
    form = f"tilewright {command} FILE::NAME"
    lines = commands(command, path, taken(analysis, command))
    if not lines:
        report_errors(analysis)
        return fail(f"name the function: {form}. Of {path}: {alternatives(analysis, '', [])}")
    return fail("\n".join([f"name the function: {form}. Of this file:", *lines]))


def taken(analysis: Analysis, command: str) -> list[str]:
    """The names of a file that a command can be given, those that only executing it makes after the others."""
    known = values(analysis)
    read = [name for name, value in known.items() if not isinstance(value, _NOT_TAKEN.get(command, ()))]
    return [*read, *(name for name in results(analysis) if name not in known)]


def commands(command: str, path: Path, names: Iterable[str]) -> list[str]:
    """The lines that show how to give a command each of the names of a file."""
    return [f"  tilewright {command} {shlex.quote(str(path))}::{name}" for name in names]


# What a command cannot be given, though it has a name.
_NOT_TAKEN: Final[Mapping[str, tuple[type, ...]]] = {"run": (IRModule,), "profile": (IRModule,)}


def full_name(analysis: Analysis, name: str) -> str:
    """`name`, or `Module.name` where it is a function of one module of the file and of no other."""
    known = [*values(analysis), *analysis.unusable]
    inside = [each for each in known if each.rpartition(".")[2] == name]
    return inside[0] if name not in known and len(inside) == 1 else name


def known_with(analysis: Analysis, name: str) -> dict[str, Program]:
    """The functions and modules of the file by name, among them the one that `name` stands for.

    Where the text alone does not say it, the file is executed, as a run does; raises typer.Exit, with the reason said, where that gives none, where it has errors, or where there is
    no such name.
    """
    known = values(analysis)
    if name in known:
        return known
    if name in analysis.unusable:
        report_errors(analysis, name)
        raise typer.Exit(1)
    if may_be_made(analysis, name):
        outer, value = _made(analysis, name)
        return {name: value, **known, **members(outer, value)}
    report_errors(analysis)
    raise fail(f"{analysis.source.name} has no function {name!r}; {alternatives(analysis, name, list(known))}")


# Seconds that a file has to make what is asked for.
_LONGEST = 60.0


def _made(analysis: Analysis, name: str) -> tuple[str, Program]:
    """The function or module that a name stands for when the file is executed, in a process of its own; raises typer.Exit(1) with the reason when it is nothing."""
    request = FindRequest(analysis.source.text, analysis.source.name, name)
    with stderr().status("importing"):
        outcome = asyncio.run(run_in_process(request, _LONGEST, lambda _stage, _percentage: None))
    if outcome.ok:
        return outcome.data["name"], load_json(outcome.data["program"])
    raise typer.Exit(show(outcome))


def picked(analysis: Analysis, name: str) -> tuple[str | None, Program]:
    """The value called `name`, and the name of the class to print it as; a function that calls others of its module comes with them."""
    known = known_with(analysis, name)
    outer, value = with_callees(known, name, known[name])
    return class_name(outer, value), value


def class_name(name: str, value: Program) -> str | None:
    """The name under which a module is printed; a function has its own."""
    return name.rpartition(".")[2] if isinstance(value, IRModule) else None


def report_errors(analysis: Analysis, name: str | None = None) -> bool:
    """Print the errors of the file, or of the definition called `name`; whether there were any."""
    return _report(analysis, name, Severity.ERROR) > 0


def report_mistakes(analysis: Analysis, name: str) -> int:
    """Print the errors and warnings of the definition called `name`; the number of errors."""
    return _report(analysis, name, Severity.WARNING)


def _report(analysis: Analysis, name: str | None, least: Severity) -> int:
    all_ = analysis.diagnostics if name is None else analysis.diagnostics_of(name)
    told = [diagnostic for diagnostic in all_ if diagnostic.severity <= least]
    tell(told)
    return sum(diagnostic.severity == Severity.ERROR for diagnostic in told)
