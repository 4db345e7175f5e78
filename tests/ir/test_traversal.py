"""Walks and rewrites with functions by type: `structural_walk`, `structural_visit`, `structural_map`, `structural_mutate`."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright import ffi, tir
from tilewright.script import tir as T


@T.prim_func
def scale(A: T.Buffer((16,), "float32"), n: T.int32):
    for i in range(n):
        with T.block("b"):
            v = T.axis.spatial(n, i)
            A[v] = A[v] * T.float32(2)


def names(order: str) -> list[str]:
    found: list[str] = []
    ffi.structural_walk(scale.body, (tir.Stmt, lambda node: found.append(type(node).__name__)), order=order)
    return found


def test_statements_come_below_first_or_above_first() -> None:
    assert names("post") == ["BufferStore", "Block", "BlockRealize", "For", "Block", "BlockRealize"]
    assert names("pre") == ["BlockRealize", "Block", "For", "BlockRealize", "Block", "BufferStore"]
    with pytest.raises(ValueError, match="order: 'across'"):
        names("across")


def test_the_first_function_whose_type_matches_is_called() -> None:
    said: list[str] = []
    x = tir.Var("x", "int32")
    entries = [(tir.Add, lambda _: said.append("sum")), ((tir.PrimExpr, int), lambda _: said.append("other"))]
    ffi.structural_walk([x + 1, 5, True, "text"], entries)
    assert said == ["other", "other", "sum", "other"]


def test_every_mention_of_a_value_is_walked() -> None:
    x, seen = tir.Var("x", "int32"), []
    ffi.structural_walk({"a": x, "b": (x, [x])}, (tir.Var, seen.append))
    assert seen == [x, x, x]


def test_a_walk_leaves_out_what_it_is_told_to_and_ends_when_it_is_told_to() -> None:
    x = tir.Var("x", "int32")
    seen: list[Any] = []
    skip = [(tir.Mul, lambda _: ffi.WalkResult.SKIP), (tir.Var, seen.append)]
    assert ffi.structural_walk((x * 2, x), skip, order=ffi.WalkOrder.PREORDER) is None
    assert seen == [x]
    ended = ffi.structural_walk(x + 1, (tir.IntImm, ffi.VisitInterrupt))
    assert ended is not None
    assert ended.value.value == 1


def test_places_have_kinds() -> None:
    kinds: list[tuple[str, int]] = []
    ffi.structural_walk(
        scale, with_def_region_kind=((tir.Var, tir.Buffer), lambda var, kind: kinds.append((var.name, kind)))
    )
    pattern, use, definition = ffi.DefRegionKind.DEF_PATTERN, ffi.DefRegionKind.NONE, ffi.DefRegionKind.DEF_SIMPLE
    assert kinds[:2] == [("A", pattern), ("n", pattern)]
    assert ("i", definition) in kinds
    assert ("v", definition) in kinds
    assert kinds[-1] == ("v", use)


def test_a_map_replaces_values_and_keeps_what_it_does_not_change() -> None:
    def doubled(node: Any) -> Any:
        return tir.FloatImm(node.ty, node.value * 2)

    @T.prim_func
    def expected(A: T.Buffer((16,), "float32"), n: T.int32):
        for i in range(n):
            with T.block("b"):
                v = T.axis.spatial(n, i)
                A[v] = A[v] * T.float32(4)

    made = ffi.structural_map(scale, (tir.FloatImm, doubled))
    assert ffi.structural_equal(made.with_attr("global_symbol", ""), expected.with_attr("global_symbol", ""))
    assert ffi.structural_map(scale, (tir.FloatImm, lambda node: node)) is scale


def test_a_map_from_above_replaces_the_parts_of_what_it_was_given() -> None:
    x = tir.Var("x", "int32")
    changes = [(tir.Add, lambda e: e.a - e.b), (tir.IntImm, lambda e: tir.IntImm("int32", e.value + 1))]
    assert str(ffi.structural_map(x + 1, changes, order="pre")) == "x - 2"
    assert ffi.structural_map([x + 1], (tir.Var, lambda _: tir.IntImm("int32", 4)))[0].a.value == 4


def test_a_buffer_with_another_shape_is_the_same_at_all_its_mentions() -> None:
    made = ffi.structural_map(scale, (tir.IntImm, lambda e: tir.IntImm(e.ty, 32) if e.value == 16 else e))
    buffer = made.buffer_map[made.params[0]]
    assert buffer.shape[0].value == 32
    stores: list[Any] = []
    ffi.structural_walk(made.body, (tir.BufferStore, stores.append))
    assert stores[0].buffer is buffer


def test_a_mutation_goes_below_where_it_wants_to() -> None:
    x, y = tir.Var("x", "int32"), tir.Var("y", "int32")

    def product(node: Any, mutator: Any) -> Any:
        mutator.var_remap_set(x, y)
        assert mutator.var_remap_get(x) is y
        return mutator.default_mutate(node) + 1

    assert str(ffi.structural_mutate(x * 2, (tir.Mul, product))) == "y * 2 + 1"
    modes: list[int] = []
    ffi.structural_mutate(x, (tir.Var, lambda node, mutator, mode: (modes.append(mode), node)[1]))
    assert modes == [ffi.InplaceMode.DISALLOW]
    with pytest.raises(TypeError, match="a value, a mutator"):
        ffi.structural_mutate(x, (tir.Var, lambda node: node))


def test_a_visit_goes_below_where_it_wants_to() -> None:
    x = tir.Var("x", "int32")
    seen: list[str] = []

    def show(node: Any, visitor: Any) -> Any:
        seen.append(str(node))
        return visitor.visit(node.a) if isinstance(node, tir.Mul) else visitor.default_visit(node)

    ffi.structural_visit((x + 1) * (x - 1), ((tir.Mul, tir.Add, tir.Sub, tir.Var), show))
    assert seen == ["(x + 1) * (x - 1)", "x + 1", "x"]


@pytest.mark.parametrize("given", [5, "text", [print], [(1, print)], ({1}, print)])
def test_what_are_no_functions_by_type_is_refused(given: Any) -> None:
    with pytest.raises(TypeError, match="structural_walk"):
        ffi.structural_walk(tir.Var("x", "int32"), given)


@pytest.mark.parametrize("make", [tir.IntImm, tir.FloatImm, tir.const])
def test_the_type_of_an_expression_is_taken_for_a_data_type(make: Any) -> None:
    type_ = tir.Var("x", "float32" if make is tir.FloatImm else "int32").ty
    made = make(3, type_) if make is tir.const else make(type_, 3)
    assert made.ty == type_
