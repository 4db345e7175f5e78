"""What programs written for TVM ask of it at their top: modules that are not here, kinds of devices, what operators compute in numpy."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import relax, runtime
from tilewright.contrib import thrust
from tilewright.relax import BasePyModule
from tilewright.script import relax as R
from tilewright.topi import testing as reference

pytest.importorskip("torch")


@pytest.mark.parametrize("name", ["dlight", "meta_schedule", "rpc"])
def test_modules_that_are_absent_say_so_when_used(name: str) -> None:
    module = getattr(tilewright, name)
    with pytest.raises(AttributeError, match=rf"TVM's {name}\.Anything is not in Tilewright: "):
        _ = module.Anything
    assert not hasattr(module, "__wrapped__")


@pytest.mark.parametrize("kind", ["cuda", "ext_dev", "hexagon", "metal", "opencl", "rocm", "vulkan", "webgpu"])
def test_devices_that_do_not_exist(kind: str) -> None:
    made = getattr(tilewright, kind)(2)
    assert made == runtime.device(kind, 2)
    assert not made.exist
    assert not runtime.enabled(kind)


def test_what_is_there_for_the_cpu() -> None:
    assert runtime.enabled("llvm")
    assert not thrust.can_use_thrust("cuda", "tvm.contrib.thrust.sort")
    assert runtime.container.ShapeTuple([1, 2]) == (1, 2)


def test_members_of_an_enumeration_are_integers() -> None:
    class Code(IntEnum):
        KEEP = 1

    assert str(relax.PrimValue(Code.KEEP).value.dtype) == "int64"
    assert str(relax.PrimValue(True).value.dtype) == "bool"


def test_functions_that_an_instance_has_as_attributes() -> None:
    instance: Any = BasePyModule(tilewright.IRModule({}))
    instance.halved = lambda tensor, by: tensor / (2 * by)
    made = instance.call_dps_packed("halved", [np.array([2, 4], "float32"), 2], R.Tensor((2,), "float32"))
    np.testing.assert_array_equal(made, [0.5, 1])


@pytest.mark.parametrize(
    ("begin", "end", "strides", "axes", "want"),
    [
        ([1], [5], [2], None, np.s_[1:5:2]),
        ([0, -1], [2, -4], [1, -2], None, np.s_[0:2, -1:-4:-2]),
        ([1], [3], None, [1], np.s_[:, 1:3]),
    ],
)
def test_slices(begin: list[int], end: list[int], strides: list[int] | None, axes: list[int] | None, want: Any) -> None:
    x = np.arange(30).reshape(6, 5)
    np.testing.assert_array_equal(reference.strided_slice_python(x, begin, end, strides, axes=axes), x[want])


def test_slices_by_sizes() -> None:
    made = reference.strided_slice_python(np.arange(6), [2], [3], slice_mode="size")
    np.testing.assert_array_equal(made, [2, 3, 4])


def test_what_attention_sees() -> None:
    q = np.zeros((1, 2, 1, 4), "float32")
    v = np.arange(3, dtype="float32").reshape(1, 3, 1, 1)
    k = np.zeros((1, 3, 1, 4), "float32")
    assert reference.attention_python(q, k, v).ravel().tolist() == [1, 1]
    assert reference.attention_python(q, k, v, causal="TopLeft").ravel().tolist() == [0, 0.5]
    assert reference.attention_python(q, k, v, causal="BottomRight").ravel().tolist() == [0.5, 1]
    assert reference.attention_python(q, k, v, causal="BottomRight", window_size=1).ravel().tolist() == [1, 2]


def test_products_and_softmax() -> None:
    a, b = np.arange(6.0).reshape(1, 2, 3), np.arange(12.0).reshape(1, 4, 3)
    np.testing.assert_array_equal(reference.batch_matmul(a, b), a @ b.swapaxes(1, 2))
    np.testing.assert_array_equal(reference.dense(a[0], b[0], np.full(4, -30.0), True, True)[0], [0, 0, 0, 2])
    np.testing.assert_allclose(reference.softmax_python(np.log([[1.0, 3.0]])), [[0.25, 0.75]])


def test_a_grid_that_stays() -> None:
    grid = reference.affine_grid_python(np.array([[[1, 0, 0], [0, 1, 0]]], "float32"), (2, 3))
    assert grid[0, 0].tolist() == [[-1, 0, 1]] * 2
    assert grid[0, 1].tolist() == [[-1] * 3, [1] * 3]


def test_results_of_te_lie_where_their_arguments_do() -> None:
    where = tilewright.ir.VDevice("llvm", 0)
    x = relax.Var("x", relax.TensorStructInfo((4,), "float32", where))
    y = relax.Var("y", relax.TensorStructInfo((4,), "float32"))
    builder = relax.BlockBuilder()
    with builder.function("main", [x, y]):
        made: Any = builder.emit_te(lambda b, a: tilewright.topi.add(a, b), y, x)
        assert made.struct_info.vdevice is where
        builder.emit_func_output(made)
