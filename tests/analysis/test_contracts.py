"""What an author says of a kernel on purpose: that a sum goes on from what the caller has, and that sizes are multiples."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import tilewright
from tests.cli.test_command_line import invoke
from tilewright.core.analyze import Analysis, analyze

HEADER = "from tilewright.script import tir as T\n\n\n@T.prim_func\n"
SUM = """def f(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4,), "float32")):
    for i, k in T.grid(4, 8):
        with T.block("b"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = {}
            B[vi] = B[vi] + A[vi, vk]
"""
SCALE = """def f(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    {}
    for io, ii in T.grid({}, 16):
        B[io * 16 + ii] = A[io * 16 + ii]
"""


def read(text: str) -> Analysis:
    return analyze(HEADER + text)


def codes(text: str) -> list[str]:
    return [each.code for each in read(text).diagnostics]


def test_an_init_with_the_element_itself_goes_on_from_what_the_caller_has() -> None:
    analysis = read(SUM.format("B[vi]"))
    assert [str(each) for each in analysis.diagnostics] == []
    a, b = np.ones((4, 8), np.float32), np.arange(4, dtype=np.float32)
    tilewright.build(analysis.functions["f"])(a, b)
    assert b.tolist() == [8, 9, 10, 11]


@pytest.mark.parametrize("start", ["B[3 - vi]", "B[vi] * T.float32(2)"])
def test_the_start_may_be_scaled_but_not_come_from_another_element(start: str) -> None:
    assert codes(SUM.format(start)) == ([] if "*" in start else ["uninitialized-read"])


def test_an_allocated_sum_cannot_go_on() -> None:
    allocated = SUM.replace("B: T.Buffer((4,)", "C: T.Buffer((4,)").replace(
        "    for i, k", '    B = T.alloc_buffer((4,), "float32")\n    for i, k'
    )
    stored = "    for i in range(4):\n        C[i] = B[i]\n"
    assert "uninitialized-read" in codes(allocated.format("B[vi]") + stored)


def test_the_comment_says_that_a_plain_sum_goes_on(tmp_path: Path) -> None:
    body = 'def f(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4,), "float32")):\n    for i, k in T.grid(4, 8):\n        B[i] = B[i] + A[i, k]'
    (found,) = read(body + "\n").diagnostics
    assert (found.code, found.severity.name) == ("missing-init", "WARNING")
    comment = found.message[found.message.index("# tilewright") : -1]
    file = tmp_path / "k.py"
    file.write_text(f"{HEADER}{body}  {comment}\n")
    result = invoke("check", file)
    assert result.exit_code == 0
    assert "No mistakes found" in result.output


def contract(text: str) -> list[str]:
    """The notes that name `T.assume`."""
    return [note.message for each in read(text).diagnostics for note in each.notes if "T.assume" in note.message]


def test_what_a_quotient_leaves_out_names_the_contract_that_silences_it() -> None:
    text = SCALE.format("T.evaluate(0)", "n // 16")
    (said,) = contract(text)
    assumed = said[said.index("`T.assume") + 1 : -1]
    assert assumed == "T.assume(n % 16 == 0)"
    assert codes(text) == ["unwritten-element"]
    assert codes(SCALE.format(assumed, "n // 16")) == []


def test_a_contract_that_does_not_silence_is_not_offered() -> None:
    text = SCALE.format("T.evaluate(0)", "n // 16 - 1")
    assert codes(text) == ["unwritten-element"]
    assert contract(text) == []
