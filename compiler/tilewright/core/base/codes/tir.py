"""Codes for the statements and frames of TensorIR."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "not-a-loop",
        "error",
        "A `for` runs over something that makes no loop.",
        "Loops are made by `range`, `T.serial`, `T.parallel`, `T.vectorized`, `T.unroll`, `T.thread_binding` and `T.grid`. Python collections can be gone through in "
        "comprehensions.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in [0, 1, 2]:\n        A[i] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(3):\n        A[i] = 0.0\n",
    ),
    Code(
        "not-a-frame",
        "error",
        "A `with` enters something that opens no scope.",
        "`T.block`, `T.init`, `T.attr`, `T.allocate`, `T.decl_buffer`, `T.launch_thread`, `T.Assert`, `T.LetStmt` and `T.realize` open a scope.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    with T.evaluate(0):\n        A[0] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    with T.block('A'):\n        A[0] = 0.0\n",
    ),
    Code(
        "needs-with",
        "error",
        "A scope that must be entered by `with` stands alone.",
        "In hybrid script `tir.let` and `tir.Assert` do not take the rest of their suite; write `with` and an indented suite, or the short "
        "forms `x: ty.int32 = value` and `assert condition, message`.",
        "import tvm\n\n@tvm.hybrid.script\ndef f(n: ty.int32) -> None:\n    tir.Assert(n > 0, 'positive')\n    tir.evaluate(n)\n",
        "import tvm\n\n@tvm.hybrid.script\ndef f(n: ty.int32) -> None:\n    assert n > 0, 'positive'\n    tir.evaluate(n)\n",
    ),
    Code(
        "binds-nothing",
        "error",
        "There is an `as` after something that binds no variable.",
        "A block binds its axes with `T.axis`; `T.allocate`, `T.decl_buffer`, `T.LetStmt` and `T.launch_thread` bind one variable.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    with T.block('A') as x:\n        A[0] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    with T.block('A'):\n        A[0] = 0.0\n",
    ),
    Code(
        "loop-step",
        "error",
        "A loop does not go up.",
        "The variable of a loop goes up, by 1 or by the `step` that is given. Let it count up and subtract it to go down.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in range(7, -1, -1):\n        A[i] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        A[7 - i] = 0.0\n",
    ),
    Code(
        "outside-loop",
        "error",
        "A `break` or `continue` has no loop around it.",
        "They end, or go on with, the innermost loop of the function.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0] = 0.0\n    break\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0] = 0.0\n",
    ),
    Code(
        "missing-annotation",
        "error",
        "A parameter has no type.",
        "Every parameter says what it is: `A: T.Buffer((4,), 'float32')`, `a: T.handle`, `n: T.int32`.",
        "@T.prim_func\ndef f(n):\n    T.evaluate(0)\n",
        "@T.prim_func\ndef f(n: T.int32):\n    T.evaluate(n)\n",
    ),
    Code(
        "parameter-type",
        "error",
        "A parameter is annotated with something that is no type of the script.",
        "Parameters are buffers, handles and scalars: `T.Buffer(...)`, `T.handle`, `T.int32` and so on.",
        "@T.prim_func\ndef f(n: 4):\n    T.evaluate(0)\n",
        "@T.prim_func\ndef f(n: T.int32):\n    T.evaluate(n)\n",
    ),
    Code(
        "parameter-kind",
        "error",
        "A parameter is not an ordinary one.",
        "Functions of the script have positional parameters without default values.",
        "@T.prim_func\ndef f(n: T.int32 = 4):\n    T.evaluate(n)\n",
        "@T.prim_func\ndef f(n: T.int32):\n    T.evaluate(n)\n",
    ),
    Code(
        "return-value",
        "error",
        "A function returns something that is no expression.",
        "A function of the script returns one scalar, or nothing and has no `return`.",
        "@T.prim_func\ndef f(n: T.int32) -> T.int32:\n    return [n]\n",
        "@T.prim_func\ndef f(n: T.int32) -> T.int32:\n    return n\n",
    ),
    Code(
        "missing-value",
        "error",
        "A variable is given a type and no value.",
        "Variables of the script are defined once and for all, with a value: `x: T.int32 = n * 2`.",
        "@T.prim_func\ndef f(n: T.int32):\n    x: T.int32\n    T.evaluate(n)\n",
        "@T.prim_func\ndef f(n: T.int32):\n    x: T.int32 = n * 2\n    T.evaluate(x)\n",
    ),
    Code(
        "unused-value",
        "error",
        "A statement is a value that does nothing.",
        "A buffer, variable or Python value on its own is no statement. Something may be missing behind it.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0] = 0.0\n",
    ),
    Code(
        "undecorated-function",
        "error",
        "A function of a module has no decorator.",
        "Functions of a module are decorated with what they are, such as `@T.prim_func`.",
        "@I.ir_module\nclass Module:\n    def f(n: T.int32):\n        T.evaluate(n)\n",
        "@I.ir_module\nclass Module:\n    @T.prim_func\n    def f(n: T.int32):\n        T.evaluate(n)\n",
    ),
    Code(
        "recursive-macro",
        "error",
        "A macro calls itself.",
        "A macro is expanded where it is called, so it can call others and not itself.",
        "@T.macro\ndef m(A):\n    m(A)\n\n@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    m(A)\n",
        "@T.macro\ndef m(A):\n    A[0] = 0.0\n\n@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    m(A)\n",
    ),
)
