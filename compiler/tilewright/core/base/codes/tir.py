"""Codes for the statements and frames of TensorIR."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "not-a-loop",
        "error",
        "A `for` iterates over something that is not a loop.",
        "Loops are made by `range`, `T.serial`, `T.parallel`, `T.vectorized`, `T.unroll`, `T.thread_binding` and `T.grid`. Python collections can "
        "be iterated over in comprehensions.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in [0, 1, 2]:\n        A[i] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(3):\n        A[i] = 0.0\n",
    ),
    Code(
        "not-a-frame",
        "error",
        "A `with` is applied to something that opens no scope.",
        "`T.block`, `T.init`, `T.attr`, `T.allocate`, `T.decl_buffer`, `T.launch_thread`, `T.Assert`, `T.LetStmt` and `T.realize` open a scope.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    with T.evaluate(0):\n        A[0] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    with T.block('A'):\n        A[0] = 0.0\n",
    ),
    Code(
        "needs-with",
        "error",
        "A form that must be entered by `with` is used as a statement.",
        "In hybrid script `tir.let` and `tir.Assert` need `with` and an indented body. Or write the short forms `x: ty.int32 = value` and `assert "
        "condition, message`.",
        "import tvm\n\n@tvm.hybrid.script\ndef f(n: ty.int32) -> None:\n    tir.Assert(n > 0, 'positive')\n    tir.evaluate(n)\n",
        "import tvm\n\n@tvm.hybrid.script\ndef f(n: ty.int32) -> None:\n    assert n > 0, 'positive'\n    tir.evaluate(n)\n",
    ),
    Code(
        "binds-nothing",
        "error",
        "`as` follows a form that binds no variable.",
        "Remove the `as`. `T.allocate`, `T.decl_buffer`, `T.LetStmt` and `T.launch_thread` bind one variable; a block binds its axes with `T.axis`.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    with T.block('A') as x:\n        A[0] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    with T.block('A'):\n        A[0] = 0.0\n",
    ),
    Code(
        "loop-step",
        "error",
        "The step of a loop is not positive.",
        "A loop counts up, by 1 or by its `step`. To count down, subtract the loop variable from the last value: `A[7 - i]`.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in range(7, -1, -1):\n        A[i] = 0.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    for i in range(8):\n        A[7 - i] = 0.0\n",
    ),
    Code(
        "outside-loop",
        "error",
        "A `break` or `continue` is not inside a loop.",
        "They end or continue the innermost loop of the function. Remove the statement or put it inside a loop.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0] = 0.0\n    break\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0] = 0.0\n",
    ),
    Code(
        "missing-annotation",
        "error",
        "A parameter has no type.",
        "Annotate every parameter: `A: T.Buffer((4,), 'float32')`, `a: T.handle`, `n: T.int32`.",
        "@T.prim_func\ndef f(n):\n    T.evaluate(0)\n",
        "@T.prim_func\ndef f(n: T.int32):\n    T.evaluate(n)\n",
    ),
    Code(
        "parameter-type",
        "error",
        "The annotation of a parameter is not a type of the script.",
        "Parameters are buffers, handles and scalars: `T.Buffer(...)`, `T.handle`, `T.int32` and so on.",
        "@T.prim_func\ndef f(n: 4):\n    T.evaluate(0)\n",
        "@T.prim_func\ndef f(n: T.int32):\n    T.evaluate(n)\n",
    ),
    Code(
        "parameter-kind",
        "error",
        "A parameter has a default value, is keyword-only, or is `*args` or `**kwargs`.",
        "Functions of the script have positional parameters without default values.",
        "@T.prim_func\ndef f(n: T.int32 = 4):\n    T.evaluate(n)\n",
        "@T.prim_func\ndef f(n: T.int32):\n    T.evaluate(n)\n",
    ),
    Code(
        "return-value",
        "error",
        "A function returns something that is not an expression.",
        "A function of the script returns one scalar, or has no `return`.",
        "@T.prim_func\ndef f(n: T.int32) -> T.int32:\n    return [n]\n",
        "@T.prim_func\ndef f(n: T.int32) -> T.int32:\n    return n\n",
    ),
    Code(
        "missing-value",
        "error",
        "A variable has a type but no value.",
        "A variable is defined once, with its value: `x: T.int32 = n * 2`.",
        "@T.prim_func\ndef f(n: T.int32):\n    x: T.int32\n    T.evaluate(n)\n",
        "@T.prim_func\ndef f(n: T.int32):\n    x: T.int32 = n * 2\n    T.evaluate(x)\n",
    ),
    Code(
        "unused-value",
        "error",
        "A statement computes a value and does nothing with it.",
        "A buffer, variable or Python value on its own is not a statement. Probably the line is incomplete.",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A\n",
        "@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    A[0] = 0.0\n",
    ),
    Code(
        "undecorated-function",
        "error",
        "A function of a module, or one that computes on buffers, has no decorator.",
        "Decorate each function of the script with its kind, such as `@T.prim_func` or `@R.function`. Without one it is plain Python and is not read.",
        "@I.ir_module\nclass Module:\n    def f(n: T.int32):\n        T.evaluate(n)\n",
        "@I.ir_module\nclass Module:\n    @T.prim_func\n    def f(n: T.int32):\n        T.evaluate(n)\n",
    ),
    Code(
        "recursive-macro",
        "error",
        "A macro calls itself.",
        "A macro is expanded where it is called, so it can call other macros but not itself.",
        "@T.macro\ndef m(A):\n    m(A)\n\n@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    m(A)\n",
        "@T.macro\ndef m(A):\n    A[0] = 0.0\n\n@T.prim_func\ndef f(A: T.Buffer((8,), 'float32')):\n    m(A)\n",
    ),
)
