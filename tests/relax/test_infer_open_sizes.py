"""What is known of results whose sizes are symbolic, blocked or of the run; and which mistakes Python's programs catch as `TypeError`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tilewright.core.analysis.infer import INFER, InferContext
from tilewright.core.builder.relax_ops import FUNCTIONS as R
from tilewright.core.builder.relax_values import const, shape
from tilewright.core.ir.relax import Call, Tuple, Var
from tilewright.core.ir.struct_info import ObjectStructInfo, ShapeStructInfo, TensorStructInfo
from tilewright.error import TVMError
from tilewright.ir import assert_structural_equal
from tilewright.ir.expr import Var as SymbolicVar
from tilewright.script import from_source

n, m, f = SymbolicVar("n", "int64"), SymbolicVar("m", "int64"), SymbolicVar("f", "float32")
KNOWN = Var("s", ShapeStructInfo([n, 4]))


def var(*shape: Any, dtype: str = "float32") -> Var:
    return Var("x", TensorStructInfo(shape, dtype))


def inferred(call: Call) -> str:
    return INFER[call.op.infer](call, InferContext()).script()


OPAQUE = Var("x", TensorStructInfo(KNOWN, "float32"))
CUBE = Var("x", TensorStructInfo(Var("c", ShapeStructInfo([n, 3, 4])), "float32"))
BLOCKED = var(n, 3, 8, 16)
NMS = R["vision.all_class_non_max_suppression"]
ROWS, SQUARE = var(n, 4), var(2, 2)


@pytest.mark.parametrize(
    ("call", "info"),
    [
        (R["add"](ROWS, var(n + 2, 4)), 'R.Tensor(dtype="float32", ndim=2)'),
        (R["nn.max_pool1d"](BLOCKED, layout="NCW16c"), 'R.Tensor((n, 3, 8, 16), dtype="float32")'),
        (R["nn.max_pool1d"](BLOCKED, layout="NCW16c", out_layout="NCW"), 'R.Tensor((n, 48, 8), dtype="float32")'),
        (R["nn.adaptive_avg_pool1d"](CUBE), 'R.Tensor(c, dtype="float32")'),
        (R["strided_slice"](ROWS, [0], [1], [3]), 'R.Tensor((T.min(3, n) - T.min(1, n), 4), dtype="float32")'),
        (R["strided_slice"](SQUARE, [0], [0], [9], [n], assume_inbound=True), "(n + 8) // n"),
        (R["strided_slice"](var(8, 9), [0], [n], [8]), "T.max(8 - T.max(T.if_then_else(n < 0, n + 8, n), 0), 0)"),
        (R["nn.conv1d"](var(1, 2, m), var(3, 2, n), 2, 1, 2), "(m + 3) // 2 + 1 - n"),
        (R["memory.view"](var(n, 4), shape([n * 2, 2])), 'R.Tensor((n * 2, 2), dtype="float32")'),
        (R["memory.view"](var(n, 4), dtype=Var("d", ObjectStructInfo())), "R.Tensor((n, 4))"),
        (NMS(var(n, 5, 4), var(n, 8, 5), 9, 0.5, 0.1), 'R.Tensor((n * 40, 3), dtype="int64")'),
        (NMS(var(n, 5, 4), var(n, 8, 5), 9, 0.5, 0.1, "tensorflow"), 'R.Tensor((n, 40), dtype="float32")'),
        (R["strided_slice"](OPAQUE, [], [], []), 'R.Tensor((n, 4), dtype="float32")'),
        (R["arange"](const(0), f, const(1), "float32"), 'T.Cast("int64", T.ceil(f))'),
        (R["reshape"](var(n, 4, 2), (n * 4, 2, -1)), 'R.Tensor((n * 4, 2, 1), dtype="float32")'),
        (R["split"](ROWS, 1), 'R.Tensor((n, 4), dtype="float32")'),
        (R["split"](ROWS, [3], 0), 'R.Tensor((T.max(n - 3, 0), 4), dtype="float32")'),
        (R["concat"]([OPAQUE]), 'R.Tensor(s, dtype="float32")'),
        (R["unique"](var()), 'R.Tensor((1,), dtype="float32")'),
        (R["image.resize2d"](var(1, 3, 4, 4), 8), 'R.Tensor((1, 3, 8, 8), dtype="float32")'),
    ],
)
def test_sizes(call: Call, info: str) -> None:
    assert info in inferred(call)


@pytest.mark.parametrize(
    "call",
    [
        lambda: R["abs"](ROWS, ROWS),
        lambda: R["ones"]((2, 3)),
        lambda: R["ones"](3, "float32"),
        lambda: R["nn.softmax"](ROWS, axis=[0, 1]),
        lambda: R["sort"](ROWS, ROWS),
        lambda: R["repeat"](ROWS, f),
        lambda: R["split"](ROWS, [n]),
        lambda: inferred(R["add"](ROWS, var(n, 4, dtype="int32"))),
        lambda: inferred(R["unique"](KNOWN)),
    ],
)
def test_wrong_kinds_of_arguments_are_type_errors(call: Callable[[], Any]) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert isinstance(caught.value, TVMError)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: R["ones"]((2, 3), ""), "a data type is needed"),
        (lambda: inferred(R["memory.view"](var(n, 4), shape([n // 2 + 1, 8]))), "reaches beyond the tensor"),
        (lambda: inferred(NMS(ROWS, CUBE, 9, 0.5, 0.1)), "`boxes` must have 3 dimensions"),
        (lambda: R["split"](ROWS, 0), "cannot be split into 0 parts"),
        (lambda: inferred(R["concat"]([OPAQUE, var(n, 5)])), "differ in dimension 1"),
        (lambda: inferred(R["permute_dims"](Var("x", TensorStructInfo(None, "float32")), [1, 0])), "unknown number of"),
        (lambda: inferred(R["image.resize2d"](var(1, 3, 4, 4), (8,))), "not 1 sizes"),
    ],
)
def test_mistakes(call: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(TVMError, match=sentence):
        call()


def test_integers_of_attributes_are_numbers_and_have_a_type() -> None:
    strides = R["nn.conv2d"](var(1, 3, 8, 8), var(4, 3, 3, 3), strides=2).attrs.strides  # pyright: ignore[reportAttributeAccessIssue]
    assert strides == (2, 2)
    assert strides[0].dtype == "int64"
    assert strides[0].value == 2


def test_checkpoints_are_of_variables() -> None:
    assert inferred(R["grad.start_checkpoint"](SQUARE)) == 'R.Tensor((2, 2), dtype="float32")'
    for value in (const(1.0), (SQUARE, SQUARE)):
        with pytest.raises(TVMError, match="a checkpoint is of a variable"):
            inferred(R["grad.end_checkpoint"](value))


def test_an_item_that_a_tuple_does_not_have() -> None:
    with pytest.raises(IndexError, match="Tuple index out of range: there are 2 values"):
        _ = Tuple((SQUARE, SQUARE))[2]


def test_sizes_of_a_function_are_not_negative() -> None:
    """Sizes of parameters and of casts count; outside of functions nothing is known of `n`."""
    function: Any = from_source("""
@R.function
def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor((3, 4), "float32")):
    n, m = T.int64(), T.int64()
    a = R.split(x, [3], 0)
    b = R.concat((y, x), 0)
    c = R.split(b, [3], 0)
    d = R.strided_slice(b, [0], [0], [n])
    e = R.match_cast(x, R.Tensor((m, 4), "float32"))
    f = R.split(e, [2], 0)
    g = R.concat((x, x), 0)
    return a
""")
    found = {item.var.name_hint: item.var.struct_info.script() for item in function.body.blocks[0].bindings}
    assert found["a"].startswith('R.Tuple(R.Tensor((T.min(3, n), 4), dtype="float32"), R.Tensor((T.max(n - 3, 0), 4)')
    assert found["b"] == 'R.Tensor((3 + n, 4), dtype="float32")'
    assert found["c"] == 'R.Tuple(R.Tensor((3, 4), dtype="float32"), R.Tensor((n, 4), dtype="float32"))'
    assert found["d"] == 'R.Tensor((n, 4), dtype="float32")'
    assert found["f"].startswith("R.Tuple(R.Tensor((T.min(2, m), 4)")
    assert found["g"] == 'R.Tensor((n * 2, 4), dtype="float32")'
    body = function.script(show_all_struct_info=False).partition("    a")[2]
    assert ": R." not in body
    assert_structural_equal(from_source(function.script()), function)
    assert "T.min(0, n)" in inferred(R["split"](ROWS, [3], 0))


def test_boxes_of_single_shot_detectors() -> None:
    data, box = var(n, 5, 6), var(1, 5, 4)
    counts = R["vision.get_valid_counts"](data, score_threshold=0.5)
    assert (
        inferred(counts)
        == 'R.Tuple(R.Tensor((n,), dtype="int32"), R.Tensor((n, 5, 6), dtype="float32"), R.Tensor((n, 5), dtype="int32"))'
    )
    count, place = var(n, dtype="int32"), var(n, 5, dtype="int32")
    kept = 'R.Tensor((n, 5), dtype="int32"), R.Tensor((n, 1), dtype="int32")'
    suppress = R["vision.non_max_suppression"]
    assert inferred(suppress(data, count, place)) == f"R.Tuple({kept})"
    assert (
        inferred(suppress(data, count, place, soft_nms_sigma=0.5))
        == f'R.Tuple(R.Tensor((n, 5, 6), dtype="float32"), {kept})'
    )
    boxes = R["vision.multibox_transform_loc"](var(n, 3, 5), var(n, 20), box)
    assert inferred(boxes) == 'R.Tuple(R.Tensor((n, 5, 4), dtype="float32"), R.Tensor((n, 3, 5), dtype="float32"))'
    with pytest.raises(TVMError, match="dimension 1 of `loc_pred` must be 20, not 21"):
        inferred(R["vision.multibox_transform_loc"](var(n, 3, 5), var(n, 21), box))
