"""The code that comes out: what the vectoriser can do with it, and the machine it is for."""

from __future__ import annotations

import numpy as np
import pytest

from tests.backend.flat_functions import flat, function, load, loop, module, store
from tests.transform.programs import program
from tilewright.core.driver.build import build
from tilewright.ir.expr import Var
from tilewright.ir.function import PrimFunc
from tilewright.runtime import Module
from tilewright.target import Target

AVX2 = Target("llvm -mcpu=core-avx2")


def adding() -> PrimFunc:
    """c[i * 4 + 1] = a[i] + b[i] for a symbolic n: 32-bit index arithmetic that is no obstacle to vectors."""
    n = Var("n", "int32")
    a, b, c = (flat(name, size=n) for name in "abc")
    return function("f", [a, b, c], loop(n - 4, lambda i: store(c, i + 1, load(a, i * 2 - i) + load(b, i))))


def multiplying() -> PrimFunc:
    a, b, c = (flat(name, size=64 * 64) for name in "abc")

    def element(i: Var, j: Var) -> object:
        return loop(
            64, lambda k: store(c, i * 64 + j, load(c, i * 64 + j) + load(a, i * 64 + k) * load(b, k * 64 + j)), "k"
        )

    return function("f", [a, b, c], loop(64, lambda i: loop(64, lambda j: element(i, j), "j")))


def test_symbolic_loop_becomes_vectors() -> None:
    text = module(adding(), target=AVX2).get_source()
    assert "fadd contract <8 x float>" in text
    assert "noalias" in text


def test_products_and_sums_are_fused() -> None:
    assert "vfmadd" in module(multiplying(), target=AVX2).get_source("asm")


def test_short_loops_over_neighbours_become_vectors() -> None:
    a, c = flat("a", size=512), flat("c", size=512)
    rows = loop(16, lambda i: loop(32, lambda j: store(c, i * 32 + j, load(a, i * 32 + j) + 1.0), "j"))
    text = module(function("f", [a, c], rows), target=AVX2).get_source("asm")
    assert "vaddps" in text
    assert "vinsertps" not in text


def test_arrays_that_may_overlap_are_not_promised_apart() -> None:
    native = module(adding(), target=AVX2)
    assert "noalias" not in native._native.overlapping.source  # pyright: ignore[reportPrivateUsage]


def test_code_for_another_machine_can_be_read_but_not_called() -> None:
    arm = module(adding(), target=Target("llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72"))
    assert "fadd\tv" in arm.get_source("asm")
    with pytest.raises(RuntimeError, match="the code cannot run in this process: it is compiled for aarch64-linux-gnu"):
        arm["f"]


def test_features_that_this_processor_lacks() -> None:
    missing = "amx-fp16"
    assert f"+{missing}" not in _host_features()
    code = module(adding(), target=Target(f"llvm -mattr=+{missing}"))
    with pytest.raises(RuntimeError, match=f"this processor lacks {missing}"):
        code["f"]


def _host_features() -> str:
    import llvmlite.binding as llvm

    return llvm.get_host_cpu_features().flatten()


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("llvm -mcpu=nonsense", "LLVM knows no processor 'nonsense'"),
        ("llvm -mattr=+nonsense", "LLVM knows no feature '\\+nonsense'"),
        ("llvm -mtriple=nonsense", "LLVM cannot compile for 'nonsense'"),
    ],
)
def test_unknown_machines(target: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        module(adding(), target=Target(target))


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_every_level_of_optimisation_computes_the_same(level: int) -> None:
    native: Module = module(multiplying(), target=Target(f"llvm -opt-level={level}"))
    a, b = np.random.default_rng(0).random((2, 4096), dtype="float32")
    c = np.zeros(4096, "float32")
    native(a, b, c)
    np.testing.assert_allclose(c.reshape(64, 64), a.reshape(64, 64) @ b.reshape(64, 64), rtol=1e-5)


PRODUCT = """
@T.prim_func
def main(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
"""


@pytest.mark.parametrize(
    ("processor", "register"),
    [
        ("x86-64-v4", "zmm"),
        ("skylake-avx512", "zmm"),
        ("x86-64-v3", "ymm"),
        ("x86-64-v4 -mattr=-avx512f", "ymm"),
    ],
)
def test_vectors_are_as_wide_as_those_of_the_processor_named(processor: str, register: str) -> None:
    target = Target(f"llvm -mtriple=x86_64-unknown-linux-gnu -mcpu={processor}")
    made = build(program(PRODUCT), target)
    text = made.get_source("asm")
    assert register in text
    assert ("zmm" in text) is (register == "zmm")
