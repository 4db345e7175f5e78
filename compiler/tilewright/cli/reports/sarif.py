"""SARIF 2.1.0, for code scanning: results with their rules, the addresses where these are explained, and fixes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import quote

from tilewright import __version__
from tilewright.cli.reports.report import Report, in_file, message_of, relative
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.core.base.diagnostics import Diagnostic, Fix, Severity
from tilewright.core.base.source import Span
from tilewright.project.address import help_address

LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}
Json = dict[str, object]


def sarif(report: Report) -> str:
    """A log with one run."""
    used = sorted({diagnostic.code for diagnostic in report.diagnostics})
    driver = {
        "name": "tilewright",
        "version": __version__,
        "informationUri": "https://github.com/tilewright/tilewright",
        "rules": [_rule(code) for code in used],
    }
    results = [_result(each, used.index(each.code)) for each in report.diagnostics]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1)


def _rule(code: str) -> Json:
    entry = CATALOGUE[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.summary},
        "fullDescription": {"text": entry.explanation},
        "helpUri": help_address(code),
        "help": {"text": entry.explanation},
        "defaultConfiguration": {"level": LEVELS[Severity[entry.severity.upper()]]},
    }


def _result(diagnostic: Diagnostic, rule: int) -> Json:
    result: Json = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": LEVELS[diagnostic.severity],
        "message": {"text": message_of(diagnostic)},
        "locations": [_location(diagnostic.span)],
        "relatedLocations": [{**_location(note.span), "message": {"text": note.message}} for note in diagnostic.notes],
    }
    fixes = [_fix(fix) for fix in diagnostic.fixes if fix.edits and diagnostic.span.source.cells is None]
    return {**result, "fixes": fixes} if fixes else result


def _fix(fix: Fix) -> Json:
    changes: dict[str, list[Json]] = {}
    for edit in fix.edits:
        replacement: Json = {"deletedRegion": _region(edit.span)}
        if edit.text:
            replacement["insertedContent"] = {"text": edit.text}
        changes.setdefault(edit.span.source.name, []).append(replacement)
    return {
        "description": {"text": fix.title},
        "artifactChanges": [
            {"artifactLocation": _artifact(name), "replacements": replacements}
            for name, replacements in changes.items()
        ],
        "properties": {"safe": fix.safe},
    }


def _location(span: Span) -> Json:
    return {"physicalLocation": {"artifactLocation": _artifact(span.source.name), "region": _region(span)}}


def _artifact(name: str) -> Json:
    path = relative(name)
    return {"uri": Path(path).as_uri() if os.path.isabs(path) else quote(path)}


def _region(span: Span) -> dict[str, int]:
    at = in_file(span)
    return {"startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column}
