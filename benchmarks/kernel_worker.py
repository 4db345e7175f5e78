"""One peer's kernels in a process of its own: reads `{"kernel": ..., "rounds": ...}` lines, answers with microseconds.

Each round runs the kernel often enough to take about 20 ms of this process's CPU time, with one thread.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

Kernel = Callable[[], Any]
RNG = np.random.default_rng(0)


def f32(*shape: int) -> np.ndarray:
    """Random float32 numbers."""
    return RNG.standard_normal(shape, dtype=np.float32)


SIZES: dict[str, tuple[int, ...]] = {
    "fused 4K": (4096,),
    "fused 16M": (1 << 24,),
    "sum 16M": (1 << 24,),
    "matmul 128": (128,),
    "softmax 1024": (1024,),
    "transpose 2048": (2048,),
}


def numpy_kernel(name: str) -> Kernel:
    """The kernel by numpy's own functions, writing into arrays that exist."""
    (n,) = SIZES[name]
    if name.startswith("fused"):
        a, b, c, out = f32(n), f32(n), f32(n), np.empty(n, np.float32)

        def fused() -> None:
            np.multiply(a, b, out=out)
            np.add(out, c, out=out)
            np.maximum(out, 0, out=out)

        return fused
    if name.startswith("sum"):
        a = f32(n)
        return lambda: a.sum()
    if name.startswith("matmul"):
        a, b, out = f32(n, n), f32(n, n), np.empty((n, n), np.float32)
        return lambda: np.matmul(a, b, out=out)
    a = f32(n, n)
    out = np.empty_like(a)
    if name.startswith("transpose"):
        return lambda: np.copyto(out, a.T)

    def softmax() -> None:
        np.subtract(a, a.max(axis=1, keepdims=True), out=out)
        np.exp(out, out=out)
        np.divide(out, out.sum(axis=1, keepdims=True), out=out)

    return softmax


def numba_kernel(name: str) -> Kernel:
    """The kernel as loops under numba's compiler."""
    import numba

    jit = numba.njit(fastmath=True)

    def fused(a: Any, b: Any, c: Any, out: Any) -> None:
        for i in range(out.shape[0]):
            out[i] = max(a[i] * b[i] + c[i], np.float32(0))

    def total(a: Any, out: Any) -> None:
        s = np.float32(0)
        for i in range(a.shape[0]):
            s += a[i]
        out[0] = s

    def matmul(a: Any, b: Any, out: Any) -> None:
        for i in range(out.shape[0]):
            for j in range(out.shape[1]):
                out[i, j] = 0
            for k in range(a.shape[1]):
                for j in range(out.shape[1]):
                    out[i, j] += a[i, k] * b[k, j]

    def softmax(a: Any, out: Any) -> None:
        for i in range(a.shape[0]):
            m = a[i, 0]
            for j in range(a.shape[1]):
                m = max(m, a[i, j])
            s = np.float32(0)
            for j in range(a.shape[1]):
                out[i, j] = np.exp(a[i, j] - m)
                s += out[i, j]
            for j in range(a.shape[1]):
                out[i, j] /= s

    def transpose(a: Any, out: Any) -> None:
        for i in range(out.shape[0]):
            for j in range(out.shape[1]):
                out[i, j] = a[j, i]

    functions = {"fused": fused, "sum": total, "matmul": matmul, "softmax": softmax, "transpose": transpose}
    compiled = jit(functions[name.split()[0]])
    arguments = arguments_of(name)
    compiled(*arguments)
    return lambda: compiled(*arguments)


def arguments_of(name: str) -> list[np.ndarray]:
    """Inputs and the output, last."""
    (n,) = SIZES[name]
    kind = name.split()[0]
    if kind == "fused":
        return [f32(n), f32(n), f32(n), np.empty(n, np.float32)]
    if kind == "sum":
        return [f32(n), np.empty(1, np.float32)]
    if kind == "matmul":
        return [f32(n, n), f32(n, n), np.empty((n, n), np.float32)]
    return [f32(n, n), np.empty((n, n), np.float32)]


def programs(script: Any, block: str, allocate: str, decorator: str) -> dict[str, Any]:
    """The kernels as TVMScript, in the spelling of the compiler at hand; plain programs, no schedule."""
    text = PROGRAMS.replace("T.block", f"T.{block}").replace("T.alloc_buffer", f"T.{allocate}")
    return {part.split("(", 1)[0]: script(f"@T.{decorator}\ndef {part}") for part in text.split("\n---\n")}


TARGET = "llvm"

PROGRAMS = """fused_4K(A: T.Buffer((4096,), "float32"), B: T.Buffer((4096,), "float32"), C: T.Buffer((4096,), "float32"), D: T.Buffer((4096,), "float32")):
    for i in range(4096):
        with T.block("D"):
            vi = T.axis.spatial(4096, i)
            D[vi] = T.max(A[vi] * B[vi] + C[vi], T.float32(0))
---
fused_16M(A: T.Buffer((16777216,), "float32"), B: T.Buffer((16777216,), "float32"), C: T.Buffer((16777216,), "float32"), D: T.Buffer((16777216,), "float32")):
    for i in range(16777216):
        with T.block("D"):
            vi = T.axis.spatial(16777216, i)
            D[vi] = T.max(A[vi] * B[vi] + C[vi], T.float32(0))
---
sum_16M(A: T.Buffer((16777216,), "float32"), B: T.Buffer((1,), "float32")):
    for u, k in T.grid(1, 16777216):
        with T.block("B"):
            vu, vk = T.axis.remap("SR", [u, k])
            with T.init():
                B[vu] = T.float32(0)
            B[vu] = B[vu] + A[vk]
---
matmul_128(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
---
softmax_1024(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32")):
    m = T.alloc_buffer((1024,), "float32")
    e = T.alloc_buffer((1024, 1024), "float32")
    s = T.alloc_buffer((1024,), "float32")
    for i, j in T.grid(1024, 1024):
        with T.block("m"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                m[vi] = T.float32(-3.4028234663852886e38)
            m[vi] = T.max(m[vi], A[vi, vj])
    for i, j in T.grid(1024, 1024):
        with T.block("e"):
            vi, vj = T.axis.remap("SS", [i, j])
            e[vi, vj] = T.exp(A[vi, vj] - m[vi])
    for i, j in T.grid(1024, 1024):
        with T.block("s"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                s[vi] = T.float32(0)
            s[vi] = s[vi] + e[vi, vj]
    for i, j in T.grid(1024, 1024):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = e[vi, vj] / s[vi]
---
transpose_2048(A: T.Buffer((2048, 2048), "float32"), B: T.Buffer((2048, 2048), "float32")):
    for i, j in T.grid(2048, 2048):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]
"""


def tilewright_kernel(name: str) -> Kernel:
    """The TVMScript program built by Tilewright."""
    import tilewright
    from tilewright.script import from_source

    built = tilewright.build(programs(from_source, "block", "alloc_buffer", "prim_func")[name.replace(" ", "_")])
    arguments = arguments_of(name)
    return lambda: built(*arguments)


def tvm_kernel(name: str) -> Kernel:
    """The same program built by Apache TVM's default pipeline."""
    import tvm
    from tvm.script import from_source

    function = programs(from_source, "sblock", "sblock_alloc_buffer", "prim_func(s_tir=True)")[name.replace(" ", "_")]
    built = tvm.compile(function, target=TARGET)
    arguments = [tvm.runtime.tensor(argument) for argument in arguments_of(name)]
    return lambda: built(*arguments)


def jax_kernel(name: str) -> Kernel:
    """The kernel in jax, compiled by XLA."""
    import jax
    import jax.numpy as jnp

    kind = name.split()[0]
    functions: dict[str, Any] = {
        "fused": lambda a, b, c: jnp.maximum(a * b + c, 0),
        "sum": jnp.sum,
        "matmul": jnp.matmul,
        "softmax": lambda a: jax.nn.softmax(a, axis=1),
        "transpose": lambda a: a.T.copy(),
    }
    compiled = jax.jit(functions[kind])
    inputs = [jnp.asarray(argument) for argument in arguments_of(name)[:-1]]
    compiled(*inputs).block_until_ready()
    return lambda: compiled(*inputs).block_until_ready()


KERNELS = {
    "numpy": numpy_kernel,
    "numba": numba_kernel,
    "tilewright": tilewright_kernel,
    "tvm": tvm_kernel,
    "jax": jax_kernel,
}


def measure(kernel: Kernel) -> float:
    """Microseconds of CPU time a call, over about 20 ms of calls."""
    start = time.process_time()
    kernel()
    once = max(time.process_time() - start, 1e-7)
    count = max(1, min(20000, int(0.02 / once)))
    start = time.process_time()
    for _ in range(count):
        kernel()
    return (time.process_time() - start) / count * 1e6


def main() -> None:
    """Answer requests until standard input ends."""
    peer = sys.argv[1]
    made: dict[str, Kernel] = {}
    for line in sys.stdin:
        request = json.loads(line)
        name = request["kernel"]
        try:
            if name not in made:
                made.clear()
                made[name] = KERNELS[peer](name)
                measure(made[name])
            answer: dict[str, Any] = {"us": measure(made[name])}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}".splitlines()[0][:200]}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
