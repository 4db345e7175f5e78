"""Writes `constraints.txt`: the versions of everything that tests and tools install today, for each interpreter found.

Each interpreter is asked what pip would install there. Where the answers differ, markers tell interpreters apart; the
newest answer also holds for interpreters that are newer still. Run it by `make lock`, then run the tests, then commit.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pythons import MINORS, found

ROOT = Path(__file__).parents[1]
# PyTorch is pinned in `pyproject.toml` and is not there for every interpreter; what it needs is named, so that it is asked for everywhere.
OF_TORCH = ["filelock", "fsspec", "jinja2", "networkx", "setuptools", "sympy", "typing-extensions"]
BUILDING = ["hatchling", "pip"]
NOT_LOCKED = {"tilewright"}
HEAD = """\
# What tests and tools install, on every machine and at any time: made by `make lock`, read by the Makefile.
# Users' ranges are those of pyproject.toml; `make test-newest` runs the tests without this file.
"""


def main() -> None:
    interpreters = found()
    if missing := [f"3.{minor}" for minor in MINORS if minor not in interpreters]:
        print(f"not found, and not asked: Python {', '.join(missing)}")
    answers = {minor: wanted(path) for minor, path in interpreters.items()}
    names = sorted({name for versions in answers.values() for name in versions} - NOT_LOCKED)
    lines = [line for name in names for line in constraints(name, answers)]
    (ROOT / "constraints.txt").write_text(HEAD + "".join(f"{line}\n" for line in lines))
    print(f"constraints.txt: {len(names)} packages for Python {', '.join(f'3.{minor}' for minor in answers)}")


def wanted(python: Path) -> dict[str, str]:
    """Name -> version of what pip would install for `python` if nothing was there."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--dry-run"]
        options = ["--ignore-installed", "--report", str(report)]
        asked = [".[dev,docs,release,network-tests]", *OF_TORCH, *BUILDING]
        subprocess.run([*pip, *options, *asked], cwd=ROOT, check=True)
        installed = [each["metadata"] for each in json.loads(report.read_text())["install"]]
    return {re.sub(r"[-_.]+", "-", each["name"]).lower(): each["version"] for each in installed}


def constraints(name: str, answers: dict[int, dict[str, str]]) -> list[str]:
    """A line for each run of interpreters that agree; `answers` goes from the oldest to the newest."""
    runs: list[tuple[str, int]] = []
    for minor, versions in answers.items():
        version = versions.get(name)
        if version is not None and (not runs or runs[-1][0] != version):
            runs.append((version, minor))
    lines: list[str] = []
    for (version, first), above in zip(runs, [*(minor for _, minor in runs[1:]), None]):
        bounds = [f"python_version >= '3.{first}'"] if lines else []
        bounds += [f"python_version < '3.{above}'"] if above else []
        lines.append(f"{name}=={version}" + (f" ; {' and '.join(bounds)}" if bounds else ""))
    return lines


if __name__ == "__main__":
    main()
