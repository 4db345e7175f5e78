"""Passes whose factories take options, as TVM's do."""

from __future__ import annotations

import pytest

from tests.transform.programs import program
from tilewright import tir
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
    assert 'T.Cast("float16", A[i])' in tir.transform.FP8ComputeLegalize("float16")(module).script()
    with pytest.raises(ValueError, match="float8 is computed in float16, float32 or float64, not int8"):
        tir.transform.FP8ComputeLegalize("int8")


def test_loops_that_run_once_stay_where_that_is_asked_for() -> None:
    module = program(VECTORIZED.replace("T.vectorized(8)", "range(1)"))
    assert "for i" not in tir.transform.LowerOpaqueBlock()(module).script()
    with PassContext(config={"tir.debug_keep_trivial_loop": True}):
        assert "for i in range(1)" in tir.transform.LowerOpaqueBlock()(module).script()
