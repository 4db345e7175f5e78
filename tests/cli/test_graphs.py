"""Modules with functions of Relax on the command line, and scripts that take options."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tilewright.cli.main import app

PROGRAM = """\
from tvm.script import ir as I, relax as R, tir as T


@I.ir_module
class Mod:
    @T.prim_func
    def add(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            B[i] = A[i] + T.float32(1)

    @R.function
    def main(x: R.Tensor((16,), "float32")):
        cls = Mod
        with R.dataflow():
            y = R.call_tir(cls.add, (x,), out_sinfo=R.Tensor((16,), "float32"))
            R.output(y)
        return y


@R.function
def top(x: R.Tensor((16,), "float32")):
    return R.exp(x)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "model.py"
    path.write_text(PROGRAM)
    return path


def test_kernels_of_a_mixed_module_run_and_are_lowered(file: Path) -> None:
    assert CliRunner().invoke(app, ["run", f"{file}::Mod.add"]).exit_code == 0
    for name in ("Mod", "Mod.main", "Mod.add"):
        lowered = CliRunner().invoke(app, ["lower", f"{file}::{name}"])
        assert lowered.exit_code == 0, lowered.output
        assert "def add(" in lowered.output
        assert "R.function" not in lowered.output
        assert CliRunner().invoke(app, ["lower", f"{file}::{name}", "--to", "llvm"]).exit_code == 0


def test_a_command_without_a_name_lists_those_of_the_file(file: Path) -> None:
    for command, names in (("lower", ["Mod", "top", "Mod.add", "Mod.main"]), ("run", ["top", "Mod.add", "Mod.main"])):
        result = CliRunner().invoke(app, [command, str(file) + ("::" if command == "run" else "")])
        assert result.exit_code == 2
        assert result.output.split("Of this file:\n")[1].split("\n")[:-1] == [
            f"  tilewright {command} {file}::{name}" for name in names
        ]
    (file.parent / "empty.py").write_text("x = 1\n")
    assert "has no TVMScript" in CliRunner().invoke(app, ["tune", str(file.parent / "empty.py")]).output


DYNAMIC = """\
from tvm.script import relax as R


@R.function
def scale(x: R.Tensor(("n", 4), "float32")):
    return R.add(x, x)
"""


@pytest.mark.slow
def test_kernels_of_a_graph_with_symbolic_sizes_are_tuned_for_numbers(tmp_path: Path) -> None:
    file = tmp_path / "dynamic.py"
    file.write_text(DYNAMIC)
    work = ["--work-dir", str(tmp_path / "tuning"), "--trials", "1"]
    result = CliRunner().invoke(app, ["tune", f"{file}::scale", "--size", "n=8", *work])
    assert result.exit_code == 0, result.output
    assert "scale: 1 trial, 0 failed" in result.output
    assert "the median of 7 samples" in result.output


def test_a_graph_of_symbolic_sizes_asks_for_numbers_and_refuses_other_names(tmp_path: Path) -> None:
    file = tmp_path / "dynamic.py"
    file.write_text(DYNAMIC)
    work = ["--work-dir", str(tmp_path / "tuning"), "--trials", "1"]
    without = CliRunner().invoke(app, ["tune", f"{file}::scale", *work])
    assert without.exit_code == 2
    assert "whose shapes depend on `n` are left out" in without.output
    unknown = CliRunner().invoke(app, ["tune", f"{file}::scale", "--size", "m=8", *work])
    assert "`m` is not a symbolic size of this module; it has n" in unknown.output


@pytest.mark.parametrize("name", ["top", "Mod.main"])
def test_functions_of_relax_are_run_on_random_data(file: Path, name: str) -> None:
    result = CliRunner().invoke(app, ["run", f"{file}::{name}", "--repeat", "1"])
    assert result.exit_code == 0, result.output
    assert "input    x: 16 float32" in result.output
    assert "output   result: 16 float32, min" in result.output


@pytest.mark.parametrize("name", ["top", "Mod.main", "main"])
def test_a_graph_is_lowered_to_its_kernels_and_to_native_code(file: Path, name: str) -> None:
    every = CliRunner().invoke(app, ["lower", f"{file}::{name}", "--all"])
    assert every.exit_code == 0, every.output
    assert "# ---- after LegalizeOps" in every.output or name != "top"
    assert "Parallelize" in every.output
    fused = CliRunner().invoke(app, ["lower", f"{file}::{name}", "--stage", "FuseTIR"])
    assert "R.call_tir(" in fused.output
    assembly = CliRunner().invoke(app, ["lower", f"{file}::{name}", "--to", "asm"])
    assert assembly.exit_code == 0, assembly.output
    assert f"tilewright_{name.rpartition('.')[2]}" in assembly.output


def test_the_program_after_a_stage_that_runs_again_is_that_of_the_run_that_changes_it(tmp_path: Path) -> None:
    file = tmp_path / "model.py"
    file.write_text(
        "from tilewright.script import ir as I, relax as R\n\n\n@I.ir_module\nclass Model:\n    @R.function\n"
        '    def main(x: R.Tensor((8, 4), "float32"), w: R.Tensor((4, 3), "float32")):\n'
        "        with R.dataflow():\n            y = R.nn.softmax(R.matmul(x, w))\n            R.output(y)\n        return y\n"
    )
    fused = CliRunner().invoke(app, ["lower", f"{file}::main", "--stage", "FuseTIR"])
    assert fused.exit_code == 0
    assert fused.output.count("R.call_tir(") == 1


def test_a_stage_that_neither_graphs_nor_kernels_have(file: Path) -> None:
    result = CliRunner().invoke(app, ["lower", f"{file}::main", "--stage", "Nothing"])
    assert result.exit_code == 2
    assert "the stages are PackWeights" in result.output


@pytest.mark.parametrize("command", ["run", "lower", "print"])
def test_a_function_of_one_module_needs_no_name_of_the_module(file: Path, command: str) -> None:
    assert CliRunner().invoke(app, [command, f"{file}::add"]).exit_code == 0


def test_a_name_of_two_modules_is_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    again = PROGRAM[PROGRAM.index("@I.ir_module") : PROGRAM.index("@R.function\ndef top")].replace("Mod", "Other")
    path.write_text(PROGRAM + "\n\n" + again)
    result = CliRunner().invoke(app, ["lower", f"{path}::add"])
    assert result.exit_code == 2
    assert "has no function 'add'" in result.output


def test_a_script_that_only_defines_functions_says_how_to_run_one(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    result = CliRunner().invoke(app, ["run", str(file)])
    said = result.output + capfd.readouterr().err
    assert result.exit_code == 0
    assert "only defines functions" in said
    for name in ("Mod.add", "Mod.main", "top"):
        assert f"tilewright run {file}::{name}\n" in said


@pytest.mark.parametrize(
    "more", ["print('done')\n", "def now(work):\n    work()\n\n\n@now\ndef step():\n    print('done')\n"]
)
def test_a_script_that_does_something_gets_no_hint(file: Path, capfd: pytest.CaptureFixture[str], more: str) -> None:
    file.write_text(f"{PROGRAM}\n\n{more}")
    result = CliRunner().invoke(app, ["run", str(file)])
    assert "only defines" not in result.output + capfd.readouterr().err


def test_a_release_that_does_not_exist_is_named_before_the_script_begins(file: Path) -> None:
    command = [sys.executable, "-m", "tilewright.cli.main", "run", str(file)]
    environment = {**os.environ, "TILEWRIGHT_TVM_RELEASE": "0.25"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "TILEWRIGHT_TVM_RELEASE is '0.25'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_function_is_printed_with_the_kernels_that_it_calls(file: Path) -> None:
    result = CliRunner().invoke(app, ["print", f"{file}::Mod.main"])
    assert "def add(" in result.output
    assert "R.call_tir(cls.add" in result.output


def test_what_stands_after_a_script_is_the_scripts(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script.py"
    script.write_text("import sys\nprint(sys.argv[1:])\n")
    result = CliRunner().invoke(app, ["run", "--seed", "1", str(script), "-x", "--help", "--size", "n=3"])
    assert result.exit_code == 0
    assert "['-x', '--help', '--size', 'n=3']" in result.output + capfd.readouterr().out


def test_calls_of_python_hide_no_mistakes(file: Path) -> None:
    wrong = PROGRAM.replace(
        '(16,), "float32"))\n            R.output(y)',
        '(17,), "float32"))\n            print(y)\n            R.output(y)',
    )
    assert wrong != PROGRAM
    race = "\n\n@T.prim_func\ndef g(A: T.Buffer((16,), 'float32')):\n    for q in T.parallel(16):\n        A[0] = A[0] + A[q]\n    print('x', A)\n"
    file.write_text(wrong + race)
    found = CliRunner().invoke(app, ["check", str(file)]).output
    assert "error[call-tir]" in found
    assert "warning[parallel-race]" in found
