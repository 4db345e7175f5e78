"""What ops become as functions of TensorIR, where it is not told by the numbers alone: names, types, and what stands inside the function."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.relax.numeric import run
from tilewright import relax
from tilewright.relax import transform
from tilewright.script import ir as I
from tilewright.script import relax as R

R_OPS: Any = relax.op


def legal(op: Any, *infos: Any) -> Any:
    """The module of one call, legalised."""
    builder = relax.BlockBuilder()
    params = [relax.Var(f"x{at}", relax.TensorStructInfo(*info)) for at, info in enumerate(infos)]
    with builder.function("main", params):
        with builder.dataflow():
            result = builder.emit_output(op(*params))
        builder.emit_func_output(result)
    return transform.LegalizeOps()(builder.get())


@I.ir_module
class Workers:
    @R.function
    def main(x: R.Tensor((4, 6), "float32")):
        a = R.ccl.allreduce(x, "max")
        b = R.ccl.allgather(a, 2, in_group=False)
        c = R.ccl.broadcast_from_worker0(b)
        d = R.ccl.scatter_from_worker0(c, 3, axis=1)
        return d


def test_ops_among_workers_are_calls_of_their_runtime() -> None:
    text = transform.LegalizeOps()(Workers)["main"].script()
    assert 'R.call_dps_packed("runtime.disco.allreduce", (x, R.shape([3]), R.prim_value(T.bool(True))), ' in text
    assert 'R.call_dps_packed("runtime.disco.allgather", (a, R.prim_value(T.bool(False))), ' in text
    assert 'R.call_dps_packed("runtime.disco.broadcast_from_worker0", (b, R.prim_value(T.bool(False))), ' in text
    assert "out_sinfo=R.Tensor((8, 3, 2), " in text
    assert "out_sinfo=R.Tensor((3, 8, 2), " in text
    assert text.count("runtime.disco.scatter_from_worker0") == 1


def test_scales_that_are_constants_stand_inside() -> None:
    module = legal(
        lambda x: R_OPS.dequantize(x, relax.const(2.0, "float16"), relax.const(1, "int8"), -1, "float16"),
        ((2, 4), "int8"),
    )
    assert len(module["dequantize"].params) == 2
    assert "T.float32(65504.0)" in module["dequantize"].script()


@pytest.mark.parametrize(
    "op",
    [
        lambda x: R_OPS.nn.layer_norm(x, relax.const(ONES), relax.const(ONES), axes=-1),
        lambda x: R_OPS.nn.instance_norm(x, relax.const(ONES[:1]), relax.const(ONES[:1]), 1, axes=[2]),
        lambda x: R_OPS.nn.group_norm(x, relax.const(ONES[:1]), relax.const(ONES[:1]), 1, 1, axes=[2]),
    ],
    ids=["layer", "instance", "group"],
)
def test_sums_of_float16_are_held_in_float32(op: Any) -> None:
    """The sum of the elements is greater than any float16."""
    (found,) = run(op, [np.full((1, 1, 400), 300, "float16")], symbolic=False)
    np.testing.assert_array_equal(found, np.ones((1, 1, 400), "float16"))


ONES: Any = np.ones(400, "float16")


@pytest.mark.parametrize(
    "op",
    [
        lambda x, layout: R_OPS.nn.max_pool2d(x, 3, 2, 1, layout=layout),
        lambda x, layout: R_OPS.nn.avg_pool2d(x, 3, 2, 1, layout=layout),
        lambda x, layout: R_OPS.nn.adaptive_avg_pool2d(x, (3, 2), layout=layout),
    ],
    ids=["max", "avg", "adaptive"],
)
def test_pooling_of_channels_in_blocks(op: Any) -> None:
    data = np.random.default_rng(0).standard_normal((2, 8, 7, 5)).astype("float32")
    blocked = data.reshape(2, 2, 4, 7, 5).transpose(0, 1, 3, 4, 2).copy()
    (plain,) = run(lambda x: op(x, "NCHW"), [data], symbolic=False)
    (found,) = run(lambda x: op(x, "NCHW4c"), [blocked], symbolic=False)
    np.testing.assert_allclose(found.transpose(0, 1, 4, 2, 3).reshape(plain.shape), plain, rtol=1e-6)


def test_what_a_reshape_reads_has_the_form_of_tvm() -> None:
    from tilewright import tir

    m, n = tir.Var("m", "int64"), tir.Var("n", "int64")
    module = legal(lambda x: R_OPS.flatten(x), ((m, n, 2), "float32"))
    assert "[v_ax0 // T.int64(2) // n % m, v_ax0 // T.int64(2) % n, v_ax0 % T.int64(2)]" in module["reshape"].script()


@pytest.mark.parametrize("include", [True, False])
def test_a_last_window_beyond_the_padding_counts_what_it_has(include: bool) -> None:
    """With `ceil_mode` the last of two windows of 3 covers two of five elements."""
    (found,) = run(
        lambda x: R_OPS.nn.avg_pool1d(x, 3, 3, 0, ceil_mode=True, count_include_pad=include),
        [np.arange(1, 6, dtype="float32").reshape(1, 1, 5)],
        symbolic=False,
    )
    np.testing.assert_allclose(found, [[[2.0, 4.5]]])
