"""Codes for names: unknown, defined twice, used outside their scope."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

CODES = (
    Code(
        "undefined-name",
        "error",
        "A name is not defined here.",
        "Names are looked up in the scopes of the function, then in the enclosing Python scopes, then in the builtins. A loop variable or block "
        "axis is defined only inside its loop or block, and of a dataflow block only the variables that `R.output` lists are defined after it.",
        "@T.prim_func\ndef f(source: T.Buffer((4,), 'float32')):\n    source[0] = sourse[1]\n",
        "@T.prim_func\ndef f(source: T.Buffer((4,), 'float32')):\n    source[0] = source[1]\n",
    ),
    Code(
        "unknown-member",
        "error",
        "`T`, `R` or `I` has no such name.",
        "Completion after `T.` shows the names that there are. Names of older and newer releases of TVM are accepted where they have the same "
        "meaning.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = T.exq(A[1])\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = T.exp(A[1])\n",
    ),
    Code(
        "tile-language",
        "warning",
        "A function uses a part of TVM's tile language for GPUs that Tilewright does not read.",
        "In the tirx dialect `T` also holds a language for writing GPU kernels thread by thread and tile by tile. Most of it is read; pools of memory (`T.SMEMPool`), `T.jit` and functions that only run inside TVM's own parser are not: statements that use them are not checked.",
        "from tvm.script import tirx as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((32,), 'float32')):\n    pool = T.SMEMPool()\n    A[0] = T.float32(0)\n",
        "from tvm.script import tirx as T\n\n\n@T.prim_func\ndef f(A: T.Buffer((32,), 'float32')):\n    B = T.alloc_buffer((32,), 'float32', scope='shared')\n    B[0] = T.float32(0)\n    A[0] = B[0]\n",
    ),
    Code(
        "unknown-attribute",
        "error",
        "A value has no such attribute.",
        "A buffer has `shape`, `dtype`, `strides`, `elem_offset`, `data`, `name` and `scope()`; an expression has `dtype`. Python values have their "
        "Python attributes.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(A.sahpe[0]):\n        A[i] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(A.shape[0]):\n        A[i] = 0.0\n",
    ),
    Code(
        "duplicate-name",
        "error",
        "A name is defined twice in one scope.",
        "A name stands for one buffer, variable or axis until the end of its scope and cannot be defined again there. Use another name; keep a "
        "value that changes at run time in a buffer, of one element if need be.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    x = A[0]\n    x = x + A[1]\n    A[0] = x\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    x = A[0]\n    y = x + A[1]\n    A[0] = y\n",
    ),
    Code(
        "loop-variable-in-block",
        "error",
        "A block with axes uses the variable of a loop outside it.",
        "A block with axes may only depend on them, not on the loops around it: a schedule may split, reorder or replace those loops, and rewrites only the "
        "bindings of the axes. Bind an axis to the loop variable and use the axis inside the block.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32'), B: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        with T.block('b'):\n            vi = T.axis.spatial(4, i)\n            B[vi] = A[i]\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32'), B: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        with T.block('b'):\n            vi = T.axis.spatial(4, i)\n            B[vi] = A[vi]\n",
    ),
    Code(
        "lost-assignment",
        "warning",
        "An assignment in an inner scope makes a new variable, whose value is lost at the end of the loop's body or the branch.",
        "In Python `x = 1` inside an `if` or a loop changes the `x` outside; in the script it makes another variable, known up to the end of that `if` or loop only, "
        "and the outer one keeps its value. Keep a value that changes while the program runs in a buffer of one element.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32'), B: T.Buffer((1,), 'float32')):\n    s = T.float32(0)\n    for i in range(4):\n        s += A[i]\n    B[0] = s\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32'), B: T.Buffer((1,), 'float32')):\n    s = T.alloc_buffer((1,), 'float32')\n    s[0] = T.float32(0)\n    for i in range(4):\n        s[0] += A[i]\n    B[0] = s[0]\n",
    ),
    Code(
        "redefined-function",
        "warning",
        "A file defines two functions or modules with the same name, and nothing uses the first.",
        "As in all Python, the second definition replaces the first. Rename one of them.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 0.0\n\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 1.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 0.0\n\n\n@T.prim_func\ndef g(A: T.Buffer((4,), 'float32')):\n    A[0] = 1.0\n",
    ),
    Code(
        "shadowed-namespace",
        "warning",
        "A file assigns to the name under which a script namespace was imported.",
        "After the assignment `T`, `R` or `I` is something else, and decorators such as `@T.prim_func` fail. Use another name for the value.",
        "T = 4\n",
        "N = 4\n",
    ),
    Code(
        "python-builtin",
        "error",
        "A Python builtin is called with a value that is known only at run time, or by a script that may not call it.",
        "Python builtins are called while the script is parsed, on Python values. Use `T.max`, `T.min`, `T.abs` and so on for values of the running "
        "program. A script that `from_source` reads from a string may call only builtins without side effects.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = max(A[1], A[2])\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = T.max(A[1], A[2])\n",
    ),
)
