"""`tilewright check`: analyse files and report."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rich.console import Console

from tilewright.cli.check_files import Checked, Memory, Outcome, Settings, check_files
from tilewright.cli.check_fix import Changed, made, shown
from tilewright.cli.check_options import Options, checked
from tilewright.cli.check_watch import watch
from tilewright.cli.console import stderr, stdout
from tilewright.cli.files import fail, rewrite
from tilewright.cli.reports import FORMATS, Report, json_statistics, statistics, text
from tilewright.core.base.diagnostics import Diagnostic, Severity
from tilewright.core.base.names import counted
from tilewright.core.dialects.releases import VARIABLE, settle

OK, MISTAKES, USAGE, INTERRUPTED = 0, 1, 2, 130


def run(options: Options) -> int:
    """Report on every file; 1 when the check fails, 2 when settings are wrong, 130 after an interrupt, else 0."""
    options = checked(options)
    mistake = settle()
    if mistake is not None and os.environ.get(VARIABLE):  # what is wrong with a setting is reported at its place
        raise fail(mistake)
    memory = Memory(options.cache)
    if not options.watch:
        return _once(options, Settings(options), memory)

    def once() -> int:
        if stdout().is_terminal:
            stdout().clear()
        return _once(options, Settings(options), memory)

    return watch(options, once)


def _once(options: Options, settings: Settings, memory: Memory) -> int:
    outcome = check_files(options, settings, memory)
    _warn(outcome, options)
    changed, would_change = Changed(outcome.done), False
    if options.diff:
        changed = shown(outcome.done, options, settings)
        would_change = changed.fixes > 0
        _tell(changed)
        changed = Changed([])
    elif options.fix and not outcome.interrupted:
        changed = made(outcome.done, options, settings)
    report = _report(changed, outcome.problems, options)
    if not options.diff or outcome.problems:
        _write(report, options)
    return _exit_code(report, outcome, options, would_change)


def _tell(changed: Changed) -> None:
    told = f"{counted(changed.fixes, 'fix', 'fixes')} in {counted(changed.files, 'file')} would be made."
    stderr().print(told if changed.fixes else "No fix would be made.", highlight=False)


def _warn(outcome: Outcome, options: Options) -> None:
    if outcome.interrupted:
        of = f"{len(outcome.done)} of {counted(outcome.total, 'file')}" if outcome.total else "no file"
        stderr().print(f"[yellow]interrupted:[/] {of} checked", highlight=False)
    elif not outcome.total and not (options.of_stdin or options.force_exclude):
        stderr().print("[yellow]warning:[/] ", end="")
        stderr().print(f"no Python files in {', '.join(map(str, options.paths))}", markup=False, highlight=False)


def _report(changed: Changed, problems: list[Diagnostic], options: Options) -> Report:
    reported: list[Diagnostic] = list(problems)
    failing = [each for each in problems if each.severity == Severity.ERROR]
    hidden = 0
    for each in changed.checked:
        fails = [d for d in each.reported if _fails(d, each)]
        shown_ = fails if options.quiet else each.reported
        reported += shown_
        hidden += len(each.reported) - len(shown_)
        failing += fails
    names = tuple(each.file.name for each in changed.checked)
    return Report(reported, names, frozenset(map(id, failing)), changed.fixes, hidden)


def _fails(diagnostic: Diagnostic, file: Checked) -> bool:
    return file.is_strict or diagnostic.severity == Severity.ERROR


def _write(report: Report, options: Options) -> None:
    """The file to write to, when one is named; standard output belongs to differences and to what is fixed from standard input."""
    if options.output_file is not None:
        _write_file(report, options, options.output_file)
    else:
        _print(report, options, stderr() if options.diff or (options.fix and options.of_stdin) else stdout())


def _print(report: Report, options: Options, console: Console) -> None:
    if options.output_format == "text":
        (statistics if options.statistics else text)(report, console)
        return
    written = json_statistics(report) if options.statistics else FORMATS[options.output_format](report)
    if written:
        print(written, file=console.file)


def _write_file(report: Report, options: Options, path: Path) -> None:
    from io import StringIO

    console = Console(file=StringIO(), soft_wrap=True, force_terminal=False, no_color=True)
    _print(report, options, console)
    assert isinstance(console.file, StringIO)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        rewrite(path, console.file.getvalue().encode())
    except OSError as error:
        raise fail(f"{path} cannot be written: {error.strerror or error}") from error


def _exit_code(report: Report, outcome: Outcome, options: Options, would_change: bool) -> int:
    sys.stdout.flush()
    if outcome.interrupted:
        return INTERRUPTED
    if outcome.problems:
        return USAGE
    fails = bool(report.failing) or would_change
    return MISTAKES if fails and not options.exit_zero else OK
