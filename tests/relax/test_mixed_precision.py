"""`ToMixedPrecision`: which values become float16, and where they come back."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.programs import HEAD, program
from tilewright import relax
from tilewright.ir import assert_structural_equal
from tilewright.relax import Function, transform
from tilewright.script import from_source

XW = "x: (4, 8); w: (8, 8)"
TO_HALF = "h = R.astype(x, 'float16'); v = R.astype(w, 'float16')"
CASES: list[tuple[str, str, str]] = [
    (
        "products, elements that follow, softmax in between",
        "a = R.matmul(x, w); b = R.nn.relu(a); c = R.nn.softmax(b); z = R.add(b, c)",
        f"{TO_HALF}; a = R.matmul(h, v, out_dtype='float16'); b = R.nn.relu(a); s = R.astype(b, 'float32'); "
        "c = R.nn.softmax(s); t = R.astype(b, 'float32'); z = R.add(t, c)",
    ),
    (
        "constants that fit, and one that does not",
        "a = R.matmul(x, w); b = R.add(a, R.const(2.0, 'float32')); z = R.multiply(b, R.const(1e6, 'float32'))",
        f"{TO_HALF}; a = R.matmul(h, v, out_dtype='float16'); o = R.astype(R.const(2.0, 'float32'), 'float16'); b = R.add(a, o); "
        "t = R.astype(b, 'float32'); z = R.multiply(t, R.const(1e6, 'float32'))",
    ),
    (
        "tuples",
        "a = R.matmul(x, w); c = R.concat((a, a), axis=0); z = R.matmul(c, w)",
        f"{TO_HALF}; a = R.matmul(h, v, out_dtype='float16'); c = R.concat((a, a), axis=0); "
        "m = R.matmul(c, v, out_dtype='float16'); z = R.astype(m, 'float32')",
    ),
    ("nothing that gains", "z = R.add(x, x)", "z = R.add(x, x)"),
]


@pytest.mark.parametrize(("before", "after"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_before_and_after(before: str, after: str) -> None:
    module, wanted = (from_source(HEAD + program(XW, text)) for text in (before, after))
    assert_structural_equal(transform.ToMixedPrecision("float16")(module), wanted)


def test_sums_in_another_type() -> None:
    module = from_source(HEAD + program(XW, "a = R.matmul(x, w); z = R.nn.relu(a)"))
    after = program(
        XW,
        f"{TO_HALF}; a = R.matmul(h, v, out_dtype='float32'); b = R.astype(a, 'float16'); r = R.nn.relu(b); z = R.astype(r, 'float32')",
    )
    assert_structural_equal(transform.ToMixedPrecision()(module), from_source(HEAD + after))


def test_parameters_in_half_precision() -> None:
    module = from_source(HEAD + program(XW, "z = R.matmul(x, w)"))
    made = transform.ToMixedPrecision("float16", fp16_input_names=["w"])(module)
    after = program(
        "x: (4, 8); w: (8, 8) float16",
        "h = R.astype(x, 'float16'); a = R.matmul(h, w, out_dtype='float16'); z = R.astype(a, 'float32')",
    )
    assert_structural_equal(made, from_source(HEAD + after))


def test_numbers_stay_close() -> None:
    module = from_source(
        HEAD + program("x: (4, 8); w: (8, 8); b: (8,)", "a = R.matmul(x, w); s = R.add(a, b); z = R.sum(s, axis=[1])")
    )
    generator = np.random.default_rng(0)
    given: list[Any] = [generator.random(shape, "float32") for shape in ((4, 8), (8, 8), (8,))]
    made = transform.ToMixedPrecision("float32")(module)
    found = relax.VirtualMachine(relax.build(made))["main"](*given).numpy()
    np.testing.assert_allclose(found, (given[0] @ given[1] + given[2]).sum(1), 5e-3)


def test_outside_of_dataflow_blocks_nothing_changes() -> None:
    module = from_source(
        HEAD
        + """
    @R.function
    def main(x: R.Tensor((4, 4), "float32")):
        y = R.matmul(x, x)
        return y
"""
    )
    main = transform.ToMixedPrecision()(module)["main"]
    assert isinstance(main, Function)
    assert main is module["main"]
