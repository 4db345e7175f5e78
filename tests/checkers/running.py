"""The checkers as their users run them, on a folder of programs: what each says, by program and line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

Found = dict[str, dict[int, str]]
# What short programs cannot help: unused imports of the common header, names in lower case, expressions for their own sake.
QUIET = "unused-import,invalid-name,expression-not-assigned,wrong-import-order,wrong-import-position,ungrouped-imports"


def mypy(folder: Path, *options: str) -> Found:
    """By its own configuration in the folder."""
    return _by_program(r"^(?:\./)?(\w+)\.py:(\d+): error: (.*)", output(folder, "mypy", *options, "."))


def pylint(folder: Path) -> Found:
    """By the folder's configuration."""
    files = [path.name for path in sorted(folder.glob("*.py"))]
    found: Found = {}
    for each in json.loads(
        output(folder, "pylint", "--output-format=json", f"--disable={QUIET},duplicate-code", *files)
    ):
        found.setdefault(Path(each["path"]).stem, {})[each["line"]] = f"{each['message']} [{each['symbol']}]"
    return found


def pyright(folder: Path) -> Found:
    """pyright's engine, in basedpyright."""
    found: Found = {}
    report = json.loads(output(folder, "basedpyright", "--outputjson", "--pythonpath", sys.executable))
    for each in report["generalDiagnostics"]:
        if each["severity"] == "error" and each.get("rule") != "reportMissingImports":
            found.setdefault(Path(each["file"]).stem, {})[each["range"]["start"]["line"] + 1] = each["message"]
    return found


def ty(folder: Path) -> Found:
    """By the folder's configuration."""
    report = output(folder, "ty", "check", "--output-format=concise", f"--python={sys.prefix}", ".")
    return _by_program(r"^(?:\./)?(\w+)\.py:(\d+):\d+: error(.*)", report)


def pyrefly(folder: Path) -> Found:
    """By the folder's configuration."""
    report = output(
        folder, "pyrefly", "check", "--output-format=min-text", f"--python-interpreter-path={sys.executable}"
    )
    return _by_program(r"^ *ERROR (?:.*/)?(\w+)\.py:(\d+):\S* (.*)", report)


CHECKERS: dict[str, Callable[[Path], Found]] = {
    "mypy": mypy,
    "pylint": pylint,
    "pyright": pyright,
    "ty": ty,
    "pyrefly": pyrefly,
}


def output(folder: Path, tool: str, *arguments: str) -> str:
    """What a tool prints; checkers exit with 1 and more when they find something."""
    command = [sys.executable, "-m", tool, *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    assert "No module named" not in done.stderr, f"{done.stderr}: `make` installs what the tests need"
    return done.stdout


def _by_program(pattern: str, report: str) -> Found:
    found: Found = {}
    for program, line, message in re.findall(pattern, report, re.MULTILINE):
        found.setdefault(program, {})[int(line)] = message
    return found
