"""Functions that are one but for numbers share their code."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from tilewright.core.driver.build import build
from tilewright.ir import IRModule
from tilewright.runtime import Module
from tilewright.te import compute, create_prim_func, max, placeholder, reduce_axis, sum
from tilewright.tir import PrimFunc

# Steps after the product: with them the function is large, however many registers the processor has.
STEPS = 80


def product(terms: int, columns: int = 48) -> PrimFunc:
    """A matrix product of so many terms, in register tiles and without panels, and some steps with each element."""
    a, b = placeholder((64, terms), name="a"), placeholder((terms, columns), name="b")
    k: Any = reduce_axis((0, terms), name="k")
    c: Any = compute((64, columns), lambda i, j: sum(a[i, k] * b[k, j], axis=k), name="c")
    d = compute((64, columns), lambda i, j: reduce(_step, range(STEPS), c[i, j]), name="d")
    return create_prim_func([a, b, d]).with_attr("global_symbol", f"f{terms}")


def _step(value: Any, number: int) -> Any:
    return max(value, float(number)) * 1.0009765625  # the last is a float32


def products(*terms: int, columns: int = 48) -> Module:
    return build(IRModule({f"f{each}": product(each, columns) for each in terms}))


def check(module: Module, terms: int, columns: int = 48) -> None:
    a, b = (np.random.default_rng(0).random(shape, "float32") for shape in ((64, terms), (terms, columns)))
    c = np.zeros((64, columns), "float32")
    module[f"f{terms}"](a, b, c)
    expected = a @ b
    for number in range(STEPS):
        expected = np.maximum(expected, np.float32(number)) * np.float32(1.0009765625)
    np.testing.assert_allclose(c, expected, rtol=1e-5)


def test_products_that_differ_in_their_terms_share_code() -> None:
    module = products(320, 384, 448)
    assert "f320$2eshared" in module.get_source()
    for terms in (320, 384, 448):
        check(module, terms)


def test_two_functions_are_compiled_each_by_itself() -> None:
    module = products(320, 384)
    assert "shared" not in module.get_source()
    check(module, 384)


def test_functions_of_another_form_share_nothing() -> None:
    module = build(
        IRModule({f"f{terms}": product(terms, columns) for terms, columns in ((320, 64), (384, 48), (448, 16))})
    )
    assert "shared" not in module.get_source()
    check(module, 384, 48)
