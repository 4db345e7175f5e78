"""BF16ComputeLegalize and FP8ComputeLegalize as programs call them: conversions as operations on bits, which compute what the types mean."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import tilewright
from tests.transform.programs import program
from tilewright import tir
from tilewright.ir.function import IRModule

DOUBLED = """@T.prim_func
def main(A: T.Buffer((64,), "KIND"), B: T.Buffer((64,), "KIND")):
    TARGET
    for i in range(64):
        B[i] = A[i] + A[i]
"""


def doubled(kind: str, target: str = "pass") -> IRModule:
    return program(DOUBLED.replace("KIND", kind).replace("TARGET", target))


def legalized(module: IRModule, kind: str, promoted: str) -> IRModule:
    if kind == "bfloat16":
        return tir.transform.BF16ComputeLegalize()(module)
    return tir.transform.FP8ComputeLegalize(promoted)(module)


CASES = [
    ("bfloat16", "float32"),
    ("float8_e4m3fn", "float16"),
    ("float8_e4m3fn", "float32"),
    ("float8_e5m2", "float16"),
    ("float8_e5m2", "float32"),
]


@pytest.mark.parametrize(("kind", "promoted"), CASES)
def test_formulas_compute_what_casts_compute(kind: str, promoted: str) -> None:
    module = legalized(doubled(kind), kind, promoted)
    assert f'T.Cast("{kind}"' not in module.script()
    assert f'T.Cast("{promoted}", A' not in module.script()
    type_ = np.dtype(getattr(ml_dtypes, kind))
    values = (np.linspace(0.25, 8, 64) * np.tile((1, -1), 32)).astype(type_)
    found = tilewright.runtime.tensor(np.zeros(64, type_))
    tilewright.build(module)(tilewright.runtime.tensor(values), found)
    expected = (values.astype("float32") * 2).astype(type_)
    np.testing.assert_array_equal(found.numpy().astype("float32"), expected.astype("float32"))


def test_a_second_time_changes_nothing() -> None:
    once = tir.transform.FP8ComputeLegalize("float16")(doubled("float8_e5m2"))
    tilewright.ir.assert_structural_equal(tir.transform.FP8ComputeLegalize("float16")(once), once)


def test_targets_that_compute_in_the_type_keep_it() -> None:
    module = doubled("bfloat16", 'T.func_attr({"target": T.target("nvidia/geforce-rtx-3090-ti")})')
    for step in (tir.transform.BF16ComputeLegalize(), tir.transform.BF16StorageLegalize()):
        tilewright.ir.assert_structural_equal(step(module), module)


def test_storage_holds_the_bits() -> None:
    module = tir.transform.BF16StorageLegalize()(legalized(doubled("bfloat16"), "bfloat16", "float32"))
    text = module.script()
    assert "uint16" in text
    assert 'T.reinterpret("bfloat16"' not in text


def test_a_reducer_in_an_attribute_is_wide_too() -> None:
    module = program(
        """@T.prim_func(private=True)
def main(p: T.handle("bfloat16", "shared")):
    A = T.decl_buffer(64, "bfloat16", data=p, scope="shared")
    for i in range(8):
        threadIdx_x = T.launch_thread("threadIdx.x", 32)
        sums = T.allocate([1], "bfloat16", "local")
        total = T.decl_buffer(1, "bfloat16", data=sums, scope="local")
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.bfloat16(0)]), "reduce_scope", T.reinterpret("handle", T.uint64(0))):
            T.tvm_thread_allreduce(T.uint32(1), A[0], T.bool(True), total[0], threadIdx_x)
"""
    )
    assert "[T.float32(0.0)]" in tir.transform.BF16ComputeLegalize()(module).script()
