"""Annotations that GitHub and GitLab show beside the lines of a change."""

from __future__ import annotations

import json
from hashlib import blake2b

from tilewright.cli.reports.report import Report, in_file, message_of, relative
from tilewright.core.base.diagnostics import Diagnostic, Severity

GITHUB_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}
GITLAB_LEVELS = {
    Severity.ERROR: "major",
    Severity.WARNING: "minor",
    Severity.INFORMATION: "info",
    Severity.HINT: "info",
}


def github(report: Report) -> str:
    """Workflow commands that become annotations of a pull request."""
    return "\n".join(_command(each) for each in report.diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    at = in_file(diagnostic.span)
    name = _escaped(relative(diagnostic.span.source.name), True)
    place = f"file={name},line={at.line},col={at.column},endLine={at.end_line},endColumn={at.end_column}"
    level, title = GITHUB_LEVELS[diagnostic.severity], _escaped(f"tilewright: {diagnostic.code}", True)
    return f"::{level} {place},title={title}::{_escaped(message_of(diagnostic), False)}"


def _escaped(value: str, is_property: bool) -> str:
    for character in "%\r\n" + (":," if is_property else ""):
        value = value.replace(character, f"%{ord(character):02X}")
    return value


def gitlab(report: Report) -> str:
    """A Code Quality report."""
    seen: dict[str, int] = {}
    return json.dumps([_issue(each, seen) for each in report.diagnostics], indent=1)


def _issue(diagnostic: Diagnostic, seen: dict[str, int]) -> dict[str, object]:
    at = in_file(diagnostic.span)
    path = relative(diagnostic.span.source.name)
    return {
        "description": message_of(diagnostic),
        "check_name": diagnostic.code,
        "fingerprint": _fingerprint(path, diagnostic, seen),
        "severity": GITLAB_LEVELS[diagnostic.severity],
        "location": {
            "path": path,
            "positions": {
                "begin": {"line": at.line, "column": at.column},
                "end": {"line": at.end_line, "column": at.end_column},
            },
        },
    }


def _fingerprint(path: str, diagnostic: Diagnostic, seen: dict[str, int]) -> str:
    """The same as long as the mistake is, wherever it moves in its file; the second of two equal ones is another."""
    name = f"{path}\0{diagnostic.code}\0{diagnostic.message}"
    number = seen[name] = seen.get(name, 0) + 1
    return blake2b(f"{name}\0{number}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
