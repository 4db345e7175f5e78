"""Groups of FuseOps: calls in place, one of several results, items of tuples, and what nobody uses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import relax
from tilewright.ir import IRModule
from tilewright.relax.transform import AnnotateTIROpPattern, FuseOps, FuseTIR, LegalizeOps
from tilewright.script import from_source

HEAD = """
from tilewright.script import ir as I, relax as R, tir as T

@I.ir_module
class Mod:
    @T.prim_func(private=True)
    def add(A: T.Buffer((4, 6), "float32"), B: T.Buffer((4, 6), "float32")):
        for i, j in T.grid(4, 6):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + T.float32(1)

    @T.prim_func(private=True)
    def exp_inplace(A: T.Buffer((4, 6), "float32")):
        for i, j in T.grid(4, 6):
            with T.block("A"):
                vi, vj = T.axis.remap("SS", [i, j])
                A[vi, vj] = T.exp(A[vi, vj])

    @R.function
    def main(x: R.Tensor((4, 6), "float32")):
        cls = Mod
        with R.dataflow():
"""
ADD = '            {} = R.call_tir(cls.add, ({},), out_sinfo=R.Tensor((4, 6), "float32"))\n'
EXP = '            {} = R.call_tir_inplace(cls.exp_inplace, ({},), inplace_indices=0, out_sinfo=R.Tensor((4, 6), "float32"))\n'
END = "            R.output(z)\n        return z\n"

SPLIT = """
from tilewright.script import ir as I, relax as R

@I.ir_module
class Mod:
    @R.function
    def main(x: R.Tensor((1, 12), "float32"), w: R.Tensor((4, 4), "float32")):
        with R.dataflow():
            parts = R.split(x, 3, axis=1)
            first = parts[0]
            z = R.matmul(first, w)
            R.output(z)
        return z
"""
ITEM = """
from tilewright.script import ir as I, relax as R

@I.ir_module
class Mod:
    @R.function
    def main(x: R.Tuple(R.Tensor((2,), "float32"), R.Tensor((2,), "float32"))):
        with R.dataflow():
            first = x[0]
            y = R.add(first, R.const(1, "float32"))
            z = R.divide(y, R.const(2, "float32"))
            R.output(z)
        return z
"""


def fused(mod: IRModule) -> IRModule:
    return FuseOps()(AnnotateTIROpPattern()(LegalizeOps()(mod)))


def names(mod: IRModule) -> set[str]:
    return {variable.name_hint for variable in mod.functions if variable.name_hint.startswith("fused")}


def ran(mod: IRModule, *args: Any) -> Any:
    return np.asarray(relax.VirtualMachine(relax.build(mod, "llvm"))["main"](*args))


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (ADD.format("y", "x") + EXP.format("z", "y"), "fused_add_exp_inplace"),
        (ADD.format("y", "x") + EXP.format("w", "y") + ADD.format("z", "w"), "fused_add_exp_inplace_add"),
    ],
)
def test_a_call_in_place_is_fused_with_what_makes_its_argument(body: str, name: str) -> None:
    mod = from_source(HEAD + body + END)
    made = fused(mod)
    assert names(made) == {name}
    x = np.random.default_rng(0).standard_normal((4, 6)).astype("float32")
    expected = np.exp(x + 1) + body.count("cls.add") - 1
    np.testing.assert_allclose(ran(FuseTIR()(made), x), expected, rtol=1e-6)
    np.testing.assert_allclose(ran(mod, x), expected, rtol=1e-6)


def test_one_of_several_results_belongs_to_the_function_that_makes_them() -> None:
    mod = from_source(SPLIT)
    made = fused(mod)
    assert names(made) == {"fused_split"}
    assert "[0]" not in made["main"].script()
    x, w = np.ones((1, 12), "float32"), np.full((4, 4), 2, "float32")
    np.testing.assert_allclose(ran(FuseTIR()(made), x, w), np.full((1, 4), 8, "float32"))


def test_an_item_of_a_tuple_from_outside_is_a_parameter_itself() -> None:
    function: Any = fused(from_source(ITEM))["fused_add_divide"]
    assert [param.name_hint for param in function.params][:1] == ["x_0"]
    assert [len(block.bindings) for block in function.body.blocks] == [2]


def test_what_nobody_uses_is_left_out() -> None:
    mod = from_source(
        HEAD + ADD.format("a", "x") + ADD.format("b", "a") + ADD.format("c", "x") + ADD.format("z", "c") + END
    )
    made = fused(mod)
    assert made["main"].script().count("fused_add_add") == 1


def test_a_cast_that_compares_a_known_size_does_not_hold_up_what_has_it() -> None:
    source = """
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 6), "float32")) -> R.Tensor(("n", 6), "float32"):
        n = T.int64()
        with R.dataflow():
            a = R.exp(x)
            b = R.strided_slice(a, axes=[1], begin=[0], end=[1])
            c = R.match_cast(b, R.Tensor((n, 1), "float32"))
            d = R.add(a, c)
            R.output(d)
        return d
"""
    machine = relax.VirtualMachine(relax.build(from_source(source), "llvm"), tilewright.cpu())
    x = np.random.default_rng(0).random((3, 6), "float32")
    np.testing.assert_allclose(machine["main"](x).numpy(), np.exp(x) + np.exp(x[:, :1]), rtol=1e-5)
