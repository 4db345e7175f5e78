"""Kernels for 64-bit Arm, built here by target string, linked by a cross compiler and run by an emulator.

What they compute is compared with numpy.  The emulated processor has every instruction that a target asks for, so that dot products, halves and scalable vectors run, and the
thread pool does in threads of the emulator.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.transform.programs import program
from tilewright import build
from tilewright.transform import PassContext

COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
Array = np.ndarray[Any, Any]
ARM = "llvm -mtriple=aarch64-unknown-linux-gnu"
PLAIN, DOTS, SCALABLE = ARM, f"{ARM} -mcpu=neoverse-n1", f"{ARM} -mattr=+sve"
# Reads the arrays, calls the function, writes the last array.
DRIVER = """
#include <stdio.h>
#include <stdlib.h>

char *tilewright_main({parameters});

static void *loaded(const char *path, size_t bytes) {{
    void *memory = malloc(bytes);
    FILE *file = fopen(path, "rb");
    if (!file || fread(memory, 1, bytes, file) != bytes) exit(2);
    fclose(file);
    return memory;
}}

int main(void) {{
{loads}
    char *message = tilewright_main({arguments});
    if (message) {{ puts(message); return 1; }}
    FILE *file = fopen("result", "wb");
    if (!file || fwrite({last}, 1, {bytes}, file) != {bytes}) return 3;
    return fclose(file);
}}
"""


def function(buffers: dict[str, tuple[tuple[int, ...], str]], body: str) -> str:
    """A function of these buffers."""
    given = ", ".join(f'{name}: T.Buffer({shape!r}, "{dtype}")' for name, (shape, dtype) in buffers.items())
    return f"@T.prim_func\ndef main({given}):\n{body}"


def product(m: int, n: int, k: int, given: str, total: str) -> str:
    return function(
        {"A": ((m, k), given), "B": ((k, n), given), "C": ((m, n), total)},
        f"""    for i, j, k in T.grid({m}, {n}, {k}):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.{total}(0)
            C[vi, vj] += T.Cast("{total}", A[vi, vk]) * T.Cast("{total}", B[vk, vj])
""",
    )


SOFTMAX = function(
    {"A": ((13, 77), "float32"), "B": ((13, 77), "float32")},
    """    m = T.alloc_buffer((13,))
    e = T.alloc_buffer((13, 77))
    s = T.alloc_buffer((13,))
    for i, j in T.grid(13, 77):
        with T.block("m"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                m[vi] = T.min_value("float32")
            m[vi] = T.max(m[vi], A[vi, vj])
    for i, j in T.grid(13, 77):
        with T.block("e"):
            vi, vj = T.axis.remap("SS", [i, j])
            e[vi, vj] = T.exp(A[vi, vj] - m[vi])
    for i, j in T.grid(13, 77):
        with T.block("s"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] += e[vi, vj]
    for i, j in T.grid(13, 77):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = e[vi, vj] / s[vi]
""",
)
CONVOLUTION = function(
    {"A": ((1, 5, 20, 19), "float32"), "W": ((9, 5, 3, 3), "float32"), "B": ((1, 9, 18, 17), "float32")},
    """    for o, y, x, c, r, s in T.grid(9, 18, 17, 5, 3, 3):
        with T.block("B"):
            vo, vy, vx, vc, vr, vs = T.axis.remap("SSSRRR", [o, y, x, c, r, s])
            with T.init():
                B[0, vo, vy, vx] = T.float32(0)
            B[0, vo, vy, vx] += A[0, vc, vy + vr, vx + vs] * W[vo, vc, vr, vs]
""",
)
TOTAL = function(
    {"A": ((100_003,), "float32"), "B": ((1,), "float32")},
    """    for u, k in T.grid(1, 100_003):
        with T.block("B"):
            vu, vk = T.axis.remap("SR", [u, k])
            with T.init():
                B[vu] = T.float32(0)
            B[vu] += A[vk]
""",
)
TRANSPOSE = function(
    {"A": ((67, 129), "int32"), "B": ((129, 67), "int32")},
    """    for i, j in T.grid(129, 67):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]
""",
)
MAP = function(
    {"A": ((1003,), "float32"), "B": ((1003,), "float32")},
    """    for i in range(1003):
        B[i] = T.tanh(A[i]) + T.max(A[i], T.float32(0))
""",
)


def softmax(a: Array) -> Array:
    weights = np.exp(a - a.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def convolution(a: Array, w: Array) -> Array:
    windows = np.lib.stride_tricks.sliding_window_view(a[0], (3, 3), (1, 2))
    return np.einsum("cyxrs,ocrs->oyx", windows, w)[None]


def matmul(a: Array, b: Array) -> Array:
    return a @ b


# The program, what it computes, and the targets.
CASES: dict[str, tuple[str, Callable[..., Array], tuple[str, ...]]] = {
    "product": (product(33, 47, 65, "float32", "float32"), matmul, (PLAIN, DOTS, SCALABLE)),
    "product of float16": (product(9, 33, 65, "float16", "float32"), matmul, (PLAIN, DOTS)),
    "product of int8": (product(17, 35, 66, "int8", "int32"), matmul, (PLAIN, DOTS)),
    "product of uint8": (product(8, 64, 128, "uint8", "int32"), matmul, (DOTS,)),
    "softmax": (SOFTMAX, softmax, (PLAIN, DOTS, SCALABLE)),
    "convolution": (CONVOLUTION, convolution, (PLAIN, DOTS)),
    "sum in threads": (TOTAL, lambda a: a.sum(keepdims=True), (PLAIN, DOTS, SCALABLE)),
    "transpose": (TRANSPOSE, np.transpose, (PLAIN, SCALABLE)),
    "map": (MAP, lambda a: np.tanh(a) + np.maximum(a, 0), (PLAIN, DOTS, SCALABLE)),
}


@pytest.mark.parametrize("tool", [COMPILER, EMULATOR])
def test_the_tools_are_there(tool: str) -> None:
    assert shutil.which(tool), f"{tool} is not installed; `make e2e` installs it"


@pytest.mark.parametrize(("name", "target"), [(name, each) for name, case in CASES.items() for each in case[2]])
def test_what_the_emulated_processor_computes(name: str, target: str, tmp_path: Path) -> None:
    text, exactly, _ = CASES[name]
    func = program(text)["main"]
    buffers = [func.buffer_map[param] for param in func.params]
    given = [_numbers([int(size) for size in each.shape], str(each.dtype)) for each in buffers]
    with PassContext(config={"tir.parallel_microseconds": 0}):
        build(func, target).export_library(tmp_path / "kernel.o")
    _linked(given, tmp_path)
    run = [EMULATOR, "-cpu", "max", "-E", "TILEWRIGHT_NUM_THREADS=3", str(tmp_path / "kernel")]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    found = np.fromfile(tmp_path / "result", given[-1].dtype).reshape(given[-1].shape)
    wide = "int64" if found.dtype.kind in "iu" else "float64"
    np.testing.assert_allclose(found, exactly(*(each.astype(wide) for each in given[:-1])), 1e-4, 1e-3)


def _numbers(shape: list[int], dtype: str) -> Array:
    random = np.random.default_rng(0)
    if np.dtype(dtype).kind == "f":
        return random.standard_normal(shape).astype(dtype)
    limits = np.iinfo(dtype)
    return random.integers(max(limits.min, -1000), min(limits.max, 1000) + 1, shape).astype(dtype)


def _linked(given: list[Array], folder: Path) -> None:
    """The program `kernel` in the folder, with the files of its arrays."""
    for at, each in enumerate(given):
        each.tofile(folder / f"array{at}")
    names = [f"array{at}" for at in range(len(given))]
    driver = DRIVER.format(
        parameters=", ".join("void *" for _ in given),
        loads="\n".join(f'    void *{name} = loaded("{name}", {each.nbytes});' for name, each in zip(names, given)),
        arguments=", ".join(names),
        last=names[-1],
        bytes=given[-1].nbytes,
    )
    (folder / "driver.c").write_text(driver)
    command = [COMPILER, "-static", "-O1", "-o", "kernel", "driver.c", "kernel.o", "-lm", "-lpthread"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
