"""`and` and `or` in compiled code and in the interpreter: what the first operand guards is not read."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright import build
from tilewright.core.interpret.function import run_checked
from tilewright.core.ir.function import IRModule
from tilewright.core.passes.pipelines import lower
from tilewright.core.target import Target
from tilewright.script import from_source
from tilewright.transform import PassContext

KERNEL = """
@T.prim_func
def f(A: T.Buffer((32,), "int32"), I: T.Buffer((64,), "int32"), B: T.Buffer((64,), "int32"), q: T.bool):
    for p in {loop}:
        if {condition}:
            B[p] = 1
        else:
            B[p] = 2
"""
# A condition, and the same of numpy; no element of A is read at the places that the first operand excludes.
CONDITIONS = {
    "I[p] < 32 and A[I[p]] <= 3": lambda a, i, q: i < 32 and a[i] <= 3,
    "I[p] >= 32 or A[I[p]] <= 3": lambda a, i, q: i >= 32 or a[i] <= 3,
    "q or (I[p] < 32 and A[I[p]] > 3)": lambda a, i, q: q or (i < 32 and a[i] > 3),
    "q and not (I[p] > 31 or A[I[p]] > 3)": lambda a, i, q: q and not (i > 31 or a[i] > 3),
}
LOOPS = ("range(64)", "T.vectorized(64)", "T.parallel(64)")


@pytest.mark.parametrize(("loop", "condition"), list(product(LOOPS, CONDITIONS)))
@given(indices=st.lists(st.sampled_from([0, 3, 4, 31, 32, 1 << 20]), min_size=64, max_size=64), q=st.booleans())
def test_the_first_operand_guards_the_second(loop: str, condition: str, indices: list[int], q: bool) -> None:
    func = from_source(KERNEL.format(loop=loop, condition=condition))
    a, i = np.arange(32, dtype="int32"), np.array(indices, "int32")
    wanted = [1 if CONDITIONS[condition](a, at, q) else 2 for at in indices]
    checked, compiled = np.zeros(64, "int32"), np.zeros(64, "int32")
    run_checked(func, a, i, checked, q)
    assert checked.tolist() == wanted
    with PassContext(config={"tir.instrument_bound_checkers": True}):
        build(func)(a, i, compiled, q)
    assert compiled.tolist() == wanted


@pytest.mark.parametrize("condition", ["p < 32 and A[p // 2] <= 3", "I[p] < 32 and I[63 - p] <= 3", "q or p > 3"])
def test_operands_that_cannot_fail_are_computed_together(condition: str) -> None:
    func = from_source(KERNEL.format(loop="range(64)", condition=condition)).with_attr("global_symbol", "f")
    assert "if_then_else" not in lower(IRModule({"f": func}), Target("llvm")).script()
