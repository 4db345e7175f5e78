"""Memory that no cache holds: results that are stored past the caches, and long rows that are fetched before they are read."""

from __future__ import annotations

import numpy as np
import pytest

from tests.backend.test_default_threads import in_threads
from tests.transform.programs import program
from tilewright import build, set_num_threads, thread_limit
from tilewright.script import from_source

PROCESSOR = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu="


def doubled(n: int, dtype: str = "float32") -> str:
    return f"""
@T.prim_func
def main(A: T.Buffer(({n},), "{dtype}"), B: T.Buffer(({n},), "{dtype}")):
    for i in range({n}):
        B[i] = A[i] + A[i]
"""


def rows(n: int, m: int) -> str:
    return f"""
@T.prim_func
def main(A: T.Buffer(({n}, {m}), "float32"), B: T.Buffer(({n}, {m}), "float32")):
    for i, j in T.grid({n}, {m}):
        B[i, j] = A[i, j] + A[i, j]
"""


def total(n: int) -> str:
    return f"""
@T.prim_func
def main(A: T.Buffer((3, {n}), "float32"), B: T.Buffer((3,), "float32")):
    for i, j in T.grid(3, {n}):
        with T.block("B"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] += A[vi, vj]
"""


MANY = (8 << 20) + 37


@pytest.mark.parametrize(("processor", "register"), [("x86-64-v4", "zmm"), ("x86-64-v3", "ymm")])
def test_what_exceeds_the_caches_is_stored_past_them(processor: str, register: str) -> None:
    def stores(n: int) -> list[str]:
        lines = build(program(doubled(n)), PROCESSOR + processor).get_source("asm").splitlines()
        return [line for line in lines if "vmovntps" in line]

    assert any(register in line for line in stores(MANY))
    assert not stores(1 << 20)


def test_other_threads_see_it() -> None:
    """A fence stands behind the last of these stores, which processors finish in any order."""
    text = build(program(doubled(MANY)), PROCESSOR + "x86-64-v4").get_source("ll")
    assert text.count("fence seq_cst") == text.count("!nontemporal") // 4
    assert "fence" not in build(program(doubled(1 << 20)), PROCESSOR + "x86-64-v4").get_source("ll")


KEPT = {
    "read again": "        B[i] = A[i] + A[i]\n    for i in range(16777216):\n        C[i] = B[i] * B[i]",
    "its own operand": "        B[i] = B[i] + A[i]",
    "stored twice": "        B[i] = A[i]\n    for i in range(16777216):\n        B[i] = C[i]",
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_used_again_stays_in_the_caches(name: str) -> None:
    given = ", ".join(f'{each}: T.Buffer((16777216,), "float32")' for each in "ABC")
    text = f"@T.prim_func\ndef main({given}):\n    for i in range(16777216):\n{KEPT[name]}\n"
    stages = in_threads(text)
    assert stages.count('"nontemporal"') == (1 if name == "read again" else 0), "only C may go past the caches"


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("start", [0, 1, 4, 15])
def test_each_element_is_stored_wherever_an_array_begins(start: int, threads: int) -> None:
    a = np.arange(MANY, dtype="float32")
    b = np.full(MANY + 32, -1, "float32")
    with thread_limit(0):
        set_num_threads(threads)
        build(program(doubled(MANY)))(a, b[start : start + MANY])
        set_num_threads(0)
    np.testing.assert_array_equal(b[start : start + MANY], a + a)
    assert (b[:start] == -1).all()
    assert (b[start + MANY :] == -1).all()


@pytest.mark.parametrize("dtype", ["float64", "int64"])
def test_elements_of_eight_bytes(dtype: str) -> None:
    a, b = np.arange(5 << 20).astype(dtype), np.zeros(5 << 20, dtype)
    build(program(doubled(5 << 20, dtype)))(a, b)
    np.testing.assert_array_equal(b, a + a)


@pytest.mark.parametrize(("n", "m"), [(4099, 2053), (32768, 261)])
def test_rows_of_any_length(n: int, m: int) -> None:
    assert '"nontemporal"' in in_threads(rows(n, m))
    a = np.arange(n * m, dtype="float32").reshape(n, m)
    b = np.zeros_like(a)
    build(program(rows(n, m)))(a, b)
    np.testing.assert_array_equal(b, a + a)


def test_the_form_that_is_shown_can_be_built() -> None:
    a, b = np.arange(MANY, dtype="float32"), np.zeros(MANY, "float32")
    build(from_source(in_threads(doubled(MANY))))(a, b)
    np.testing.assert_array_equal(b, a + a)


def test_long_rows_are_fetched_before_they_are_read() -> None:
    assert "tir.prefetch" in in_threads(total(9001))
    assert "tir.prefetch" not in in_threads(total(1001))
    assert "prefetcht0" in build(program(total(9001)), PROCESSOR + "x86-64-v3").get_source("asm")
    a, b = np.arange(3 * 9001, dtype="float32").reshape(3, 9001), np.zeros(3, "float32")
    for each in (program(total(9001)), from_source(in_threads(total(9001)))):
        build(each)(a, b)
        np.testing.assert_allclose(b, a.astype("float64").sum(1), 1e-6)
