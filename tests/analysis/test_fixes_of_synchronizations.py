"""Fixes that let threads wait: the line stands where the synchronization is missing, and nothing is missing then."""

from __future__ import annotations

import textwrap

import pytest

from tilewright.core.analyze import analyze
from tilewright.project.fixing import spliced

HEADER = """from tilewright.script import tir as T


@T.prim_func
def f(A: T.Buffer((4, 64), "float32"), B: T.Buffer((4, 64), "float32"), C: T.Buffer((64,), "float32")):
    tx = T.launch_thread("threadIdx.x", 64)
    s = T.decl_buffer((64,), "float32", scope="shared")
"""
WAIT = 'T.evaluate(T.tvm_storage_sync("shared"))'


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("s[tx] = A[0, tx]\nC[tx] = s[63 - tx]\n", "s[tx] = A[0, tx]"),
        (
            'for k in range(4):\n    s[tx] = A[k, tx]\n    T.tvm_storage_sync("shared")\n    B[k, tx] = s[63 - tx]\n',
            "    B[k, tx] = s[63 - tx]",
        ),
        (
            's[tx] = A[0, tx]\nT.tvm_storage_sync("shared")\nB[0, tx] = s[63 - tx]\nC[tx] = A[1, tx]\ns[tx] = A[2, tx]\n'
            'T.tvm_storage_sync("shared")\nB[1, tx] = s[63 - tx]\n',
            "C[tx] = A[1, tx]",
        ),
        ("s[tx] = A[0, tx]\nB[0, tx] = A[0, tx]\nif tx < 32:\n    C[tx] = s[63 - tx]\n", "B[0, tx] = A[0, tx]"),
    ],
)
def test_the_line_stands_where_it_is_missing(body: str, after: str) -> None:
    text = HEADER + textwrap.indent(body, "    ")
    (found,) = analyze(text).diagnostics
    assert found.code == "missing-sync"
    assert any("synchronization belongs" in note.message for note in found.notes)
    made = spliced(text, found.fixes[0].edits)
    indent = " " * (4 + len(after) - len(after.lstrip()))
    assert f"{indent}{after.lstrip()}\n{indent}{WAIT}\n" in made
    assert analyze(made).diagnostics == ()


def test_threads_wait_behind_the_condition_at_the_end_of_each_step() -> None:
    step = "    for k in range(6):\n        if tx < T.shift_right(32, k):\n            s[tx] = s[tx] + s[tx + T.shift_right(32, k)]\n"
    around = (
        "    s[tx] = A[0, tx]\n    T.tvm_storage_sync('shared')\n{}    T.tvm_storage_sync('shared')\n    C[tx] = s[0]\n"
    )
    (found,) = analyze(HEADER + around.format(step)).diagnostics
    assert found.code == "missing-sync"
    made = spliced(HEADER + around.format(step), found.fixes[0].edits)
    assert made == HEADER + around.format(f"{step}        {WAIT}\n")
    assert analyze(made).diagnostics == ()
