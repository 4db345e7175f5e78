"""The command line through its own door: exit codes, formats, and what people read."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from tilewright.cli.main import app
from tilewright.core.base.catalogue import CATALOGUE
from tilewright.project.address import help_address

GOOD = """from tvm.script import tir as T


@T.prim_func
def scale(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi] * T.float32(2)
"""
BAD = GOOD.replace("A[vi] *", "D[vi] *").replace("range(8)", "rnge(8)")


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def good(tmp_path: Path) -> Path:
    file = tmp_path / "good.py"
    file.write_text(GOOD)
    return file


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    file = tmp_path / "bad.py"
    file.write_text(BAD)
    return file


def test_check_of_a_correct_file_exits_0(good: Path) -> None:
    result = invoke("check", good)
    assert result.exit_code == 0, result.output
    assert "No mistakes found" in result.output


def test_check_shows_every_mistake_with_its_line_and_carets(bad: Path) -> None:
    result = invoke("check", bad)
    assert result.exit_code == 1
    assert result.output.count("error[") == 2
    assert f"{bad}:6:14" in result.output
    lines = result.output.splitlines()
    line = next(number for number, text in enumerate(lines) if "B[vi] = D[vi]" in text)
    assert lines[line + 1].rstrip().endswith("^")
    assert lines[line].index("D[vi]") == lines[line + 1].index("^")
    assert "2 errors" in result.output


def test_check_searches_folders(good: Path, bad: Path) -> None:
    result = invoke("check", good.parent)
    assert "2 files checked" in result.output
    assert result.exit_code == 1


def test_check_of_a_missing_file_is_bad_usage(tmp_path: Path) -> None:
    assert invoke("check", tmp_path / "none.py").exit_code == 2


@pytest.mark.parametrize("content", [b"\xff\xfe\x00x", b"# coding: no-such\n"])
def test_check_of_a_file_that_is_not_text_is_an_error_of_that_file(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "binary.py"
    file.write_bytes(content)
    result = invoke("check", file)
    assert result.exit_code == 1
    assert "unreadable-file" in result.output


def test_json_holds_places_notes_and_fixes(bad: Path) -> None:
    report = json.loads(invoke("check", bad, "--format", "json").output)
    (loop, name) = report["diagnostics"]
    assert (loop["line"], loop["column"], loop["end_column"]) == (6, 14, 18)
    assert name["code"] == "undefined-name"
    assert loop["fixes"][0]["edits"][0]["text"] == "range"


def test_github_annotations_name_file_and_line(bad: Path) -> None:
    lines = invoke("check", bad, "--format", "github").output.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("::error file=") for line in lines)
    assert "line=6,col=14" in lines[0]


def test_sarif_has_a_rule_for_every_result(bad: Path) -> None:
    (run,) = json.loads(invoke("check", bad, "--format", "sarif").output)["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [rules[result["ruleIndex"]] for result in run["results"]] == [result["ruleId"] for result in run["results"]]


def test_explain_prints_the_entry() -> None:
    result = invoke("explain", "undefined-name")
    assert result.exit_code == 0
    assert CATALOGUE["undefined-name"].summary in result.output
    assert result.output.rstrip().endswith(help_address("undefined-name"))


def test_explain_says_how_to_silence_the_diagnostic_in_a_line_a_file_a_folder_and_everywhere() -> None:
    output = invoke("explain", "parallel-race").output
    for form in (
        "# tilewright: ignore[parallel-race]",
        "# tilewright: ignore-file[parallel-race]",
        "--ignore parallel-race",
        '[tool.tilewright.per-file-ignores] "FOLDER/**" = ["parallel-race"]',
        '[tool.tilewright] ignore = ["parallel-race"]',
    ):
        assert form in output


def test_explain_of_an_unknown_code_offers_the_nearest() -> None:
    result = invoke("explain", "undefined-nam")
    assert result.exit_code == 2
    assert "undefined-name" in result.output


def test_explain_all_lists_every_code() -> None:
    output = invoke("explain", "all").output
    assert [code for code in CATALOGUE if code not in output] == []


def test_print_prints_the_program(good: Path) -> None:
    result = invoke("print", f"{good}::scale")
    assert result.exit_code == 0, result.output
    assert "def scale(" in result.output
    assert 'with T.block("B"):' in result.output


def test_lower_stops_at_a_stage(good: Path) -> None:
    result = invoke("lower", f"{good}::scale", "--stage", "FlattenBuffer")
    assert result.exit_code == 0, result.output
    assert "T.block" not in result.output


def test_lower_all_shows_the_stages(good: Path) -> None:
    output = invoke("lower", f"{good}::scale", "--all").output
    assert "after ConvertBlocksToOpaque" in output
    assert "Passes that changed nothing" in output


ROWS = """from tilewright.script import tir as T


@T.prim_func
def rows(X: T.Buffer((64, 1000), "float32"), Y: T.Buffer((64, 1000), "float32")):
    highest = T.alloc_buffer((64,), "float32")
    for i, j in T.grid(64, 1000):
        with T.block("highest"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                highest[vi] = T.min_value("float32")
            highest[vi] = T.max(highest[vi], X[vi, vj])
    for i, j in T.grid(64, 1000):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = T.exp(X[vi, vj] - highest[vi])
"""


def test_lower_all_gives_each_reason_once(tmp_path: Path) -> None:
    (tmp_path / "rows.py").write_text(ROWS)
    target = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v3"
    lines = invoke("lower", f"{tmp_path / 'rows.py'}::rows", "--all", "--target", target).output.splitlines()
    reasons = [line for line in lines if line.startswith("# `")]
    assert any("computed in vectors" in reason for reason in reasons)
    assert len(reasons) == len(set(reasons))


@pytest.mark.parametrize(("form", "expected"), [("llvm", "define"), ("asm", ".globl")])
def test_lower_to_machine_forms(good: Path, form: str, expected: str) -> None:
    result = invoke("lower", f"{good}::scale", "--to", form)
    assert result.exit_code == 0, result.output
    assert expected in result.output


@pytest.mark.parametrize("options", [[], ["--all"], ["--to", "asm"]])
def test_lower_shows_what_a_cpu_cannot_do_at_its_line(tmp_path: Path, options: list[str]) -> None:
    path = tmp_path / "gpu.py"
    path.write_text(
        "from tilewright.script import tir as T\n\n\n@T.prim_func\ndef copy(A: T.Buffer((32,)), B: T.Buffer((32,))):\n"
        '    for i in T.thread_binding(32, thread="threadIdx.x"):\n        B[i] = A[i]\n'
    )
    result = invoke("lower", f"{path}::copy", *options)
    assert result.exit_code == 1
    assert "error[thread-binding-on-cpu]" in result.output
    assert "gpu.py:6:5" in result.output


def test_lower_of_an_unknown_name_offers_the_nearest(good: Path) -> None:
    result = invoke("lower", f"{good}::scal")
    assert result.exit_code == 2
    assert "did you mean `scale`?" in result.output


@pytest.mark.slow
def test_run_of_a_function_reports_time_and_output(good: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", "run", f"{good}::scale"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "time" in done.stdout
    assert "B: 8 float32" in done.stdout


@pytest.mark.slow
def test_run_of_a_script_gives_it_tvm(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(
        GOOD + "\n\nimport numpy as np, sys, tvm\na = tvm.runtime.tensor(np.arange(8, dtype='float32'))\n"
        "b = tvm.runtime.tensor(np.zeros(8, 'float32'))\ntvm.compile(scale, target='llvm')(a, b)\nprint(b.numpy().sum(), sys.argv[1:])\n"
    )
    command = [sys.executable, "-m", "tilewright", "run", str(file), "x", "--flag"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "56.0 ['x', '--flag']"


@pytest.mark.parametrize(("command", "done"), [("run", "run"), ("profile", "profiled")])
def test_a_function_with_errors_is_refused_in_words(bad: Path, command: str, done: str) -> None:
    result = invoke(command, f"{bad}::scale")
    assert result.exit_code == 1
    assert result.output.rstrip().endswith(f"scale was not {done}: 2 errors")


def test_run_of_a_script_with_mistakes_shows_them(bad: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", "run", str(bad)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 1
    assert "undefined-name" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_doctor_says_that_all_works() -> None:
    result = invoke("doctor")
    assert result.exit_code == 0, result.output
    assert "a function was parsed, compiled and run" in result.output


def test_version() -> None:
    assert invoke("--version").output.startswith("tilewright ")


def test_help_shows_flags_without_a_value() -> None:
    group: Any = typer.main.get_command(app)
    names = [[], *([name] for name in group.commands), ["cache", "clear"]]
    for name in names:
        shown = invoke(*name, "--help").output
        assert "bool" not in shown.lower(), name
    assert re.search(r"--all +Print the program", invoke("lower", "--help").output)
    assert re.search(r"--sugar +--no-sugar +Use T.grid", invoke("print", "--help").output)


@pytest.mark.parametrize("command", ["lower", "tune", "explore"])
def test_a_processor_that_llvm_does_not_know_is_named(good: Path, command: str) -> None:
    result = invoke(command, f"{good}::scale", "--target", "llvm -mcpu=no-such")
    assert result.exit_code == 2, result.output
    assert "--target: LLVM knows no processor 'no-such'" in " ".join(result.output.split())


def test_tune_refuses_a_processor_whose_code_cannot_run_here(good: Path, tmp_path: Path) -> None:
    target = "llvm -mtriple=riscv64-unknown-linux-gnu"
    result = invoke("tune", f"{good}::scale", "--target", target, "--work-dir", str(tmp_path / "tuning"))
    assert result.exit_code == 2, result.output
    assert "cannot be measured here: it is compiled for riscv64" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--size", "n=4", "`n` is not a symbolic size of this function; all its sizes are numbers."),
        ("--data", "Z=ones", "There is no parameter `Z`; there are `A`, `B`."),
        ("--data", "foo", "`foo` is no data for parameters: choose random,"),
    ],
)
def test_run_names_what_there_is_for_what_there_is_not(good: Path, option: str, value: str, said: str) -> None:
    result = invoke("run", f"{good}::scale", option, value)
    assert result.exit_code != 0
    assert said in " ".join(result.output.split())


def test_the_list_of_diagnostics_keeps_brackets() -> None:
    assert "The table `[tool.tilewright]` has" in " ".join(invoke("explain", "all").output.split())


def test_init_says_that_there_is_no_such_folder(tmp_path: Path) -> None:
    result = invoke("init", str(tmp_path / "absent"))
    assert result.exit_code == 2
    assert "is not a folder" in " ".join(result.output.split())
