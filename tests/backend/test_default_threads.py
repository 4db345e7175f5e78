"""Threads by default: which loops of plain programs become parallel, and that results are the same bits in any number of threads."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.transform.programs import program
from tilewright.core.codegen.llvm import native_stages
from tilewright.core.driver.build import build
from tilewright.core.driver.native import as_module, lower
from tilewright.script import from_source
from tilewright.transform import PassContext

PROCESSOR = "llvm -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64-v4"
EVERY_LOOP = {"tir.parallel_microseconds": 0}


def block(shapes: str, grid: str, axes: str, store: str, init: str = "") -> str:
    """A function with one block."""
    kinds, names = axes.split()[0], axes.split()[1:]
    given = ", ".join(f'{one.split("=")[0]}: T.Buffer({one.split("=")[1]}, "float32")' for one in shapes.split())
    lines = [
        f"@T.prim_func\ndef main({given}):",
        f"    for {', '.join(names)} in T.grid({grid}):",
        '        with T.block("out"):',
    ]
    lines.append(
        f"            {', '.join('v' + name for name in names)} = T.axis.remap('{kinds}', [{', '.join(names)}])"
    )
    lines += ["            with T.init():", f"                {init}"] if init else []
    return "\n".join([*lines, f"            {store}", ""])


def gemm(m: int, n: int, k: int) -> str:
    return block(
        f"A=({m},{k}) B=({k},{n}) C=({m},{n})",
        f"{m}, {n}, {k}",
        "SSR i j k",
        "C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]",
        "C[vi, vj] = T.float32(0)",
    )


def total(n: int) -> str:
    return block(f"A=({n},) B=(1,)", f"1, {n}", "SR u k", "B[vu] = B[vu] + A[vk]", "B[vu] = T.float32(0)")


def in_threads(text: str, target: str = "llvm") -> str:
    """The program that code is generated from."""
    made = list(native_stages(lower(program(text), target), tilewright.target.Target(target)))
    assert [name for name, _, _ in made] == [
        "BlockRows",
        "RegisterTiling",
        "VectorizeMaps",
        "Parallelize",
        "OverlapRows",
        "VectorizeRows",
    ]
    return made[-1][1].script()


def test_a_large_product_runs_in_threads_and_a_small_one_does_not() -> None:
    assert "T.parallel(" in in_threads(gemm(256, 256, 256))
    assert "T.parallel(" not in in_threads(gemm(32, 32, 32))
    assert "T.parallel(" not in in_threads(gemm(256, 256, 256), "llvm -num-cores=1")


def test_the_option_says_how_much_work_a_thread_takes() -> None:
    with PassContext(config=EVERY_LOOP):
        assert "T.parallel(" in in_threads(gemm(32, 32, 32))
    with PassContext(config={"tir.parallel_microseconds": 1 << 20}):
        assert "T.parallel(" not in in_threads(gemm(256, 256, 256))


def test_the_packed_panels_of_a_product_are_shared() -> None:
    text = in_threads(gemm(1024, 1024, 1024))
    first, second = (text.index("T.parallel("), text.rindex("T.parallel("))
    assert first < second, "one loop packs, one multiplies"
    assert text.index("panel = T.") < first


def test_an_operand_in_the_second_cache_is_packed_for_fewer_tiles_with_short_vectors() -> None:
    def packs(rows: int, processor: str) -> bool:
        return "panel = T." in in_threads(
            gemm(rows, 128, 784), f"llvm -mtriple=x86_64-unknown-linux-gnu -mcpu={processor}"
        )

    assert packs(96, "x86-64-v3")
    assert not packs(24, "x86-64-v3")
    assert not packs(96, "x86-64-v4")


def test_a_column_of_lines_that_share_few_places_of_the_first_cache_is_packed() -> None:
    def packs(columns: int, k: int, processor: str = "x86-64-v3") -> bool:
        target = f"llvm -mtriple=x86_64-unknown-linux-gnu -mcpu={processor}"
        return "panel = T." in in_threads(gemm(128, columns, k), target)

    assert packs(128, 128), "rows of 512 bytes have 64 places"
    assert not packs(128, 64)
    assert not packs(96, 128), "rows of 384 bytes have 256"
    assert not packs(128, 128, "x86-64-v4")


def test_the_command_line_shows_the_parallel_loop(tmp_path: Any) -> None:
    path = tmp_path / "program.py"
    path.write_text("from tvm.script import tir as T\n\n" + gemm(256, 256, 256))
    command = [sys.executable, "-m", "tilewright", "lower", f"{path}::main", "--all", "--target", PROCESSOR]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    last = shown[shown.index("---- after Parallelize") :]
    assert "T.parallel(" in last
    assert "T.parallel(" not in shown[: shown.index("---- after Parallelize")]
    assert "# `C`: tiles of 8 x 32 elements in registers" in shown
    assert "# loops `j`, `i` in threads, 256 iterations in up to" in last
    assert re.search(r"chunks of at least \d+: about [\d,.]+ µs of work, and a chunk is at least 5 µs", last)


def test_tiles_use_the_registers_that_a_processor_has() -> None:
    def said(rows: int, processor: str) -> str:
        target = f"llvm -mtriple=x86_64-unknown-linux-gnu -mcpu={processor}"
        made = native_stages(lower(program(gemm(rows, 64, 64)), target), tilewright.target.Target(target))
        return " ".join(reason for _, _, reasons in made for reason in reasons)

    assert "tiles of 8 x 32 elements" in said(64, "x86-64-v4")
    assert "tiles of 6 x 16 elements" in said(64, "x86-64-v3")
    assert "tiles of 5 x 16 elements" in said(15, "x86-64-v3")


BY_HAND = """
@T.prim_func
def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32")):
    for i in T.{kind}(1024):
        for j in T.serial(1024):
            B[i, j] = A[i, j] + T.float32(1)
"""


def test_what_the_author_said_of_loops_stays() -> None:
    assert "parallel_grain" in in_threads(BY_HAND.format(kind="serial"))
    text = in_threads(BY_HAND.format(kind="parallel"))
    assert text.count("T.parallel(") == 1
    assert "parallel_grain" not in text
    assert "T.parallel(" not in in_threads(BY_HAND.format(kind="vectorized").replace("T.serial", "T.unroll"))


def test_a_scheduled_function_stays_as_it_is() -> None:
    plain = as_module(program(gemm(256, 256, 256)))
    schedule = tilewright.tir.Schedule(plain)
    loops = schedule.get_loops(schedule.get_block("out"))
    schedule.reorder(loops[2], loops[0])
    *_, (_, made, _) = native_stages(lower(schedule.mod), tilewright.target.Target("llvm"))
    assert "T.parallel(" not in made.script()
    marked = program(gemm(256, 256, 256))["main"].with_attr("tir.is_scheduled", True)
    *_, (_, made, _) = native_stages(lower(marked), tilewright.target.Target("llvm"))
    assert "T.parallel(" not in made.script()


# Loops that write, or read, what other iterations write.
DEPENDENT = {
    "prefix sum": "A=(4096,) B=(4097,)|B[i + 1] = B[i] + A[i]",
    "shift": "A=(4097,)|A[i] = A[i + 1]",
    "one place": "A=(4096,) B=(4,)|B[i % 4] = A[i]",
    "scatter": "A=(4096,) B=(4096,) C=(4096,)|B[T.Cast('int32', C[i])] = A[i]",
    "overlapping pairs": "A=(4097,)|A[i + T.if_then_else(i > 5, 1, 0)] = T.float32(3)",
    "accumulation": "A=(4096,) B=(1,)|B[0] = B[0] + A[i]",
}


@pytest.mark.parametrize("name", DEPENDENT)
def test_dependent_iterations_stay_in_order(name: str) -> None:
    shapes, store = DEPENDENT[name].split("|")
    given = ", ".join(f'{one.split("=")[0]}: T.Buffer({one.split("=")[1]}, "float32")' for one in shapes.split())
    with PassContext(config=EVERY_LOOP):
        assert "T.parallel(" not in in_threads(
            f"@T.prim_func\ndef main({given}):\n    for i in range(4096):\n        {store}\n"
        )


# Loops of which each iteration keeps to itself, also where sizes come with the call.
INDEPENDENT = {
    "rows": "A=(64,64) B=(64,64)|for i, j in T.grid(64, 64):|B[i, j] = A[i, j]",
    "backwards": "A=(64,) B=(64,)|for i in range(64):|B[63 - i] = A[i]",
    "own row read and written": "A=(64,64)|for i, j in T.grid(64, 63):|A[i, j] = A[i, j + 1]",
    "two stores": "A=(128,)|for i in range(64):|A[2 * i] = A[2 * i + 1]",
}


@pytest.mark.parametrize("name", [name for name in INDEPENDENT if name != "backwards"])
def test_independent_iterations_run_in_threads(name: str) -> None:
    shapes, loops, store = INDEPENDENT[name].split("|")
    given = ", ".join(f'{one.split("=")[0]}: T.Buffer({one.split("=")[1]}, "float32")' for one in shapes.split())
    with PassContext(config=EVERY_LOOP):
        assert "T.parallel(" in in_threads(f"@T.prim_func\ndef main({given}):\n    {loops}\n        {store}\n")


SYMBOLIC = """
@T.prim_func
def main(a: T.handle, b: T.handle):
    n, m = T.int32(), T.int32()
    A = T.match_buffer(a, (n, m))
    B = T.match_buffer(b, (n, m))
    for i, j in T.grid(n, m):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * A[vi, vj]
"""


def test_sizes_of_the_call_decide_when_it_is_made() -> None:
    text = in_threads(SYMBOLIC)
    assert "T.parallel(n" in text
    assert "m" in text[text.index("parallel_grain") : text.index("):", text.index("parallel_grain"))]
    native = build(program(SYMBOLIC))
    for n, m in ((1, 1), (0, 5), (3, 1000), (1000, 3), (777, 777)):
        a = np.random.default_rng(0).standard_normal((n, m), dtype="float32")
        b = np.zeros_like(a)
        native(a, b)
        np.testing.assert_array_equal(b, a * a)


def softmax(n: int, m: int) -> str:
    return f"""
@T.prim_func
def main(A: T.Buffer(({n}, {m}), "float32"), B: T.Buffer(({n}, {m}), "float32")):
    e = T.alloc_buffer(({n}, {m}), "float32")
    s = T.alloc_buffer(({n},), "float32")
    for i, j in T.grid({n}, {m}):
        with T.block("e"):
            vi, vj = T.axis.remap("SS", [i, j])
            e[vi, vj] = T.exp(A[vi, vj])
    for i, j in T.grid({n}, {m}):
        with T.block("s"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] = s[vi] + e[vi, vj]
    for i, j in T.grid({n}, {m}):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = e[vi, vj] / s[vi]
"""


KERNELS = {
    **{f"gemm {sizes}": gemm(*sizes) for sizes in ((1, 1, 1), (7, 33, 5), (64, 64, 64), (129, 67, 31), (3, 5, 9001))},
    **{f"sum {n}": total(n) for n in (1, 63, 64, 65, 10_007, 65_536, 100_000)},
    **{f"softmax {n} {m}": softmax(n, m) for n, m in ((1, 5000), (37, 65), (64, 9001))},
    "transpose": block("A=(67,129) B=(129,67)", "129, 67", "SS i j", "B[vi, vj] = A[vj, vi]"),
}


@pytest.mark.parametrize("name", KERNELS)
def test_any_number_of_threads_gives_the_same_bits(name: str) -> None:
    func = program(KERNELS[name])["main"]
    shapes = [tuple(int(extent) for extent in buffer.shape) for buffer in func.buffer_map.values()]
    numbers = np.random.default_rng(0)
    given = [numbers.standard_normal(shape, dtype="float32") for shape in shapes[:-1]]
    found: list[bytes] = []
    with PassContext(config=EVERY_LOOP):
        built = [build(func), build(func, "llvm -num-cores=1")]
    for native in built:
        for count in (1, 2, 3, 7):
            out = np.full(shapes[-1], np.nan, "float32")
            with tilewright.thread_limit(0):
                tilewright.set_num_threads(count)
                native(*given, out)
            found.append(out.tobytes())
    assert len(set(found)) == 1
    exact = _exactly(name, [one.astype("float64") for one in given])
    np.testing.assert_allclose(np.frombuffer(found[0], "float32").reshape(shapes[-1]), exact, 1e-4, 1e-3)


def _exactly(name: str, given: list[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    kind = name.split()[0]
    if kind == "gemm":
        return given[0] @ given[1]
    if kind == "sum":
        return given[0].sum(keepdims=True)
    if kind == "softmax":
        return np.exp(given[0]) / np.exp(given[0]).sum(axis=1, keepdims=True)
    return given[0].T


def test_setting_the_number_of_threads() -> None:
    usual = tilewright.get_num_threads()
    try:
        tilewright.set_num_threads(5)
        assert tilewright.get_num_threads() == 5
        with tilewright.thread_limit(2):
            assert tilewright.get_num_threads() == 2
            with tilewright.thread_limit(4):
                assert tilewright.get_num_threads() == 2, "a limit inside a limit cannot exceed it"
        assert tilewright.get_num_threads() == 5
        for wrong in (-1, 257):
            with pytest.raises(ValueError, match="between 0 and 256"):
                tilewright.set_num_threads(wrong)
    finally:
        tilewright.set_num_threads(0)
    assert tilewright.get_num_threads() == usual


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"TILEWRIGHT_NUM_THREADS": "3"}, "3"),
        ({"OMP_NUM_THREADS": "4"}, "4"),
        ({"TILEWRIGHT_NUM_THREADS": "3", "OMP_NUM_THREADS": "4"}, "3"),
        ({"TILEWRIGHT_NUM_THREADS": "0", "OMP_NUM_THREADS": "2,1"}, "2"),
        ({"TILEWRIGHT_NUM_THREADS": "100000"}, "256"),
    ],
)
def test_variables_of_the_environment(variables: dict[str, str], expected: str) -> None:
    command = [sys.executable, "-c", "import tilewright; print(tilewright.get_num_threads())"]
    shown = subprocess.run(
        command, env={**os.environ, **variables}, capture_output=True, text=True, timeout=60, check=True
    )
    assert shown.stdout.strip() == expected


def test_thirty_two_threads_of_python_at_once() -> None:
    with PassContext(config=EVERY_LOOP):
        native = build(program(total(100_000)))
    numbers = np.ones(100_000, "float32")
    found: list[set[float]] = []

    def run() -> None:
        out, seen = np.zeros(1, "float32"), set[float]()
        for _ in range(50):
            native(numbers, out)
            seen.add(float(out[0]))
        found.append(seen)

    threads = [threading.Thread(target=run) for _ in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [{100_000.0}] * 32


CROWD = """
import numpy as np, tilewright
from tests.backend.test_default_threads import total
from tests.transform.programs import program
from tilewright.core.driver.build import build
from tilewright.script import from_source
from tilewright.transform import PassContext

with PassContext(config={"tir.parallel_microseconds": 0}):
    native = build(program(total(100_000)))
numbers, out = np.ones(100_000, "float32"), np.zeros(1, "float32")
print("ready", flush=True)
for count in (64, 256, 3, 64) * 25:
    tilewright.set_num_threads(count)
    out[0] = 0
    native(numbers, out)
    assert out[0] == 100_000, (count, out)
print("done")
"""


def test_many_more_threads_than_processors() -> None:
    done = subprocess.run([sys.executable, "-c", CROWD], capture_output=True, text=True, timeout=120)
    assert done.stdout.endswith("done\n"), done.stderr


# A process in the background may have been told to ignore interrupts.
INTERRUPTED = "import itertools, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n" + CROWD.replace(
    "(64, 256, 3, 64) * 25", "itertools.cycle((4, 64))"
)


@pytest.mark.skipif(sys.platform == "win32", reason="signals to one process are another thing there")
def test_an_interrupt_ends_the_program_between_calls() -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "ready\n"
    running.send_signal(signal.SIGINT)
    try:
        _, errors = running.communicate(timeout=60)
    finally:
        running.kill()
    assert "KeyboardInterrupt" in errors
    assert running.returncode != 0


@pytest.mark.parametrize("name", ["gemm (129, 67, 31)", "sum 10007", "softmax 37 65", "transpose"])
def test_the_form_that_is_shown_can_be_edited_and_built(name: str) -> None:
    func = program(KERNELS[name])["main"]
    shapes = [tuple(int(extent) for extent in buffer.shape) for buffer in func.buffer_map.values()]
    given = [np.random.default_rng(0).standard_normal(shape, dtype="float32") for shape in shapes[:-1]]
    with PassContext(config=EVERY_LOOP):
        text = in_threads(KERNELS[name])
    edited = text.replace("T.parallel(", "T.serial(")
    assert edited != text
    found: list[bytes] = []
    for each in (program(KERNELS[name]), from_source(text), from_source(edited)):
        out = np.full(shapes[-1], np.nan, "float32")
        build(each)(*given, out)
        found.append(out.tobytes())
    assert found[1] == found[2]
    if not name.startswith("sum"):  # in parts only where every loop runs in threads
        assert found[0] == found[1]


def test_the_reason_for_one_thread_is_shown(tmp_path: Any) -> None:
    path = tmp_path / "program.py"
    path.write_text("from tvm.script import tir as T\n\n" + gemm(32, 32, 32))
    command = [sys.executable, "-m", "tilewright", "lower", f"{path}::main", "--all"]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert "in one thread: about" in shown


def test_chunks_do_not_depend_on_what_an_iteration_computes() -> None:
    """The loop inside is as long as data say, which a let of the iteration names."""
    text = """
@T.prim_func
def main(lengths: T.Buffer((4096,), "int32"), A: T.Buffer((4096, 64), "float32"), B: T.Buffer((4096,), "float32")):
    for i in range(4096):
        length: T.int32 = T.if_then_else(lengths[i] > 0, lengths[i], 0)
        B[i] = T.float32(0)
        for j in range(length):
            B[i] = B[i] + T.exp(A[i, j])
"""
    lengths = np.arange(-2, 4094, dtype="int32") % 65
    a, b = np.random.default_rng(0).random((4096, 64), "float32"), np.zeros(4096, "float32")
    with PassContext(config=EVERY_LOOP):
        build(program(text))["main"](lengths, a, b)
    wanted = np.where(np.arange(64) < np.maximum(lengths, 0)[:, None], np.exp(a), 0).sum(1)
    np.testing.assert_allclose(b, wanted, rtol=1e-5)


def test_a_loop_as_long_as_the_call_says_runs_in_threads() -> None:
    text = """
@T.prim_func
def main(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n,), "float32")
    B = T.match_buffer(b, (n,), "float32")
    for i in range(n):
        B[i] = A[i] + T.float32(1)
"""
    assert "T.parallel(n" in in_threads(text)
    native = build(program(text))
    for n in (0, 1, 17, 100_003):
        a, b = np.arange(n, dtype="float32"), np.zeros(n, "float32")
        native(a, b)
        np.testing.assert_array_equal(b, a + 1)
