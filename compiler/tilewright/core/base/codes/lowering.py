"""Codes for programs that are well formed but cannot be compiled for the target."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

CODES = (
    Code(
        "thread-binding-on-cpu",
        "error",
        "A loop is bound to GPU threads, and the target is a CPU.",
        "`T.thread_binding`, `T.launch_thread` and `T.env_thread` say which thread of a GPU runs an iteration. Tilewright reads and prints such "
        "programs but builds for the CPU only, where loops are serial, parallel, vectorised or unrolled.",
        "@T.prim_func\ndef f(A: T.Buffer((64,), 'float32')):\n    for i in T.thread_binding(64, thread='threadIdx.x'):\n        A[i] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((64,), 'float32')):\n    for i in T.parallel(64):\n        A[i] = 0.0\n",
    ),
    Code(
        "axis-separators-on-cpu",
        "error",
        "A buffer has axis separators, and memory of a CPU has one dimension.",
        "`axis_separators` lays a buffer out in memory of several dimensions, such as a texture. The memory of a CPU is flat, so leave the argument out, "
        "or give `strides` for a layout of your own.",
        "@T.prim_func\ndef f(a: T.handle):\n    A = T.match_buffer(a, (8, 8), 'float32', axis_separators=[1])\n    A[0, 0] = 0.0\n",
        "@T.prim_func\ndef f(a: T.handle):\n    A = T.match_buffer(a, (8, 8), 'float32')\n    A[0, 0] = 0.0\n",
    ),
    Code(
        "unsupported-on-cpu",
        "error",
        "Something cannot be compiled for a CPU.",
        "The program is correct TVMScript, but it uses an intrinsic, a type or a statement that only other devices have, such as a tensor core instruction. "
        "The message names it.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    T.evaluate(T.ptx_wait_group(0))\n    A[0] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 0.0\n",
    ),
    Code(
        "unbound-size",
        "error",
        "A symbolic size occurs only inside expressions, so no argument determines its value.",
        "The value of a symbolic size is read from the arrays at each call: from a dimension, stride or offset that is just that variable. A dimension such as `n * 2` "
        "checks `n`, but cannot give it. Use `n` alone as some dimension, or make it a parameter.",
        "@T.prim_func\ndef f(a: T.handle):\n    n = T.int64()\n    A = T.match_buffer(a, (n * 2,), 'float32')\n    A[0] = 0.0\n",
        "@T.prim_func\ndef f(a: T.handle, n: T.int64):\n    A = T.match_buffer(a, (n * 2,), 'float32')\n    A[0] = 0.0\n",
    ),
)
