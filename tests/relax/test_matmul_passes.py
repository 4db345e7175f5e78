"""Passes over products of matrices: combined, in another order, distributed, moved."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.programs import HEAD, program
from tilewright import relax
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax import transform
from tilewright.script import from_source

FLOAT = "out_dtype='float32'"


def module(params: str, lines: str, attrs: str = "") -> IRModule:
    return from_source(HEAD + program(params, lines, f"        {attrs}\n" if attrs else ""))


# CombineParallelMatmul

WEIGHTS = "x: (2, 8); a: (8, 3); b: (8, 5); p: (3,); q: (5,)"
SPLIT = "k = R.split({}, [3], axis=1); i = k[0]; j = k[1]; z = (i, j)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "s = R.matmul(x, a); t = R.matmul(x, b); i = R.add(s, p); j = R.add(t, q); z = (i, j)",
            f"w = R.concat((a, b), axis=1); m = R.matmul(x, w, {FLOAT}); c = R.concat((p, q), axis=0); n = R.add(m, c); "
            + SPLIT.format("n"),
        ),
        (
            "s = R.matmul(x, a); t = R.matmul(x, b); u = R.add(s, p); v = R.add(t, q); i = R.nn.relu(u); j = R.nn.relu(v); z = (i, j)",
            f"w = R.concat((a, b), axis=1); m = R.matmul(x, w, {FLOAT}); c = R.concat((p, q), axis=0); n = R.add(m, c); r = R.nn.relu(n); "
            + SPLIT.format("r"),
        ),
        (
            "s = R.matmul(x, a); t = R.matmul(x, b); i = R.nn.relu(s); j = R.nn.gelu(t); z = (i, j)",
            f"w = R.concat((a, b), axis=1); m = R.matmul(x, w, {FLOAT}); k = R.split(m, [3], axis=1); s = k[0]; t = k[1]; i = R.nn.relu(s); "
            "j = R.nn.gelu(t); z = (i, j)",
        ),
    ],
    ids=["biases", "biases and one activation", "different activations"],
)
def test_products_of_one_matrix(before: str, after: str) -> None:
    made = transform.CombineParallelMatmul()(module(WEIGHTS, before))
    assert_structural_equal(made, module(WEIGHTS, after))


@pytest.mark.parametrize(
    ("params", "lines"),
    [
        ("x: (4, 2, 8); a: (1, 8, 3); b: (4, 8, 5)", "i = R.matmul(x, a); j = R.matmul(x, b); z = (i, j)"),
        ("x: (8, 8); a: (8, 8)", "i = R.matmul(x, a); s = R.add(i, i); j = R.matmul(x, s); z = (i, j)"),
        ("x: (2, 8); y: (2, 8); a: (8, 3)", "i = R.matmul(x, a); j = R.matmul(y, a); z = (i, j)"),
    ],
    ids=["different batches", "one needs the other", "different matrices"],
)
def test_products_that_stay_apart(params: str, lines: str) -> None:
    before = module(params, lines)
    assert_structural_equal(transform.CombineParallelMatmul()(before), before)


def test_a_check_sees_what_is_combined() -> None:
    seen: list[Any] = []

    def check(left: relax.Var, weights: Any, biases: Any, values: Any) -> bool:
        seen.append((left.name_hint, [w.name_hint for w in weights], [b.name_hint for b in biases]))
        return False

    before = module(WEIGHTS, "s = R.matmul(x, a); t = R.matmul(x, b); i = R.add(s, p); j = R.add(t, q); z = (i, j)")
    assert_structural_equal(transform.CombineParallelMatmul(check)(before), before)
    assert seen == [("x", ["a", "b"], ["p", "q"])]


# AdjustMatmulOrder


@pytest.mark.parametrize(
    ("params", "before", "after"),
    [
        (
            "x: (1, 8); a: (8, 4); b: (4, 32)",
            "w = R.matmul(a, b); z = R.matmul(x, w)",
            "w = R.matmul(x, a); z = R.matmul(w, b)",
        ),
        (
            "x: (8,); a: (8, 4); b: (4, 32)",
            "w = R.matmul(a, b); z = R.matmul(x, w)",
            "w = R.matmul(x, a); z = R.matmul(w, b)",
        ),
        (
            "x: (1, 8); a: (4, 8); b: (32, 4)",
            "w = R.matmul(b, a); t = R.permute_dims(w); z = R.matmul(x, t)",
            "p = R.permute_dims(a); w = R.matmul(x, p); q = R.permute_dims(b); z = R.matmul(w, q)",
        ),
        (
            "x: (16, 8); a: (8, 4); b: (4, 32); c: (32, 2)",
            "w = R.matmul(a, b); y = R.matmul(x, w); z = R.matmul(y, c)",
            "w = R.matmul(b, c); y = R.matmul(a, w); z = R.matmul(x, y)",
        ),
    ],
    ids=["a row", "a vector", "a transposed product", "three products"],
)
def test_the_cheaper_order(params: str, before: str, after: str) -> None:
    made = transform.AdjustMatmulOrder()(module(params, before))
    assert_structural_equal(made, module(params, after))
    assert_structural_equal(transform.AdjustMatmulOrder()(made), made)


SYMBOLIC = """
    @R.function
    def main(x: R.Tensor((16, 8)), a: R.Tensor((8, "r")), b: R.Tensor(("r", 32))):
        {}
        with R.dataflow():
            w = R.matmul(a, b)
            z = R.matmul(x, w)
            R.output(z)
        return z
"""


@pytest.mark.parametrize(
    ("attrs", "first"),
    [
        ('R.func_attr({"tir_var_upper_bound": {"r": 4}})', "R.matmul(x, a"),
        ('R.func_attr({"tir_var_lower_bound": {"r": 64}})', "R.matmul(a, b"),
        ("", "R.matmul(a, b"),
    ],
)
def test_sizes_that_are_not_known(attrs: str, first: str) -> None:
    made = transform.AdjustMatmulOrder()(from_source(HEAD + SYMBOLIC.format(attrs)))
    assert next(line for line in made.script().splitlines() if "R.matmul" in line).count(first) == 1


def test_weights_go_together() -> None:
    params, attrs = "x: (1, 8); a: (8, 4); b: (4, 32)", 'R.func_attr({"num_input": 1})'
    before = module(params, "w = R.matmul(x, a); z = R.matmul(w, b)", attrs)
    after = module(params, "w = R.matmul(a, b); z = R.matmul(x, w)", attrs)
    assert_structural_equal(transform.AdjustMatmulOrder()(before), after)
    assert_structural_equal(transform.AdjustMatmulOrder()(after), after)


# ExpandMatmulOfSum, ReorderTakeAfterMatmul


def test_a_transposed_sum() -> None:
    params = "x: (2, 4); a: (3, 4); b: (3, 4)"
    before = module(params, "w = R.add(a, b); t = R.permute_dims(w); z = R.matmul(x, t)")
    after = "p = R.permute_dims(a); q = R.matmul(x, p); r = R.permute_dims(b); s = R.matmul(x, r); z = R.add(q, s)"
    assert_structural_equal(transform.ExpandMatmulOfSum()(before), module(params, after))


def test_a_sum_of_weights_stays() -> None:
    before = module(
        "x: (2, 4); a: (4, 3); b: (4, 3)", "w = R.add(a, b); z = R.matmul(x, w)", 'R.func_attr({"num_input": 1})'
    )
    assert_structural_equal(transform.ExpandMatmulOfSum()(before), before)


def test_a_matrix_for_each_item_of_a_batch() -> None:
    before = module("x: (2, 4, 8); w: (30, 8, 6); i: (2,) int64", "t = R.take(w, i, axis=0); z = R.matmul(x, t)")
    made = transform.ReorderTakeAfterMatmul()(before)
    assert 'subscripts="ijik->ijk"' in made.script()
    generator = np.random.default_rng(0)
    given: list[Any] = [generator.random(shape, "float32") for shape in ((2, 4, 8), (30, 8, 6))]
    given.append(np.array([7, 3]))
    one, other = (relax.VirtualMachine(relax.build(mod))["main"](*given).numpy() for mod in (before, made))
    np.testing.assert_allclose(one, other, 1e-5)


def test_sizes_of_parameters_are_not_negative() -> None:
    before = module("x: (2, 8); a: (8, 3); b: (8, 'm')", "c = R.matmul(x, a); d = R.matmul(x, b); z = (c, d)")
    text = transform.CombineParallelMatmul()(before).script()
    assert 'R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, m), dtype="float32")) = R.split(' in text
