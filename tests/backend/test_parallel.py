"""`T.parallel` on the thread pool: every iteration runs once, whatever the sizes, the nesting, the mistakes and the process."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright import set_num_threads, thread_limit
from tilewright.core.codegen.llvm.compile import NativeModule, compile_module
from tilewright.core.codegen.llvm.jit import Library, generic_machine, optimise, parse, thread_pool
from tilewright.core.codegen.llvm.thread_pool.pool import PARALLEL, pool_source
from tilewright.core.driver.build import build, lower
from tilewright.runtime import AssertionFailed, register_global_func, remove_global_func
from tilewright.target import Target

COUNT = """
@T.prim_func
def main(a: T.handle, s: T.float32, flag: T.bool, h: T.float16):
    n = T.int32()
    A = T.match_buffer(a, (n,))
    for i in T.parallel(n):
        A[i] = A[i] + T.Cast("float32", i) * s + T.Select(flag, T.Cast("float32", h), T.float32(0))
"""
NESTED = """
@T.prim_func
def main(a: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 9), "int32")
    for k in range(2):
        for i in T.parallel(n):
            t = T.allocate([9], "int32", "global")
            t_1 = T.decl_buffer((9,), "int32", data=t)
            for j in T.parallel(9):
                t_1[j] = i * 9 + j
            for j in T.vectorized(9):
                A[i, j] = A[i, j] + t_1[j]
"""
ASSERTS = """
@T.prim_func
def main(A: T.Buffer((1000,), "int32")):
    for i in T.parallel(1000):
        assert A[i] < 100, "too large"
        A[i] = A[i] + 1
"""
CALLS = """
@T.prim_func
def main(A: T.Buffer((64,), "int32")):
    for i in T.parallel(64):
        T.call_packed("test.parallel", A[i])
        A[i] = A[i] + 1
"""
EXITS = """
@T.prim_func
def main(A: T.Buffer((64,), "int32")):
    for i in T.parallel(64):
        if i == 7:
            break
        A[i] = 1
"""
OFFSET = """
@T.prim_func
def main(A: T.Buffer((64,), "int32"), low: T.int32, high: T.int32):
    for i in T.parallel(low, high):
        A[i] = A[i] + i
"""


def expected(n: int, s: float, flag: bool, h: float) -> np.ndarray[Any, Any]:
    return (1 + np.arange(n) * s + (h if flag else 0)).astype("float32")


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 63, 64, 65, 1000, 99_999])
@pytest.mark.parametrize("target", ["llvm", "llvm -num-cores=1", "llvm -num-cores=2"])
def test_every_iteration_runs_once(n: int, target: str) -> None:
    native = build(program(COUNT), target)
    for flag in (False, True):
        array = np.ones(n, "float32")
        native(array, 0.5, flag, 1.5)
        np.testing.assert_allclose(array, expected(n, 0.5, flag, 1.5))


def test_many_small_loops() -> None:
    native = build(program(COUNT))
    array = np.ones(37, "float32")
    for _ in range(2000):
        native(array, 0.0, True, 1.0)
    np.testing.assert_allclose(array, np.full(37, 2001))


@pytest.mark.parametrize("n", [0, 1, 3, 50])
def test_nested_loops_and_memory_of_an_iteration(n: int) -> None:
    array = np.zeros((n, 9), "int32")
    build(program(NESTED))(array)
    np.testing.assert_array_equal(array, 2 * np.arange(9 * n).reshape(n, 9))


@pytest.mark.parametrize(("low", "high"), [(0, 64), (3, 5), (5, 5), (9, 2), (63, 64)])
def test_from_another_beginning(low: int, high: int) -> None:
    array = np.zeros(64, "int32")
    build(program(OFFSET))(array, low, high)
    wanted = np.zeros(64, "int32")
    wanted[low:high] = np.arange(low, max(low, high))
    np.testing.assert_array_equal(array, wanted)


def test_failed_assertion_is_reported_and_the_pool_goes_on() -> None:
    native = build(program(ASSERTS))
    for place in (0, 500, 999):
        array = np.zeros(1000, "int32")
        array[place] = 100
        with pytest.raises(AssertionFailed, match="too large"):
            native(array)
        assert array[place] == 100
    array = np.zeros(1000, "int32")
    native(array)
    assert (array == 1).all()


def test_exception_of_a_called_function_comes_out() -> None:
    def complain(value: int) -> None:
        if value == 63:
            raise KeyError("sixty-three")

    register_global_func("test.parallel", complain, override=True)
    try:
        native = build(program(CALLS))
        with pytest.raises(KeyError, match="sixty-three"):
            native(np.arange(64, dtype="int32"))
        array = np.zeros(64, "int32")
        native(array)
        assert (array == 1).all()
    finally:
        remove_global_func("test.parallel")


def test_loop_that_is_left_runs_in_order() -> None:
    array = np.zeros(64, "int32")
    build(program(EXITS))(array)
    assert array.tolist() == [1] * 7 + [0] * 57


def test_code_is_linked_once_when_several_threads_ask_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    target = Target("llvm")
    compiled = compile_module(lower(program(COUNT), target), target)
    native = NativeModule(compiled.functions, (), compiled.machine)
    link, made, both_ask = native._linked, [], threading.Barrier(2)

    def slowly() -> object:
        made.append(threading.get_ident())
        time.sleep(0.2)
        return link()

    monkeypatch.setattr(native, "_linked", slowly)
    found: list[int] = []

    def ask() -> None:
        both_ask.wait()
        found.append(native.address("main"))

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert found[0] == found[1]


def test_several_threads_of_the_program_at_once() -> None:
    native = build(program(COUNT))
    arrays = [np.ones(5000, "float32") for _ in range(4)]

    def run(array: np.ndarray[Any, Any]) -> None:
        for _ in range(50):
            native(array, 0.0, True, 1.0)

    threads = [threading.Thread(target=run, args=(array,)) for array in arrays]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((array == 51).all() for array in arrays)


FORK = """
import os, sys
import numpy as np
from tests.backend.test_parallel import COUNT
from tests.transform.programs import program
from tilewright.core.driver.build import build

native = build(program(COUNT))
array = np.ones(1000, "float32")
native(array, 0.0, True, 1.0)
child = os.fork()
for _ in range(100):
    native(array, 0.0, True, 1.0)
if child == 0:
    os._exit(0 if (array == 102).all() else 1)
assert (array == 102).all()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("threads", ["1", "2", "5", "nonsense"])
def test_child_of_a_fork_has_a_pool_of_its_own(threads: str) -> None:
    environment = {**os.environ, "TILEWRIGHT_NUM_THREADS": threads}
    done = subprocess.run([sys.executable, "-c", FORK], env=environment, timeout=60, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_pool_without_futexes() -> None:
    """The form for other systems, run here: it needs POSIX threads only."""
    machine = generic_machine()
    text = pool_source("x86_64-apple-darwin" if "x86" in machine.triple else "arm64-apple-darwin")
    text = text.replace("@sysconf(i32 58)", "@sysconf(i32 84)")
    module = parse(text + COUNTER, machine)
    optimise(module, machine, 2)
    library = Library(machine.emit_object(module), [PARALLEL, "add_length"], {})
    _KEPT.append(library)

    kind = ctypes.CFUNCTYPE(
        ctypes.c_void_p, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 2, ctypes.c_int32, ctypes.c_int64
    )
    launch = kind(library.address(PARALLEL))
    for extent in (1, 2, 3, 1000):
        for _ in range(20):
            total = ctypes.c_int64(0)
            assert launch(library.address("add_length"), ctypes.addressof(total), 5, extent, 0, 1) is None
            assert total.value == extent


@pytest.mark.parametrize(
    ("threads", "extent", "grain", "chunks"), [(2, 7, 1, 6), (2, 100, 33, 2), (3, 5, 1, 3), (4, 3, 1, 3)]
)
def test_each_thread_has_as_many_chunks(threads: int, extent: int, grain: int, chunks: int) -> None:
    kind = ctypes.CFUNCTYPE(
        ctypes.c_void_p, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 2, ctypes.c_int32, ctypes.c_int64
    )
    launch = kind(thread_pool().address(PARALLEL))
    seen: list[tuple[int, int]] = []
    noted = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * 2)(
        lambda _, begin, end: seen.append((begin, end))
    )
    with thread_limit(0):
        set_num_threads(threads)
        assert launch(ctypes.cast(noted, ctypes.c_void_p).value, None, 0, extent, 0, grain) is None
        set_num_threads(0)
    assert len(seen) == chunks
    places = sorted(seen)
    assert [begin for begin, _ in places] == [0, *(end for _, end in places[:-1])]
    assert places[-1][1] == extent


# Threads of a pool run its code until the process ends.
_KEPT: list[Library] = []
COUNTER = """
define ptr @add_length(ptr %total, i64 %begin, i64 %end) {
  %length = sub i64 %end, %begin
  %before = atomicrmw add ptr %total, i64 %length seq_cst
  ret ptr null
}
"""
