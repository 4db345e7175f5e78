"""`--call`: commands about one function take what a factory of the file makes for the arguments of a call."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tilewright.cli.main import app

FACTORY = """\
from tvm.script import tir as T


def make(n, dtype="float32"):
    @T.prim_func
    def scale(A: T.Buffer((n,), dtype), B: T.Buffer((n,), dtype)):
        for i in range(n):
            B[i] = A[i] + A[i]

    return scale
"""


def told(tmp_path: Path, *arguments: str) -> tuple[int, str]:
    file = tmp_path / "f.py"
    file.write_text(FACTORY)
    result = CliRunner().invoke(app, [each.replace("FILE", str(file)) for each in arguments])
    return result.exit_code, result.output


@pytest.mark.parametrize("name", ["scale", "make", "other"])
def test_a_call_gives_the_function_that_is_lowered(name: str, tmp_path: Path) -> None:
    code, said = told(tmp_path, "lower", f"FILE::{name}", "--call", "make(12, 'float16')", "--stage", "LowerInitBlock")
    assert code == 0
    assert 'T.Buffer((12,), "float16")' in said


def test_a_call_gives_the_function_that_runs(tmp_path: Path) -> None:
    code, said = told(tmp_path, "run", "--repeat", "1", "FILE::scale", "--call", "make(8)")
    assert code == 0
    assert "scale" in said
    code, said = told(tmp_path, "run", "--call", "make(8)", "--repeat", "1", "FILE::make")
    assert code == 0


def test_what_is_no_call_is_refused(tmp_path: Path) -> None:
    for given in ("make", "make(", "x = make(8)"):
        code, said = told(tmp_path, "lower", "FILE::scale", "--call", given)
        assert code == 2
        assert "--call takes a call of a function of the file" in " ".join(said.split())


def test_a_factory_without_a_call_is_told_how_to_give_one(tmp_path: Path) -> None:
    _, said = told(tmp_path, "run", "FILE::make")
    assert '--call "make(...)"' in " ".join(said.split())
