"""What `print` and `lower` print is a program: it passes `check`, and Python runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_command_line import invoke
from tilewright.core.analyze import analyze

PROGRAM = """from tvm.script import ir as I, tir as T


@I.ir_module
class First:
    @T.prim_func
    def inc(A: T.Buffer((16,), "float32")):
        for i in range(16):
            with T.block("A"):
                vi = T.axis.spatial(16, i)
                A[vi] = A[vi] + T.float32(1)

    @T.prim_func
    def unused(A: T.Buffer((16,), "float32")):
        A[0] = T.float32(3)

    @T.prim_func
    def main(B: T.Buffer((16,), "float32")):
        First.inc(B.data)


@I.ir_module
class Second:
    @T.prim_func
    def main(B: T.Buffer((16,), "float32")):
        B[0] = T.float32(1)


@T.prim_func
def alone(B: T.Buffer((16,), "float32")):
    B[0] = T.float32(1)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "several.py"
    path.write_text(PROGRAM)
    return path


def names(text: str) -> set[str]:
    """The functions of a text that has nothing wrong."""
    analysis = analyze(text)
    assert [str(d) for d in analysis.diagnostics if d.severity == 1] == []
    return set(analysis.functions)


def test_a_printed_file_is_the_same_program_under_the_same_names(file: Path) -> None:
    printed = invoke("print", file).output
    assert names(printed) == {"First.inc", "First.unused", "First.main", "Second.main", "alone"}
    assert printed.count("import tir as T") == 1
    assert printed.startswith("from tvm.script import ir as I\n")


def test_a_printed_file_in_tirx_is_the_same_program(file: Path) -> None:
    printed = invoke("print", file, "--to", "tirx").output
    assert names(printed) == {"First.inc", "First.unused", "First.main", "Second.main", "alone"}
    assert printed.count("import tirx as T") == 1
    assert 'T.sblock("A")' in printed


def test_a_printed_function_brings_what_it_calls(file: Path) -> None:
    assert names(invoke("print", f"{file}::First.main").output) == {"First.inc", "First.main"}
    assert names(invoke("print", f"{file}::First.inc").output) == {"inc"}


@pytest.mark.parametrize("options", [(), ("--stage", "FlattenBuffer")])
def test_a_lowered_function_is_a_program(file: Path, options: tuple[str, ...]) -> None:
    printed = invoke("lower", f"{file}::First.main", *options).output
    assert names(printed) == {"First.inc", "First.main"}
    assert "First.inc(B.data)" in printed


def test_all_stages_together_are_a_program(file: Path) -> None:
    printed = invoke("lower", f"{file}::First.main", "--all").output
    assert names(printed) == {"First.inc", "First.main"}
    assert printed.count("import tir as T") == 1
    assert "# ---- after ConvertBlocksToOpaque" in printed


def test_what_a_dialect_has_no_form_for_is_named_and_the_rest_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(
        "from tvm.script import tir as T\n\n\n"
        '@T.prim_func(private=True)\ndef hidden(A: T.Buffer((4,), "float32")):\n    A[0] = T.float32(1)\n\n\n'
        '@T.prim_func\ndef shown(A: T.Buffer((4,), "float32")):\n    A[0] = T.float32(1)\n'
    )
    result = invoke("print", str(path), "--to", "hybrid")
    assert result.exit_code == 1
    assert "`hidden` is not printed: hybrid script has no private functions" in result.stderr
    assert "def shown(" in result.stdout
    assert "hidden" not in result.stdout


def test_a_printed_file_whose_signature_names_sizes_is_executed(tmp_path: Path) -> None:
    text = """from tilewright.script import tir as T


@T.prim_func
def f(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 4))
    B = T.match_buffer(b, (n, 4))
    for i, j in T.grid(n, 4):
        B[i, j] = A[i, j]
"""
    file, printed = tmp_path / "dynamic.py", tmp_path / "printed.py"
    file.write_text(text)
    printed.write_text(invoke("print", file, "--to", "tirx").stdout)
    assert 'B: T.Buffer((n, 4), "float32")' in printed.read_text()
    assert invoke("run", printed).exit_code == 0
