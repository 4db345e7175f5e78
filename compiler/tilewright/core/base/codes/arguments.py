"""Codes for the arguments of ops and forms."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_HEAD = "@T.prim_func\ndef f(A: T.Buffer((16,), 'float32')):\n"
_STORE = "    A[0] = 0.0\n"

CODES = (
    Code(
        "wrong-argument",
        "error",
        "An argument has the wrong kind.",
        "The message says what is expected; hover over the function to see its parameters.",
        _HEAD + "    T.func_attr('tir.noalias')\n" + _STORE,
        _HEAD + "    T.func_attr({'tir.noalias': True})\n" + _STORE,
    ),
    Code(
        "not-an-expression",
        "error",
        "An expression is expected.",
        "Expressions are numbers, variables, elements of buffers, and results of operators and ops. A buffer itself is not an expression: index it.",
        _HEAD + "    T.evaluate(A)\n",
        _HEAD + "    T.evaluate(A[0])\n",
    ),
    Code(
        "not-an-integer",
        "error",
        "An integer is expected.",
        "Extents, bounds, shapes and the values bound to block axes are integers.",
        _HEAD + "    for i in T.serial('1', '1'):\n        A[i] = 0.0\n",
        _HEAD + "    for i in T.serial(1, 2):\n        A[i] = 0.0\n",
    ),
    Code(
        "not-a-condition",
        "error",
        "A condition is expected.",
        "Conditions are comparisons, joined with `and`, `or` and `not`. Compare a number to get a condition: `x != 0`.",
        _HEAD + "    if A[0]:\n        A[0] = 0.0\n",
        _HEAD + "    if A[0] != 0.0:\n        A[0] = 0.0\n",
    ),
    Code(
        "unknown-dtype",
        "error",
        "A string is not the name of a data type.",
        'Data types are "float32", "int8", "uint64", "bool", "bfloat16", "handle" and so on, and with lanes "float32x4".',
        "@T.prim_func\ndef f(A: T.Buffer((16,), 'flaot32')):\n    A[0] = 0.0\n",
        _HEAD + _STORE,
    ),
    Code(
        "bad-annotation",
        "error",
        "The annotation of a variable is not a data type.",
        "Write a data type: `x: T.int32 = n * 4`.",
        _HEAD + "    with T.LetStmt(A[0], type_annotation=3) as x:\n        A[1] = x\n",
        _HEAD + "    x: T.float32 = A[0]\n    A[1] = x\n",
    ),
    Code(
        "bad-cast",
        "error",
        "A value cannot be converted to this data type.",
        "Numbers convert to numbers, and one number to a vector. Handles and vectors of another length do not convert.",
        _HEAD + "    A[0] = T.float32(A.data)\n",
        _HEAD + "    A[0] = T.float32(1)\n",
    ),
    Code(
        "constant-range",
        "error",
        "A constant does not fit its data type.",
        "Write a smaller number or a wider data type. Constants do not wrap around, neither in `T.int8(300)` nor in a store to a buffer.",
        _HEAD + "    A[0] = T.int8(300)\n",
        _HEAD + "    A[0] = T.int16(300)\n",
    ),
    Code(
        "no-such-constant",
        "error",
        "A data type has no infinity, or no largest and smallest value.",
        "Integers have no infinity: use `T.max_value`. Handles and vectors have no limits.",
        _HEAD + "    A[0] = T.infinity('int32')\n",
        _HEAD + "    A[0] = T.infinity('float32')\n",
    ),
    Code(
        "unknown-op",
        "error",
        "There is no op or LLVM intrinsic with this name.",
        'Names of ops are such as "tir.exp"; LLVM intrinsics begin with "llvm.".',
        _HEAD + "    A[0] = T.call_intrin('float32', 'tir.expp', A[0])\n",
        _HEAD + "    A[0] = T.call_intrin('float32', 'tir.exp', A[0])\n",
    ),
    Code(
        "reducer-arity",
        "error",
        "The number of parameters of a combiner does not fit its identity elements.",
        "For each identity element the combiner takes one value from the left and one from the right.",
        _HEAD + "    r = T.comm_reducer(lambda x: x, [T.float32(0)])\n" + _STORE,
        _HEAD + "    r = T.comm_reducer(lambda x, y: x + y, [T.float32(0)])\n" + _STORE,
    ),
    Code(
        "external-kernel",
        "error",
        "A kernel in another language is launched.",
        "`T.call_kernel` needs a GPU and a compiler for it. Write the kernel as a function of the module instead.",
        _HEAD + "    T.call_kernel('source', [1], A.data)\n" + _STORE,
        _HEAD + _STORE,
    ),
)
