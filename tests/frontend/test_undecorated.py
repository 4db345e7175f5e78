"""Functions that are written as functions of the script and lack their decorator."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tilewright.cli.main import app
from tilewright.core.analyze import analyze
from tilewright.core.base.diagnostics import Diagnostic

IMPORTS = "from tvm.script import ir as I, relax as R, tir as T\n\n"
KERNEL = "def add(A: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        A[i] = A[i] + 1.0\n"
GRAPH = "def main(x: R.Tensor((8,), 'float32')):\n    y = R.nn.relu(x)\n    return y\n"


def found(text: str) -> list[Diagnostic]:
    return [each for each in analyze(IMPORTS + text).diagnostics if each.code == "undecorated-function"]


@pytest.mark.parametrize(("text", "decorator"), [(KERNEL, "@T.prim_func"), (GRAPH, "@R.function")])
def test_a_function_that_nothing_decorates_gets_a_warning_and_the_fix(text: str, decorator: str) -> None:
    (one,) = found(text)
    assert str(one).startswith("<string>:3:5: warning")
    assert decorator in one.fixes[0].title
    ((edit,),) = (each.edits for each in one.fixes)
    fixed = IMPORTS + edit.text + text
    assert edit.span.start == len(IMPORTS)
    assert analyze(fixed).diagnostics == ()


def test_the_decorator_ends_as_the_lines_of_the_file_do() -> None:
    text = (IMPORTS + KERNEL).replace("\n", "\r\n")
    (one,) = [each for each in analyze(text).diagnostics if each.code == "undecorated-function"]
    ((edit,),) = (each.edits for each in one.fixes)
    assert (edit.span.source.text[edit.span.start :], edit.text) == (KERNEL.replace("\n", "\r\n"), "@T.prim_func\r\n")


def test_what_compiles_a_function_makes_none_of_it() -> None:
    assert len(found(KERNEL + "\nimport tvm\nlib = tvm.compile(add)\n")) == 1


@pytest.mark.parametrize(
    "text",
    [
        KERNEL + "\nadd = T.macro(add)\n",
        KERNEL + "\n@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    add(A)\n",
        "def shape(A: T.Buffer((8,), 'float32')):\n    return A.shape\n",
        "def make(n):\n    def add(A: T.Buffer((8,), 'float32')):\n        A[0] = 1.0\n    return add\n",
        "@other\n" + KERNEL,
    ],
)
def test_helpers_and_functions_that_something_uses_are_plain_python(text: str) -> None:
    assert found(text) == []


def test_a_method_on_tensors_is_a_function_of_relax() -> None:
    text = "@I.ir_module\nclass M:\n    " + GRAPH.replace("\n", "\n    ")
    (one,) = found(text)
    assert "`@R.function`" in one.message
    assert one.fixes[0].title == "Decorate it with `@R.function`"


def test_run_says_that_the_decorator_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "add.py"
    path.write_text(IMPORTS + KERNEL)
    result = CliRunner().invoke(app, ["run", f"{path}::add"])
    assert result.exit_code != 0
    assert "`add` has no decorator" in result.output
    assert "@T.prim_func" in result.output
