"""`tilewright check --exact`: the kernels that a file makes when it is executed, with their actual values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.server.programs import HEADER
from tilewright.cli.main import app
from tilewright.core.analyze import analyze

MAKE = """\
def make(n, dtype="float32"):
    @T.prim_func
    def kernel(A: T.Buffer((n,), dtype)):
        for i in range(8):
            A[i] = 0

    return kernel


"""


def checked(path: Path, text: str, *options: str) -> list[dict[str, Any]]:
    """The diagnostics that reading the file with unknown parameters does not give, by place."""
    path.write_text(HEADER + text)
    result = CliRunner().invoke(app, ["check", "--exact", *options, "--no-cache", "--format", "json", str(path)])
    known = {(each.code, each.message) for each in analyze(HEADER + text, str(path)).diagnostics}
    return [each for each in json.loads(result.stdout)["diagnostics"] if (each["code"], each["message"]) not in known]


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ("make(8)", []),
        ("for size in map(int, '482'): make(size)", [2, 4]),
        ("def main():\n    make(3)", [3]),
        ("if __name__ == '__main__':\n    make(3)", [3]),
        ("[make(size) for size in (5,)]\nmake(5)", [5]),
    ],
)
def test_each_instantiation_is_named(tmp_path: Path, calls: str, said: list[int]) -> None:
    found = checked(tmp_path / "program.py", MAKE + calls + "\n")
    assert [each["message"] for each in found] == [
        f"`A[i]` reaches 7 when i = 7, and `A` has {size} element{'s' * (size > 1)}, in `make(n={size}, dtype='float32')`"
        for size in said
    ]
    assert {(each["line"], each["column"]) for each in found} <= {(9, 15)}


def test_functions_around_functions_are_named_too(tmp_path: Path) -> None:
    inner = "\n".join(f"    {line}" for line in MAKE.splitlines())
    text = f"def outer(k):\n{inner}\n    return make(k + k)\n\n\nouter(3)\n"
    (found,) = checked(tmp_path / "program.py", text)
    assert found["message"].endswith("in `outer(k=3).make(n=6, dtype='float32')`")


def test_modules_of_classes_are_checked(tmp_path: Path) -> None:
    text = """\
import math
n = math.comb(4, 2)


@I.ir_module
class Mod:
    @T.prim_func
    def main(A: T.Buffer((n,), "float32")):
        A[7] = 0.0
"""
    (found,) = checked(tmp_path / "program.py", text)
    assert (found["code"], found["line"]) == ("index-out-of-bounds", 13)


def test_a_kernel_of_another_file_is_reported_where_it_is_made(tmp_path: Path) -> None:
    (tmp_path / "library.py").write_text(HEADER + MAKE)
    (found,) = checked(tmp_path / "program.py", "from library import make\n\nmake(8)\nmake(4)\n")
    said = "`A[i]` reaches 7 when i = 7, and `A` has 4 elements, in `make(n=4, dtype='float32')`"
    assert (found["line"], found["message"]) == (8, said)


def test_what_is_wrong_with_the_script_ends_nothing(tmp_path: Path) -> None:
    bad = MAKE.replace("A[i] = 0", "A[i] = missing").replace("make", "bad")
    text = f"{MAKE}{bad}first = bad(8)\nsecond = first.attrs\nmake(4)\n"
    found = checked(tmp_path / "program.py", text)
    assert [each["message"] for each in found] == [
        "`A[i]` reaches 7 when i = 7, and `A` has 4 elements, in `make(n=4, dtype='float32')`"
    ]


def test_a_future_import_holds_for_all_statements(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(f"from __future__ import annotations\n{HEADER}{MAKE}def f(x: nowhere):\n    pass\n\n\nmake(8)\n")
    result = CliRunner().invoke(app, ["check", "--exact", "--no-cache", str(path)])
    assert "not-executed" not in result.stdout


def test_comments_and_selections_hold(tmp_path: Path) -> None:
    silent = MAKE.replace("A[i] = 0", "A[i] = 0  # tilewright: ignore[index-out-of-bounds]")
    assert checked(tmp_path / "program.py", f"{silent}make(4)\n") == []
    assert checked(tmp_path / "program.py", f"{MAKE}make(4)\n", "--ignore", "index-out-of-bounds") == []


def test_a_program_from_standard_input_needs_a_name(tmp_path: Path) -> None:
    text = f"{HEADER}{MAKE}make(4)\n"
    assert CliRunner().invoke(app, ["check", "--exact", "-"], input=text).exit_code == 2
    named = ["check", "--exact", "-", "--stdin-filename", str(tmp_path / "program.py")]
    assert "in `make(n=4" in CliRunner().invoke(app, named, input=text).stdout
