"""Codes for what an analysis of the whole function finds: bounds, races, reads and writes."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "opaque-access",
        "error",
        "A block accesses a buffer through its pointer and does not declare what it reads and writes.",
        "Tilewright infers the reads and writes of a block from its loads and stores. Through a bare pointer (`A.data`, or an `access_ptr` for both "
        "reading and writing) a call may access any element, so declare the regions with T.reads and T.writes.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        with T.block('b'):\n"
        "            vi = T.axis.spatial(4, i)\n            T.evaluate(T.call_extern('int32', 'fill', A.data, vi))\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        with T.block('b'):\n"
        "            vi = T.axis.spatial(4, i)\n            T.reads()\n            T.writes(A[vi])\n"
        "            T.evaluate(T.call_extern('int32', 'fill', A.data, vi))\n",
    ),
    Code(
        "index-out-of-bounds",
        "error",
        "An access is outside the bounds of its buffer.",
        "The range of the index follows from the loops, block axes and conditions around it; for the values that the message names, the index is "
        "outside the buffer. Indices start at 0, and negative ones do not count from the end. Shorten the loop, shift the index, or guard the "
        "access with a condition (T.where in a block, `if`, or T.if_then_else in an expression).",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        B[i] = A[i + 1]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(7):\n        B[i] = A[i + 1]\n",
    ),
    Code(
        "division-by-zero",
        "error",
        "A number is divided by the constant 0.",
        "An integer quotient or remainder by 0 has no value. As in TVM, dividing a float by the constant 0 is refused too; write "
        '`T.infinity("float32")` for infinity.',
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        A[i] = i // 0\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        A[i] = i // 2\n",
    ),
    Code(
        "undefined-variable",
        "error",
        "A variable or buffer is used, but nothing defines it.",
        "Parameters, loop variables, block axes, bound names and the symbols in the shapes of parameters have values. A buffer needs memory: from a "
        "parameter, an allocation, or a pointer that is itself defined. `T.Buffer(shape, dtype)` in the body of a function only describes memory: "
        "pass `data=`, or allocate with T.alloc_buffer.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    B = T.Buffer((8,), 'float32')\n    for i in range(8):\n        B[i] = A[i]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    B = T.alloc_buffer((8,), 'float32')\n    for i in range(8):\n        B[i] = A[i]\n",
    ),
    Code(
        "rank-mismatch",
        "error",
        "The number of indices of an access is not the number of dimensions of the buffer.",
        "An access has one index for each dimension; a slice, as in `A[i, 0:4]`, counts as one index.",
        "@T.prim_func\ndef f(A: T.Buffer((4, 4), 'float32')):\n    for i in range(4):\n        A[i] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((4, 4), 'float32')):\n    for i in range(4):\n        A[i, 0] = T.float32(0)\n",
    ),
    Code(
        "unknown-thread-tag",
        "error",
        "A loop is bound to a thread tag that does not exist.",
        'The thread tags are "blockIdx" and "threadIdx", each with .x, .y or .z, and "vthread", also with .x, .y or .z.',
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in T.thread_binding(8, thread='thread.x'):\n        A[i] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in T.thread_binding(8, thread='threadIdx.x'):\n        A[i] = T.float32(0)\n",
    ),
    Code(
        "axis-out-of-domain",
        "error",
        "A block axis is bound to a value outside its domain.",
        "An axis declares its domain; for the loop values that the message names, the value bound to the axis is outside it. Correct the extent of "
        "the axis, or exclude these iterations with T.where.",
        "@T.prim_func\ndef f(A: T.Buffer((10,), 'float32')):\n    for i, j in T.grid(3, 4):\n        with T.block('b'):\n            vi = T.axis.spatial(10, i * 4 + j)\n            A[vi] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((10,), 'float32')):\n    for i, j in T.grid(3, 4):\n        with T.block('b'):\n            vi = T.axis.spatial(10, i * 4 + j)\n            T.where(i * 4 + j < 10)\n            A[vi] = T.float32(0)\n",
    ),
    Code(
        "axis-domain-not-covered",
        "warning",
        "A block axis never takes some values of its domain.",
        "The loops around the block are shorter than the domain that the axis declares, so part of the result is never computed. Make the loops as "
        "long as the domain, or the domain as short as the loops.",
        "@T.prim_func\ndef f(A: T.Buffer((10,), 'float32')):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.spatial(10, i)\n            A[vi] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((10,), 'float32')):\n    for i in range(10):\n        with T.block('b'):\n            vi = T.axis.spatial(10, i)\n            A[vi] = T.float32(0)\n",
    ),
    Code(
        "non-affine-binding",
        "hint",
        "The value bound to a block axis is not affine, so schedules cannot transform the loops around the block.",
        "Schedules need axes that are sums of loop variables with constant factors, and quotients and remainders of such sums. A block whose axis "
        "multiplies loop variables or is read from memory can be built and run, but the loops around it cannot be transformed.",
        "@T.prim_func\ndef f(A: T.Buffer((50,), 'float32')):\n    for i, j in T.grid(8, 8):\n        with T.block('b'):\n            vi = T.axis.opaque(50, i * j)\n            A[vi] = T.float32(0)\n",
    ),
    Code(
        "undeclared-access",
        "warning",
        "A block accesses a buffer that its T.reads or T.writes do not list.",
        "If a block declares what it reads or writes, the declaration must be complete: passes move and fuse blocks by it. Add the buffer, or "
        "remove T.reads and T.writes to have them inferred.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.spatial(8, i)\n            T.reads()\n            T.writes(B[vi])\n            B[vi] = A[vi]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.spatial(8, i)\n            T.reads(A[vi])\n            T.writes(B[vi])\n            B[vi] = A[vi]\n",
    ),
    Code(
        "region-too-narrow",
        "warning",
        "A block accesses elements outside of the region that its T.reads or T.writes names.",
        "Passes move, fuse and compute blocks where their declared regions say that values are needed: an element that is not named may not be there yet. Name all of it, or leave T.reads and T.writes out to have them inferred.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((7,), 'float32')):\n    for i in range(7):\n        with T.block('b'):\n            vi = T.axis.spatial(7, i)\n            T.reads(A[vi])\n            T.writes(B[vi])\n            B[vi] = A[vi] + A[vi + 1]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((7,), 'float32')):\n    for i in range(7):\n        with T.block('b'):\n            vi = T.axis.spatial(7, i)\n            T.reads(A[vi:vi + 2])\n            T.writes(B[vi])\n            B[vi] = A[vi] + A[vi + 1]\n",
    ),
    Code(
        "region-too-wide",
        "hint",
        "T.reads or T.writes of a block lists elements that the block does not access.",
        "The program computes the same, but schedules that rely on the regions do more work than needed, or refuse. List what is accessed, or leave T.reads and T.writes out to have them inferred.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.spatial(8, i)\n            T.reads(A[0:8])\n            T.writes(B[vi])\n            B[vi] = A[vi]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.spatial(8, i)\n            T.reads(A[vi])\n            T.writes(B[vi])\n            B[vi] = A[vi]\n",
    ),
    Code(
        "view-too-large",
        "warning",
        "A buffer is declared over memory that is smaller.",
        "`T.decl_buffer` and `T.Buffer` with `data=` give memory that exists another shape or type; they do not make it larger. What lies behind its end belongs to something else.",
        "@T.prim_func\ndef f(A: T.Buffer((64,), 'float32')):\n    V = T.decl_buffer((128,), data=A.data)\n    for i in range(128):\n        V[i] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((64,), 'float32')):\n    V = T.decl_buffer((8, 8), data=A.data)\n    for i, j in T.grid(8, 8):\n        V[i, j] = T.float32(0)\n",
    ),
    Code(
        "unknown-scope",
        "warning",
        "A memory scope does not exist.",
        'Memory is "global", "shared", "shared.dyn", "local", "warp", or one of the kinds of special units such as "wmma.accumulator"; a tag may follow, as in "global.vtcm".',
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    B = T.alloc_buffer((8,), scope='globl')\n    for i in range(8):\n        B[i] = T.float32(1)\n        A[i] = B[i]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    B = T.alloc_buffer((8,), scope='global')\n    for i in range(8):\n        B[i] = T.float32(1)\n        A[i] = B[i]\n",
    ),
    Code(
        "index-overflow",
        "warning",
        "An index is computed in 32 bits and becomes too large for them.",
        "A sum or product of int32 wraps around behind 2147483647. Loops and sizes of int64 have room: `for i in range(T.int64(65536))`, or convert before multiplying.",
        "@T.prim_func\ndef f(B: T.Buffer((T.int64(4294967296),), 'int8')):\n    for i, j in T.grid(65536, 65536):\n        B[i * 65536 + j] = T.int8(0)\n",
        "@T.prim_func\ndef f(B: T.Buffer((T.int64(4294967296),), 'int8')):\n    for i, j in T.grid(T.int64(65536), T.int64(65536)):\n        B[i * T.int64(65536) + j] = T.int8(0)\n",
    ),
    Code(
        "zero-divisor",
        "warning",
        "A divisor is 0 in some iteration.",
        "Quotients and remainders of integers by 0 have no value, and the machine may stop at them. Leave that iteration out, or choose with T.if_then_else.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        A[i] = 100 // i\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        A[i] = 100 // (i + 1)\n",
    ),
    Code(
        "endless-loop",
        "warning",
        "Nothing inside a `while` changes its condition or leaves it.",
        "When the condition holds once it holds forever. Change an element that the condition reads; a variable of an assignment is another one in each suite, so what counts is kept in a buffer.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'int32')):\n    while A[0] < 10:\n        A[1] = A[1] + 1\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'int32')):\n    while A[0] < 10:\n        A[0] = A[0] + 1\n",
    ),
    Code(
        "missing-init",
        "warning",
        "A reduction reads its output before anything has initialized it.",
        "The block accumulates into its output over a reduction axis, it has no T.init, and nothing stores to the output before. Add a `with "
        "T.init():` that stores the neutral element. If the caller provides the initial values, copy them in a block of their own.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), s: T.Buffer((1,), 'float32')):\n    for k in range(8):\n        with T.block('sum'):\n            vk = T.axis.reduce(8, k)\n            s[0] = s[0] + A[vk]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), s: T.Buffer((1,), 'float32')):\n    for k in range(8):\n        with T.block('sum'):\n            vk = T.axis.reduce(8, k)\n            with T.init():\n                s[0] = T.float32(0)\n            s[0] = s[0] + A[vk]\n",
    ),
    Code(
        "parallel-race",
        "warning",
        "Iterations that may run at the same time access the same element, and at least one of them writes it.",
        "The iterations of a parallel or vectorized loop run in no defined order, so the result depends on which of them comes first. Index by the "
        "loop variable, give every iteration an element of its own and combine them afterwards, or make the loop serial.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), s: T.Buffer((1,), 'float32')):\n    for i in T.parallel(8):\n        s[0] = s[0] + A[i]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), s: T.Buffer((1,), 'float32')):\n    s[0] = T.float32(0)\n    for i in range(8):\n        s[0] = s[0] + A[i]\n",
    ),
    Code(
        "thread-race",
        "warning",
        "Threads, or blocks of threads, of a kernel touch the same element at once, and one of them writes it.",
        "Nobody knows which of them comes first, and within one statement no call can make them wait. Index by the thread, let one thread alone do it (`if tx == 0:`), or combine what the threads have in a reduction.",
        "@T.prim_func\ndef f(A: T.Buffer((128,), 'float32'), B: T.Buffer((128,), 'float32')):\n    for b in T.thread_binding(4, thread='blockIdx.x'):\n        for t in T.thread_binding(32, thread='threadIdx.x'):\n            B[t] = A[b * 32 + t]\n",
        "@T.prim_func\ndef f(A: T.Buffer((128,), 'float32'), B: T.Buffer((128,), 'float32')):\n    for b in T.thread_binding(4, thread='blockIdx.x'):\n        for t in T.thread_binding(32, thread='threadIdx.x'):\n            B[b * 32 + t] = A[b * 32 + t]\n",
    ),
    Code(
        "missing-sync",
        "warning",
        "A thread reads or overwrites what another thread of its block writes, and they do not wait for one another.",
        'Threads of a block run at their own pace. Between the store of one and the access of the other stands `T.tvm_storage_sync("shared")`; in a loop there is another one before the next iteration stores again. The sentence names two threads that meet.',
        "@T.prim_func\ndef f(A: T.Buffer((128,), 'float32'), B: T.Buffer((128,), 'float32')):\n    for t in T.thread_binding(128, thread='threadIdx.x'):\n        S = T.decl_buffer((128,), scope='shared')\n        S[t] = A[t]\n        B[t] = S[127 - t]\n",
        "@T.prim_func\ndef f(A: T.Buffer((128,), 'float32'), B: T.Buffer((128,), 'float32')):\n    for t in T.thread_binding(128, thread='threadIdx.x'):\n        S = T.decl_buffer((128,), scope='shared')\n        S[t] = A[t]\n        T.evaluate(T.tvm_storage_sync('shared'))\n        B[t] = S[127 - t]\n",
    ),
    Code(
        "unseen-memory",
        "warning",
        "A thread reads memory that it cannot see: that of another thread, another block, or a kernel that has ended.",
        'Each thread has "local" memory of its own and each block of threads "shared" memory of its own, for as long as the kernel runs. What other threads of a block are to see is kept in "shared" memory, what other blocks and kernels are to see in "global" memory.',
        "@T.prim_func\ndef f(A: T.Buffer((128,), 'float32'), B: T.Buffer((128,), 'float32')):\n    for t in T.thread_binding(128, thread='threadIdx.x'):\n        L = T.decl_buffer((128,), scope='local')\n        L[t] = A[t]\n        B[t] = L[127 - t]\n",
        "@T.prim_func\ndef f(A: T.Buffer((128,), 'float32'), B: T.Buffer((128,), 'float32')):\n    for t in T.thread_binding(128, thread='threadIdx.x'):\n        L = T.decl_buffer((128,), scope='local')\n        L[t] = A[t]\n        B[t] = L[t]\n",
    ),
    Code(
        "spatial-sum",
        "warning",
        "A block accumulates over a spatial axis.",
        "The iterations of a spatial axis are independent: a block may run them in any order or at the same time, and T.init runs in each of them. "
        'An axis over which a value is accumulated is a reduction axis: "R" in T.axis.remap, or T.axis.reduce.',
        "@T.prim_func\ndef f(A: T.Buffer((8, 4), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i, j in T.grid(8, 4):\n        with T.block('b'):\n            vi, vj = T.axis.remap('SS', [i, j])\n            with T.init():\n                B[vi] = T.float32(0)\n            B[vi] = B[vi] + A[vi, vj]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8, 4), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i, j in T.grid(8, 4):\n        with T.block('b'):\n            vi, vj = T.axis.remap('SR', [i, j])\n            with T.init():\n                B[vi] = T.float32(0)\n            B[vi] = B[vi] + A[vi, vj]\n",
    ),
    Code(
        "break-at-once",
        "warning",
        "`break` is used in a parallel or vectorized loop, whose iterations run at the same time.",
        "The iterations of such a loop may run at the same time, so iterations after the `break` may have run already. Tilewright runs the loop "
        "serially instead; other compilers may not. Use a serial loop, or a condition inside the iteration.",
        "@T.prim_func\ndef f(N: T.Buffer((8,), 'int32')):\n    for i in T.parallel(8):\n        if N[i] > 3:\n            break\n        N[i] = 0\n",
        "@T.prim_func\ndef f(N: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        if N[i] > 3:\n            break\n        N[i] = 0\n",
    ),
    Code(
        "unwritten-buffer",
        "warning",
        "An allocated buffer is read, but nothing stores to it.",
        "Newly allocated memory has undefined contents. Store to the buffer first; if another function fills it, pass its `data` to that function.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    B = T.alloc_buffer((8,), 'float32')\n    for i in range(8):\n        A[i] = B[i]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    B = T.alloc_buffer((8,), 'float32')\n    for i in range(8):\n        B[i] = T.float32(1)\n    for i in range(8):\n        A[i] = B[i]\n",
    ),
    Code(
        "uninitialized-read",
        "warning",
        "An element is read before anything is stored in it.",
        "Fresh memory holds whatever was there before, and so does a result of which T.init sets another element. At the values that the message names no store of the function comes before the load. Store to every element first: give the reduction a T.init for the element that it updates, or let the loop that fills the buffer run over all of it.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    t = T.alloc_buffer((8,), 'float32')\n    for i in range(7):\n        t[i] = A[i]\n    for i in range(8):\n        B[i] = t[i]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    t = T.alloc_buffer((8,), 'float32')\n    for i in range(8):\n        t[i] = A[i]\n    for i in range(8):\n        B[i] = t[i]\n",
    ),
    Code(
        "wrong-identity",
        "warning",
        "A reduction starts from a number that changes its result.",
        "A reduction starts from the neutral element of what it combines by: 0 for a sum, 1 for a product, the least number of the type for a maximum (`T.min_value`), the greatest for a minimum (`T.max_value`). From 0, the maximum of negative numbers is 0.",
        "@T.prim_func\ndef f(A: T.Buffer((8, 4), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i, k in T.grid(8, 4):\n        with T.block('b'):\n            vi, vk = T.axis.remap('SR', [i, k])\n            with T.init():\n                B[vi] = T.float32(0)\n            B[vi] = T.max(B[vi], A[vi, vk])\n",
        "@T.prim_func\ndef f(A: T.Buffer((8, 4), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i, k in T.grid(8, 4):\n        with T.block('b'):\n            vi, vk = T.axis.remap('SR', [i, k])\n            with T.init():\n                B[vi] = T.min_value('float32')\n            B[vi] = T.max(B[vi], A[vi, vk])\n",
    ),
    Code(
        "reduced-output",
        "warning",
        "A reduction axis is an index of the result, so nothing is reduced over it.",
        "A reduction axis combines its points into one element; passes may split and reorder it, and T.init runs at its first point only. An axis each of whose points stores an element of its own is spatial: `S` in T.axis.remap, or T.axis.spatial.",
        "@T.prim_func\ndef f(A: T.Buffer((8, 4), 'float32'), C: T.Buffer((8, 4), 'float32')):\n    for i, k in T.grid(8, 4):\n        with T.block('b'):\n            vi, vk = T.axis.remap('SR', [i, k])\n            C[vi, vk] = A[vi, vk]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8, 4), 'float32'), C: T.Buffer((8, 4), 'float32')):\n    for i, k in T.grid(8, 4):\n        with T.block('b'):\n            vi, vk = T.axis.remap('SS', [i, k])\n            C[vi, vk] = A[vi, vk]\n",
    ),
    Code(
        "overwritten-element",
        "warning",
        "Several iterations store to the same element, and only the last value remains.",
        "The value depends on a loop or a spatial axis, and the element that it is stored in does not. Use the variable in the index, or combine the values: a sum over a reduction axis, for instance.",
        "@T.prim_func\ndef f(A: T.Buffer((8, 4), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i, k in T.grid(8, 4):\n        with T.block('b'):\n            vi, vk = T.axis.remap('SS', [i, k])\n            B[vi] = A[vi, vk]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8, 4), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i, k in T.grid(8, 4):\n        with T.block('b'):\n            vi, vk = T.axis.remap('SR', [i, k])\n            with T.init():\n                B[vi] = T.float32(0)\n            B[vi] = B[vi] + A[vi, vk]\n",
    ),
    Code(
        "unwritten-element",
        "warning",
        "The loops leave out one end of an output.",
        "The element that the message names keeps what was in the caller's memory, although the loops could go on to it without leaving a buffer. Let them run over the whole extent; where the rest is meant to stay, read the buffer or store to it elsewhere.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(7):\n        B[i] = A[i]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        B[i] = A[i]\n",
    ),
    Code(
        "no-output",
        "warning",
        "A function stores nothing in its parameters, one of which it does not use.",
        "All that it stores goes to memory of its own, which is gone when it ends. Store the result in a parameter.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    t = T.alloc_buffer((8,), 'float32')\n    for i in range(8):\n        t[i] = A[i]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        B[i] = A[i]\n",
    ),
    Code(
        "shift-range",
        "error",
        "A number is shifted by a negative amount, or by as many bits as it has or more.",
        "The result of such a shift is undefined, and processors differ in what they compute. Convert the number to a wider type first, or correct "
        "the amount.",
        "@T.prim_func\ndef f(N: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        N[i] = N[i] << 40\n",
        "@T.prim_func\ndef f(N: T.Buffer((8,), 'int32')):\n    for i in range(8):\n        N[i] = N[i] << 4\n",
    ),
    Code(
        "backward-loop",
        "warning",
        "A loop ends before it begins, so its body never runs.",
        "The range is empty, so the loop never runs. Ranges count upwards: the second bound must be the larger one.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in range(4, 2):\n        A[i] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in range(2, 4):\n        A[i] = T.float32(0)\n",
    ),
    Code(
        "discarded-value",
        "warning",
        "A statement computes a value that is not used.",
        "An expression on its own has no effect. Store its value in a buffer or give it a name; write `T.evaluate(...)` if the value is discarded "
        "on purpose.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0] + T.float32(1)\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0] = A[0] + T.float32(1)\n",
    ),
    Code(
        "missing-return",
        "warning",
        "A function declares what it returns, but can end without a `return`.",
        "On such a path the returned value is undefined. Return a value on every path to the end, or remove the `->`.",
        "@T.prim_func\ndef f(N: T.Buffer((8,), 'int32')) -> T.int32:\n    N[0] = 1\n",
        "@T.prim_func\ndef f(N: T.Buffer((8,), 'int32')) -> T.int32:\n    return N[0]\n",
    ),
    Code(
        "unused-buffer",
        "hint",
        "A buffer is allocated and never used.",
        "Nothing reads or writes the buffer; remove the allocation.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    B = T.alloc_buffer((8,), 'float32')\n    for i in range(8):\n        A[i] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        A[i] = T.float32(0)\n",
    ),
    Code(
        "unused-axis",
        "hint",
        "Nothing in the block depends on one of its axes.",
        "The block does the same work for every value of the axis. Often an index was forgotten; otherwise remove the axis and its loop.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i, j in T.grid(8, 4):\n        with T.block('b'):\n            vi, vj = T.axis.remap('SS', [i, j])\n            A[vi] = T.float32(0)\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        with T.block('b'):\n            vi = T.axis.spatial(8, i)\n            A[vi] = T.float32(0)\n",
    ),
)
