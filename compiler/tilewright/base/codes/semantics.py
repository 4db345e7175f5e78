"""Codes for what an analysis of the whole function finds: bounds, races, reads and writes."""

from __future__ import annotations

from tilewright.base.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "opaque-access",
        "error",
        "A block uses a buffer's pointer and does not say what it reads and writes.",
        "What a block reads and writes is inferred from its loads and stores. Through a bare pointer (`A.data`, or `access_ptr` for both reading "
        "and writing) anything may be accessed, so the block has to declare it with T.reads and T.writes.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        with T.block('b'):\n"
        "            vi = T.axis.spatial(4, i)\n            T.evaluate(T.call_extern('int32', 'fill', A.data, vi))\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        with T.block('b'):\n"
        "            vi = T.axis.spatial(4, i)\n            T.reads()\n            T.writes(A[vi])\n"
        "            T.evaluate(T.call_extern('int32', 'fill', A.data, vi))\n",
    ),
    Code(
        "index-out-of-bounds",
        "error",
        "An access reaches outside its buffer.",
        "The index was followed through the loops, block axes and conditions around it, and at the values that the message names it leaves the buffer. Indices start at 0 and do not count from the end. Shorten the loop, shift the index, or guard the access with a condition (T.where in a block, `if`, or T.if_then_else in an expression).",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        B[i] = A[i + 1]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(7):\n        B[i] = A[i + 1]\n",
    ),
    Code(
        "division-by-zero",
        "error",
        "An integer is divided by the constant 0.",
        "Quotients and remainders of integers by 0 have no value, and the machine may stop at them.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        A[i] = i // 0\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        A[i] = i // 2\n",
    ),
    Code(
        "undefined-variable",
        "error",
        "A variable or buffer is used where nothing defines it.",
        "Parameters, loop variables, block axes, bound names and the symbols in parameters' shapes have values; buffers need memory from a parameter, an allocation, or a pointer that is itself defined. `T.Buffer(shape, dtype)` in a body only describes memory: pass `data=`, or allocate with T.alloc_buffer.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    B = T.Buffer((8,), 'float32')\n    for i in range(8):\n        B[i] = A[i]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    B = T.alloc_buffer((8,), 'float32')\n    for i in range(8):\n        B[i] = A[i]\n",
    ),
    Code(
        "rank-mismatch",
        "error",
        "A buffer is indexed with more or fewer indices than it has dimensions.",
        "An access names one index for each dimension; a slice `A[i, 0:4]` counts as one.",
        "@T.prim_func\ndef f(A: T.Buffer((4, 4), 'float32')):\n    for i in range(4):\n        A[i] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((4, 4), 'float32')):\n    for i in range(4):\n        A[i, 0] = T.float32(0)\n",
    ),
    Code(
        "unknown-thread-tag",
        "error",
        "A loop is bound to a thread that does not exist.",
        'Threads are named "blockIdx.x", "threadIdx.x", "vthread" and their kin.',
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in T.thread_binding(8, thread='thread.x'):\n        A[i] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in T.thread_binding(8, thread='threadIdx.x'):\n        A[i] = T.float32(0)\n",
    ),
    Code(
        "axis-out-of-domain",
        "error",
        "A block axis takes a value outside its domain.",
        "An axis declares the values it runs over, and the value bound to it leaves them at the point that the message names. Give the axis the right extent, or keep the block from running there with T.where.",
        "@T.prim_func\ndef f(A: T.Buffer((10,), 'float32')):\n    for i, j in T.grid(3, 4):\n        with T.block('b'):\n            vi = T.axis.spatial(10, i * 4 + j)\n            A[vi] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((10,), 'float32')):\n    for i, j in T.grid(3, 4):\n        with T.block('b'):\n            vi = T.axis.spatial(10, i * 4 + j)\n            T.where(i * 4 + j < 10)\n            A[vi] = T.float32(0)\n",
    ),
    Code(
        "axis-domain-not-covered",
        "warning",
        "A block axis never takes some values of its domain.",
        "The loops around the block are shorter than the domain that the axis declares, so part of the result is never computed.",
        "@T.prim_func\ndef f(A: T.Buffer((10,), 'float32')):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.spatial(10, i)\n            A[vi] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((10,), 'float32')):\n    for i in range(10):\n        with T.block('b'):\n            vi = T.axis.spatial(10, i)\n            A[vi] = T.float32(0)\n",
    ),
    Code(
        "non-affine-binding",
        "hint",
        "A block axis is bound to something that schedules cannot follow.",
        "Schedules need axes that are sums of loop variables with constant factors, their quotients and remainders. A block whose axis multiplies loop variables or is read from memory runs, but loops around it cannot be transformed.",
        "@T.prim_func\ndef f(A: T.Buffer((50,), 'float32')):\n    for i, j in T.grid(8, 8):\n        with T.block('b'):\n            vi = T.axis.opaque(50, i * j)\n            A[vi] = T.float32(0)\n",
    ),
    Code(
        "undeclared-access",
        "warning",
        "A block accesses a buffer that its T.reads or T.writes do not name.",
        "A block that says what it reads and writes has to say all of it: passes move and fuse blocks by these declarations. Add the buffer, or leave T.reads and T.writes out to have them inferred.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.spatial(8, i)\n            T.reads()\n            T.writes(B[vi])\n            B[vi] = A[vi]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.spatial(8, i)\n            T.reads(A[vi])\n            T.writes(B[vi])\n            B[vi] = A[vi]\n",
    ),
    Code(
        "missing-init",
        "warning",
        "A reduction starts from memory that nothing has set.",
        "The block adds to its output over a reduction axis, it has no T.init, and nothing stores to the output before. Give it a `with T.init():` that stores the neutral element; if the caller is to hand in the starting values, store them in a block of their own.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), s: T.Buffer((1,), 'float32')):\n    for k in range(8):\n        with T.block('sum'):\n            vk = T.axis.reduce(8, k)\n            s[0] = s[0] + A[vk]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), s: T.Buffer((1,), 'float32')):\n    for k in range(8):\n        with T.block('sum'):\n            vk = T.axis.reduce(8, k)\n            with T.init():\n                s[0] = T.float32(0)\n            s[0] = s[0] + A[vk]\n",
    ),
    Code(
        "parallel-race",
        "warning",
        "Iterations that run at once write the same element.",
        "Nothing in the index depends on the parallel (or vectorized) loop, so its iterations overwrite one another in no particular order. Index by the loop variable, give every iteration a place of its own and combine them afterwards, or make the loop serial.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), s: T.Buffer((1,), 'float32')):\n    for i in T.parallel(8):\n        s[0] = s[0] + A[i]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), s: T.Buffer((1,), 'float32')):\n    for i in range(8):\n        s[0] = s[0] + A[i]\n",
    ),
    Code(
        "unused-buffer",
        "hint",
        "A buffer is allocated and never used.",
        "Nothing reads or writes it; the allocation can go.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    B = T.alloc_buffer((8,), 'float32')\n    for i in range(8):\n        A[i] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        A[i] = T.float32(0)\n",
    ),
    Code(
        "unused-axis",
        "hint",
        "Nothing in the block depends on one of its axes.",
        "The block does the same at every point of the axis. Often an index was forgotten.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i, j in T.grid(8, 4):\n        with T.block('b'):\n            vi, vj = T.axis.remap('SS', [i, j])\n            A[vi] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.spatial(8, i)\n            A[vi] = T.float32(0)\n",
    ),
)
