"""Commands that are given a function with mistakes, or one that is not there beside such: the mistakes are told, and the names are those of the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_command_line import invoke

BROKEN = """from tvm.script import ir as I, tir as T


@I.ir_module
class Module:
    @T.prim_func
    def main(A: T.Buffer((16,), "float32")):
        A[0] = missing

    @T.prim_func
    def other(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(1)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "broken.py"
    path.write_text(BROKEN)
    return path


@pytest.mark.parametrize("command", ["lower", "print", "tune", "run", "profile"])
@pytest.mark.parametrize("name", ["main", "Module.main"])
def test_a_function_of_a_broken_module_is_refused_for_its_mistakes(file: Path, command: str, name: str) -> None:
    result = invoke(command, f"{file}::{name}")
    assert result.exit_code == 1
    assert result.output.count("error[undefined-name]: `missing` is not defined here") == 1
    assert "has no function" not in result.output
    assert "no TVMScript" not in result.output
    refusals = {"run": "Module.main was not run: 1 error", "profile": "Module.main was not profiled: 1 error"}
    assert refusals.get(command, "") in result.output


def test_a_broken_module_is_refused_by_its_own_name_too(file: Path) -> None:
    for command in ("lower", "print"):
        result = invoke(command, f"{file}::Module")
        assert (result.exit_code, result.output.count("error[")) == (1, 1)


@pytest.mark.parametrize("command", ["lower", "run"])
def test_a_name_that_is_not_there_is_told_with_those_that_are(file: Path, command: str) -> None:
    output = " ".join(invoke(command, f"{file}::absent").output.split())
    assert "t has `Module`, `Module.main`, `Module.other`" in output
    assert "no TVMScript" not in output
