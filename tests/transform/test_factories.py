"""Passes whose factories take options, as TVM's do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tilewright
from tests.transform.programs import program
from tilewright import tir, tirx
from tilewright.core.ir.walk import rewrite
from tilewright.error import TVMError
from tilewright.ir.function import IRModule, PrimFunc
from tilewright.ir.stmt import BlockRealize
from tilewright.script import from_source
from tilewright.transform import PassContext

VECTORIZED = """@T.prim_func
def main(A: T.Buffer((8,), "float32")):
    for i in T.vectorized(8):
        A[i] = 1.0
"""


def test_vectorized_loops_become_serial_where_that_is_asked_for() -> None:
    module = program(VECTORIZED)
    assert "for i in range(8)" in tir.transform.VectorizeLoop(False)(module).script()
    assert "A[0:8]" in tir.transform.VectorizeLoop(enable_vectorize=True)(module).script()


def test_buffers_are_compacted_by_either_rule() -> None:
    module = program(VECTORIZED)
    assert tir.transform.CompactBufferAllocation(is_strict=False)(module) is module


def test_float8_is_computed_in_the_type_that_is_asked_for() -> None:
    module = program(VECTORIZED.replace("float32", "float8_e4m3fn").replace("= 1.0", "= A[i] + A[i]"))
    assert 'T.reinterpret("float16"' in tir.transform.FP8ComputeLegalize("float16")(module).script()
    with pytest.raises(ValueError, match="float8 is computed in float16, float32 or float64, not int8"):
        tir.transform.FP8ComputeLegalize("int8")


def test_loops_that_run_once_stay_where_that_is_asked_for() -> None:
    module = program(VECTORIZED.replace("T.vectorized(8)", "range(1)"))
    assert "for i" not in tir.transform.LowerOpaqueBlock()(module).script()
    with PassContext(config={"tir.debug_keep_trivial_loop": True}):
        assert "for i in range(1)" in tir.transform.LowerOpaqueBlock()(module).script()


def test_views_of_flat_memory_are_declared_in_the_newer_release_alone() -> None:
    module = program(
        '@T.prim_func\ndef main(A: T.Buffer((4, 4), "float32")):\n    for i in range(4):\n        A[i, i] = 1.0\n'
    )
    older, newer = tir.transform.FlattenBuffer()(module).script(), tirx.transform.FlattenBuffer()(module).script()
    assert "A_1 = T.Buffer((16,), data=A.data)\n        A_1[i * 5] = " in older.replace("    " * 3, "    " * 2)
    assert "A_1 = T.decl_buffer((16,), data=A.data)" in newer


def test_other_passes_are_the_same_in_both_releases() -> None:
    assert tirx.transform.UnrollLoop is not None
    assert tirx.transform.VectorizeLoop is tir.transform.VectorizeLoop
    assert tirx.Add is tir.Add


def test_separated_axes_keep_their_memory_apart() -> None:
    before = (
        "@T.prim_func\ndef main():\n    A = T.decl_buffer((2, 3, 4), axis_separators=[1])\n    T.evaluate(A[1, 2, 3])\n"
    )
    after = tirx.transform.FlattenBuffer()(program(before)).script()
    assert "(2, 12), axis_separators=[1])" in after
    assert "A[1, 11]" in after


def test_leading_zeros_are_counted_as_of_the_wide_number() -> None:
    module = program(
        '@T.prim_func\ndef main(A: T.Buffer((4,), "int32")):\n    for i in range(T.int64(4)):\n        A[i] = T.clz(i)\n'
    )
    assert "A[i] = T.clz(i) - 32 + 64" in tir.transform.ForceNarrowIndexToInt32()(module).script()


def test_what_a_pass_does_not_take_is_a_tvm_error() -> None:
    module = program('@T.prim_func\ndef main(A: T.Buffer((T.int64(4),), "int64")):\n    A[0] = T.int64(1)\n')
    with pytest.raises(TVMError, match="buffer `A` holds int64"):
        tir.transform.ForceNarrowIndexToInt32()(module)


def test_an_undefined_place_is_refused_where_it_is_read_too() -> None:
    module = program('@T.prim_func\ndef main(A: T.Buffer((4,), "int32")):\n    A[0] = A[T.undef(dtype="int32")]\n')
    with pytest.raises(TVMError, match=r"an index of `A` is T.undef\(\)"):
        tir.transform.RemoveStoreUndef()(module)


def test_the_condition_of_a_block_stands_outside_its_axes() -> None:
    text = "@T.prim_func\ndef main():\n    for i in range(4):\n        with T.block('b'):\n            v = T.axis.spatial(4, i)\n            T.evaluate(v)\n"
    wrong: dict[type, Callable[[BlockRealize], BlockRealize]] = {
        BlockRealize: lambda r: r.replace(predicate=r.block.iter_vars[0].var < 2) if r.block.iter_vars else r
    }
    func = program(text)["main"]
    assert isinstance(func, PrimFunc)
    module = IRModule({"main": func.with_body(rewrite(func.body, wrong))})
    with pytest.raises(TVMError, match="the condition of block `b` uses its axis `v`"):
        tir.transform.ConvertBlocksToOpaque()(module)


def test_the_newer_release_names_computations_late() -> None:
    text = """@T.prim_func
def main(B: T.Buffer((50,), "int32"), a: T.int32, b: T.int32):
    B[40] = 1
    for i in range(10):
        B[i] = a + b
        B[i + 10] = a + b
    B[41] = 2
"""
    expected = text.replace("        B[i] = a + b\n", "        c: T.int32 = a + b\n        B[i] = c\n").replace(
        "= a + b\n    B[41]", "= c\n    B[41]"
    )
    made = tir.transform.CommonSubexprElim()(program(text))
    tilewright.ir.assert_structural_equal(made, program(expected))


def test_unrolled_memory_of_the_newer_release_stands_side_by_side() -> None:
    once = "        buf = T.alloc_buffer([16])\n        buf[0] = T.float32(0)\n"
    head = "from tvm.script import tirx as T\n@T.prim_func\ndef main():\n"
    written = (
        "    a = T.alloc_buffer([16])\n    a[0] = T.float32(0)\n    b = T.alloc_buffer([16])\n    b[0] = T.float32(0)\n"
    )
    before, after = (from_source(head + body) for body in (f"    for i in T.unroll(2):\n{once}", written))
    made = tir.transform.UnrollLoop()(IRModule({"main": before}))["main"]  # pyright: ignore[reportArgumentType]
    tilewright.ir.assert_structural_equal(made.with_attr("global_symbol", "main"), after)


FLAT = """@T.prim_func
def main(A: T.Buffer((8,), "bool"), B: T.Buffer((2, 4), "float32"), C: T.Buffer((8,), "float32")):
    for i in range(8):
        A[i] = B[i // 4, i % 4] > 0.0
"""


def test_flat_views_are_declared_as_release_027_does() -> None:
    """Each accessed buffer of the signature has a view, flat or not, and a bool stays one."""
    text = tirx.transform.FlattenBuffer()(program(FLAT)).script()
    assert 'A_1 = T.decl_buffer((8,), "bool", data=A.data)' in text
    assert "B_1 = T.decl_buffer((8,), data=B.data)" in text
    assert "C_1" not in text
    assert "A_1[i] = T.float32(0.0) < B_1[i]" in text or "A_1[i] = B_1[i] > T.float32(0.0)" in text
    assert "A_1" in tir.transform.FlattenBuffer()(program(FLAT)).script()
