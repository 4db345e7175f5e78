"""`DataflowUseInplaceCalls`: which arguments may be written over."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.programs import HEAD, program
from tilewright import relax
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax import transform
from tilewright.script import from_source

PARAMS = "x: (2, 3); y: (2, 3); b: (1, 3)"


def module(lines: str) -> IRModule:
    return from_source(HEAD + program(PARAMS, lines))


def places(made: IRModule) -> dict[str, int]:
    """The variables whose values are written over an argument, and over which."""
    main: Any = made["main"]
    calls = {item.var.name_hint: item.value for item in main.body.blocks[0].bindings}
    return {
        name: call.attrs.inplace_indices[0]
        for name, call in calls.items()
        if getattr(getattr(call, "op", None), "name", "") == "relax.call_tir_inplace"
    }


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("a = R.add(x, y); z = R.multiply(a, y)", {"z": 0}),
        ("a = R.add(x, y); z = R.subtract(a, a)", {"z": 1}),
        ("a = R.add(x, b); c = R.multiply(a, b); d = R.subtract(b, b); z = R.add(c, d)", {"c": 0, "z": 0}),
        ("a = R.add(x, y); c = a; d = R.multiply(a, a); e = R.add(d, c); z = R.subtract(e, d)", {"e": 1, "z": 1}),
        ("a = R.add(x, y); c = R.reshape(a, (2, 3)); d = R.multiply(a, a); z = R.subtract(c, d)", {"z": 1}),
        ("a = R.add(x, y); t = (a, x); d = R.multiply(a, a); e = t[1]; z = R.subtract(e, d)", {"d": 1, "z": 1}),
        ("a = R.add(x, y); t = (a, x); d = R.multiply(a, a); e = t[0]; z = R.subtract(e, d)", {"z": 1}),
        ("z = R.add(x, y)", {}),
        ("a = R.add(x, y); z = R.exp(a)", {}),
    ],
    ids=[
        "a sum that is needed no more",
        "twice the same",
        "broadcasting",
        "another name that is needed",
        "a reshape shares the memory",
        "the other item of a tuple",
        "an item of a tuple",
        "parameters stay",
        "other ops",
    ],
)
def test_what_is_written_over(lines: str, expected: dict[str, int]) -> None:
    before = module(lines)
    made = transform.DataflowUseInplaceCalls()(before)
    assert places(made) == expected
    given = [np.random.default_rng(at).random(shape, "float32") for at, shape in enumerate(((2, 3), (2, 3), (1, 3)))]
    one, other = (relax.VirtualMachine(relax.build(mod))["main"](*given).numpy() for mod in (before, made))
    np.testing.assert_allclose(one, other, 1e-6)


def test_what_is_put_out_stays() -> None:
    text = program(PARAMS, "a = R.add(x, y); z = R.multiply(a, a)").replace("R.output(z)", "R.output(a, z)")
    before = from_source(HEAD + text)
    assert_structural_equal(transform.DataflowUseInplaceCalls()(before), before)


def test_the_function_writes_into_its_argument() -> None:
    made = transform.DataflowUseInplaceCalls()(module("a = R.add(x, y); z = R.nn.silu(a)"))
    assert sorted(v.name_hint for v in made.functions) == ["main", "silu_inplace"]
    (param,) = made["silu_inplace"].params
    text = made["silu_inplace"].script()
    name = made["silu_inplace"].buffer_map[param].name
    assert f"{name}[v_ax0, v_ax1] = {name}[v_ax0, v_ax1] * compute[v_ax0, v_ax1]" in text


SYMBOLIC = """
    @R.function
    def main(x: R.Tensor(("n", "m"), "float32"), y: R.Tensor({}, "float32")):
        with R.dataflow():
            a = R.add(x, y)
            z = R.add(a, y)
            R.output(z)
        return z
"""


def test_sizes_that_are_not_known() -> None:
    same, other = (from_source(HEAD + SYMBOLIC.format(shape)) for shape in ('("n", "m")', '("k", "l")'))
    assert places(transform.DataflowUseInplaceCalls()(same)) == {"z": 0}
    assert_structural_equal(transform.DataflowUseInplaceCalls()(other), other)
