"""Ruff takes scripts for Python: the words of dtypes for names, axes for unused variables.  Quick fixes for what it says of their lines: a comment `noqa`, for the
line or for what scripts need in the whole file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tilewright.core.analyze import Analysis
from tilewright.project.linters import RUFF_CODES
from tilewright_server.answers import Action, Change, Complaint, Extent, Outline
from tilewright_server.features.code_action import QUICK_FIX
from tilewright_server.features.head import after_head
from tilewright_server.features.symbols import outline

TOOLS = ("ruff", "flake8")
_LINE = re.compile(r"#\s*noqa(?P<codes>:\s*[A-Z]+[0-9]+(?:,\s*[A-Z]+[0-9]+)*)?")
_FILE = re.compile(r"^# ruff: noqa: (?P<codes>.*[0-9])", re.MULTILINE)


def noqa(analysis: Analysis, complaints: Iterable[Complaint]) -> Iterator[Action]:
    """The actions for those complaints that make no sense in a script."""
    scripts = [_whole(part.base, entry) for part in outline(analysis) for entry in part.local.found]
    text = analysis.source.text
    codes: dict[str, None] = {}
    for each in complaints:
        inside = any(script.start <= each.extent.start <= script.end for script in scripts)
        if each.tool.lower() in TOOLS and each.code in RUFF_CODES and inside:
            codes[each.code] = None
            change = _in_line(text, each)
            if change is not None:
                yield Action(f"Silence {each.code} in this line of a script", QUICK_FIX, (change,))
    if codes:
        yield Action(
            "Silence what Ruff does not know of scripts in this file", QUICK_FIX, (_in_file(text, RUFF_CODES),)
        )


def _whole(base: int, entry: Outline) -> Extent:
    return Extent(entry.extent.start + base, entry.extent.end + base)


def _in_line(text: str, complaint: Complaint) -> Change | None:
    """A comment at the end of the line, or one more code in the comment that is there; None where everything is silent already."""
    start = text.rfind("\n", 0, complaint.extent.start) + 1
    found = re.compile(r"[^\r\n]*").match(text, start)
    end = found.end() if found is not None else start
    present = _LINE.search(text, start, end)
    if present is None:
        return Change(Extent(end, end), f"  # noqa: {complaint.code}")
    if present["codes"] is None or complaint.code in present["codes"]:
        return None
    return Change(Extent(present.end(), present.end()), f", {complaint.code}")


def _in_file(text: str, codes: Iterable[str]) -> Change:
    present = _FILE.search(text)
    if present is not None:
        missing = "".join(f", {code}" for code in codes if code not in present["codes"])
        return Change(Extent(present.end(), present.end()), missing)
    at = after_head(text)
    return Change(Extent(at, at), f"# ruff: noqa: {', '.join(codes)}\n")
