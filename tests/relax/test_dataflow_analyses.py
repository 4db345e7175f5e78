"""Which variables of a dataflow block are needed how long, and which may share memory."""

from __future__ import annotations

from typing import Any

from tests.relax.programs import HEAD, program
from tilewright.relax.testing.transform import (
    dataflow_alias_analysis,
    dataflow_inplace_analysis,
    dataflow_liveness_analysis,
    dataflow_single_inplace_call,
)
from tilewright.script import from_source

PARAMS = "x: (2, 3); y: (2, 3)"


def block_of(lines: str) -> tuple[Any, Any, Any]:
    mod = from_source(HEAD + program(PARAMS, lines))
    return mod["main"].body.blocks[0], mod["main"].params, mod


def named(found: dict[Any, Any]) -> dict[str, Any]:
    return {var.name_hint: value for var, value in found.items()}


def test_how_long_variables_are_needed() -> None:
    block, _, _ = block_of("a = R.add(x, y); b = R.exp(a); z = R.add(b, b)")
    assert named(dataflow_liveness_analysis(block)) == {
        "x": (-1, 3),
        "y": (-1, 3),
        "a": (0, 1),
        "b": (1, 2),
        "z": (2, 3),
    }


def test_what_shares_memory() -> None:
    block, params, _ = block_of("a = x; t = (a, y); u = t; b = u[1]; s = R.split(x, 3, 1); c = s[2]; z = R.add(b, y)")
    sets, fields = dataflow_alias_analysis(block, params)
    assert named(sets) == {
        **{"x": {0}, "y": {1}, "a": {0}, "t": {2}, "u": {2}, "b": {1}},
        **{"s": {3}, "c": {6}, "z": {7}},
    }
    assert fields == {2: [{0}, {1}], 3: [{4}, {5}, {6}]}


def test_a_function_from_outside_may_give_back_what_it_got() -> None:
    call = 'R.call_pure_packed("f", t, sinfo_args=R.Tensor((2, 3), "float32"))'
    block, params, _ = block_of(f"t = (x, y); z = {call}")
    assert named(dataflow_alias_analysis(block, params)[0])["z"] == {0, 1, 2, 3}


def test_which_arguments_can_be_written_over() -> None:
    lines = "a = R.add(x, y); b = R.multiply(a, a); z = R.subtract(b, x)"
    block, params, mod = block_of(lines)
    expected = [(1, {0, 1}), (2, {0})]
    assert dataflow_inplace_analysis(block, params, mod) == (expected, expected)
    made, changed = dataflow_single_inplace_call(mod, block.bindings[2].value, [0])
    assert list(made.attrs.inplace_indices) == [0]
    assert len(changed["subtract_inplace"].params) == 2
