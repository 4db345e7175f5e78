"""What depends on weights alone is computed once, by a function of its own."""

from __future__ import annotations

import numpy as np
import pytest

from tilewright import relax
from tilewright.ir import assert_structural_equal
from tilewright.relax.transform import LiftTransformParams
from tilewright.script import from_source
from tilewright.script import ir as I
from tilewright.script import relax as R


@I.ir_module
class Model:
    @R.function
    def main(x: R.Tensor((8, 4), "float32"), w: R.Tensor((6, 4), "float32"), b: R.Tensor((6,), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            turned = R.permute_dims(w)
            product = R.matmul(x, turned)
            y = R.add(product, b)
            R.output(y)
        return y


AFTER = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((8, 4), "float32"), b: R.Tensor((6,), "float32"), turned: R.Tensor((4, 6), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            product = R.matmul(x, turned)
            y = R.add(product, b)
            R.output(y)
        return y

    @R.function
    def main_transform_params(model_params: R.Tuple(R.Tensor((6, 4), "float32"), R.Tensor((6,), "float32"))):
        R.func_attr({"num_input": 0})
        with R.dataflow():
            w = model_params[0]
            b = model_params[1]
            turned = R.permute_dims(w)
            output = (b, turned)
            R.output(output)
        return output
"""


def test_two_functions() -> None:
    assert_structural_equal(LiftTransformParams()(Model), from_source(AFTER))


def test_the_numbers_stay() -> None:
    generator = np.random.default_rng(0)
    x, w, b = (generator.standard_normal(size, "float32") for size in ((8, 4), (6, 4), (6,)))
    machine = relax.VirtualMachine(relax.build(LiftTransformParams()(Model)))
    transformed = machine["main_transform_params"]((w, b))
    found = machine["main"](x, *transformed).numpy()
    np.testing.assert_allclose(found, x @ w.T + b, rtol=1e-5, atol=1e-6)


def test_without_weights_nothing_is_lifted() -> None:
    plain = from_source(AFTER.replace('        R.func_attr({"num_input": 1})\n', "").replace("num_input", "other"))
    assert LiftTransformParams()(plain) is plain


def test_one_function_for_several() -> None:
    module = from_source(Model.script().replace("def main", "def first"))
    both = module.clone()
    both["second"] = Model["main"].with_attr("global_symbol", "second")
    made = LiftTransformParams(shared_transform=True)(both)
    assert sorted(variable.name_hint for variable in made.functions) == ["first", "second", "transform_params"]
    named = LiftTransformParams(shared_transform=["first"])(both)
    assert {v.name_hint for v in named.functions} >= {"transform_params", "second_transform_params"}


def test_functions_that_cannot_share() -> None:
    module = from_source(Model.script().replace("def main", "def first"))
    module["second"] = from_source(Model.script().replace("R.permute_dims(w, axes=None)", "R.exp(R.permute_dims(w))"))[
        "main"
    ]
    with pytest.raises(ValueError, match="share a transformation"):
        LiftTransformParams(shared_transform=True)(module)


def test_values_behind_a_stop_stay() -> None:
    text = Model.script().replace("R.permute_dims(w, axes=None)", "R.builtin.stop_lift_params(R.permute_dims(w))")
    made = LiftTransformParams()(from_source(text))
    assert "R.builtin.stop_lift_params(lv" in made["main"].script()
    assert "R.permute_dims" in made["main_transform_params"].script()
