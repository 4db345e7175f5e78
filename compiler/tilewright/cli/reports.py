"""How `check` reports: for people, as JSON lines' array, as GitHub annotations, as SARIF 2.1.0."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence

from rich.text import Text

from tilewright import __version__
from tilewright.cli.console import stdout
from tilewright.cli.render import render
from tilewright.core.base.codes import CATALOGUE
from tilewright.core.base.diagnostics import Diagnostic, Severity
from tilewright.core.base.names import counted
from tilewright.core.base.source import Span

SARIF_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}
GITHUB_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}


def text(diagnostics: Sequence[Diagnostic], files: int) -> None:
    """Excerpts with carets, and a line that sums up."""
    console = stdout()
    for diagnostic in diagnostics:
        console.print(render(diagnostic))
    console.print(_summary(diagnostics, files))


def _summary(diagnostics: Sequence[Diagnostic], files: int) -> Text:
    found = Counter(diagnostic.severity for diagnostic in diagnostics)
    checked = f"{counted(files, 'file')} checked"
    if not diagnostics:
        return Text.assemble(("No mistakes found", "bold green"), f", {checked}.")
    names = {
        Severity.ERROR: "error",
        Severity.WARNING: "warning",
        Severity.INFORMATION: "remark",
        Severity.HINT: "hint",
    }
    parts = [counted(found[s], names[s]) for s in Severity if found[s]]
    return Text.assemble((", ".join(parts), "bold red" if found[Severity.ERROR] else "bold yellow"), f"; {checked}.")


def as_dict(diagnostic: Diagnostic) -> dict[str, object]:
    """A diagnostic in plain data; lines and columns count from 1, columns in characters."""
    return {
        "file": diagnostic.span.source.name,
        **_range(diagnostic.span),
        "severity": diagnostic.severity.name.lower(),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "notes": [
            {"message": note.message, "file": note.span.source.name, **_range(note.span)} for note in diagnostic.notes
        ],
        "fixes": [
            {"title": fix.title, "edits": [{**_range(edit.span), "text": edit.text} for edit in fix.edits]}
            for fix in diagnostic.fixes
        ],
    }


def _range(span: Span) -> dict[str, int]:
    return {"line": span.line, "column": span.column, "end_line": span.end_line, "end_column": span.end_column}


def json_(diagnostics: Sequence[Diagnostic], files: int) -> None:
    """One JSON object: `files` checked and `diagnostics`."""
    print(
        json.dumps({"version": __version__, "files": files, "diagnostics": [as_dict(d) for d in diagnostics]}, indent=1)
    )


def github(diagnostics: Sequence[Diagnostic], files: int) -> None:
    """Workflow commands that become annotations of a pull request."""
    for diagnostic in diagnostics:
        span = diagnostic.span
        place = f"file={_escaped(span.source.name, True)},line={span.line},col={span.column},endLine={span.end_line},endColumn={span.end_column}"
        level, title = GITHUB_LEVELS[diagnostic.severity], _escaped(f"tilewright: {diagnostic.code}", True)
        print(f"::{level} {place},title={title}::{_escaped(diagnostic.message, False)}")


def _escaped(value: str, is_property: bool) -> str:
    for character in "%\r\n" + (":," if is_property else ""):
        value = value.replace(character, f"%{ord(character):02X}")
    return value


def sarif(diagnostics: Sequence[Diagnostic], files: int) -> None:
    """A SARIF log for code scanning."""
    used = sorted({diagnostic.code for diagnostic in diagnostics})
    rules = [
        {
            "id": code,
            "shortDescription": {"text": CATALOGUE[code].summary},
            "fullDescription": {"text": CATALOGUE[code].explanation},
        }
        for code in used
    ]
    results = [
        {
            "ruleId": diagnostic.code,
            "ruleIndex": used.index(diagnostic.code),
            "level": SARIF_LEVELS[diagnostic.severity],
            "message": {"text": diagnostic.message},
            "locations": [_location(diagnostic.span)],
            "relatedLocations": [
                {**_location(note.span), "message": {"text": note.message}} for note in diagnostic.notes
            ],
        }
        for diagnostic in diagnostics
    ]
    driver = {"name": "tilewright", "version": __version__, "rules": rules}
    runs = [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}]
    print(
        json.dumps(
            {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": runs}, indent=1
        )
    )


def _location(span: Span) -> dict[str, object]:
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    return {"physicalLocation": {"artifactLocation": {"uri": span.source.name.replace("\\", "/")}, "region": region}}


REPORTS: dict[str, Callable[[Sequence[Diagnostic], int], None]] = {
    "text": text,
    "json": json_,
    "github": github,
    "sarif": sarif,
}
