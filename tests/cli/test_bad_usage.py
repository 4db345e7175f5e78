"""Commands that ask for what cannot be: exit code 2 and a sentence that says what to give instead."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_command_line import GOOD, invoke
from tilewright.cli.console import progress, stderr
from tilewright.core.analyze import analyze


@pytest.fixture
def target(tmp_path: Path) -> str:
    file = tmp_path / "good.py"
    file.write_text(GOOD)
    return f"{file}::scale"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--repeat", "0"), "--repeat"),
        (("--repeat", "-1"), "--repeat"),
        (("--timeout", "0"), "--timeout takes a positive number of seconds, not 0"),
        (("--timeout", "nan"), "--timeout takes a positive number"),
        (("--size", "m=0"), "--size takes a positive number: m cannot be 0"),
        (("--size", "m=-3"), "--size takes a positive number: m cannot be -3"),
        (("--size", "m"), "--size takes NAME=NUMBER"),
    ],
)
def test_run_refuses(target: str, options: tuple[str, ...], said: str) -> None:
    result = invoke("run", target, *options)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--all", "--to", "llvm"), "--all and --to llvm show different things"),
        (("--all", "--stage", "Simplify"), "--stage and --all show different things"),
        (("--stage", "Simplify", "--to", "asm"), "--stage and --to asm show different things"),
    ],
)
def test_lower_refuses_options_of_which_one_would_be_ignored(target: str, options: tuple[str, ...], said: str) -> None:
    result = invoke("lower", target, *options)
    assert result.exit_code == 2
    assert said in result.output


def test_a_word_that_is_no_choice_is_answered_with_the_choices(target: str) -> None:
    result = invoke("lower", target, "--to", "foo")
    assert result.exit_code == 2
    assert "'foo' is not one of tir, llvm, asm." in result.output
    assert "Value error" not in result.output


def test_help_names_what_is_wanted() -> None:
    assert "PATH" in invoke("check", "--help").output


def test_check_of_a_folder_without_python_files_says_so(tmp_path: Path) -> None:
    result = invoke("check", tmp_path)
    assert result.exit_code == 0
    assert f"no Python files in {tmp_path}" in " ".join(result.output.split())


def test_overlong_lines_are_shown_around_the_mistake(tmp_path: Path) -> None:
    terms = " + ".join(["A[vi]"] * 200)
    file = tmp_path / "long.py"
    file.write_text(GOOD.replace("A[vi] *", f"{terms} + D[vi] + {terms} *"))
    lines = invoke("check", file).output.splitlines()
    assert max(len(line) for line in lines) < 250
    place = next(number for number, line in enumerate(lines) if "D[vi]" in line)
    assert lines[place].index("D[vi]") == lines[place + 1].index("^")


def test_codes_with_the_nearest_word_are_offered() -> None:
    result = invoke("explain", "indx")
    assert result.exit_code == 2
    assert "did you mean" in result.output
    assert "index-out-of-bounds" in result.output


def test_progress_is_shown_in_lines_where_nobody_sees_a_line_change(capsys: pytest.CaptureFixture[str]) -> None:
    stderr.cache_clear()
    seconds = iter((0.0, 4.0, 11.0, 11.0, 12.0, 22.0, 22.0))
    with progress(lambda: next(seconds)) as show:
        for percent in (1, 30, 50, 90):
            show(f"[big].py: {percent} %")
    stderr.cache_clear()
    assert capsys.readouterr().err.splitlines() == ["[big].py: 30 %", "[big].py: 90 %"]


def test_analysis_reports_progress() -> None:
    seen: list[int] = []
    analyze(GOOD * 3, on_progress=seen.append)
    assert seen == sorted(seen)
    assert len(seen) > 3
    assert seen[-1] == 100


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--target", "nonsense"), "'nonsense' is not a kind of target"),
        (("--to", "asm", "--target", "llvm -mcpu=nonsense"), "LLVM knows no processor 'nonsense'"),
        (
            ("--to", "asm", "--target", "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=apple-m1"),
            "for that processor give the machine, too: -mtriple=arm64-apple-macosx",
        ),
        (("--to", "asm", "--target", "c"), "there is no LLVM IR and no assembly"),
        (("--to", "llvm", "--target", "cuda"), "builds for the CPU only"),
        (("--all", "--target", "cuda"), "builds for the CPU only"),
    ],
)
def test_lower_says_what_is_wrong_with_a_target(target: str, options: tuple[str, ...], said: str) -> None:
    result = invoke("lower", target, *options)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_settings_that_are_no_text_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"[tool.x]\n# \xff\n")
    result = invoke("init", tmp_path, "--write")
    assert result.exit_code == 2
    assert "it is not UTF-8" in " ".join(result.output.split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", ["check", "print"])
def test_output_that_cannot_be_written_is_told(target: str, command: str) -> None:
    """Although Python keeps a short text until it ends, unless its user has set PYTHONUNBUFFERED, which no test sees."""
    with open("/dev/full", "w") as full:
        path = target.partition("::")[0]
        arguments = [sys.executable, "-m", "tilewright", command, path]
        done = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True, timeout=120)
    assert done.returncode == 2
    assert done.stderr.strip() == "error: the output cannot be written: No space left on device"


def test_a_reader_that_goes_away_is_no_mistake(target: str) -> None:
    path = target.partition("::")[0]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "tilewright", "print", path],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "tilewright", "lsp", "--log-file", str(tmp_path / "none" / "log")]
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_run_names_the_form_with_two_colons(target: str) -> None:
    result = invoke("run", target.replace("::", ":"))
    assert result.exit_code == 2
    assert f"write two colons: {target}" in result.output.replace("\n", " ").replace("colons:  ", "colons: ")
    bare = invoke("run", "scale")
    assert bare.exit_code == 2
    assert "FILE::scale" in " ".join(bare.output.split())


# `f` is behind the mistake, or is no part of the file.
NOT_PYTHON = "from tilewright.script import tir as T\n\n\ndef helper(:\n    return 1\n"


@pytest.mark.parametrize(
    ("command", "name"),
    [
        *((command, "::f") for command in ("run", "profile", "lower", "tune", "explore", "print")),
        *((command, "") for command in ("profile", "lower", "tune")),  # the others take a file
    ],
)
def test_a_file_that_is_not_python_is_said_to_be_none(tmp_path: Path, command: str, name: str) -> None:
    file = tmp_path / "bad.py"
    file.write_text(NOT_PYTHON)
    result = invoke(command, f"{file}{name}")
    assert result.exit_code in (1, 2)
    assert "error[syntax-error]: this is not Python" in result.output
    assert "def helper(:" in result.output
