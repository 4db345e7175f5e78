"""Codes for data types, ranks and shapes that do not fit."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "dtype-mismatch",
        "error",
        "An operator or function is applied to data types that it does not support together.",
        "Operands are converted to a common type where there is one. Handles have no arithmetic; vectors must have the same number of lanes; divide "
        "two integers with `//`; `and`, `or` and `not` take conditions.",
        "@T.prim_func\ndef f(a: T.handle, n: T.int32):\n    T.evaluate(a + n)\n",
        "@T.prim_func\ndef f(m: T.int32, n: T.int32):\n    T.evaluate(m + n)\n",
    ),
    Code(
        "implicit-cast",
        "hint",
        "A stored value is converted to the element type of the buffer, or a value to the type of its variable, and may lose information.",
        "As in TVM, a store converts the value to the type of the elements. Where that drops a fraction or bits, write the conversion with "
        "`T.cast`, which also silences this hint. A variable with a type, `x: T.int32 = A[0]`, is read alike; TVM 0.27 refuses `x: T.let[T.int32] = A[0]` of another type.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'int32'), B: T.Buffer((4,), 'float32')):\n    A[0] = B[0]\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'int32'), B: T.Buffer((4,), 'float32')):\n    A[0] = T.cast(B[0], 'int32')\n",
    ),
    Code(
        "not-subscriptable",
        "error",
        "The indexed value has no elements.",
        "Only buffers have elements. To access memory through a pointer, make a buffer: `T.match_buffer` for a parameter, or `T.Buffer(shape, "
        "data=pointer)`. A variable is a single value.",
        "@T.prim_func\ndef f(a: T.handle, B: T.Buffer((4,), 'float32')):\n    B[0] = a[0]\n",
        "@T.prim_func\ndef f(a: T.handle, B: T.Buffer((4,), 'float32')):\n    A = T.match_buffer(a, (4,), 'float32')\n    B[0] = A[0]\n",
    ),
    Code(
        "slice-step",
        "error",
        "The step of a slice is not a positive constant.",
        "`A[0:8:2]` is the vector of every second element. Slices do not run backwards, and their step is a constant.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[8:0:-1] = T.broadcast(T.float32(0), 8)\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0:8] = T.broadcast(T.float32(0), 8)\n",
    ),
    Code(
        "slice-length",
        "error",
        "A slice with a step has no constant length.",
        "A slice with a step is a vector, so its number of lanes must be a constant.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((4,), 'float32'), n: T.int32):\n    B[0:4] = A[0:n:2]\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32'), B: T.Buffer((4,), 'float32')):\n    B[0:4] = A[0:8:2]\n",
    ),
    Code(
        "unpack-count",
        "error",
        "The number of names does not fit the number of values.",
        "`T.grid` with three extents gives three loop variables, `T.axis.remap` one axis for each binding, most other forms one value.",
        "@T.prim_func\ndef f(A: T.Buffer((4, 4), 'float32')):\n    for i, j, k in T.grid(4, 4):\n        A[i, j] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4, 4), 'float32')):\n    for i, j in T.grid(4, 4):\n        A[i, j] = 0.0\n",
    ),
    Code(
        "not-iterable",
        "error",
        "A value that is not a collection (a tuple, list or range) is unpacked or iterated over.",
        "`*x` and comprehensions take Python collections, such as `A.shape` or a list of loop variables.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in T.grid(*A):\n        A[i] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in T.grid(*A.shape):\n        A[i] = 0.0\n",
    ),
    Code(
        "not-a-mapping",
        "error",
        "`**` is applied to a value that is not a dictionary.",
        "Keyword arguments can be unpacked from a dictionary with string keys.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    T.func_attr(**[1])\n    A[0] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    T.func_attr(**{'attrs': {'a': 1}})\n    A[0] = 0.0\n",
    ),
    Code(
        "not-callable",
        "error",
        "The called value is not a function.",
        "Functions of the namespaces, captured Python functions, macros and functions of the module can be called. A buffer is indexed with `A[i]`.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = A(1)\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = A[1]\n",
    ),
    Code(
        "missing-argument",
        "error",
        "A call lacks an argument.",
        "The message names the parameters without a value; signature help shows all of them. Helpers of plain Python are known too where their names stand for nothing else in the file.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in T.serial():\n        A[i] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in T.serial(4):\n        A[i] = 0.0\n",
    ),
    Code(
        "unexpected-argument",
        "error",
        "A call has an argument that the function does not take.",
        "There are more arguments than parameters, a keyword is not the name of a parameter, or a parameter is given twice.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = T.exp(A[1], A[2])\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = T.exp(A[1])\n",
    ),
)
