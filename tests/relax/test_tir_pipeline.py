"""Passes over the TensorIR functions of a graph before they are lowered, and arguments that tell the sizes of earlier ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import relax, tir
from tilewright.runtime import ShapeTuple
from tilewright.script import ir as I
from tilewright.script import relax as R
from tilewright.script import tir as T


@I.ir_module
class Twice:
    @T.prim_func(private=True)
    def twice(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = x[i] * T.float32(2)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        return R.call_tir(Twice.twice, (x,), out_sinfo=R.Tensor((4,), "float32"))


@tir.transform.prim_func_pass(opt_level=0)
def thrice(func: Any, mod: Any, ctx: Any) -> Any:
    """Multiply by three where it says two."""

    def change(node: Any) -> Any:
        return tir.FloatImm("float32", 3) if isinstance(node, tir.FloatImm) else None

    return func.with_body(tir.stmt_functor.ir_transform(func.body, None, change, ["tir.FloatImm"]))


@pytest.mark.parametrize("pipeline", ["default", "zero", "vm"])
def test_a_pass_over_the_kernels(pipeline: str) -> None:
    x = np.arange(4, dtype="float32")
    for passes, factor in ((thrice, 3), ("default", 2), (None, 2), (tir.get_tir_pipeline(), 2)):
        made = tilewright.compile(Twice, "llvm", relax_pipeline=relax.get_pipeline(pipeline), tir_pipeline=passes)
        np.testing.assert_array_equal(relax.VirtualMachine(made)["main"](x).numpy(), x * factor)


@I.ir_module
class Late:
    @R.function
    def main(first: R.Shape(["n * 2"]), size: R.Prim(value="n"), again: R.Prim(value="n + 1")):
        n = T.int64()
        return R.shape([n])


def test_sizes_that_a_later_argument_tells() -> None:
    main = relax.VirtualMachine(relax.build(Late))["main"]
    assert main(ShapeTuple([6]), 3, 4) == (3,)
    with pytest.raises(RuntimeError, match="dimension 0 of `first`, argument of `main`, must be 8, not 6"):
        main(ShapeTuple([6]), 4, 5)
    with pytest.raises(RuntimeError, match="`again`, argument of `main`, must be 4, not 5"):
        main(ShapeTuple([6]), 3, 5)
