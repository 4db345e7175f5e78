"""Codes for names: unknown, defined twice, used outside their scope."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

CODES = (
    Code(
        "undefined-name",
        "error",
        "A name is used that nothing defines here.",
        "Names are looked up in the function's own scopes, then in the enclosing Python scopes, then in the builtins. A loop variable or a block axis "
        "ends with its loop or block.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = B[0]\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32'), B: T.Buffer((4,), 'float32')):\n    A[0] = B[0]\n",
    ),
    Code(
        "unknown-member",
        "error",
        "`T` or `I` has no such name.",
        "The namespaces of the script have a fixed list of names; completion after `T.` shows it. Names of older and newer releases are understood where they "
        "mean the same.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = T.exq(A[1])\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = T.exp(A[1])\n",
    ),
    Code(
        "tile-language",
        "warning",
        "A function is written in TVM's language for tiles on GPUs.",
        "Today's `T` also holds a language in which kernels for one kind of GPU are written thread by thread and tile by tile: `T.ptx`, `T.cuda`, `T.cta_id`, "
        "layouts of tiles. Tilewright does not read it: what such a function says of it is not checked, and the function cannot be built here.",
        "from tvm.script import tirx as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((32,), 'float32')):\n    lane = T.lane_id()\n    A[lane] = T.float32(0)\n",
        "from tvm.script import tirx as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((32,), 'float32')):\n    for lane in T.thread_binding(32, thread='threadIdx.x'):\n        A[lane] = T.float32(0)\n",
    ),
    Code(
        "unknown-attribute",
        "error",
        "A value has no such attribute.",
        "A buffer has `shape`, `dtype`, `strides`, `elem_offset`, `data`, `name`, `scope()`; an expression has `dtype`. Python values have the attributes that they "
        "have in Python.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(A.sahpe[0]):\n        A[i] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(A.shape[0]):\n        A[i] = 0.0\n",
    ),
    Code(
        "duplicate-name",
        "error",
        "A name is defined twice in one scope.",
        "A name of the script stands for one buffer, variable or axis from its definition to the end of its scope; it cannot be given another meaning there. "
        "What changes while the program runs is kept in a buffer, of one element if need be.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    x = A[0]\n    x = x + A[1]\n    A[0] = x\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    x = A[0]\n    y = x + A[1]\n    A[0] = y\n",
    ),
    Code(
        "lost-assignment",
        "warning",
        "An assignment in an inner scope makes a new variable, whose value is lost at the end of the suite.",
        "In Python `x = 1` inside an `if` or a loop changes the `x` outside; in the script it makes another variable, known up to the end of that suite only, "
        "and the outer one keeps its value. What changes while the program runs is kept in a buffer of one element.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32'), B: T.Buffer((1,), 'float32')):\n    s = T.float32(0)\n    for i in range(4):\n        s += A[i]\n    B[0] = s\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32'), B: T.Buffer((1,), 'float32')):\n    s = T.alloc_buffer((1,), 'float32')\n    s[0] = T.float32(0)\n    for i in range(4):\n        s[0] += A[i]\n    B[0] = s[0]\n",
    ),
    Code(
        "redefined-function",
        "warning",
        "A file defines two functions or modules of one name, and nothing uses the first.",
        "As everywhere in Python the second takes the place of the first, which can then not be reached. Rename one of them.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 0.0\n\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 1.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 0.0\n\n\n@T.prim_func\ndef g(A: T.Buffer((4,), 'float32')):\n    A[0] = 1.0\n",
    ),
    Code(
        "shadowed-namespace",
        "warning",
        "A file assigns to the name that a namespace of the script was imported under.",
        "From there on `T` or `I` is something else, and decorators such as `@T.prim_func` fail. Give the value another name.",
        "T = 4\n",
        "N = 4\n",
    ),
    Code(
        "python-builtin",
        "error",
        "A Python builtin is called with a value that is known only when the program runs, or in a text that may not call it.",
        "Builtins are called while a script is parsed, and compute with Python values. `T.max`, `T.min`, `T.abs` and so on work on "
        "values of the running program. A script that is read from a text, by from_source, can call those builtins that only compute something.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = max(A[1], A[2])\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = T.max(A[1], A[2])\n",
    ),
)
