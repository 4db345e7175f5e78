"""The checkers as their users run them, on a folder of programs: what each says, by program and line.

A checker that reads nothing reports nothing, as it does of correct programs: one that skips ignored files and runs in a folder that some `.gitignore`
names, or whose report is in another form. So each run reads a canary too, a program with a mistake, and must report it.
"""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

Found = dict[str, dict[int, str]]
# What short programs cannot help: unused imports of the common header, names in lower case, expressions for their own sake.
QUIET = "unused-import,invalid-name,expression-not-assigned,wrong-import-order,wrong-import-position,ungrouped-imports"


CANARY = "canary"
CANARY_TEXT = """\
import tilewright

canary: int = tilewright.__version__
canary = no_such_name
"""
# The mistakes that each must report in the canary; pylint has no types, and pyrefly without settings does not compare them.
CANARY_LINES = {"mypy": {3, 4}, "pylint": {4}, "pyright": {3, 4}, "ty": {3, 4}, "pyrefly": {4}}

# What ends the search for settings in the folders above, and says no more than the checker does by itself.
NO_SETTINGS = {
    "pyproject.toml": "",
    "mypy.ini": "[mypy]\n",
    "ty.toml": "",
    "pyrefly.toml": 'preset = "basic"\n',
    "pyrightconfig.json": "{}\n",
}


def with_canary(check: Callable[..., Found]) -> Callable[..., Found]:
    """The checker `check`, in a folder that is a project of its own, whatever lies above it; the canary is left out of what it says."""

    @functools.wraps(check)
    def checked(folder: Path, *options: str) -> Found:
        (folder / ".git").mkdir(exist_ok=True)
        if not (folder / "pyproject.toml").exists():
            for name, text in NO_SETTINGS.items():
                (folder / name).write_text(text)
        (folder / f"{CANARY}.py").write_text(CANARY_TEXT)
        found = check(folder, *options)
        assert CANARY_LINES[check.__name__] <= set(found.pop(CANARY, {})), f"{check.__name__} read nothing: {found}"
        return found

    return checked


@with_canary
def mypy(folder: Path, *options: str) -> Found:
    """By its own configuration in the folder."""
    return _by_program(r"^(?:\./)?(\w+)\.py:(\d+): error: (.*)", output(folder, "mypy", *options, "."))


@with_canary
def pylint(folder: Path) -> Found:
    """By the folder's configuration."""
    files = [path.name for path in sorted(folder.glob("*.py"))]
    found: Found = {}
    for each in json.loads(
        output(folder, "pylint", "--output-format=json", f"--disable={QUIET},duplicate-code", *files)
    ):
        found.setdefault(Path(each["path"]).stem, {})[each["line"]] = f"{each['message']} [{each['symbol']}]"
    return found


@with_canary
def pyright(folder: Path) -> Found:
    """pyright's engine, in basedpyright."""
    found: Found = {}
    report = json.loads(output(folder, "basedpyright", "--outputjson", "--pythonpath", sys.executable))
    for each in report["generalDiagnostics"]:
        if each["severity"] == "error" and each.get("rule") != "reportMissingImports":
            found.setdefault(Path(each["file"]).stem, {})[each["range"]["start"]["line"] + 1] = each["message"]
    return found


@with_canary
def ty(folder: Path) -> Found:
    """By the folder's configuration."""
    report = output(
        folder,
        "ty",
        "check",
        "--output-format=concise",
        "--color=never",
        "--no-respect-ignore-files",
        f"--python={sys.prefix}",
        ".",
    )
    return _by_program(r"^(?:\./)?(\w+)\.py:(\d+):\d+: error(.*)", report)


@with_canary
def pyrefly(folder: Path) -> Found:
    """By the folder's configuration."""
    report = output(
        folder,
        "pyrefly",
        "check",
        "--color=never",
        "--output-format=min-text",
        "--use-ignore-files=false",
        "--project-excludes=**/__pycache__",
        f"--python-interpreter-path={sys.executable}",
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
