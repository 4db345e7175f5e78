"""mypy 1.4, of June 2023, the oldest that is still common: the last for Python 3.7, and what long-lived projects have pinned.

It says of programs with scripts what the mypy that Tilewright is developed with says.
"""

from __future__ import annotations

import sys

import pytest

from benchmarks.peers import python_of
from tests.checkers.cases import ACCEPTED, MISTAKEN, expected, program
from tests.checkers.running import Found, mypy


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Found:
    folder = tmp_path_factory.mktemp("programs")
    for case in (*ACCEPTED, *MISTAKEN):
        (folder / f"{case}.py").write_text(program(case))
    (folder / "pyproject.toml").write_text(
        '[tool.mypy]\nplugins = ["tilewright_checkers.mypy"]\n[tool.tilewright]\nmypy_diagnostics = true\n'
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "executable", str(python_of("oldest-mypy")))
        return mypy(folder)


@pytest.mark.parametrize("case", [*ACCEPTED, *MISTAKEN])
def test_the_oldest_mypy_says_the_same(case: str, reports: Found) -> None:
    found = reports.get(case, {})
    assert set(found) == expected(case, "mypy"), found
