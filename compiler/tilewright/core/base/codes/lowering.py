"""Codes for programs that are well formed but cannot be compiled for the target."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

CODES = (
    Code(
        "thread-binding-on-cpu",
        "error",
        "A loop is bound to GPU threads, and the target is a CPU.",
        "`T.thread_binding`, `T.launch_thread` and `T.env_thread` choose the GPU thread that runs an iteration. Tilewright reads and prints such "
        "programs, but it generates code for CPUs only, where loops are serial, parallel, vectorized or unrolled.",
        "@T.prim_func\ndef f(A: T.Buffer((64,), 'float32')):\n    for i in T.thread_binding(64, thread='threadIdx.x'):\n        A[i] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((64,), 'float32')):\n    for i in T.parallel(64):\n        A[i] = 0.0\n",
        found="build",
    ),
    Code(
        "axis-separators-on-cpu",
        "error",
        "A buffer has axis separators, which CPUs do not support.",
        "`axis_separators` lays a buffer out in memory of several dimensions, such as a texture. The memory of a CPU has one dimension: remove the "
        "argument, or give `strides` for a layout of your own.",
        "@T.prim_func\ndef f(a: T.handle):\n    A = T.match_buffer(a, (8, 8), 'float32', axis_separators=[1])\n    A[0, 0] = 0.0\n",
        "@T.prim_func\ndef f(a: T.handle):\n    A = T.match_buffer(a, (8, 8), 'float32')\n    A[0, 0] = 0.0\n",
        found="build",
    ),
    Code(
        "unsupported-on-cpu",
        "error",
        "The program uses something that cannot be compiled for a CPU.",
        "The program is correct TVMScript, but it uses an intrinsic, a type or a statement that only other devices have, such as a tensor core "
        "instruction. The message names it.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    T.evaluate(T.ptx_wait_group(0))\n    A[0] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 0.0\n",
        found="build",
    ),
    Code(
        "unbound-size",
        "error",
        "The value of a symbolic size does not follow from the arguments.",
        "At each call a symbolic size is read from the arrays, from a dimension, stride or offset that is just that variable. A dimension such as "
        "`n * 2` is checked against `n`, but does not determine it. Use `n` alone as some dimension, or make it a parameter.",
        "@T.prim_func\ndef f(a: T.handle):\n    n = T.int64()\n    A = T.match_buffer(a, (n * 2,), 'float32')\n    A[0] = 0.0\n",
        "@T.prim_func\ndef f(a: T.handle, n: T.int64):\n    A = T.match_buffer(a, (n * 2,), 'float32')\n    A[0] = 0.0\n",
        found="build",
    ),
)
