"""Kernels that operators of losses and transposed convolutions become: as TVM writes them, and right where that is not safe by itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import arith, relax, tir
from tilewright.ir import Range
from tilewright.script import relax as R


def legalized(function: Any) -> tilewright.IRModule:
    return relax.transform.LegalizeOps()(tilewright.IRModule({"main": function}))


def test_targets_that_are_left_out_are_not_looked_up() -> None:
    @R.function
    def main(p: R.Tensor((4, 3), "float32"), t: R.Tensor((4,), "int64"), w: R.Tensor((3,), "float32")) -> R.Tensor(
        (), "float32"
    ):
        return R.nn.nll_loss(p, t, w, reduction="mean", ignore_index=-1_000_000_000)

    made = legalized(main)
    assert "T.Select(t[v_ax0] != T.int64(-1000000000)" in made["nll_loss"].script()
    machine = relax.VirtualMachine(tilewright.compile(made, "llvm"), tilewright.cpu())
    p = np.log(np.random.default_rng(0).random((4, 3), "float32"))
    targets, w = np.array([0, -1_000_000_000, 2, 1]), np.array([1, 2, 3], "float32")
    kept = np.array([0, 2, 3])
    wanted = -(p[kept, targets[kept]] * w[targets[kept]]).sum() / w[targets[kept]].sum()
    found = machine["main"](*map(tilewright.runtime.tensor, (p, targets, w))).numpy()
    np.testing.assert_allclose(found, wanted, rtol=1e-5)


def test_a_loss_without_weights_has_weights_of_one_and_says_so_in_its_name() -> None:
    @R.function
    def main(p: R.Tensor((4, 3), "float32"), t: R.Tensor((4,), "int64")) -> R.Tensor((), "float32"):
        return R.nn.nll_loss(p, t)

    text = legalized(main)["nll_loss_without_weight"].script()
    assert 'T.block("T_full")' in text


@pytest.mark.parametrize("dimensions", [1, 2, 3])
def test_transposed_convolutions_spread_the_data_and_turn_the_filter(dimensions: int) -> None:
    x = relax.Var("x", R.Tensor((1, 4, *[5] * dimensions), "float32"))
    w = relax.Var("w", R.Tensor((4, 2, *[3] * dimensions), "float32"))
    builder = relax.BlockBuilder()
    with builder.function("main", [x, w]):
        call = getattr(relax.op.nn, f"conv{dimensions}d_transpose")(x, w, strides=[2] * dimensions, groups=2)
        builder.emit_func_output(builder.emit(call))
    text = legalized(builder.get()["main"])[f"conv{dimensions}d_transpose"].script()
    assert [f'T.block("{name}")' in text for name in ("data_dilate", "data_pad", "compute")] == [True] * 3


def test_padding_wider_than_the_filter_stays_a_gather() -> None:
    @R.function
    def main(x: R.Tensor((1, 2, 8), "float32"), w: R.Tensor((2, 3, 2), "float32")) -> R.Tensor((1, 3, 5), "float32"):
        return R.nn.conv1d_transpose(x, w, padding=2)

    assert "data_pad" not in legalized(main)["conv1d_transpose"].script()


def test_products_stay_apart_beside_an_index_in_groups() -> None:
    f, y, r = (tir.Var(name, "int32") for name in "fyr")
    analyzer = arith.Analyzer()
    for var, extent in ((f, 64), (y, 13), (r, 3)):
        analyzer.bind(var, Range(0, extent))
    P = tir.decl_buffer((128, 30), "float32", "P")
    load = tir.BufferLoad(P, [f // 8 * 16, y * 2 + r * 2])
    assert str(analyzer.simplify(load)) == "P[f // 8 * 16, y * 2 + r * 2]"
