"""`tilewright check`: analyse files and report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from tilewright.cli.console import progress, stderr
from tilewright.cli.files import Unreadable, python_files, read_text
from tilewright.cli.reports import REPORTS
from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Diagnostic, Severity, diagnose
from tilewright.core.base.gc_pause import gc_paused
from tilewright.core.base.source import Source


def run(paths: list[Path], format_: str, quiet: bool) -> int:
    """Report on every file; 1 when one has an error, else 0."""
    files = list(python_files(paths))
    if not files:
        stderr().print("[yellow]warning:[/] ", end="")
        stderr().print(f"no Python files in {', '.join(map(str, paths))}", markup=False, highlight=False)
    found: list[Diagnostic] = []
    with progress() as show:
        for number, path in enumerate(files, 1):
            show(said := f"Checking {path} ({number}/{len(files)})")
            found.extend(_of_file(path, lambda percent, said=said: show(f"{said}: {percent} %")))
    errors = [diagnostic for diagnostic in found if diagnostic.severity == Severity.ERROR]
    REPORTS[format_](errors if quiet else found, len(files))
    return 1 if errors else 0


def _of_file(path: Path, on_progress: Callable[[int], None]) -> tuple[Diagnostic, ...]:
    try:
        with gc_paused():
            analysis = analyze(read_text(path), str(path), on_progress=on_progress)
            return analysis.diagnostics if analysis.definitions else tuple(_broken_python(analysis.source))
    except Unreadable as reason:
        source = Source("", str(path))
        return (diagnose("unreadable-file", f"the file cannot be read: {reason}", source.span(0, 0)),)


def _broken_python(source: Source) -> Iterator[Diagnostic]:
    """The syntax errors of a file without any script; `check` reports them, the editor leaves them to other tools."""
    from tilewright.core.frontend.recover import recover

    for mistake in recover(source).mistakes:
        yield diagnose(mistake.code, mistake.message, source.span(mistake.start, mistake.end))
