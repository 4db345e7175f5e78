"""The report that people read on a terminal: excerpts with carets, a line that sums up; or a table of counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from tilewright.cli.render import STYLES, render
from tilewright.cli.reports.report import Report
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Severity
from tilewright.core.base.names import counted
from tilewright.project.address import help_address
from tilewright.project.fixing import is_fixable

NAMES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFORMATION: "remark", Severity.HINT: "hint"}


@dataclass(frozen=True, slots=True)
class Row:
    """The number of reports of a code, and of those with a safe fix."""

    code: str
    severity: str
    count: int
    fixable: int

    @property
    def address(self) -> str:
        """The page about the code."""
        return help_address(self.code)


def text(report: Report, console: Console) -> None:
    """Excerpts with carets, and a line that sums up."""
    for diagnostic in report.diagnostics:
        console.print(render(diagnostic))
    console.print(_summary(report))
    fixable = _fixable(report)
    if fixable is not None:
        console.print(fixable)


def statistics(report: Report, console: Console) -> None:
    """The codes, the most frequent first."""
    table = rows(report)
    width = max((len(str(row.count)) for row in table), default=1)
    names = max((len(row.code) for row in table), default=1)
    for row in table:
        severity = Severity[row.severity.upper()]
        mark = f"  ({row.fixable} fixable)" if row.fixable else ""
        console.print(
            Text.assemble(
                (f"{row.count:>{width}}  ", "bold"),
                (f"{row.code:<{names}}", STYLES[severity]),
                f"  {CATALOGUE[row.code].summary}",
                (mark, "green"),
            )
        )
    console.print(_summary(report))


def rows(report: Report) -> list[Row]:
    """The codes that are reported, the most frequent first."""
    counts = Counter((each.code, each.severity.name.lower()) for each in report.diagnostics)
    fixable = Counter(
        (each.code, each.severity.name.lower()) for each in report.diagnostics if is_fixable(each, unsafe=False)
    )
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [Row(code, severity, count, fixable[code, severity]) for (code, severity), count in ordered]


def _summary(report: Report) -> Text:
    found = Counter(diagnostic.severity for diagnostic in report.diagnostics)
    checked = f"{counted(len(report.files), 'file')} checked"
    fixed = f"{counted(report.fixed, 'fix', 'fixes')} made; " if report.fixed else ""
    if not report.diagnostics and report.hidden:
        return Text.assemble(fixed, ("No errors found", "bold green"), f", {report.hidden} not shown; {checked}.")
    if not report.diagnostics:
        return Text.assemble(fixed, ("No mistakes found", "bold green"), f", {checked}.")
    parts = [counted(found[s], NAMES[s]) for s in Severity if found[s]]
    style = "bold red" if any(report.fails(each) for each in report.diagnostics) else "bold yellow"
    return Text.assemble(fixed, (", ".join(parts), style), f"; {checked}.")


def _fixable(report: Report) -> Text | None:
    """The number of the diagnostics shown that a program can fix."""
    safe = sum(is_fixable(each, unsafe=False) for each in report.diagnostics)
    every = sum(is_fixable(each, unsafe=True) for each in report.diagnostics)
    parts = [f"{safe} can be fixed with --fix"] if safe else []
    if every > safe:
        parts.append(f"{every - safe}{' more' if safe else ' can be fixed'} with --fix --unsafe-fixes")
    return Text(f"{', '.join(parts)}.", "green") if parts else None
