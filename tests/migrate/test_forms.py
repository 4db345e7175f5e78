"""Forms that a migration rewrites by what they mean, and functions that it refuses; each piece of text is kept but for those."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.migrate.meaning import check_kept
from tilewright.cli.main import app
from tilewright.core.analyze import analyze
from tilewright.core.migrate import migrated

_CLASSIC = "from tvm.script import tir as T\n\n\n"
_TIRX = "from tvm.script import tirx as T\n\n\n"
_HEAD = '@T.prim_func\ndef f(A: T.Buffer((8,), "float32"), n: T.int32):\n'


def body(text: str, to: str) -> str:
    made = check_kept(text, to)
    assert not made.refusals
    return made.text.split("):\n", 1)[1]


def test_a_new_variable_of_an_inner_scope_is_not_a_cell() -> None:
    lines = (
        "    x = T.float32(0)\n    for i in range(8):\n        x = x + A[i]\n        x_2: T.float32 = x\n    A[0] = x\n"
    )
    assert body(_CLASSIC + _HEAD + lines, "tirx") == (
        "    x: T.let = T.float32(0)\n    for i in range(8):\n        x: T.let = x + A[i]\n        x_2: T.let[T.float32] = x\n    A[0] = x\n"
    )


def test_an_augmented_assignment_makes_a_new_variable() -> None:
    lines = (
        "    x = A[0]  # outer\n    if n > 0:\n        x += A[1] if True else A[2]\n        A[3] = x\n    A[4] = x\n"
    )
    made = body(_CLASSIC + _HEAD + lines, "tirx")
    assert "        x: T.let = x + (A[1] if True else A[2])\n        A[3] = x\n" in made
    assert "    x: T.let = A[0]  # outer\n" in made


def test_cells_become_buffers_of_one_element() -> None:
    lines = "    x = A[0]\n    y: T.int32\n    y = n\n    a, b = x, 2\n    if x > 1.0: x = A[1]; y += 1\n    A[y] = x + a * b\n"
    made = body(_TIRX + _HEAD.replace("prim_func", "prim_func(s_tir=True)") + lines, "classic")
    for line in (
        '    x = T.decl_buffer((1,), "float32", scope="local")\n    x[0] = A[0]\n',
        '    y = T.decl_buffer((1,), "int32", scope="local")\n    y[0] = n\n',
        "    if x[0] > 1.0: x[0] = A[1]; y[0] += 1\n    A[y[0]] = x[0] + a[0] * b[0]\n",
    ):
        assert line in made


def test_a_cell_that_hides_what_its_value_reads_gets_another_name() -> None:
    lines = "    x: T.let = A[0]\n    for i in range(2):\n        x: T.float32 = x * 2.0\n        x += 1.0\n        A[i] = x\n    A[2] = x\n"
    made = body(_TIRX + _HEAD.replace("prim_func", "prim_func(s_tir=True)") + lines, "classic")
    assert "        x_1[0] = x * 2.0\n        x_1[0] += 1.0\n        A[i] = x_1[0]\n    A[2] = x\n" in made


def test_scopes_that_lose_their_end_keep_their_names_apart() -> None:
    lines = (
        "    y = A[7]\n    with T.LetStmt(A[0]) as x:\n        y = x + y\n        A[1] = y\n"
        "    with T.LetStmt(A[2]) as x:\n        A[3] = x + y\n"
    )
    made = body(_CLASSIC + _HEAD + lines, "tirx")
    assert "    x_1 = T.bind(A[0])\n    y_1: T.let = x_1 + y\n    A[1] = y_1\n" in made
    assert "    x_2 = T.bind(A[2])\n    A[3] = x_2 + y\n" in made


def test_vectors_are_read_with_ramps_in_tirx() -> None:
    made = body(_CLASSIC + _HEAD + "    A[0:4] = A[4:8] + T.exp(A[2:6])\n", "tirx")
    assert made == "    A[0:4] = A[T.Ramp(4, 1, 4)] + T.exp(A[T.Ramp(2, 1, 4)])\n"


def test_sizes_that_are_text_become_variables() -> None:
    text = (
        _TIRX
        + '@T.prim_func(s_tir=True)\ndef f(A: T.Buffer(("m", 4), "float32"), B: T.Buffer(("m * 2",)), k: T.int32):\n'
        '    """Doc."""\n    for i in range(m):\n        A[i, 0] = B[i]\n'
    )
    made = check_kept(text, "classic")
    assert not made.refusals
    assert "def f(A_handle: T.handle, B_handle: T.handle, k: T.int32):\n" in made.text
    assert (
        '    m = T.int32()\n    A = T.match_buffer(A_handle, (m, 4), "float32")\n    B = T.match_buffer(B_handle, (m * 2,))\n'
        in made.text
    )


_OF_2020 = """\
import tvm
from tvm import tir
from tvm.hybrid import ty

sch = tir.Schedule


@tvm.hybrid.script
def f(a: ty.handle, b: ty.handle) -> None:
    A = tir.buffer_bind(a, (4, 4), "float32")
    B = tir.buffer_bind(b, (4,), "float32")
    reducer = tir.comm_reducer(lambda x, y: x + y, tir.float32(0))
    with tir.block([4, tir.reduce_axis(0, 4)], "C") as [vi, vk]:
        reducer.step(B[vi], A[vi, vk] * tir.float32(2))  # the sum
    p = tir.var("handle")
    with tir.allocate(p, "float32", [4], True):
        p[0] = tir.exp(B[0], dtype="float32")
        B[1] = tir.load("float32", p, 0)
    x: ty.int32 = tir.cast("int32", B[2])
    tir.evaluate(x)
"""


@pytest.mark.parametrize("to", ["classic", "tirx"])
def test_the_surface_of_2020_is_rewritten(to: str) -> None:
    made = migrated(_OF_2020, to)
    assert not made.refusals
    lines = [
        "                B[vi] = T.float32(0)\n            B[vi] = B[vi] + (A[vi, vk] * T.float32(2))  # the sum\n",
        "p_view[0] = T.call_intrin(",
        "B[1] = p_view[0]\n",
        'T.cast(B[2], "int32")\n',
    ]
    lines += (
        ["from tvm import tir\nfrom tvm.script import tir as T\n"]
        if to == "classic"
        else ["from tvm import s_tir\n", "sch = s_tir.Schedule\n"]
    )
    for line in lines:
        assert line in made.text
    assert "reducer" not in made.text
    assert "ty." not in made.text


@pytest.mark.parametrize(
    ("beside", "left"),
    [
        ("from tvm.script import {} as T", []),
        ("from tvm.script import {} as T  # the new one", []),
        ("from tvm.script import relax as R, {} as T", ["from tvm.script import relax as R"]),
        (
            "from tvm.script import (\n    {} as T,\n    relax as R,\n)",
            ["from tvm.script import (", "    relax as R)"],
        ),
        ("import os; from tvm.script import {} as T", ["import os; from tvm.script import tirx as T"]),
    ],
)
def test_a_file_that_is_half_migrated_gets_no_import_twice(beside: str, left: list[str]) -> None:
    functions = """

@tvm.script.tir
def f(a: ty.handle) -> None:
    A = tir.match_buffer(a, (8,), "float32")
    A[0] = tir.float32(0)


@T.prim_func(s_tir=True)
def g(A: T.Buffer((8,), "float32")):
    A[0] = T.float32(0)
"""
    text = f"import tvm\nfrom tvm.script import ty\n{beside.format('tirx')}\n{functions}"
    found = migrated(text, "tirx")
    assert not found.refusals
    head = found.text[: found.text.index("\n\n\n@")].splitlines()
    assert [line for line in head if line.strip()] == ["import tvm", "from tvm.script import tirx as T", *left]
    assert not analyze(found.text).diagnostics


def test_a_function_that_cannot_be_said_stays_as_it_was() -> None:
    text = (
        _TIRX + '@T.prim_func(s_tir=True)\ndef f(A: T.Buffer((8,), "float32")):\n    x = A[0]\n    A[1] = x\n\n\n'
        '@T.prim_func(s_tir=True)\ndef g(A: T.Buffer((8,), "float32")):\n    if 1 < 2:\n        y = A[0]\n    A[1] = y  # known here in tirx\n'
    )
    made = check_kept(text, "classic")
    (refusal,) = made.refusals
    assert refusal.name == "g"
    assert refusal.span.text == "g"
    assert "`y` is not defined here any more" in refusal.reason
    assert made.text.startswith("from tvm.script import tirx as T\nfrom tvm.script import tir as T_tir\n")
    assert made.text.endswith(text[text.index("@T.prim_func(s_tir=True)\ndef g") :])
    assert "@T_tir.prim_func\ndef f(" in made.text


def test_a_macro_stays_with_the_function_that_calls_it() -> None:
    text = (
        _TIRX
        + '@T.inline\ndef fill(C):\n    q = C[0]\n    C[1] = q\n\n\n@T.prim_func(s_tir=True)\ndef f(A: T.Buffer((8,), "float32")):\n    fill(A)\n'
    )
    made = migrated(text, "classic")
    assert {refusal.name for refusal in made.refusals} == {"fill", "f"} or made.refusals[0].name == "fill"
    check_kept(text, "classic")


def test_what_only_running_the_file_tells_is_refused() -> None:
    text = "from elsewhere import start\n" + _CLASSIC + _HEAD + "    x = start(A)\n    A[0] = x\n"
    (refusal,) = migrated(text, "tirx").refusals
    assert (refusal.name, refusal.span.text) == ("f", "x")
    assert migrated(text, "tirx").text == text


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("    while A[0] > 1.0:\n        A[0] = A[0] - 1.0\n", "hybrid script has no `while`"),
        ("    x = T.meta_var(n)\n    A[x] = 0.0\n", "hybrid script has no `meta_var`"),
        (
            '    for i in T.serial(8, annotations={"k": 1}):\n        A[i] = 0.0\n',
            "a loop has two ends and a kind in hybrid script",
        ),
    ],
)
def test_what_2020_had_no_form_for_is_refused(line: str, reason: str) -> None:
    assert [refusal.reason for refusal in migrated(_CLASSIC + _HEAD + line, "hybrid").refusals] == [reason]


# Files


@pytest.mark.parametrize("front", [b"", b"\xef\xbb\xbf"], ids=["plain", "bom"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_files_keep_encodings_and_line_ends(front: bytes, end: str, tmp_path: Path) -> None:
    text = (
        _CLASSIC
        + _HEAD
        + "\n\n    # größer\n    x = A[0]\t \n\n    with T.LetStmt(x) as y:  # note\n        A[1] = y\n\n"
    )
    path = tmp_path / "kernel.py"
    path.write_bytes(front + text.replace("\n", end).encode())
    path.chmod(0o755)
    for to in ("tirx", "classic", "hybrid", "tirx"):
        assert CliRunner().invoke(app, ["migrate", str(path), "--to", to, "--write"]).exit_code == 0
        content = path.read_bytes()
        assert content.startswith(front)
        assert content.count(b"\n") == content.count(end.encode()), content
        assert "    # größer".encode() in content
        assert b"# note" in content or to != "tirx"
        assert path.stat().st_mode & 0o777 == 0o755


def test_a_file_in_another_encoding_with_mixed_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    content = ("# coding: latin-1\r\n" + _CLASSIC + _HEAD + "    # für\r\n    x = A[0]\n    A[1] = x\r\n").encode(
        "latin-1"
    )
    path.write_bytes(content)
    assert CliRunner().invoke(app, ["migrate", str(path), "--to", "tirx", "--write"]).exit_code == 0
    assert path.read_bytes() == content.replace(b"tir as", b"tirx as").replace(
        b"prim_func", b"prim_func(s_tir=True)"
    ).replace(b"x = ", b"x: T.let = ")


def test_the_command_names_what_stays(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    text = "from elsewhere import start\n" + _CLASSIC + _HEAD + "    x = start(A)\n    A[0] = x\n"
    path.write_text(text)
    result = CliRunner().invoke(app, ["migrate", str(path), "--to", "tirx", "--write"])
    assert result.exit_code == 1
    assert f"{path}:7:5: `f` stays as it was: whether `x` is a number is known only when the file runs" in result.output
    assert path.read_text() == text
