"""What the plugins report of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tilewright.project import inspection
from tilewright_checkers import diagnosed


def test_errors_with_their_places() -> None:
    text = "from tvm.script import tir as T\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'int8')):\n    A[0] = B[0]\n"
    (found,) = diagnosed.mistakes(text, "a.py")
    assert (found.code, found.line, found.column) == ("undefined-name", 5, 11)


def test_a_failure_of_the_compiler_is_a_mistake_at_the_top_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str, name: str, **options: object) -> Any:
        raise KeyError("x")

    monkeypatch.setattr(inspection, "analyze", broken)
    (found,) = diagnosed.mistakes("a text of its own", "a.py")
    assert (found.code, found.line) == ("internal-error", 1)
    assert "KeyError" in found.message


PROGRAM = "from tvm.script import tir as T\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'int8')):\n    A[0] = B[0]\n"


def test_comments_and_settings_hold(tmp_path: Path) -> None:
    name = str(tmp_path / "kernels" / "a.py")
    assert diagnosed.mistakes(PROGRAM, name)
    assert not diagnosed.mistakes(PROGRAM[:-1] + "  # tilewright: ignore[undefined-name]\n", name)
    settings = tmp_path / "pyproject.toml"
    for table in ('ignore = ["undefined-name"]', 'exclude = ["kernels/"]', 'severity = { undefined-name = "hint" }'):
        settings.write_text(f"[tool.tilewright]\n{table}\n")
        assert not diagnosed.mistakes(PROGRAM, name)
