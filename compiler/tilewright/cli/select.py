"""Picking functions out of a file by name, from its text alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tilewright.analyze import Analysis, analyze
from tilewright.base.diagnostics import Severity
from tilewright.base.names import nearest
from tilewright.cli.console import stderr
from tilewright.cli.files import Unreadable, fail, read_text
from tilewright.cli.render import render


def analysed(path: Path) -> Analysis:
    """The file understood; raises typer.Exit(2) when it cannot be read."""
    if not path.exists():
        raise fail(f"{path} does not exist")
    try:
        return analyze(read_text(path), str(path))
    except Unreadable as reason:
        raise fail(f"{path} cannot be read: {reason}") from reason


def values(analysis: Analysis) -> dict[str, Any]:
    """Top-level functions and modules, and functions of modules as `Module.name`."""
    top = {
        name: value
        for definition in analysis.definitions
        for name, value in definition.values.items()
        if value is not None
    }
    return {**top, **analysis.functions}


def pick(analysis: Analysis, name: str) -> Any:
    """The function or module called `name`; raises typer.Exit(2) with the nearest name when there is none."""
    known = values(analysis)
    if name in known:
        return known[name]
    close = nearest(name, known)
    hint = f"; did you mean {close}?" if close else f"; it has {', '.join(known)}" if known else "; it has no TVMScript"
    raise fail(f"{analysis.source.name} has no function {name!r}{hint}")


def report_errors(analysis: Analysis) -> bool:
    """Print the file's errors; whether there were any."""
    errors = [diagnostic for diagnostic in analysis.diagnostics if diagnostic.severity == Severity.ERROR]
    for diagnostic in errors:
        stderr().print(render(diagnostic))
    return bool(errors)
