"""Notebooks on the command line: places are said by cell and line, fixes go back into their cells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_command_line import invoke
from tilewright.core.analyze import analyze

CELLS = [
    ("markdown", "# A lesson\n\nof kernels, höhe"),
    ("code", "%matplotlib inline\nfrom tvm.script import tir as T"),
    (
        "code",
        "N = 4\n\n@T.prim_func\ndef add(A: T.Buffer((N,), 'float32')):\n    for i in range(N):\n        A[i] = T.flaot32(1)\n",
    ),
    (
        "code",
        "!ls\n@T.prim_func\ndef set(A: T.Buffer((N,), 'float32')):\n    for i in range(N):\n        A[i] = A[i + 1]",
    ),
    ("code", "?N\ndef made():\n    raise ValueError('no kernel')\n\nlate = made()"),
]


def content(cells: list[tuple[str, str]], indent: int | None = 1) -> str:
    made = [{"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)} for kind, text in cells]
    tree = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(tree, indent=indent, ensure_ascii=False) + "\n"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "lesson.ipynb"
    path.write_text(content(CELLS), encoding="utf-8")
    return path


def test_check_says_cell_and_line(book: Path) -> None:
    output = invoke("check", book).output
    assert f"--> {book}:cell 3:6:18" in output
    assert "\n 6 |         A[i] = T.flaot32(1)\n" in output
    assert f"--> {book}:cell 4:5:18" in output


def test_reports_for_programs_say_cell_and_line(book: Path) -> None:
    (first, *_) = json.loads(invoke("check", book, "--format", "json").output)["diagnostics"]
    assert [first[key] for key in ("cell", "line", "column", "end_line", "end_column")] == [3, 6, 18, 6, 25]
    assert first["fixes"][0]["edits"][0]["cell"] == 3
    line, *_ = invoke("check", book, "--format", "github").output.splitlines()
    assert ",line=1,col=1," in line
    assert "::cell 3, line 6: `T` has no `flaot32`" in line
    assert ":cell 3:6:18: error" in invoke("check", book, "--format", "junit").output
    (issue, *_) = json.loads(invoke("check", book, "--format", "gitlab").output)
    assert issue["description"].startswith("cell 3, line 6: ")
    (run,) = json.loads(invoke("check", book, "--format", "sarif").output)["runs"]
    assert run["results"][0]["message"]["text"].startswith("cell 3, line 6: ")
    assert "fixes" not in run["results"][0]


@pytest.mark.parametrize("indent", [1, 2, None])
def test_fixes_go_into_their_cells_and_the_rest_stays(tmp_path: Path, indent: int | None) -> None:
    book = tmp_path / "lesson.ipynb"
    book.write_text(content(CELLS, indent), encoding="utf-8")
    assert "+        A[i] = T.float32(1)" in invoke("check", book, "--diff", "--unsafe-fixes").output
    invoke("check", book, "--fix", "--unsafe-fixes")
    kind, text = CELLS[2]
    assert book.read_text(encoding="utf-8") == content(
        [*CELLS[:2], (kind, text.replace("flaot32", "float32")), *CELLS[3:]], indent
    )


def test_an_error_of_a_run_says_cell_and_line(book: Path) -> None:
    assert f"--> {book}:cell 3:6:18" in invoke("run", f"{book}::add").output
    assert f"{book}:cell 3:6:18: error" in invoke("run", f"{book}::late").output
    book.write_text(
        content([*CELLS[:2], ("markdown", ""), *CELLS[3:]])
        .replace("Buffer((N,)", "Buffer((4,)")
        .replace("range(N)", "range(3)"),
        encoding="utf-8",
    )
    output = invoke("run", f"{book}::late").output
    assert f'File "{book}", cell 5, line 5' in output
    assert f'File "{book}", cell 5, line 3, in made' in output


def test_a_profile_names_the_line_in_its_cell(tmp_path: Path) -> None:
    path = tmp_path / "lesson.ipynb"
    kind, text = CELLS[2]
    path.write_text(content([*CELLS[:2], (kind, text.replace("flaot32", "float32"))]), encoding="utf-8")
    assert " 3:5 " in invoke("profile", f"{path}::add", "--repeat", "1").output


def test_json_that_is_no_notebook_is_no_notebook(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"nbformat": 4}', encoding="utf-8")
    assert "1 file checked" in invoke("check", path).output


def test_a_message_of_python_names_the_line_in_the_cell() -> None:
    text = "# cell 1\x1f\nfrom tvm.script import tir as T\n# cell 2\x1f\n@T.prim_func\ndef f():\n    T.evaluate([1,\n    2)\n"
    messages = [each.message for each in analyze(text).diagnostics if "line" in each.message]
    assert messages == [
        "this is not Python: closing parenthesis ')' does not match opening parenthesis '[' in cell 2, line 3"
    ]
    moved = "# cell 1\x1f\nx = 1\n" + text.replace("cell 2", "cell 3").replace("cell 1", "cell 2")
    again = [each.message for each in analyze(moved, previous=analyze(text)).diagnostics if "line" in each.message]
    assert again == [each.replace("cell 2", "cell 3") for each in messages]


@pytest.mark.parametrize("indent", [1, None])
def test_migrate_rewrites_the_code_cells_and_the_rest_stays(tmp_path: Path, indent: int | None) -> None:
    cells = [
        ("markdown", "# A lesson\n\nof T.block, höhe"),
        ("code", "%matplotlib inline\nimport tvm\nfrom tvm.script import tir as T"),
        (
            "code",
            "!ls\n@T.prim_func\ndef set(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n"
            "        with T.block('A'):  # one\n            vi = T.axis.spatial(4, i)\n            A[vi] = T.float32(1)\n",
        ),
        ("code", "sch = tvm.tir.Schedule(set)\nother.get_block('A')"),
    ]
    after = [
        (kind, text.replace("tir as T", "tirx as T").replace("prim_func", "prim_func(s_tir=True)"))
        for kind, text in cells
    ]
    after[2] = after[2][0], after[2][1].replace("T.block", "T.sblock")
    after[3] = after[3][0], after[3][1].replace("tvm.tir", "tvm.s_tir")
    book = tmp_path / "lesson.ipynb"
    book.write_text(content(cells, indent), encoding="utf-8")
    shown = invoke("migrate", book, "--to", "tirx").stdout
    assert shown == content(after, indent)
    difference = invoke("migrate", book, "--to", "tirx", "--diff").stdout
    assert "-        with T.block('A'):  # one\n+        with T.sblock('A'):  # one\n" in difference
    said = invoke("migrate", book, "--to", "tirx", "--write").output
    assert f"{book}:cell 4:2:1: `other.get_block` is `get_sblock`" in said
    assert book.read_text(encoding="utf-8") == content(after, indent)


def test_migrate_says_cell_and_line(tmp_path: Path) -> None:
    book = tmp_path / "lesson.ipynb"
    kernel = "\n@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    x = what(A)\n    A[1] = x"
    book.write_text(content([("code", "from tvm.script import tir as T"), ("code", kernel)]), encoding="utf-8")
    assert f"{book}:cell 2:4:5: `f` stays as it was" in invoke("migrate", book, "--to", "tirx", "--write").output
    book.write_text(content([("code", "x = 1"), ("code", "\nx = = 2")]), encoding="utf-8")
    assert f"{book}:cell 2:2:5: " in invoke("migrate", book, "--to", "tirx").output
