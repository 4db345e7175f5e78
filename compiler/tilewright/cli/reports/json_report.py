"""One JSON object, for programs of one's own."""

from __future__ import annotations

import json

from tilewright import __version__
from tilewright.cli.reports.report import Report, region
from tilewright.cli.reports.text import Row, rows
from tilewright.core.base.diagnostics import Diagnostic
from tilewright.project.address import help_address


def json_report(report: Report) -> str:
    """`files`, how many were checked, and `diagnostics`."""
    found = [as_dict(each) for each in report.diagnostics]
    return json.dumps({"version": __version__, "files": len(report.files), "diagnostics": found}, indent=1)


def json_statistics(report: Report) -> str:
    """`files`, and `statistics`: how often each code is reported."""
    table = [_as_row(row) for row in rows(report)]
    return json.dumps({"version": __version__, "files": len(report.files), "statistics": table}, indent=1)


def _as_row(row: Row) -> dict[str, object]:
    return {"code": row.code, "severity": row.severity, "count": row.count, "fixable": row.fixable, "url": row.address}


def as_dict(diagnostic: Diagnostic) -> dict[str, object]:
    """A diagnostic in plain data."""
    return {
        "file": diagnostic.span.source.name,
        **region(diagnostic.span),
        "severity": diagnostic.severity.name.lower(),
        "code": diagnostic.code,
        "message": diagnostic.message,
        "url": help_address(diagnostic.code),
        "notes": [
            {"message": note.message, "file": note.span.source.name, **region(note.span)} for note in diagnostic.notes
        ],
        "fixes": [
            {
                "title": fix.title,
                "safe": fix.safe,
                "edits": [{**region(edit.span), "text": edit.text} for edit in fix.edits],
            }
            for fix in diagnostic.fixes
        ],
    }
