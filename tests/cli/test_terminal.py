"""What commands print on a terminal of 80 columns: programs in lines as they are, which the terminal alone breaks, so that they can be copied and run."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tilewright.core.analyze import analyze
from tilewright.core.base.catalogue import CATALOGUE

pty = pytest.importorskip("pty")

PROGRAM = """from tvm.script import tir as T


@T.prim_func
def normalised(the_first_input: T.Buffer((64, 64), "float32"), the_second_input: T.Buffer((64, 64), "float32"), the_output: T.Buffer((64, 64), "float32")):
    for row, column in T.grid(64, 64):
        with T.block("output"):
            v_row, v_column = T.axis.remap("SS", [row, column])
            the_output[v_row, v_column] = (the_first_input[v_row, v_column] + the_second_input[v_row, v_column]) * (the_first_input[v_row, v_column] - the_second_input[v_row, v_column])
"""


def on_terminal(folder: Path, *arguments: str, columns: int = 80) -> str:
    """What a command writes to a terminal, without the colours."""
    import fcntl
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-m", "tilewright", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env={**environment, "TERM": "xterm-256color"},
    )
    os.close(theirs)
    written = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # Linux's way to say that the other end is closed
            break
        if not piece:
            break
        written += piece
    os.close(ours)
    assert process.wait() == 0, written.decode()
    assert b"\x1b[" in written, "not taken for a terminal"
    return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", written.decode()).replace("\r\n", "\n")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "long.py"
    path.write_text(PROGRAM)
    return path


@pytest.mark.parametrize("columns", [80, 160])
@pytest.mark.parametrize("arguments", [("print", "long.py"), ("lower", "long.py::normalised", "--all")])
def test_a_program_on_a_terminal_is_the_program_in_a_file(file: Path, arguments: tuple[str, ...], columns: int) -> None:
    shown = on_terminal(file.parent, *arguments, columns=columns)
    elsewhere = subprocess.run(
        [sys.executable, "-m", "tilewright", *arguments], cwd=file.parent, capture_output=True, text=True, check=True
    )
    assert shown == elsewhere.stdout
    assert max(map(len, shown.splitlines())) > columns
    ast.parse(shown)
    assert [each.message for each in analyze(shown).diagnostics if each.severity == 1] == []


def test_the_examples_of_explain_are_programs(tmp_path: Path) -> None:
    code = next(code for code, entry in CATALOGUE.items() if len(max(entry.example.splitlines(), key=len)) > 76)
    shown = on_terminal(tmp_path, "explain", code)
    indented = "\n".join(f"    {line}".rstrip() for line in CATALOGUE[code].example.rstrip().splitlines())
    assert indented in re.sub(r" +$", "", shown, flags=re.MULTILINE)


def test_show_prints_whole_lines(file: Path) -> None:
    shown = on_terminal(file.parent, "run", str(_showing(file.parent)))
    ast.parse(shown)
    assert max(map(len, shown.splitlines())) > 80


def _showing(folder: Path) -> Path:
    path = folder / "showing.py"
    path.write_text("from long import normalised\n\nnormalised.show()\n")
    return path
