"""What is known inside a loop is not known behind it: a loop that does not run says nothing of its extent."""

from __future__ import annotations

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright import build, tir

HEAD = '@T.prim_func\ndef main(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "float32"), n: T.int32):\n'
BEFORE = {
    "a loop": "    for i in range(n):\n        A[i] = 1.0\n",
    "a loop in another": "    for j in range(2):\n        for i in range(n):\n            A[i] = 1.0\n",
    "a loop from elsewhere": "    for i in range(3, n + 3):\n        A[i] = 1.0\n",
    "a block": '    for i in range(n):\n        with T.block("b"):\n            v = T.axis.spatial(n, i)\n            A[v] = 1.0\n',
}


@pytest.mark.parametrize("before", list(BEFORE))
@pytest.mark.parametrize("condition", ["n > 0", "n <= 0"])
def test_a_condition_behind_a_loop_is_asked(before: str, condition: str) -> None:
    text = f"{HEAD}{BEFORE[before]}    if {condition}:\n        B[0] = 1.0\n"
    module = program(text)
    written = {"n > 0": "if 0 < n:", "n <= 0": "if n <= 0:"}[condition]
    assert written in tir.transform.Simplify()(module).script()
    for n in (0, 2):
        data, flag = np.zeros(16, "float32"), np.zeros(1, "float32")
        build(module)(data, flag, n)
        assert bool(flag[0]) == ((n > 0) == (condition == "n > 0"))


def test_inside_the_loop_its_extent_is_known() -> None:
    text = HEAD + "    for i in range(n):\n        if n > 0:\n            A[i] = 1.0\n"
    assert "if" not in tir.transform.Simplify()(program(text)).script()


def test_an_extent_with_an_offset_says_more() -> None:
    text = "@T.prim_func\ndef main(a: T.handle):\n    n = T.int32()\n    A = T.match_buffer(a, (n * 32 - 1,))\n    A[T.min(1, n)] = 1.0\n"
    assert "A[1] = " in tir.transform.Simplify()(program(text)).script()
