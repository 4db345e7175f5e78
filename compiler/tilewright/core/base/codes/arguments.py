"""Codes for the arguments of ops and forms."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

_HEAD = "@T.prim_func\ndef f(A: T.Buffer((16,), 'float32')):\n"
_STORE = "    A[0] = 0.0\n"

CODES = (
    Code(
        "wrong-argument",
        "error",
        "An argument is not of the kind that is expected there.",
        "The message says what is expected; `T.` names show their parameters on hover.",
        _HEAD + "    T.func_attr('tir.noalias')\n" + _STORE,
        _HEAD + "    T.func_attr({'tir.noalias': True})\n" + _STORE,
    ),
    Code(
        "not-an-expression",
        "error",
        "A value is expected, and this has none.",
        "Expressions are numbers, variables, elements of buffers, and what operators and ops make of them.  A buffer itself is no value: index it.",
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
        "Conditions are comparisons and what `and`, `or`, `not` make of them; a number is compared, `x != 0`, to be one.",
        _HEAD + "    if A[0]:\n        A[0] = 0.0\n",
        _HEAD + "    if A[0] != 0.0:\n        A[0] = 0.0\n",
    ),
    Code(
        "unknown-dtype",
        "error",
        "A text names no data type.",
        'Data types are written "float32", "int8", "uint64", "bool", "bfloat16", "handle", with lanes "float32x4".',
        "@T.prim_func\ndef f(A: T.Buffer((16,), 'flaot32')):\n    A[0] = 0.0\n",
        _HEAD + _STORE,
    ),
    Code(
        "bad-annotation",
        "error",
        "A variable is annotated with something that is no data type.",
        "Write a data type: `x: T.int32 = n * 4`.",
        _HEAD + "    with T.LetStmt(A[0], type_annotation=3) as x:\n        A[1] = x\n",
        _HEAD + "    x: T.float32 = A[0]\n    A[1] = x\n",
    ),
    Code(
        "bad-cast",
        "error",
        "A value cannot be converted to this data type.",
        "Numbers convert to numbers, one number to a vector; handles and vectors of another length do not.",
        _HEAD + "    A[0] = T.float32(A.data)\n",
        _HEAD + "    A[0] = T.float32(1)\n",
    ),
    Code(
        "constant-range",
        "error",
        "A constant does not fit into its data type.",
        "Write a smaller number or a wider data type. Constants are not wrapped around, neither by `T.int8(300)` nor where one is stored into a buffer.",
        _HEAD + "    A[0] = T.int8(300)\n",
        _HEAD + "    A[0] = T.int16(300)\n",
    ),
    Code(
        "no-such-constant",
        "error",
        "A data type has no infinity, or no largest and smallest value.",
        "Integers have no infinity: use `T.max_value`.  Handles and vectors have no limits.",
        _HEAD + "    A[0] = T.infinity('int32')\n",
        _HEAD + "    A[0] = T.infinity('float32')\n",
    ),
    Code(
        "unknown-op",
        "error",
        "There is no op or LLVM intrinsic of that name.",
        'Ops are registered as "tir.exp"; LLVM intrinsics begin with "llvm.".',
        _HEAD + "    A[0] = T.call_intrin('float32', 'tir.expp', A[0])\n",
        _HEAD + "    A[0] = T.call_intrin('float32', 'tir.exp', A[0])\n",
    ),
    Code(
        "reducer-arity",
        "error",
        "A combiner takes another number of values than its identity asks for.",
        "For each identity element it takes one value from the left and one from the right.",
        _HEAD + "    r = T.comm_reducer(lambda x: x, [T.float32(0)])\n" + _STORE,
        _HEAD + "    r = T.comm_reducer(lambda x, y: x + y, [T.float32(0)])\n" + _STORE,
    ),
    Code(
        "external-kernel",
        "error",
        "A kernel in another language is launched.",
        "`T.call_kernel` needs a GPU and its compiler; write the kernel as a function of the module instead.",
        _HEAD + "    T.call_kernel('source', [1], A.data)\n" + _STORE,
        _HEAD + _STORE,
    ),
)
