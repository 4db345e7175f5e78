"""Vectors as long as the processor says (`T.vscale`): code for SVE and RISC-V's V, a refusal where there are none, loops that LLVM vectorises for them."""

from __future__ import annotations

import re

import pytest

import tilewright
from tilewright import te, tir
from tilewright.script import tir as T

ARM, RISCV = (
    "llvm -mtriple=aarch64-linux-gnu -mattr=+sve",
    "llvm -mtriple=riscv64-linux-gnu -mcpu=generic-rv64 -mattr=+m,+a,+f,+d,+c,+v",
)


@T.prim_func
def doubled(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    T.func_attr({"tir.noalias": True})
    B[T.ramp(0, 1, 4 * T.vscale())] = A[T.ramp(0, 1, 4 * T.vscale())] * T.broadcast(T.float32(2), 4 * T.vscale())


@T.prim_func
def spread(A: T.Buffer((128,), "float32"), P: T.Buffer((128,), "int32"), B: T.Buffer((128,), "int32"), n: T.int32):
    B[T.ramp(0, 3, 4 * T.vscale())] = T.Cast("int32xvscalex4", A[P[T.ramp(0, 1, 4 * T.vscale())]]) // T.broadcast(
        n, 4 * T.vscale()
    )


@T.prim_func
def masked(A: T.Buffer((30,), "float32"), B: T.Buffer((30,), "float32")):
    for i in range(8):
        B.vstore(
            [T.ramp(i * 4, 1, T.vscale() * 4)],
            A.vload([T.ramp(i * 4, 1, T.vscale() * 4)], predicate=T.get_active_lane_mask("uint1xvscalex4", i * 4, 30)),
            predicate=T.get_active_lane_mask("uint1xvscalex4", i * 4, 30),
        )


@T.prim_func
def every_second(A: T.Buffer((256,), "float32"), B: T.Buffer((128,), "float32")):
    B[T.ramp(0, 1, 4 * T.vscale())] = A[T.ramp(0, 2, 4 * T.vscale())]


@pytest.mark.parametrize("target", [ARM, RISCV])
def test_every_second_element(target: str) -> None:
    assert "masked.gather.nxv4f32" in tilewright.build(every_second, target).inspect_source()


@pytest.mark.parametrize("target", [ARM, RISCV])
def test_loads_and_stores(target: str) -> None:
    text = tilewright.build(doubled, target).inspect_source()
    assert "load <vscale x 4 x float>" in text
    assert "store <vscale x 4 x float>" in text


@pytest.mark.parametrize("target", [ARM, RISCV])
def test_places_apart_division_and_masks(target: str) -> None:
    text = tilewright.build(spread, target).inspect_source()
    assert "masked.gather.nxv4f32" in text
    assert "masked.scatter.nxv4i32" in text
    assert "sdiv <vscale x 4 x i32>" in text
    masks = tilewright.build(masked, target).inspect_source()
    assert "get.active.lane.mask.nxv4i1" in masks
    assert tilewright.build(masked, target).inspect_source("asm")


def test_assembly_has_the_instructions_of_the_processor() -> None:
    assert re.search(r"fadd\s+z\d+\.s|fmul\s+z\d+\.s", tilewright.build(doubled, ARM).inspect_source("asm"))
    assert "vsetvli" in tilewright.build(doubled, RISCV).inspect_source("asm")


def test_vscale_as_a_number() -> None:
    @T.prim_func
    def sizes(A: T.Buffer((5,), "int32")):
        for i in range(5):
            A[i] = 2 * T.vscale()

    assert "llvm.vscale.i32" in tilewright.build(sizes, ARM).inspect_source("raw")
    with pytest.raises(tilewright.error.DiagnosticError, match="needs a target with scalable vectors"):
        tilewright.build(sizes, "llvm")


def test_functions_of_the_c_library_take_none() -> None:
    @T.prim_func
    def exponentials(A: T.Buffer((128,), "float32")):
        A[T.ramp(0, 1, 4 * T.vscale())] = T.exp(A[T.ramp(0, 1, 4 * T.vscale())])

    with pytest.raises(tilewright.error.DiagnosticError, match="none takes a float32xvscalex4"):
        tilewright.build(exponentials, ARM).inspect_source()


@pytest.mark.parametrize(("attribute", "said"), [("+sve", True), ("+sme", True), ("+v9a", True), ("+neon", False)])
def test_functions_say_how_long_vectors_may_be(attribute: str, said: bool) -> None:
    @T.prim_func
    def copied(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        for i in range(128):
            B[i] = A[i]

    text = tilewright.build(copied, f"llvm -mtriple=aarch64-linux-gnu -mattr={attribute}").inspect_source()
    assert ("vscale_range(1,16)" in text) is said


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint16", "uint64"])
def test_maps_are_vectorised_for_the_processor(dtype: str) -> None:
    m = te.var("m")
    A = te.placeholder((m,), dtype=dtype, name="A")
    B = te.placeholder((m,), dtype=dtype, name="B")
    C = te.compute((m,), lambda i: tir.max(A[i], B[i]), name="C")
    text = tilewright.build(te.create_prim_func([A, B, C]), ARM).inspect_source("asm")
    assert len(re.findall(r"ld1[whdb]\s+{ z", text)) > 1
