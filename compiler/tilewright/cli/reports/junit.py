"""JUnit's XML, which build servers show as tests: a suite for each file, a case for each diagnostic.

What makes the check fail is a failure; other diagnostics are cases that pass, with their text as output.  A file without diagnostics is one case that passes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tilewright.cli.reports.report import Report, in_file, relative
from tilewright.core.base.diagnostics import Diagnostic

# Characters that XML cannot hold, not even by number.
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report) -> str:
    """One document with all suites."""
    found: dict[str, list[Diagnostic]] = {name: [] for name in report.files}
    for each in report.diagnostics:
        found.setdefault(each.span.source.name, []).append(each)
    root = Element("testsuites", _counts("tilewright", report.diagnostics, report, sum(not f for f in found.values())))
    for name, diagnostics in found.items():
        _suite(root, relative(name), diagnostics, report)
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode")


def _suite(root: Element, name: str, diagnostics: Sequence[Diagnostic], report: Report) -> None:
    suite = SubElement(root, "testsuite", _counts(name, diagnostics, report, not diagnostics))
    for each in diagnostics:
        _case(suite, name, each, report.fails(each))
    if not diagnostics:
        SubElement(suite, "testcase", {"name": "tilewright", "classname": _clean(name), "file": _clean(name)})


def _counts(name: str, diagnostics: Sequence[Diagnostic], report: Report, passing: int) -> dict[str, str]:
    failures = sum(report.fails(each) for each in diagnostics)
    return {"name": _clean(name), "tests": str(len(diagnostics) + passing), "failures": str(failures), "errors": "0"}


def _case(suite: Element, name: str, diagnostic: Diagnostic, fails: bool) -> None:
    at = diagnostic.span.place
    place = {"file": _clean(name), "line": str(in_file(diagnostic.span).line)}
    case = SubElement(suite, "testcase", {"name": f"tilewright.{diagnostic.code}", "classname": _clean(name), **place})
    kind = diagnostic.severity.name.lower()
    told = _clean(f"{name}:{at.in_cell}{at.line}:{at.column}: {kind}: {diagnostic.message}")
    if fails:
        SubElement(case, "failure", {"type": kind, "message": _clean(diagnostic.message)}).text = told
    else:
        SubElement(case, "system-out").text = told


def _clean(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
