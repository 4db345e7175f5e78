"""Memory that kernels need while they run: kept from call to call, of every size, from several threads, and in exported libraries."""

from __future__ import annotations

import ctypes
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.transform.programs import program
from tilewright.core.codegen.llvm import translated
from tilewright.core.codegen.llvm.jit import scratch_memory
from tilewright.core.codegen.llvm.scratch import SCRATCH, SCRATCH_FREE
from tilewright.core.driver.build import build
from tilewright.core.driver.native import lower
from tilewright.runtime import load_module

# Each element waits for its neighbours of the step before, so that no loop fits into another one and all copies are whole.
STEPS = """
@T.prim_func
def main(A: T.Buffer(({n},), "float32"), B: T.Buffer(({n},), "float32")):
    P = T.alloc_buffer(({n},), "float32")
    Q = T.alloc_buffer(({n},), "float32")
    R = T.alloc_buffer(({n},), "float32")
    for i in range({n}):
        with T.block("P"):
            vi = T.axis.spatial({n}, i)
            P[vi] = A[{n} - 1 - vi] + T.float32(1)
    for i in range({n}):
        with T.block("Q"):
            vi = T.axis.spatial({n}, i)
            Q[vi] = P[{n} - 1 - vi] + A[vi]
    for i in range({n}):
        with T.block("R"):
            vi = T.axis.spatial({n}, i)
            R[vi] = Q[{n} - 1 - vi] * P[vi]
    for i in range({n}):
        with T.block("B"):
            vi = T.axis.spatial({n}, i)
            B[vi] = R[{n} - 1 - vi] + Q[vi] - P[vi]
"""


def steps(a: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    p = a[::-1] + 1
    q = p[::-1] + a
    r = q[::-1] * p
    return r[::-1] + q - p


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts page faults")
def test_a_call_does_not_get_its_memory_from_the_system_again() -> None:
    import resource

    count = 5 << 18
    main, a, b = build(program(STEPS.format(n=count)))["main"], np.ones(count, "float32"), np.zeros(count, "float32")
    main(a, b)
    main(a, b)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(10):
        main(a, b)
    pages = 10 * 3 * count * 4 // resource.getpagesize()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < pages // 10
    np.testing.assert_array_equal(b, steps(a))


def test_exported_code_has_memory_of_its_own(tmp_path: Path) -> None:
    main = build(program(STEPS.format(n=50_001)))
    main.export_library(str(tmp_path / "steps.so"))
    loaded = load_module(str(tmp_path / "steps.so"))["main"]
    a, b = np.random.default_rng(0).standard_normal(50_001, "float32"), np.zeros(50_001, "float32")
    for _ in range(3):
        loaded(a, b)
    np.testing.assert_allclose(b, steps(a), 1e-5)


def test_written_llvm_ir_has_it_too(tmp_path: Path) -> None:
    main = build(program(STEPS.format(n=50_001)))
    main.write_to_file(str(tmp_path / "steps.ll"))
    assert f"define ptr @{SCRATCH}(i64" in (tmp_path / "steps.ll").read_text()


def test_code_for_another_machine_takes_memory_from_its_c_library() -> None:
    target = "llvm -mtriple=aarch64-unknown-linux-gnu"
    text = translated(lower(program(STEPS.format(n=50_001)), target), tilewright.target.Target(target)).assembly
    assert "aligned_alloc" in text
    assert SCRATCH not in text


def _functions() -> tuple[Callable[[int], Any], Callable[[int | None], Any]]:
    library = scratch_memory()
    take = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int64)(library.address(SCRATCH))
    return take, ctypes.CFUNCTYPE(None, ctypes.c_void_p)(library.address(SCRATCH_FREE))


def test_blocks_are_kept_and_aligned_and_fit() -> None:
    """Of blocks so large that no other test keeps one."""
    take, give = _functions()
    first = take(40 << 20)
    second = take(40 << 20)
    assert first % 64 == 0
    assert second % 64 == 0
    assert abs(first - second) >= 40 << 20
    give(first)
    again = take(30 << 20)
    assert again == first
    give(again)
    larger = take(41 << 20)
    assert larger != first
    for block in (second, larger, None):
        give(block)
    assert take(1 << 62) is None


def test_threads_never_share_a_block() -> None:
    take, give = _functions()
    wrong: list[int] = []

    def work(number: int) -> None:
        choice = random.Random(number)
        for _ in range(300):
            size = choice.randrange(1, 40) << 16
            block = take(size)
            ctypes.memset(block, number, size)
            places = [0, size // 2, size - 1]
            if any(ctypes.c_ubyte.from_address(block + place).value != number for place in places):
                wrong.append(number)
            give(block)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
