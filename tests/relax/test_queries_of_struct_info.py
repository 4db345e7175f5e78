"""What functions of `relax.analysis` say of struct infos: erased, joined, compared, and the sizes in them."""

from __future__ import annotations

from tilewright import tir
from tilewright.ir import assert_structural_equal
from tilewright.relax import (
    FuncStructInfo,
    ObjectStructInfo,
    ShapeExpr,
    ShapeStructInfo,
    TensorStructInfo,
    Var,
    analysis,
)

n, m = tir.Var("n", "int64"), tir.Var("m", "int64")


def takes(first: object) -> FuncStructInfo:
    return FuncStructInfo([TensorStructInfo([first, n], "float32")], TensorStructInfo([first], "float32"))


ANY = FuncStructInfo([TensorStructInfo(ndim=2, dtype="float32")], TensorStructInfo(ndim=1, dtype="float32"))


def test_sizes_that_are_replaced_are_computed() -> None:
    shape = ShapeStructInfo([1, n + 1, m])
    assert_structural_equal(analysis.erase_to_well_defined(shape, {n: 2, m: m + 1}), ShapeStructInfo([1, 3, m + 1]))
    assert_structural_equal(analysis.erase_to_well_defined(shape, {n: n}), ShapeStructInfo(ndim=3))


def test_variables_that_hold_shapes_are_kept_replaced_or_forgotten() -> None:
    shape = Var("shape", ShapeStructInfo(ndim=2))
    tensor = TensorStructInfo(shape, "int32")
    assert_structural_equal(analysis.erase_to_well_defined(tensor, None, {shape: shape}), tensor)
    assert_structural_equal(
        analysis.erase_to_well_defined(tensor, None, {shape: ShapeExpr([1, 2])}), TensorStructInfo([1, 2], "int32")
    )
    assert_structural_equal(analysis.erase_to_well_defined(tensor), TensorStructInfo(ndim=2, dtype="int32"))


def test_functions_are_joined_part_by_part() -> None:
    opaque = FuncStructInfo.opaque_func(ret=TensorStructInfo(ndim=1, dtype="float32"))
    assert_structural_equal(analysis.struct_info_lca(takes(1), takes(2)), ANY)
    assert_structural_equal(analysis.struct_info_lca(opaque, takes(1)), opaque)
    other = FuncStructInfo([], TensorStructInfo([1], "float32"))
    assert_structural_equal(analysis.struct_info_lca(takes(1), other), ObjectStructInfo())


def test_functions_with_less_known_sizes_are_bases() -> None:
    assert ANY.is_base_of(takes(1))
    assert not takes(1).is_base_of(ANY)


def test_sizes_in_functions() -> None:
    function = takes(m + 1)
    assert list(analysis.definable_tir_vars_in_struct_info(function)) == [n]
    assert [str(size) for size in analysis.collect_non_negative_expressions(function)] == ["m + T.int64(1)", "n"]
