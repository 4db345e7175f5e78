"""`DecomposeOpsForInference` and `DecomposeOpsForTraining`: norms written out, and shapes that are read from tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.programs import HEAD, program
from tilewright import relax
from tilewright.ir import IRModule, assert_structural_equal
from tilewright.relax import transform
from tilewright.script import from_source

PARAMS = "x: (2, 3, 4); g: (3,); b: (3,); m: (3,); v: (3,)"
BATCH_NORM = "t = R.nn.batch_norm(x, g, b, m, v, axis=1); z = t[0]"


def module(params: str, lines: str) -> IRModule:
    return from_source(HEAD + program(params, lines))


def arguments(shapes: list[tuple[int, ...]]) -> list[Any]:
    generator = np.random.default_rng(1)
    return [generator.random(shape, "float32") for shape in shapes]


def results(mod: IRModule, given: list[Any]) -> Any:
    return relax.VirtualMachine(relax.build(mod))["main"](*given)


def test_a_batch_norm_for_inference() -> None:
    wide = "R.expand_dims({}, axis=[0, 2])"
    after = (
        f"c = {wide.format('m')}; d = R.subtract(x, c); e = {wide.format('v')}; f = R.add(e, R.const(1e-5, 'float32')); h = R.sqrt(f); "
        f"i = R.divide(d, h); j = {wide.format('g')}; k = R.multiply(i, j); l = {wide.format('b')}; n = R.add(k, l); t = (n, m, v); z = t[0]"
    )
    assert_structural_equal(transform.DecomposeOpsForInference()(module(PARAMS, BATCH_NORM)), module(PARAMS, after))


def test_neither_scaled_nor_moved() -> None:
    before = module(
        "x: (2, 3); g: (3,)", "t = R.nn.batch_norm(x, g, g, g, g, axis=1, scale=False, center=False); z = t[0]"
    )
    made = transform.DecomposeOpsForInference()(before).script()
    assert "R.multiply" not in made
    assert made.count("R.add(") == 1


def test_training_moves_the_moving_values() -> None:
    before = module(PARAMS, "z = R.nn.batch_norm(x, g, b, m, v, axis=1, momentum=0.25)")
    made = transform.DecomposeOpsForTraining()(before)
    x, g, b, m, v = given = arguments([(2, 3, 4), (3,), (3,), (3,), (3,)])
    mean, variance = x.mean((0, 2)), x.var((0, 2))
    spread = [item[:, None] for item in (mean, variance, g, b)]
    wanted = (x - spread[0]) / np.sqrt(spread[1] + 1e-5) * spread[2] + spread[3]
    found = [item.numpy() for item in results(made, given)]
    for one, other in zip(found, (wanted, 0.75 * m + 0.25 * mean, 0.75 * v + 0.25 * variance)):
        np.testing.assert_allclose(one, other, 1e-4, 1e-5)


def test_layer_norms_are_decomposed_for_training_only() -> None:
    before = module("x: (2, 3); g: (3,); b: (3,)", "z = R.nn.layer_norm(x, g, b, axes=[-1])")
    assert transform.DecomposeOpsForInference()(before) is before
    made = transform.DecomposeOpsForTraining()(before)
    assert "layer_norm" not in made.script()
    given = arguments([(2, 3), (3,), (3,)])
    np.testing.assert_allclose(results(made, given).numpy(), results(before, given).numpy(), 1e-5, 1e-6)


def test_a_shape_from_a_tensor() -> None:
    before = from_source(
        HEAD
        + """
    @R.function
    def main(s: R.Tensor((2,), "int64"), x: R.Tensor((2, 6), "float32")):
        a = R.tensor_to_shape(s)
        b = R.reshape(x, a)
        return b
"""
    )
    made = transform.DecomposeOpsForInference()(before)
    assert 'R.call_pure_packed("vm.builtin.tensor_to_shape", s, sinfo_args=(R.Shape(ndim=2),))' in made.script()
    after = """
    @R.function
    def main(s: R.Tensor((2,), "int64"), x: R.Tensor((2, 6), "float32")) -> R.Tensor(ndim=2, dtype="float32"):
        p = R.call_pure_packed("vm.builtin.tensor_to_shape", s, sinfo_args=R.Shape(ndim=2))
        m, n = T.int64(), T.int64()
        q = R.match_cast(p, R.Shape([m, n]))
        a = R.shape([m, n])
        b = R.reshape(x, a)
        return b
"""
    assert_structural_equal(made, from_source(HEAD + after))


def test_one_function_of_several() -> None:
    text = program("x: (2, 3); g: (3,)", "t = R.nn.batch_norm(x, g, g, g, g, axis=1); z = t[0]")
    before = from_source(HEAD + text + text.replace("main", "other"))
    made = transform.DecomposeOpsForInference("other")(before)
    assert made["main"] is before["main"]
    assert "batch_norm" not in made["other"].script()


def test_a_tensor_of_unknown_rank() -> None:
    before = from_source(HEAD + program("x: (2, 3); g: (3,)", BATCH_NORM.replace("g, b, m, v", "g, g, g, g")))
    text = before.script().replace('x: R.Tensor((2, 3), dtype="float32")', 'x: R.Tensor(dtype="float32")')
    lines = [
        line.split(": R.")[0] + " = " + line.split(" = ")[-1] if " = R." in line else line for line in text.splitlines()
    ]
    with pytest.raises(ValueError, match="known number of dimensions"):
        transform.DecomposeOpsForInference()(from_source("\n".join(lines)))
