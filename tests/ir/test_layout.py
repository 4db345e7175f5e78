"""Layouts by name, tensor intrinsics and pipelines: what users of `tvm.tir` call besides nodes and passes."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import ir, tir
from tilewright.core.driver.build import lower
from tilewright.core.ir.structural import structural_equal
from tilewright.ir.function import PrimFunc
from tilewright.script import from_source
from tilewright.target import Target


def texts(found: list[object]) -> list[str]:
    return [str(each) for each in found]


def test_the_axes_of_a_layout() -> None:
    layout = tir.layout("NCHW16c")
    assert (len(layout), layout[1], layout[-1], "c" in layout, "D" in layout) == (5, "C", "c", True, False)
    assert (layout.index_of("H"), layout.index_of("D")) == (2, -1)
    assert (layout.factor_of("C"), layout.factor_of("c"), layout.factor_of("N")) == (16, 16, -1)
    assert layout == tir.layout(layout.name)


def test_how_far_the_axes_of_a_layout_go() -> None:
    outer, inner = tir.layout("C8c", dtype="int64").axes
    assert [outer.var.name, str(outer.dom.extent), inner.var.name, str(inner.dom.extent)] == [
        "C",
        "C_shape",
        "8c",
        "T.int64(8)",
    ]
    assert (outer.var.dtype, outer.dom.min.dtype) == ("int64", "int64")
    with pytest.raises(TypeError, match="counted by integers"):
        tir.layout("NC", dtype="float32")


@pytest.mark.parametrize("pair", [("NCHW", "ABCD"), ("", "NC"), ("NC", "__undef__")])
def test_layouts_without_a_way_between_them(pair: tuple[str, str]) -> None:
    assert tir.bijective_layout(*pair) is None


@pytest.mark.parametrize("word", ["NC16", "N*C", "NN", "NHW4c", "N0c"])
def test_words_that_are_no_layouts(word: str) -> None:
    with pytest.raises(ValueError, match="layout"):
        tir.layout(word)


def test_there_and_back() -> None:
    way = tir.bijective_layout("NCHW", "NCHW16c")
    assert texts(way.forward_shape([1, 32, 7, 7])) == ["1", "2", "7", "7", "16"]
    assert texts(way.backward_shape([1, 2, 7, 7, 16])) == ["1", "32", "7", "7"]
    assert texts(way.forward_index([0, 18, 6, 6])) == ["0", "1", "6", "6", "2"]
    assert texts(way.backward_index([0, 1, 6, 6, 2])) == ["0", "18", "6", "6"]


def test_from_blocks_to_other_blocks() -> None:
    way = tir.bijective_layout("NCHW8c", "NHWC4c")
    assert texts(way.forward_shape([1, 4, 7, 5, 8])) == ["1", "7", "5", "8", "4"]
    assert texts(way.forward_index([0, 3, 2, 1, 6])) == ["0", "2", "1", "7", "2"]


def test_layouts_of_other_axes() -> None:
    with pytest.raises(ValueError, match="same axes"):
        tir.BijectiveLayout("NCHW", "NCDHW")
    with pytest.raises(ValueError, match="has 4 axes, and 3 values"):
        tir.bijective_layout("NCHW", "NHWC").forward_shape([1, 2, 3])


def function(text: str) -> PrimFunc:
    return from_source(f"@T.prim_func\ndef f({text}):\n    T.evaluate(0)\n")


def test_tensor_intrinsics_have_names() -> None:
    desc, impl = (function('A: T.Buffer((4,), "float32"), n: T.int32') for _ in range(2))
    tir.TensorIntrin.register("test.nothing", desc, impl, override=True)
    assert tir.TensorIntrin.get("test.nothing").impl is impl
    assert tir.TensorIntrin.get("test.none", allow_missing=True) is None
    with pytest.raises(ValueError, match=r"'test.nothing' is registered already"):
        tir.TensorIntrin.register("test.nothing", desc, impl)
    with pytest.raises(ValueError, match=r"no tensor intrinsic is registered under 'test.none'"):
        tir.TensorIntrin.get("test.none")


@pytest.mark.parametrize(
    "text", ['A: T.Buffer((4,), "float32")', "a: T.handle, n: T.int32", 'A: T.Buffer((4,), "float32"), n: T.int64']
)
def test_intrinsics_whose_parts_differ(text: str) -> None:
    with pytest.raises(ValueError, match="parameter"):
        tir.TensorIntrin(function('A: T.Buffer((4,), "float32"), n: T.int32'), function(text))


def test_pipelines_are_passes() -> None:
    module = program(
        '@T.prim_func\ndef main(A: T.Buffer((4,), "float32")):\n    for i in T.vectorized(4):\n        A[i] = T.float32(1)\n'
    )
    made = tir.get_tir_pipeline("default", target=Target("llvm"))(module)
    assert structural_equal(made, lower(module))
    with pytest.raises(ValueError, match="Unknown pre-built pipeline fast"):
        tir.get_tir_pipeline("fast")


def test_calling_conventions_have_tvms_numbers() -> None:
    assert [int(each) for each in ir.CallingConv] == [0, 1, 2]
    assert issubclass(ir.VDevice, ir.GlobalInfo)
