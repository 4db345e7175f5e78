"""Files that no command can read, or that end in the middle: a sentence and an exit code, and nothing of what Python does inside."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.test_command_line import BAD, GOOD, invoke

COMMANDS = {
    "run": lambda path: ("run", path),
    "run a function": lambda path: ("run", f"{path}::scale"),
    "print": lambda path: ("print", path),
    "lower": lambda path: ("lower", f"{path}::scale"),
    "debug": lambda path: ("debug", path),
    "migrate": lambda path: ("migrate", path),
}


def _folder(path: Path) -> None:
    path.mkdir()


def _loop(path: Path) -> None:
    path.symlink_to(path)


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "bytes": (lambda path: path.write_bytes(b"# \xff\n" + GOOD.encode()), "cannot be read: it is not UTF-8"),
    "encoding": (lambda path: path.write_bytes(b"# coding: no-such\n"), "nor in the encoding that it declares"),
    "folder": (_folder, "cannot be read: it is a folder"),
    "missing": (lambda path: None, "does not exist"),
    "symlink to itself": (_loop, "does not exist"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("file", FILES)
def test_every_command_says_why_a_file_cannot_be_read(tmp_path: Path, command: str, file: str) -> None:
    path = tmp_path / "given.py"
    make, said = FILES[file]
    make(path)
    result = invoke(*COMMANDS[command](path))
    assert result.exit_code == 2, result.output
    assert said in " ".join(result.output.split())
    assert isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("content", [b"", b"\0", b"x = (", GOOD.encode()[:150], GOOD.encode() + b"\0"])
@pytest.mark.parametrize("command", sorted(set(COMMANDS) - {"run", "run a function"}))
def test_what_is_no_program_is_no_crash(tmp_path: Path, command: str, content: bytes) -> None:
    path = tmp_path / "given.py"
    path.write_bytes(content)
    result = invoke(*COMMANDS[command](path))
    assert result.exit_code in (0, 1, 2), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


def test_an_unreadable_file_has_no_excerpt(tmp_path: Path) -> None:
    path = tmp_path / "given.py"
    path.write_bytes(b"\xff")
    assert "|" not in invoke("check", path).output


def script(tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "script.py"
    path.write_text(text)
    command = [sys.executable, "-m", "tilewright", "run", str(path)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("text", "said"),
    [("x = (\n", "SyntaxError: '(' was never closed"), ("def f():\n    {}[1]\nf()\n", "KeyError: 1")],
)
def test_errors_of_a_script_are_shown_from_its_own_lines_on(tmp_path: Path, text: str, said: str) -> None:
    done = script(tmp_path, text)
    assert done.returncode == 1
    assert said in done.stderr
    assert "script.py" in done.stderr
    assert "tilewright/cli" not in done.stderr
    assert "runpy" not in done.stderr


def test_what_is_no_python_is_not_migrated(tmp_path: Path) -> None:
    path = tmp_path / "given.py"
    path.write_text("x = (\n")
    result = invoke("migrate", path)
    assert result.exit_code == 2
    assert "given.py:1:5: '(' was never closed" in result.output.replace("\n", "")


def test_migrate_keeps_line_ends_and_encoding(tmp_path: Path) -> None:
    path = tmp_path / "given.py"
    text = "# coding: latin-1\n# Gr\xfc\xdfe\n" + GOOD
    path.write_bytes(text.replace("\n", "\r\n").encode("latin-1"))
    assert invoke("migrate", path, "--to", "tirx", "--write").exit_code == 0
    after = path.read_bytes()
    assert b"tirx as T\r\n" in after
    assert b"Gr\xfc\xdfe\r\n" in after
    assert after.count(b"\n") == after.count(b"\r\n")


def test_commands_about_one_function_leave_the_mistakes_of_others_alone(tmp_path: Path) -> None:
    path = tmp_path / "two.py"
    path.write_text(GOOD + BAD.partition("\n")[2].replace("scale", "other"))
    for command in ("lower", "print"):
        result = invoke(command, f"{path}::scale")
        assert result.exit_code == 0, result.output
        assert "error" not in result.output
        assert invoke(command, f"{path}::other").exit_code == 1


def test_a_function_that_is_not_found_for_a_mistake_is_told_with_the_mistake(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text(GOOD.replace("def scale(", "def scale(("))
    result = invoke("lower", f"{path}::scale")
    assert result.exit_code in (1, 2)
    assert "error[" in result.output


RACE = """from tvm.script import tir as T


@T.prim_func
def total(A: T.Buffer((8,), "float32"), B: T.Buffer((1,), "float32")):
    for i in T.parallel(8):
        B[0] = B[0] + A[i]
"""


@pytest.mark.slow
def test_run_warns_of_what_check_warns_of_in_the_same_words(tmp_path: Path) -> None:
    path = tmp_path / "race.py"
    path.write_text(RACE)
    command = [sys.executable, "-m", "tilewright", "run", f"{path}::total", "--repeat", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    warning = invoke("check", path).output.partition("1 warning")[0]
    assert "parallel-race" in warning
    assert warning.strip() in done.stderr


def test_run_shows_mistakes_as_check_does(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    said = invoke("run", f"{path}::scale")
    assert said.exit_code == 1
    assert invoke("check", path).output.partition("2 errors")[0].strip() in said.output


def test_check_reports_python_that_cannot_be_read_also_where_there_is_no_script(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("def f(:\n    pass\n")
    (tmp_path / "right.py").write_text("x = undefined\n")
    said = invoke("check", tmp_path)
    assert said.exit_code == 1
    assert "syntax-error" in said.output
    assert "1 error; 2 files checked" in said.output


def test_a_device_without_end_is_read_to_the_limit() -> None:
    result = invoke("check", "/dev/zero")
    assert result.exit_code == 1
    assert "it is larger than 32 MB" in result.output


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command of a shell in which `tilewright` is ours."""
    ours = f'tilewright() {{ {shlex.quote(sys.executable)} -m tilewright "$@"; }}; {command}'
    return subprocess.run(
        ["bash", "-c", ours],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )


def test_a_report_goes_into_pipes_and_devices_and_replaces_none(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    done = shell(
        "mkfifo pipe; cat pipe & tilewright check bad.py -o pipe; echo $?; test -p pipe && echo still", tmp_path
    )
    assert "undefined-name" in done.stdout
    assert "still" in done.stdout
    full = shell("tilewright check bad.py -o /dev/full; echo $?; test -c /dev/full && echo still", tmp_path)
    assert full.stdout == "2\nstill\n"
    assert "/dev/full cannot be written: No space left on device" in " ".join(full.stderr.split())


def test_output_that_nobody_takes_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(BAD)
    closed = shell("tilewright check bad.py >&-; echo $?", tmp_path)
    assert (closed.stdout, closed.stderr) == ("1\n", "")
