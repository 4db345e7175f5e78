"""Padding as formats of models say, and padding with a tensor's own elements."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilewright
from tilewright import error, relax, te, topi
from tilewright.relax.frontend.common import autopad
from tilewright.script import relax as R


def padded(pad_type: str, mode: str = "SAME_UPPER", size: Any = 4) -> Any:
    builder = relax.BlockBuilder()
    x = relax.Var("x", R.Tensor((1, 1, size, 4), "float32"))
    with builder.function("main", [x]):
        builder.emit_func_output(autopad(builder, x, [2, 2], [3, 3], pad_type=pad_type, mode=mode))
    machine = relax.VirtualMachine(tilewright.compile(builder.get()), tilewright.cpu())
    data = np.arange(16, dtype="float32").reshape(1, 1, 4, 4)
    return machine["main"](tilewright.runtime.tensor(data)).numpy(), data


@pytest.mark.parametrize(("pad_type", "numpys"), [("constant", "constant"), ("edge", "edge"), ("reflect", "reflect")])
def test_an_odd_padding_has_more_after(pad_type: str, numpys: Any) -> None:
    found, data = padded(pad_type)
    np.testing.assert_array_equal(found, np.pad(data, [(0, 0), (0, 0), (0, 1), (0, 1)], numpys))


def test_or_more_before_where_that_is_asked_for() -> None:
    found, data = padded("constant", "SAME_LOWER")
    np.testing.assert_array_equal(found, np.pad(data, [(0, 0), (0, 0), (1, 0), (1, 0)]))


def test_sizes_that_are_not_known() -> None:
    found, data = padded("constant", size=tilewright.tir.Var("n", "int64"))
    np.testing.assert_array_equal(found, np.pad(data, [(0, 0), (0, 0), (0, 1), (0, 1)]))


def test_an_unknown_way_to_pad() -> None:
    with pytest.raises(error.OpAttributeInvalid, match='Value wild in attribute "mode"'):
        padded("wild")


@pytest.mark.parametrize(
    ("function", "mode"),
    [
        (topi.nn.replicate_pad, "edge"),
        (topi.nn.reflect_pad, "reflect"),
        (topi.nn.mirror_pad, "symmetric"),
        (topi.nn.circular_pad, "wrap"),
    ],
)
def test_a_tensor_padded_with_its_own_elements(function: Any, mode: Any) -> None:
    x = te.placeholder((2, 5), "float32", "x")
    made = function(x, [0, 2], [0, 3])
    built = tilewright.build(te.create_prim_func([x, made]), "llvm")
    data = np.random.default_rng(0).random((2, 5), "float32")
    out = tilewright.runtime.empty((2, 10), "float32")
    built["main"](tilewright.runtime.tensor(data), out)
    np.testing.assert_array_equal(out.numpy(), np.pad(data, [(0, 0), (2, 3)], mode))
