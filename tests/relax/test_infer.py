"""The struct info that calls of ops have."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.core.analysis.infer import INFER, InferContext
from tilewright.core.base.diagnostics import UserError
from tilewright.core.builder.relax_ops import FUNCTIONS
from tilewright.core.ir.relax import Call, Var
from tilewright.core.ir.struct_info import ShapeStructInfo, TensorStructInfo
from tilewright.core.ops.relax import RELAX_OPS
from tilewright.error import TVMError
from tilewright.ir.expr import Var as SymbolicVar
from tilewright.ir.global_info import VDevice
from tilewright.relax import BlockBuilder

n = SymbolicVar("n", "int64")


def var(*shape: Any, dtype: str = "float32") -> Var:
    return Var("x", TensorStructInfo(shape, dtype))


def info_of(call: Call) -> Any:
    return INFER[call.op.infer](call, InferContext())


def inferred(call: Call) -> str:
    return info_of(call).script()


def test_every_row_names_a_rule() -> None:
    assert {row.infer for row in RELAX_OPS.values()} <= INFER.keys()


A, B = var(2, 3), var(3, 4)
R = FUNCTIONS
HERE = VDevice("llvm")
SHAPE = Var("s", ShapeStructInfo([2, 3]))
OPAQUE = Var("x", TensorStructInfo(SHAPE, "float32"))


def ranked(ndim: int, dtype: str = "float32") -> Var:
    return Var("x", TensorStructInfo(None, dtype, None, ndim))


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (R["add"](A, var(3)), 'R.Tensor((2, 3), dtype="float32")'),
        (R["add"](var(n, 1), var(1, 4)), 'R.Tensor((n, 4), dtype="float32")'),
        (R["less"](A, A), 'R.Tensor((2, 3), dtype="bool")'),
        (R["exp"](A), 'R.Tensor((2, 3), dtype="float32")'),
        (R["matmul"](A, B), 'R.Tensor((2, 4), dtype="float32")'),
        (R["matmul"](var(n, 2, 3), B), 'R.Tensor((n, 2, 4), dtype="float32")'),
        (R["reshape"](A, (6,)), 'R.Tensor((6,), dtype="float32")'),
        (R["reshape"](A, (3, -1)), 'R.Tensor((3, 2), dtype="float32")'),
        (R["permute_dims"](A), 'R.Tensor((3, 2), dtype="float32")'),
        (R["concat"]([A, A], axis=1), 'R.Tensor((2, 6), dtype="float32")'),
        (R["split"](A, 3, axis=1), "R.Tuple(" + ", ".join(['R.Tensor((2, 1), dtype="float32")'] * 3) + ")"),
        (R["sum"](A, axis=1), 'R.Tensor((2,), dtype="float32")'),
        (R["sum"](A, axis=-1, keepdims=True), 'R.Tensor((2, 1), dtype="float32")'),
        (R["argmax"](A, axis=0), 'R.Tensor((3,), dtype="int64")'),
        (R["expand_dims"](A, [0, 3]), 'R.Tensor((1, 2, 3, 1), dtype="float32")'),
        (R["strided_slice"](A, [1], [0], [2]), 'R.Tensor((2, 2), dtype="float32")'),
        (R["take"](A, var(5, dtype="int64"), axis=0), 'R.Tensor((5, 3), dtype="float32")'),
        (R["zeros"]((n, 2), "int8"), 'R.Tensor((n, 2), dtype="int8")'),
        (R["astype"](A, "float16"), 'R.Tensor((2, 3), dtype="float16")'),
        (R["nn.conv2d"](var(1, 3, 8, 8), var(4, 3, 3, 3), padding=1), 'R.Tensor((1, 4, 8, 8), dtype="float32")'),
        (R["nn.max_pool2d"](var(1, 3, 8, 8), 2, 2), 'R.Tensor((1, 3, 4, 4), dtype="float32")'),
        (R["nn.softmax"](A), 'R.Tensor((2, 3), dtype="float32")'),
        (R["print"]("x"), "R.Tuple"),
        (R["reshape"](var(2, 3, 4), (0, -1)), 'R.Tensor((2, 12), dtype="float32")'),
        (R["reshape"](ranked(3), (2, 3)), 'R.Tensor((2, 3), dtype="float32")'),
        (R["flatten"](var(n, 4)), 'R.Tensor((n * 4,), dtype="float32")'),
        (R["concat"]([A, ranked(2)], axis=0), 'R.Tensor(dtype="float32", ndim=2)'),
        (R["stack"]([A, A], axis=-1), 'R.Tensor((2, 3, 2), dtype="float32")'),
        (R["sum"](ranked(3), axis=[0, 1]), 'R.Tensor(dtype="float32", ndim=1)'),
        (R["matmul"](ranked(1), ranked(3)), 'R.Tensor(dtype="float32", ndim=2)'),
        (R["gather_nd"](ranked(3), var(5, 2, dtype="int64")), 'R.Tensor(dtype="float32", ndim=2)'),
        (R["less"](A, var(2, 3, dtype="int32")), 'R.Tensor((2, 3), dtype="bool")'),
        (R["strided_slice"](var(9), [0], [-1], [-10], [-2]), 'R.Tensor((5,), dtype="float32")'),
        (R["topk"](A, 5, ret_type="values"), 'R.Tensor((2, 3), dtype="float32")'),
        (R["einsum"]([var(2, 3, 4), var(4, 5)], "...ij,jk->...ik"), 'R.Tensor((2, 3, 5), dtype="float32")'),
        (R["einsum"]([A, B], "ij,jk"), 'R.Tensor((2, 4), dtype="float32")'),
        (R["arange"](0, 9, 2, "int64"), 'R.Tensor((5,), dtype="int64")'),
        (R["arange"](0, n, 2, "int64"), 'R.Tensor(((n + 1) // 2,), dtype="int64")'),
    ],
    ids=str,
)
def test_of(call: Call, text: str) -> None:
    assert inferred(call).removeprefix("n = T.int64()\n") == text


def test_a_shape_variable_stays_where_the_shape_does() -> None:
    for call in (R["exp"](OPAQUE), R["add"](OPAQUE, OPAQUE), R["flip"](OPAQUE, 0), R["sort"](OPAQUE)):
        assert info_of(call).shape is SHAPE
    assert inferred(R["permute_dims"](OPAQUE, [1, 0])) == 'R.Tensor(dtype="float32", ndim=2)'
    assert inferred(R["add"](OPAQUE, A)) == 'R.Tensor((2, 3), dtype="float32")'


@pytest.mark.parametrize("op", ["exp", "flatten", "permute_dims", "sum", "ones_like", "squeeze", "nonzero"])
def test_the_device_stays(op: str) -> None:
    call = R[op](Var("x", TensorStructInfo([2, 3], "float32", HERE)))
    assert info_of(call).vdevice is HERE


def test_two_devices() -> None:
    here, there = (Var("x", TensorStructInfo([2], "float32", VDevice("llvm", at))) for at in (0, 1))
    with pytest.raises(UserError, match="different devices"):
        inferred(R["add"](here, there))
    assert info_of(R["concat"]([here, there])).vdevice is None


def test_mistakes_are_tvm_errors() -> None:
    with pytest.raises(TVMError):
        BlockBuilder().normalize(R["add"](A, B))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (R["add"](A, B), "cannot be broadcast"),
        (R["add"](A, var(2, 3, dtype="int32")), "the data types float32 and int32 differ"),
        (R["matmul"](A, A), "do not fit"),
        (R["sum"](A, axis=2), "axis 2 does not exist"),
        (R["reshape"](A, (4,)), "as many elements"),
        (R["exp"](var(2, dtype="int32")), "floating-point"),
        (R["permute_dims"](A, [0, 0]), "twice"),
    ],
    ids=str,
)
def test_mistakes(call: Call, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence.replace("(", r"\(")):
        inferred(call)
