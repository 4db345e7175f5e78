"""Codes for text that is not Python, or Python that is not TVMScript."""

from __future__ import annotations

from tilewright.core.base.codes.code import Code

CODES = (
    Code(
        "syntax-error",
        "error",
        "The text is not valid Python.",
        "TVMScript is embedded in Python, so every file must be valid Python. The rest of the file is still checked: only the smallest indented part around "
        "the error is left out.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = (1.0 +\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 1.0\n",
    ),
    Code(
        "too-deep",
        "error",
        "An expression or statement is nested too deeply.",
        "The limit is some hundred levels. Give names to parts of the expression, or build it with a loop.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = " + "-" * 2000 + "A[1]\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = -A[1]\n",
    ),
    Code(
        "unsupported-statement",
        "error",
        "A script cannot contain this Python statement.",
        "A script holds assignments, `for`, `while`, `if`, `with`, `assert`, `return`, calls, and macros. Write everything else (`try`, `import`, "
        "`del`, classes, ...) in the Python code around it.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    import math\n    A[0] = 0.0\n",
        "import math\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 0.0\n",
    ),
    Code(
        "unsupported-expression",
        "error",
        "A script cannot contain this Python expression.",
        "Assignment expressions, `await` and `yield` have no meaning in a script.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = (x := A[1])\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    x = A[1]\n    A[0] = x\n",
    ),
    Code(
        "unsupported-operator",
        "error",
        "A Python operator is not defined on expressions of the script.",
        "Expressions have `+ - * / // % & | ^ << >> ~`, comparisons, `and`, `or` and `not`. For a power, write `T.pow`.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = A[1] ** 2.0\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = T.pow(A[1], T.float32(2))\n",
    ),
    Code(
        "chained-assignment",
        "error",
        "One value is assigned to several targets.",
        "`a = b = value` would give one variable two names. Write two assignments.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    x = y = A[1]\n    A[0] = x + y\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    x = A[1]\n    A[0] = x + x\n",
    ),
    Code(
        "bad-target",
        "error",
        "The left side of an assignment cannot be assigned to.",
        "Assign to a name, to several names, or to an element of a buffer. Attributes such as `A.data` cannot be assigned.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A.data = A[0]\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[1] = A[0]\n",
    ),
    Code(
        "too-large",
        "error",
        "A computation while parsing is too large or takes too long.",
        "Comprehensions, powers and repeated collections of Python values are computed while the script is parsed. Their size is limited, so that "
        "an editor never hangs. A loop of the program, `for i in range(n)`, has no such limit. The same holds for a function whose macros stand for too many "
        "statements, and for values that are made of themselves again and again.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = sum([i for i in range(10**9)])\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        A[i] = 0.0\n",
    ),
    Code(
        "analysis-limit",
        "warning",
        "A check of a function was stopped because it took too many steps.",
        "Checks prove properties of loops and indices. How long that takes depends on the function: values that are computed from one another many times "
        "over, or very many conditions. Each function has a limit of steps, so that an editor and CI never hang. The checks that are named may have missed "
        "mistakes; all others are complete. Split the function, or compute its indices in fewer steps.",
        """@T.prim_func
def f(A: T.Buffer((8,), 'float32')):
    for i in range(8):
        a = i * 3 + i * 5 + i * 7 + i * 9 + i
        b = a * 3 + a * 5 + a * 7 + a * 9 + a
        c = b * 3 + b * 5 + b * 7 + b * 9 + b
        d = c * 3 + c * 5 + c * 7 + c * 9 + c
        e = d * 3 + d * 5 + d * 7 + d * 9 + d
        g = e * 3 + e * 5 + e * 7 + e * 9 + e
        h = g * 3 + g * 5 + g * 7 + g * 9 + g
        k = h * 3 + h * 5 + h * 7 + h * 9 + h
        A[k % 8] = T.float32(0)
""",
        """@T.prim_func
def f(A: T.Buffer((8,), 'float32')):
    for i in range(8):
        A[i] = T.float32(0)
""",
    ),
    Code(
        "python-error",
        "error",
        "Python raised an error while the script was parsed.",
        "Operators and methods on Python values run while the script is parsed; the message is Python's.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 1 + '1'\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = 1 + 1\n",
    ),
    Code(
        "print-while-parsing",
        "hint",
        "Python's `print` is called with an element, a variable or a buffer of a kernel.",
        "Python runs `print` while the function is parsed: it prints the text of the expression, once, and nothing when the kernel runs. "
        'To see a value while it runs, call C\'s function: `T.evaluate(T.call_extern("int32", "printf", "%g\\n", T.cast(x, "float64")))`, with `%d` for integers of 32 bits. In a graph `R.print` does it.',
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32'), B: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        B[i] = A[i] * 2.0\n        print(B[i])\n",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32'), B: T.Buffer((4,), 'float32')):\n    for i in range(4):\n        B[i] = A[i] * 2.0\n        T.evaluate(T.call_extern('int32', 'printf', '%g\\n', T.cast(B[i], 'float64')))\n",
    ),
    Code(
        "host-error",
        "error",
        "A Python function that the script calls raised an exception.",
        "A captured function runs while the script is parsed. The message is that of its exception.",
        "def helper(x):\n    raise ValueError('gone')\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = helper(A[1])\n",
        "def helper(x):\n    return x * 2.0\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = helper(A[1])\n",
        found="run",
    ),
    Code(
        "bad-argument",
        "error",
        "The arguments of a call contradict each other.",
        "Each argument is valid for its parameter, but not together with the others; the message says why.",
        "@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    A[0] = T.Shuffle([], [0])\n",
    ),
    Code(
        "no-definition",
        "error",
        "The text defines no function or module of the script.",
        "`from_source` takes a text with a function under `@T.prim_func` or a class under `@I.ir_module`.",
        "tvm.script.from_source('x = 1')\n",
        "tvm.script.from_source('@T.prim_func\\ndef f():\\n    T.evaluate(0)\\n')\n",
        found="run",
    ),
    Code(
        "no-source",
        "error",
        "The source of a macro cannot be found.",
        "A macro is parsed from the source of its function. Functions made by `exec` have none unless `linecache` knows it.",
        "exec('@T.macro\\ndef fill(A):\\n    A[0] = 0.0')\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    fill(A)\n",
        "@T.macro\ndef fill(A):\n    A[0] = 0.0\n\n@T.prim_func\ndef f(A: T.Buffer((4,), 'float32')):\n    fill(A)\n",
        found="run",
    ),
    Code(
        "internal-error",
        "error",
        "Tilewright itself failed on a statement.",
        "This is a bug in Tilewright, whatever the program says. The rest of the file was checked; please report the statement.",
        "",
    ),
    Code(
        "unreadable-file",
        "error",
        "The file cannot be read as text.",
        "Python files are UTF-8 unless their first or second line declares another encoding, and `tilewright check` reads what Python would read. "
        "The file holds bytes that are invalid in its encoding, declares an unknown encoding, is very large, or is not readable for you.",
        "# coding: latin-one\n",
        "# coding: latin-1\n",
    ),
)
