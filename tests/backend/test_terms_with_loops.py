"""Reductions whose terms compute with the variables of their loops, not only with what is loaded there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright.script import tir as T

# Of `A[i, k]`, `B[k, j]` and the places, in TensorIR and in numpy.
Term = Callable[..., Any]
TERMS: dict[str, tuple[Term, Term]] = {
    "k": (lambda a, b, i, j, k: a * b * T.Cast("float32", k), lambda a, b, i, j, k: a * b * k),
    "i and k": (lambda a, b, i, j, k: a * T.Cast("float32", i * 3 + k), lambda a, b, i, j, k: a * (i * 3 + k)),
    "j": (lambda a, b, i, j, k: a * b + T.Cast("float32", j), lambda a, b, i, j, k: a * b + j),
    "k of a column": (lambda a, b, i, j, k: b * T.Cast("float32", k + j), lambda a, b, i, j, k: b * (k + j)),
    "chosen": (lambda a, b, i, j, k: T.Select(k < j, a, b), lambda a, b, i, j, k: np.where(k < j, a, b)),
}


def reduced(m: int, n: int, depth: int, term: Term, combine: Term) -> Any:
    @T.prim_func
    def main(A: T.Buffer((m, depth), "float32"), B: T.Buffer((depth, n), "float32"), C: T.Buffer((m, n), "float32")):
        for i, j, k in T.grid(m, n, depth):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = combine(C[vi, vj], term(A[vi, vk], B[vk, vj], vi, vj, vk))

    return tilewright.build(main, target="llvm")["main"]


@pytest.mark.parametrize("shape", [(1, 1, 64), (5, 1, 37), (1, 40, 19), (20, 50, 33)])
@pytest.mark.parametrize("of", TERMS)
def test_terms_have_the_value_of_their_place(of: str, shape: tuple[int, int, int]) -> None:
    m, n, depth = shape
    random = np.random.default_rng(0)
    a, b = random.random((m, depth), "float32"), random.random((depth, n), "float32")
    in_tir, in_numpy = TERMS[of]
    terms = np.broadcast_to(in_numpy(a[:, None, :], b.T[None], *np.ogrid[:m, :n, :depth]), (m, n, depth))
    for combine, wanted in ((lambda x, y: x + y, terms.sum(2)), (T.max, np.maximum(terms.max(2), 0))):
        out = np.zeros((m, n), "float32")
        reduced(m, n, depth, in_tir, combine)(a, b, out)
        np.testing.assert_allclose(out, wanted, rtol=1e-4)


def test_digits_are_packed_into_words() -> None:
    """As in the quantization of weights: the distance of a shift is that of the digit."""

    @T.prim_func
    def packed(digits: T.Buffer((6, 24), "uint32"), words: T.Buffer((6, 3), "uint32")):
        for i, j, k in T.grid(6, 3, 8):
            with T.block("words"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    words[vi, vj] = T.uint32(0)
                words[vi, vj] = words[vi, vj] + T.shift_left(digits[vi, vj * 8 + vk], T.Cast("uint32", vk * 4))

    digits = np.random.default_rng(0).integers(0, 16, (6, 24)).astype("uint32")
    words = np.zeros((6, 3), "uint32")
    tilewright.build(packed, target="llvm")["packed"](digits, words)
    wanted = (digits.reshape(6, 3, 8) << (np.arange(8, dtype="uint32") * 4)).sum(2, dtype="uint32")
    np.testing.assert_array_equal(words, wanted)
