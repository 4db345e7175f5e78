"""Products of small numbers: the instructions of each processor, by target string, and results that are those of plain arithmetic."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright.core.driver.build import build
from tilewright.transform import PassContext

PRODUCT = """
@T.prim_func
def main(A: T.Buffer({a}, "{left}"), B: T.Buffer({b}, "{right}"), C: T.Buffer(({m}, {n}), "{total}")):
    for i, j, k in T.grid({m}, {n}, {k}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.{total}(0)
            C[vi, vj] = C[vi, vj] + T.Cast("{total}", A[vi, vk]) * T.Cast("{total}", B[{at}])
"""


def product(left: str, right: str, total: str, m: int, n: int, k: int, turned: bool = False) -> str:
    b, at = ((n, k), "vj, vk") if turned else ((k, n), "vk, vj")
    return PRODUCT.format(left=left, right=right, total=total, m=m, n=n, k=k, a=(m, k), b=b, at=at)


X86, ARM = "llvm -mtriple=x86_64-unknown-linux-gnu", "llvm -mtriple=aarch64-unknown-linux-gnu"
# The operands, the processor, and what stands in its code: an instruction and the register in which it adds.
INSTRUCTIONS = [
    ("int8", "int8", f"{X86} -mcpu=cascadelake", "vpdpbusd", "zmm"),
    ("uint8", "int8", f"{X86} -mcpu=sapphirerapids", "vpdpbusd", "zmm"),
    ("int8", "uint8", f"{X86} -mcpu=znver5", "vpdpbusd", "zmm"),
    ("int8", "int8", f"{X86} -mcpu=alderlake", "vpdpbusd", "ymm"),
    ("int8", "int8", f"{X86} -mcpu=haswell", "vpmaddwd", "ymm"),
    ("uint8", "uint8", f"{X86} -mcpu=x86-64-v4", "vpmaddwd", "zmm"),
    ("int16", "int16", f"{X86} -mcpu=x86-64", "pmaddwd", "xmm"),
    ("int8", "int8", f"{ARM} -mcpu=neoverse-n1", "sdot", "v"),
    ("uint8", "uint8", f"{ARM} -mattr=+dotprod", "udot", "v"),
    ("bfloat16", "bfloat16", f"{X86} -mcpu=znver4", "vdpbf16ps", "zmm"),
    ("bfloat16", "bfloat16", f"{X86} -mcpu=cooperlake", "vdpbf16ps", "zmm"),
    ("float16", "float16", f"{X86} -mcpu=haswell", "vcvtph2ps", "ymm"),
]


@pytest.mark.parametrize(("left", "right", "target", "instruction", "register"), INSTRUCTIONS)
def test_instruction_of_the_processor(left: str, right: str, target: str, instruction: str, register: str) -> None:
    total = "float32" if "float" in left else "int32"
    lines = build(program(product(left, right, total, 32, 64, 64)), target).get_source("asm").splitlines()
    assert any(f"{instruction}" in line and register in line.split(instruction, 1)[1] for line in lines)


@pytest.mark.parametrize("processor", ["x86-64", "haswell", "x86-64-v4"])
def test_processors_without_the_instruction_get_none(processor: str) -> None:
    text = build(program(product("int8", "int8", "int32", 32, 64, 64)), f"{X86} -mcpu={processor}").get_source("asm")
    assert "vpdpbusd" not in text
    text = build(
        program(product("bfloat16", "bfloat16", "float32", 32, 64, 64)), f"{X86} -mcpu={processor}"
    ).get_source("asm")
    assert "vdpbf16ps" not in text


SIZES = [(16, 32, 64), (33, 37, 41), (1, 128, 100), (7, 4, 1000), (64, 16, 4), (5, 100, 67)]
WHOLE = [
    ("int8", "int8"),
    ("uint8", "int8"),
    ("int8", "uint8"),
    ("uint8", "uint8"),
    ("int16", "int8"),
    ("int16", "int16"),
]


def extremes(shape: tuple[int, int], kind: str) -> np.ndarray[Any, Any]:
    """Whole numbers of a type, its ends among them more often than others."""
    limits, numbers = np.iinfo(kind), np.random.default_rng(0)
    made = numbers.integers(limits.min, limits.max + 1, shape).astype(kind)
    made[numbers.random(shape) < 0.3] = limits.min
    made[numbers.random(shape) < 0.3] = limits.max
    return made


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("kinds", WHOLE)
@pytest.mark.parametrize("sizes", SIZES)
def test_whole_numbers_come_out_exactly(kinds: tuple[str, str], sizes: tuple[int, int, int], turned: bool) -> None:
    m, n, k = sizes
    a, b = extremes((m, k), kinds[0]), extremes((n, k) if turned else (k, n), kinds[1])
    expected = a.astype("int64") @ (b.T if turned else b).astype("int64")
    for target in ("llvm", "llvm -mcpu=x86-64-v3", "llvm -mcpu=x86-64"):
        found = np.full((m, n), -1, "int32")
        build(program(product(*kinds, "int32", m, n, k, turned)), target)(a, b, found)
        np.testing.assert_array_equal(found, expected.astype("int32"))


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
@pytest.mark.parametrize("sizes", SIZES)
def test_halves_are_multiplied_as_float32(kind: str, sizes: tuple[int, int, int]) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    m, n, k = sizes
    numbers, type_ = np.random.default_rng(0), np.dtype(getattr(ml_dtypes, kind, kind))
    a, b = (numbers.standard_normal(shape).astype(type_) for shape in ((m, k), (k, n)))
    expected = a.astype("float64") @ b.astype("float64")
    for target in ("llvm", "llvm -mcpu=x86-64-v3", "llvm -mcpu=x86-64"):
        found = np.full((m, n), np.nan, "float32")
        build(program(product(kind, kind, "float32", m, n, k)), target)(a, b, found)
        np.testing.assert_allclose(found, expected, 1e-5, 1e-4)


def test_sums_in_order_add_no_pairs() -> None:
    func = program(product("bfloat16", "bfloat16", "float32", 32, 64, 64))
    with PassContext(config={"tir.ordered_reductions": True}):
        assert "vdpbf16ps" not in build(func, f"{X86} -mcpu=znver4").get_source("asm")
