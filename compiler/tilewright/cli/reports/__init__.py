"""The reports of `check`: for people, and in the formats that other programs read."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.cli.reports.annotations import github, gitlab
from tilewright.cli.reports.json_report import json_report, json_statistics
from tilewright.cli.reports.junit import junit
from tilewright.cli.reports.report import Report
from tilewright.cli.reports.sarif import sarif
from tilewright.cli.reports.text import statistics, text

# What each format makes of a report; "text" has colours and is written by a console.
FORMATS: dict[str, Callable[[Report], str]] = {
    "json": json_report,
    "github": github,
    "gitlab": gitlab,
    "sarif": sarif,
    "junit": junit,
}

__all__ = ["FORMATS", "Report", "json_statistics", "statistics", "text"]
