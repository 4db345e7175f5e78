"""Factories of kernels on numbers that are packed in words, in groups with a scale each."""

from __future__ import annotations

import pytest

from tilewright.core.analyze import analyze

KERNEL = """from tvm.script import tir as T

def make(n, k, {parameters}):
    @T.prim_func
    def f(W: T.Buffer((n, k // 8), "uint32"), S: T.Buffer((n, k // group), "float16"), O: T.Buffer((n, k), "float16")):
        for i, j in T.grid(n, k):
            with T.block("d"):
                vi, vj = T.axis.remap("SS", [i, j])
                word = {word}
                O[vi, vj] = T.cast(word & T.uint32(15), "float16") * S[{scale}]
    return f
"""
SHIFT = 'W[vi, vj // 8] >> T.cast(vj % 8 * 4, "uint32")'
CALL = 'T.shift_right(W[vi, vj // 8], T.cast(vj % 8 * 4, "uint32"))'


def codes(**parts: str) -> list[str]:
    return [found.code for found in analyze(KERNEL.format(**parts), "k.py").diagnostics]


@pytest.mark.parametrize("parameters", ["group", "group=32"])
@pytest.mark.parametrize("word", [SHIFT, CALL])
def test_words_are_full(parameters: str, word: str) -> None:
    assert codes(parameters=parameters, word=word, scale="vi, vj // group") == []


def test_scales_in_the_wrong_order_are_found() -> None:
    assert codes(parameters="group=32", word=SHIFT, scale="vj // group, vi") == ["index-out-of-bounds"]


def test_sizes_that_python_relates_are_not_compared() -> None:
    text = """from tvm.script import tir as T

class Kernels:
    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols
        self.first, self.second = rows - 1, cols - 1

    def make(self):
        first, rows, cols, second = self.first, self.rows, self.cols, self.second
        @T.prim_func
        def f(A: T.Buffer((rows, cols), "float32"), B: T.Buffer((first, second), "float32")):
            for i, j in T.grid(first, second):
                B[i, j] = A[i, j]
        return f
"""
    assert [found.code for found in analyze(text, "k.py").diagnostics] == []


@pytest.mark.parametrize(
    "value",
    [
        "T.if_then_else(vi < 100, T.abs(A[vi]), T.float32(0))",
        "T.Select(vi < 100, T.exp(A[vi]), T.float32(1)) * T.abs(A[vi])",
        "T.min(T.abs(A[vi]), T.float32(5)) + T.float32(1)",
    ],
)
def test_a_maximum_of_what_is_never_negative_starts_from_zero(value: str) -> None:
    text = f"""from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((128,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(128):
        with T.block("b"):
            vi = T.axis.reduce(128, i)
            with T.init():
                B[0] = T.float32(0)
            B[0] = T.max(B[0], {value})
"""
    assert [found.code for found in analyze(text, "k.py").diagnostics] == []
    negative = text.replace("T.abs(", "T.sin(").replace("T.float32(1))", "T.float32(-1))")
    assert [found.code for found in analyze(negative, "k.py").diagnostics] == ["wrong-identity"]
